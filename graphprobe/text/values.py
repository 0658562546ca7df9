"""Typed values: the front door of the text room.

``parse_value`` reads a surface, ``find_values`` finds values in running text, ``compare`` tells whether
two values can both be true of one slot, and ``mentions`` whether a text holds a value that agrees with
another. All are pure and total: whatever the text, they answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import product

from graphprobe.text import chronology, intervals, money, names
from graphprobe.text.amounts import Phrase
from graphprobe.text.categories import compare_categories
from graphprobe.text.finder import STARTERS, find_phrases, phrases, value_at
from graphprobe.text.intervals import Outcome
from graphprobe.text.normalize import entity_key
from graphprobe.text.readings import Comparison, FoundValue, Kind, Reading, Value, Verdict
from graphprobe.text.tokens import Token, tokenize, word_set

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

MEASURED = frozenset({Kind.NUMBER, Kind.QUANTITY, Kind.MONEY, Kind.DATE, Kind.DURATION})
"""Kinds that have amounts; the others have words."""

# Words that may stand around a value in a slot without being part of it.
_FILLERS = word_set(
    """
    a an the in on at of by from for since until was is it only exactly just aged age old year years
    fiscal . , ; ( ) " ' “ ” back to total average season - le el il am den
    """
)
_LONGEST_SURFACE = 400
_MARKED = re.compile(r"\d[.,·٫٬]\d")


def parse_value(text: str, kind: Kind | None = None) -> Value:
    """Reads a surface as a value.

    Args:
        text: the surface, as short as the slot needs it ("about 1,100", "26 August 1910", "Mother Teresa").
        kind: what the slot asks for, when that's known. A kind with amounts falls back to text when the
            surface holds none; with ``None`` the surface decides.

    Returns:
        The value with all its readings; what has no other form is text.
    """
    if kind is not None and kind not in MEASURED:
        return _worded(text, kind)
    if len(text) <= _LONGEST_SURFACE:
        readings = _slot_readings(tokenize(text), kind)
        if readings:
            return _measured(text, readings, kind)
    return _worded(text, Kind.TEXT)


def find_values(text: str) -> list[FoundValue]:
    """Numbers, quantities, money, dates and durations of a running text, in order, none overlapping.

    Each is as long as can be, with the words that approximate or bound it; ``text[start:end]`` is its
    surface. Takes time in proportion to the length of the text.
    """
    return [
        FoundValue(start, end, _measured(text[start:end], phrase.readings, None))
        for start, end, phrase in find_phrases(text)
    ]


def compare(a: Value, b: Value) -> Comparison:
    """Whether two values can both be true of one slot; symmetric, and an answer for any two values.

    They're incompatible only when every comparable pair of their readings is.
    """
    if (b.kind.value, b.text) < (a.kind.value, a.text):
        a, b = b, a
    if a.kind not in MEASURED and b.kind not in MEASURED:
        return _compare_words(a, b)
    outcomes = [outcome for pair in _pairs(a, b) if (outcome := _compare_readings(*pair))]
    if not outcomes:
        return _incomparable(a, b)
    best = min(outcomes, key=lambda outcome: _PREFERENCE[outcome.verdict])
    if best.verdict is Verdict.INCOMPATIBLE and {a.kind, b.kind} & _WITH_UNIT and a.kind is not b.kind:
        return Comparison(Verdict.UNSURE, f"{_shown(a)} and {_shown(b)} differ, but only one has a unit")
    return Comparison(best.verdict, f"{_shown(a)} and {_shown(b)} {best.why}")


def mentions(text: str, value: Value) -> Comparison:
    """Whether a text holds a value that agrees with ``value``.

    Returns:
        COMPATIBLE when some value of the text agrees, INCOMPATIBLE when the text holds values of the same
        kind and unit and all of them disagree, else UNSURE.
    """
    if value.kind not in MEASURED:
        return names.mentions_name(text, value.text)
    compared = [compare(found.value, value) for found in find_values(text) if _same_sort(found.value, value)]
    best = min(compared, key=lambda comparison: _PREFERENCE[comparison.verdict], default=None)
    if best is None:
        return Comparison(Verdict.UNSURE, f"the text holds nothing to compare with {_shown(value)}")
    return best


_WITH_UNIT = frozenset({Kind.QUANTITY, Kind.MONEY, Kind.DURATION})
_PREFERENCE = {Verdict.COMPATIBLE: 0, Verdict.UNSURE: 1, Verdict.INCOMPATIBLE: 2}


def _shown(value: Value) -> str:
    text = " ".join(value.text.split())
    return text if len(text) <= 60 else text[:57] + "..."


# Parsing


def _worded(text: str, kind: Kind) -> Value:
    return Value(kind, text, (Reading(kind, text=entity_key(text)),))


def _measured(text: str, readings: Sequence[Reading], kind: Kind | None) -> Value:
    """A value of the kind asked for, whose own readings come first; else of its first reading's kind."""
    wanted = kind if kind is not None else readings[0].kind
    ordered = sorted(readings, key=lambda reading: reading.kind is not wanted)
    return Value(ordered[0].kind, text, tuple(dict.fromkeys(ordered)))


