"""``graphprobe db`` and ``graphprobe doctor``, as a user types them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphprobe.cli import run
from graphprobe.config import GraphSettings
from graphprobe.graph import Graph, embedded, open_graph

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def typed(
    graph_settings: GraphSettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Types a command on the graph of the test; returns its exit code, output and errors."""
    if graph_settings.password:
        monkeypatch.setenv("GRAPHPROBE_GRAPH_PASSWORD", graph_settings.password.get_secret_value())

    def type_command(*words: str) -> tuple[int, str, str]:
        code = run([*words, "--graph", graph_settings.uri])
        told = capsys.readouterr()
        return code, told.out, told.err

    return type_command


def fill(graph: Graph, *, start: int = 0, fact_b: str = "f2") -> None:
    """Two documents with a fact each and a conflict between them."""
    graph.update("probe/small_graph", start=start, fact_b=fact_b)


def test_status_tells_engine_version_and_counts(typed: Command, graph: Graph) -> None:
    fill(graph)

    code, out, _ = typed("db", "status", "--json")

    told = json.loads(out)
    assert code == 0
    assert told["engine"] == graph.engine
    assert told["version"] == graph.version
    assert told["migrations_pending"] == []
    assert told["nodes"] == {"Document": 2, "Fact": 2}
    assert told["relationships"] == {"STATES": 2, "CONFLICTS_WITH": 1}


def test_status_of_an_empty_graph_says_so(typed: Command) -> None:
    code, out, _ = typed("db", "status")

    assert code == 0
    assert "Schema: up to date." in out
    assert "The graph is empty." in out


def test_migrate_twice_does_nothing(typed: Command) -> None:
    assert typed("db", "migrate", "--json")[:2] == (0, '{\n  "applied": []\n}\n')


def test_wipe_asks_and_does_nothing_when_told_no(
    typed, graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(graph)
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))

    code, _, err = typed("db", "wipe")

    assert code == 130
    assert "Delete all 4 nodes" in err
    assert graph.read("graph/node_counts")[0]["Document"] == 2


def test_wipe_deletes_everything_but_the_schema(typed: Command, graph: Graph) -> None:
    fill(graph)
    steps = graph.read("graph/migrations_applied")

    code, out, _ = typed("db", "wipe", "--yes")

    assert (code, out) == (0, "Deleted 4 nodes with their relationships.\n")
    assert sum(graph.read("graph/node_counts")[0].values()) == 0
    assert graph.read("graph/migrations_applied") == steps


def findings(out: str) -> dict[str, dict[str, str]]:
    return {finding["check"]: finding for finding in json.loads(out)}


def test_doctor_finds_nothing_in_a_sound_graph(typed: Command, graph: Graph) -> None:
    fill(graph)

    code, out, _ = typed("doctor", "--json")

    found = findings(out)
    assert [name for name, finding in found.items() if finding["state"] == "problem"] == []
    assert code == 0
    assert {"graph", "schema", "write", "quotes", "relations", "spaCy model"} <= set(found)


def test_doctor_finds_a_quote_that_is_not_at_its_offsets(typed: Command, graph: Graph) -> None:
    fill(graph, start=1)

    code, out, _ = typed("doctor", "--json")

    assert code == 1
    assert findings(out)["quotes"]["what"].startswith("2 facts whose quote isn't at its offsets, as f1, f2")


def test_doctor_finds_a_relation_whose_fact_is_gone(typed: Command, graph: Graph) -> None:
    fill(graph, fact_b="gone")

    code, out, _ = typed("doctor", "--json")

    assert code == 1
    assert findings(out)["relations"]["what"] == "1 relations name a fact that is gone, as d1 - d2"
    assert "db wipe" in findings(out)["relations"]["remedy"]


def test_doctor_tells_the_remedy_for_a_dead_endpoint(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["doctor", "--graph", "bolt://127.0.0.1:1", "--json"])

    found = findings(capsys.readouterr().out)
    assert code == 1
    assert found["graph"]["state"] == "problem"
    assert "docker compose up" in found["graph"]["remedy"]
    assert "quotes" not in found


def test_up_keeps_the_engine_and_down_stops_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = ["--graph", f"embedded:{tmp_path}", "--json"]

    assert run(["db", "up", *graph]) == 0
    up = json.loads(capsys.readouterr().out)
    running = embedded.running(tmp_path)
    assert running is not None
    assert (running.pid, running.address) == (up["pid"], up["address"])

    assert run(["db", "down", *graph]) == 0
    assert json.loads(capsys.readouterr().out)["stopped"] is True
    assert embedded.running(tmp_path) is None

    assert run(["db", "down", *graph]) == 0
    assert json.loads(capsys.readouterr().out)["was_running"] is False


def test_up_is_for_embedded_graphs_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["db", "up", "--graph", "bolt://127.0.0.1:1"]) == 2
    assert "only an embedded graph" in capsys.readouterr().err


def test_status_tells_what_a_graph_without_a_schema_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_graph(GraphSettings(uri=f"embedded:{tmp_path}"), migrate=False):
        assert run(["db", "status", "--graph", f"embedded:{tmp_path}"]) == 0
        assert "steps pending (`graphprobe db migrate`)" in capsys.readouterr().out
