"""Statistics of outcomes: clustered bootstrap intervals, McNemar's test, agreement, and corrected rates.

Every figure of an evaluation is a function of sums: C of the number of complete items and of all items, kappa
of the cells of a confusion table, alpha of a coincidence matrix, a rate corrected for the judge's errors of
the cells it was measured on. So one bootstrap serves them all: whole clusters (the items of one conflict, the
responses to one question) are drawn with replacement, their sums are added up, and the figures of each sum
are computed at once. Pure functions over arrays; nothing here knows what an outcome is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import stats

Floats: TypeAlias = npt.NDArray[np.float64]
# From sums (..., cells) to figures (..., figures); NaN where a figure is undefined.
Statistic: TypeAlias = Callable[[Floats], Floats]

RESAMPLES = 10_000
LEVEL = 0.95
_MOST_DRAWN = 4_000_000  # numbers in memory at once


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its interval; None: undefined, as K is when nothing was recalled.

    Attributes:
        value: the figure on the data itself.
        low: lower end of the interval.
        high: upper end of the interval.
    """

    value: float | None
    low: float | None = None
    high: float | None = None


def cluster_sums(values: npt.ArrayLike, clusters: Sequence[Hashable]) -> Floats:
    """Sums of rows by cluster, one row a cluster, in the order in which clusters first appear.

    Args:
        values: one row an item, one column a cell.
        clusters: the cluster of each row.
    """
    rows = np.asarray(values, dtype=np.float64)
    codes: dict[Hashable, int] = {}
    index = np.fromiter((codes.setdefault(name, len(codes)) for name in clusters), np.intp, len(clusters))
    sums = np.zeros((len(codes), rows.shape[1] if rows.ndim == 2 else 0))
    np.add.at(sums, index, rows)
    return sums


def bootstrap(
    sums: Floats,
    statistic: Statistic,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
    level: float = LEVEL,
) -> list[Estimate]:
    """Figures with percentile intervals from a bootstrap over clusters (Efron and Tibshirani 1993, ch. 13).

    Args:
        sums: one row a cluster, one column a cell (:func:`cluster_sums`).
        statistic: from sums to figures.
        resamples: how many times the clusters are drawn.
        seed: of the random numbers; equal seeds and data give equal intervals.
        level: share of resamples that the interval holds.

    Returns:
        One estimate a figure. A figure that is undefined on the data has no value; one whose data are a
        single cluster, or that is undefined in every resample, has no interval.
    """
    values = statistic(sums.sum(axis=0))
    if len(sums) < 2:
        return [Estimate(_number(value)) for value in values]
    drawn = statistic(_resampled(sums, resamples, np.random.default_rng(seed)))
    tail = 100 * (1 - level) / 2
    return [_interval(value, column, tail) for value, column in zip(values, drawn.T, strict=True)]


def _resampled(sums: Floats, resamples: int, random: np.random.Generator) -> Floats:
    """Sums over resampled clusters, one row a resample.

    Clusters with equal sums can't be told apart, and how often each kind is drawn is multinomial. There are
    few kinds (a conflict with two items has ten), so a benchmark of any size costs little time and memory.
    """
    kinds, sizes = np.unique(sums, axis=0, return_counts=True)
    shares = sizes / sizes.sum()
    step = max(1, _MOST_DRAWN // len(kinds))
    parts = [
        random.multinomial(len(sums), shares, size=min(step, resamples - start)) @ kinds
        for start in range(0, resamples, step)
    ]
    return np.concatenate(parts)


def _interval(value: float, drawn: Floats, tail: float) -> Estimate:
    defined = drawn[~np.isnan(drawn)]
    if np.isnan(value) or not len(defined):
        return Estimate(_number(value))
    low, high = np.percentile(defined, [tail, 100 - tail])
    return Estimate(float(value), float(low), float(high))


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def ratio(above: Any, below: Any) -> Floats:
    """``above / below``, NaN where ``below`` is 0."""
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    result = np.full(np.broadcast_shapes(above.shape, below.shape), np.nan)
    np.divide(above, below, out=result, where=below != 0)
    return result


def mcnemar(only_a: int, only_b: int) -> float:
    """The two-sided exact p of McNemar's test (McNemar 1947): the discordant pairs against a fair coin.

    Args:
        only_a: pairs in which only A succeeds.
        only_b: pairs in which only B does.
    """
    both = only_a + only_b
    return float(stats.binomtest(only_a, both, 0.5).pvalue) if both else 1.0


def kappa(confusion: Floats) -> Floats:
    """Cohen's kappa (Cohen 1960) of confusion tables ``(..., k, k)``; NaN where both always say the same."""
    total = confusion.sum(axis=(-2, -1))
    observed = ratio(np.trace(confusion, axis1=-2, axis2=-1), total)
    expected = ratio((confusion.sum(axis=-1) * confusion.sum(axis=-2)).sum(axis=-1), total**2)
    return ratio(observed - expected, 1 - expected)


def coincidences(units: Iterable[Sequence[Hashable]], categories: Sequence[Hashable]) -> Floats:
    """Coincidence matrices of units, ``(units, k, k)`` (Krippendorff 2011, "Computing Krippendorff's alpha").

    Args:
        units: for each unit the values that observers gave it, absent ones left out.
        categories: all values there are.
    """
    code = {category: index for index, category in enumerate(categories)}
    matrices = []
    for values in units:
        matrix = np.zeros((len(code), len(code)))
        for one, other in permutations(values, 2):
            matrix[code[one], code[other]] += 1 / (len(values) - 1)
        matrices.append(matrix)
    return np.array(matrices).reshape(-1, len(code), len(code))


def alpha(coincidence: Floats) -> Floats:
    """Krippendorff's alpha for nominal values, of coincidence matrices ``(..., k, k)``.

    NaN where only one value was ever given: there is nothing to agree about.
    """
    margin = coincidence.sum(axis=-1)
    total = margin.sum(axis=-1)
    disagreement = total - np.trace(coincidence, axis1=-2, axis2=-1)
    by_chance = total**2 - (margin**2).sum(axis=-1)
    return 1 - ratio((total - 1) * disagreement, by_chance)


def corrected_rate(cells: Floats) -> Floats:
    """The rate that people would find, from a judge's rate and a subset that people judged too.

    Prediction-powered inference for a mean, with the power-tuned weight (Angelopoulos, Duchi and Zrnic 2023,
    "PPI++"): the people's rate on the subset plus ``w`` times what the judge finds on the rest beyond what it
    finds on the subset, ``w`` being ``cov(people, judge) / ((1 + n / N) var(judge))``, cut to [0, 1]. The
    estimate is right on average whatever the judge's errors are, provided the subset is a random one.

    Args:
        cells: ``(..., 6)``: on the subset both say yes, only people, only the judge, neither; on the rest the
            judge says yes, no.

    Returns:
        The rate, ``(...)``. NaN where the subset is empty; the people's rate where there is no rest.
    """
    both, people_only, judge_only, neither, rest_yes, rest_no = np.moveaxis(cells, -1, 0)
    subset, rest = both + people_only + judge_only + neither, rest_yes + rest_no
    people, judge = ratio(both + people_only, subset), ratio(both + judge_only, subset)
    judge_all = ratio(both + judge_only + rest_yes, subset + rest)
    covariance = ratio(both, subset) - people * judge
    variance = judge_all * (1 - judge_all)
    weight = np.nan_to_num(ratio(covariance, (1 + ratio(subset, rest)) * variance)).clip(0, 1)
    return np.asarray(people + weight * np.nan_to_num(ratio(rest_yes, rest) - judge))
