"""Relations that a language model reads: what it is asked, what of its answers can be used, and what counts.

A model reads both documents and says which fact they share, where each states it, and whether both accounts
can be true. Its words are checked by code: quotes stand in the documents and values in the quotes, the label
follows from its own booleans, and no verdict goes against the typed comparison of the values it names. What
fails is asked for once more and is ``unparsed`` after that.

How much a verdict counts depends on the reading:

- ``pairwise`` asks about every pair and takes what the model says (ElephantBench, section 3.2).
- ``open`` asks only where rules are left with a question, and believes only what something else bears out.

  Sentences that are worded alike have one value in the place of another, and nothing tells what it is a value
  of (:func:`open_differences`): the model names it. Where both values are typed, or opposites, comparing
  them is the verdict, and the model's can't overturn it; where they aren't, both have to say conflict.
  (Small models name what differs far better than they judge it.)

  Two facts fill one slot, and the form of their values doesn't tell whether both can be true
  (:func:`open_slots`): the model's word is all there is, so it has to give it twice, with the documents in
  either order. Who answers at random, or by the order, seldom does.

So a weak model costs recall, and hardly any precision.
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
from graphprobe.mining.rule_relations import weigh_pair
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

_DECIDED = frozenset({"value", "name", "people", "polarity"})  # kinds of differences that rules can judge
_BOOLEANS = {
    "none": "same_subject, same_attribute and same_fact_context are all true",
    "support": "a support has same_subject, same_attribute, same_fact_context and values_compatible true",
    "conflict": "a conflict has same_subject, same_attribute and same_fact_context true, "
    "and values_compatible false",
}
_EXCLUDED = {RelationLabel.CONFLICT: Verdict.COMPATIBLE, RelationLabel.SUPPORT: Verdict.INCOMPATIBLE}


@dataclass(frozen=True, slots=True)
class Side:
    """Where one document states a fact: its sentence, and the value in it."""

    statement: Span
    value_span: Span
    value: Value


def ask_about(a: DocumentReading, b: DocumentReading) -> Ask[RelationReply]:
    """The question to a model about two documents."""
    return Ask(
        f"{a.id}\t{b.id}",
        PROMPT,
        {"documents": {"A": headed(a.text, a.title), "B": headed(b.text, b.title)}},
        check=partial(problem_of, a=a, b=b),
    )


def problem_of(reply: RelationReply, a: DocumentReading, b: DocumentReading) -> str:
    """What is wrong with a reply, in words for the model; empty when it can be used."""
    label = reply.computed
    if reply.label != label.value:
        return f"label is {reply.label}, but {_BOOLEANS[reply.label]}; of the label and these, one is wrong"
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


def open_slots(pair: Pair) -> list[Relation]:
    """The slots that documents about one thing both fill, with values of which the form tells nothing."""
    if not pair.are_about_one:
        return []
    return [relation for relation in weigh_pair(pair.a, pair.b) if relation.label is RelationLabel.NONE]


def named_difference(pair: Pair, differences: Sequence[Evidence], reply: RelationReply) -> Relation | None:
    """The surest difference that a reply is about, with the name that it gives; None if it's about none.

    What the reply says of the values counts only where comparing them decides nothing.
    """
    naming = naming_of(pair, reply)
    if naming is None:
        return None
    for evidence in differences:
        difference = evidence.difference
        decided = difference.kind in _DECIDED or reply.computed is RelationLabel.CONFLICT
        fact_a, fact_b = (
            fact_at(reading, place, naming, evidence.confidence)
            for reading, place in ((pair.a, difference.a), (pair.b, difference.b))
        )
        if not decided or not _names(reply, pair, fact_a, fact_b):
            continue
        confidence = round(min(1.0, evidence.confidence), 3)
        return Relation(
            RelationLabel.CONFLICT, fact_a, fact_b, evidence.method, confidence, difference.reason
        )
    return None


def _names(reply: RelationReply, pair: Pair, fact_a: Fact, fact_b: Fact) -> bool:
    """Whether a reply quotes both documents, and gives as values what differs in these statements."""
    return all(
        find_quote(reading.text, quote) is not None and _is_at(value, fact)
        for reading, quote, value, fact in (
            (pair.a, reply.quote_a, reply.value_a, fact_a),
            (pair.b, reply.quote_b, reply.value_b, fact_b),
        )
    )


def _is_at(value: str, fact: Fact) -> bool:
    """Whether a value stands in a fact's statement where the fact's own value is."""
    statement, offset = fact.statement.quote, 0
    low, high = (place - fact.statement.start for place in (fact.value_span.start, fact.value_span.end))
    while found := find_quote(statement[offset:], value):
        start, end = (offset + place for place in found)
        if start < high and low < end:
            return True
        offset = end
    return False


def _has_values_at(reply: RelationReply, pair: Pair, a: Span, b: Span) -> bool:
    """Whether the values of a reply stand where these spans of the documents are, on both sides."""
    for reading, place, quote, value in (
        (pair.a, a, reply.quote_a, reply.value_a),
        (pair.b, b, reply.quote_b, reply.value_b),
    ):
        side = side_of(reading, quote, value)
        if isinstance(side, str):
            return False
        if side.value_span.start >= place.end or place.start >= side.value_span.end:
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
        """What is known of each pair; where a model gave no usable answer, what the rules found stands."""
        found = self._rules.classify(pairs)
        if self._settings.reading == "pairwise":
            answers = self._ask({i: ask_about(*pair) for i, pair in enumerate(pairs)})
            return [_as_read(found[i], Pair(*pairs[i]), answers[i]) for i in range(len(pairs))]
        left = {i: self._question(*pair, found[i]) for i, pair in enumerate(pairs)}
        questions = {i: question for i, question in left.items() if question}
        answers = self._ask({i: question.ask() for i, question in questions.items()})
        again = [i for i, answer in answers.items() if answer.value and questions[i].undecided(answer.value)]
        turned = self._ask({i: ask_about(*reversed(pairs[i])) for i in again})
        for i, question in questions.items():
            found[i] = question.joined(found[i], answers[i], turned.get(i))
        return found

    def _question(self, a: DocumentReading, b: DocumentReading, found: Classified) -> _Question | None:
        """What rules leave open of a pair, if anything; a pair that conflicts is decided."""
        if label_of(found.relations) is RelationLabel.CONFLICT:
            return None
        pair, least = Pair(a, b), self._settings.conflict
        differences, slots = open_differences(pair, least), open_slots(pair)
        return _Question(pair, differences, slots, least) if differences or slots else None

    def _ask(self, asks: Mapping[int, Ask[RelationReply]]) -> dict[int, Answer[RelationReply]]:
        return dict(zip(asks, self._llm.ask(list(asks.values()), self._model), strict=True))


def _as_read(found: Classified, pair: Pair, answer: Answer[RelationReply]) -> Classified:
    """What a model that reads every pair says of one."""
    if answer.value is None:
        return replace(found, status=answer.status, note=answer.note)
    read = relation_read(pair, answer.value)
    return Classified([_of_model(read, answer)] if read else [])


@dataclass(frozen=True, slots=True)
class _Question:
    """What rules leave open of a pair.

    Attributes:
        pair: the documents.
        differences: what they differ in, without a name.
        slots: what both state, without a verdict.
        least: least confidence of a verdict that a model gives twice.
    """

    pair: Pair
    differences: Sequence[Evidence]
    slots: Sequence[Relation]
    least: float

    def ask(self) -> Ask[RelationReply]:
        """The question to a model. Where its label is the verdict of the rules, its booleans don't matter."""
        a, b = self.pair.a, self.pair.b

        def problem(reply: RelationReply) -> str:
            agreed = reply.label == RelationLabel.CONFLICT.value
            named = agreed and named_difference(self.pair, self.differences, reply)
            return "" if named else problem_of(reply, a, b)

        return replace(ask_about(a, b), check=problem)

    def undecided(self, reply: RelationReply) -> list[Relation]:
        """The open slots of which a reply gives a verdict that it has to give again."""
        if named_difference(self.pair, self.differences, reply):
            return []
        return [slot for slot in self.slots if _judges(reply, self.pair, slot)]

    def joined(
        self, found: Classified, answer: Answer[RelationReply], turned: Answer[RelationReply] | None
    ) -> Classified:
        """What rules found and what a model answered, as one.

        Args:
            found: what the rules found.
            answer: the model's answer.
            turned: its answer with the documents in the other order, where that was asked for.
        """
        for one in (answer, turned):
            if one is not None and one.value is None:
                return replace(found, status=one.status, note=one.note)
        if answer.value is None:
            return found
        named = named_difference(self.pair, self.differences, answer.value)
        decided = _of_model(named, answer) if named else None
        if decided is None and turned is not None and turned.value is not None:
            judged = self._borne_out(answer.value, _turned(turned.value))
            decided = replace(judged, model=answer.model, prompt=answer.prompt) if judged else None
        if decided is None:
            return found
        others = [one for one in found.relations if one.fact_a.slot != decided.fact_a.slot]
        return replace(found, relations=[decided, *others])

    def _borne_out(self, first: RelationReply, second: RelationReply) -> Relation | None:
        """The open slot of which both answers give one verdict, with that verdict."""
        confidence = min(first.confidence, second.confidence)
        if first.computed is not second.computed or confidence < self.least:
            return None
        agreed = [slot for slot in self.undecided(first) if _judges(second, self.pair, slot)]
        if not agreed:
            return None
        reason = " ".join(first.reason.split())[:_MOST_REASON]
        return replace(agreed[0], label=first.computed, method=MODEL, confidence=confidence, reason=reason)


def _judges(reply: RelationReply, pair: Pair, slot: Relation) -> bool:
    """Whether a reply calls the two values of a slot a support or a conflict."""
    spans = slot.fact_a.value_span, slot.fact_b.value_span
    return reply.computed is not RelationLabel.NONE and _has_values_at(reply, pair, *spans)


def _turned(reply: RelationReply) -> RelationReply:
    """A reply about (b, a) as one about (a, b)."""
    swapped = {
        "quote_a": reply.quote_b, "quote_b": reply.quote_a,
        "value_a": reply.value_b, "value_b": reply.value_a,
    }  # fmt: skip
    return reply.model_copy(update=swapped)


def _of_model(relation: Relation, answer: Answer[RelationReply]) -> Relation:
    """A relation whose facts a model named, with that model and the prompt on all three."""
    model, prompt = answer.model, answer.prompt
    fact_a, fact_b = (
        replace(fact, model=model, prompt=prompt) for fact in (relation.fact_a, relation.fact_b)
    )
    return replace(relation, fact_a=fact_a, fact_b=fact_b, model=model, prompt=prompt)
