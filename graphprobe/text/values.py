"""Typed values: the front door of the text room.

``parse_value`` reads a surface, ``find_values`` finds values in running text, ``compare`` tells whether
two values can both be true, and ``mentions`` whether a text holds a value that agrees with another.
"""

from __future__ import annotations

from graphprobe.text.names import compare_names
from graphprobe.text.normalize import entity_key
from graphprobe.text.readings import Comparison, FoundValue, Kind, Reading, Value, Verdict

__all__ = [
    "Comparison",
    "FoundValue",
    "Kind",
    "Reading",
    "Value",
    "Verdict",
    "compare",
    "find_values",
    "mentions",
    "parse_value",
]


def parse_value(text: str, kind: Kind | None = None) -> Value:
    """Reads a surface as a value; what has no other form is text."""
    found = kind or Kind.TEXT
    return Value(found, text, (Reading(found, text=entity_key(text)),))


def find_values(text: str) -> list[FoundValue]:
    """Numbers, quantities, money, dates and durations of a running text, in order, none overlapping."""
    return []


def compare(a: Value, b: Value) -> Comparison:
    """Whether two values can both be true of one slot; symmetric."""
    return compare_names(a.text, b.text)


def mentions(text: str, value: Value) -> Comparison:
    """Whether the text holds a value that agrees with ``value``."""
    return Comparison(Verdict.UNSURE, f"{value.text} wasn't found")
