"""``graphprobe eval judge``, ``score`` and ``compare``: what they print, write and refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_runs import COMPLETE, PARTIAL, WRONG, item, lines, make_run, said, verdict
from scripted_server import ScriptedServer, says

from graphprobe.cli import run
from graphprobe.evaluation.benchmark import record_of
from graphprobe.records import Status


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        running.otherwise(
            lambda body: says({"ready": True} if "gold" not in said(body) else verdict("1974", None))
        )
        yield running


@pytest.fixture
def benchmark() -> Path:
    path = Path("benchmark.jsonl")
    path.write_text("".join(json.dumps(record_of(item(number))) + "\n" for number in range(4)), "utf-8")
    return path


def as_json(capsys: pytest.CaptureFixture[str], *command: str) -> Any:
    assert run([*command, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def judged(name: str, *answers: str | Status) -> str:
    make_run(Path(name), answers)
    assert run(["eval", "judge", name]) == 0
    return name


# Judge.


def test_judging_offline(capsys: pytest.CaptureFixture[str]) -> None:
    make_run(Path("r"), [COMPLETE, PARTIAL, Status.REFUSED])
    found = as_json(capsys, "eval", "judge", "r")
    assert found == {
        "judge": "offline",
        "round": 0,
        "judged": {"ok": 2},
        "left": 0,
        "responses": {"ok": 2, "refused": 1},
        "judgments": {"ok": 2},
        "outcomes": {"complete": 1, "partial": 1, "failed": 0, "unscored": 1},
        "spendings": [],
    }
    assert run(["eval", "judge", "r"]) == 0
    assert "graphprobe eval score r" in capsys.readouterr().out


def test_judging_with_a_model(server: ScriptedServer, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(Path("r"), [PARTIAL] * 3)
    found = as_json(capsys, "eval", "judge", "r", "--judge", "lab/judge-1", "--base-url", server.url)

    assert found["outcomes"] == {"complete": 0, "partial": 3, "failed": 0, "unscored": 0}
    assert [(one["prompt"], one["calls"]) for one in found["spendings"]] == [("judge@1", 3), ("probe@1", 1)]
    assert all(body["temperature"] == 0 for body in server.requests)
    [log] = Path("r/judgments").glob("*.jsonl")
    assert [line["judgment"]["judge_model"] for line in lines(log)] == ["lab/judge-1"] * 3
    assert as_json(capsys, "eval", "score", "r")["runs"][0]["judge"] == "lab/judge-1"


def test_what_cannot_be_read_ends_with_exit_code_1(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(Path("r"), [PARTIAL])
    server.then(says({"ready": True}))
    server.otherwise(lambda _: says("complete"))

    assert run(["eval", "judge", "r", "--judge", "judge-1", "--base-url", server.url]) == 1

    said_so = capsys.readouterr().out
    assert "1 unparsed" in said_so
    assert "The same command judges what has no verdict again." in said_so


def test_a_dry_run_sends_and_writes_nothing(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(Path("r"), [PARTIAL, COMPLETE, Status.REFUSED])
    command = ["eval", "judge", "r", "--dry-run", "--base-url", server.url]

    [row] = as_json(capsys, *command, "--judge", "judge-1")
    assert (row["prompt"], row["calls"]) == ("judge@1", 2)
    assert server.requests == []
    assert run(["eval", "score", "r"]) == 2
    assert "nobody has judged" in capsys.readouterr().err

    assert run(command) == 2
    assert "rules cost nothing" in capsys.readouterr().err


def test_regrading(server: ScriptedServer, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(Path("r"), [PARTIAL])
    command = ["eval", "judge", "r", "--judge", "judge-1", "--base-url", server.url]
    assert run(command) == 0
    asked = len(server.requests)
    assert run(command) == 0
    assert len(server.requests) == asked + 1  # whether the model is there; nothing is judged
    capsys.readouterr()
    assert as_json(capsys, *command, "--again")["round"] == 1


def test_a_model_may_not_judge_itself(server: ScriptedServer, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(Path("r"), [PARTIAL], model="lab/Judge-1")
    command = ["eval", "judge", "r", "--judge", "judge-1", "--base-url", server.url]
    assert run(command) == 2
    assert "would judge its own answers" in capsys.readouterr().err
    assert not Path("r/judgments").exists()
    assert run([*command, "--allow-self-judge"]) == 0


def test_judging_a_response_file(benchmark: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"benchmark_id": item(0).id, "status": "success", "model": "m", "answer": COMPLETE, "usage": None}
    Path("responses.jsonl").write_text(json.dumps({**row, "finish_reason": "stop"}) + "\n", "utf-8")

    assert run(["eval", "judge", "responses.jsonl"]) == 2
    assert "--benchmark" in capsys.readouterr().err
    command = ["eval", "judge", "responses.jsonl", "--benchmark", str(benchmark)]
    found = as_json(capsys, *command, "--out", "taken")

    assert found["outcomes"] == {"complete": 1, "partial": 0, "failed": 0, "unscored": 3}
    # What is written is a judged file of the public code, which can be scored as one.
    judged_file = "taken/judgments/offline.jsonl"
    [score] = as_json(capsys, "eval", "score", judged_file, "--benchmark", str(benchmark))["runs"]
    assert score["overall"]["benchmark"]["counts"]["complete"] == 1
    assert run(command) == 0
    assert [path.name for path in Path("responses/judgments").glob("*.jsonl")] == ["offline.jsonl"]


def test_a_run_folder_has_its_benchmark(benchmark: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(Path("r"), [PARTIAL])
    assert run(["eval", "judge", "r", "--benchmark", str(benchmark)]) == 2
    assert "Leave out" in capsys.readouterr().err


# Score.


def test_scores_name_both_denominators(capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", COMPLETE, COMPLETE, PARTIAL, WRONG, Status.TRUNCATED)
    judged("b", PARTIAL, PARTIAL, WRONG, COMPLETE, COMPLETE)
    capsys.readouterr()

    assert run(["eval", "score", "a", "b", "--oracle"]) == 0

    shown = capsys.readouterr().out
    rows = [line.split("│") for line in shown.splitlines() if line.startswith("a  ")]
    assert [[cell.strip() for cell in row[:4]] for row in rows] == [
        ["a", "offline", "benchmark", "5"],
        ["a", "offline", "scored", "4"],
    ]
    assert "responses: 4 ok, 1 truncated; judgments: 4 ok" in shown
    assert "Greedy oracle" in shown


def test_the_report_is_written_in_three_forms(capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", COMPLETE, PARTIAL, WRONG, Status.TRUNCATED)
    judged("b", PARTIAL, COMPLETE, WRONG, COMPLETE)
    capsys.readouterr()

    assert run(["eval", "score", "a", "--out", "ours.json"]) == 0
    assert run(["eval", "score", "a", "--out", "score.json", "--format", "score"]) == 0
    assert run(["eval", "score", "a", "b", "--out", "analysis.json", "--format", "analysis"]) == 0

    ours, score, analysis = (
        json.loads(Path(name).read_text("utf-8")) for name in ("ours.json", "score.json", "analysis.json")
    )
    assert ours["runs"][0]["overall"]["scored"]["n"] == 3
    assert score == {
        "n": 4,
        "counts": {"complete": 1, "partial": 1, "failed": 2},
        "rates": {"C": 0.25, "P": 0.25, "F": 0.5, "K": 0.5},
        "diagnostics": {"result_records": 4, "missing_or_error": 1, "ungraded": 0},
    }
    assert analysis["models"]["b"] == {"overall": {"n": 4, "C": 0.5, "P": 0.25, "F": 0.25, "K": 2 / 3}}
    assert [(step["models"], step["added"], step["C"]) for step in analysis["greedy_oracle"]] == [
        (1, "b", 0.5),
        (2, "a", 0.75),
    ]


def test_reports_are_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", COMPLETE)
    Path("s.json").write_text("kept", "utf-8")
    assert run(["eval", "score", "a", "--out", "s.json"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert Path("s.json").read_text("utf-8") == "kept"
    assert run(["eval", "score", "a", "--out", "s.json", "--force"]) == 0


def test_a_score_report_is_of_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    names = judged("a", COMPLETE), judged("b", COMPLETE)
    assert run(["eval", "score", *names, "--out", "s.json", "--format", "score"]) == 2
    assert "--format analysis" in capsys.readouterr().err
    assert not Path("s.json").exists()


def test_runs_of_one_name_go_by_their_paths(capsys: pytest.CaptureFixture[str]) -> None:
    names = judged("x/m", COMPLETE), judged("y/m", PARTIAL)
    capsys.readouterr()
    found = as_json(capsys, "eval", "score", *names, "--oracle")
    assert [one["run"] for one in found["runs"]] == ["x/m", "y/m"]
    assert run(["eval", "score", "x/m", "y/../x/m"]) == 2
    assert "named twice" in capsys.readouterr().err


def test_one_of_several_judges_must_be_named(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    judged("a", COMPLETE)
    assert run(["eval", "judge", "a", "--judge", "judge-1", "--base-url", server.url]) == 0
    assert run(["eval", "score", "a"]) == 2
    assert "judge-1, offline. Name one with --judge" in capsys.readouterr().err
    found = as_json(capsys, "eval", "score", "a", "--judge", "judge-1")
    assert found["runs"][0]["overall"]["scored"]["counts"]["partial"] == 1


def test_a_regrading_that_is_not_finished_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", COMPLETE, PARTIAL)
    assert run(["eval", "judge", "a", "--again", "--limit", "1"]) == 1
    capsys.readouterr()
    assert run(["eval", "score", "a"]) == 0
    assert "verdicts of the earlier round" in capsys.readouterr().err
    assert run(["eval", "judge", "a"]) == 0
    capsys.readouterr()
    assert run(["eval", "score", "a"]) == 0
    assert capsys.readouterr().err == ""


def test_equal_seeds_print_equal_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", *[COMPLETE, PARTIAL, WRONG] * 10)
    capsys.readouterr()
    first, second = (as_json(capsys, "eval", "score", "a", "--seed", "3") for _ in range(2))
    assert first == second


# Compare.


@pytest.mark.parametrize("command", [["eval", "score", "a"], ["eval", "compare", "a", "b"]])
def test_a_negative_seed_is_a_usage_error(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", COMPLETE)
    judged("b", COMPLETE)
    assert run([*command, "--seed", "-1"]) == 2
    assert "-1 is not in the range x>=0" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["eval", "judge", "a"],
        ["eval", "score", "a"],
        ["eval", "compare", "a", "b"],
        ["eval", "export", "a", "out.jsonl"],
        ["eval", "write", "a"],
        ["judge", "agreement", "graded.jsonl"],
    ],
)
@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_of_a_judge_is_a_usage_error(
    command: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for run_name in "ab":
        make_run(Path(run_name), [COMPLETE])
    assert run([*command, "--judge", name]) == 2
    assert "the name is empty" in capsys.readouterr().err
    assert not Path("out.jsonl").exists()
    assert not Path("a/judgments").exists()


def test_comparing(capsys: pytest.CaptureFixture[str]) -> None:
    names = judged("a", COMPLETE, COMPLETE, PARTIAL, WRONG), judged("b", PARTIAL, PARTIAL, COMPLETE, WRONG)
    capsys.readouterr()

    found = as_json(capsys, "eval", "compare", *names)
    assert found["benchmark"]["difference"]["C"] == 0.25
    assert found["benchmark"]["mcnemar"] == {"both": 0, "only_a": 2, "only_b": 1, "neither": 1, "p": 1.0}
    assert run(["eval", "compare", *names]) == 0
    shown = capsys.readouterr().out
    assert "4 items in common" in shown
    assert "over scored (4 items): complete in a only 2, in b only 1" in shown


def test_runs_on_different_benchmarks_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    judged("a", COMPLETE)
    make_run(Path("b"), [COMPLETE], items=[item(0, ("1974", "1977"))], benchmark="1" * 64)
    assert run(["eval", "judge", "b"]) == 0
    assert run(["eval", "compare", "a", "b"]) == 2
    assert "different benchmarks" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["run.json", "items.jsonl", "responses.jsonl", "summary.json", "judgments/offline.jsonl"]
)
def test_no_command_writes_over_the_files_of_a_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = Path(judged("a", COMPLETE, PARTIAL)) / name
    before = own.read_bytes() if own.exists() else None
    capsys.readouterr()
    for command in (
        ["eval", "score", "a", "--out", str(own), "--force"],
        ["eval", "export", "a", str(own), "--force"],
        ["eval", "export", "a", f"a/../{own}", "--force"],
    ):
        assert run(command) == 2
        assert "is one of a run's own files" in capsys.readouterr().err
    assert (own.read_bytes() if own.exists() else None) == before


def test_a_report_is_not_written_over_what_it_is_made_of(
    benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judged("a", COMPLETE)
    assert run(["eval", "export", "a", "judged.jsonl", "--judge", "offline"]) == 0
    Path("link.jsonl").symlink_to("judged.jsonl")
    for name in ("judged.jsonl", "link.jsonl", str(benchmark)):
        before = Path(name).read_bytes()
        command = ["eval", "score", "judged.jsonl", "--benchmark", str(benchmark)]
        assert run([*command, "--out", name, "--force"]) == 2
        assert "would be written over what it's made of" in capsys.readouterr().err
        assert Path(name).read_bytes() == before


def test_task_files_are_not_written_over_their_benchmark(
    benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("tasks").mkdir()
    content = benchmark.read_bytes()
    Path("tasks/items.jsonl").write_bytes(content + b"\n")
    assert run(["eval", "tasks", "--benchmark", "tasks/items.jsonl", "--out", "tasks", "--force"]) == 2
    judged("a", COMPLETE)
    assert run(["eval", "tasks", "--benchmark", str(benchmark), "--out", "a", "--force"]) == 2
    errors = capsys.readouterr().err
    assert "would be written over what it's made of" in errors
    assert "is one of a run's own files" in errors
    assert Path("tasks/items.jsonl").read_bytes() == content + b"\n"
