"""Quality on labelled data and speed side by side; `python -m benchmarks` runs all and writes RESULTS.md."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder of the labelled data: ``GRAPHPROBE_DATA``, else ``../shared/data`` beside the repository.

    Raises:
        SystemExit: there is no such folder.
    """
    folder = Path(os.environ.get("GRAPHPROBE_DATA") or Path(__file__).parents[2] / "shared" / "data")
    if not folder.is_dir():
        raise SystemExit(f"{folder}: no labelled data here. Set GRAPHPROBE_DATA to its folder.")
    return folder
