"""Relations that a language model reads: what it is asked, what of its answers can be used, and what counts.

A model reads both documents and says which fact they share, where each states it, and whether both accounts
can be true. Its words are checked by code: quotes stand in the documents and values in the quotes, the label
follows from its own booleans, and no verdict goes against the typed comparison of the values it names. What
fails is asked for once more and is ``unparsed`` after that.

How much a verdict counts depends on the reading:

- ``pairwise`` asks about every pair and takes what the model says (ElephantBench, section 3.2).
- ``open`` asks only where rules are left with a question: sentences that are worded alike have one value in
  the place of another, and nothing tells what it is a value of (:func:`open_differences`). The model names
  it. Where both values are typed their comparison is the verdict, and the model's can't overturn it; where
  they aren't, both have to say conflict. So a weak model costs recall and no precision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from graphprobe.config import RelationSettings
from graphprobe.llm import Answer, Ask, load_prompt
from graphprobe.llm.replies import RelationReply
from graphprobe.mining.classified import Classified, RelationClassifier, label_of
from graphprobe.mining.evidence import Evidence, Pair, wording_evidence
from graphprobe.mining.naming import MAX_ATTRIBUTE, MAX_SUBJECT, Naming
from graphprobe.mining.pair_facts import fact_at, facts_of_difference
from graphprobe.mining.reading import PAIR, DocumentReading
from graphprobe.mining.sentences import headed
from graphprobe.records import Fact, Relation, RelationLabel, Span
from graphprobe.text.normalize import entity_key
from graphprobe.text.quotes import find_quote
from graphprobe.text.values import Value, Verdict, compare, parse_value
from graphprobe.text.words import contains, tokens

if TYPE_CHECKING:
    from graphprobe.llm import Llm

PROMPT = load_prompt("relations", RelationReply)
MODEL = "model"

_TYPED = frozenset({"value", "name", "people"})  # kinds of differences that comparison decides
_EXCLUDED = {RelationLabel.CONFLICT: Verdict.COMPATIBLE, RelationLabel.SUPPORT: Verdict.INCOMPATIBLE}


@dataclass(frozen=True, slots=True)
class Side:
    """Where one document states a fact: its sentence, and the value in it."""

    statement: Span
    value_span: Span
    value: Value


def ask_about(key: str, a: DocumentReading, b: DocumentReading) -> Ask[RelationReply]:
    """The question to a model about two documents."""
    return Ask(
        key,
        PROMPT,
        {"documents": {"A": headed(a.text, a.title), "B": headed(b.text, b.title)}},
        check=partial(problem_of, a=a, b=b),
    )


def problem_of(reply: RelationReply, a: DocumentReading, b: DocumentReading) -> str:
    """What is wrong with a reply, in words for the model; empty when it can be used."""
    label = reply.computed
    if reply.label != label.value:
        return f"label says {reply.label}, but the four booleans make it {label.value}"
    if label is RelationLabel.NONE:
        return ""
    if not entity_key(reply.subject) or not entity_key(reply.attribute):
        return f"a {label.value} needs a subject and an attribute"
    sides = []
    for name, reading, quote, value in (
        ("a", a, reply.quote_a, reply.value_a),
        ("b", b, reply.quote_b, reply.value_b),
    ):
        side = side_of(reading, quote, value)
        if isinstance(side, str):
            return side.format(name=name, document=name.upper())
        sides.append(side)
    comparison = compare(sides[0].value, sides[1].value)
    if comparison.verdict is _EXCLUDED[label]:
        return f"label says {label.value}, but {comparison.reason}"
    return ""


def side_of(reading: DocumentReading, quote: str, value: str) -> Side | str:
    """A quote and its value as spans of a document; or what is wrong with them, in words for the model."""
    found = find_quote(reading.text, quote)
    if found is None:
        return "quote_{name} doesn't stand in document {document} word for word"
    statement = _span(reading.text, *found)
    inside = find_quote(statement.quote, value)
    if inside is None:
        return "value_{name} doesn't stand in quote_{name}"
    start, end = statement.start + inside[0], statement.start + inside[1]
    return Side(statement, _span(reading.text, start, end), typed_value(reading, start, end))


def typed_value(reading: DocumentReading, start: int, end: int) -> Value:
    """The value that stands at a place: with the kind that the parse gives it, where it covers the same."""
    for unit in reading.units:
        if (unit.start, unit.end) == (start, end):
            return unit.value
    return parse_value(reading.text[start:end])


def _span(text: str, start: int, end: int) -> Span:
    return Span(start, end, text[start:end])


# What counts


def open_differences(pair: Pair, least: float) -> list[Evidence]:
    """The differences that rules are sure of and can't name, the surest first.

    Args:
        pair: the documents.
        least: least confidence at which a difference counts as a conflict, in [0, 1].
    """
    sure = [
        evidence
        for evidence in wording_evidence(pair)
        if evidence.difference.verdict is Verdict.INCOMPATIBLE
        and evidence.confidence >= least
        and facts_of_difference(pair, evidence) is None
    ]
    return sorted(sure, key=lambda evidence: (-evidence.confidence, evidence.difference.a))


def named_difference(pair: Pair, differences: Sequence[Evidence], reply: RelationReply) -> Relation | None:
    """The surest difference that a reply is about, with the name that it gives; None if it's about none.

    What the reply says of the values counts only where comparing them decides nothing.
    """
    naming = naming_of(pair, reply)
    if naming is None:
        return None
    for evidence in differences:
        difference = evidence.difference
        decided = difference.kind in _TYPED or reply.computed is RelationLabel.CONFLICT
        if not decided or not _is_about(reply, pair, evidence):
            continue
        fact_a, fact_b = (
            fact_at(reading, place, naming, evidence.confidence)
            for reading, place in ((pair.a, difference.a), (pair.b, difference.b))
        )
        confidence = round(min(1.0, evidence.confidence), 3)
        return Relation(
            RelationLabel.CONFLICT, fact_a, fact_b, evidence.method, confidence, difference.reason
        )
    return None


def _is_about(reply: RelationReply, pair: Pair, evidence: Evidence) -> bool:
    """Whether the values of a reply stand in the place of a difference, on both sides."""
    for reading, place, quote, value in (
        (pair.a, evidence.difference.a, reply.quote_a, reply.value_a),
        (pair.b, evidence.difference.b, reply.quote_b, reply.value_b),
    ):
        side = side_of(reading, quote, value)
        replaced = reading.doc[slice(*place)]
        if isinstance(side, str):
            return False
        if side.value_span.start >= replaced.end_char or replaced.start_char >= side.value_span.end:
            return False
    return True


def naming_of(pair: Pair, reply: RelationReply) -> Naming | None:
    """What a reply calls the fact; None where the documents don't share its subject, or it names a value."""
    attribute = " ".join(reply.attribute.split()).casefold()
    words = tokens(attribute)
    if not words or len(attribute) > MAX_ATTRIBUTE or len(reply.subject) > MAX_SUBJECT:
        return None
    if any(contains(words, tokens(value)) for value in (reply.value_a, reply.value_b)):
        return None
    subject = subject_of(pair, reply.subject)
    return Naming(*subject, attribute) if subject else None


