"""Finds values in running text: where one may start, how far it goes, and what its neighbours say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphprobe.text import amounts, dates, money, numbers
from graphprobe.text.amounts import Phrase
from graphprobe.text.numbers import ordinal_at
from graphprobe.text.readings import Kind, Reading
from graphprobe.text.tokens import NUMBER, SYMBOL, Token, tokenize, word_set

# A number before one of these counts them, and isn't a year.
_COUNTED = word_set(
    """
    people persons inhabitants residents men women children soldiers troops students votes members employees
    households families copies books seats deaths casualties units points visitors passengers miles houses
    species words pages games goals runs
    """
)
# Words that begin a value only together with what follows, and say nothing alone.
_ALONE_NOTHING = frozenset({"one", "a", "an", "many", "few", "couple", "second", "half", "zero", "numerous"})


STARTERS = amounts.STARTERS | dates.STARTERS
# Every value holds a digit, a fraction sign or one of these words; text far from them needn't be read.
_CORES = (numbers.STARTERS - {"a", "an"}) | {"noon", "midnight"}
_CORE_OR_BREAK = re.compile(r"\d|\n[^\S\n]*\n|[^\W\d_]+")
# How far a value may reach before and after a word of its core, in characters, and how many tokens of
# hedges may come before it.
_BEFORE, _AFTER, _HEDGE = 60, 160, 6


def find_phrases(text: str) -> Iterator[tuple[int, int, Phrase]]:
    """The values of a text with their offsets, in order, none overlapping."""
    for start, end in _windows(text):
        tokens = tokenize(text, start, end)
        for i, phrase in phrases(tokens):
            yield tokens[i].start, tokens[phrase.end - 1].end, phrase


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of text around cores, cut at white space and at blank lines."""
    start = end = floor = 0
    for match in _CORE_OR_BREAK.finditer(text):
        piece, at = match.group(), match.start()
        if piece[0] == "\n":
            if end > start:
                yield start, min(end, at)
            start = end = floor = match.end()
        elif at >= end - _BEFORE and _is_core_word(piece):
            if at - _BEFORE > end or end <= start:
                if end > start:
                    yield start, end
                back = max(floor, at - _BEFORE, end)
                edge = _word_edge(text, back)
                start = edge if edge <= at else back
            end = _word_edge(text, min(len(text), at + _AFTER))
    if end > start:
        yield start, end


def _is_core_word(word: str) -> bool:
    return word[0].isnumeric() or word.lower() in _CORES


def _word_edge(text: str, at: int) -> int:
    """The next white space, so that no token is cut; a run without any is cut after all."""
    limit = min(len(text), at + _AFTER)
    while at < limit and at > 0 and not text[at - 1].isspace():
        at += 1
    return at


def value_at(tokens: Sequence[Token], i: int, kind: Kind | None = None) -> Phrase | None:
    """The longest value at token ``i``; of equal length a date is likelier than a number."""
    date = None if kind in _NOT_DATES else dates.date_at(tokens, i, in_slot=kind is Kind.DATE)
    if kind is Kind.DATE:
        return Phrase(date.readings, date.end) if date else None
    found = [phrase for phrase in (amounts.phrase_at(tokens, i), _ordinal_phrase(tokens, i)) if phrase]
    amount = max(found, key=lambda phrase: phrase.end, default=None)
    if date is None or (amount and amount.end > date.end):
        return amount
    return Phrase(date.readings + _as_numbers(date.readings), date.end)


def _as_numbers(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """A year may be a count after all: 1954 inhabitants."""
    years = [float(r.text) for r in readings if r.unit == "year" and r.text.isdecimal()]
    return tuple(Reading(Kind.NUMBER, year, year, 1.0) for year in years)


_NOT_DATES = frozenset({Kind.NUMBER, Kind.QUANTITY, Kind.MONEY, Kind.DURATION})


def _ordinal_phrase(tokens: Sequence[Token], i: int) -> Phrase | None:
    ordinal = ordinal_at(tokens, i)
    if ordinal is None:
        return None
    value = float(ordinal[0])
    return Phrase((Reading(Kind.NUMBER, value, value, 1.0, text="ordinal"),), ordinal[1])


def phrases(tokens: Sequence[Token], kind: Kind | None = None) -> Iterator[tuple[int, Phrase]]:
    """Values from left to right, each with the position of its first token."""
    i, count = 0, len(tokens)
    while i < count:
        token = tokens[i]
        if not _may_start(tokens, i):
            i += 1
            continue
        phrase = value_at(tokens, i, kind)
        if phrase is None or not _says_something(tokens, i, phrase.end):
            i += 1
            continue
        start = i + 1 if token.low == "the" else i
        yield start, _in_context(tokens, i, phrase)
        i = phrase.end


def _says_something(tokens: Sequence[Token], i: int, end: int) -> bool:
    """Leaves out scores, "one" and "second" alone, and "a year" or "an hour", which seldom are amounts."""
    if end == i + 1:
        return tokens[i].low not in _ALONE_NOTHING and not _is_score(tokens, end)
    return any(token.kind == NUMBER or _is_core_word(token.low) for token in tokens[i:end])


def _is_score(tokens: Sequence[Token], end: int) -> bool:
    """Whether a number touches a dash and another number without being a range with it, as in "2–0"."""
    pair = tokens[end : end + 2]
    return (
        len(pair) == 2
        and pair[0].text in "-–"
        and pair[1].kind == NUMBER
        and not (pair[0].gap or pair[1].gap)
    )


def _may_start(tokens: Sequence[Token], i: int) -> bool:
    token = tokens[i]
    if token.kind == NUMBER:
        return not _is_part_of_code(tokens, i)
    if _is_core_word(token.low):
        return True
    return token.low in STARTERS and any(
        follower.kind == NUMBER or _is_core_word(follower.low) for follower in tokens[i + 1 : i + 1 + _HEDGE]
    )


def _is_part_of_code(tokens: Sequence[Token], i: int) -> bool:
    """Whether a number touches letters or marks before it, as in "B2", "COVID-19" and "555-1234"."""
    if i == 0 or tokens[i].gap:
        return False
    before = tokens[i - 1]
    if before.text in "-–/.:_#@":
        return i > 1 and not before.gap and tokens[i - 2].text.isalnum()
    # Scripts that write no spaces (from U+2E80 on) put their words right before a number.
    letters = before.kind != SYMBOL and before.text[-1] < "\u2e80"
    return letters and before.low not in money.STARTERS and before.low not in ("c", "ca")


def _in_context(tokens: Sequence[Token], i: int, phrase: Phrase) -> Phrase:
    """Lets the neighbours decide between a year, a count and an age."""
    first = phrase.readings[0]
    numbers = tuple(r for r in phrase.readings if r.kind is Kind.NUMBER)
    if not numbers:
        return phrase
    if first.kind is Kind.DATE and phrase.end < len(tokens) and tokens[phrase.end].low in _COUNTED:
        return Phrase(numbers, phrase.end)
    before = tokens[i - 1].low if i else ""
    if first.kind is Kind.NUMBER and before in ("aged", "age") and (first.high or 0) <= 130:
        return Phrase((*amounts.as_years(first), *numbers), phrase.end)
    return phrase
