"""GraphProbe: mine factual disagreements from a corpus, and probe what language models remember of them.

``graphprobe.connect()`` opens a graph for pandas and NetworkX (docs/python.md); ``graphprobe.load_runs()``
and ``graphprobe.score()`` give what models recalled as frames (docs/evaluation.md).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphprobe.analysis.run_frames import load_runs, score
    from graphprobe.analysis.session import (
        Connection,
        connect,
        load_conflicts,
        load_documents,
        load_reports,
        query,
        to_networkx,
    )

__all__ = [
    "Connection",
    "connect",
    "load_conflicts",
    "load_documents",
    "load_reports",
    "load_runs",
    "query",
    "score",
    "to_networkx",
]


def __getattr__(name: str) -> Any:
    """Imports what stands in ``__all__`` when it is first used, so that ``import graphprobe`` is quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "run_frames" if name in ("load_runs", "score") else "session"
    return getattr(importlib.import_module(f"graphprobe.analysis.{module}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
