"""What evaluation passes on: items, responses and judgments.

The words are those of ElephantBench, sections 3.3 and 3.4. A response has no outcome of its own; a judgment
has one only when its judge could be read: whatever failed on the way keeps its own status and is never a
failed recall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from graphprobe.records import Status


class Outcome(str, Enum):
    """How much of an item's gold answers a response recalls (ElephantBench, section 3.4)."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Item:
    """One closed-book question with all its gold answers.

    Attributes:
        id: ``benchmark_id``, a canonical UUID.
        group: ``item_group_id``; both formulations of a conflict share it.
        question: what the target is asked.
        gold_answers: the verified accounts, two or more, in the order of the benchmark.
        preferred_answer: the readable reference answer.
        formulation: ``named_entity`` or ``clue_based``; None: the benchmark doesn't say.
        conflict: id of the conflict in the graph; None: not known.
        field: field of the conflict's knowledge point; None: not known.
        mechanism: why sources differ (ElephantBench, section 5.4); None: not known.
    """

    id: str
    group: str
    question: str
    gold_answers: tuple[str, ...]
    preferred_answer: str
    formulation: str | None = None
    conflict: str | None = None
    field: str | None = None
    mechanism: str | None = None

    @property
    def cluster(self) -> str:
        """What intervals resample: the conflict, which all items of a group share."""
        return self.conflict or self.group


@dataclass(frozen=True, slots=True)
class Response:
    """What a target model said to one item, in one sample.

    Attributes:
        item: the item's id.
        sample: index of the sample, from 0.
        status: ``ok`` when there is an answer to judge; ``truncated`` answers are kept but cut.
        answer: the answer without its reasoning; None where there is none.
        model: the target model.
        reasoning: the reasoning, where the endpoint shows it.
        reasoning_tokens: tokens of reasoning that the endpoint counted; None: it doesn't say.
        finish_reason: why the answer ended, in the endpoint's word.
        usage: the endpoint's own account of tokens.
        elapsed_seconds: seconds from sending to the last byte.
        note: why the status isn't ``ok``.
        at: when it was received, ISO 8601 in UTC.
    """

    item: str
    sample: int
    status: Status
    answer: str | None
    model: str
    reasoning: str | None = None
    reasoning_tokens: int | None = None
    finish_reason: str | None = None
    usage: Mapping[str, Any] | None = None
    elapsed_seconds: float = 0.0
    note: str = ""
    at: str | None = None

    @property
    def key(self) -> tuple[str, int]:
        """What is unique in a run: item and sample."""
        return self.item, self.sample


@dataclass(frozen=True, slots=True)
class Coverage:
    """Whether a response gives one gold answer, and the words of it that do."""

    covered: bool
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A claim of a response that excludes the gold answers, and why."""

    claim: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judgment:
    """What a judge made of one response.

    Attributes:
        item: the item's id.
        sample: index of the response's sample.
        judge: ``offline`` or the judge model's name.
        status: ``ok`` when the verdict could be read; any other is reported as unscored.
        coverage: one entry a gold answer, in the order of the item; empty unless ``ok``.
        contradictions: material contradictions; empty: none.
        rationale: the judge's reason in words.
        note: why the status isn't ``ok``.
        raw: the judge's reply as it came; None for the offline judge.
        elapsed_seconds: seconds of judging.
        bare: the label of a judge that doesn't say what is covered, as older files of the public code have
            it; it counts only where there is no coverage.
        prompt: name and version of the prompt that the judge was asked with, or of the rules it's made of.
        round: how many times the judge had gone through the run before; regrading begins another.
    """

    item: str
    sample: int
    judge: str
    status: Status
    coverage: tuple[Coverage, ...] = ()
    contradictions: tuple[Contradiction, ...] = field(default=())
    rationale: str = ""
    note: str = ""
    raw: str | None = None
    elapsed_seconds: float = 0.0
    bare: Outcome | None = None
    prompt: str = ""
    round: int = 0

    @property
    def key(self) -> tuple[str, int]:
        """What is unique to a judge in a run: item and sample."""
        return self.item, self.sample

    @property
    def outcome(self) -> Outcome | None:
        """The label computed from coverage and contradictions; None: unscored."""
        if self.status is not Status.OK:
            return None
        if not self.coverage and self.bare:
            return self.bare
        return outcome_of([one.covered for one in self.coverage], bool(self.contradictions))


def outcome_of(covered: Sequence[bool], contradicted: bool) -> Outcome:
    """The outcome that follows from a verdict (ElephantBench, section 3.4 and figure 12b).

    Any material contradiction, or no gold answer covered: failed; all covered: complete; else partial.
    """
    if contradicted or not any(covered):
        return Outcome.FAILED
    return Outcome.COMPLETE if all(covered) else Outcome.PARTIAL
