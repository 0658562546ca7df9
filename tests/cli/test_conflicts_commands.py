"""``graphprobe conflicts``: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from contested import Fact, edge, run_conflicts, write_contested

from graphprobe.cli import run
from graphprobe.config import GraphSettings
from graphprobe.graph import Graph
from graphprobe.mining.conflicts import conflict_id
from graphprobe.text.values import Kind

FACTS = [
    Fact("d1", "Grameen Bank", "date of founding", Kind.DATE, "1974"),
    Fact("d2", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
    Fact("d3", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
]
ID = conflict_id(FACTS[0].slot)
ROW = {
    "id": ID,
    "subject": "Grameen Bank",
    "attribute": "date of founding",
    "accounts": [
        {"value": "1976", "documents": ["d2", "d3"], "n_sources": 2},
        {"value": "1974", "documents": ["d1"], "n_sources": 1},
    ],
}


@pytest.fixture
def at(embedded_graph: Graph, embedded_settings: GraphSettings) -> list[str]:
    """The options that name a graph with one conflict."""
    write_contested(embedded_graph, FACTS, [edge(*FACTS[:2])])
    run_conflicts(embedded_graph)
    return ["--graph", embedded_settings.uri]


def test_list(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conflicts", "list", *at]) == 0
    shown = capsys.readouterr().out
    assert ID in shown
    assert "1976 (2); 1974 (1)" in shown


def test_list_for_programs(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conflicts", "list", "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out) == [ROW]


def test_show_names_every_statement(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conflicts", "show", ID, *at]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Grameen Bank: date of founding",
        "",
        "1976  (majority, independent sources: 2)",
        "  d2 0..36  https://example.org/d2",
        "    Grameen Bank: date of founding 1976.",
        "  d3 0..36  https://example.org/d3",
        "    Grameen Bank: date of founding 1976.",
        "",
        "1974  (minority, independent sources: 1)",
        "  d1 0..36  https://example.org/d1",
        "    Grameen Bank: date of founding 1974.",
    ]


def test_show_of_an_unknown_id(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conflicts", "show", "nothing", *at]) == 2
    assert "there is no conflict nothing" in capsys.readouterr().err


def test_export_and_its_refusal_to_write_over(
    at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "conflicts.jsonl"
    assert run(["conflicts", "export", str(file), *at]) == 0
    assert [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] == [ROW]
    assert run(["conflicts", "export", str(file), *at]) == 2
    assert "exists already" in capsys.readouterr().err
    assert run(["conflicts", "export", str(file), "--force", *at]) == 0
