"""``graphprobe conflicts``: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from contested import Fact, delete_edges, edge, replace_documents, run_conflicts, write_contested

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


def test_diff_shows_each_kind_with_its_documents(
    at: list[str], embedded_graph: Graph, capsys: pytest.CaptureFixture[str]
) -> None:
    third = Fact("d4", "Grameen Bank", "date of founding", Kind.DATE, "1983")
    write_contested(embedded_graph, [third], [edge(FACTS[0], third)])
    run_conflicts(embedded_graph)
    more = [Fact(f"d{n}", "Grameen Bank", "date of founding", Kind.DATE, "1983") for n in range(10, 17)]
    write_contested(embedded_graph, more, [])
    run_conflicts(embedded_graph)
    replace_documents(embedded_graph, "d4", *(fact.document for fact in more))
    run_conflicts(embedded_graph)
    delete_edges(embedded_graph)
    run_conflicts(embedded_graph)

    assert run(["conflicts", "diff", "1h", *at]) == 0

    shown = [line.split("  ", 1)[-1] for line in capsys.readouterr().out.splitlines()]
    title = f"Grameen Bank: date of founding  ({ID})"
    assert shown[:-1] == [
        f"appeared: {title}",
        "  1976 (2) | 1974 (1)",
        "  by d1  https://example.org/d1",
        "  by d2  https://example.org/d2",
        "  by d3  https://example.org/d3",
        "",
        f"gained account: {title}",
        "  + 1983 (1)   now: 1976 (2) | 1974 (1) | 1983 (1)",
        "  by d4  https://example.org/d4",
        "",
        f"majority changed: {title}",
        "  1976 (2) | 1974 (1) | 1983 (1)  ->  1983 (8) | 1976 (2) | 1974 (1)",
        *(f"  by d{n}  https://example.org/d{n}" for n in range(10, 15)),
        "  ... and 2 more; --json names all",
        "",
        f"lost account: {title}",
        "  - 1983 (8)   now: 1976 (2) | 1974 (1)",
        *(f"  by d{n}  https://example.org/d{n}" for n in range(10, 15)),
        "  ... and 3 more; --json names all",
        "",
        f"majority changed: {title}",
        "  1983 (8) | 1976 (2) | 1974 (1)  ->  1976 (2) | 1974 (1)",
        *(f"  by d{n}  https://example.org/d{n}" for n in range(10, 15)),
        "  ... and 3 more; --json names all",
        "",
        f"went away: {title}",
        "  was: 1976 (2) | 1974 (1)",
        "  by d1  https://example.org/d1",
        "  by d2  https://example.org/d2",
        "  by d3  https://example.org/d3",
        "",
    ]
    assert shown[-1].startswith(
        "2 majority changed, 1 appeared, 1 gained account, 1 lost account, 1 went away since"
    )


def test_diff_for_programs(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conflicts", "diff", "1h", "--json", *at]) == 0
    [change] = json.loads(capsys.readouterr().out)
    assert {name: change[name] for name in ("kind", "conflict", "subject", "account", "before", "into")} == {
        "kind": "appeared",
        "conflict": ID,
        "subject": "Grameen Bank",
        "account": None,
        "before": [],
        "into": None,
    }
    assert [(a["value"], a["side"], a["n_sources"]) for a in change["after"]] == [
        ("1976", "majority", 2),
        ("1974", "minority", 1),
    ]
    assert [document["id"] for document in change["documents"]] == ["d1", "d2", "d3"]


def test_diff_of_a_time_without_changes_or_without_sense(
    at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["conflicts", "diff", "0m", *at]) == 0
    assert capsys.readouterr().out.startswith("Nothing happened since")
    assert run(["conflicts", "diff", "lately", *at]) == 2
    assert "Error: SINCE: 'lately' is no time" in capsys.readouterr().err
