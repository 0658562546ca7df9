"""Task files: a benchmark as other harnesses run it.

Each is a file of its harness' own kind, which is copied beside the items of a benchmark and runs there as it
is; GraphProbe has to be installed there too, since prompt and offline judge are its own. So a run made in
another harness differs from ``graphprobe eval run`` in nothing but the harness.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path, PurePosixPath

from graphprobe.corpus.files import atomic_write

ITEMS = "items.jsonl"
"""The benchmark's records, beside the task files."""

_FILES = ("inspect_task.py", "lm_eval/closed_book.py", "lm_eval/closed_book.yaml", "README.md")


def write_tasks(out: Path, records: bytes) -> None:
    """Writes a task folder, each file whole or not at all; files of the same names are replaced.

    Args:
        out: the folder.
        records: the benchmark, as JSON Lines.
    """
    for name, content in task_files(records).items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(out / name) as file:
            file.write(content)


def task_files(records: bytes) -> dict[str, bytes]:
    """The files of a task folder, by path.

    Args:
        records: the benchmark, as JSON Lines.
    """
    here = resources.files(__name__)
    files = {name: here.joinpath(*PurePosixPath(name).parts).read_bytes() for name in _FILES}
    return {ITEMS: records, **files}
