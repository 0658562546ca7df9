"""Answers that people graded: files to measure a judge on.

One JSON object a row: ``question``, ``gold_answers`` (a list of texts), ``response``, and what people say, in
one of two scales that a file keeps to:

- ``human_correct``: true or false; the gold answers are then other words for one another, and any will do;
- ``human_outcome``: ``complete``, ``partial`` or ``failed``; the gold answers are then accounts, all wanted.

The verdict may be null or absent where nobody graded the row. Several people's verdicts stand in a list, in
``annotators`` beside the settled verdict or in its place, or in columns ``human_1``, ``human_2`` ...; null is
who didn't grade. Where there is no settled verdict, most of them settle it, and a tie leaves it open. ``id``
is the row's own, else the number of its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from graphprobe.corpus.identity import Unusable
from graphprobe.corpus.inputs import find_inputs
from graphprobe.corpus.readers import read_records
from graphprobe.errors import DataError
from graphprobe.evaluation.judge import Case, Judge
from graphprobe.evaluation.records import Judgment, Outcome
from graphprobe.records import Status

CORRECT = ("correct", "incorrect")
OUTCOMES = tuple(outcome.value for outcome in Outcome)

_COLUMN = re.compile(r"human_\d+")
_SETTLED = ("human_correct", "human_outcome")


@dataclass(frozen=True, slots=True)
class GradedRow:
    """One graded answer.

    Attributes:
        id: the row's id.
        question: what was asked.
        gold_answers: what is right.
        response: the answer.
        human: the settled verdict; None: nobody graded it, or people don't agree.
        annotators: the verdicts of those who graded it, where several might have.
    """

    id: Any
    question: str
    gold_answers: tuple[str, ...]
    response: str
    human: str | None
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A graded answer and what a judge says of it.

    Attributes:
        row: the answer.
        verdict: in the file's scale; None: unscored.
        judgment: how the judge came to it.
    """

    row: GradedRow
    verdict: str | None
    judgment: Judgment


class GradedFile:
    """A file of graded answers. It's read through once, and once more each time it's gone through.

    Attributes:
        path: the file.
        scale: the verdicts there are, the best first.
        count: how many rows can be used.
        problems: those that can't be used, each with its line.
    """

    def __init__(self, path: Path) -> None:
        """Reads the file through.

        Raises:
            ConfigError: there is no such file.
        """
        self.path = path
        self.scale: tuple[str, ...] = ()
        self.problems: list[DataError] = []
        self.count = sum(1 for _ in self._rows(self.problems))
        self.scale = self.scale or CORRECT

    def __iter__(self) -> Iterator[GradedRow]:
        return self._rows([])

    def _rows(self, problems: list[DataError]) -> Iterator[GradedRow]:
        for file in find_inputs([self.path]):
            for number, fields in read_records(file):
                try:
                    yield self._row(number, fields)
                except ValueError as error:
                    problems.append(DataError(str(error), where=f"{self.path}:{number}"))

    def _row(self, number: int, fields: Mapping[str, Any] | Unusable) -> GradedRow:
        if isinstance(fields, Unusable):
            raise ValueError(fields.reason)
        golds = fields.get("gold_answers")
        texts = isinstance(golds, list) and all(isinstance(gold, str) and gold.strip() for gold in golds)
        if not golds or not texts:
            raise ValueError("gold_answers isn't a list of texts")
        for name in ("question", "response"):
            if not isinstance(fields.get(name), str):
                raise ValueError(f"the row has no {name}")
        human, annotators = self._verdicts(fields)
        return GradedRow(
            fields.get("id", number), fields["question"], tuple(golds), fields["response"], human, annotators
        )

    def _verdicts(self, fields: Mapping[str, Any]) -> tuple[str | None, tuple[str, ...]]:
        """The settled verdict and those of the annotators."""
        settled = next((fields[name] for name in _SETTLED if fields.get(name) is not None), None)
        several = fields.get("annotators")
        if isinstance(settled, list):
            settled, several = None, settled
        if several is None:
            several = [fields[name] for name in sorted(filter(_COLUMN.fullmatch, fields))]
        if not isinstance(several, list):
            raise ValueError("annotators isn't a list")
        annotators = tuple(self._verdict(value) for value in several if value is not None)
        return (most(annotators) if settled is None else self._verdict(settled)), annotators

    def _verdict(self, value: Any) -> str:
        """A value as a verdict of the file's scale."""
        scale: tuple[str, ...]
        if isinstance(value, bool):
            verdict, scale = CORRECT[not value], CORRECT
        elif isinstance(value, str) and value in OUTCOMES:
            verdict, scale = value, OUTCOMES
        else:
            raise ValueError(f"a verdict is true, false, {', '.join(OUTCOMES)} or null, not {value!r}")
        if self.scale and scale != self.scale:
            raise ValueError(
                f"{value!r} is of another scale than the verdicts before: {', '.join(self.scale)}"
            )
        self.scale = scale
        return verdict


def most(verdicts: Sequence[str]) -> str | None:
    """The verdict of most people; None where there is no single one."""
    ranked = Counter(verdicts).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def judge_graded(rows: Iterable[GradedRow], judge: Judge, scale: Sequence[str]) -> Iterator[JudgedRow]:
    """What a judge says of graded answers, in their order; what people say isn't shown to it.

    Raises:
        PartialError: the budget is spent.
    """
    waiting = iter(rows)
    while batch := list(islice(waiting, judge.batch)):
        cases = [Case(str(row.id), 0, row.question, row.gold_answers, row.response) for row in batch]
        for row, judgment in zip(batch, judge.judge(cases, 0), strict=True):
            yield JudgedRow(row, _in_scale(judgment, scale), judgment)
        judge.check()


def _in_scale(judgment: Judgment, scale: Sequence[str]) -> str | None:
    """A judgment as a verdict of a scale."""
    if judgment.status is not Status.OK or judgment.outcome is None:
        return None
    if scale == OUTCOMES:
        return judgment.outcome.value
    return CORRECT[judgment.outcome is Outcome.FAILED]
