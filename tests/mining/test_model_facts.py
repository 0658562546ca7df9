"""Facts that a model reads: what passes, what is cut off, and how they join those of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from model_requests import OpenLlm, texts_of
from scripted_server import Behaviour, Body, ScriptedServer, completion, cut, raw, says, status

from graphprobe.llm import Llm
from graphprobe.llm.replies import FactReply
from graphprobe.mining.facts import Facts, RuleFactExtractor, check_spans, fact_of_row
from graphprobe.mining.model_facts import (
    CATALOGUED,
    OWN_WORDS,
    Extracted,
    ModelFactExtractor,
    attribute_of,
    folded,
    joined_with_rules,
    pieces,
    problem_of,
)
from graphprobe.mining.parsing import Parser
from graphprobe.records import RULES, Document, Fact, Span, Status
from graphprobe.text.values import Kind, parse_value

BRIDGE = (
    "The Halden Bridge is about 1,100 m long. "
    "“It was paid for by the town”, says the Norrtown Times – in 1902.\n"
    "In 1954 some 3,200 people crossed it each day."
)
DOCUMENT = Document("d1", BRIDGE)


def fact(**changes: str) -> dict[str, str]:
    """A good fact about the bridge, changed."""
    return {
        "quote": "The Halden Bridge is about 1,100 m long.",
        "subject": "Halden Bridge",
        "attribute": "length",
        "value": "about 1,100 m",
        "kind": "quantity",
        "time": "",
        "scope": "",
        "attribution": "",
        **changes,
    }


CROSSED = fact(
    quote="In 1954 some 3,200 people crossed it each day.",
    attribute="number of people crossing",
    value="some 3,200",
    kind="number",
    time="In 1954",
    scope="each day",
    attribution="the king",
)
PAID = fact(
    quote='"It was paid for by the town", says the Norrtown Times - in 1902.',
    attribute="payer",
    value="the town",
    kind="organization",
    attribution="the Norrtown Times",
)
INVENTED = fact(quote="The Halden Bridge is 1,300 m long.", value="1,300 m")


def answers(*facts: dict[str, str]) -> Behaviour:
    return says({"facts": list(facts)})


def extract(llm: Llm, *documents: Document) -> list[Extracted]:
    return ModelFactExtractor(llm, "m").extract(documents or [DOCUMENT])


class TestWhatPasses:
    def test_facts_are_typed_and_exactly_placed(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers(fact(), PAID, CROSSED))

        [found] = extract(llm)

        assert found.status is Status.OK
        assert check_spans(BRIDGE, found.facts) == list(found.facts)
        length, payer, crossing = found.facts
        assert (length.subject_key, length.attribute, length.value) == (
            "halden bridge",
            "length",
            parse_value("about 1,100 m", Kind.QUANTITY),
        )
        assert (payer.value.kind, payer.value_span.quote) == (Kind.ORGANIZATION, "the town")
        assert (crossing.statement.start, crossing.value.kind) == (BRIDGE.index("In 1954"), Kind.NUMBER)
        assert {(one.method, one.model, one.prompt) for one in found.facts} == {("model", "m", "facts@1")}

    def test_quotes_are_kept_as_the_document_writes_them(self, server: ScriptedServer, llm: Llm) -> None:
        """The model straightened quotation marks and the dash."""
        server.otherwise(lambda _: answers(PAID))

        [one] = extract(llm)[0].facts

        assert one.statement.quote == "It was paid for by the town”, says the Norrtown Times – in 1902."

    def test_qualifiers_are_words_of_the_document(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers(CROSSED, PAID))

        paid, crossed = extract(llm)[0].facts

        assert crossed.qualifiers == {"time": "In 1954", "scope": "each day"}  # no king in it
        assert paid.qualifiers == {"attribution": "the Norrtown Times"}

    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({}, ""),
            ({"quote": "The Halden Bridge is 1,300 m long."}, "quote doesn't stand in the document"),
            ({"quote": ""}, "quote doesn't stand in the document"),
            ({"quote": "the halden bridge is about 1,100 m long."}, "quote doesn't stand in the document"),
            ({"value": "1,300 m"}, "value doesn't stand in its quote"),
            ({"value": "3,200"}, "value doesn't stand in its quote"),
            ({"value": " "}, "value doesn't stand in its quote"),
            ({"subject": "It"}, "subject isn't a name"),
            ({"subject": ""}, "subject isn't a name"),
            ({"subject": "Golden Gate Bridge"}, "subject isn't named so"),
            ({"subject": "Halden Bridge " * 20}, "subject isn't a name"),
            ({"attribute": ""}, "attribute isn't a short phrase"),
            ({"attribute": "length " * 30}, "attribute isn't a short phrase"),
        ],
    )
    def test_each_flaw_is_told(self, changes: dict[str, str], problem: str) -> None:
        reply = FactReply(**fact(**changes))  # type: ignore[arg-type]

        found = problem_of(reply, BRIDGE, folded(BRIDGE))

        assert problem in found
        assert bool(found) == bool(problem)

    def test_a_title_may_name_the_subject(self) -> None:
        text = "It is about 1,100 m long."
        reply = FactReply(**fact(quote=text))  # type: ignore[arg-type]

        assert problem_of(reply, text, folded(f"Halden Bridge {text}")) == ""
        assert problem_of(reply, text, folded(text)) == "its subject isn't named so in the document"

    @pytest.mark.parametrize(
        ("name", "value", "expected"),
        [
            ("date of birth", "3 May 1902", ("date of birth", True)),
            ("The Date of Birth", "3 May 1902", ("date of birth", True)),
            ("population", "4,210", ("population", True)),
            ("birthplace", "Lund", ("place of birth", True)),
            ("date of birth", "Lund", ("date of birth", False)),  # no date
            ("favourite colour", "blue", ("favourite colour", False)),
        ],
    )
    def test_attributes_get_the_words_of_the_catalogue(
        self, name: str, value: str, expected: tuple[str, bool]
    ) -> None:
        kind = Kind.PLACE if value == "Lund" else None
        assert attribute_of(name, parse_value(value, kind)) == expected

    def test_own_words_are_less_sure(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers(fact(), CROSSED))

        assert [one.confidence for one in extract(llm)[0].facts] == [CATALOGUED, OWN_WORDS]

    def test_one_fact_said_twice_is_one(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers(fact(), fact(), fact(attribute="Length")))

        assert len(extract(llm)[0].facts) == 1


class TestWhatIsWrong:
    def test_it_is_asked_for_once_more_and_then_only_that_is_dropped(
        self, server: ScriptedServer, llm: Llm
    ) -> None:
        server.otherwise(lambda _: answers(fact(), INVENTED))

        [found] = extract(llm)

        assert len(server.requests) == 2
        assert "fact 2: its quote doesn't stand" in server.requests[1]["messages"][-1]["content"]
        assert [one.value.text for one in found.facts] == ["about 1,100 m"]
        assert (found.status, found.note) == (
            Status.OK,
            "fact 2: its quote doesn't stand in the document word for word",
        )

    def test_what_is_put_right_counts(self, server: ScriptedServer, llm: Llm) -> None:
        server.then(answers(INVENTED))
        server.otherwise(lambda _: answers(fact()))

        [found] = extract(llm)

        assert (len(found.facts), found.note) == (1, "")

    @pytest.mark.parametrize(
        ("behaviour", "ended"),
        [
            (says(None), Status.EMPTY),
            (says("I cannot assist with that request."), Status.REFUSED),
            (says("<think>The bridge is long"), Status.TRUNCATED),
            (says({"facts": "none"}), Status.UNPARSED),
            (says({"facts": [{"quote": "The Halden Bridge"}]}), Status.UNPARSED),
            (says('{"facts": [{"quote": "The Hal', finish="length"), Status.TRUNCATED),
            (raw(completion({"facts": []})[:60]), Status.ERROR),
            (cut, Status.ERROR),
            (status(500), Status.ERROR),
        ],
        ids=["None", "refusal", "endless reasoning", "form", "fields", "cut off", "half", "dropped", "500"],
    )
    def test_without_an_answer_the_rules_facts_stand_and_the_document_is_listed(
        self, server: ScriptedServer, llm: Llm, parser: Parser, behaviour: Behaviour, ended: Status
    ) -> None:
        text = "The Halden Works was founded in 1862 by Olaf Berg."
        item = {"key": "d1", "text": text, "language": "en", "title": None}
        server.otherwise(lambda _: behaviour)

        [outcome] = Facts(RuleFactExtractor(parser), llm).process([item])
        [alone] = Facts(RuleFactExtractor(parser)).process([item])

        assert (outcome.status, alone.status) == (ended, Status.OK)
        assert outcome.note
        assert outcome.rows == alone.rows
        assert outcome.rows["mining/facts_write"]

    def test_a_document_of_nothing_has_no_facts(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers())

        [found] = extract(llm)

        assert (list(found.facts), found.status) == ([], Status.OK)


def test_a_sentence_is_no_value() -> None:
    text = "The Halden Bridge is " + "very " * 50 + "long."
    reply = FactReply(**fact(quote=text, value=text))  # type: ignore[arg-type]

    assert problem_of(reply, text, folded(text)) == "its value is more than a value"


class TestPieces:
    def test_most_documents_are_one_call(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers())

        extract(llm, *(Document(f"d{n}", BRIDGE + str(n)) for n in range(5)))

        assert len(server.requests) == 5

    def test_a_long_text_is_cut_at_sentences_and_nothing_is_lost(self) -> None:
        text = " ".join(f"In {year} the mill of Lund ground {year * 3} sacks." for year in range(1500, 1900))

        cut_up = pieces(text, 1000)

        assert len(cut_up) > 10
        assert all(text[one.start : one.end] == one.quote and len(one.quote) <= 1000 for one in cut_up)
        assert " ".join(one.quote for one in cut_up) == text

    def test_a_text_without_sentences_is_cut_too(self) -> None:
        assert all(len(one.quote) <= 1000 for one in pieces("x" * 5000, 1000))

    @pytest.mark.parametrize("text", ["", " \n "])
    def test_an_empty_text_is_never_asked_about(self, server: ScriptedServer, llm: Llm, text: str) -> None:
        assert [list(one.facts) for one in extract(llm, Document("d", text))] == [[]]
        assert not server.requests

    def test_offsets_are_those_of_the_document(self, server: ScriptedServer, llm: Llm) -> None:
        filler = (
            "The river Moss flows on past the fields, farms and woods of the valley, year after year. " * 120
        )
        document = Document("d1", filler + BRIDGE)
        server.otherwise(lambda body: answers(fact()) if "about 1,100 m" in _text(body) else answers())

        [found] = extract(llm, document)

        assert len(server.requests) > 1
        assert check_spans(document.text, found.facts) == list(found.facts)
        assert found.facts[0].statement.start == len(filler)

    def test_one_piece_without_an_answer_marks_the_document(self, server: ScriptedServer, llm: Llm) -> None:
        filler = (
            "The river Moss flows on past the fields, farms and woods of the valley, year after year. " * 120
        )
        server.otherwise(lambda body: answers(fact()) if "about 1,100 m" in _text(body) else says(None))

        [found] = extract(llm, Document("d1", filler + BRIDGE))

        assert (len(found.facts), found.status) == (1, Status.EMPTY)


def _text(body: Body) -> str:
    return texts_of(body)["document"]


class TestJoining:
    def fact(self, value: str, attribute: str, confidence: float = 0.9, model: str = RULES) -> Fact:
        start = BRIDGE.index(value)
        span = Span(start, start + len(value), value)
        typed = parse_value(value)
        return Fact(
            "d1",
            "Halden Bridge",
            "halden bridge",
            attribute,
            typed,
            span,
            span,
            "rules",
            confidence,
            {},
            model,
        )

    def test_rules_keep_their_place(self) -> None:
        rules = [self.fact("1,100 m", "length")]
        model = [
            self.fact("about 1,100 m", "extent", OWN_WORDS, "m"),
            self.fact("1902", "date", OWN_WORDS, "m"),
        ]

        joined = joined_with_rules(rules, model)

        assert [(one.attribute, one.model) for one in joined] == [("length", RULES), ("date", "m")]

    def test_a_word_of_the_catalogue_takes_the_place_of_an_open_one(self) -> None:
        rules = [self.fact("1902", "date of being paid")]
        model = [self.fact("1902", "date of construction", CATALOGUED, "m")]

        assert joined_with_rules(rules, model) == model

    def test_own_words_of_a_model_dont(self) -> None:
        rules = [self.fact("1902", "date of being paid")]

        assert joined_with_rules(rules, [self.fact("1902", "year of payment", OWN_WORDS, "m")]) == rules


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


class TestStage:
    def test_rows_carry_where_a_fact_comes_from(
        self, server: ScriptedServer, llm: Llm, parser: Parser
    ) -> None:
        server.otherwise(lambda _: answers(CROSSED))
        item = {"key": "d1", "text": BRIDGE, "language": "en", "title": None}

        [outcome] = Facts(RuleFactExtractor(parser), llm).process([item])

        rows = outcome.rows["mining/facts_write"]
        [crossing] = [row for row in rows if row["attribute"] == "number of people crossing"]
        assert (crossing["method"], crossing["model"], crossing["prompt"]) == ("model", "m", "facts@1")
        assert {row["model"] for row in rows if row["method"].startswith("rules")} <= {RULES}
        assert fact_of_row({**crossing, "value": crossing["value"]}).model == "m"

    def test_a_language_that_nothing_reads_is_never_asked_about(
        self, server: ScriptedServer, llm: Llm, parser: Parser
    ) -> None:
        item = {"key": "d1", "text": "Die Brücke ist lang.", "language": "de", "title": None}

        [outcome] = Facts(RuleFactExtractor(parser), llm).process([item])

        assert outcome.status is Status.FILTERED
        assert not server.requests

    def test_no_model_changes_nothing(self, parser: Parser, open_llm: OpenLlm) -> None:
        alone: Any = Facts(RuleFactExtractor(parser)).fingerprint({})

        assert Facts(RuleFactExtractor(parser), open_llm(model=None)).fingerprint({}) == alone
        assert Facts(RuleFactExtractor(parser), open_llm()).fingerprint({}) != alone
