"""``graphprobe eval``: import, run and write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripted_server import ScriptedServer, says

from graphprobe.cli import run
from graphprobe.cli.eval_progress import RunProgress
from graphprobe.config import GraphSettings
from graphprobe.graph import Graph
from graphprobe.records import Status

GROUPS = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"]
USAGE = {"prompt_tokens": 100, "completion_tokens": 10}


def record(number: int) -> dict[str, object]:
    return {
        "benchmark_id": f"00000000-0000-4000-8000-{number:012}",
        "item_group_id": GROUPS[number // 2],
        "eval": {
            "question": f"Question {number}?",
            "gold_answers": [{"value": "1974"}, {"value": "1976"}],
            "preferred_answer": "1974; 1976",
        },
    }


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, no graph in the environment, and a folder of its own for what commands keep."""
    for variable in ("OPENAI_API_KEY", "GRAPHPROBE_LLM__API_KEY", "GRAPHPROBE_GRAPH_URI"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        scripted.otherwise(lambda _: says("In 1974 or 1976.", usage=USAGE))
        yield scripted


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    path = tmp_path / "small.jsonl"
    path.write_text("".join(json.dumps(record(number)) + "\n" for number in range(4)))
    return path


@pytest.fixture
def at(embedded_graph: Graph, embedded_settings: GraphSettings) -> list[str]:  # noqa: ARG001 (empties it)
    """The options that name an empty graph."""
    return ["--graph", embedded_settings.uri]


def asking(server: ScriptedServer, benchmark: object, *more: str) -> list[str]:
    target = ["--model", "m", "--base-url", server.url, "--out", "run"]
    return ["eval", "run", "--benchmark", str(benchmark), *target, *more]


def counts(graph: Graph) -> dict[str, int]:
    [found] = graph.read("graph/node_counts")
    return {name: found[name] for name in ("Question", "Run", "Response", "Judgment")}


def test_run_tells_what_came_and_what_to_do_next(
    server: ScriptedServer, benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.then(says(None, refusal="no", usage=USAGE))
    assert run(asking(server, benchmark, "--concurrency", "1")) == 1
    shown = capsys.readouterr()
    assert "4 calls, tokens 400 in, 40 out, cost unknown, reasoning=off" in shown.out
    assert "00000000-0000-4000-8000-000000000000: refused: the model refused: no" in shown.out
    assert "The same command asks what has no answer again." in shown.out
    assert "Next: graphprobe eval judge run" in shown.out
    assert "3 of 4 done, 0 failed, 1 refused, 0 truncated, cost unknown" in shown.err
    assert run(asking(server, benchmark, "--concurrency", "1", "--json")) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["statuses"] == {"ok": 4}
    assert "3 of 4 responses are there already" in shown.err
    assert len(server.requests) == 5


def test_flags_become_parameters(server: ScriptedServer, benchmark: Path) -> None:
    more = ["--arm", "reasoning=off", "--temperature", "0.5", "--max-tokens", "9", "--limit", "1"]
    given = ["--parameter", "seed=7", "--parameter", "reasoning_effort=minimal", "--parameter", "stop=null"]
    assert run(asking(server, benchmark, *more, *given)) == 0
    [body] = server.requests
    del body["messages"]
    assert body == {
        "model": "m",
        "temperature": 0.5,
        "max_tokens": 9,
        "seed": 7,
        "reasoning_effort": "minimal",
    }
    assert json.loads(Path("run/run.json").read_text())["settings"]["arm"] == "reasoning=off"


def test_a_parameter_without_a_value_is_a_usage_error(
    server: ScriptedServer, benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(asking(server, benchmark, "--parameter", "seed")) == 2
    assert "expected NAME=JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    "flags",
    [
        ["--temperature", "nan"],
        ["--temperature", "inf"],
        ["--parameter", "top_p=NaN"],
        ["--parameter", "top_p=-Infinity"],
    ],
)
def test_a_number_that_json_does_not_have_is_a_usage_error(
    server: ScriptedServer, benchmark: Path, capsys: pytest.CaptureFixture[str], flags: list[str]
) -> None:
    assert run(asking(server, benchmark, *flags)) == 2
    assert "isn't a finite number" in capsys.readouterr().err
    assert not Path("run").exists()
    assert server.requests == []


def test_a_benchmark_with_invalid_records_is_asked_only_when_told_so(
    server: ScriptedServer, benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with benchmark.open("a") as file:
        file.write("{\n[]\n")
    assert run(asking(server, benchmark)) == 2
    said = capsys.readouterr().err
    assert "2 invalid records (line 5: isn't a JSON object)" in said
    assert "--skip-invalid" in said
    assert server.requests == []
    assert run(asking(server, benchmark, "--skip-invalid")) == 0
    assert "line 6: isn't a JSON object" in capsys.readouterr().err
    assert len(server.requests) == 4


def test_a_benchmark_without_a_valid_record_is_an_error(
    server: ScriptedServer, at: list[str], embedded_graph: Graph, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.jsonl").write_text("{\n[]\n")
    for command in (
        asking(server, "bad.jsonl", "--skip-invalid"),
        ["eval", "tasks", "--benchmark", "bad.jsonl", "--out", "tasks", "--skip-invalid"],
        ["eval", "import", "bad.jsonl", *at],
        ["eval", "import", "bad.jsonl", "--json", *at],
    ):
        assert run(command) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "line 2: isn't a JSON object" in shown.err
        assert "bad.jsonl: none of its records is valid" in shown.err
    assert not Path("run").exists()
    assert not Path("tasks").exists()
    assert counts(embedded_graph)["Question"] == 0


def test_a_missing_benchmark_is_an_error(server: ScriptedServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(asking(server, "none.jsonl")) == 2
    assert "none.jsonl: the benchmark can't be read: No such file" in capsys.readouterr().err


def test_import_names_every_invalid_record(
    benchmark: Path, at: list[str], embedded_graph: Graph, capsys: pytest.CaptureFixture[str]
) -> None:
    with benchmark.open("a") as file:
        file.write("{\n" + json.dumps(record(0)) + "\n")
    assert run(["eval", "import", str(benchmark), *at]) == 1
    shown = capsys.readouterr()
    assert "small: 4 imported, 0 there already, 0 mined in this graph, 2 invalid" in shown.out
    assert "line 5: isn't a JSON object" in shown.err
    assert "line 6: repeats the benchmark_id of line 1" in shown.err
    assert counts(embedded_graph)["Question"] == 4
    assert run(["eval", "import", str(benchmark), "--json", *at]) == 1
    report = json.loads(capsys.readouterr().out)
    errors = report.pop("errors")
    assert report == {"benchmark": "small", "new": 0, "known": 4, "mined": 0, "invalid": 2}
    assert {error["line"] for error in errors} == {5, 6}


def test_an_imported_benchmark_is_asked_and_written_back(
    server: ScriptedServer,
    benchmark: Path,
    at: list[str],
    embedded_graph: Graph,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["eval", "import", str(benchmark), "--name", "mine", *at]) == 0
    assert run(asking(server, "graph:mine", *at)) == 0
    assert "4 responses and 0 judgments of 4 questions written to" in capsys.readouterr().err
    assert counts(embedded_graph) == {"Question": 4, "Run": 1, "Response": 4, "Judgment": 0}
    assert run(["eval", "judge", "run", *at]) == 0
    assert counts(embedded_graph) == {"Question": 4, "Run": 1, "Response": 4, "Judgment": 4}
    capsys.readouterr()
    assert run(["eval", "write", "run", "--json", *at]) == 0
    written = json.loads(capsys.readouterr().out)
    assert (written["judges"], written["responses"], written["judgments"]) == (["offline"], 4, 4)
    assert counts(embedded_graph) == {"Question": 4, "Run": 1, "Response": 4, "Judgment": 4}


def test_a_run_is_exported_for_the_public_code(
    server: ScriptedServer, benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.then(says(None, refusal="no"))
    assert run(asking(server, benchmark, "--concurrency", "1", "--samples", "2")) == 1
    assert run(["eval", "judge", "run"]) == 0
    capsys.readouterr()
    for sample, errors in (("0", 1), ("1", 0)):
        assert run(["eval", "export", "run", f"{sample}.jsonl", "--sample", sample]) == 0
        assert f"4 records: {sample}.jsonl" in capsys.readouterr().out
        lines = [json.loads(line) for line in Path(f"{sample}.jsonl").read_text().splitlines()]
        assert len({line["benchmark_id"] for line in lines}) == 4
        assert [line["status"] for line in lines].count("error") == errors
    assert run(["eval", "export", "run", "judged.jsonl", "--judge", "offline", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": "judged.jsonl", "records": 4}
    judged = [json.loads(line) for line in Path("judged.jsonl").read_text().splitlines()]
    labels = sorted(line["judgment"]["label"] if "judgment" in line else line["status"] for line in judged)
    assert labels == ["complete", "complete", "complete", "error"]
    assert run(["eval", "export", "run", "judged.jsonl"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_response_to_an_unknown_item_is_not_exported(server: ScriptedServer, benchmark: Path) -> None:
    assert run(asking(server, benchmark)) == 0
    log = Path("run/responses.jsonl")
    stray = json.loads(log.read_text().splitlines()[0]) | {"benchmark_id": "not-asked"}
    with log.open("a") as file:
        file.write(json.dumps(stray) + "\n")
    assert run(["eval", "export", "run", "responses.jsonl"]) == 0
    exported = [json.loads(line)["benchmark_id"] for line in Path("responses.jsonl").read_text().splitlines()]
    assert sorted(exported) == [record(number)["benchmark_id"] for number in range(4)]


def test_judge_tells_why_there_is_no_verdict(
    server: ScriptedServer, benchmark: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(asking(server, benchmark, "--limit", "1")) == 0
    server.otherwise(lambda _: says({"verdicts": []}))
    capsys.readouterr()
    assert run(["eval", "judge", "run", "--judge", "j", "--base-url", server.url]) == 1
    shown = capsys.readouterr().out
    assert f"{record(0)['benchmark_id']}: unparsed: " in shown
    assert "The same command judges what has no verdict again." in shown


def test_without_a_named_graph_nothing_is_written(server: ScriptedServer, benchmark: Path) -> None:
    assert run(asking(server, benchmark)) == 0
    assert not Path(".graphprobe/graph").exists()
    assert sorted(path.name for path in Path(".graphprobe").iterdir() if "sqlite" not in path.name) == []


def test_an_empty_graph_holds_no_benchmark(
    server: ScriptedServer, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(asking(server, "graph", *at)) == 2
    assert "holds no question that is fit for release" in capsys.readouterr().err
    assert run(asking(server, "graph:other", *at)) == 2
    assert "holds no benchmark 'other'" in capsys.readouterr().err


def test_progress_says_how_long_is_left() -> None:
    now = [0.0]
    progress = RunProgress(clock=lambda: now[0])
    progress.start(total=1_100, answered=100)
    for status in [Status.OK] * 7 + [Status.ERROR, Status.REFUSED, Status.TRUNCATED]:
        now[0] += 0.5
        progress.heard(status, 0.25)
    assert progress.line() == "107 of 1,100 done, 1 failed, 1 refused, 1 truncated, $0.25, 8:15 left"
    progress.heard(Status.OK, None)
    assert "cost unknown" in progress.line()
