"""C, P, F and K of a run over two denominators (ElephantBench, section 3.4).

Over the *benchmark* an item without a verdict counts among the items and as none of the three outcomes: ``U``
is its share, and C + P + F + U = 1 (the paper counts generation failures among F: its F is F + U here). Over
what was *scored* such items are left out. Where an item has several samples, each counts for its share, so
that every item weighs the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphprobe.analysis.statistics import RESAMPLES, Estimate, Floats, bootstrap, cluster_sums, ratio
from graphprobe.errors import DataError
from graphprobe.evaluation.outcomes import RunOutcomes
from graphprobe.evaluation.records import Item, Outcome
from graphprobe.records import Status

CELLS = ("complete", "partial", "failed", "unscored")
RATES = ("C", "P", "F", "U", "K")
GROUPINGS = ("formulation", "field", "mechanism")
BENCHMARK, SCORED = "benchmark", "scored"

_COLUMN: dict[Outcome | None, int] = {Outcome.COMPLETE: 0, Outcome.PARTIAL: 1, Outcome.FAILED: 2, None: 3}


@dataclass(frozen=True, slots=True)
class Score:
    """Rates of some items over one denominator.

    Attributes:
        over: the denominator, ``benchmark`` or ``scored``.
        n: how many items it has.
        counts: items by outcome; with several samples, sums of their shares.
        rates: C, P, F, U and K in [0, 1], each with its clustered interval; K is undefined without C and P.
    """

    over: str
    n: int
    counts: dict[str, float]
    rates: dict[str, Estimate]


@dataclass(frozen=True, slots=True)
class GroupScore:
    """Scores of the items that share a property, over both denominators.

    Attributes:
        by: ``formulation``, ``field`` or ``mechanism``; empty: all items.
        group: the property's value; empty: all items.
        clusters: how many conflicts the items come from.
        scores: over the benchmark, and over what was scored.
    """

    by: str
    group: str
    clusters: int
    scores: tuple[Score, Score]


@dataclass(frozen=True, slots=True)
class RunScore:
    """All scores of a run under one judge.

    Attributes:
        run: the run's name.
        model: the target model.
        judge: the judge.
        benchmark: SHA-256 of the benchmark.
        samples: samples of each item.
        responses: counts of the statuses of responses.
        judgments: counts of the statuses of judgments, among responses that are ``ok``.
        overall: the scores of all items.
        groups: the scores of items by what is known of them.
    """

    run: str
    model: str
    judge: str
    benchmark: str
    samples: int
    responses: dict[str, int]
    judgments: dict[str, int]
    overall: GroupScore
    groups: tuple[GroupScore, ...]


def shares(outcomes: RunOutcomes, items: Sequence[Item]) -> Floats:
    """For each item the shares of its samples that are complete, partial, failed and unscored."""
    cells = np.zeros((len(items), len(CELLS)))
    for row, item in enumerate(items):
        for ending in outcomes.of(item):
            cells[row, _COLUMN[ending.outcome]] += 1
    return cells / outcomes.samples


def scored(cells: Floats) -> Floats:
    """The same for the scored samples alone; the row of an item without any is zero."""
    return np.nan_to_num(ratio(cells * [1, 1, 1, 0], cells[..., :3].sum(axis=-1, keepdims=True)))


def rates(sums: Floats) -> Floats:
    """C, P, F, U and K of sums of shares ``(..., 4)``; NaN where they are undefined."""
    plain = ratio(sums, sums.sum(axis=-1, keepdims=True))
    complete = ratio(sums[..., :1], sums[..., :2].sum(axis=-1, keepdims=True))
    return np.concatenate([plain, complete], axis=-1)


def score_run(outcomes: RunOutcomes, *, resamples: int = RESAMPLES, seed: int = 0) -> RunScore:
    """Scores a run, as a whole and by what is known of its items.

    Args:
        outcomes: the run under one judge.
        resamples: resamples of the bootstrap.
        seed: its seed.
    """
    cells = shares(outcomes, outcomes.items)

    def of(by: str, group: str, chosen: Sequence[int]) -> GroupScore:
        clusters = [outcomes.items[index].cluster for index in chosen]
        return GroupScore(
            by, group, len(set(clusters)), score_items(cells[chosen], clusters, resamples, seed)
        )

    groups = []
    for by in GROUPINGS:
        values = [getattr(item, by) for item in outcomes.items]
        for group in sorted(set(filter(None, values))):
            groups.append(of(by, group, [index for index, value in enumerate(values) if value == group]))
    responses, judgments = outcomes.statuses()
    return RunScore(
        outcomes.run,
        outcomes.model,
        outcomes.judge,
        outcomes.benchmark,
        outcomes.samples,
        responses,
        judgments,
        of("", "", range(len(outcomes.items))),
        tuple(groups),
    )


def score_items(
    cells: Floats, clusters: Sequence[str], resamples: int = RESAMPLES, seed: int = 0
) -> tuple[Score, Score]:
    """Scores of items over the benchmark and over what was scored.

    Args:
        cells: each item's shares (:func:`shares`).
        clusters: the conflict of each item.
        resamples: resamples of the bootstrap.
        seed: its seed.
    """

    def over(name: str, rows: Floats) -> Score:
        sums = cluster_sums(rows, clusters)
        estimates = bootstrap(sums, rates, resamples=resamples, seed=seed)
        counts = (float(count) for count in rows.sum(axis=0))
        return Score(
            name,
            int(rows.any(axis=1).sum()),
            dict(zip(CELLS, counts, strict=True)),
            dict(zip(RATES, estimates, strict=True)),
        )

    return over(BENCHMARK, cells), over(SCORED, scored(cells))


def to_json(score: RunScore) -> dict[str, Any]:
    """A run's scores as plain values, rates as fractions; None: undefined."""
    return {
        "run": score.run,
        "model": score.model,
        "judge": score.judge,
        "benchmark_sha256": score.benchmark,
        "samples": score.samples,
        "responses": score.responses,
        "judgments": score.judgments,
        "overall": _group_json(score.overall),
        "groups": [{"by": group.by, "group": group.group, **_group_json(group)} for group in score.groups],
    }


