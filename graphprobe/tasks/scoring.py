"""What the task files of all harnesses share: the chat of an item, and what an answer is worth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphprobe.evaluation.benchmark import item_of
from graphprobe.evaluation.judge import Case, OfflineJudge
from graphprobe.evaluation.records import Item, Outcome
from graphprobe.evaluation.run import messages_of
from graphprobe.llm.free_text import read_text
from graphprobe.llm.templates import load_instruction
from graphprobe.records import Status


@dataclass(frozen=True, slots=True)
class Scored:
    """What an answer is worth.

    Attributes:
        status: ``ok`` when it was judged; any other answer is none, and has no outcome.
        outcome: how much it recalls; None unless ``ok``.
        answer: it without its reasoning.
        rationale: why, in words.
    """

    status: Status
    outcome: Outcome | None
    answer: str
    rationale: str

    def rates(self) -> dict[str, float]:
        """One for the outcome and none for the others: their means are C, P and F over the fixed benchmark.

        An answer that is none counts in no outcome, and in ``unscored``.
        """
        found = {outcome.value: float(outcome is self.outcome) for outcome in Outcome}
        return {**found, "unscored": float(self.outcome is None)}


def read_items(path: Path) -> Iterator[Item]:
    """The items of a task folder."""
    with path.open("rb") as file:
        for line in file:
            yield item_of(json.loads(line))


def chat(question: str) -> list[dict[str, str]]:
    """What a model is sent: the closed-book instruction and the question."""
    return messages_of(question, load_instruction("closed_book"))


def score(item: Item, completion: str, finish: str = "stop") -> Scored:
    """Judges a completion by rules (``graphprobe eval judge --judge offline``).

    Args:
        item: the item.
        completion: what the model wrote, reasoning and all.
        finish: why it ended, in the endpoint's word.
    """
    read = read_text(completion, finish)
    answer = read.text or ""
    if read.status is not Status.OK:
        return Scored(read.status, None, answer, read.note)
    case = Case(item.id, 0, item.question, item.gold_answers, answer)
    [judgment] = OfflineJudge().judge([case], 0)
    return Scored(judgment.status, judgment.outcome, answer, judgment.rationale)
