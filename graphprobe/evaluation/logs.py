"""Append-only logs: JSON Lines that survive a kill, of which the last line of each key counts."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar

from graphprobe.errors import ConfigError, GraphProbeError
from graphprobe.evaluation.benchmark import Record, json_line
from graphprobe.graph.locks import FileLock, supported

logger = logging.getLogger(__name__)

SYNC_SECONDS = 5.0


class Keyed(Protocol):
    """What has a key that is unique but for repetitions."""

    @property
    def key(self) -> Hashable: ...


T = TypeVar("T", bound=Keyed)


def last_of_each(path: Path, parse: Callable[[Mapping[str, Any]], T]) -> Iterator[T]:
    """What the lines of a log hold, of each key the last that can be read, in the order of the file."""
    last: dict[Hashable, int] = {}
    for number, found in log_lines(path, parse, tell=True):
        last[found.key] = number
    for number, found in log_lines(path, parse, tell=False):
        if last.get(found.key) == number:
            yield found


def log_lines(path: Path, parse: Callable[[Mapping[str, Any]], T], *, tell: bool) -> Iterator[tuple[int, T]]:
    """The lines of a log that can be read, with their numbers; a log that isn't there has none."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield number, parse(json.loads(line))
            except (ValueError, RecursionError, TypeError, AttributeError) as error:
                if tell:
                    logger.warning("%s, line %d is left out: %s", path, number, error)


@contextmanager
def appending(path: Path) -> Iterator[Callable[[Record], None]]:
    """Appends records to a log that no other command appends to meanwhile, where the system has locks.

    Raises:
        ConfigError: another command is appending to it.
        GraphProbeError: it can't be written any more, as on a full disk.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_name(f".{path.name}.lock"))
    if supported() and not lock.acquire():
        raise ConfigError(
            f"another command is writing {path.name}", where=str(path.parent), remedy="Wait until it's over."
        )
    try:
        with path.open("a+b", buffering=0) as file:
            _drop_broken_end(file, path)
            synced = time.monotonic()

            def append(record: Record) -> None:
                nonlocal synced
                _write_whole(file, json_line(record), path)
                if time.monotonic() - synced > SYNC_SECONDS:
                    os.fsync(file.fileno())
                    synced = time.monotonic()

            try:
                yield append
            finally:
                os.fsync(file.fileno())
    finally:
        lock.release()


def _write_whole(file: IO[bytes], line: bytes, path: Path) -> None:
    """Writes a line whole; what a full disk took of it is taken back.

    Raises:
        GraphProbeError: it can't be written.
    """
    before = file.seek(0, os.SEEK_END)
    try:
        written = file.write(line)
        while written < len(line):
            written += file.write(line[written:])
    except OSError as error:
        file.truncate(before)
        raise GraphProbeError(
            f"the log can't be written: {error.strerror}",
            where=str(path),
            remedy="Free space and run the same command again, it continues.",
        ) from error


def _drop_broken_end(file: IO[bytes], path: Path) -> None:
    """Takes a last line without an end out of a log, so that the next line isn't glued to it."""
    size = file.seek(0, os.SEEK_END)
    end = size
    while end > 0:
        begin = max(0, end - 2**16)
        file.seek(begin)
        newline = file.read(end - begin).rfind(b"\n")
        if newline >= 0:
            end = begin + newline + 1
            break
        end = begin
    if end < size:
        logger.warning("%s: a broken last line of %d bytes is dropped", path, size - end)
        file.truncate(end)
