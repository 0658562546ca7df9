"""Figures and intervals against published examples, other libraries and values worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.inter_rater import cohens_kappa

from graphprobe.analysis.statistics import (
    Estimate,
    Floats,
    alpha,
    bootstrap,
    cluster_sums,
    coincidences,
    corrected_rate,
    kappa,
    mcnemar,
    ratio,
)


def share(sums: Floats) -> Floats:
    """Of cells (hits, items): the share of hits."""
    return ratio(sums[..., :1], sums[..., 1:])


# Sums and intervals.


def test_clusters_are_summed_in_their_order() -> None:
    values = [[1, 0], [0, 1], [2, 5]]
    assert cluster_sums(values, ["b", "a", "b"]).tolist() == [[3, 5], [0, 1]]
    assert cluster_sums(np.zeros((0, 2)), []).shape == (0, 2)


def test_intervals_are_those_of_scipy() -> None:
    random = np.random.default_rng(5)
    sizes = random.integers(1, 6, 120)
    sums = np.column_stack([random.binomial(sizes, random.beta(2, 3, 120)), sizes]).astype(float)

    [ours] = bootstrap(sums, share, resamples=20_000)
    theirs = stats.bootstrap(
        (sums[:, 0], sums[:, 1]),
        lambda hits, items, axis: hits.sum(axis=axis) / items.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method="percentile",
        rng=7,
    ).confidence_interval

    assert ours.value == sums[:, 0].sum() / sums[:, 1].sum()
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.002)


def test_resampling_draws_whole_clusters_with_replacement() -> None:
    """Of the clusters (1 of 1) and (0 of 1), two draws hit both, one or none: 1/4, 1/2, 1/4."""
    seen: list[Floats] = []

    def watched(sums: Floats) -> Floats:
        seen.append(sums)
        return share(sums)

    bootstrap(np.array([[1.0, 1.0], [0.0, 1.0]]), watched, resamples=40_000)

    hits, items = seen[1].T
    assert (items == 2).all()
    assert np.bincount(hits.astype(int)) / 40_000 == pytest.approx([0.25, 0.5, 0.25], abs=0.01)


def test_many_different_clusters_are_drawn_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphprobe.analysis.statistics._MOST_DRAWN", 100)
    sums = np.column_stack([np.arange(40.0), np.full(40, 40.0)])
    [estimate] = bootstrap(sums, share, resamples=999)
    assert estimate.low is not None
    assert estimate.value == pytest.approx(19.5 / 40)
    assert estimate.low < 19.5 / 40 < estimate.high


def test_equal_seeds_give_equal_intervals() -> None:
    sums = np.column_stack([np.arange(30.0), np.full(30, 30.0)])
    assert bootstrap(sums, share, seed=4) == bootstrap(sums, share, seed=4)
    assert bootstrap(sums, share, seed=4) != bootstrap(sums, share, seed=5)


def test_items_that_go_together_make_wider_intervals() -> None:
    """Ten equal copies of each of 40 items say no more than the 40 items."""
    items = np.repeat([[1.0, 1.0], [0.0, 1.0]], 20, axis=0)
    copies = np.repeat(items, 10, axis=0)

    [alone] = bootstrap(items, share)
    [together] = bootstrap(cluster_sums(copies, np.repeat(np.arange(40), 10).tolist()), share)
    [apart] = bootstrap(copies, share)

    assert (together.low, together.high) == (alone.low, alone.high)
    assert apart.high - apart.low < 0.4 * (together.high - together.low)  # type: ignore[operator]


def test_95_percent_intervals_hold_the_truth_95_times_in_100() -> None:
    random = np.random.default_rng(1)
    held = 0
    for seed in range(400):
        rates = random.beta(2, 2, 100)
        sums = np.column_stack([random.binomial(3, rates), np.full(100, 3)]).astype(float)
        [estimate] = bootstrap(sums, share, resamples=500, seed=seed)
        held += estimate.low <= 0.5 <= estimate.high  # type: ignore[operator]
    assert 0.92 <= held / 400 <= 0.98


@pytest.mark.parametrize(
    ("sums", "expected"),
    [
        (np.zeros((0, 2)), Estimate(None)),
        (np.array([[1.0, 2.0]]), Estimate(0.5)),  # one cluster says nothing about others
        (np.zeros((3, 2)), Estimate(None)),
    ],
)
def test_what_is_undefined_has_no_number(sums: Floats, expected: Estimate) -> None:
    assert bootstrap(sums, share) == [expected]


def test_resamples_in_which_a_figure_is_undefined_are_left_out() -> None:
    """The share of hits among items is undefined in a resample without items."""
    [estimate] = bootstrap(np.array([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]), share)
    assert estimate == Estimate(1.0, 1.0, 1.0)


# Tests and agreement.


def test_mcnemar_by_hand() -> None:
    """Six discordant pairs, one for A: 2 * (1 + 6) / 64."""
    assert mcnemar(1, 5) == pytest.approx(14 / 64)
    assert mcnemar(3, 3) == 1
    assert mcnemar(0, 0) == 1


@pytest.mark.parametrize(("only_a", "only_b"), [(0, 7), (12, 25), (40, 41), (150, 101)])
def test_mcnemar_is_that_of_statsmodels(only_a: int, only_b: int) -> None:
    theirs = their_mcnemar([[10, only_a], [only_b, 10]], exact=True).pvalue
    assert mcnemar(only_a, only_b) == pytest.approx(theirs)


@pytest.mark.parametrize(
    "table",
    [[[20, 5], [10, 15]], [[45, 15], [25, 15]], [[25, 3, 1], [4, 30, 9], [0, 2, 26]]],
)
def test_kappa_is_that_of_statsmodels(table: list[list[int]]) -> None:
    assert kappa(np.array(table, dtype=float)) == pytest.approx(cohens_kappa(np.array(table)).kappa)


def test_kappa_by_hand() -> None:
    """Observed .7, expected .5 * .6 + .5 * .4 = .5."""
    assert kappa(np.array([[20.0, 5.0], [10.0, 15.0]])) == pytest.approx(0.4)
    assert np.isnan(kappa(np.array([[9.0, 0.0], [0.0, 0.0]])))


def krippendorff(*observers: str) -> float:
    """Alpha of observers' values, one character a unit, ``.`` where there is none."""
    units = [[value for value in unit if value != "."] for unit in zip(*observers, strict=True)]
    values = sorted({value for unit in units for value in unit})
    return float(alpha(coincidences(units, values).sum(axis=0)))


