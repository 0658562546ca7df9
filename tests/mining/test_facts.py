"""Facts of documents: which are read and which aren't, their circumstances, the stage on both engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from graphprobe.graph import Graph
from graphprobe.mining.facts import (
    Facts,
    RuleFactExtractor,
    check_spans,
    extract_facts,
    fact_of_row,
    fact_row,
)
from graphprobe.mining.parsing import Parser
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.records import Document, Fact, Span, Status
from graphprobe.text.values import Kind, Value


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def facts(parser: Parser, text: str, title: str | None = None) -> dict[str, Fact]:
    """The facts of a text by attribute; the first of each."""
    found: dict[str, Fact] = {}
    for fact in extract_facts("d", parser.parse([text])[0], title):
        found.setdefault(fact.attribute, fact)
    return found


def values(parser: Parser, text: str, title: str | None = None) -> dict[str, str]:
    return {attribute: fact.value.text for attribute, fact in facts(parser, text, title).items()}


PERSON = (
    "Ann Hope (painter) Ann Mary Hope (3 May 1880 – 9 July 1951) was a Scottish painter and novelist. "
    "She was born in Perth, Scotland, and died in Paris. She married Ben Gray in 1904."
)
FILM = (
    "The Long Dusk is a 1936 American historical drama film directed by Ann Hope and produced by Ben Gray. "
    "The film was released in Japan on May 5, 1937. "
    "It has a budget of $2 million and a runtime of 95 minutes."
)
TOWN = (
    "Orrick, Missouri Orrick is a small town in Ray County, Missouri. "
    "The population was 837 at the 2010 census. "
    "As of 2020, the town had a population of about 750. There were 351 households residing in the town."
)


class TestWhatIsRead:
    def test_a_person(self, parser: Parser) -> None:
        found = values(parser, PERSON)
        assert found["date of birth"] == "3 May 1880"
        assert found["date of death"] == "9 July 1951"
        assert found["occupation"] == "painter"
        assert found["nationality"] == "Scottish"
        assert found["place of birth"] == "Perth, Scotland"
        assert found["place of death"] == "Paris"
        assert found["spouse"] == "Ben Gray"
        assert {fact.subject for fact in facts(parser, PERSON).values()} == {"Ann Hope"}

    def test_several_occupations_are_several_facts(self, parser: Parser) -> None:
        found = extract_facts("d", parser.parse([PERSON])[0])
        assert [f.value.text for f in found if f.attribute == "occupation"] == ["painter", "novelist"]

    def test_a_work(self, parser: Parser) -> None:
        found = values(parser, FILM)
        assert found["director"] == "Ann Hope"
        assert found["producer"] == "Ben Gray"
        assert found["genre"] == "historical drama"
        assert found["release date"] == "1936"
        assert found["budget"] == "$2 million"
        assert found["runtime"] == "95 minutes"

    def test_a_place(self, parser: Parser) -> None:
        found = values(parser, TOWN)
        assert found["location"] == "Ray County, Missouri"
        assert found["population"] == "837"
        assert found["number of households"] == "351"

    def test_the_parenthesis_of_a_title_tells_the_performer(self, parser: Parser) -> None:
        text = "Faithfully (Faith Evans album) Faithfully is the third studio album by Faith Evans."
        assert values(parser, text)["performer"] == "Faith Evans"

    def test_a_participle_after_a_comma_belongs_to_what_is_defined(self, parser: Parser) -> None:
        text = "The Long Dusk is the third album by the band Gray Hill, released on May 5, 1997."
        fact = facts(parser, text)["release date"]
        assert (fact.subject, fact.value.text) == ("Long Dusk", "May 5, 1997")

    def test_values_are_typed_as_the_attribute_demands(self, parser: Parser) -> None:
        found = facts(parser, PERSON)
        assert found["date of birth"].value.kind is Kind.DATE
        assert found["place of death"].value.kind is Kind.PLACE
        assert found["spouse"].value.kind is Kind.PERSON

    def test_every_quote_stands_at_its_offsets(self, parser: Parser) -> None:
        for text in (PERSON, FILM, TOWN, f"Ünïcödé 𝔘 😀.\n\n{PERSON}", f"{TOWN}\r\n{FILM}"):
            found = extract_facts("d", parser.parse([text])[0])
            assert found
            for fact in found:
                for span in (fact.statement, fact.value_span):
                    assert text[span.start : span.end] == span.quote
                assert fact.statement.start <= fact.value_span.start
                assert fact.value_span.end <= fact.statement.end

    def test_the_same_statement_twice_is_one_fact(self, parser: Parser) -> None:
        text = "Ann Hope was born in 1880 in Perth. The painter lived in Rome. Ann Hope was born in 1880."
        found = extract_facts("d", parser.parse([text])[0])
        assert [fact.value.text for fact in found if fact.attribute == "date of birth"] == ["1880"]


class TestWhatIsNotAFact:
    @pytest.mark.parametrize(
        "text",
        [
            "Grameen Bank was not founded in 1976.",
            "Grameen Bank was never founded in 1976.",
            "Was Grameen Bank founded in 1976?",
            "If Grameen Bank was founded in 1976, it is old.",
            "Grameen Bank may have been founded in 1976.",
            "Grameen Bank will open in 2035.",
            "It was previously reported that Grameen Bank was founded in 1976.",
            "Grameen Bank was incorrectly said to have been founded in 1976.",
            "The bank was founded in 1976.",
        ],
    )
    def test_nothing_denied_asked_supposed_withdrawn_or_without_subject(
        self, parser: Parser, text: str
    ) -> None:
        assert not {"date of founding", "date of opening"} & set(values(parser, text))

    @pytest.mark.parametrize("text", ["", " ", "\n\n", "?!", "1976", "𝔘" * 50, "a" * 5000, "( ( ( [ 1910"])
    def test_what_says_nothing_gives_nothing(self, parser: Parser, text: str) -> None:
        assert extract_facts("d", parser.parse([text])[0]) == []

    def test_a_long_sentence_is_quoted_in_part(self, parser: Parser) -> None:
        text = "Ann Hope was born in 1880 " + "and then she walked on and on " * 60
        found = extract_facts("d", parser.parse([text])[0])
        assert found
        assert all(len(fact.statement.quote) <= 620 for fact in found)


class TestCircumstances:
    def test_time_of_what_changes(self, parser: Parser) -> None:
        found = [f for f in extract_facts("d", parser.parse([TOWN])[0]) if f.attribute == "population"]
        assert [f.qualifiers.get("time") for f in found] == ["2010 census", "2020"]
        assert found[1].qualifiers["approximation"] == "about"

    def test_no_time_for_what_stays(self, parser: Parser) -> None:
        found = facts(parser, "Ann Hope was born in Perth in 1880.")
        assert "time" not in found["place of birth"].qualifiers

    def test_scope(self, parser: Parser) -> None:
        text = "The Spanish flu killed upwards of 100 million people worldwide."
        assert facts(parser, text)["death toll"].qualifiers["scope"] == "worldwide"
        released = [f for f in extract_facts("d", parser.parse([FILM])[0]) if f.attribute == "release date"]
        assert released[-1].qualifiers["scope"] == "Japan"

    @pytest.mark.parametrize(
        ("text", "who"),
        [
            ("Grameen Bank was founded in 1976, according to Ben Gray.", "Ben Gray"),
            ("Ben Gray said that Grameen Bank was founded in 1976.", "Ben Gray"),
            ("Grameen Bank was reportedly founded in 1976.", "reportedly"),
        ],
    )
    def test_attribution(self, parser: Parser, text: str, who: str) -> None:
        assert facts(parser, text)["date of founding"].qualifiers["attribution"] == who

    def test_what_tells_namesakes_apart_goes_with_the_fact(self, parser: Parser) -> None:
        birth = facts(parser, PERSON)["date of birth"]
        assert birth.qualifiers["subject_is"] == "painter"
        assert birth.qualifiers["subject_type"] == "person"


def test_facts_with_a_quote_that_is_not_there_are_dropped() -> None:
    text = "Ann Hope was born in 1880."
    statement, value = Span(0, 26, text), Span(21, 25, "1880")

    def fact(statement: Span, value: Span) -> Fact:
        parsed = Value(Kind.DATE, value.quote, ())
        return Fact("d", "Ann Hope", "ann hope", "date of birth", parsed, statement, value, "model", 0.9)

    wrong = [
        fact(statement, Span(21, 25, "1881")),
        fact(Span(0, 26, "Ann Hope was born in 1881."), value),
        fact(Span(0, 8, "Ann Hope"), value),
        fact(statement, Span(-5, -1, "1880")),
        fact(statement, Span(30, 34, "1880")),
    ]
    right = fact(statement, value)
    assert check_spans(text, [right, *wrong]) == [right]


# The stage ------------------------------------------------------------------------------------------------

DOCUMENTS = {
    "d1": "Grameen Bank was founded in 1976 by Muhammad Yunus.",
    "d2": "Grameen Bank was founded in 1974.",
    "d3": "Nothing is stated here.",
}


def add(graph: Graph, documents: Mapping[str, str], language: str = "en") -> None:
    rows = [{"key": key, "text": text, "language": language} for key, text in documents.items()]
    graph.write("corpus/documents_write", rows)


def run(graph: Graph, stage: Facts) -> StageReport:
    return run_stage(graph, stage, stage.fingerprint({}))


def stated(graph: Graph) -> dict[str, list[str]]:
    """The values that each document states, sorted."""
    rows = graph.read("graph/stated_facts", after="", limit=100)
    return {row["key"]: sorted(fact["value"] for fact in row["facts"]) for row in rows}


def counts(graph: Graph) -> dict[str, int]:
    return dict(graph.read("graph/node_counts")[0])


class OnlyFounders(RuleFactExtractor):
    """An extractor with another option and other results, as a changed setting makes it."""

    def options(self) -> Mapping[str, Any]:
        return {**super().options(), "only": "founder"}

    def extract(self, documents: Sequence[Document]) -> list[list[Fact]]:
        return [[f for f in some if f.attribute == "founder"] for some in super().extract(documents)]


class Inventing(RuleFactExtractor):
    """An extractor whose quotes aren't in the text, as a model's may be."""

    def extract(self, documents: Sequence[Document]) -> list[list[Fact]]:
        value = Value(Kind.DATE, "1999", ())
        return [
            [
                Fact(
                    d.id,
                    "X",
                    "x",
                    "date of founding",
                    value,
                    Span(0, 9, "In 1999, "),
                    Span(3, 7, "1999"),
                    "m",
                    1.0,
                )
            ]
            for d in documents
        ]


class TestStage:
    def test_facts_meet_in_slots_about_entities(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        report = run(graph, Facts(RuleFactExtractor(parser)))
        assert report.statuses == {Status.OK: 3}
        assert stated(graph) == {"d1": ["1976", "Muhammad Yunus"], "d2": ["1974"], "d3": []}
        found = counts(graph)
        assert (found["Fact"], found["Slot"], found["Entity"]) == (3, 2, 1)

    def test_a_rerun_does_nothing(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        stage = Facts(RuleFactExtractor(parser))
        run(graph, stage)
        assert run(graph, stage).done == 0

    def test_a_changed_option_replaces_facts_and_orphaned_slots(self, graph: Graph, parser: Parser) -> None:
        add(graph, DOCUMENTS)
        run(graph, Facts(RuleFactExtractor(parser)))
        run(graph, Facts(OnlyFounders(parser)))
        assert stated(graph) == {"d1": ["Muhammad Yunus"], "d2": [], "d3": []}
        found = counts(graph)
        assert (found["Fact"], found["Slot"]) == (1, 1)

    def test_invented_quotes_are_dropped_and_said(self, graph: Graph, parser: Parser) -> None:
        add(graph, {"d1": DOCUMENTS["d1"]})
        assert run(graph, Facts(Inventing(parser))).done == 1
        assert stated(graph) == {"d1": []}

    def test_other_languages_are_left_out_and_not_retried(self, graph: Graph, parser: Parser) -> None:
        add(graph, {"d1": "Die Grameen Bank wurde 1976 gegründet."}, language="de")
        stage = Facts(RuleFactExtractor(parser))
        assert run(graph, stage).statuses == {Status.FILTERED: 1}
        assert run(graph, stage).done == 0


def test_a_fact_read_back_has_the_words_of_its_document(parser: Parser) -> None:
    """The value of "footballer" is "football"; its span is still the word that stands there."""
    text = "Tom Reed (born 4 May 1971) is an English former footballer who played as a goalkeeper."
    found = extract_facts("d", parser.parse([text])[0])
    back = [fact_of_row(fact_row(fact)) for fact in found]
    assert [fact.value_span for fact in back] == [fact.value_span for fact in found]
    assert all(check_spans(text, [fact]) for fact in back)
