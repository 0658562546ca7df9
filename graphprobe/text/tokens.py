"""Cuts running text into number, word and symbol tokens: the alphabet of the value parsers.

The parsers of this package read token lists by position and never look back, so that reading a text
takes time in proportion to its length whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

NUMBER, WORD, SYMBOL = "n", "w", "s"


class Token(NamedTuple):
    """One token. ``low`` is its lower-case text; ``gap`` tells whether white space stands before it."""

    kind: str
    text: str
    low: str
    start: int
    end: int
    gap: bool


# A number token takes its inner marks along ("1,094", "26.8.1910"), and groups of three digits after thin
# or plain spaces ("1 094 000"). The signs that East Asian dates and numbers are built with stand alone.
_TOKEN = re.compile(
    r"(?P<n>\d{1,3}(?:[\u0020\u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?(?!\d)|\d+(?:[.,·٫٬]\d+|['’]\d{3}(?!\d))*)"
    r"|(?P<w>[年月日万萬億亿兆元]|[^\W\d_年月日万萬億亿兆元]+(?:['’][^\W\d_]+)*)"
    r"|(?P<s>\S)"
)


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of ``text[start:end]``, with offsets into ``text``."""
    tokens: list[Token] = []
    append, previous = tokens.append, start
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        piece = match.group()
        first, last = match.span()
        append(Token(match.lastgroup or SYMBOL, piece, piece.lower(), first, last, first > previous))
        previous = last
    return tokens


def low_at(tokens: Sequence[Token], i: int) -> str:
    """The lower-case text of token ``i``; empty past the end."""
    return tokens[i].low if i < len(tokens) else ""


def word_set(text: str) -> frozenset[str]:
    """The words of a table that is written as running text."""
    return frozenset(text.split())
