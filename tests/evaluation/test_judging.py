"""Judging runs: what is judged, what is repeated, rounds, and files of the public code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from scripted_runs import COMPLETE, PARTIAL, WRONG, item, lines, make_run, response

from graphprobe.errors import ConfigError, DataError, PartialError
from graphprobe.evaluation.benchmark import read_benchmark, record_of
from graphprobe.evaluation.foreign import take_in, targets
from graphprobe.evaluation.judge import Case, OfflineJudge
from graphprobe.evaluation.judging import check_judge, judge_run
from graphprobe.evaluation.outcomes import Ending, read_outcomes
from graphprobe.evaluation.records import Coverage, Judgment, Outcome
from graphprobe.evaluation.runs import open_run
from graphprobe.records import Status

OK = Status.OK


class ScriptedJudge:
    """Says of each case in turn what it's told to: a status, or whether the gold answers are covered."""

    name, prompt, batch = "judge-1", "judge@1", 2

    def __init__(self, *script: Status | Sequence[bool], stops_after: int | None = None) -> None:
        self.script = list(script)
        self.seen: list[tuple[str, int]] = []
        self.stops_after = stops_after

    def judge(self, cases: Sequence[Case], round_number: int) -> list[Judgment]:
        return [self._judge(case, round_number) for case in cases]

    def _judge(self, case: Case, number: int) -> Judgment:
        self.seen.append((case.question, number))
        told = self.script.pop(0) if self.script else (True, True)
        if isinstance(told, Status):
            return Judgment(
                case.item, case.sample, self.name, told, note="as told", prompt=self.prompt, round=number
            )
        coverage = tuple(map(Coverage, told))
        return Judgment(case.item, case.sample, self.name, OK, coverage, prompt=self.prompt, round=number)

    def check(self) -> None:
        if self.stops_after is not None and len(self.seen) >= self.stops_after:
            raise PartialError("the budget is spent")


def questions(*numbers: int) -> list[str]:
    return [item(number).question for number in numbers]


def test_only_answers_are_judged(tmp_path: Path) -> None:
    run = make_run(
        tmp_path / "run", [COMPLETE, Status.REFUSED, PARTIAL, Status.TRUNCATED, Status.ERROR, WRONG]
    )

    report = judge_run(run, OfflineJudge())

    assert (report.judge, report.round, report.judged, report.left) == ("offline", 0, {"ok": 3}, 0)
    outcomes = read_outcomes(run.path)
    assert [outcomes.of(one)[0] for one in outcomes.items] == [
        Ending(OK, OK, Outcome.COMPLETE),
        Ending(Status.REFUSED),
        Ending(OK, OK, Outcome.PARTIAL),
        Ending(Status.TRUNCATED),
        Ending(Status.ERROR),
        Ending(OK, OK, Outcome.FAILED),
    ]
    assert outcomes.judge == "offline"


def test_a_response_to_an_unknown_item_is_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = make_run(tmp_path / "run", [COMPLETE])
    with run.response_log() as log:
        log(response(8, COMPLETE))
        log(response(9, COMPLETE))

    report = judge_run(run, OfflineJudge())

    assert (report.judged, report.left) == ({"ok": 1}, 0)
    assert [one.item for one in run.responses()] == [item(0).id]
    (warning,) = (one.getMessage() for one in caplog.records)
    assert str(run.path / "responses.jsonl") in warning
    assert warning.endswith(
        f"2 responses to items that the run doesn't have are left out, the first to {item(8).id}"
    )


def test_a_sample_that_the_run_does_not_have_is_refused(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE])
    judge_run(run, OfflineJudge())
    with run.response_log() as log:
        log(response(0, COMPLETE, sample=10**12))
    for command in (lambda: judge_run(run, OfflineJudge()), lambda: read_outcomes(run.path)):
        with pytest.raises(
            DataError, match=r"responses\.jsonl: .* sample 1000000000000, the run has 1 an item"
        ):
            command()


def test_the_command_repeated_judges_what_has_no_verdict(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 5)

    first = judge_run(run, ScriptedJudge((True, True), Status.UNPARSED, Status.ERROR, (True, False)))
    assert (first.judged, first.unscored) == ({"ok": 3, "unparsed": 1, "error": 1}, 2)

    again = ScriptedJudge((False, False), (True, True))
    assert judge_run(run, again).judged == {"ok": 2}
    assert [question for question, _ in again.seen] == questions(1, 2)

    nothing = ScriptedJudge()
    assert judge_run(run, nothing).judged == {}
    assert nothing.seen == []
    assert len(lines(run.path / "judgments" / "judge-1.jsonl")) == 7


def test_a_failure_that_repeats_is_logged_once(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE])
    for _ in range(3):
        assert judge_run(run, ScriptedJudge(Status.UNPARSED)).unscored == 1
    assert len(lines(run.path / "judgments" / "judge-1.jsonl")) == 1


