"""Numbers as people write them: digits of any script, fractions, words and scales.

A :class:`Number` is one reading of such a surface. "1,094" and "1.094" have two readings each (thousands
mark or decimal mark), and all of them are kept: which one the author meant isn't for us to guess.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from graphprobe.text.tokens import NUMBER, WORD, Token, low_at


class Number(NamedTuple):
    """One reading of a number: its bounds (equal unless vague), and the step to which it's written."""

    low: float
    high: float
    grain: float
    vague: bool = False

    def times(self, factor: float) -> Number:
        """The number with all that belongs to it multiplied."""
        return Number(self.low * factor, self.high * factor, self.grain * factor, self.vague)


class Parsed(NamedTuple):
    """Readings of the tokens before position ``end``.

    ``spelled``: in words, so that no unit sign can follow; ``scale``: the factor of its scale words.
    """

    readings: tuple[Number, ...]
    end: int
    spelled: bool = False
    scale: float = 1.0


# Longer runs of digits are serial numbers, hashes or attacks, not amounts.
LONGEST = 40


def _numbered(words: str, start: int, step: int = 1) -> dict[str, int]:
    return {word: step * place for place, word in enumerate(words.split(), start)}


_UNITS = _numbered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
    start=0,
)
_TENS = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", start=2, step=10)
_ORDINALS = _numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
    start=1,
) | _numbered(
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth",
    start=2,
    step=10,
)
_ORDINAL_ENDINGS = {"st", "nd", "rd", "th"}
_SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
    "lakh": 1e5,
    "lac": 1e5,
    "crore": 1e7,
    "milliard": 1e9,
    "millionen": 1e6,
    "milliarden": 1e9,
    "millones": 1e6,
    "milioni": 1e6,
    "miliardi": 1e9,
    "mln": 1e6,
    "mn": 1e6,
    "mio": 1e6,
    "bn": 1e9,
    "bln": 1e9,
    "mrd": 1e9,
    "tn": 1e12,
    "万": 1e4,
    "萬": 1e4,
    "億": 1e8,
    "亿": 1e8,
    "兆": 1e12,
}
_PLURAL_SCALES = {f"{word}s": value for word, value in _SCALES.items() if word.isascii() and len(word) > 3}
# Letters that mean a scale only when they touch the digits ("5k", "5M"), since "5 m" is a length.
_TOUCHING = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
_SPELLED_SCALES = {"hundred", "thousand", "million", "billion", "trillion", "dozen", "lakh", "crore"}
_DENOMINATORS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifths": 5,
                 "fifth": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10,
                 "tenths": 10}  # fmt: skip
_SLASH_DENOMINATORS = {"2", "3", "4", "5", "6", "8", "10", "16", "32"}
# What these words are understood to cover; nothing outside contradicts them for sure (quantulum3 #205).
_VAGUE = {"several": (3, 20), "few": (2, 20), "couple": (2, 4), "handful": (2, 10), "dozens": (20, 200),
          "scores": (30, 300), "tens": (10, 100), "hundreds": (100, 2000), "thousands": (1e3, 2e4),
          "millions": (1e6, 2e7), "billions": (1e9, 2e10), "many": (3, 1e9),
          "numerous": (3, 1e9)}  # fmt: skip

STARTERS = frozenset(
    {*_UNITS, *_TENS, *_ORDINALS, *_VAGUE, "a", "an", "half", "quarter", "dozen", "hundred", "thousand"}
)

_PLAIN = re.compile(r"\d+")
_SPACED = re.compile(r"(\d{1,3}(?:[ '’]\d{3})+)(?:[.,](\d+))?")
_ENGLISH = re.compile(r"(\d{1,3}(?:,\d{3})+)(?:[.·](\d+))?")
_CONTINENTAL = re.compile(r"(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?")
_INDIAN = re.compile(r"(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?")
_DECIMAL = re.compile(r"(\d+)[.,·](\d+)")
_NOT_DIGIT = re.compile(r"\D")
_ANY_SPACE = re.compile(r"[\u00a0\u2009\u202f]")


