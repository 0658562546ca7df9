"""Statements of the graph: one a file under ``cypher/``, headed by what it is for.

    // purpose: one sentence
    // parameters: rows (list of {key, status}), fingerprint (string)
    // returns: key, text
    // example: {"rows": [], "fingerprint": "f"}

A header line without a keyword continues the one above it.
"""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphprobe.errors import ConfigError

_FIELD = re.compile(r"^(purpose|parameters|returns|example):\s*(.*)$")
_FIELDS = ("purpose", "parameters", "returns", "example")


@dataclass(frozen=True, slots=True)
class Statement:
    """One Cypher statement: its name (``mining/entities_pending``), its text, and what its header says."""

    name: str
    text: str
    purpose: str
    parameters: str
    returns: str
    example: Mapping[str, Any]


@functools.cache
def folder() -> Path:
    """Where the statements are: beside the modules in an installed package, else in the repository."""
    package = Path(__file__).resolve().parents[1]
    for candidate in (package / "cypher", package.parent / "cypher"):
        if candidate.is_dir():
            return candidate
    raise ConfigError(
        "the folder of Cypher statements is missing", where=str(package), remedy="Install again."
    )


@functools.cache
def load(name: str) -> Statement:
    """The statement of that name.

    Raises:
        ConfigError: there is no such statement, or its header is incomplete.
    """
    if name not in names():
        near = difflib.get_close_matches(name, names(), n=3)
        remedy = f"Did you mean {', '.join(near)}?" if near else "`graphprobe query list` shows all."
        raise ConfigError(f"there is no statement {name!r}", where=str(folder()), remedy=remedy)
    return parse(name, (folder() / f"{name}.cypher").read_text(encoding="utf-8"))


@functools.cache
def names() -> tuple[str, ...]:
    """Names of all statements, in order."""
    root = folder()
    return tuple(sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.cypher")))


def parse(name: str, source: str) -> Statement:
    """Splits a file into header and statement.

    Raises:
        ConfigError: a header field is missing, or the example isn't a JSON object.
    """
    header, body = _split(source)
    missing = [field for field in _FIELDS if not header.get(field)]
    if missing:
        raise ConfigError(f"the header lacks {', '.join(missing)}", where=f"cypher/{name}.cypher")
    try:
        example = json.loads(header["example"])
    except ValueError as error:
        raise ConfigError(f"the example isn't JSON: {error}", where=f"cypher/{name}.cypher") from error
    if not isinstance(example, dict):
        raise ConfigError("the example isn't a JSON object of parameters", where=f"cypher/{name}.cypher")
    return Statement(name, body, header["purpose"], header["parameters"], header["returns"], example)


def _split(source: str) -> tuple[dict[str, str], str]:
    header: dict[str, str] = {}
    current = ""
    lines = source.splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("//"):
            return header, "\n".join(lines[number:]).strip().rstrip(";")
        comment = line[2:].strip()
        found = _FIELD.match(comment)
        if found:
            current = found.group(1)
            header[current] = found.group(2)
        elif current and comment:
            header[current] += f" {comment}"
    return header, ""
