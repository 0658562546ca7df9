"""Folders as tests compare them."""

from __future__ import annotations

from pathlib import Path


def files_of(folder: Path) -> dict[str, bytes]:
    """What the files of a folder hold."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
