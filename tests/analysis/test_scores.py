"""Scores: published rows from their counts, both denominators, clusters, samples, the public report."""

from __future__ import annotations

import numpy as np
import pytest
from scripted_outcomes import item, run_of

from graphprobe.analysis.scores import GroupScore, RunScore, public_score, score_run, to_json
from graphprobe.analysis.statistics import Estimate
from graphprobe.errors import DataError

# The leaderboard of ElephantBench: C, P, F and K in percent, and the items behind them; 1,094 in each row.
PUBLISHED = [
    ("Kimi-K3", 52.38, 45.25, 2.38, 53.65, (573, 495, 26)),
    ("Gemini-3.1-Pro", 50.37, 47.44, 2.19, 51.50, (551, 519, 24)),
    ("GPT-5.5", 50.18, 47.17, 2.65, 51.55, (549, 516, 29)),
    ("Gemini-3.5-Flash", 48.63, 49.36, 2.01, 49.63, (532, 540, 22)),
    ("GPT-5.6-Sol", 44.97, 52.19, 2.83, 46.28, (492, 571, 31)),
    ("Claude-Opus-4.8", 44.15, 50.46, 5.39, 46.67, (483, 552, 59)),
    ("Hy3", 42.60, 54.02, 3.38, 44.09, (466, 591, 37)),
    ("Nemotron-3-Ultra", 38.12, 57.95, 3.93, 39.68, (417, 634, 43)),
    ("Claude-Sonnet-5", 37.84, 56.12, 6.03, 40.27, (414, 614, 66)),
    ("GLM-5.2", 37.29, 57.59, 5.12, 39.31, (408, 630, 56)),
    ("MiniMax-M3", 36.20, 55.94, 7.86, 39.29, (396, 612, 86)),
    ("Qwen3.5-397B", 32.27, 59.23, 8.50, 35.26, (353, 648, 93)),
    ("DeepSeek-V4-Pro", 31.99, 64.08, 3.93, 33.30, (350, 701, 43)),
    ("DeepSeek-V4-Flash", 29.98, 64.17, 5.85, 31.84, (328, 702, 64)),
    ("Qwen3.5-122B", 28.24, 57.22, 14.53, 33.05, (309, 626, 159)),
    ("GPT-OSS-120B", 22.49, 53.02, 24.50, 29.78, (246, 580, 268)),
    ("Qwen3.5-35B", 21.02, 55.94, 23.03, 27.32, (230, 612, 252)),
    ("Qwen3.5-27B", 19.47, 55.48, 25.05, 25.98, (213, 607, 274)),
    ("Qwen3.6-35B", 17.00, 59.32, 23.67, 22.28, (186, 649, 259)),
    ("Seed-OSS-36B", 15.36, 63.44, 21.21, 19.49, (168, 694, 232)),
    ("OLMo-3.1-32B", 14.99, 60.69, 24.31, 19.81, (164, 664, 266)),
    ("Gemma-4-26B", 13.71, 53.84, 32.45, 20.30, (150, 589, 355)),
    ("Qwen3.5-9B", 12.25, 46.25, 41.50, 20.94, (134, 506, 454)),
    ("Gemma-4-31B", 11.88, 58.59, 29.52, 16.86, (130, 641, 323)),
    ("Qwen3.6-27B", 10.15, 61.79, 28.06, 14.10, (111, 676, 307)),
    ("Qwen3.5-4B", 9.69, 39.03, 51.28, 19.89, (106, 427, 561)),
    ("GPT-OSS-20B", 9.14, 49.27, 41.59, 15.65, (100, 539, 455)),
    ("Gemma-4-12B", 5.85, 42.50, 51.65, 12.10, (64, 465, 565)),
    ("OLMo-3-7B", 5.21, 38.03, 56.76, 12.05, (57, 416, 621)),
    ("Gemma-4-E4B", 2.74, 32.82, 64.44, 7.71, (30, 359, 705)),
    ("Qwen3.5-2B", 1.65, 17.00, 81.35, 8.82, (18, 186, 890)),
    ("Gemma-4-E2B", 1.37, 24.31, 74.31, 5.34, (15, 266, 813)),
]  # fmt: skip


def score(*letters: str, **options: object) -> RunScore:
    return score_run(run_of(letters, **options), resamples=200)  # type: ignore[arg-type]


def values(group: GroupScore, over: str) -> dict[str, float | None]:
    [found] = [each for each in group.scores if each.over == over]
    return {name: estimate.value for name, estimate in found.rates.items()}


@pytest.mark.parametrize(
    ("model", "c", "p", "f", "k", "counts"), PUBLISHED, ids=[row[0] for row in PUBLISHED]
)
def test_published_rows_follow_from_their_counts(
    model: str, c: float, p: float, f: float, k: float, counts: tuple[int, int, int]
) -> None:
    run = run_of("".join(letter * count for letter, count in zip("CPF", counts, strict=True)), run=model)
    expected = {"C": c, "P": p, "F": f, "U": 0, "K": k}

    for found in score_run(run, resamples=10).overall.scores:
        assert found.n == 1094
        assert {name: round(100 * rate.value, 2) for name, rate in found.rates.items()} == expected  # type: ignore[operator]
    public = public_score(run)
    assert {name: round(100 * rate, 2) for name, rate in public["rates"].items()} == {
        name: rate for name, rate in expected.items() if name != "U"
    }
    assert public["counts"] == dict(zip(("complete", "partial", "failed"), counts, strict=True))


