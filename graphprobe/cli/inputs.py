"""Files that a command reads are never the files that it writes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

REMEDY = "Choose another place."


def keep_inputs(out: Path, inputs: Iterable[Path | None]) -> None:
    """Stops a command that would write over what it reads, or over a file of a run; ``--force`` or not.

    Args:
        out: the file that would be written.
        inputs: files and run folders that are read; None: not given.

    Raises:
        ConfigError: ``out`` is one of them under whatever name, or one of a run folder's own files.
    """
    from graphprobe.errors import ConfigError
    from graphprobe.evaluation.runs import is_own_file

    if any(one is not None and _same(out, one) for one in inputs):
        raise ConfigError("would be written over what it's made of", where=str(out), remedy=REMEDY)
    if is_own_file(out):
        raise ConfigError("is one of a run's own files", where=str(out), remedy=REMEDY)


def _same(out: Path, one: Path) -> bool:
    if out.exists() and one.exists():
        return out.samefile(one)
    return out.resolve() == one.resolve()
