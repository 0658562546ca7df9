"""What models answer: one record a prompt, as the schema beside the prompt describes it.

These are the words of a model, checked for their form and for nothing else. Whether a quote stands in its
document, a path in the taxonomy, or a label follows from its booleans is checked by the stage that asked.

The order of the fields is the order in which a model writes them: evidence first, then what follows from it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from graphprobe.records import RelationLabel

Confidence = Annotated[float, Field(ge=0, le=1)]


class Reply(BaseModel):
    """An answer: the fields asked for, all of them, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ProbeReply(Reply):
    """Whether the model can be reached."""

    ready: bool


class LabelReply(Reply):
    """A knowledge point of a document, with the passage that shows it best."""

    path: str
    confidence: Confidence
    quote: str


class KnowledgePointsReply(Reply):
    """What a document is about; nothing, if it informs about nothing."""

    labels: list[LabelReply]


class FactReply(Reply):
    """One claim of a document; ``time``, ``scope`` and ``attribution`` are empty where it doesn't say."""

    quote: str
    subject: str
    attribute: str
    value: str
    kind: Literal[
        "number",
        "quantity",
        "money",
        "date",
        "duration",
        "place",
        "person",
        "organization",
        "category",
        "text",
    ]
    time: str
    scope: str
    attribution: str


class FactsReply(Reply):
    """The facts that a document states."""

    facts: list[FactReply]


class RelationReply(Reply):
    """How two documents' accounts of one fact relate (ElephantBench, section 3.2, equation 6)."""

    quote_a: str
    quote_b: str
    subject: str
    attribute: str
    value_a: str
    value_b: str
    reason: str
    same_subject: bool
    same_attribute: bool
    same_fact_context: bool
    values_compatible: bool
    label: Literal["none", "support", "conflict"]
    confidence: Confidence

    @property
    def computed(self) -> RelationLabel:
        """The label that follows from the four booleans; ``label`` is only what the model called it."""
        if not (self.same_subject and self.same_attribute and self.same_fact_context):
            return RelationLabel.NONE
        return RelationLabel.SUPPORT if self.values_compatible else RelationLabel.CONFLICT


class ConflictReply(Reply):
    """Whether accounts really contradict each other, and what is contested."""

    reason: str
    real: bool
    subject: str
    attribute: str
    description: str


class PassageReply(Reply):
    """A passage of one of the documents, by the label it was given."""

    document: str
    quote: str


class AnswerReply(Reply):
    """One answer of a question, and where documents state it."""

    value: str
    evidence: list[PassageReply]


class QuestionsReply(Reply):
    """Both formulations of a contested fact, with every answer the documents give."""

    keep: bool
    reason: str
    named_entity: str
    clue_based: str
    clues: list[PassageReply]
    answers: list[AnswerReply]


class GroundedAnswerReply(Reply):
    """Whether a document states an answer, and where."""

    label: str
    document: str
    quote: str
    supported: bool


class GroundingReply(Reply):
    """What is left of a question's answers when only its documents count."""

    answers: list[GroundedAnswerReply]
    same_subject: bool
    same_attribute: bool
    same_fact_context: bool
    questions_valid: bool
    reason: str


class AssessmentReply(Reply):
    """Whether an answer gives one gold answer, by its label, and the passage that does."""

    gold: str
    evidence: str
    covered: bool


class ContradictionReply(Reply):
    """A claim of an answer that excludes the gold answers."""

    claim: str
    reason: str


class JudgeReply(Reply):
    """A judge's verdict on one answer (ElephantBench, section 3.4 and figure 12b)."""

    assessments: list[AssessmentReply]
    contradictions: list[ContradictionReply]
    reason: str
    label: Literal["complete", "partial", "failed"]
