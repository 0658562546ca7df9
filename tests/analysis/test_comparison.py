"""Pairs of runs: differences on the items in common, McNemar's test, and what can't be compared."""

from __future__ import annotations

import pytest
from scripted_outcomes import item, run_of

from graphprobe.analysis.comparison import McNemar, compare_runs, to_json
from graphprobe.analysis.statistics import Estimate
from graphprobe.errors import DataError


def test_differences_by_hand() -> None:
    """Of eight items A completes five and B two; both fail one, and B has no verdict on the last."""
    a = run_of("CCCCCPFP", run="a")
    b = run_of("CPPPPCFu", run="b")

    found = compare_runs(a, b, resamples=500)
    benchmark, scored = found.differences

    assert (found.common, found.only_a, found.only_b) == (8, 0, 0)
    assert (benchmark.over, benchmark.n, scored.over, scored.n) == ("benchmark", 8, "scored", 7)
    assert benchmark.a == {"C": 5 / 8, "P": 2 / 8, "F": 1 / 8, "U": 0, "K": 5 / 7}
    assert benchmark.b == {"C": 2 / 8, "P": 4 / 8, "F": 1 / 8, "U": 1 / 8, "K": 2 / 6}
    assert benchmark.rates["C"].value == pytest.approx(3 / 8)
    assert scored.rates["C"].value == pytest.approx(3 / 7)
    assert scored.rates["K"].value == pytest.approx(5 / 6 - 2 / 6)
    # Four to one: 2 * (1 + 5) / 32.
    assert benchmark.complete == McNemar(both=1, only_a=4, only_b=1, neither=2, p=pytest.approx(12 / 32))
    assert scored.complete == McNemar(both=1, only_a=4, only_b=1, neither=1, p=pytest.approx(12 / 32))


def test_equal_runs_do_not_differ() -> None:
    a, b = run_of("CPFCP", run="a"), run_of("CPFCP", run="b")
    for difference in compare_runs(a, b, resamples=200).differences:
        assert difference.rates["C"] == Estimate(0, 0, 0)
        assert difference.complete is not None
        assert difference.complete.p == 1


def test_pairs_make_the_interval_narrow() -> None:
    """B is A but for five items: the interval is that of the five, not of two samples of 400 items."""
    a, b = run_of("CP" * 200, run="a"), run_of("PP" * 5 + "CP" * 195, run="b")
    estimate = compare_runs(a, b).differences[0].rates["C"]
    assert estimate.value == pytest.approx(5 / 400)
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 <= estimate.low < estimate.high < 0.03


def test_only_items_in_common_count() -> None:
    items = [item(number) for number in range(4)]
    a = run_of("CCPF", run="a", items=items)
    b = run_of("PC", run="b", items=items[1:3])

    found = compare_runs(a, b, resamples=200)

    assert (found.common, found.only_a, found.only_b) == (2, 2, 0)
    assert found.differences[0].a["C"] == 0.5


def test_several_samples_have_no_mcnemar_test() -> None:
    a, b = run_of(["CC", "CP"], run="a"), run_of(["CP", "PP"], run="b")
    found = compare_runs(a, b, resamples=200)
    assert [difference.complete for difference in found.differences] == [None, None]
    assert found.differences[0].rates["C"].value == pytest.approx(0.5)
    assert to_json(found)["benchmark"]["mcnemar"] is None


def test_different_benchmarks_are_refused() -> None:
    a = run_of("CP", run="a")
    b = run_of("CP", run="b", items=[item(7), item(8)], benchmark="other")
    with pytest.raises(DataError, match="different benchmarks"):
        compare_runs(a, b)


def test_one_benchmark_under_two_hashes_is_one() -> None:
    """A benchmark that went through a graph has another hash and the same items."""
    a, b = run_of("CP", run="a"), run_of("PP", run="b", benchmark="other")
    assert compare_runs(a, b, resamples=200).common == 2


def test_runs_under_different_judges_are_refused() -> None:
    with pytest.raises(DataError, match="a was judged by offline, b by judge-1"):
        compare_runs(run_of("C", run="a"), run_of("C", run="b", judge="judge-1"))


def test_two_runs_of_one_name_are_refused() -> None:
    with pytest.raises(DataError, match="two runs are called run"):
        compare_runs(run_of("C"), run_of("P"))


def test_a_comparison_as_json() -> None:
    found = to_json(compare_runs(run_of("CP", run="a"), run_of("PP", run="b"), resamples=200))
    assert found["items"] == {"common": 2, "only_a": 0, "only_b": 0}
    assert found["benchmark"]["difference"]["C"] == 0.5
    assert found["benchmark"]["mcnemar"]["p"] == 1
    assert found["scored"]["n"] == 2
