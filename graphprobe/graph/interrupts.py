"""Ctrl-C while a statement runs."""

from __future__ import annotations

import signal
import threading
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Inside, Ctrl-C ends a running statement at once, as a KeyboardInterrupt.

    On most exceptions the driver tells the server, and waits until the server has done with the statement.
    Only on a cancellation does it hang up; the next statement takes a fresh connection. Neo4j ends the
    statement with its connection, the embedded engine runs it to its end for nobody.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone gets signals
        yield
        return

    def cancel(*_: object) -> None:
        raise CancelledError

    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    except CancelledError:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, before)
