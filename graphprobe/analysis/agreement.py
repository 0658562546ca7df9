"""How far a judge agrees with people, and what its verdicts are worth (ElephantBench, appendix D).

Intervals draw whole questions, since the answers of several models to one question are judged alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt
from typing import Any

import numpy as np

from graphprobe.analysis.scores import interval
from graphprobe.analysis.statistics import (
    RESAMPLES,
    Estimate,
    Floats,
    Statistic,
    alpha,
    bootstrap,
    cluster_sums,
    coincidences,
    corrected_rate,
    kappa,
    ratio,
)
from graphprobe.text.normalize import fold


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What was said of one answer.

    Attributes:
        question: the question, whose answers go together.
        judge: the judge's verdict; None: unscored.
        human: the people's; None: there is none.
        annotators: the single people's, where several graded.
    """

    question: str
    judge: str | None
    human: str | None
    annotators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Agreement:
    """A judge against people; figures are of answers that both gave a verdict on, unless it says otherwise.

    Attributes:
        scale: the verdicts, the best first; rates are of that one.
        n: answers with both verdicts.
        questions: questions they answer.
        confusion: how many have which verdict of people (rows) and of the judge (columns).
        exact: share of equal verdicts.
        kappa: Cohen's kappa; undefined where both always say the same.
        human_rate: share of the best verdict by people.
        judge_rate: the same by the judge.
        unscored: answers that the judge gave no verdict on.
        alpha: Krippendorff's alpha among the annotators; None: no answer has two.
        alpha_with_judge: the same with the judge as one more annotator.
        corrected: the rate on all answers that the judge has a verdict on, graded by people or not, corrected
            by those that were; None: people graded all of them.
        ungraded: answers with a verdict of the judge alone.
    """

    scale: tuple[str, ...]
    n: int
    questions: int
    confusion: tuple[tuple[int, ...], ...]
    exact: Estimate
    kappa: Estimate
    human_rate: Estimate
    judge_rate: Estimate
    unscored: int
    alpha: Estimate | None
    alpha_with_judge: Estimate | None
    corrected: Estimate | None
    ungraded: int


def agreement(
    verdicts: Iterable[Verdicts], scale: Sequence[str], *, resamples: int = RESAMPLES, seed: int = 0
) -> Agreement:
    """Compares a judge with people.

    Args:
        verdicts: what was said of each answer.
        scale: the verdicts there are, the best first.
        resamples: resamples of the bootstrap.
        seed: its seed.
    """
    rows = list(verdicts)
    scored = [row for row in rows if row.judge is not None]
    both = [row for row in scored if row.human is not None]
    several = [row for row in rows if len(row.annotators) > 1]
    judged = [row for row in several if row.judge is not None]

    def estimates(of: Sequence[Verdicts], cells: Floats, statistic: Statistic) -> list[Estimate]:
        sums = cluster_sums(cells, [fold(row.question) for row in of])
        return bootstrap(sums, statistic, resamples=resamples, seed=seed)

    size = len(scale) ** 2
    table = np.array([_cell(row, scale) for row in both]).reshape(-1, size)
    exact, agreed, human_rate, judge_rate = estimates(both, table, _figures)
    alphas = [
        estimates(units, coincidences(values, scale).reshape(-1, size), _alpha)[0] if units else None
        for units, values in (
            (several, [row.annotators for row in several]),
            (judged, [(*row.annotators, row.judge or "") for row in judged]),
        )
    ]
    corrected = None
    if len(both) < len(scored):
        cells = np.array([_correction_cell(row, scale[0]) for row in scored])
        [corrected] = estimates(scored, cells, _corrected)
    return Agreement(
        scale=tuple(scale),
        n=len(both),
        questions=len({fold(row.question) for row in both}),
        confusion=tuple(
            tuple(sum((row.human, row.judge) == (human, judge) for row in both) for judge in scale)
            for human in scale
        ),
        exact=exact,
        kappa=agreed,
        human_rate=human_rate,
        judge_rate=judge_rate,
        unscored=len(rows) - len(scored),
        alpha=alphas[0],
        alpha_with_judge=alphas[1],
        corrected=corrected,
        ungraded=len(scored) - len(both),
    )


def _cell(row: Verdicts, scale: Sequence[str]) -> list[float]:
    """An answer's cell of the confusion table, row by row: people's verdict, then the judge's."""
    return [float((row.human, row.judge) == pair) for pair in product(scale, repeat=2)]


def _correction_cell(row: Verdicts, best: str) -> list[float]:
    """An answer's cell for :func:`~graphprobe.analysis.statistics.corrected_rate`."""
    human = None if row.human is None else row.human == best
    cells = ((True, True), (True, False), (False, True), (False, False), (None, True), (None, False))
    return [float((human, row.judge == best) == cell) for cell in cells]


def _square(sums: Floats) -> Floats:
    """Sums of the cells of a square table as that table."""
    return sums.reshape(*sums.shape[:-1], isqrt(sums.shape[-1]), -1)


def _figures(sums: Floats) -> Floats:
    """Exact agreement, kappa, and the rate of the best verdict by people and by the judge."""
    table = _square(sums)
    total = sums.sum(axis=-1)
    counts = np.trace(table, axis1=-2, axis2=-1), table[..., 0, :].sum(axis=-1), table[..., 0].sum(axis=-1)
    exact, human, judge = (ratio(count, total) for count in counts)
    return np.stack([exact, kappa(table), human, judge], axis=-1)


def _alpha(sums: Floats) -> Floats:
    return alpha(_square(sums))[..., None]


def _corrected(sums: Floats) -> Floats:
    return corrected_rate(sums)[..., None]


def to_json(found: Agreement) -> dict[str, Any]:
    """The agreement as plain values; None: undefined, or there is nothing to tell it from."""
    figures = {
        "exact": found.exact,
        "kappa": found.kappa,
        "human_rate": found.human_rate,
        "judge_rate": found.judge_rate,
        "alpha": found.alpha,
        "alpha_with_judge": found.alpha_with_judge,
        "corrected_rate": found.corrected,
    }
    return {
        "scale": found.scale,
        "n": found.n,
        "questions": found.questions,
        "unscored": found.unscored,
        "ungraded": found.ungraded,
        "confusion": {
            name: dict(zip(found.scale, row, strict=True))
            for name, row in zip(found.scale, found.confusion, strict=True)
        },
        **{
            name: estimate and {"value": estimate.value, "interval": interval(estimate)}
            for name, estimate in figures.items()
        },
    }
