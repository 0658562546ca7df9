"""Words and numbers of a text as tokens, so that "10" is found in "the 10 towns" but not in "1910"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphprobe.text.normalize import fold, strip_marks
from graphprobe.text.values import MEASURED, Value, Verdict, compare, find_values

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_POSSESSIVE = re.compile(r"'s?$")
_NUMBER_OR_NAME = re.compile(r"\d[\d.,]*|\b[^\W\d_][^\W_]*(?:['’][^\W_]+)*")


def tokens(text: str) -> tuple[str, ...]:
    """Words and numbers, folded, without accents or possessive; "12,500" is one token and reads "12500"."""
    found = _TOKEN.findall(strip_marks(fold(text)))
    return tuple(_plain(token) for token in found)


def contains(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether ``part`` stands in ``words`` as a run of whole words."""
    size = len(part)
    return size > 0 and any(tuple(words[i : i + size]) == tuple(part) for i in range(len(words) - size + 1))


def states(text: str, values: Iterable[Value]) -> list[Value]:
    """Those of the values that stand in a text: as words, or as an amount or date that agrees with them."""
    words = tokens(text)
    amounts = [found.value for found in find_values(text)]
    return [value for value in values if contains(words, tokens(value.text)) or _agrees(value, amounts)]


def telling_words(text: str) -> tuple[str, ...]:
    """The numbers and capitalized words of a text but for its first word, as :func:`tokens` reads them."""
    found = _NUMBER_OR_NAME.finditer(text)
    telling = [m.group() for m in found if m.group()[0].isdigit() or (m.group()[0].isupper() and m.start())]
    return tuple(token for word in telling for token in tokens(word))


def _agrees(value: Value, amounts: Iterable[Value]) -> bool:
    if value.kind not in MEASURED:
        return False
    likeliest = _likeliest(value)
    return any(
        amount.kind is value.kind and compare(_likeliest(amount), likeliest).verdict is Verdict.COMPATIBLE
        for amount in amounts
    )


def _likeliest(value: Value) -> Value:
    """The value with its likeliest reading alone: "12,500" in a question isn't twelve and a half."""
    return replace(value, readings=value.readings[:1])


def _plain(token: str) -> str:
    if token[0].isdigit():
        return re.sub(r",(?=\d{3}(?:\D|$))", "", token)
    return _POSSESSIVE.sub("", token)