def test_what_was_judged_before_a_stop_is_kept(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 5)
    with pytest.raises(PartialError, match="budget"):
        judge_run(run, ScriptedJudge(stops_after=2))

    rest = ScriptedJudge()
    assert judge_run(run, rest).judged == {"ok": 3}
    assert [question for question, _ in rest.seen] == questions(2, 3, 4)


def test_what_was_not_judged_is_not_logged(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 2)
    report = judge_run(run, ScriptedJudge((True, True), Status.PENDING))
    assert (report.judged, report.left) == ({"ok": 1}, 1)
    assert len(lines(run.path / "judgments" / "judge-1.jsonl")) == 1


def test_at_most_so_many(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 5)
    assert judge_run(run, ScriptedJudge(), limit=3).left == 2
    assert judge_run(run, ScriptedJudge(), limit=3).left == 0


# Rounds.


def test_regrading_keeps_what_was_judged_before(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 3)
    judge_run(run, ScriptedJudge())
    report = judge_run(run, ScriptedJudge((True, False), (True, False), (False, False)), again=True)

    assert (report.round, report.judged, report.left) == (1, {"ok": 3}, 0)
    outcomes = read_outcomes(run.path)
    assert [outcomes.of(one)[0].outcome for one in outcomes.items] == [
        Outcome.PARTIAL,
        Outcome.PARTIAL,
        Outcome.FAILED,
    ]
    labels = [line["judgment"]["label"] for line in lines(run.path / "judgments" / "judge-1.jsonl")]
    assert labels == ["complete"] * 3 + ["partial", "partial", "failed"]


@pytest.mark.parametrize("repeated_with", [True, False])
def test_a_regrading_that_was_stopped_is_finished_first(tmp_path: Path, repeated_with: bool) -> None:
    """With ``again`` or without: nothing of the round is judged twice, and no third round begins."""
    run = make_run(tmp_path / "run", [COMPLETE] * 5)
    judge_run(run, ScriptedJudge())
    with pytest.raises(PartialError):
        judge_run(run, ScriptedJudge(stops_after=2), again=True)

    rest = ScriptedJudge()
    report = judge_run(run, rest, again=repeated_with)

    assert (report.round, report.left) == (1, 0)
    assert rest.seen == [(question, 1) for question in questions(2, 3, 4)]


def test_unscored_responses_do_not_keep_a_round_open(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 2)
    judge_run(run, ScriptedJudge((True, True), Status.UNPARSED))
    assert judge_run(run, ScriptedJudge(), again=True).round == 1


def test_verdicts_of_two_prompts_are_not_mixed(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 2)
    judge_run(run, ScriptedJudge(), limit=1)
    newer = ScriptedJudge()
    newer.prompt = "judge@2"

    with pytest.raises(ConfigError, match=r"judge@1, this is judge@2\. Pass --again"):
        judge_run(run, newer)

    report = judge_run(run, newer, again=True)
    assert (report.round, report.judged) == (1, {"ok": 2})


def test_a_newer_prompt_changes_nothing_where_all_is_judged(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 2)
    judge_run(run, ScriptedJudge())
    newer = ScriptedJudge()
    newer.prompt = "judge@2"
    assert judge_run(run, newer).judged == {}


def test_judges_stand_side_by_side(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [PARTIAL])
    judge_run(run, OfflineJudge())
    judge_run(run, ScriptedJudge((True, True)))

    assert run.judges() == ["judge-1", "offline"]
    with pytest.raises(ConfigError, match="judge-1, offline"):
        read_outcomes(run.path)
    endings = [read_outcomes(run.path, judge).of(item(0))[0].outcome for judge in run.judges()]
    assert endings == [Outcome.COMPLETE, Outcome.PARTIAL]
    with pytest.raises(ConfigError, match="judge-9 has judged nothing here"):
        read_outcomes(run.path, "judge-9")


def test_a_run_that_nobody_judged(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [PARTIAL])
    with pytest.raises(ConfigError, match="nobody has judged"):
        read_outcomes(run.path)


def test_a_judge_that_was_stopped_before_its_first_verdict_is_none(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [PARTIAL])
    judge_run(run, OfflineJudge())
    judge_run(run, ScriptedJudge(Status.PENDING))
    assert run.judges() == ["offline"]


def test_a_judgment_of_an_answer_that_is_gone_does_not_count(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE])
    judge_run(run, OfflineJudge())
    with run.response_log() as log:
        log(response(0, None, Status.REFUSED))
    assert read_outcomes(run.path).of(item(0)) == [Ending(Status.REFUSED)]


def test_a_broken_last_line_is_judged_again(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [COMPLETE] * 3)
    judge_run(run, ScriptedJudge())
    log = run.path / "judgments" / "judge-1.jsonl"
    log.write_bytes(log.read_bytes()[:-40])

    rest = ScriptedJudge()
    assert judge_run(run, rest).judged == {"ok": 1}
    assert rest.seen == [(questions(2)[0], 0)]
    assert [line["judgment"]["label"] for line in lines(log)] == ["complete"] * 3


def test_no_model_judges_itself() -> None:
    check_judge("judge-1", ["target-1"])
    check_judge("offline", ["offline"])
    with pytest.raises(ConfigError, match="allow-self-judge"):
        check_judge("Target-1", ["other", "lab/target-1"])