def subject_of(pair: Pair, name: str) -> tuple[str, str] | None:
    """A subject as the documents write it and its key; None where they don't both have it.

    Of copies, which speak of one thing, one may leave the name out. What isn't a name ("she", "the bridge")
    means something of these documents alone, and its key says so.
    """
    key = entity_key(name)
    if not key:
        return None
    readings = (pair.a, pair.b)
    having = [reading for reading in readings if f" {key} " in reading.folded]
    if not having or (len(having) == 1 and not pair.is_copy):
        return None
    for reading in readings:
        if reading.main is not None and key in reading.main.aliases:
            return reading.main.surface, entity_key(reading.main.surface)
    names = [one for reading in having for one in reading.passage.names if entity_key(one.surface) == key]
    return (names[0].surface, key) if names else (name.strip(), f"{key} {entity_key(pair.a.id)}")


def relation_read(pair: Pair, reply: RelationReply) -> Relation | None:
    """The relation that a usable reply reports, by its own words; None when it reports none."""
    label = reply.computed
    sides = (
        side_of(pair.a, reply.quote_a, reply.value_a),
        side_of(pair.b, reply.quote_b, reply.value_b),
    )
    if label is RelationLabel.NONE or isinstance(sides[0], str) or isinstance(sides[1], str):
        return None
    said = " ".join(reply.subject.split())[:MAX_SUBJECT]
    subject, key = subject_of(pair, said) or (said, entity_key(said))
    attribute = " ".join(reply.attribute.split()).casefold()[:MAX_ATTRIBUTE]
    facts = tuple(
        Fact(
            document_id=reading.id,
            subject=subject,
            subject_key=key,
            attribute=attribute,
            value=side.value,
            statement=side.statement,
            value_span=side.value_span,
            method=PAIR,
            confidence=reply.confidence,
        )
        for reading, side in zip((pair.a, pair.b), sides, strict=True)
        if not isinstance(side, str)
    )
    reason = " ".join(reply.reason.split())[:_MOST_REASON]
    return Relation(label, facts[0], facts[1], MODEL, reply.confidence, reason)


