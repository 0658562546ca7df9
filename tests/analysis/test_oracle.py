"""The greedy oracle, worked by hand."""

from __future__ import annotations

import pytest
from scripted_outcomes import item, run_of

from graphprobe.analysis.oracle import greedy_oracle, public_steps
from graphprobe.errors import DataError


def counts(complete: int, partial: int, failed: int, unscored: int = 0) -> dict[str, int]:
    return {"complete": complete, "partial": partial, "failed": failed, "unscored": unscored}


def test_an_oracle_by_hand() -> None:
    """``b`` completes three; with it ``a`` would add one and ``d`` two. Then ``a`` and ``c`` add none:
    ``a`` comes first by name. ``c`` makes the last two items partial.
    """
    runs = [
        run_of("CFFCFFF", run="a"),
        run_of("CCCPPFF", run="b"),
        run_of("FFFFFPP", run="c"),
        run_of("FFFCCFF", run="d"),
    ]

    steps = greedy_oracle(runs)

    assert [(step.runs, step.added) for step in steps] == [(1, "b"), (2, "d"), (3, "a"), (4, "c")]
    assert [step.counts for step in steps] == [
        counts(3, 2, 2),
        counts(5, 0, 2),
        counts(5, 0, 2),
        counts(5, 2, 0),
    ]
    assert steps[0].rates == pytest.approx({"C": 3 / 7, "P": 2 / 7, "F": 2 / 7, "U": 0, "K": 3 / 5})


def test_greedy_is_not_best() -> None:
    """The best pair is ``b`` and ``c`` (six); greedy begins with ``a`` (four) and ends with five."""
    runs = [
        run_of("FCCCCF", run="a"),
        run_of("CCCFFF", run="b"),
        run_of("FFFCCC", run="c"),
    ]
    steps = greedy_oracle(runs)
    assert [(step.added, step.counts["complete"]) for step in steps] == [("a", 4), ("b", 5), ("c", 6)]


def test_ties_go_to_the_first_name() -> None:
    runs = [run_of("CF", run="z"), run_of("FC", run="m"), run_of("CF", run="b")]
    assert [step.added for step in greedy_oracle(runs)] == ["b", "m", "z"]


def test_an_item_no_run_has_a_verdict_on_is_not_failed() -> None:
    steps = greedy_oracle([run_of("Cu.F", run="a"), run_of("FurP", run="b")])
    assert [step.counts for step in steps] == [counts(1, 0, 1, 2), counts(1, 1, 0, 2)]
    assert public_steps(steps)[1] == {
        "models": 2,
        "added": "b",
        "n": 4,
        "C": 0.25,
        "P": 0.25,
        "F": 0.5,
        "K": 0.5,
    }


def test_the_best_sample_counts() -> None:
    [step] = greedy_oracle([run_of(["FP", "FC", "uF"], run="a")])
    assert step.counts == counts(1, 1, 1)


def test_runs_of_different_benchmarks_are_refused() -> None:
    other = run_of("C", run="b", items=[item(9)], benchmark="other")
    with pytest.raises(DataError, match="different benchmarks"):
        greedy_oracle([run_of("C", run="a"), other])