# Files of the public code.


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    path = tmp_path / "benchmark.jsonl"
    path.write_text("".join(json.dumps(record_of(item(number))) + "\n" for number in range(4)), "utf-8")
    return path


def public(path: Path, *rows: dict[str, object]) -> Path:
    common = {"model": "lab/m", "elapsed_seconds": 0.5}
    path.write_text("".join(json.dumps({**common, **row}) + "\n" for row in rows), "utf-8")
    return path


def success(number: int, answer: str, **more: object) -> dict[str, object]:
    return {
        "benchmark_id": item(number).id,
        "status": "success",
        "answer": answer,
        "finish_reason": "stop",
        "usage": None,
        **more,
    }


def failure(number: int) -> dict[str, object]:
    return {"benchmark_id": item(number).id, "status": "error", "error": "TimeoutError: slow"}


def test_a_response_file_becomes_a_run(tmp_path: Path, benchmark: Path) -> None:
    file = public(tmp_path / "responses.jsonl", success(0, COMPLETE), failure(1), success(2, WRONG))

    run = take_in(file, read_benchmark(benchmark), tmp_path / "run")
    assert targets(run) == ["lab/m"]
    judge_run(run, OfflineJudge())

    outcomes = read_outcomes(run.path)
    assert [ending.outcome for one in outcomes.items for ending in outcomes.of(one)] == [
        Outcome.COMPLETE,
        None,
        Outcome.FAILED,
        None,
    ]
    assert outcomes.statuses() == ({"ok": 2, "error": 1, "pending": 1}, {"ok": 2})


def test_a_response_file_is_taken_in_once(tmp_path: Path, benchmark: Path) -> None:
    file = public(tmp_path / "responses.jsonl", success(0, COMPLETE))
    take_in(file, read_benchmark(benchmark), tmp_path / "run")
    public(file, success(0, COMPLETE), success(1, WRONG))
    take_in(file, read_benchmark(benchmark), tmp_path / "run")
    assert [one.item for one in open_run(tmp_path / "run").responses()] == [item(0).id, item(1).id]


def test_responses_to_another_benchmark_are_refused(tmp_path: Path, benchmark: Path) -> None:
    file = public(tmp_path / "responses.jsonl", success(7, COMPLETE))
    with pytest.raises(DataError, match="isn't in"):
        take_in(file, read_benchmark(benchmark), tmp_path / "run")
    assert not (tmp_path / "run").exists()
    with pytest.raises(DataError, match="no responses"):
        take_in(public(file), read_benchmark(benchmark), tmp_path / "run")


@pytest.mark.parametrize("sample", [2, 10**6, 10**12])
def test_a_sample_number_beyond_the_records_is_refused(tmp_path: Path, benchmark: Path, sample: int) -> None:
    file = public(tmp_path / "responses.jsonl", success(0, COMPLETE), success(0, WRONG, sample=sample))
    with pytest.raises(DataError, match=f"sample {sample} can't be one of 2 records"):
        take_in(file, read_benchmark(benchmark), tmp_path / "run")
    with pytest.raises(DataError, match=f"sample {sample} can't be one of 2 records"):
        read_outcomes(file, benchmark=benchmark)
    assert not (tmp_path / "run").exists()


def test_samples_of_a_response_file_are_counted(tmp_path: Path, benchmark: Path) -> None:
    file = public(tmp_path / "responses.jsonl", success(0, COMPLETE), success(0, WRONG, sample=1))
    assert take_in(file, read_benchmark(benchmark), tmp_path / "run").settings.samples == 2
    assert read_outcomes(file, benchmark=benchmark).samples == 2


def test_a_judged_file_of_the_public_code(tmp_path: Path, benchmark: Path) -> None:
    """Its judge's errors are failed recalls there and none here; labels are recomputed from assessments."""
    judged = {"judge_model": "gpt", "rationale": ""}
    assessments = [{"covered": True, "evidence": "1974"}, {"covered": False, "evidence": ""}]
    file = public(
        tmp_path / "judged.jsonl",
        success(
            0,
            PARTIAL,
            judgment={
                **judged,
                "label": "complete",
                "gold_assessments": assessments,
                "material_contradictions": [],
            },
        ),
        success(1, WRONG, judgment={**judged, "label": "failed", "judge_error": True}),
        {**failure(2), "judgment": {**judged, "label": "failed"}},
        success(3, COMPLETE, judgment={**judged, "label": "complete"}),
    )

    outcomes = read_outcomes(file, benchmark=benchmark)

    assert (outcomes.run, outcomes.model, outcomes.judge) == ("judged", "lab/m", "gpt")
    assert [outcomes.of(one)[0] for one in outcomes.items] == [
        Ending(OK, OK, Outcome.PARTIAL),
        Ending(OK, Status.ERROR),
        Ending(Status.ERROR),
        Ending(OK, OK, Outcome.COMPLETE),
    ]
    with pytest.raises(ConfigError, match="--benchmark"):
        read_outcomes(file)
