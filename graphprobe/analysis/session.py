"""Asking a graph from Python: ``graphprobe.connect()`` and what an open connection gives.

    import graphprobe

    with graphprobe.connect("embedded:demo-out/graph") as graph:
        conflicts = graph.load_conflicts()

The same names stand in the module for a notebook's sake: ``graphprobe.load_conflicts()`` asks the connection
that was opened last and is still open, or else opens the graph that the settings name.
"""

from __future__ import annotations

import weakref
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from graphprobe.analysis import frames, networks
from graphprobe.config import load_settings
from graphprobe.explore import answer
from graphprobe.graph import Graph, open_graph

if TYPE_CHECKING:
    import networkx
    import pandas

_open: list[Connection] = []


class Connection:
    """An open graph, read only. Close it, or use it as a context manager; it closes with the interpreter too.

    Make it with :func:`connect`.
    """

    def __init__(self, graph: Graph, opened: ExitStack) -> None:
        self._graph = graph
        self._finalizer = weakref.finalize(self, opened.close)

    @property
    def where(self) -> str:
        """The address or folder of the graph."""
        return self._graph.where

    def load_conflicts(self) -> pandas.DataFrame:
        """Conflicts, one row an account (:data:`graphprobe.analysis.frames.CONFLICTS` has the columns)."""
        return frames.load_conflicts(self._graph)

    def load_reports(self) -> pandas.DataFrame:
        """Who reports which account, one row a statement (:data:`graphprobe.analysis.frames.REPORTS`)."""
        return frames.load_reports(self._graph)

    def load_documents(self, *, text: bool = False) -> pandas.DataFrame:
        """Documents, one a row (:data:`graphprobe.analysis.frames.DOCUMENTS`); ``text`` adds their texts."""
        return frames.load_documents(self._graph, text=text)

    def query(self, name: str, **parameters: Any) -> pandas.DataFrame:
        """Rows of a named query; ``graphprobe query list`` shows the names.

        Raises:
            ConfigError: an unknown query or parameter, or a value that isn't of its type.
            DataError: the graph has no such entity, document, conflict ...
        """
        found = answer(self._graph, name, parameters)
        return frames.query_frame(found.columns, found.rows)

    def to_networkx(self, kind: networks.Kind = "conflict") -> networkx.MultiDiGraph:
        """A network of conflicts, of entities, or of all (:func:`graphprobe.analysis.networks.read_network`).

        Raises:
            ConfigError: there is no network of that kind.
        """
        return networks.to_networkx(self._graph, kind)

    def close(self) -> None:
        """Closes the graph; an embedded engine that nobody else uses stops. Twice is as good as once."""
        self._finalizer()
        if self in _open:
            _open.remove(self)

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "open" if self._finalizer.alive else "closed"
        return f"<graphprobe.Connection {self.where} ({state})>"


def connect(
    uri: str | None = None,
    *,
    user: str | None = None,
    password: str | None = None,
    database: str | None = None,
    config: str | Path | None = None,
) -> Connection:
    """Opens a graph for reading.

    Args:
        uri: ``bolt://...``, ``neo4j://...`` or ``embedded:FOLDER``; None: what the file of settings or the
            environment (``GRAPHPROBE_GRAPH_URI``) says, else ``embedded:.graphprobe``.
        user: database user.
        password: better in the environment, as ``GRAPHPROBE_GRAPH_PASSWORD``.
        database: name of the database; None: the server's home database.
        config: a YAML file of settings.

    Raises:
        ConfigError: a setting is wrong.
        GraphError: the graph can't be reached, or there is none in the folder; the message says what to do.
    """
    given = {"uri": uri, "user": user, "password": password, "database": database}
    settings = load_settings(Path(config) if config else None, {"graph": given})
    with ExitStack() as stack:
        graph = stack.enter_context(open_graph(settings.graph, read_only=True))
        connection = Connection(graph, stack.pop_all())
    _open.append(connection)
    return connection


def load_conflicts() -> pandas.DataFrame:
    """:meth:`Connection.load_conflicts` of the current connection."""
    return _current().load_conflicts()


def load_reports() -> pandas.DataFrame:
    """:meth:`Connection.load_reports` of the current connection."""
    return _current().load_reports()


def load_documents(*, text: bool = False) -> pandas.DataFrame:
    """:meth:`Connection.load_documents` of the current connection."""
    return _current().load_documents(text=text)


def query(name: str, **parameters: Any) -> pandas.DataFrame:
    """:meth:`Connection.query` of the current connection."""
    return _current().query(name, **parameters)


def to_networkx(kind: networks.Kind = "conflict") -> networkx.MultiDiGraph:
    """:meth:`Connection.to_networkx` of the current connection."""
    return _current().to_networkx(kind)


def _current() -> Connection:
    """The connection opened last of those still open; a first one by the settings."""
    return _open[-1] if _open else connect()
