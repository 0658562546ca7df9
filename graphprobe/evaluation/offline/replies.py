"""A response made ready for judging: legible text, its sentences and values, and what it denies."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphprobe.evaluation.offline.stances import Span, denied, reported
from graphprobe.evaluation.offline.words import Word, content, keys, read_words
from graphprobe.text.values import FoundValue, find_values

# Footnote marks and emphasis, which stand in a text without being said.
_MARKS = re.compile(r"\[\^?\d+\^?\]|[¹²³⁰⁴⁵⁶⁷⁸⁹]+|\*{1,3}|`+|(?m:^#+)")
# A footnote's number that has run into a year at the end of a sentence ("in 19181.").
_FOOTNOTE = re.compile(
    r"((?:\b(?:in|since|until)|,)\s*(?:1[5-9]\d\d|20[0-2]\d))\d{1,2}(?=[.,;](?:\s|$))", re.I
)
# Words run together where a link stood: "byCanada", "has3 lines", "the3rd".
_JOINTS = re.compile(
    r"(?<=\b[a-z]{2})(?=[A-Z][a-z])|(?<=\b[a-z]{3})(?=[A-Z][a-z])|(?<=[a-z]{4})(?=[A-Z][a-z])"
    r"|(?<=[a-z]{3})(?=\d)|(?<=\d)(?=[a-z]{3})"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"“‘(\[]?[A-Z0-9])|\s*\n\s*")
_CHOICE = re.compile(r"\s+or\s+", re.IGNORECASE)
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Mt|Prof|Gen|Jr|Sr|No|vs|v|c|ca)|(?<!\w)\w|^\s*\d+)\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a reply.

    Attributes:
        span: its place in the text.
        words: its words in order.
        telling: those that say something.
        keys: the keys of these, as a set.
    """

    span: Span
    words: tuple[Word, ...]
    telling: tuple[Word, ...]
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reply:
    """A response as the judge reads it.

    Attributes:
        response: the response as it was given.
        text: the same without marks, and with run-together words apart; spans are offsets into it.
        sentences: its sentences in order.
        values: numbers, quantities, money, dates and durations in order.
        denied: the stretches that it says aren't so.
        reported: the clauses that it gives as what others say.
    """

    response: str
    text: str
    joints: tuple[int, ...]
    sentences: tuple[Sentence, ...]
    values: tuple[FoundValue, ...]
    denied: tuple[Span, ...]
    reported: tuple[Span, ...]

    def is_denied(self, span: Span) -> bool:
        """Whether the text says that what stands there isn't so."""
        return _meets_any(span, self.denied)

    def is_reported(self, span: Span) -> bool:
        """Whether the text only reports what stands there."""
        return _meets_any(span, self.reported)

    def quote(self, span: Span) -> str:
        """The words of the response at a span of the text."""
        start = span.start - bisect_left(self.joints, span.start + 1)
        end = span.end - bisect_left(self.joints, span.end)
        return self.response[start:end].strip()


def _meets_any(span: Span, apart: Sequence[Span]) -> bool:
    """Whether a span meets one of others that are in order and apart."""
    after = bisect_left(apart, span.end, key=lambda one: one.start)
    return after > 0 and apart[after - 1].end > span.start


def read_reply(response: str) -> Reply:
    """Reads a response."""
    text, joints = _legible(response)
    return Reply(
        response=response,
        text=text,
        joints=joints,
        sentences=tuple(_sentences(text)),
        values=tuple(_values(text)),
        denied=denied(text),
        reported=reported(text),
    )


def _legible(response: str) -> tuple[str, tuple[int, ...]]:
    """The text without marks, which leave blanks, and where blanks were put in between run-together words."""
    text = _FOOTNOTE.sub(_without_footnote, _MARKS.sub(_blanks, response))
    places = [match.start() for match in _JOINTS.finditer(text)]
    pieces = [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
    return " ".join(pieces), tuple(place + n for n, place in enumerate(places))


def _values(text: str) -> Iterator[FoundValue]:
    """The values of a text; a choice ("1910 or 1912") holds two, and isn't the range between them."""
    for found in find_values(text):
        choice = _CHOICE.search(found.value.text)
        pieces = [(0, choice.start()), (choice.end(), len(found.value.text))] if choice else []
        parts = [
            FoundValue(found.start + start + part.start, found.start + start + part.end, part.value)
            for start, end in pieces
            for part in find_values(found.value.text[start:end])
        ]
        yield from parts if len(parts) == 2 else [found]


def _without_footnote(match: re.Match[str]) -> str:
    return match[1] + " " * (len(match.group()) - len(match[1]))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _sentences(text: str) -> Iterator[Sentence]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if "\n" not in match.group() and _ABBREVIATION.search(
            text, max(start, match.start() - 8), match.start()
        ):
            continue
        yield from _sentence(text, start, match.start())
        start = match.end()
    yield from _sentence(text, start, len(text))


def _sentence(text: str, start: int, end: int) -> Iterator[Sentence]:
    words = tuple(
        word._replace(start=word.start + start, end=word.end + start) for word in read_words(text[start:end])
    )
    telling = content(words)
    if words:
        yield Sentence(Span(start, end), words, telling, frozenset(keys(telling)))
