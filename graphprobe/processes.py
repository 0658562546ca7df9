"""Worker processes, and what becomes of them when their parent dies."""

from __future__ import annotations

import multiprocessing
import os
import threading


def watch_parent() -> None:
    """Lets this process end as soon as the one that began it has ended, however that came."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