def digits_readings(text: str) -> tuple[Number, ...]:
    """All readings of a run of digits with marks between them, the likeliest first; empty if none.

    ``1,094`` is 1094 or 1.094; ``1.094`` is 1.094 or 1094; ``2,51,000`` is Indian for 251000.
    """
    if len(text) > LONGEST:
        return ()
    plain = _ANY_SPACE.sub(" ", _ascii_digits(text))
    if _PLAIN.fullmatch(plain):
        return (_exact(float(plain)),)
    found: dict[float, Number] = {}
    decimal = _DECIMAL.fullmatch(plain)
    grouped = [m for form in (_SPACED, _ENGLISH, _CONTINENTAL, _INDIAN) if (m := form.fullmatch(plain))]
    # A group of thousands doesn't begin with a nought, and a lone full stop is likelier a decimal point.
    numbers = [_decimal(_NOT_DIGIT.sub("", m[1]), m[2] or "") for m in grouped if not plain.startswith("0")]
    if decimal:
        numbers.insert(0 if "." in plain else len(numbers), _decimal(decimal[1], decimal[2]))
    for number in numbers:
        found.setdefault(number.low, number)
    return tuple(found.values())


def number_at(tokens: Sequence[Token], i: int) -> Parsed | None:
    """The longest number that starts at token ``i``, with its scale words; None if there's none."""
    token = tokens[i]
    if token.kind == NUMBER:
        parsed = _digits_at(tokens, i)
    elif token.kind == WORD and len(token.text) == 1 and token.text.isnumeric() and not token.text.isalpha():
        parsed = _fraction_sign(token.text, i)
    elif token.low in STARTERS:
        parsed = _words_at(tokens, i)
    else:
        return None
    return _scaled(tokens, parsed) if parsed else None


def ordinal_at(tokens: Sequence[Token], i: int) -> tuple[int, int] | None:
    """The ordinal number ("21st", "third", "twenty-first") at token ``i`` as (value, end)."""
    token = tokens[i]
    if token.kind == NUMBER and len(token.text) < 6 and token.text.isdecimal():
        ending = _at(tokens, i + 1)
        if ending and not ending.gap and ending.low in _ORDINAL_ENDINGS:
            return int(token.text), i + 2
        return None
    if token.low in _ORDINALS:
        return _ORDINALS[token.low], i + 1
    if token.low in _TENS:
        j = _skip_hyphen(tokens, i + 1)
        unit = _at(tokens, j)
        if unit and _ORDINALS.get(unit.low, 99) < 10:
            return _TENS[token.low] + _ORDINALS[unit.low], j + 1
    return None


def part_after_and(tokens: Sequence[Token], i: int) -> Parsed | None:
    """The part of one in "and a half", "and three quarters" at token ``i``."""
    return _part_at(tokens, i + 1) if low_at(tokens, i) == "and" and i + 1 < len(tokens) else None


def _at(tokens: Sequence[Token], i: int) -> Token | None:
    return tokens[i] if i < len(tokens) else None


def _exact(value: float) -> Number:
    return Number(value, value, 1.0)


def _decimal(whole: str, part: str) -> Number:
    value = float(f"{whole}.{part}" if part else whole)
    return Number(value, value, float(f"1e-{len(part)}"))


def _ascii_digits(text: str) -> str:
    if text.isascii():
        return text
    marks = {"٫": ".", "٬": ","}
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else marks.get(c, c) for c in text)


def _digits_at(tokens: Sequence[Token], i: int) -> Parsed | None:
    readings = digits_readings(tokens[i].text)
    if not readings:
        return None
    follower = _at(tokens, i + 1)
    if follower and follower.kind == WORD and len(follower.text) == 1 and follower.text.isnumeric():
        fraction = _fraction_sign(follower.text, i + 1)
        if fraction and fraction.readings[0].low < 1 and readings[0].grain == 1:
            return Parsed((_sum(readings[0], fraction.readings[0]),), i + 2)
    slash = _slash_fraction(tokens, i)
    if slash:
        return slash
    # "2 1/2"
    if follower and follower.kind == NUMBER and follower.gap and readings[0].grain == 1:
        slash = _slash_fraction(tokens, i + 1)
        if slash and slash.readings[0].low < 1:
            return Parsed((_sum(readings[0], slash.readings[0]),), slash.end)
    return Parsed(readings, i + 1)


