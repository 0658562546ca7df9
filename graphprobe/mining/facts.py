"""Facts: the claims that a document makes, each with the exact span that makes it (design, section 6.4).

The rules of :mod:`graphprobe.mining.attributes` and :mod:`graphprobe.mining.openings` read them off the
parse; where there is a language model, it reads each document too (:mod:`graphprobe.mining.model_facts`), and
the facts of both are joined. Every span is checked against the text before it is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from graphprobe.config import config_file
from graphprobe.mining.attributes import Claim, candidates, claim_of
from graphprobe.mining.clauses import is_asserted
from graphprobe.mining.model_facts import Extracted, ModelFactExtractor, joined_with_rules
from graphprobe.mining.openings import opening_claims
from graphprobe.mining.parsing import text_of
from graphprobe.mining.qualifiers import is_retracted, qualifiers_of
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.mining.subjects import Passage
from graphprobe.records import RULES, Document, Fact, Span, Status, content_id
from graphprobe.text.values import Value

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from graphprobe.llm import Llm
    from graphprobe.mining.parsing import Parser

OPEN_RULES = "rules:open"
MAX_STATEMENT = 600


class FactExtractor(Protocol):
    """What turns documents into facts without a language model."""

    def options(self) -> Mapping[str, Any]:
        """What changes its results, for the stage's fingerprint."""

    def reads(self, language: str | None) -> bool:
        """Whether it can read texts of a language (ISO 639-1; None: unknown)."""

    def extract(self, documents: Sequence[Document]) -> list[list[Fact]]:
        """The facts of each document, in the order of the documents."""


def extract_facts(document_id: str, doc: Doc, title: str | None = None) -> list[Fact]:
    """The facts that the rules read off a parsed document, in the order of their values.

    A value that fills one slot is one fact. The same value said twice of the same slot in a document is
    kept once, at its first statement. Nothing denied, asked, supposed or called an error becomes a fact.

    Args:
        document_id: the document's id.
        doc: its parse; ``doc.text`` is the document's text.
        title: its title, where that isn't part of the text.
    """
    passage = Passage(doc, title)
    facts: dict[tuple[str, str], Fact] = {}
    stated: set[tuple[str, int]] = set()
    for claim in _claims(passage):
        if not is_asserted(claim.anchor) or is_retracted(claim):
            continue
        fact = _fact(document_id, passage, claim)
        if fact is None:
            continue
        # A second value of one attribute in a sentence is a detail ("born in Perth in Scotland") or a list.
        again = claim.attribute.functional and (fact.slot, fact.statement.start) in stated
        if not again:
            stated.add((fact.slot, fact.statement.start))
            facts.setdefault((fact.slot, fact.value.text.casefold()), fact)
    return sorted(facts.values(), key=lambda fact: (fact.value_span.start, fact.attribute))


def _claims(passage: Passage) -> Iterator[Claim]:
    yield from opening_claims(passage)
    for candidate in candidates(passage):
        claim = claim_of(passage, candidate)
        if claim is not None:
            yield claim


def _fact(document_id: str, passage: Passage, claim: Claim) -> Fact | None:
    span = claim.candidate.span
    statement = _statement(passage.doc, span.start_char, span.end_char)
    if not statement.quote.strip() or claim.subject.key == "":
        return None
    qualifiers = qualifiers_of(claim)
    if claim.subject.types:
        qualifiers["subject_type"] = "|".join(sorted(claim.subject.types))
    main = passage.main
    if main is not None and claim.subject.surface == main.surface and main.definition:
        qualifiers["subject_is"] = main.definition
    return Fact(
        document_id=document_id,
        subject=claim.subject.surface,
        subject_key=claim.subject.key,
        attribute=claim.attribute.name,
        value=claim.candidate.value,
        statement=statement,
        value_span=Span(span.start_char, span.end_char, span.text),
        method=OPEN_RULES if claim.attribute.open else RULES,
        confidence=round(claim.attribute.confidence * claim.subject.confidence, 3),
        qualifiers=qualifiers,
    )


