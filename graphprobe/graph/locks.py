"""Locks on files that end with the process that holds them.

``flock`` belongs to an open file: the kernel lets go of it when the process ends, however it ends. So a lock
is a lease that a killed process can't leave behind, and it needs no pid files and no clean-up.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no flock; the embedded engine refuses to start there
    fcntl = None  # type: ignore[assignment]

_POLL_SECONDS = 0.02
_open_locks: weakref.WeakSet[FileLock] = weakref.WeakSet()


def supported() -> bool:
    """True where the operating system has locks that end with their holder."""
    return fcntl is not None


class FileLock:
    """A lock on one file, shared or exclusive.

    A forked child lets go of its copy of the file at once, so worker processes that outlive a killed parent
    don't keep the parent's lock alive.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        _open_locks.add(self)

    def acquire(self, *, shared: bool = False, timeout: float = 0.0) -> bool:
        """Takes the lock, waiting at most ``timeout`` seconds; False when another holder has it.

        Raises:
            OSError: the file can't be made or opened.
        """
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        how = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
        deadline = time.monotonic() + timeout
        while True:
            try:
                fcntl.flock(self._descriptor, how)
                return True
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    return False
                time.sleep(_POLL_SECONDS)

    def release(self) -> None:
        """Lets go of the lock; harmless when it isn't held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_held(path: Path) -> bool:
    """True when some process holds the exclusive lock on ``path``."""
    if not path.exists():
        return False
    probe = FileLock(path)
    try:
        return not probe.acquire(shared=True)
    finally:
        probe.release()


class WriterLock:
    """Lets one writer at a time through, over all threads and all processes that share a graph."""

    def __init__(self, path: Path, timeout: float) -> None:
        self._threads = threading.Lock()
        self._file = FileLock(path)
        self._timeout = timeout

    @contextmanager
    def hold(self) -> Iterator[bool]:
        """Yields True when the lock was got in time."""
        with self._threads:
            got = self._file.acquire(timeout=self._timeout)
            try:
                yield got
            finally:
                self._file.release()


def _release_in_forked_child() -> None:
    for lock in list(_open_locks):
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_release_in_forked_child)
