"""The units of meaning that a difference between two sentences is made of: values, names and noun phrases.

A replaced word is seldom the whole of what was replaced: in "July 8, 2005" against "August 8, 2005" the
dates differ, in "BBC One" against "HBO One" the channels. :func:`units_of` cuts a document into the units
that :mod:`graphprobe.mining.differences` compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from graphprobe.text.values import FoundValue, Kind, Value, find_values, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class UnitKind(str, Enum):
    """What a unit is, as far as the way to compare it depends on it."""

    VALUE = "value"
    NAME = "name"
    PEOPLE = "people"
    CATEGORY = "category"


NAME_KINDS = {
    "PERSON": Kind.PERSON,
    "ORG": Kind.ORGANIZATION,
    "GPE": Kind.PLACE,
    "LOC": Kind.PLACE,
    "FAC": Kind.PLACE,
    "WORK_OF_ART": Kind.TEXT,
    "EVENT": Kind.TEXT,
    "PRODUCT": Kind.TEXT,
    "LAW": Kind.TEXT,
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A value, name or noun phrase at tokens ``first`` to ``last`` (exclusive) of a document."""

    kind: UnitKind
    first: int
    last: int
    start: int
    end: int
    value: Value

    def overlaps(self, first: int, last: int) -> bool:
        return self.first < last and first < self.last


def units_of(doc: Doc, found: Sequence[FoundValue] | None = None) -> list[Unit]:
    """The units of a document in order, none overlapping; values before names before noun phrases."""
    taken = [False] * len(doc)
    units: list[Unit] = []

    def add(kind: UnitKind, first: int, last: int, value: Value) -> None:
        if first < last and not any(taken[first:last]):
            taken[first:last] = [True] * (last - first)
            start, end = doc[first].idx, doc[last - 1].idx + len(doc[last - 1])
            units.append(Unit(kind, first, last, start, end, value))

    for item in find_values(doc.text) if found is None else found:
        span = doc.char_span(item.start, item.end, alignment_mode="expand")
        if span is not None:
            add(UnitKind.VALUE, span.start, span.end, item.value)
    for entity in doc.ents:
        if entity.label_ in {"NORP", "LANGUAGE"}:
            add(UnitKind.PEOPLE, entity.start, entity.end, parse_value(entity.text, Kind.CATEGORY))
        elif entity.label_ in NAME_KINDS:
            first, last = _trim(doc, entity.start, entity.end)
            if first < last:
                value = parse_value(doc[first:last].text, NAME_KINDS[entity.label_])
                add(UnitKind.NAME, first, last, value)
    for first, last in _runs(doc, {"PROPN"}, taken):
        add(UnitKind.NAME, first, last, parse_value(doc[first:last].text, Kind.TEXT))
    for first, last in _runs(doc, {"NOUN", "ADJ", "PROPN"}, taken):
        if any(token.pos_ == "NOUN" for token in doc[first:last]):
            add(UnitKind.CATEGORY, first, last, parse_value(doc[first:last].text, Kind.CATEGORY))
    return sorted(units, key=lambda unit: unit.first)


def _trim(doc: Doc, first: int, last: int) -> tuple[int, int]:
    """Leaves articles, possessive marks and punctuation at the ends of an entity out."""
    while first < last and (doc[first].is_punct or doc[first].lower_ in {"the", "a", "an"}):
        first += 1
    while first < last and (doc[last - 1].is_punct or doc[last - 1].lower_ in {"'s", "’s"}):
        last -= 1
    return first, last


def _runs(doc: Doc, tags: set[str], taken: Sequence[bool]) -> list[tuple[int, int]]:
    """Longest runs of untaken words with one of the part-of-speech tags, hyphens inside included."""
    runs: list[tuple[int, int]] = []
    first: int | None = None
    for token in doc:
        inside = not taken[token.i] and (token.pos_ in tags or _joins(token, first, tags))
        if inside and first is None:
            first = token.i
        elif not inside and first is not None:
            runs.append((first, token.i))
            first = None
    if first is not None:
        runs.append((first, len(doc)))
    return runs


def _joins(token: Token, first: int | None, tags: set[str]) -> bool:
    """Whether a hyphen stands between two words of a run: "post-hardcore"."""
    if first is None or token.text not in {"-", "/"} or token.i + 1 >= len(token.doc):
        return False
    following = token.doc[token.i + 1]
    return following.pos_ in tags and not token.whitespace_