def _statement(doc: Doc, start: int, end: int) -> Span:
    """The sentence around a value; of a very long one the part around the value."""
    text = text_of(doc)
    span = doc.char_span(start, end, alignment_mode="expand")
    low, high = (span.sent.start_char, span.sent.end_char) if span is not None else (start, end)
    if high - low > MAX_STATEMENT:
        low, high = max(low, start - MAX_STATEMENT // 2), min(high, end + MAX_STATEMENT // 2)
    while low < start and text[low].isspace():
        low += 1
    while high > end and text[high - 1].isspace():
        high -= 1
    return Span(low, high, text[low:high])


def check_spans(text: str, facts: Iterable[Fact]) -> list[Fact]:
    """The facts whose statement and value stand in the text exactly where they say."""
    return [
        fact
        for fact in facts
        if all(
            0 <= s.start < s.end and text[s.start : s.end] == s.quote
            for s in (fact.statement, fact.value_span)
        )
        and fact.statement.start <= fact.value_span.start
        and fact.value_span.end <= fact.statement.end
    ]


class RuleFactExtractor:
    """Facts by rules over the parse, without a model of any kind but spaCy's."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def options(self) -> Mapping[str, Any]:
        catalogue = content_id(config_file("attributes.yaml").read_text(encoding="utf-8"))
        return {"extractor": RULES, "model": self._parser.model.id, "catalogue": catalogue}

    def reads(self, language: str | None) -> bool:
        return self._parser.model.reads(language)

    def extract(self, documents: Sequence[Document]) -> list[list[Fact]]:
        texts = [document.text for document in documents]
        ids, titles = [document.id for document in documents], [document.title for document in documents]
        return self._parser.extract(texts, _facts_of_parse, ids, titles)


def _facts_of_parse(doc: Doc, document_id: str, title: str | None) -> list[Fact]:
    return extract_facts(document_id, doc, title)


class Facts(Stage):
    """Writes documents' facts with their slots; a document's earlier facts go in the same transaction.

    Args:
        extractor: reads facts by rules, and says which languages are read at all.
        llm: the models; None, or none for this stage: rules alone.
    """

    name: ClassVar[str] = "facts"
    version: ClassVar[int] = 2
    pending: ClassVar[str] = "mining/facts_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/facts_clear", "mining/facts_write")
    status: ClassVar[str] = "mining/facts_status"

    def __init__(self, extractor: FactExtractor, llm: Llm | None = None) -> None:
        self._extractor = extractor
        model = llm.model_for(self.name) if llm else None
        self._reader = ModelFactExtractor(llm, model) if llm and model else None

    def options(self) -> Mapping[str, Any]:
        options = self._extractor.options()
        return {**options, "llm": self._reader.options()} if self._reader else options

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        readable = [item for item in items if self._extractor.reads(item.get("language"))]
        documents = [Document(id=row["key"], text=row["text"], title=row.get("title")) for row in readable]
        found = [Extracted(facts) for facts in self._extractor.extract(documents)]
        if self._reader:
            found = [
                replace(read, facts=joined_with_rules(rules.facts, read.facts))
                for rules, read in zip(found, self._reader.extract(documents), strict=True)
            ]
        outcomes = [_outcome(*pair) for pair in zip(documents, found, strict=True)]
        unread = [item for item in items if not self._extractor.reads(item.get("language"))]
        return outcomes + [_unreadable(item["key"], item.get("language")) for item in unread]


def _unreadable(key: str, language: str | None) -> Outcome:
    """The outcome of a document in a language that the extractor doesn't read; its earlier facts go."""
    rows = {"mining/facts_clear": [{"key": key}]}
    return Outcome(key, Status.FILTERED, f"the extractor doesn't read language {language}", rows)


def _outcome(document: Document, found: Extracted) -> Outcome:
    verified = check_spans(document.text, found.facts)
    dropped = len(found.facts) - len(verified)
    rows = {
        "mining/facts_clear": [{"key": document.id}],
        "mining/facts_write": [fact_row(fact) for fact in verified],
    }
    note = f"{dropped} facts dropped: their quote isn't in the text" if dropped else found.note
    return Outcome(document.id, found.status, note, rows)


def fact_row(fact: Fact) -> Row:
    """A fact as a row of ``mining/facts_write``."""
    return {
        "key": fact.id,
        "document": fact.document_id,
        "subject": fact.subject,
        "subject_key": fact.subject_key,
        "attribute": fact.attribute,
        "slot": fact.slot,
        "value": fact.value.text,
        "value_kind": fact.value.kind.value,
        "value_json": fact.value.to_json(),
        "statement": fact.statement.quote,
        "start": fact.statement.start,
        "end": fact.statement.end,
        "value_start": fact.value_span.start,
        "value_end": fact.value_span.end,
        "qualifiers_json": json.dumps(dict(fact.qualifiers), ensure_ascii=False, sort_keys=True),
        "method": fact.method,
        "confidence": fact.confidence,
        "model": fact.model,
        "prompt": fact.prompt,
    }


def fact_of_row(row: Row) -> Fact:
    """The fact that :func:`fact_row` made a row of, from the properties that the graph keeps of it.

    Raises:
        ValueError: ``value_json`` or ``qualifiers_json`` isn't what was written.
    """
    start, end = row["value_start"], row["value_end"]
    said = row["statement"][
        start - row["start"] : end - row["start"]
    ]  # "footballer", of which the value is made
    return Fact(
        document_id=row["document"],
        subject=row["subject"],
        subject_key=row["subject_key"],
        attribute=row["attribute"],
        value=Value.from_json(row["value_json"]),
        statement=Span(row["start"], row["end"], row["statement"]),
        value_span=Span(start, end, said),
        method=row["method"],
        confidence=row["confidence"],
        qualifiers=json.loads(row["qualifiers_json"]),
        model=row.get("model") or RULES,
        prompt=row.get("prompt"),
    )