def _slot_readings(tokens: Sequence[Token], kind: Kind | None) -> tuple[Reading, ...]:
    """Readings of a surface that is one value, with no more around it than small words.

    After a number what it counts may follow ("3,995 people"); in a slot for a kind, anything may stand
    around the only value of that kind.
    """
    for i, token in enumerate(tokens):
        if token.low in _FILLERS and token.low not in STARTERS:
            continue
        phrase = value_at(tokens, i, kind)
        if phrase and _rest_is_small(tokens, phrase, kind):
            return phrase.readings
        if token.low not in _FILLERS:
            break
    return _only_one(tokens, kind) if kind is not None else ()


def _rest_is_small(tokens: Sequence[Token], phrase: Phrase, kind: Kind | None) -> bool:
    rest = [token for token in tokens[phrase.end :] if token.low not in _FILLERS]
    if not rest:
        return True
    counts = phrase.readings[0].kind is Kind.NUMBER and kind in (None, Kind.NUMBER)
    return counts and len(rest) <= 2 and all(token.text.isalpha() and token.text.islower() for token in rest)


def _only_one(tokens: Sequence[Token], kind: Kind) -> tuple[Reading, ...]:
    found = [p.readings for _, p in phrases(tokens, kind) if any(r.kind is kind for r in p.readings)]
    return found[0] if len(found) == 1 else ()


# Comparing


def _pairs(a: Value, b: Value) -> Iterator[tuple[Reading, Reading]]:
    """Pairs of readings of one kind that is the kind of at least one of the values.

    A second meaning ("72 years" without its unit, 1910 as a count) only meets a first meaning.
    """
    kinds = (a.kind, b.kind)
    for ra, rb in product(_credible(a, b), _credible(b, a)):
        if ra.kind is rb.kind and ra.kind in kinds:
            yield ra, rb


def _credible(value: Value, other: Value) -> list[Reading]:
    """The readings of a value beside another one.

    That "8,000" is eight with three decimals is only credible beside another number with a mark: nobody
    who writes "eleven" or "11" is answered so.
    """
    if len(value.readings) == 1 or _MARKED.search(other.text):
        return list(value.readings)
    return [
        r
        for i, r in enumerate(value.readings)
        if not any(_is_thousandth(r, earlier) for earlier in value.readings[:i])
    ]


def _is_thousandth(reading: Reading, earlier: Reading) -> bool:
    if (reading.kind, reading.unit) != (earlier.kind, earlier.unit) or not reading.grain:
        return False
    return math.isclose(reading.grain * 1000, earlier.grain)


def _compare_readings(a: Reading, b: Reading) -> Outcome | None:
    """The outcome for two readings of one kind; None if they have no unit in common."""
    if a.kind is Kind.DATE:
        return chronology.compare_dates(a, b)
    if a.kind is Kind.MONEY:
        same = money.same_currency(a.unit, b.unit)
        if same is False:
            return None
        outcome = intervals.compare_amounts(a, b)
        if same is None and outcome.verdict is Verdict.INCOMPATIBLE:
            return Outcome(Verdict.UNSURE, "may be in different currencies")
        return outcome
    if a.unit != b.unit:
        return None
    return intervals.compare_amounts(a, b, converted=a.text != b.text and "ordinal" not in (a.text, b.text))


def _incomparable(a: Value, b: Value) -> Comparison:
    shown = f"{_shown(a)} and {_shown(b)}"
    if a.kind is b.kind:
        what = "currencies" if a.kind is Kind.MONEY else "units" if a.kind is Kind.QUANTITY else "forms"
        return Comparison(Verdict.UNSURE, f"{shown} are in different {what}")
    if a.kind not in MEASURED or b.kind not in MEASURED:
        words, amount = (a, b) if a.kind not in MEASURED else (b, a)
        for found in find_values(words.text[:_LONGEST_SURFACE]):
            if found.value.kind is amount.kind and compare(found.value, amount).verdict is Verdict.COMPATIBLE:
                return Comparison(Verdict.COMPATIBLE, f"{_shown(words)} contains {_shown(amount)}")
    return Comparison(Verdict.UNSURE, f"{shown} are {_noun(a.kind)} and {_noun(b.kind)}")


def _noun(kind: Kind) -> str:
    if kind is Kind.MONEY:
        return "an amount of money"
    return f"an {kind.value}" if kind is Kind.ORGANIZATION else f"a {kind.value}"


def _same_sort(a: Value, b: Value) -> bool:
    return a.kind is b.kind or any(ra.kind is rb.kind for ra, rb in _pairs(a, b))


_NAME_KINDS: dict[Kind, names.NameKind] = {
    Kind.PERSON: "person",
    Kind.ORGANIZATION: "organization",
    Kind.PLACE: "place",
}


def _compare_words(a: Value, b: Value) -> Comparison:
    """Names by the kind of name, everything else as a category; text takes the kind of the other."""
    kinds = {a.kind, b.kind} - {Kind.TEXT}
    if len(kinds) > 1:
        same = names.is_variant(a.text, b.text)
        verdict = Verdict.COMPATIBLE if same else Verdict.UNSURE
        why = "are one name" if same else "are values of different kinds"
        return Comparison(verdict, f"{_shown(a)} and {_shown(b)} {why}")
    kind = kinds.pop() if kinds else Kind.TEXT
    if kind in _NAME_KINDS:
        return names.compare_names(a.text, b.text, _NAME_KINDS[kind])
    return compare_categories(a.text, b.text, sure=kind is Kind.CATEGORY)
