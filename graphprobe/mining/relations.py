"""Relations: whether two documents support or contradict each other, on which fact, and where they say so.

Offline the rules of :mod:`graphprobe.mining.evidence` decide; what decides is a :class:`RelationClassifier`,
which a language model can be too. A relation names the two facts, and every quote is the text at its
offsets. Values that can't be told apart for sure make no relation: they are *unsure*, and left for a
classifier that reads better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from graphprobe.mining.facts import check_spans
from graphprobe.mining.pair_facts import facts_of_difference, mirrored_facts
from graphprobe.mining.evidence import Pair, alignment_evidence, claim_evidence, slot_evidence
from graphprobe.mining.reading import DocumentReading
from graphprobe.records import Fact, Relation, RelationLabel
from graphprobe.text.values import Verdict

CONFLICT = 0.45
SUPPORT = 0.45
_LABELS = {Verdict.INCOMPATIBLE: RelationLabel.CONFLICT, Verdict.COMPATIBLE: RelationLabel.SUPPORT}


class RelationClassifier(Protocol):
    """What decides about pairs of documents: the rules here, or a language model."""

    def options(self) -> Mapping[str, Any]:
        """What changes its results, for the stage's fingerprint."""

    def classify(self, pairs: Sequence[tuple[DocumentReading, DocumentReading]]) -> list[list[Relation]]:
        """The relations of each pair, one a slot; an empty list says that there is none."""


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
        return {"classifier": "rules", "conflict": self.conflict, "support": self.support}

    def classify(self, pairs: Sequence[tuple[DocumentReading, DocumentReading]]) -> list[list[Relation]]:
        return [classify_pair(a, b, conflict=self.conflict, support=self.support) for a, b in pairs]


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


def open_questions(a: DocumentReading, b: DocumentReading, *, conflict: float = CONFLICT) -> list[Relation]:
    """What the rules see but can't decide: slots that a better reader should look at, the likeliest first."""
    return [
        relation
        for relation in weigh_pair(a, b)
        if relation.label is RelationLabel.NONE
        or (relation.label is RelationLabel.CONFLICT and relation.confidence < conflict)
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
    return sorted(best.values(), key=_rank, reverse=True)


def label_of(relations: Sequence[Relation]) -> RelationLabel:
    """The label of a pair as a whole: conflict if the documents conflict on any slot (equation 6 of the paper)."""
    labels = {relation.label for relation in relations}
    for label in (RelationLabel.CONFLICT, RelationLabel.SUPPORT):
        if label in labels:
            return label
    return RelationLabel.NONE


def _rank(relation: Relation) -> tuple[bool, float, bool, str]:
    decided = relation.label is not RelationLabel.NONE
    return decided, relation.confidence, relation.label is RelationLabel.CONFLICT, relation.fact_a.id


def _relations(pair: Pair) -> Iterator[Relation]:
    for evidence in (*alignment_evidence(pair), *claim_evidence(pair)):
        facts = facts_of_difference(pair, evidence)
        if facts is not None:
            yield _relation(facts, evidence.difference.verdict, evidence.method, evidence.confidence, evidence.difference.reason)
    for match in slot_evidence(pair):
        yield _relation((match.fact_a, match.fact_b), match.verdict, "slot", match.confidence, match.reason)
    for facts, confidence in mirrored_facts(pair):
        reason = f"both say {facts[0].value.text} in the same words"
        yield _relation(facts, Verdict.COMPATIBLE, "alignment", confidence, reason)


def _relation(
    facts: tuple[Fact, Fact], verdict: Verdict, method: str, confidence: float, reason: str
) -> Relation:
    label = _LABELS.get(verdict, RelationLabel.NONE)
    return Relation(label, facts[0], facts[1], method, round(min(1.0, confidence), 3), reason)