def _slash_fraction(tokens: Sequence[Token], i: int) -> Parsed | None:
    if low_at(tokens, i + 1) not in ("/", "⁄") or low_at(tokens, i + 2) not in _SLASH_DENOMINATORS:
        return None
    if tokens[i + 1].gap or tokens[i + 2].gap or low_at(tokens, i + 3) in ("/", "⁄"):
        return None
    top, bottom = tokens[i].text, tokens[i + 2].text
    if not top.isascii() or not top.isdecimal() or len(top) > 2 or int(top) >= int(bottom):
        return None
    value = int(top) / int(bottom)
    return Parsed((Number(value, value, 1 / int(bottom)),), i + 3)


def _fraction_sign(char: str, i: int) -> Parsed | None:
    value = unicodedata.numeric(char)
    if not 0 < value < 1:
        return None
    step = min(
        (1 / d for d in (2, 3, 4, 5, 6, 8, 10) if abs(value * d - round(value * d)) < 1e-9), default=0.1
    )
    return Parsed((Number(value, value, step),), i + 1)


def _sum(whole: Number, part: Number) -> Number:
    return Number(whole.low + part.low, whole.high + part.high, part.grain)


def _skip_hyphen(tokens: Sequence[Token], i: int) -> int:
    """Past a hyphen that joins two words ("twenty-seven")."""
    if low_at(tokens, i) in ("-", "‐", "‑") and not tokens[i].gap:
        follower = _at(tokens, i + 1)
        if follower and not follower.gap:
            return i + 1
    return i


def _words_at(tokens: Sequence[Token], i: int) -> Parsed | None:
    return _vague_at(tokens, i) or _part_of_scale(tokens, i) or _spelled_at(tokens, i)


def _vague_at(tokens: Sequence[Token], i: int) -> Parsed | None:
    """ "a few", "several", "dozens of", "tens of thousands of"."""
    start = i + 1 if tokens[i].low in ("a", "an") else i
    word = low_at(tokens, start)
    if word not in _VAGUE or (word in ("few", "couple", "handful") and start == i):
        return None
    low, high = _VAGUE[word]
    end = start + 1
    while low_at(tokens, end) == "of" and low_at(tokens, end + 1) in _PLURAL_SCALES and end < i + 6:
        factor = _PLURAL_SCALES[tokens[end + 1].low]
        low, high, end = low * factor, high * factor, end + 2
    scale = _SCALES.get(low_at(tokens, end), 1.0)
    if scale > 1:
        low, high, end = low * scale, high * scale, end + 1
    return Parsed((Number(float(low), float(high), 0.0, vague=True),), end, spelled=True)


def _part_of_scale(tokens: Sequence[Token], i: int) -> Parsed | None:
    """ "half a million", "a quarter of a million", "half a dozen", or the part alone."""
    part = _part_at(tokens, i)
    if part is None:
        return None
    k = part.end + 1 if low_at(tokens, part.end) == "of" else part.end
    k = k + 1 if low_at(tokens, k) in ("a", "an") else k
    scale = _SCALES.get(low_at(tokens, k))
    return Parsed((part.readings[0].times(scale),), k + 1, spelled=True) if scale else part


