"""Runs and their scores as pandas frames: ``graphprobe.load_runs()`` and ``graphprobe.score()``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from graphprobe.analysis.scores import CELLS, score_items
from graphprobe.analysis.statistics import RESAMPLES
from graphprobe.errors import DataError
from graphprobe.evaluation.outcomes import RunOutcomes, read_outcomes
from graphprobe.evaluation.records import Outcome
from graphprobe.evaluation.runs import open_run
from graphprobe.records import Status

if TYPE_CHECKING:
    import pandas

RUN = ["run", "model", "judge"]
ITEM = ["item", "group", "cluster", "formulation", "field", "mechanism"]
COLUMNS = (*RUN, "benchmark", *ITEM, "sample", "response", "judgment", "outcome")
"""Columns of :func:`load_runs`.

``run``, ``model``, ``judge`` and ``benchmark`` (SHA-256) say where a row comes from; ``item``, ``group``,
``cluster`` (the conflict), ``formulation``, ``field`` and ``mechanism`` what was asked; ``sample`` counts
from 0. ``response`` is the status of the response (``pending``: there is none), ``judgment`` that of the
judgment (missing: there is nothing to judge), ``outcome`` is ``complete``, ``partial``, ``failed`` or missing
(unscored).
"""

_CATEGORIES = {
    "response": [status.value for status in Status],
    "judgment": [status.value for status in Status],
    "outcome": [outcome.value for outcome in Outcome],
}


def load_runs(
    *runs: str | Path, judge: str | None = None, benchmark: str | Path | None = None
) -> pandas.DataFrame:
    """Judged runs, one row a run, judge, item and sample, whatever became of it (:data:`COLUMNS`).

    Args:
        runs: run folders, or judged files of the public ElephantBench code.
        judge: whose judgments; None: all judges', side by side.
        benchmark: what judged files answer.

    Raises:
        ConfigError: there is no such run or judge, or a file comes without its benchmark.
        DataError: something can't be read.
    """
    rows = [
        row for run in runs for outcomes in _outcomes(Path(run), judge, benchmark) for row in _rows(outcomes)
    ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    return frame.assign(
        **{name: pd.Categorical(frame[name], categories) for name, categories in _CATEGORIES.items()}
    )


def score(
    runs: pandas.DataFrame, by: str | Sequence[str] = (), *, resamples: int = RESAMPLES, seed: int = 0
) -> pandas.DataFrame:
    """C, P, F, U and K of runs, one row a run, judge, group, denominator and rate.

    The frame may be filtered first, and have columns of one's own to group by. ``over`` is ``benchmark`` (all
    items) or ``scored`` (items with a verdict), ``n`` how many items that is; ``value``, ``low`` and ``high``
    are fractions, missing where undefined. The numbers are those of ``graphprobe eval score``.

    Args:
        runs: what :func:`load_runs` gives.
        by: columns to score apart, as ``formulation``; rows without a value there are left out.
        resamples: resamples of the bootstrap over clusters.
        seed: its seed.

    Raises:
        DataError: the frame lacks a column.
    """
    groups = [by] if isinstance(by, str) else list(by)
    if lacking := {*RUN, *groups, "item", "cluster", "outcome"} - set(runs.columns):
        raise DataError(f"the frame has no column {', '.join(sorted(lacking))}")
    keys = [*RUN, *groups]
    rows = [
        (*names, one.over, one.n, rate, estimate.value, estimate.low, estimate.high)
        for names, part in runs.groupby(keys, observed=True, sort=False)
        for one in score_items(*_cells(part), resamples=resamples, seed=seed)
        for rate, estimate in one.rates.items()
    ]
    frame = pd.DataFrame(rows, columns=[*keys, "over", "n", "rate", "value", "low", "high"])
    return frame.astype(dict.fromkeys(("value", "low", "high"), "float64"))


def _outcomes(run: Path, judge: str | None, benchmark: str | Path | None) -> Iterator[RunOutcomes]:
    """A run under each judge that is wanted."""
    judges = [judge] if judge or run.is_file() else open_run(run).judges()
    for name in judges or [None]:
        yield read_outcomes(run, name, Path(benchmark) if benchmark else None)


def _rows(outcomes: RunOutcomes) -> Iterator[tuple[Any, ...]]:
    """A run's rows, as :data:`COLUMNS` says."""
    run = outcomes.run, outcomes.model, outcomes.judge, outcomes.benchmark
    for item in outcomes.items:
        about = item.id, item.group, item.cluster, item.formulation, item.field, item.mechanism
        for sample, ending in enumerate(outcomes.of(item)):
            judgment = ending.judgment and ending.judgment.value
            outcome = ending.outcome and ending.outcome.value
            yield *run, *about, sample, ending.response.value, judgment, outcome


def _cells(part: pandas.DataFrame) -> tuple[Any, list[str]]:
    """Each item's shares of outcomes and its cluster, as :func:`score_items` takes them."""
    outcome = part["outcome"].astype("object").where(part["outcome"].notna(), CELLS[-1])
    counts = pd.crosstab(part["item"], outcome).reindex(columns=list(CELLS), fill_value=0)
    clusters = part.groupby("item", observed=True)["cluster"].first().reindex(counts.index)
    cells = counts.to_numpy(dtype=np.float64)
    return cells / cells.sum(axis=1, keepdims=True), clusters.tolist()
