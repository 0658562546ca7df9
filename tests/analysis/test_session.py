"""The graph from Python: connections, frames and named queries."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from contested import Fact, edge, run_conflicts, write_contested

import graphprobe
from graphprobe.analysis import frames
from graphprobe.config import GraphSettings
from graphprobe.errors import ConfigError, DataError, GraphError
from graphprobe.graph import Graph
from graphprobe.mining.conflicts import conflict_id
from graphprobe.text.values import Kind

BANK = [
    Fact("d1", "Grameen Bank", "date of founding", Kind.DATE, "1974"),
    Fact("d2", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
    Fact("d3", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
]
NILE = [
    Fact("e1", "Nile", "length", Kind.QUANTITY, "6,650 km"),
    Fact("e2", "Nile", "length", Kind.QUANTITY, "6,853 km"),
]


@pytest.fixture
def connection(graph: Graph, graph_settings: GraphSettings) -> Iterator[graphprobe.Connection]:
    """A connection to a graph with two conflicts."""
    write_contested(graph, [*BANK, *NILE], [edge(*BANK[:2]), edge(*NILE)])
    run_conflicts(graph)
    password = graph_settings.password.get_secret_value() if graph_settings.password else None
    with graphprobe.connect(graph_settings.uri, password=password) as connected:
        yield connected


def test_conflicts_have_a_row_an_account(connection: graphprobe.Connection) -> None:
    frame = connection.load_conflicts()

    assert dict(frame.dtypes.astype(str)) == dict(frames.CONFLICTS)
    bank = frame[frame.conflict == conflict_id(BANK[0].slot)]
    columns = [
        "subject",
        "attribute",
        "value",
        "value_kind",
        "side",
        "n_documents",
        "n_sources",
        "n_accounts",
    ]
    assert bank[columns].to_numpy().tolist() == [
        ["Grameen Bank", "date of founding", "1976", "date", "majority", 2, 2, 2],
        ["Grameen Bank", "date of founding", "1974", "date", "minority", 1, 1, 2],
    ]
    assert len(frame) == 4
    assert frame.account.is_unique


def test_reports_have_a_row_a_statement(connection: graphprobe.Connection) -> None:
    reports = connection.load_reports()

    assert dict(reports.dtypes.astype(str)) == dict(frames.REPORTS)
    joined = reports.merge(connection.load_conflicts()[["account", "side"]], on="account")
    bank = joined[joined.conflict == conflict_id(BANK[0].slot)].sort_values("document")
    columns = ["document", "value", "side", "statement", "start", "end", "value_start", "value_end"]
    statement = "Grameen Bank: date of founding {}."
    assert bank[columns].to_numpy().tolist() == [
        ["d1", "1974", "minority", statement.format(1974), 0, 36, 31, 35],
        ["d2", "1976", "majority", statement.format(1976), 0, 36, 31, 35],
        ["d3", "1976", "majority", statement.format(1976), 0, 36, 31, 35],
    ]


def test_documents_have_a_row_each_and_their_text_if_asked(connection: graphprobe.Connection) -> None:
    frame = connection.load_documents()

    assert dict(frame.dtypes.astype(str)) == dict(frames.DOCUMENTS)
    assert frame.document.tolist() == ["d1", "d2", "d3", "e1", "e2"]
    assert frame.n_facts.tolist() == [1] * 5
    assert frame.title.isna().all()
    assert frame.quality.isna().all()
    texts = connection.load_documents(text=True).set_index("document").text
    assert texts["e1"] == "Nile: length 6,650 km."
    assert str(texts.dtype) == "string"


def test_a_graph_without_anything_gives_empty_frames_of_the_same_types(
    graph: Graph, graph_settings: GraphSettings
) -> None:
    del graph  # it's empty
    password = graph_settings.password.get_secret_value() if graph_settings.password else None
    with graphprobe.connect(graph_settings.uri, password=password) as connected:
        for frame, columns in (
            (connected.load_conflicts(), frames.CONFLICTS),
            (connected.load_reports(), frames.REPORTS),
            (connected.load_documents(), frames.DOCUMENTS),
        ):
            assert frame.empty
            assert dict(frame.dtypes.astype(str)) == dict(columns)


def test_pages_make_one_frame() -> None:
    pages = [[{"n": 1, "text": "a"}], [{"n": None, "text": None}, {"n": 2**40, "text": "c"}]]
    frame = frames._frame(pages, {"text": "string", "n": "Int64"})
    assert frame.columns.tolist() == ["text", "n"]
    assert frame.index.tolist() == [0, 1, 2]
    assert frame.n.tolist() == [1, pd.NA, 2**40]
    assert frame.text.isna().tolist() == [False, True, False]


def test_a_named_query_gives_a_typed_frame(connection: graphprobe.Connection) -> None:
    frame = connection.query("conflicts_of_entity", entity="GRAMEEN bank")

    assert frame[["conflict", "subject"]].to_numpy().tolist() == [[conflict_id(BANK[0].slot), "Grameen Bank"]]
    assert {str(dtype) for dtype in frame.dtypes} <= {"string", "Int64", "object"}


def test_a_query_without_rows_keeps_its_columns() -> None:
    assert frames.query_frame(["a", "b"], []).columns.tolist() == ["a", "b"]


def test_what_a_query_refuses(connection: graphprobe.Connection) -> None:
    with pytest.raises(ConfigError, match="there is no query 'conflict_of_entity'"):
        connection.query("conflict_of_entity", entity="Nile")
    with pytest.raises(DataError, match="there is no entity"):
        connection.query("conflicts_of_entity", entity="Niel")


def test_a_network_of_a_connection(connection: graphprobe.Connection) -> None:
    assert set(connection.to_networkx("entity")) >= {"Entity:nile", "Document:e1"}


def test_module_functions_ask_the_connection_opened_last(
    connection: graphprobe.Connection, embedded_settings: GraphSettings
) -> None:
    rows = len(connection.load_conflicts())
    assert len(graphprobe.load_conflicts()) == rows
    assert len(graphprobe.load_reports()) == 5
    with graphprobe.connect(embedded_settings.uri) as other:
        assert repr(other) == f"<graphprobe.Connection {other.where} (open)>"
        assert len(graphprobe.load_documents()) == len(other.load_documents())
    assert repr(other).endswith("(closed)>")
    other.close()
    assert len(graphprobe.load_documents(text=True)) == 5
    assert "Entity:nile" in graphprobe.to_networkx("entity")
    assert len(graphprobe.query("conflicts_of_entity", entity="nile")) == 1


def test_a_wrong_address_and_a_wrong_network(connection: graphprobe.Connection) -> None:
    with pytest.raises(ConfigError):
        graphprobe.connect("postgres://localhost")
    with pytest.raises(ConfigError, match="there is no network 'people'"):
        connection.to_networkx("people")  # type: ignore[arg-type]


def test_a_folder_without_a_graph_is_refused_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for address in (None, f"embedded:{tmp_path / 'typo'}"):
        with pytest.raises(GraphError, match="there is no graph"):
            graphprobe.connect(address)
    assert list(tmp_path.iterdir()) == []


def test_importing_graphprobe_imports_nothing_heavy() -> None:
    code = (
        "import sys, graphprobe; assert 'connect' in dir(graphprobe);"
        "heavy = ('pandas', 'neo4j', 'pydantic', 'networkx', 'numpy');"
        "print(*[m for m in sys.modules if m.split('.')[0] in heavy or m.startswith('graphprobe.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_module_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'conect'"):
        graphprobe.conect  # noqa: B018
