"""Runs as frames: one row an item and sample, and the numbers of the command line."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from scripted_runs import COMPLETE, PARTIAL, WRONG, item, make_run

import graphprobe
from graphprobe.analysis.run_frames import COLUMNS
from graphprobe.analysis.scores import score_run
from graphprobe.errors import ConfigError, DataError
from graphprobe.evaluation.judge import OfflineJudge
from graphprobe.evaluation.judging import judge_run
from graphprobe.evaluation.outcomes import read_outcomes
from graphprobe.records import Status

ANSWERS = [COMPLETE, PARTIAL, WRONG, COMPLETE, Status.REFUSED, PARTIAL]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    items = [item(number, formulation=("named_entity", "clue_based")[number % 2]) for number in range(6)]
    folder = make_run(tmp_path / "a", ANSWERS, items=items)
    judge_run(folder, OfflineJudge())
    return folder.path


class OtherJudge(OfflineJudge):
    name = "other"


def test_a_row_an_item(run: Path) -> None:
    frame = graphprobe.load_runs(run)

    assert tuple(frame.columns) == COLUMNS
    assert len(frame) == 6
    assert frame["outcome"].astype("object").where(frame["outcome"].notna(), None).tolist() == [
        "complete",
        "partial",
        "failed",
        "complete",
        None,
        "partial",
    ]
    assert frame["response"].tolist() == ["ok"] * 4 + ["refused", "ok"]
    assert set(frame["run"]) == {"a"}
    assert frame["cluster"].nunique() == 3


def test_judges_stand_side_by_side(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "a", ANSWERS)
    judge_run(folder, OfflineJudge())
    judge_run(folder, OtherJudge())

    assert graphprobe.load_runs(folder.path).groupby("judge").size().to_dict() == {"offline": 6, "other": 6}
    assert len(graphprobe.load_runs(folder.path, judge="offline")) == 6


def test_scores_are_those_of_the_command_line(run: Path) -> None:
    found = graphprobe.score(graphprobe.load_runs(run), resamples=500)
    theirs = score_run(read_outcomes(run), resamples=500).overall

    assert found.columns.tolist() == ["run", "model", "judge", "over", "n", "rate", "value", "low", "high"]
    for one in theirs.scores:
        rows = found[found["over"] == one.over].set_index("rate")
        assert set(rows["n"]) == {one.n}
        for rate, estimate in one.rates.items():
            assert rows.loc[rate, ["value", "low", "high"]].tolist() == pytest.approx(
                [estimate.value, estimate.low, estimate.high]
            )


def test_scores_by_what_is_known(run: Path) -> None:
    found = graphprobe.score(graphprobe.load_runs(run), by="formulation", resamples=200)
    complete = found[(found["rate"] == "C") & (found["over"] == "benchmark")].set_index("formulation")[
        "value"
    ]
    assert complete.to_dict() == pytest.approx({"named_entity": 1 / 3, "clue_based": 1 / 3})


def test_frames_may_be_filtered_and_have_columns_of_ones_own(run: Path) -> None:
    frame = graphprobe.load_runs(run)
    frame["half"] = [0, 0, 0, 1, 1, 1]
    found = graphprobe.score(frame[frame["response"] == "ok"], by=["half"], resamples=200)
    n = found[found["rate"] == "C"].set_index(["half", "over"])["n"].to_dict()
    assert n == {(0, "benchmark"): 3, (0, "scored"): 3, (1, "benchmark"): 2, (1, "scored"): 2}


def test_undefined_rates_are_missing(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "a", [WRONG] * 4)
    judge_run(folder, OfflineJudge())
    found = graphprobe.score(graphprobe.load_runs(folder.path), resamples=200).set_index(["over", "rate"])
    assert pd.isna(found.loc[("benchmark", "K"), "value"])
    assert found.loc[("benchmark", "F"), "value"] == 1


def test_what_cannot_be_scored(run: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no column cluster"):
        graphprobe.score(graphprobe.load_runs(run).drop(columns="cluster"))
    with pytest.raises(ConfigError, match="no run"):
        graphprobe.load_runs(tmp_path)
    make_run(tmp_path / "b", [COMPLETE])
    with pytest.raises(ConfigError, match="nobody has judged"):
        graphprobe.load_runs(tmp_path / "b")
