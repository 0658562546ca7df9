"""When two stated amounts can be the same amount: rounding, approximation, bounds and ranges.

An author who writes "1.2 million" means anything that rounds to it, one who writes "about 1,100" means
anything near it, and one who writes "1,203,115" means that number. The limits below say how far that
goes; between what is clearly allowed and what clearly isn't lies a band where nothing can be told.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from graphprobe.text.readings import Kind, Reading, Verdict

# Relative distance that rounding or "about" surely covers, and the most that it may cover.
CLOSE, LOOSE = 0.05, 0.15
# "About" reaches a little further than rounding does.
ABOUT_LOOSE = 0.20
# "More than 50" suggests an amount not very much above 50.
BOUND_REACH = 2.0

# Degrees have no zero to be relative to; differences are measured against the span of the weather.
_TEMPERATURE_SPAN = 50.0


class Outcome(NamedTuple):
    """A verdict and what about the two amounts led to it, to be put into a sentence."""

    verdict: Verdict
    why: str


def compare_amounts(a: Reading, b: Reading, *, converted: bool = False) -> Outcome:
    """Whether two amounts in the same unit can be one amount.

    Args:
        a: a reading with bounds.
        b: another, in the same base unit.
        converted: whether the authors wrote them in different units, so that both are rounded.
    """
    gap = _gap(a, b)
    if gap <= 0:
        return _overlapping(a, b)
    if a.vague or b.vague:
        return Outcome(Verdict.UNSURE, "one of them is only an order of magnitude")
    relative = gap / (_TEMPERATURE_SPAN if a.unit == "[temperature]" else _size(a, b))
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return _beyond_bound(relative)
    if a.approximate or b.approximate:
        return _approximate(a, b, gap, relative)
    return _rounded(a, b, gap, relative, converted=converted)


def _gap(a: Reading, b: Reading) -> float:
    """Distance between two intervals; 0 or less if they meet. Noise of unit conversion counts as 0."""
    gaps = []
    if a.low is not None and b.high is not None:
        gaps.append(a.low - b.high)
    if b.low is not None and a.high is not None:
        gaps.append(b.low - a.high)
    gap = max(gaps, default=0.0)
    return 0.0 if gap <= 1e-9 * _size(a, b) else gap


def _size(a: Reading, b: Reading) -> float:
    """The larger of the two ends that face each other."""
    ends = [abs(end) for end in (a.low, a.high, b.low, b.high) if end is not None]
    if None in (a.low, a.high, b.low, b.high) or not ends:
        return max(ends, default=1.0) or 1.0
    first, second = (a, b) if (a.low or 0) <= (b.low or 0) else (b, a)
    return max(abs(first.high or 0.0), abs(second.low or 0.0)) or 1.0


def _overlapping(a: Reading, b: Reading) -> Outcome:
    if a.low == b.low and a.high == b.high and a.low == a.high:
        return Outcome(Verdict.COMPATIBLE, "are the same amount")
    for bound, other in ((a, b), (b, a)):
        if _out_of_reach(bound, other):
            return Outcome(Verdict.UNSURE, "one only bounds the amount, and from far away")
    if a.vague or b.vague:
        return Outcome(Verdict.COMPATIBLE, "agree as far as the vaguer one goes")
    if a.low == a.high and b.low == b.high:
        return Outcome(Verdict.COMPATIBLE, "are the same amount")
    return Outcome(Verdict.COMPATIBLE, "overlap")


def _out_of_reach(bound: Reading, other: Reading) -> bool:
    """Whether an open bound is so far from the other amount that agreement is only a form."""
    if bound.high is None and bound.low is not None and bound.low > 0:
        nearest = other.low if other.low is not None else other.high
        if nearest is None:
            return False
        return nearest > bound.low * BOUND_REACH
    if bound.low is None and bound.high is not None and bound.high > 0:
        nearest = other.high if other.high is not None else other.low
        if nearest is None:
            return False
        return nearest < bound.high / BOUND_REACH
    return False


def _beyond_bound(relative: float) -> Outcome:
    if relative <= CLOSE:
        return Outcome(Verdict.UNSURE, "lie just on either side of a bound")
    return Outcome(Verdict.INCOMPATIBLE, "exclude each other: one lies beyond the bound that the other sets")


def _approximate(a: Reading, b: Reading, gap: float, relative: float) -> Outcome:
    half_step = max(a.grain, b.grain) / 2
    if relative <= CLOSE or (gap <= half_step and relative <= LOOSE):
        return Outcome(Verdict.COMPATIBLE, "agree, as one of them is approximate")
    if relative <= ABOUT_LOOSE:
        return Outcome(Verdict.UNSURE, "are near each other, and one of them is approximate")
    return Outcome(Verdict.INCOMPATIBLE, "are too far apart even for approximate amounts")


def _rounded(a: Reading, b: Reading, gap: float, relative: float, *, converted: bool) -> Outcome:
    if relative > LOOSE:
        return Outcome(Verdict.INCOMPATIBLE, "are different amounts")
    if gap <= _slack(a.grain, b.grain, converted=converted) * (1 + 1e-9):
        if relative <= CLOSE:
            return Outcome(Verdict.COMPATIBLE, "agree within rounding")
        return Outcome(Verdict.UNSURE, "may be roundings of one amount")
    steps = _round_step(a, converted=converted), _round_step(b, converted=converted)
    if gap <= _slack(*steps, converted=converted):
        coarse = a if steps[0] > steps[1] else b
        if relative <= CLOSE and (converted or _is_round(coarse)):
            return Outcome(Verdict.COMPATIBLE, "agree: the round one is a rounding of the other")
        return Outcome(Verdict.UNSURE, "may be roundings of one amount")
    return Outcome(Verdict.INCOMPATIBLE, "are different amounts")


def _slack(first: float, second: float, *, converted: bool) -> float:
    """How far apart rounding to these two steps may put one amount.

    In one unit, rounding can only explain the difference if one author rounded more coarsely.
    """
    if converted:
        return (first + second) / 2
    return 0.0 if math.isclose(first, second) else max(first, second) / 2


def _steps(reading: Reading) -> float:
    """The larger end in steps of what was written: 1094 for "1,094", 12 for "1.2 million"."""
    ends = max(abs(reading.low or 0.0), abs(reading.high or 0.0))
    return ends / reading.grain if reading.grain else 0.0


def _round_step(reading: Reading, *, converted: bool = False) -> float:
    """The step by trailing noughts: 100 for "1,100". A temperature has none: its zero is arbitrary."""
    steps = round(_steps(reading), 6)
    # Counts below a hundred are counts: nobody rounds 19 goals to 20. "50 million" is another matter.
    scaled = reading.grain >= 1000 and reading.kind in (Kind.NUMBER, Kind.MONEY)
    small = steps < 100 and not scaled and not converted
    if reading.unit == "[temperature]" or steps != int(steps) or small:
        return reading.grain
    power = 1
    while steps and steps % (power * 10) == 0:
        power *= 10
    return reading.grain * power


def _is_round(reading: Reading) -> bool:
    """Whether a number ends in so many noughts that it's surely rounded ("1,100", not "840")."""
    return _steps(reading) >= 1000 and _round_step(reading) >= 100 * reading.grain * (1 - 1e-9)
