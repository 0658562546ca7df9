"""Statements that only tests need: ``probe/NAME`` is ``tests/graph/cypher/NAME.cypher``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphprobe.graph import loader

PROBES = Path(__file__).parent / "cypher"


@pytest.fixture(autouse=True, scope="session")
def probe_statements() -> Iterator[None]:
    """Teaches the loader the names of the test's own statements, for the whole session."""
    shipped = loader.load

    def load(name: str) -> loader.Statement:
        folder, _, file = name.partition("/")
        if folder != "probe":
            return shipped(name)
        return loader.parse(name, (PROBES / f"{file}.cypher").read_text(encoding="utf-8"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "load", load)
        yield
