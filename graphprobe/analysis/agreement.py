"""How far a judge agrees with people, and what its verdicts are worth (ElephantBench, appendix D).

Intervals draw whole questions, since the answers of several models to one question are judged alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphprobe.analysis.scores import interval
from graphprobe.analysis.statistics import (
    RESAMPLES,
    Estimate,
    Floats,
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
    """A judge against people. Everything but the last three is of answers that both gave a verdict on.

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
    code = {name: index for index, name in enumerate(scale)}
    scored = [row for row in rows if row.judge is not None]
    both = [row for row in scored if row.human is not None]
    size = len(scale)

    def estimates(cells: Floats, of: Sequence[Verdicts], statistic: Any) -> list[Estimate]:
        sums = cluster_sums(cells, [fold(row.question) for row in of])
        return bootstrap(sums, statistic, resamples=resamples, seed=seed)

    tables = np.zeros((len(both), size, size))
    for table, row in zip(tables, both, strict=True):
        table[code[row.human or ""], code[row.judge or ""]] = 1

    def figures(sums: Floats) -> Floats:
        confusion = sums.reshape(*sums.shape[:-1], size, size)
        total = confusion.sum(axis=(-2, -1))
        equal = np.trace(confusion, axis1=-2, axis2=-1)
        best = confusion[..., 0, :].sum(axis=-1), confusion[..., :, 0].sum(axis=-1)
        return np.stack(
            [ratio(equal, total), kappa(confusion), *(ratio(count, total) for count in best)], axis=-1
        )

    def alpha_of(units: Sequence[Verdicts], values: Sequence[Sequence[str]]) -> Estimate | None:
        if not units:
            return None
        cells = coincidences(values, scale).reshape(len(units), size * size)
        [found] = estimates(
            cells, units, lambda sums: alpha(sums.reshape(*sums.shape[:-1], size, size))[..., None]
        )
        return found

    exact, agreed, human_rate, judge_rate = estimates(tables.reshape(len(both), size * size), both, figures)
    several = [row for row in rows if len(row.annotators) > 1]
    judged = [row for row in several if row.judge is not None]
    return Agreement(
        tuple(scale),
        len(both),
        len({fold(row.question) for row in both}),
        tuple(tuple(int(count) for count in row) for row in tables.sum(axis=0)),
        exact,
        agreed,
        human_rate,
        judge_rate,
        len(rows) - len(scored),
        alpha_of(several, [row.annotators for row in several]),
        alpha_of(judged, [(*row.annotators, row.judge or "") for row in judged]),
        None
        if len(both) == len(scored)
        else estimates(
            np.array([_correction_cell(row, scale[0]) for row in scored]),
            scored,
            lambda sums: corrected_rate(sums)[..., None],
        )[0],
        len(scored) - len(both),
    )


def _correction_cell(row: Verdicts, best: str) -> list[float]:
    """The cell of an answer for :func:`~graphprobe.analysis.statistics.corrected_rate`."""
    judge = row.judge == best
    if row.human is None:
        index = 4 if judge else 5
    else:
        index = {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}[
            row.human == best, judge
        ]
    return [float(index == cell) for cell in range(6)]


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