def test_both_denominators() -> None:
    """Of ten items three are complete, two partial, one failed; four have no verdict, for four reasons."""
    found = score(*"CCCPPFurt.")

    benchmark, scored = found.overall.scores
    assert (benchmark.over, benchmark.n) == ("benchmark", 10)
    assert (scored.over, scored.n) == ("scored", 6)
    assert values(found.overall, "benchmark") == pytest.approx(
        {"C": 0.3, "P": 0.2, "F": 0.1, "U": 0.4, "K": 0.6}
    )
    assert values(found.overall, "scored") == pytest.approx(
        {"C": 3 / 6, "P": 2 / 6, "F": 1 / 6, "U": 0, "K": 0.6}
    )
    assert benchmark.counts == {"complete": 3, "partial": 2, "failed": 1, "unscored": 4}
    assert scored.counts == {"complete": 3, "partial": 2, "failed": 1, "unscored": 0}


def test_every_status_is_counted() -> None:
    found = score(*"CPFuwwrtt.")
    assert found.responses == {"ok": 6, "truncated": 2, "refused": 1, "pending": 1}
    assert found.judgments == {"ok": 3, "pending": 2, "unparsed": 1}


def test_k_is_undefined_where_nothing_was_recalled() -> None:
    for found in score(*"FFF").overall.scores:
        assert found.rates["K"] == Estimate(None)
        assert found.rates["C"] == Estimate(0, 0, 0)


def test_nothing_scored_has_no_rates_over_scored_items() -> None:
    found = score(*"u.")
    assert values(found.overall, "benchmark") == {"C": 0, "P": 0, "F": 0, "U": 1, "K": None}
    assert values(found.overall, "scored") == dict.fromkeys("CPFUK")
    assert found.overall.scores[1].n == 0


def test_samples_are_averaged_by_item() -> None:
    """One item 2 of 4 complete and 2 of 4 failed; the other 1 of 4 partial and 3 without a verdict."""
    found = score("CCFF", "Pu.r")
    assert values(found.overall, "benchmark") == pytest.approx(
        {"C": 0.25, "P": 0.125, "F": 0.25, "U": 0.375, "K": 2 / 3}
    )
    assert values(found.overall, "scored") == pytest.approx(
        {"C": 0.25, "P": 0.5, "F": 0.25, "U": 0, "K": 1 / 3}
    )
    assert found.overall.scores[0].counts == {
        "complete": 0.5,
        "partial": 0.25,
        "failed": 0.5,
        "unscored": 0.75,
    }


def test_intervals_resample_conflicts() -> None:
    """Both formulations of each of 30 conflicts end alike: intervals are those of 30 items, not of 60."""
    conflicts = ["C", "P"] * 15
    alone = score(*conflicts)
    twice = score(
        *conflicts,
        *conflicts,
        items=[item(number, group=number % 30) for number in range(60)],
    )
    assert twice.overall.clusters == 30
    assert twice.overall.scores[0].rates == alone.overall.scores[0].rates


def test_a_conflict_of_the_graph_is_a_cluster_across_groups() -> None:
    items = [item(0, conflict="x"), item(1, conflict="x"), item(2)]
    assert score(*"CPF", items=items).overall.clusters == 2


def test_groups_are_of_what_is_known() -> None:
    items = [
        item(0, formulation="named_entity", field="History"),
        item(1, formulation="clue_based", field="History"),
        item(2, formulation="clue_based"),
    ]
    found = score(*"CPF", items=items)
    assert [(group.by, group.group) for group in found.groups] == [
        ("formulation", "clue_based"),
        ("formulation", "named_entity"),
        ("field", "History"),
    ]
    assert values(found.groups[0], "benchmark") == {"C": 0, "P": 0.5, "F": 0.5, "U": 0, "K": 0}
    assert found.groups[2].scores[0].n == 2


def test_scores_as_json() -> None:
    found = to_json(score(*"CCPFu"))
    assert found["overall"]["benchmark"]["counts"] == {
        "complete": 2,
        "partial": 1,
        "failed": 1,
        "unscored": 1,
    }
    assert found["overall"]["scored"]["rates"] == {"C": 0.5, "P": 0.25, "F": 0.25, "U": 0.0, "K": 2 / 3}
    low, high = found["overall"]["scored"]["intervals"]["C"]
    assert low < 0.5 < high
    assert to_json(score("CCF"))["overall"]["benchmark"]["counts"]["complete"] == pytest.approx(2 / 3)


def test_the_public_report_counts_whatever_has_no_verdict_as_failed() -> None:
    assert public_score(run_of("CCPFuwrt.")) == {
        "n": 9,
        "counts": {"complete": 2, "partial": 1, "failed": 6},
        "rates": {"C": 2 / 9, "P": 1 / 9, "F": 6 / 9, "K": 2 / 3},
        "diagnostics": {"result_records": 8, "missing_or_error": 3, "ungraded": 2},
    }
    assert public_score(run_of("FF"))["rates"]["K"] == 0


def test_the_public_report_has_no_samples() -> None:
    with pytest.raises(DataError, match="several"):
        public_score(run_of(["CC", "CP"]))


def test_intervals_shrink_as_the_root_of_the_items() -> None:
    """A share of a half has the half-width 1.96 * .5 / sqrt(n)."""
    found = score_run(run_of("CP" * 500)).overall.scores[0].rates["C"]
    half = 1.96 * 0.5 / np.sqrt(1000)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half), abs=0.002)
