"""Cypher as people type it, line by line: where one statement ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# What holds semicolons that end nothing: strings, quoted names and comments, closed or still open.
_PIECE = re.compile(
    r"""
      (?P<opaque> '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `(?:``|[^`])*` )
    | (?P<comment> //[^\n]*\n | /\*.*?\*/ )
    | (?P<open> ['"`] | // | /\* )
    | (?P<end> ; )
    | (?P<other> [^'"`;/]+ | / )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, without its semicolon and the comments before it, and the line on which it begins."""

    text: str
    line: int


class Splitter:
    """Takes text bit by bit, and gives every statement whose semicolon has come."""

    def __init__(self) -> None:
        self._text = ""
        self._line = 1

    @property
    def is_between(self) -> bool:
        """Whether nothing of a statement has come yet."""
        return not _without_comments(self._text).strip()

    def feed(self, text: str) -> list[Statement]:
        """Takes more text, whole lines with their ends, and returns the statements that it completes."""
        self._text += text
        return list(self._complete())

    def close(self) -> list[Statement]:
        """The rest, which no semicolon ended, as a statement; none if there is nothing in it."""
        rest, self._text = f"{self._text}\n", ""  # the end ends a comment, too
        return self._statement(rest)

    def _complete(self) -> Iterator[Statement]:
        start = 0
        for piece in _PIECE.finditer(self._text):
            if piece.lastgroup == "open":
                break  # the string, the name or the comment goes on in the next line
            if piece.lastgroup == "end":
                yield from self._statement(self._text[start : piece.start()])
                start = piece.end()
        self._text = self._text[start:]

    def _statement(self, raw: str) -> list[Statement]:
        text = _without_leading_comments(raw)
        line = self._line + raw[: len(raw) - len(text)].count("\n")
        self._line += raw.count("\n")
        return [Statement(text.strip(), line)] if text.strip() else []


def _without_leading_comments(text: str) -> str:
    for piece in _PIECE.finditer(text):
        if piece.lastgroup != "comment" and piece.group().strip():
            return text[piece.start() :].lstrip()
    return ""


def _without_comments(text: str) -> str:
    return "".join(piece.group() for piece in _PIECE.finditer(text) if piece.lastgroup != "comment")
