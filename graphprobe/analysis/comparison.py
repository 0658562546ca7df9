"""Two runs on the same items: paired differences with clustered intervals, and McNemar's exact test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphprobe.analysis.scores import (
    BENCHMARK,
    RATES,
    SCORED,
    interval,
    rates,
    scored,
    shares,
)
from graphprobe.analysis.statistics import RESAMPLES, Estimate, Floats, bootstrap, cluster_sums, mcnemar
from graphprobe.errors import DataError
from graphprobe.evaluation.outcomes import RunOutcomes
from graphprobe.evaluation.records import Item


@dataclass(frozen=True, slots=True)
class McNemar:
    """Complete recall of the same items in two runs.

    Attributes:
        both: items complete in both.
        only_a: items complete in A only.
        only_b: items complete in B only.
        neither: items complete in neither.
        p: two-sided exact p of ``only_a`` against ``only_b``.
    """

    both: int
    only_a: int
    only_b: int
    neither: int
    p: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A minus B over one denominator.

    Attributes:
        over: ``benchmark``: all items in common; ``scored``: those with a verdict in both runs.
        n: how many items that is.
        a: rates of A on these items; None: undefined.
        b: rates of B.
        rates: A minus B, with clustered intervals.
        complete: McNemar's test; None: a run has several samples an item, for which there is no such test.
    """

    over: str
    n: int
    a: dict[str, float | None]
    b: dict[str, float | None]
    rates: dict[str, Estimate]
    complete: McNemar | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs compared on the items they have in common.

    Attributes:
        a: name of the first run.
        b: name of the second.
        common: items in both.
        only_a: items of A's alone.
        only_b: items of B's alone.
        differences: over the items in common, and over those of them scored in both.
    """

    a: str
    b: str
    common: int
    only_a: int
    only_b: int
    differences: tuple[Difference, Difference]


def compare_runs(a: RunOutcomes, b: RunOutcomes, *, resamples: int = RESAMPLES, seed: int = 0) -> Comparison:
    """Compares two runs, item by item.

    Args:
        a: one run under one judge.
        b: another on the same benchmark.
        resamples: resamples of the bootstrap.
        seed: its seed.

    Raises:
        DataError: the runs are of different benchmarks, or under different judges.
    """
    items = common_items([a, b])
    clusters = [item.cluster for item in items]
    single = a.samples == b.samples == 1
    whole_a, whole_b = shares(a, items), shares(b, items)

    def over(name: str, rows_a: Floats, rows_b: Floats) -> Difference:
        sums = cluster_sums(np.hstack([rows_a, rows_b]), clusters)
        estimates = bootstrap(sums, _difference, resamples=resamples, seed=seed)
        return Difference(
            name,
            int(rows_a.any(axis=1).sum()),
            _named(rates(rows_a.sum(axis=0))),
            _named(rates(rows_b.sum(axis=0))),
            dict(zip(RATES, estimates, strict=True)),
            _mcnemar(rows_a, rows_b) if single else None,
        )

    scored_a, scored_b = scored(whole_a), scored(whole_b)
    in_both = scored_a.any(axis=1, keepdims=True) & scored_b.any(axis=1, keepdims=True)
    return Comparison(
        a.run,
        b.run,
        len(items),
        len(a.items) - len(items),
        len(b.items) - len(items),
        (over(BENCHMARK, whole_a, whole_b), over(SCORED, scored_a * in_both, scored_b * in_both)),
    )


def common_items(runs: Sequence[RunOutcomes]) -> list[Item]:
    """The items that all runs were asked, in the order of the first.

    Raises:
        DataError: the runs are of different benchmarks or under different judges, or two have one name.
    """
    first = runs[0]
    for number, run in enumerate(runs[1:], 1):
        if run.run in {earlier.run for earlier in runs[:number]}:
            raise DataError(f"two runs are called {run.run}", remedy="Name each run once.")
        if run.judge != first.judge:
            raise DataError(
                f"{first.run} was judged by {first.judge or 'nobody known'}, "
                f"{run.run} by {run.judge or 'nobody known'}",
                remedy="Judge both by one judge, and name it with --judge.",
            )
        if run.benchmark != first.benchmark and _asked(run) != _asked(first):
            raise DataError(
                f"{run.run} and {first.run} are runs on different benchmarks",
                remedy="Compare runs whose items are the same.",
            )
    in_all = set.intersection(*({item.id for item in run.items} for run in runs))
    return [item for item in first.items if item.id in in_all]


def to_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain values, rates as fractions; None: undefined."""
    return {
        "a": comparison.a,
        "b": comparison.b,
        "items": {"common": comparison.common, "only_a": comparison.only_a, "only_b": comparison.only_b},
        **{difference.over: _difference_json(difference) for difference in comparison.differences},
    }


def _difference_json(difference: Difference) -> dict[str, Any]:
    test = difference.complete
    return {
        "n": difference.n,
        "a": difference.a,
        "b": difference.b,
        "difference": {name: estimate.value for name, estimate in difference.rates.items()},
        "intervals": {name: interval(estimate) for name, estimate in difference.rates.items()},
        "mcnemar": test
        and {
            "both": test.both,
            "only_a": test.only_a,
            "only_b": test.only_b,
            "neither": test.neither,
            "p": test.p,
        },
    }


def _asked(run: RunOutcomes) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {item.id: (item.question, item.gold_answers) for item in run.items}


def _difference(sums: Floats) -> Floats:
    return rates(sums[..., :4]) - rates(sums[..., 4:])


def _mcnemar(rows_a: Floats, rows_b: Floats) -> McNemar:
    """Items that neither run has in its denominator are in no cell."""
    present = rows_a.any(axis=1)
    a, b = rows_a[present, 0] == 1, rows_b[present, 0] == 1
    only_a, only_b = int((a & ~b).sum()), int((~a & b).sum())
    return McNemar(int((a & b).sum()), only_a, only_b, int((~a & ~b).sum()), mcnemar(only_a, only_b))


def _named(values: Floats) -> dict[str, float | None]:
    return {
        name: None if np.isnan(value) else float(value) for name, value in zip(RATES, values, strict=True)
    }