_MOST_REASON = 300


class ModelRelationClassifier:
    """Rules with a model: for what rules leave open, or for every pair.

    Args:
        rules: what decides without a model.
        settings: the reading, and the least confidences.
        llm: the models.
        model: the model that is asked.
    """

    def __init__(self, rules: RelationClassifier, settings: RelationSettings, llm: Llm, model: str) -> None:
        self._rules = rules
        self._settings = settings
        self._llm = llm
        self._model = model

    def options(self) -> Mapping[str, Any]:
        """Those of the rules, with the reading, the model and its prompt."""
        asked = {**self._llm.identity(PROMPT, self._model), "reading": self._settings.reading}
        return {**self._rules.options(), "llm": asked}

    def classify(self, pairs: Sequence[tuple[DocumentReading, DocumentReading]]) -> list[Classified]:
        """The relations of each pair; where a model gave no usable answer, those of the rules stand."""
        found = self._rules.classify(pairs)
        open_pairs = {
            index: self._differences(a, b)
            for index, (a, b) in enumerate(pairs)
            if self._is_open(found[index])
        }
        asked = [index for index, differences in open_pairs.items() if differences or self._reads_all]
        answers = self._llm.ask([ask_about(str(index), *pairs[index]) for index in asked], self._model)
        for index, answer in zip(asked, answers, strict=True):
            found[index] = self._joined(found[index], Pair(*pairs[index]), open_pairs[index], answer)
        return found

    @property
    def _reads_all(self) -> bool:
        return self._settings.reading == "pairwise"

    def _is_open(self, found: Classified) -> bool:
        return self._reads_all or label_of(found.relations) is not RelationLabel.CONFLICT

    def _differences(self, a: DocumentReading, b: DocumentReading) -> list[Evidence]:
        return [] if self._reads_all else open_differences(Pair(a, b), self._settings.conflict)

    def _joined(
        self, found: Classified, pair: Pair, differences: Sequence[Evidence], answer: Answer[RelationReply]
    ) -> Classified:
        """What rules found and what a model answered, as one."""
        if answer.value is None:
            return replace(found, status=answer.status, note=answer.note)
        if self._reads_all:
            read = relation_read(pair, answer.value)
            return Classified([_of_model(read, answer)] if read else [])
        named = named_difference(pair, differences, answer.value)
        return Classified([_of_model(named, answer), *found.relations]) if named else found


def _of_model(relation: Relation, answer: Answer[RelationReply]) -> Relation:
    """A relation with the model and the prompt that it comes from, on its facts too."""
    model, prompt = answer.model, answer.prompt
    fact_a, fact_b = (
        replace(fact, model=model, prompt=prompt) for fact in (relation.fact_a, relation.fact_b)
    )
    return replace(relation, fact_a=fact_a, fact_b=fact_b, model=model, prompt=prompt)
