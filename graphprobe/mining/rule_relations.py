"""Relations by rules: what the evidence of :mod:`graphprobe.mining.evidence` comes to, one relation a slot.

Values that can't be told apart for sure make no relation: they are *unsure*, and left for a classifier that
reads better (:mod:`graphprobe.mining.model_relations`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphprobe.config import RelationSettings
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.classified import Classified
from graphprobe.mining.evidence import Pair, are_of_two_lives, slot_evidence, wording_evidence
from graphprobe.mining.pair_facts import facts_of_difference, mirrored_facts
from graphprobe.mining.reading import DocumentReading
from graphprobe.records import RULES, Fact, Relation, RelationLabel
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Verdict

CONFLICT = RelationSettings().conflict
SUPPORT = RelationSettings().support
_CLEAREST = 2  # of the conflicts of a pair on attributes that the catalogue doesn't know
_LABELS = {Verdict.INCOMPATIBLE: RelationLabel.CONFLICT, Verdict.COMPATIBLE: RelationLabel.SUPPORT}


@dataclass(frozen=True, slots=True)
class RuleRelationClassifier:
    """The rules of this module behind the interface that a language model shares.

    Args:
        conflict: least confidence of a conflict, in [0, 1].
        support: least confidence of a support, in [0, 1].
    """

    conflict: float = CONFLICT
    support: float = SUPPORT

    def options(self) -> Mapping[str, Any]:
        return {"classifier": RULES, "conflict": self.conflict, "support": self.support}

    def classify(self, pairs: Sequence[tuple[DocumentReading, DocumentReading]]) -> list[Classified]:
        return [
            Classified(classify_pair(a, b, conflict=self.conflict, support=self.support)) for a, b in pairs
        ]


def classify_pair(
    a: DocumentReading, b: DocumentReading, *, conflict: float = CONFLICT, support: float = SUPPORT
) -> list[Relation]:
    """The relations of two documents, one a slot, the surest first.

    Args:
        a, b: the documents; ``fact_a`` of a relation belongs to ``a``.
        conflict: least confidence at which incompatible values are called a conflict.
        support: least confidence at which compatible values are called support.
    """
    least = {RelationLabel.CONFLICT: conflict, RelationLabel.SUPPORT: support}
    return [
        relation for relation in weigh_pair(a, b) if relation.confidence >= least.get(relation.label, 2.0)
    ]


def weigh_pair(a: DocumentReading, b: DocumentReading) -> list[Relation]:
    """Everything that speaks for a relation, one a slot, whatever its confidence, the surest first.

    The label ``none`` marks values of one slot whose form doesn't tell whether both can be true.
    """
    best: dict[str, Relation] = {}
    for relation in _relations(Pair(a, b)):
        known = best.get(relation.fact_a.slot)
        if known is None or _rank(relation) > _rank(known):
            best[relation.fact_a.slot] = relation
    kept: list[Relation] = []
    for relation in sorted(best.values(), key=_clearest, reverse=True):
        if not any(_says_the_same(relation, other) for other in kept):
            kept.append(relation)
    return sorted(_without_consequences(kept), key=_rank, reverse=True)


def _says_the_same(one: Relation, other: Relation) -> bool:
    """Whether two relations are of one place in both texts, read as two attributes, or of one replacement
    made in two places ("George Short" and "John Long", then "Short" and "Long")."""
    if not one.label is other.label is RelationLabel.CONFLICT:
        return False
    pairs = ((one.fact_a, other.fact_a), (one.fact_b, other.fact_b))
    if all(x.value_span.start < y.value_span.end and y.value_span.start < x.value_span.end for x, y in pairs):
        return True
    keys = [[set(entity_key(fact.value.text).split()) for fact in pair] for pair in pairs]
    return all(x <= y for x, y in keys) or all(y <= x for x, y in keys)


def _without_consequences(relations: Sequence[Relation]) -> list[Relation]:
    """Leaves out what follows from other differences: of a text edited to speak of another sport every club
    and position differs too. Known attributes come first, then the surest of the others."""
    named = sum(_is_conflict_on_known(relation) for relation in relations)
    others = [
        relation
        for relation in relations
        if relation.label is RelationLabel.CONFLICT and not _is_conflict_on_known(relation)
    ]
    dropped = {id(relation) for relation in others[max(0, _CLEAREST - named) :]}
    return [relation for relation in relations if id(relation) not in dropped]


def _is_conflict_on_known(relation: Relation) -> bool:
    known = catalogue().get(relation.fact_a.attribute) is not None
    return known and relation.label is RelationLabel.CONFLICT and relation.confidence >= CONFLICT


def _clearest(relation: Relation) -> tuple[Any, ...]:
    decided, confidence, conflict, key = _rank(relation)
    return decided, confidence >= CONFLICT, _is_conflict_on_known(relation), confidence, conflict, key


def _rank(relation: Relation) -> tuple[bool, float, bool, str]:
    decided = relation.label is not RelationLabel.NONE
    return decided, relation.confidence, relation.label is RelationLabel.CONFLICT, relation.fact_a.id


def _relations(pair: Pair) -> Iterator[Relation]:
    for evidence in wording_evidence(pair):
        facts = facts_of_difference(pair, evidence)
        if facts is not None and _is_stated(pair, facts) and not are_of_two_lives(pair, *facts):
            yield _relation(
                facts,
                evidence.difference.verdict,
                evidence.method,
                evidence.confidence,
                evidence.difference.reason,
            )
    for match in slot_evidence(pair):
        yield _relation((match.fact_a, match.fact_b), match.verdict, "slot", match.confidence, match.reason)
    for facts, confidence in mirrored_facts(pair) if pair.are_about_one else ():
        reason = f"both say {facts[0].value.text} in the same words"
        yield _relation(facts, Verdict.COMPATIBLE, "alignment", confidence, reason)


def _is_stated(pair: Pair, facts: tuple[Fact, Fact]) -> bool:
    """Whether both facts stand in statements: in sentences, or under a label that is a known attribute."""
    if catalogue().get(facts[0].attribute) is not None or pair.are_short:
        return True
    spans = (
        reading.doc.char_span(fact.value_span.start, fact.value_span.end, alignment_mode="expand")
        for reading, fact in ((pair.a, facts[0]), (pair.b, facts[1]))
    )
    return all(span is not None and DocumentReading.states(span.sent) for span in spans)


def _relation(
    facts: tuple[Fact, Fact], verdict: Verdict, method: str, confidence: float, reason: str
) -> Relation:
    label = _LABELS.get(verdict, RelationLabel.NONE)
    return Relation(label, facts[0], facts[1], method, round(min(1.0, confidence), 3), reason)


def slot_relation(
    a: DocumentReading, b: DocumentReading, slot: str, settings: RelationSettings
) -> Relation | None:
    """The surest relation of two documents on a slot that both fill, if it is sure enough."""
    least = {RelationLabel.CONFLICT: settings.conflict, RelationLabel.SUPPORT: settings.support}
    found = [
        _relation((match.fact_a, match.fact_b), match.verdict, "slot", match.confidence, match.reason)
        for match in slot_evidence(Pair(a, b))
        if match.fact_a.slot == slot
    ]
    sure = [relation for relation in found if relation.confidence >= least.get(relation.label, 2.0)]
    return max(sure, key=_rank, default=None)
