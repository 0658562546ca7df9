"""Starting, joining and leaving the embedded engine of a folder.

A command holds the shared lock on ``users.lock`` while it uses the graph. The first one starts the engine
(see :mod:`graphprobe.graph.engine`), later ones join it, and it stops when the last one has left, whether
that one ended well, by Ctrl-C or by SIGKILL.
"""

from __future__ import annotations

import errno
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from neo4j.exceptions import AuthError, ServiceUnavailable, SessionExpired

from graphprobe.errors import GraphError, GraphLockedError, GraphProbeError, GraphVersionError
from graphprobe.graph import engine, failures, locks
from graphprobe.graph.locks import FileLock

_PACKAGE = "arcadedb-embedded"
_START_LOCK = "start.lock"
_WRITER_LOCK = "writer.lock"
_VERSION_FILE = "engine-version"
_START_SECONDS = 120.0
_STOP_SECONDS = 20.0
_WRITER_SECONDS = 600.0
_NOT_ALLOWED = "Neo.ClientError.Security.Forbidden"
_LEAST_FREE_BYTES = 8 * 2**20


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a running embedded engine listens, and how to be let in."""

    port: int
    pid: int
    password: str = field(repr=False)

    @property
    def address(self) -> str:
        return f"bolt://127.0.0.1:{self.port}"


@contextmanager
def joined(folder: Path) -> Iterator[Endpoint]:
    """Joins the engine of ``folder``, starting it where none runs, and leaves it at the end.

    Raises:
        GraphError: the folder can't be written, the disk is full, or the engine doesn't start.
        GraphLockedError: something that we can't join holds the folder.
        GraphVersionError: the folder was written by a newer engine.
    """
    folder = _prepared(folder)
    users = FileLock(folder / engine.USERS_LOCK)
    if not users.acquire(shared=True, timeout=_STOP_SECONDS):
        raise _locked(folder, "an engine that is stopping still holds it")
    endpoint: Endpoint | None = None
    try:
        endpoint = _running_or_started(folder)
        yield endpoint
    finally:
        is_last = users.acquire()
        users.release()
        if endpoint and is_last:
            _wait_until_stopped(folder)


def running(folder: Path) -> Endpoint | None:
    """The engine that runs on ``folder``, or None."""
    if not locks.supported() or not locks.is_held(folder / engine.ENGINE_LOCK):
        return None
    try:
        return Endpoint(**json.loads((folder / engine.ENDPOINT_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def is_graph(folder: Path) -> bool:
    """Whether the folder holds a graph."""
    return (folder / "databases" / engine.DATABASE).is_dir()


def keep(folder: Path) -> Endpoint:
    """Starts or joins the engine and has it stay when the last command leaves."""
    with joined(folder) as endpoint:
        (folder / engine.KEEP_FILE).write_text(str(endpoint.pid), encoding="utf-8")
        return endpoint


def release(folder: Path) -> bool:
    """Undoes :func:`keep`; True when the engine has stopped, False when a command still uses it."""
    (folder / engine.KEEP_FILE).unlink(missing_ok=True)
    users = FileLock(folder / engine.USERS_LOCK)
    is_used = not users.acquire() and _is_used(users)
    users.release()
    return False if is_used else _wait_until_stopped(folder)


def is_kept(folder: Path) -> bool:
    """True when ``db up`` asked the running engine to stay."""
    return (folder / engine.KEEP_FILE).exists()


def disk_is_full(folder: Path) -> bool:
    """True when the engine can't have room to write; its own messages don't say so."""
    return shutil.disk_usage(folder).free < _LEAST_FREE_BYTES


def failure(folder: Path, error: Exception, statement: str) -> GraphProbeError:
    """The error to raise when the engine of ``folder`` answered ``statement`` with ``error``."""
    if disk_is_full(folder):
        return _folder_error(folder, OSError(errno.ENOSPC, ""))
    if isinstance(error, (ServiceUnavailable, SessionExpired, OSError)):
        return GraphError(
            "the embedded engine has stopped",
            where=str(folder),
            remedy=f"Run the same command again, it continues; {engine.LOG_FILE} there may say why.",
        )
    if isinstance(error, AuthError):
        return GraphError(
            "the running engine was started by an older GraphProbe",
            where=str(folder),
            remedy="Stop it (`graphprobe db down`), then run the same command again.",
        )
    if getattr(error, "code", None) == _NOT_ALLOWED:  # only the reader lacks a right, and only that one
        return failures.would_write(str(folder))
    return failures.translated(error, str(folder), statement)


def writer_lock(folder: Path) -> locks.WriterLock:
    """The lock that lets one writer at a time through, over all commands that share the engine."""
    return locks.WriterLock(folder / _WRITER_LOCK, _WRITER_SECONDS)


def installed_version() -> str:
    """Version of the installed engine."""
    return importlib.metadata.version(_PACKAGE)


def _is_used(users: FileLock) -> bool:
    """Only an engine on its way out holds the file against a shared lock."""
    return users.acquire(shared=True)


def _prepared(folder: Path) -> Path:
    if not locks.supported():
        raise GraphError(
            "the embedded graph needs Linux or macOS", remedy="Give --graph the address of a Neo4j server."
        )
    folder = folder.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / _START_LOCK).touch(mode=0o600)
    except OSError as error:
        raise _folder_error(folder, error) from error
    _check_version(folder)
    return folder


def _check_version(folder: Path) -> None:
    """An older engine may misread what a newer one wrote, so it must not open it."""
    path = folder / _VERSION_FILE
    written = path.read_text(encoding="utf-8").strip() if path.exists() else ""
    if _as_numbers(written) > _as_numbers(installed_version()):
        raise GraphVersionError(
            f"the graph was written by {_PACKAGE} {written}, but {installed_version()} is installed",
            where=str(folder),
            remedy=f"Run `pip install --upgrade {_PACKAGE}`.",
        )


def _as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:3] if part.isdigit())


def _running_or_started(folder: Path) -> Endpoint:
    starting = FileLock(folder / _START_LOCK)
    if not starting.acquire(timeout=_START_SECONDS):
        raise _locked(folder, "another command has been starting the engine for too long")
    try:
        found = running(folder)
        if found:
            return found
        if locks.is_held(folder / engine.ENGINE_LOCK):
            raise _locked(folder, "a running engine holds it and doesn't say how to join")
        return _started(folder)
    finally:
        starting.release()


def _started(folder: Path) -> Endpoint:
    child = subprocess.run(
        [sys.executable, "-m", "graphprobe.graph.engine", str(folder)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_START_SECONDS,
        check=False,
    )
    try:
        answer = json.loads(child.stdout or b"{}")
    except ValueError:
        answer = {}
    found = running(folder) if "port" in answer else None
    if found is None:
        raise _start_error(folder, answer.get("detail") or child.stderr.decode("utf-8", "replace"))
    (folder / _VERSION_FILE).write_text(installed_version(), encoding="utf-8")
    return found


def _wait_until_stopped(folder: Path) -> bool:
    """Waits for the engine to close its files, so that the folder may be moved or removed after."""
    deadline = time.monotonic() + _STOP_SECONDS
    while locks.is_held(folder / engine.ENGINE_LOCK):
        if is_kept(folder) or time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _locked(folder: Path, what: str) -> GraphLockedError:
    return GraphLockedError(
        f"the graph is locked: {what}",
        where=str(folder),
        remedy="End that process, or give --graph another folder.",
    )


def _start_error(folder: Path, detail: str) -> GraphError:
    log = folder / engine.LOG_FILE
    if "lock" in detail.lower():
        return _locked(folder, "a process other than GraphProbe holds its files")
    if disk_is_full(folder):
        return _folder_error(folder, OSError(errno.ENOSPC, ""))
    reason = detail.strip().splitlines()[-1] if detail.strip() else "it ended without a word"
    return GraphError(f"the embedded engine didn't start: {reason}", where=str(folder), remedy=f"See {log}.")


def _folder_error(folder: Path, error: OSError) -> GraphError:
    if error.errno == errno.ENOSPC:
        return GraphError(
            "the disk is full", where=str(folder), remedy="Free space or give --graph another folder."
        )
    reason = os.strerror(error.errno) if error.errno else str(error)
    return GraphError(
        f"the folder of the graph can't be written: {reason}",
        where=str(folder),
        remedy="Change its permissions or give --graph another folder, as embedded:DIR.",
    )
