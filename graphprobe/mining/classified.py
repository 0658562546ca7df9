"""What a classifier of pairs says, whether rules or a language model decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from graphprobe.records import Relation, RelationLabel, Status

if TYPE_CHECKING:
    from graphprobe.mining.reading import DocumentReading


@dataclass(frozen=True, slots=True)
class Classified:
    """What is known of a pair.

    Attributes:
        relations: one a slot; none says that there is none.
        status: ``ok``, or how the question to a model ended; the relations are those of the rules then.
        note: why it isn't ``ok``.
    """

    relations: Sequence[Relation]
    status: Status = Status.OK
    note: str = ""


class RelationClassifier(Protocol):
    """What decides about pairs of documents: rules, or rules with a language model."""

    def options(self) -> Mapping[str, Any]:
        """What changes its results, for the stage's fingerprint."""

    def classify(self, pairs: Sequence[tuple[DocumentReading, DocumentReading]]) -> list[Classified]:
        """What is known of each pair, in the order of the pairs."""


def label_of(relations: Sequence[Relation]) -> RelationLabel:
    """The label of a pair as a whole: conflict if the documents conflict on any slot (paper, equation 6)."""
    labels = {relation.label for relation in relations}
    for label in (RelationLabel.CONFLICT, RelationLabel.SUPPORT):
        if label in labels:
            return label
    return RelationLabel.NONE