def _group_json(group: GroupScore) -> dict[str, Any]:
    scores = {
        score.over: {
            "n": score.n,
            "counts": {name: whole(count) for name, count in score.counts.items()},
            "rates": {name: estimate.value for name, estimate in score.rates.items()},
            "intervals": {name: interval(estimate) for name, estimate in score.rates.items()},
        }
        for score in group.scores
    }
    return {"clusters": group.clusters, **scores}


def interval(estimate: Estimate) -> list[float | None]:
    """The interval of an estimate as a pair."""
    return [estimate.low, estimate.high]


def whole(count: float) -> float:
    """A count as an int where it is one."""
    return round(count) if abs(count - round(count)) < 1e-9 else count


def public_score(outcomes: RunOutcomes) -> dict[str, Any]:
    """The score report of the public ElephantBench code, in which whatever has no verdict is failed.

    Raises:
        DataError: there are several samples of an item, which that format can't say.
    """
    if outcomes.samples != 1:
        raise DataError(
            "the public score report has one answer an item, this run has several", where=outcomes.run
        )
    endings = [ending for item in outcomes.items for ending in outcomes.of(item)]
    complete, partial = (
        sum(ending.outcome is outcome for ending in endings)
        for outcome in (Outcome.COMPLETE, Outcome.PARTIAL)
    )
    failed = len(endings) - complete - partial
    return {
        "n": len(endings),
        "counts": {"complete": complete, "partial": partial, "failed": failed},
        "rates": public_rates(complete, partial, failed),
        "diagnostics": {
            "result_records": sum(ending.response is not Status.PENDING for ending in endings),
            "missing_or_error": sum(ending.response is not Status.OK for ending in endings),
            "ungraded": sum(ending.judgment not in (None, Status.OK) for ending in endings),
        },
    }


def public_rates(complete: float, partial: float, failed: float) -> dict[str, float]:
    """C, P, F and K as the public code has them: fractions, 0 where undefined."""
    values = np.nan_to_num(rates(np.array([complete, partial, failed, 0.0])))
    return {name: float(values[RATES.index(name)]) for name in ("C", "P", "F", "K")}
