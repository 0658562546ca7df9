"""Every answer that was paid for, in one SQLite file, so that it is paid for once.

An answer is committed as soon as it has arrived, before anything is made of it: a kill at any moment loses
at most the calls under way. The file is in WAL mode and may be used by several processes at once. What an
endpoint is known to understand is kept there too.

Kept is whatever a model wrote, also what couldn't be read or was cut off: asking the same again would cost
the same and bring the same, and ``cache prune --unreadable`` is there for who wants to. Refusals by the
endpoint, empty answers and errors aren't kept.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from graphprobe.errors import ConfigError, GraphProbeError
from graphprobe.llm.answers import Reply
from graphprobe.llm.dialect import Dialect, Message
from graphprobe.llm.usage import Usage

T = TypeVar("T")

BUSY_SECONDS = 60
ENOUGH = 20  # answers whose average length says how long the next ones will be
DAY = 86_400

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key BLOB PRIMARY KEY, base_url TEXT NOT NULL, model TEXT NOT NULL, prompt TEXT NOT NULL,
    written REAL NOT NULL, readable INTEGER, reply TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dialects (
    base_url TEXT NOT NULL, model TEXT NOT NULL, dialect TEXT NOT NULL, PRIMARY KEY (base_url, model)
) WITHOUT ROWID;
"""
_INSERT = """
INSERT OR IGNORE INTO answers (key, base_url, model, prompt, written, reply) VALUES (?, ?, ?, ?, ?, ?)
"""
_OUTPUT = """
SELECT AVG(output), COUNT(output) FROM (
    SELECT json_extract(reply, '$.usage.output') AS output FROM answers WHERE prompt = ? AND model = ?
    LIMIT 10 * ?
)
"""
_SUMMARY = """
SELECT prompt, model, base_url, COUNT(*), COALESCE(SUM(readable = 0), 0), SUM(LENGTH(reply)),
       MIN(written), MAX(written)
FROM answers GROUP BY prompt, model, base_url ORDER BY prompt, model, base_url
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the cache holds of one prompt and model; ``bytes`` is the size of the answers' text."""

    prompt: str
    model: str
    base_url: str
    answers: int
    unreadable: int
    bytes: int
    first: float
    last: float


def answer_key(
    base_url: str,
    model: str,
    messages: Sequence[Message],
    schema: Mapping[str, Any],
    parameters: Mapping[str, Any],
    sample: int,
) -> bytes:
    """The key of an answer: a hash of everything that it depends on."""
    parts = [base_url, model, list(messages), schema, parameters, sample]
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


class AnswerCache:
    """The file of answers. One connection a process, which writes one answer a transaction."""

    def __init__(self, path: Path) -> None:
        """Opens the file, and makes it if need be.

        Raises:
            ConfigError: it can't be opened, or is something else.
        """
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = NORMAL")
                self._database.executescript(_SCHEMA)
            except BaseException:
                self._database.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise ConfigError(
                f"the answer cache can't be opened: {error}",
                where=str(path),
                remedy="Move the file away, or name another one in the setting llm.cache.",
            ) from None

    def __enter__(self) -> AnswerCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; it may be closed already."""
        with self._lock:
            self._database.close()

    def get(self, key: bytes) -> Reply | None:
        """The answer under a key."""
        row = self._run(
            lambda database: database.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
        )
        if row is None:
            return None
        data = json.loads(row[0])
        return Reply(**{**data, "usage": Usage(**data["usage"])})

    def put(self, key: bytes, base_url: str, model: str, prompt: str, reply: Reply) -> None:
        """Keeps an answer; it's on disk when this returns. An answer that's there already stays."""
        text = json.dumps(asdict(reply), ensure_ascii=True)
        row = (key, base_url, model, prompt, time.time(), text)
        self._run(lambda database: database.execute(_INSERT, row))

    def mark(self, key: bytes, *, readable: bool) -> None:
        """Notes whether an answer could be used, for ``cache info`` and ``cache prune``."""
        self._run(
            lambda database: database.execute(
                "UPDATE answers SET readable = ? WHERE key = ? AND readable IS NOT ?",
                (readable, key, readable),
            )
        )

    def dialect(self, base_url: str, model: str) -> Dialect:
        """What is known of an endpoint and model; for a new one, the newest form of requests."""
        query = "SELECT dialect FROM dialects WHERE base_url = ? AND model = ?"
        row = self._run(lambda database: database.execute(query, (base_url, model)).fetchone())
        return Dialect.from_json(row[0]) if row else Dialect()

    def put_dialect(self, base_url: str, model: str, dialect: Dialect) -> None:
        """Keeps what is known of an endpoint and model."""
        row = (base_url, model, dialect.to_json())
        self._run(lambda database: database.execute("INSERT OR REPLACE INTO dialects VALUES (?, ?, ?)", row))

    def usual_output(self, prompt: str, model: str) -> int | None:
        """Tokens of the answers to a prompt (name and version) on average; None: too few are known."""
        average, known = self._run(
            lambda database: database.execute(_OUTPUT, (prompt, model, ENOUGH)).fetchone()
        )
        return round(average) if known >= ENOUGH else None

    def entries(self) -> list[Entry]:
        """What the cache holds, by prompt, model and endpoint."""
        rows = self._run(lambda database: database.execute(_SUMMARY).fetchall())
        return [Entry(*row) for row in rows]

    def prune(
        self,
        *,
        older_than_days: float | None = None,
        model: str | None = None,
        prompt: str | None = None,
        unreadable: bool = False,
    ) -> int:
        """Deletes the answers to which all given conditions apply, and what is known of endpoints.

        Args:
            older_than_days: those written longer ago than this.
            model: those of a model.
            prompt: those of a prompt, with or without version (``facts``, ``facts@1``).
            unreadable: those that couldn't be used.

        Returns:
            how many answers were deleted.
        """
        conditions: list[tuple[str, tuple[Any, ...]]] = []
        if older_than_days is not None:
            conditions.append(("written < ?", (time.time() - older_than_days * DAY,)))
        if model is not None:
            conditions.append(("model = ?", (model,)))
        if prompt is not None:
            conditions.append(
                ("(prompt = ? OR substr(prompt, 1, ?) = ?)", (prompt, len(prompt) + 1, f"{prompt}@"))
            )
        if unreadable:
            conditions.append(("readable = 0", ()))
        where = " AND ".join(text for text, _ in conditions) or "1"
        values = [value for _, some in conditions for value in some]

        def delete(database: sqlite3.Connection) -> int:
            with _transaction(database):
                deleted = database.execute(f"DELETE FROM answers WHERE {where}", values).rowcount
                database.execute("DELETE FROM dialects WHERE ? IS NULL OR model = ?", (model, model))
            database.execute("VACUUM")
            return deleted

        return self._run(delete)

    def _run(self, action: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                return action(self._database)
            except sqlite3.Error as error:
                raise GraphProbeError(
                    f"the answer cache can't be used: {error}",
                    where=str(self.path),
                    remedy="Without it every answer would be paid for again, so nothing more is asked.",
                ) from None


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    with closing(database.execute("BEGIN IMMEDIATE")):
        pass
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
