"""GraphProbe: mine factual disagreements from a corpus, and probe what language models remember of them.

``graphprobe.connect()`` opens a graph for pandas and NetworkX (docs/python.md); ``graphprobe.load_runs()``
and ``graphprobe.score()`` give what models recalled as frames (docs/evaluation.md).
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take longer than all the rest

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
else:

    def __getattr__(name: str) -> object:
        """Imports what stands in ``__all__`` when it's first used, so that ``import graphprobe`` is quick."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in ("load_runs", "score"):
            from graphprobe.analysis import run_frames as module
        else:
            from graphprobe.analysis import session as module
        return getattr(module, name)


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


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
