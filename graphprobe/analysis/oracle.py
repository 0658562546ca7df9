"""What several runs recall together: the greedy oracle of ElephantBench, section 5.3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from graphprobe.analysis.comparison import common_items
from graphprobe.analysis.scores import CELLS, RATES, public_rates, public_score, rates
from graphprobe.evaluation.outcomes import RunOutcomes
from graphprobe.evaluation.records import Outcome

# How good an outcome is; the order of CELLS turned round.
_GOODNESS: dict[Outcome | None, int] = {None: 0, Outcome.FAILED: 1, Outcome.PARTIAL: 2, Outcome.COMPLETE: 3}


@dataclass(frozen=True, slots=True)
class Step:
    """The oracle after one more run has joined it.

    Attributes:
        runs: how many runs it has.
        added: the run that joined.
        counts: items by the best outcome of its runs; ``unscored``: none of them has a verdict.
    """

    runs: int
    added: str
    counts: dict[str, int]

    @property
    def n(self) -> int:
        """How many items there are."""
        return sum(self.counts.values())

    @property
    def rates(self) -> dict[str, float | None]:
        """C, P, F, U and K over the benchmark; None: undefined."""
        values = rates(np.array([self.counts[cell] for cell in CELLS], dtype=np.float64))
        return {
            name: None if np.isnan(value) else float(value) for name, value in zip(RATES, values, strict=True)
        }


def greedy_oracle(runs: Sequence[RunOutcomes]) -> list[Step]:
    """Adds runs one by one: always the one that completes most items, of equals the first by name.

    An item counts for the best that any run of the oracle makes of it, in any sample.

    Raises:
        DataError: the runs are of different benchmarks or under different judges, or two have one name.
    """
    items = common_items(runs)
    left = {
        run.run: np.array([max(_GOODNESS[ending.outcome] for ending in run.of(item)) for item in items])
        for run in sorted(runs, key=lambda run: run.run)
    }
    best: npt.NDArray[np.int64] = np.zeros(len(items), dtype=np.int64)
    steps: list[Step] = []
    while left:
        complete = {name: int((np.maximum(best, own) == 3).sum()) for name, own in left.items()}
        added = max(complete, key=complete.__getitem__)  # the first of equals, and names are in order
        best = np.maximum(best, left.pop(added))
        counts = np.bincount(best, minlength=len(CELLS))[::-1]
        steps.append(Step(len(steps) + 1, added, dict(zip(CELLS, counts.tolist(), strict=True))))
    return steps


def public_analysis(runs: Sequence[RunOutcomes]) -> dict[str, Any]:
    """The analysis report of the public ElephantBench code; whatever has no verdict is failed there.

    Raises:
        DataError: a run has several samples an item, or the runs can't be pooled.
    """
    scores = {run.run: public_score(run) for run in runs}
    return {
        "models": {
            name: {"overall": {"n": score["n"], **score["rates"]}} for name, score in sorted(scores.items())
        },
        "greedy_oracle": public_steps(greedy_oracle(runs)),
    }


def public_steps(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """The steps as the analysis report of the public code has them."""
    return [
        {
            "models": step.runs,
            "added": step.added,
            "n": step.n,
            **public_rates(
                step.counts["complete"],
                step.counts["partial"],
                step.counts["failed"] + step.counts["unscored"],
            ),
        }
        for step in steps
    ]