def _part_at(tokens: Sequence[Token], i: int) -> Parsed | None:
    """ "half", "a half", "a quarter", "one third", "two-thirds", "three quarters"."""
    top, j = 1, i
    if tokens[i].low in ("a", "an", "one"):
        j = i + 1
    elif 1 < _UNITS.get(tokens[i].low, 0) < 10:
        top, j = _UNITS[tokens[i].low], _skip_hyphen(tokens, i + 1)
    word = low_at(tokens, j)
    bottom = _DENOMINATORS.get(word)
    # "A third" and "a fifth" are ordinals as often as parts, unless "of" or nothing follows.
    closed = j > i and (j + 1 == len(tokens) or low_at(tokens, j + 1) == "of")
    sure = (
        closed
        or word == "half"
        or (word == "quarter" and j > i)
        or tokens[i].low == "one"
        or word.endswith("s")
    )
    if bottom is None or not sure or (top > 1) != word.endswith("s"):
        return None
    return Parsed((Number(top / bottom, top / bottom, 1 / bottom),), j + 1, spelled=True)


def _spelled_at(tokens: Sequence[Token], i: int) -> Parsed | None:
    """Number words: "twenty-seven", "one thousand, nine hundred and sixty", "three and a half"."""
    if tokens[i].low in ("a", "an"):
        scale = low_at(tokens, i + 1)
        if scale not in _SPELLED_SCALES:
            return None
        total, current, end, step = 0.0, 1.0, i + 1, 1.0
    else:
        total, current, end, step = 0.0, 0.0, i, 1.0
    last = 1e30  # the scale or place that the last word filled; the next word must be smaller
    limit = i + 24
    while end < len(tokens) and end < limit:
        j = _skip_joint(tokens, end, started=end > i)
        word = low_at(tokens, j)
        if word in _UNITS and last > 19 and not (last == 20 and _UNITS[word] > 9):
            current, last, step = current + _UNITS[word], 1.0, 1.0
        elif word in _TENS and last >= 100:
            current, last, step = current + _TENS[word], 20.0, 1.0
        elif word == "hundred" and 0 < current < 100 and (end > i or current):
            current, last, step = current * 100, 100.0, 100.0
        elif word in _SPELLED_SCALES and word != "hundred" and current:
            factor = _SCALES[word]
            if total and factor >= total:
                break
            total, current, last, step = total + current * factor, 0.0, factor, factor
        else:
            break
        end = j + 1
    value = total + current
    if end == i or (value == 0 and tokens[i].low != "zero"):
        return None
    return _and_part(tokens, Parsed((Number(value, value, min(step, 1.0) if current else step),), end, True))


def _skip_joint(tokens: Sequence[Token], i: int, *, started: bool) -> int:
    """Past what may stand between number words: a hyphen, "and", or a comma after a scale."""
    if not started:
        return i
    j = _skip_hyphen(tokens, i)
    if j > i:
        return j
    before = tokens[i - 1].low
    if low_at(tokens, i) == "," and before in _SPELLED_SCALES:
        i += 1
    if low_at(tokens, i) == "and" and (before in _SPELLED_SCALES or tokens[i - 1].low == ","):
        follower = low_at(tokens, i + 1)
        if follower in _UNITS or follower in _TENS:
            return i + 1
    return i


def _and_part(tokens: Sequence[Token], parsed: Parsed) -> Parsed:
    """Adds "and a half", "and three quarters" to a whole number."""
    part = part_after_and(tokens, parsed.end)
    if part is None:
        return parsed
    return Parsed((_sum(parsed.readings[0], part.readings[0]),), part.end, spelled=True)


def _scaled(tokens: Sequence[Token], parsed: Parsed) -> Parsed:
    """Multiplies by the scale words that follow ("1.2 million", "5 lakh crore", "3-dozen")."""
    parsed = _and_part(tokens, parsed) if not parsed.spelled else parsed
    readings, end, factor = parsed.readings, parsed.end, 1.0
    for _ in range(2):
        j = end if parsed.spelled else _skip_hyphen(tokens, end)
        token = _at(tokens, j)
        if token is None:
            break
        touching = not parsed.spelled and end == parsed.end and not token.gap
        scale = _SCALES.get(token.low) or (_PLURAL_SCALES.get(token.low) if not parsed.spelled else None)
        scale = scale or (_TOUCHING.get(token.text) if touching else None)
        if scale is None:
            break
        readings, end, factor = tuple(n.times(scale) for n in readings), j + 1, factor * scale
    return Parsed(readings, end, parsed.spelled, factor)
