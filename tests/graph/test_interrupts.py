"""Ctrl-C while a statement runs; at a prompt it is tested in tests/cli/test_shell.py."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from graphprobe.config import GraphSettings
from graphprobe.graph import maintenance, open_graph
from graphprobe.graph.interrupts import interruptible

# some ten seconds of work, of which no row comes
LONG = "UNWIND range(1, 8000) AS i UNWIND range(1, 8000) AS j WITH i, j WHERE i * j < 0 RETURN i"


@pytest.mark.parametrize("engine", ["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def test_a_statement_ends_at_once_and_the_next_one_runs(engine: str, request: pytest.FixtureRequest) -> None:
    settings: GraphSettings = request.getfixturevalue(f"{engine}_settings")
    with open_graph(settings) as graph:
        maintenance.wipe(graph)  # which makes the graph, if no test did
    with open_graph(settings, read_only=True) as graph:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt), interruptible():
            graph.ask(LONG, limit=1)
        timer.join()

        assert time.monotonic() - began < 5
        assert graph.ask("RETURN 1 AS one", limit=1).rows == [[1]]


def test_what_ctrl_c_does_elsewhere_stays() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def look() -> None:
        with interruptible():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    with interruptible():
        inside = signal.getsignal(signal.SIGINT)

    assert seen == [before]  # only the main thread gets signals
    assert inside != before
    assert signal.getsignal(signal.SIGINT) == before
