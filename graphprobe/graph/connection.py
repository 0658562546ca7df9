"""The graph as the rest of GraphProbe sees it: named statements in, plain rows out."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import neo4j
from neo4j import Driver, ManagedTransaction
from neo4j.exceptions import ConstraintError, DriverError, Neo4jError

from graphprobe.config import GraphSettings
from graphprobe.errors import GraphError, GraphProbeError
from graphprobe.graph import embedded, engine, failures, loader, sanitizer, values

Row = dict[str, Any]
Engine = Literal["embedded", "neo4j"]
Result = TypeVar("Result")

BATCH_ROWS = 2000
BATCH_BYTES = 4 * 2**20

_RACE_ATTEMPTS = 5
_RACE_SECONDS = 0.05
_CONNECT_SECONDS = 10.0
_RETRY_SECONDS = 30.0
_EMBEDDED_RETRY_SECONDS = 5.0  # an engine on this machine that doesn't answer has ended


@dataclass(frozen=True, slots=True)
class Table:
    """What a statement of the user's gave: columns, rows of plain values, and whether there were more."""

    columns: list[str]
    rows: list[list[Any]]
    more: bool


class Graph:
    """One open graph. Make it with :func:`open_graph`; it may be used by several threads.

    Attributes:
        engine: ``embedded`` or ``neo4j``.
        version: version of the database server.
        where: the address or folder, as messages name it.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        database: str | None,
        where: str,
        folder: Path | None,
        read_only: bool = False,
    ) -> None:
        self.engine: Engine = "embedded" if folder else "neo4j"
        self.where = where
        self._driver = driver
        self._database = database
        self._folder = folder
        self._read_only = read_only
        self._writer = embedded.writer_lock(folder) if folder else None
        self.version = self._probe()

    def read(self, statement: str, **parameters: Any) -> list[Row]:
        """Rows of a read statement; all of them, so it must be bounded.

        Args:
            statement: its name, as ``mining/entities_pending``.
            parameters: its parameters; ``None`` is passed on as null.

        Raises:
            GraphError: the database can't be reached, or refuses the statement.
            DataError: a parameter can't be stored.
        """
        query = _query(statement)
        cleaned = sanitizer.clean_parameters(parameters)
        return self._run(statement, lambda tx: _rows(tx, query, cleaned), write=False)

    def pages(
        self, statement: str, *, limit: int = 1000, after: Any = "", **parameters: Any
    ) -> Iterator[list[Row]]:
        """Pages of a read statement, each a transaction of its own, in the order of ``key``.

        The statement takes ``$after`` and ``$limit`` and returns rows whose ``key`` is greater than
        ``$after``, ordered by ``key``. What the caller writes between pages doesn't disturb the paging.

        Args:
            statement: its name.
            limit: rows a page.
            after: where to begin; the least key by default.
            parameters: its other parameters.
        """
        while True:
            rows = self.read(statement, after=after, limit=limit, **parameters)
            if rows:
                yield rows
            if len(rows) < limit:
                return
            after = rows[-1]["key"]

    def write(self, statement: str, rows: Iterable[Mapping[str, Any]], **parameters: Any) -> int:
        """Runs a write statement over ``rows`` in batches, a transaction each; returns how many rows.

        Rows are sorted by their ``key``, so that two writers lock nodes in the same order, and batches are
        bounded by rows and by bytes. A batch is written whole or not at all.
        """
        query = _query(statement)
        cleaned = sanitizer.clean_parameters(parameters)
        count = 0
        for batch in _batches(rows):
            self._run(statement, _writer_of([(query, {**cleaned, "rows": batch})]), write=True)
            count += len(batch)
        return count

    def write_together(self, steps: Sequence[tuple[str, Sequence[Row]]], **parameters: Any) -> None:
        """Runs several write statements, each over its rows, in one transaction: all happens or nothing."""
        cleaned = sanitizer.clean_parameters(parameters)
        runs = [
            (_query(statement), {**cleaned, "rows": batch})
            for statement, rows in steps
            for batch in _batches(rows)
        ]
        if runs:
            names = " + ".join(statement for statement, _ in steps)
            self._run(names, _writer_of(runs), write=True)

    def update(self, statement: str, **parameters: Any) -> list[Row]:
        """Runs one write statement that isn't fed with rows, and returns what it returns."""
        query = _query(statement)
        cleaned = sanitizer.clean_parameters(parameters)
        return self._run(statement, lambda tx: _rows(tx, query, cleaned), write=True)

    def ask(self, text: str, *, limit: int, **parameters: Any) -> Table:
        """Runs a statement that the user wrote, in a transaction that can only read.

        On an embedded graph the server holds that only for a graph opened with ``read_only``.

        Args:
            text: Cypher, one statement.
            limit: most rows to fetch; the rest stays on the server.
            parameters: its parameters.

        Raises:
            GraphError: the statement is wrong, or would write.
        """
        if not self._read_only:
            raise ValueError("a statement of the user's runs on a graph opened with read_only")
        cleaned = sanitizer.clean_parameters(parameters)

        def work(tx: ManagedTransaction) -> Table:
            result = tx.run(text, cleaned)
            records = result.fetch(limit + 1)
            rows = [[values.plain(value) for value in record.values()] for record in records[:limit]]
            return Table(list(result.keys()), rows, more=len(records) > limit)

        return self._run("", work, write=False)

    def _run(self, statement: str, work: Callable[[ManagedTransaction], Result], *, write: bool) -> Result:
        """One managed transaction: the driver retries what is transient, we retry lost races."""
        if write and self._read_only:
            raise failures.would_write(self.where)
        for attempt in itertools.count(1):
            try:
                return self._attempt(work, write=write)
            except (Neo4jError, DriverError, OSError) as error:
                if attempt == _RACE_ATTEMPTS or not _lost_race(error, write=write):
                    raise self._failure(error, statement) from error
                time.sleep(random.uniform(0, _RACE_SECONDS * 2**attempt))
        raise AssertionError("the loop has no end of its own")

    def _attempt(self, work: Callable[[ManagedTransaction], Result], *, write: bool) -> Result:
        with self._driver.session(database=self._database) as session:
            if not write:
                return session.execute_read(work)
            with self._alone():
                return session.execute_write(work)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The only writer of an embedded graph, over all threads and commands; Neo4j needs no such thing."""
        if self._writer is None:
            yield
            return
        with self._writer.hold() as is_ours:
            if not is_ours:
                raise GraphError(
                    "another command has been writing for too long", where=self.where, remedy="Try again."
                )
            yield

    def _failure(self, error: Exception, statement: str) -> GraphProbeError:
        if self._folder:
            return embedded.failure(self._folder, error, statement)
        return failures.translated(error, self.where, statement)

    def _probe(self) -> str:
        """Version of the server: the first word with it, so a wrong address or password shows at once."""
        try:
            with self._driver.session(database=self._database) as session:
                row = session.run(_query("graph/version")).single(strict=True)
        except (Neo4jError, DriverError, OSError) as error:
            raise self._failure(error, "graph/version") from error
        return embedded.installed_version() if self._folder else str(row["version"])


@contextmanager
def open_graph(settings: GraphSettings, *, migrate: bool = True, read_only: bool = False) -> Iterator[Graph]:
    """Opens the graph that the settings name and closes it at the end.

    An ``embedded:`` address starts the engine of that folder or joins the one that runs.

    Args:
        settings: address, user, password and database.
        migrate: bring the schema up to date first.
        read_only: the server refuses whatever would write: Neo4j by the access mode, the embedded engine by
            the rights of the user. The graph must be there already, and isn't migrated.

    Raises:
        GraphError: it can't be reached, or lets us not in; the message says what to do.
        GraphLockedError: an embedded graph is held by something we can't join.
        GraphVersionError: it was written by a newer version.
    """
    from graphprobe.graph import migrations

    with ExitStack() as stack:
        graph = _opened(settings, stack, read_only=read_only)
        if migrate and not read_only:
            migrations.apply(graph)
        yield graph


def _opened(settings: GraphSettings, stack: ExitStack, *, read_only: bool) -> Graph:
    folder = settings.embedded_folder
    if folder and read_only and not embedded.is_graph(folder):
        raise GraphError("there is no graph", where=str(folder), remedy="Make one with `graphprobe mine`.")
    if folder is None:
        password = settings.password.get_secret_value() if settings.password else ""
        driver = _driver(
            settings.uri,
            (settings.user, password),
            stack,
            max_transaction_retry_time=_RETRY_SECONDS,
            notifications_min_severity="OFF",
        )
        return Graph(driver, database=settings.database, where=settings.uri, folder=None, read_only=read_only)
    endpoint = stack.enter_context(embedded.joined(folder))
    driver = _driver(
        endpoint.address,
        (engine.READER if read_only else engine.USER, endpoint.password),
        stack,
        max_transaction_retry_time=_EMBEDDED_RETRY_SECONDS,
    )
    return Graph(driver, database=engine.DATABASE, where=str(folder), folder=folder, read_only=read_only)


def _lost_race(error: Exception, *, write: bool) -> bool:
    """Whether another transaction got in between, so that the same one may succeed when run again.

    Two writers may make the same key at once. And a reader of the embedded engine, which takes no snapshot,
    may be on its way to a record when a writer deletes it.
    """
    if isinstance(error, ConstraintError):
        return write
    return isinstance(error, Neo4jError) and error.code == "Neo.ClientError.Statement.EntityNotFound"


def _driver(uri: str, auth: tuple[str, str], stack: ExitStack, **options: Any) -> Driver:
    """A driver that is closed with ``stack``."""
    failures.check_address(uri)
    try:
        driver = neo4j.GraphDatabase.driver(
            uri, auth=auth, connection_timeout=_CONNECT_SECONDS, user_agent="graphprobe", **options
        )
    except (Neo4jError, DriverError, ValueError) as error:
        raise failures.translated(error, uri, "connect") from error
    return stack.enter_context(driver)


def _query(name: str) -> str:
    return loader.load(name).text


def _rows(tx: ManagedTransaction, query: str, parameters: Mapping[str, Any]) -> list[Row]:
    return [
        {key: sanitizer.restore(value) for key, value in record.data().items()}
        for record in tx.run(query, dict(parameters))
    ]


def _writer_of(runs: Sequence[tuple[str, Mapping[str, Any]]]) -> Callable[[ManagedTransaction], None]:
    def work(tx: ManagedTransaction) -> None:
        for query, parameters in runs:
            tx.run(query, dict(parameters)).consume()

    return work


def _batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Row]]:
    """Cleaned rows in the order of their keys, in lists bounded by rows and by bytes."""
    batch: list[Row] = []
    used = 0
    for row in _sorted(rows):
        cleaned = sanitizer.clean_row(row)
        needed = sanitizer.size(cleaned)
        if batch and (len(batch) >= BATCH_ROWS or used + needed > BATCH_BYTES):
            yield batch
            batch, used = [], 0
        batch.append(cleaned)
        used += needed
    if batch:
        yield batch


def _sorted(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    listed = list(rows)
    if listed and "key" in listed[0]:
        listed.sort(key=lambda row: str(row.get("key")))
    return listed
