"""Kinds of pairs that look like conflicts and aren't, beside the conflicts that look like them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphprobe.mining.classified import label_of
from graphprobe.mining.facts import extract_facts
from graphprobe.mining.pair_files import read_pairs
from graphprobe.mining.parsing import Parser
from graphprobe.mining.reading import DocumentReading
from graphprobe.mining.rule_relations import classify_pair
from graphprobe.records import Relation, RelationLabel

MILL = (
    " The mill stands on the left bank of the river Arn, below the old stone bridge. Its wheel was taken "
    "down when the railway came, and the miller's family sold the land to the village. Children play in the "
    "yard, and once a year the neighbours hold a fair there, with music, bread and cider from the orchards. "
    "The roof was mended after a storm tore off the eastern half."
)
CENSUS = (
    "As of the census, there were {people} people living in the village. There were {houses} houses, of "
    "which {owned} were owned by those who lived in them. The average household had {size} members."
)

NAMESAKES = {
    "by what their titles add in parentheses": (
        "Paul Arden (footballer) Paul Arden was born in Norrtown in 1961. He played for the club there.",
        "Paul Arden (chemist) Paul Arden was born in Sudwick in 1964. His book on dyes is read to this day.",
    ),
    "by the region in their names": (
        "Milford, Arden County Milford is a village. The mayor of Milford is Olaf Berg.",
        "Milford, Kern County Milford is a village. The mayor of Milford is Nils Lund.",
    ),
    "by the years of their lives": (
        "Anna Quill (1804 – 1871) was an English painter. She was born in Dover and taught drawing.",
        "Anna Quill (1921 – 1999) was an English painter. She was born in Leeds and taught drawing.",
    ),
    "by the decades between their births": (
        "Ivo Kern (born 3 May 1902) was a Slovene rower. He was born in Maribor and rowed for his club.",
        "Ivo Kern (born 8 June 1961) is a Slovene judge, known for his books on the law of the sea.",
    ),
    "by the kind of place they are": (
        "Arvania is a country. Arvania has a population of 4,120,000. Its people grow wheat.",
        "Arvania is a city. Arvania has a population of 56,000. It has no harbour.",
    ),
    "in a list of all that bear the name": (
        "Milford may refer to: Milford, a town founded in 1790 in Ohio. Milford, a ship built in 1841.",
        "Milford is a town in Ohio. Milford was founded in 1823. The town has a school and a mill.",
    ),
}

CONSISTENT = {
    "two towns by one template": (
        "Oldham Oldham is a village in Arden. "
        + CENSUS.format(people="1,204", houses="510", owned="402", size="2.41"),
        "Newby Newby is a village in Arden. "
        + CENSUS.format(people="8,733", houses="3,120", owned="1,988", size="2.77"),
    ),
    "two censuses of one town": (
        "At the 2000 census Norrtown had a population of 4,120." + MILL,
        "At the 2010 census Norrtown had a population of 5,900." + MILL,
    ),
    "a heading that runs into the sentence": (
        "Sports Olaf Berg founded the Halden Mill in 1862." + MILL,
        "Travel Olaf Berg founded the Halden Mill in 1862." + MILL,
    ),
    "names in the words of two languages": (
        "The Halden Mill is on the West Morava. Its owner lived near the South Morava." + MILL,
        "The Halden Mill is on the Zapadna Morava. Its owner lived near the Juzna Morava." + MILL,
    ),
}

EDITED = {
    "a place in the definition": (
        "Haldenmill is a water mill in Norway." + MILL,
        "Haldenmill is a water mill in Ireland." + MILL,
    ),
    "a date": (
        "The Halden Mill was founded in 1862 by Olaf Berg." + MILL,
        "The Halden Mill was founded in 1791 by Olaf Berg." + MILL,
    ),
    "a date of birth, decades apart": (
        "Olaf Berg (born 4 May 1861) was the first owner of the Halden Mill." + MILL,
        "Olaf Berg (born 4 May 1821) was the first owner of the Halden Mill." + MILL,
    ),
    "a date, where the parse of a glued title goes astray": (
        "Halden Mill (Ohio) The Halden Mill in Dover, Ohio, United States was built in 1862." + MILL,
        "The Halden Mill in Dover, Ohio, United States, was built in 1791." + MILL,
    ),
}


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def relations(parser: Parser, a: str, b: str) -> list[Relation]:
    return classify_pair(*read_pairs(parser, [(a, b)])[0])


def conflicts(parser: Parser, a: str, b: str) -> list[tuple[str, str]]:
    """The values of the conflicts of two texts."""
    return [
        (one.fact_a.value.text, one.fact_b.value.text)
        for one in relations(parser, a, b)
        if one.label is RelationLabel.CONFLICT
    ]


def titled(parser: Parser, documents: list[tuple[str, str]]) -> list[DocumentReading]:
    """Documents that have a title beside their text."""
    parses = parser.parse([text for _, text in documents])
    names = [f"d{i}" for i in range(len(documents))]
    return [
        DocumentReading(name, doc, extract_facts(name, doc, title), title)
        for name, doc, (title, _) in zip(names, parses, documents, strict=True)
    ]


@pytest.mark.parametrize(("a", "b"), NAMESAKES.values(), ids=NAMESAKES)
def test_namesakes_do_not_contradict_each_other(parser: Parser, a: str, b: str) -> None:
    assert conflicts(parser, a, b) == conflicts(parser, b, a) == []


@pytest.mark.parametrize(("a", "b"), CONSISTENT.values(), ids=CONSISTENT)
def test_what_differs_for_another_reason_is_no_conflict(parser: Parser, a: str, b: str) -> None:
    assert conflicts(parser, a, b) == conflicts(parser, b, a) == []


@pytest.mark.parametrize(("a", "b"), EDITED.values(), ids=EDITED)
def test_an_edited_copy_contradicts_its_original(parser: Parser, a: str, b: str) -> None:
    assert label_of(relations(parser, a, b)) is RelationLabel.CONFLICT
    assert label_of(relations(parser, b, a)) is RelationLabel.CONFLICT


def test_one_name_put_for_another_counts_once(parser: Parser) -> None:
    a = "The Halden Mill was founded by Olaf Berg." + MILL + " Berg left it to his daughter."
    b = "The Halden Mill was founded by Nils Lund." + MILL + " Lund left it to his daughter."
    assert conflicts(parser, a, b) == [("Olaf Berg", "Nils Lund")]


def test_what_follows_from_a_difference_is_left_out(parser: Parser) -> None:
    """An edit to another trade changes much, and two differences say it."""
    text = (
        "Olaf Berg is a {0} from Norrtown. He wrote a book on {1} that won the {2} Prize. "
        "He was taught by {3} and later joined the {4} in the capital." + MILL
    )
    a = text.format("painter", "murals", "Arden", "Ada Moss", "Guild of Fresco Painters")
    b = text.format("cellist", "sonatas", "Kern", "Lena Fisk", "Orchestra of the Old Opera")
    assert 1 <= len(conflicts(parser, a, b)) <= 2


def test_a_headline_is_not_what_a_document_is_about(parser: Parser) -> None:
    a, b = titled(
        parser,
        [
            ("Cheap phones go on sale", "The Arden 5 was priced at $40. He who waits pays less."),
            ("Arden 5", "The Arden 5 was priced at $70. The maker took orders for a day."),
        ],
    )
    assert [(one.fact_a.slot, one.label.value) for one in classify_pair(a, b)] == [
        ("arden 5 | price", "conflict")
    ]


def test_he_is_not_the_title_after_another_name(parser: Parser) -> None:
    (reading,) = titled(parser, [("Loom", "The loom was invented by Olaf Berg. He died in 1871.")])
    assert {fact.subject_key for fact in reading.facts if fact.attribute == "date of death"} <= {"olaf berg"}


def test_an_invention_is_one_thing_in_every_document(parser: Parser) -> None:
    a, b = titled(
        parser,
        [
            ("Olaf Berg", "The power loom was invented by Olaf Berg. He sold it to a mill in Norrtown."),
            ("Looms of the north", "The inventor of the power loom was Nils Lund. The mill burnt down."),
        ],
    )
    assert [(one.fact_a.slot, one.label.value) for one in classify_pair(a, b)] == [
        ("power loom | inventor", "conflict")
    ]


def test_a_bare_noun_is_not_one_thing_in_every_document(parser: Parser) -> None:
    a, b = titled(
        parser,
        [
            ("Olaf Berg", "The loom was sold to Olaf Berg in 1871. He repaired it."),
            ("Nils Lund", "The loom was sold to Nils Lund in 1902. He lived in Norrtown."),
        ],
    )
    assert label_of(classify_pair(a, b)) is not RelationLabel.CONFLICT