@pytest.mark.parametrize(
    ("observers", "published"),
    [
        (("0100000010", "1110010000"), 0.095),
        (("aabbdcccedda", "babbbcccedDd".lower()), 0.692),
        (("123321412...", "1233224125.3", ".3332342251.", "12332441251."), 0.743),
    ],
)
def test_alpha_is_that_of_krippendorff(observers: tuple[str, ...], published: float) -> None:
    """Krippendorff 2011, "Computing Krippendorff's alpha-reliability", parts A, B and C."""
    assert round(krippendorff(*observers), 3) == published


def test_alpha_without_anything_to_disagree_about() -> None:
    assert np.isnan(krippendorff("aaa", "aaa"))
    assert krippendorff("ab", "ab") == 1


# Corrected rates.

CELL = np.array([[3, 2], [1, 0]])  # the cell of what people and the judge say of one response


def test_a_corrected_rate_by_hand() -> None:
    """People .5, judge .6 on the subset and .8 on the rest, .7 in all; covariance .4 - .3 = .1.

    The weight is .1 / (2 * .21) = .2381, the rate .5 + .2381 * .2.
    """
    assert corrected_rate(np.array([4.0, 1.0, 2.0, 3.0, 8.0, 2.0])) == pytest.approx(0.547619, abs=1e-6)


def test_a_perfect_judge_is_worth_as_much_as_people() -> None:
    """Where the judge errs nowhere and finds as much on the subset as on the rest, that is the rate."""
    assert corrected_rate(np.array([30.0, 0, 0, 20.0, 540.0, 360.0])) == pytest.approx(0.6)


def test_a_judge_that_knows_nothing_changes_nothing() -> None:
    cells = np.array([10.0, 10.0, 10.0, 10.0, 900.0, 100.0])
    assert corrected_rate(cells) == 0.5


def test_rates_without_a_rest_or_a_subset() -> None:
    assert corrected_rate(np.array([6.0, 1.0, 1.0, 2.0, 0.0, 0.0])) == 0.7
    assert np.isnan(corrected_rate(np.array([0.0, 0.0, 0.0, 0.0, 5.0, 5.0])))


def test_corrected_rates_are_right_on_average_and_so_are_their_intervals() -> None:
    """Truth .6; the judge finds 9 of 10 that are right and calls 3 of 10 that aren't right all the same."""
    random = np.random.default_rng(3)
    rates, held = [], 0
    for seed in range(300):
        truth = random.random(1000) < 0.6
        judge = np.where(truth, random.random(1000) < 0.9, random.random(1000) < 0.3)
        cells = np.zeros((1000, 6))
        cells[np.arange(200), CELL[truth[:200].astype(int), judge[:200].astype(int)]] = 1
        cells[np.arange(200, 1000), np.where(judge[200:], 4, 5)] = 1
        [estimate] = bootstrap(cells, lambda sums: corrected_rate(sums)[..., None], resamples=400, seed=seed)
        assert estimate.value is not None
        rates.append(estimate.value)
        held += estimate.low <= 0.6 <= estimate.high  # type: ignore[operator]
    assert np.mean(rates) == pytest.approx(0.6, abs=0.005)
    assert 0.9 <= held / 300 <= 0.99
