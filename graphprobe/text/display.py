"""Text of documents on a terminal: shown whole, but never obeyed."""

from __future__ import annotations

import re

# Joiners are letters' business in Persian, in Indian scripts and in emoji, and move no cursor.
_HARMLESS = "\u200c\u200d"
_COMMANDS_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """The text as one line in which everything shows.

    White space becomes single spaces. What would move the cursor, change colours or turn the direction of
    writing stands as its escape, as ``\\x1b``.
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() or char in _HARMLESS else _escape(char) for char in line)


def safe_json(text: str) -> str:
    """A JSON document in which control characters that JSON may hold as they are stand as escapes."""
    return _COMMANDS_IN_JSON.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
