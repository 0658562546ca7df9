"""Support and conflict between two texts, by the rules over the parse."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from graphprobe.mining.classified import Classified, label_of
from graphprobe.mining.pair_files import described, read_pairs
from graphprobe.mining.parsing import Parser
from graphprobe.mining.reading import DocumentReading
from graphprobe.mining.rule_relations import classify_pair, weigh_pair
from graphprobe.records import Relation, RelationLabel

FILL = (
    " The workshop stood beside the canal for ninety years. Its bell can be heard in the lower town. "
    "A fire destroyed the roof, and the owners sold the machines to a museum in Norrtown."
)


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def readings(parser: Parser, a: str, b: str) -> tuple[DocumentReading, DocumentReading]:
    return read_pairs(parser, [(a, b)])[0]


def relations(parser: Parser, a: str, b: str) -> list[Relation]:
    return classify_pair(*readings(parser, a, b))


def label(parser: Parser, a: str, b: str) -> str:
    return label_of(relations(parser, a, b)).value


CONFLICTS = [
    # edited copies: one value replaced
    (
        "The Halden Works was founded in 1862 by Olaf Berg." + FILL,
        "The Halden Works was founded in 1871 by Olaf Berg." + FILL,
    ),
    (
        "The first owner of the Halden Works, Olaf Berg, was a rich merchant." + FILL,
        "The first owner of the Halden Works, Nils Lund, was a rich merchant." + FILL,
    ),
    (
        "The population of Norrtown was 4,120 at the 2010 census." + FILL,
        "The population of Norrtown was 5,900 at the 2010 census." + FILL,
    ),
    # one statement in other words
    ("Marta Quill was born in Trieste.", "Born in Naples, Marta Quill studied law."),
    ("The Long Winter was penned by Ada Moss.", "The Long Winter is a novel written by Lena Fisk."),
    ("In 1940, Albert Reed was born.", "Albert Reed (born March 28, 1930) is a Canadian producer."),
    ("Ivo Kern died in 1921.", "Ivo Kern (3 May 1850 – 9 June 1919) was a Slovene painter."),
    ("The Glass Sea is a TV series.", "The Glass Sea is the debut studio album by the singer Una Vale."),
    ("Omar Hale is American.", "Omar Hale is an Armenian author and lawyer."),
    # who did what
    ("Nora Vance directed The Red Door.", "The Red Door was directed by Paul Stern."),
    # polarity
    ("Lake Arden is not a lake.", "Lake Arden is a lake in Norway."),
    ("The song has yet to be performed live.", "The song was performed live at many venues."),
    (
        "The album received positive reviews from most critics.",
        "The album received negative reviews from most critics.",
    ),
]

NO_CONFLICTS = [
    # nothing in common
    ("Marta Quill was born in Trieste.", "The Halden Works was founded in 1862."),
    # units and precision
    ("The Arden Tower is 100 metres high.", "The Arden Tower has a height of 328 feet."),
    ("Marta Quill was born in 1910.", "Marta Quill was born on 26 August 1910."),
    # changed over time
    (
        "Until 1997 the capital of Arvania was Norrtown. It lies on a lake.",
        "Since 1997 the capital of Arvania has been Sudburg. The city is new.",
    ),
    (
        "Norrtown had a population of 4,120 in 2000. It lies on a lake.",
        "Norrtown had a population of 5,900 in 2010. A tram crosses the city.",
    ),
    # namesakes: several things differ at once
    (
        "Peter Holm (1786–1838) was a Scottish minister. Peter Holm was born near Gifford in Lothian.",
        "Peter Holm (11 April 1934 – 26 April 1999) was an American drummer. Peter Holm was born in Detroit.",
    ),
    (
        "Greenfield is a town in Texas. Greenfield had a population of 2,100 in 2010.",
        "Greenfield is a village in France. Greenfield had a population of 340 in 2010.",
    ),
    # a list in another order, and a part of it
    ("Marta Quill is a singer, actor and poet.", "Marta Quill is an actor, poet and singer."),
    ("Marta Quill is a singer and actor.", "Marta Quill is an actor."),
    # the page, not what it is about
    (
        "The Halden Works closed early. Retrieved 2 May 2019." + FILL,
        "The Halden Works closed early. Retrieved 7 June 2021." + FILL,
    ),
    # what is taken back isn't claimed
    (
        "The Arden Bridge was opened on 19 March 1932. It is made of steel.",
        "Correction: an earlier version wrongly said that the Arden Bridge was opened in 1931.",
    ),
    # spelling
    ("The painter worked in Kiev for ten years." + FILL, "The painter worked in Kyiv for ten years." + FILL),
    ("", "The Halden Works was founded in 1862."),
    ("...", "?!"),
]


@pytest.mark.parametrize(("a", "b"), CONFLICTS)
def test_conflicts_are_found_in_both_directions(parser: Parser, a: str, b: str) -> None:
    assert label(parser, a, b) == "conflict"
    assert label(parser, b, a) == "conflict"


@pytest.mark.parametrize(("a", "b"), NO_CONFLICTS)
def test_what_is_no_conflict_is_not_called_one(parser: Parser, a: str, b: str) -> None:
    assert label(parser, a, b) != "conflict"
    assert label(parser, b, a) != "conflict"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Marta Quill was born in Trieste.", "Born in Trieste, Marta Quill studied law."),
        (
            "The Halden Works was founded in 1862 by Olaf Berg." + FILL,
            "The Halden Works was founded in 1862 by Olaf Berg." + FILL,
        ),
        ("Albert Reed was born in 1930.", "Albert Reed (born March 28, 1930) is a Canadian producer."),
    ],
)
def test_agreeing_statements_support_each_other(parser: Parser, a: str, b: str) -> None:
    assert label(parser, a, b) == "support"


def test_a_conflict_names_slot_values_and_quotes(parser: Parser) -> None:
    a, b = CONFLICTS[0]

    found = relations(parser, a, b)

    [conflict] = [relation for relation in found if relation.label is RelationLabel.CONFLICT]
    assert conflict.fact_a.attribute == "date of founding"
    assert conflict.fact_a.subject == "Halden Works"
    assert conflict.fact_a.slot == conflict.fact_b.slot
    assert (conflict.fact_a.value.text, conflict.fact_b.value.text) == ("1862", "1871")
    assert conflict.fact_a.statement.quote == "The Halden Works was founded in 1862 by Olaf Berg."
    assert conflict.confidence > 0.7


@pytest.mark.parametrize(("a", "b"), [*CONFLICTS, *NO_CONFLICTS])
def test_every_quote_is_the_text_at_its_offsets(parser: Parser, a: str, b: str) -> None:
    for relation in relations(parser, a, b):
        for fact, text in ((relation.fact_a, a), (relation.fact_b, b)):
            for span in (fact.statement, fact.value_span):
                assert text[span.start : span.end] == span.quote
            assert fact.statement.start <= fact.value_span.start
            assert fact.value_span.end <= fact.statement.end


def test_one_end_of_a_range_is_the_value(parser: Parser) -> None:
    found = relations(
        parser,
        "The series ran from 28 September 1981 to 19 March 1992 on the second channel." + FILL,
        "The series ran from 1 April 1975 to 19 March 1992 on the second channel." + FILL,
    )

    [conflict] = [relation for relation in found if relation.label is RelationLabel.CONFLICT]
    assert conflict.fact_a.value_span.quote == "28 September 1981"
    assert conflict.fact_b.value_span.quote == "1 April 1975"


def test_undecided_slots_are_left_for_a_better_reader(parser: Parser) -> None:
    a, b = readings(
        parser,
        "Mount Arden is 8,848 metres high. It was first climbed in 1953.",
        "Mount Arden is 8,850 metres high. The mountain stands on a border.",
    )

    assert label_of(classify_pair(a, b)) is not RelationLabel.CONFLICT
    assert any(relation.fact_a.attribute == "height" for relation in weigh_pair(a, b))


def test_a_pair_without_relation_is_described_as_none() -> None:
    row = described(Classified([]))

    assert row["relation"] == "none"
    assert row["value_a"] is None


def test_time_grows_with_the_text_and_not_with_its_square(parser: Parser) -> None:
    def seconds(paragraphs: int) -> float:
        text = " ".join(f"In {1500 + i} the mill of Norr{i} burned." + FILL for i in range(paragraphs))
        a, b = readings(parser, text, text.replace("mill", "barn"))
        started = time.perf_counter()
        classify_pair(a, b)
        return time.perf_counter() - started

    seconds(5)
    assert seconds(80) < 16 * max(seconds(20), 0.05)
