"""Graphs opened for reading only; what servers refuse there is in tests/explore/test_named_queries.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from neo4j.exceptions import AuthError

from graphprobe.config import GraphSettings
from graphprobe.errors import GraphError
from graphprobe.graph import Graph, embedded, open_graph


def test_a_missing_graph_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "none"

    with (
        pytest.raises(GraphError, match="there is no graph"),
        open_graph(GraphSettings(uri=f"embedded:{folder}"), read_only=True),
    ):
        pass

    assert not folder.exists()


def test_a_statement_of_ones_own_never_runs_where_it_could_write(embedded_graph: Graph) -> None:
    with pytest.raises(ValueError, match="read_only"):
        embedded_graph.ask("RETURN 1", limit=1)


def test_an_engine_that_knows_no_reader_yet_is_to_be_started_again(tmp_path: Path) -> None:
    error = embedded.failure(tmp_path, AuthError("unknown user"), "graph/version")

    assert str(error).endswith("Stop it (`graphprobe db down`), then run the same command again.")
