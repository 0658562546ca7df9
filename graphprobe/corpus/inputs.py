"""Finding the files of a corpus: files, folders (with all below them) and globs, each file once, in order."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphprobe.errors import ConfigError

COMPRESSIONS = {".gz": "gzip", ".zst": "zstd", ".zstd": "zstd"}
FORMATS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".csv": "csv",
    ".tsv": "tsv",
    ".warc": "warc",
    ".txt": "text",
    ".md": "text",
}


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file, what is in it (a value of :data:`FORMATS`) and how it's compressed (``gzip``, ``zstd`` or
    "")."""

    path: str
    format: str
    compression: str = ""


def find_inputs(patterns: Sequence[str | Path]) -> list[InputFile]:
    """The files that the patterns name, each once, sorted within a pattern.

    A file under a folder or a glob counts when its name ends in a suffix we read; a file named outright must.

    Raises:
        ConfigError: a pattern matches nothing that we read, or a file or folder can't be opened.
    """
    found: dict[str, InputFile] = {}
    for pattern in patterns:
        files = list(_matching(str(pattern)))
        if not files:
            raise ConfigError(
                "no file of a corpus there",
                where=str(pattern),
                remedy=f"Give files that end in {_suffixes()}.",
            )
        for file in files:
            found.setdefault(os.path.realpath(file.path), file)
    return list(found.values())


def recognize(path: str | Path) -> InputFile | None:
    """What a file is by its name, or None when it's nothing that we read."""
    name = Path(Path(path).name.lower())
    compression = COMPRESSIONS.get(name.suffix, "")
    kind = FORMATS.get(Path(name.stem).suffix if compression else name.suffix)
    return InputFile(str(path), kind, compression) if kind else None


def _matching(pattern: str) -> Iterator[InputFile]:
    path = Path(pattern)
    if path.is_dir():
        yield from _below(path)
    elif path.is_file():
        yield _named(path)
    elif glob.has_magic(pattern):
        for match in _matches(path):
            yield from _below(match) if match.is_dir() else _known([str(match)])
    else:
        raise ConfigError("there is no such file or folder", where=pattern, remedy="Check the path.")


def _matches(pattern: Path) -> list[Path]:
    """What a glob names but hidden files; ``**`` goes through no links, which may lead in a circle."""
    start = next(number for number, part in enumerate(pattern.parts) if glob.has_magic(part))
    base = Path(*pattern.parts[:start])
    try:
        found = sorted(base.glob("/".join(pattern.parts[start:])), key=str)
    except ValueError as error:
        raise ConfigError(f"not a pattern of files ({error})", where=str(pattern)) from None
    return [path for path in found if not any(map(_is_hidden, path.relative_to(base).parts))]


def _is_hidden(name: str) -> bool:
    return name.startswith(".")


def _named(path: Path) -> InputFile:
    file = recognize(path)
    if file is None:
        raise ConfigError(f"can't tell what is in it by its name; we read {_suffixes()}", where=str(path))
    if not os.access(path, os.R_OK):
        raise ConfigError(
            "no permission to read it", where=str(path), remedy="Ask for it, or leave the file out."
        )
    return file


def _below(folder: Path) -> Iterator[InputFile]:
    """Files of a folder and all below it; a link to a folder is followed once, wherever it leads."""
    seen: set[str] = set()
    for directory, folders, names in os.walk(folder, onerror=_refuse_folder, followlinks=True):
        place = os.path.realpath(directory)
        if place in seen:
            folders.clear()
            continue
        seen.add(place)
        folders.sort()
        yield from _known(str(Path(directory, name)) for name in sorted(names) if not _is_hidden(name))


def _known(paths: Iterable[str]) -> Iterator[InputFile]:
    return (file for file in map(recognize, paths) if file)


def _refuse_folder(error: OSError) -> None:
    raise ConfigError(
        f"the folder can't be read ({error.strerror})",
        where=str(error.filename),
        remedy="Ask for permission, or name the files one by one.",
    ) from error


def _suffixes() -> str:
    return f"{', '.join(FORMATS)} (also with .gz or .zst)"
