"""``graphprobe graph export``: files for other tools, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest
from contested import Fact, edge, run_conflicts, write_contested

from graphprobe.cli import run
from graphprobe.config import GraphSettings
from graphprobe.graph import Graph
from graphprobe.text.values import Kind

FACTS = [
    Fact("d1", "Grameen Bank", "date of founding", Kind.DATE, "1974"),
    Fact("d2", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
]


@pytest.fixture
def at(embedded_graph: Graph, embedded_settings: GraphSettings) -> list[str]:
    """The options that name a graph with one conflict."""
    write_contested(embedded_graph, FACTS, [edge(*FACTS)])
    run_conflicts(embedded_graph)
    return ["--graph", embedded_settings.uri]


def test_export_by_suffix(at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new" / "conflicts.graphml"
    assert run(["graph", "export", str(file), *at]) == 0
    assert f"5 nodes, 5 edges: {file}" in capsys.readouterr().out
    assert sorted(nx.read_graphml(file).nodes) == sorted(nx.read_graphml(file, force_multigraph=True).nodes)

    file = tmp_path / "all.GEXF"
    assert run(["graph", "export", str(file), "--kind", "all", "--json", *at]) == 0
    written = json.loads(capsys.readouterr().out)
    network = nx.read_gexf(file)
    assert written == {
        "file": str(file),
        "kind": "all",
        "nodes": network.number_of_nodes(),
        "edges": network.number_of_edges(),
    }
    assert {kind for _, kind in network.nodes(data="kind")} >= {
        "Document",
        "Fact",
        "Slot",
        "Entity",
        "Change",
    }


def test_export_refuses_to_write_over_and_unknown_suffixes(
    at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "conflicts.gexf"
    file.write_text("mine", encoding="utf-8")
    assert run(["graph", "export", str(file), *at]) == 2
    assert "exists already" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"
    assert run(["graph", "export", str(file), "--force", *at]) == 0
    assert nx.read_gexf(file).number_of_nodes() == 5
    assert run(["graph", "export", str(tmp_path / "conflicts.json"), *at]) == 2
    assert "Choose .graphml or .gexf" in capsys.readouterr().err
