"""Where a reply gives a gold answer that is a number, a quantity, money, a date or a duration."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from graphprobe.evaluation.offline.golds import Gold
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, read_words
from graphprobe.text.values import FoundValue, Kind, Reading, Value, Verdict, compare

_NEXT_WORD = 40
"""Characters after a number within which the word for what it counts begins and ends."""
_PERIOD = "period"
_SPANS = (_PERIOD, "years")
"""What dates with two named ends have for a unit: periods, and dates that lie between two others."""
_WIDE = 1.5
"""From this ratio of its ends on, a range gives its ends and not what lies between them."""


def by_value(gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> Iterator[Span]:
    """Values that agree with the gold answer's, and fit in with the other gold answers."""
    for found in reply.values:
        if gives(found, gold, others, reply, question):
            yield Span(found.start, found.end)


def gives(found: FoundValue, gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> bool:
    """Whether a value of a reply gives a gold answer's, and not another's as well."""
    if gold.value is None or not _agree(found.value, gold.value):
        return False
    if _lacks_unit(found.value, gold.value) and counts_something_else(found, reply, question):
        return False
    return all(_fits(found.value, gold.value, other.value) for other in others if other.value)


def counts_something_else(found: FoundValue, reply: Reply, question: Question) -> bool:
    """Whether a number counts what the question doesn't speak of ("57 doors")."""
    following = read_words(reply.text[found.end : found.end + _NEXT_WORD])[:1]
    return any(word.key not in question.words and word.key not in FUNCTION_WORDS for word in following)


def _lacks_unit(found: Value, gold: Value) -> bool:
    return found.kind is Kind.NUMBER and gold.kind is not Kind.NUMBER


def _agree(found: Value, gold: Value) -> bool:
    """Whether a value gives another: a point doesn't give a period, and a wide range only its ends."""
    if compare(found, gold).verdict is not Verdict.COMPATIBLE:
        return False
    if gold.readings[0].unit == _PERIOD:
        return found.readings[0].unit == _PERIOD
    return not _is_wide(found.readings[0]) or _is_an_end(found, gold)


def _is_wide(reading: Reading) -> bool:
    if reading.kind is Kind.DATE:
        return reading.unit in _SPANS
    return bool(reading.low and reading.high and reading.high > _WIDE * reading.low > 0)


def _fits(found: Value, gold: Value, other: Value) -> bool:
    """Whether a value that agrees with one gold answer doesn't take another amiss.

    It isn't as near to another that excludes the first ("August 1910" tells no day of it from another; of a
    range both ends are given), and no date contradicts what is the first told more exactly.
    """
    if compare(gold, other).verdict is Verdict.INCOMPATIBLE:
        return (
            not _agree(found, other)
            or _is_an_end(found, gold)
            or _distance(found, gold) < _distance(found, other)
        )
    both_dates = gold.kind is other.kind is Kind.DATE
    return not both_dates or compare(found, other).verdict is not Verdict.INCOMPATIBLE


def _is_an_end(found: Value, gold: Value) -> bool:
    """Whether one end of a range is what the gold answer says, or where it begins or ends."""
    return any(_has_end(a, b) for a in found.readings for b in gold.readings if _comparable(a, b))


def _has_end(found: Reading, gold: Reading) -> bool:
    if found.low == found.high or (found.kind is Kind.DATE and found.unit not in _SPANS):
        return False
    low = gold.low if gold.low is not None else gold.high
    high = gold.high if gold.high is not None else gold.low
    ends = [end for end in (found.low, found.high) if end is not None]
    return low is not None and high is not None and any(low <= end <= high for end in ends)


def _distance(a: Value, b: Value) -> float:
    """How far apart the nearest readings of two values are; 0 where they overlap."""
    return min((_gap(x, y) for x in a.readings for y in b.readings if _comparable(x, y)), default=math.inf)


def _gap(a: Reading, b: Reading) -> float:
    lows = [one.low if one.low is not None else -math.inf for one in (a, b)]
    highs = [one.high if one.high is not None else math.inf for one in (a, b)]
    return max(0.0, max(lows) - min(highs))


def _comparable(a: Reading, b: Reading) -> bool:
    return a.kind is b.kind and (a.kind is Kind.DATE or a.unit == b.unit)
