"""When two dates can be one date, and two periods one period.

Dates agree when one lies within the other ("1910" and "26 August 1910"); what is near but not within is
judged by the words used: "circa", "early", "before", a season, a calendar that was changed.
"""

from __future__ import annotations

import re

from graphprobe.text.calendar import YEAR, style_gap
from graphprobe.text.intervals import Outcome
from graphprobe.text.readings import Reading, Verdict

# How far "circa" reaches: surely, and at most, in years; wider where chronology itself is unsure.
_CIRCA_REACH = ((1000, 5.0, 25.0), (1, 25.0, 100.0), (-(10**6), 50.0, 200.0))
_NEAR_BOUND = 25.0


def compare_dates(a: Reading, b: Reading) -> Outcome:
    """Whether two dates can be one date, or two periods one period."""
    if a.unit == "time" or b.unit == "time":
        return _compare_times(a, b)
    if a.text.startswith("--") or b.text.startswith("--"):
        return _compare_yearless(a, b)
    if a.unit == "period" and b.unit == "period":
        return _compare_periods(a, b)
    if "period" in (a.unit, b.unit):
        return _compare_with_period(*((a, b) if a.unit == "period" else (b, a)))
    return _compare_points(a, b)


def _compare_times(a: Reading, b: Reading) -> Outcome:
    if a.unit != b.unit:
        return Outcome(Verdict.UNSURE, "are a time of day and a date")
    if a.text == b.text:
        return Outcome(Verdict.COMPATIBLE, "are the same time of day")
    if a.approximate or b.approximate:
        return Outcome(Verdict.UNSURE, "are near or far: one is approximate")
    return Outcome(Verdict.INCOMPATIBLE, "are different times of day")


def _compare_yearless(a: Reading, b: Reading) -> Outcome:
    """Compares months and days when at least one date gives no year."""
    parts = [_parts_of_year(a), _parts_of_year(b)]
    if not all(parts):
        return Outcome(Verdict.UNSURE, "have no part in common: one gives only the day of a year")
    if all(x == y for x, y in zip(*parts, strict=False)):
        return Outcome(Verdict.COMPATIBLE, "agree in the parts of the date that both give")
    return Outcome(Verdict.INCOMPATIBLE, "are different days of the year")


def _parts_of_year(reading: Reading) -> list[str]:
    """Month and day of a date, as far as it gives them."""
    if reading.unit not in ("day", "month") or ":" in reading.text:
        return []
    return re.sub(r"^-?\d{4}-|^--", "", reading.text).split("-")


def _compare_points(a: Reading, b: Reading) -> Outcome:
    gap = _gap(a, b)
    if gap == 0:
        return _meeting_points(a, b)
    if _are_styles(a, b, gap):
        return Outcome(
            Verdict.UNSURE, f"may be one day in the old and the new style: they're {gap:.0f} days apart"
        )
    return _apart(a, b, gap)


def _meeting_points(a: Reading, b: Reading) -> Outcome:
    if a.text == b.text:
        return Outcome(Verdict.COMPATIBLE, "are the same date")
    if None in (a.low, a.high, b.low, b.high):
        return _bounded(a, b)
    if a.approximate or b.approximate:
        return Outcome(Verdict.COMPATIBLE, "agree, as one of them is approximate")
    if _inside(a, b) or _inside(b, a):
        return Outcome(Verdict.COMPATIBLE, "agree: the one lies within the other")
    return Outcome(Verdict.UNSURE, "overlap, but neither lies within the other")


def _inside(a: Reading, b: Reading) -> bool:
    return (b.low or 0) <= (a.low or 0) and (a.high or 0) <= (b.high or 0)


def _bounded(a: Reading, b: Reading) -> Outcome:
    """A date and an open bound ("before 1910") that don't exclude each other."""
    ends = [[end for end in (r.low, r.high) if end is not None] for r in (a, b)]
    nearest = min(abs(x - y) for x in ends[0] for y in ends[1]) if all(ends) else 0.0
    if nearest > _NEAR_BOUND * YEAR:
        return Outcome(Verdict.UNSURE, "don't exclude each other, but one only sets a far bound")
    return Outcome(Verdict.COMPATIBLE, "agree: the one lies within the bound that the other sets")


def _apart(a: Reading, b: Reading, gap: float) -> Outcome:
    if a.approximate or b.approximate:
        year = 1970 + max(x for x in (a.low, a.high, b.low, b.high) if x is not None) / YEAR
        sure, most = next((s, m) for since, s, m in _CIRCA_REACH if year >= since)
        if gap <= sure * YEAR:
            return Outcome(Verdict.COMPATIBLE, "agree, as one of them is approximate")
        if gap <= most * YEAR:
            return Outcome(Verdict.UNSURE, "are near each other, and one of them is approximate")
        return Outcome(Verdict.INCOMPATIBLE, "are too far apart even for an approximate date")
    if _is_fuzzy(a, b, gap):
        return Outcome(Verdict.UNSURE, "lie close together, and one of them has no sharp ends")
    if a.unit == b.unit and a.unit.startswith("part of"):
        return Outcome(Verdict.INCOMPATIBLE, "are different stretches of time")
    if a.unit == b.unit or {a.unit, b.unit} <= {"day", "month", "year"}:
        return Outcome(Verdict.INCOMPATIBLE, f"are different {_coarser(a, b)}")
    return Outcome(Verdict.INCOMPATIBLE, "exclude each other: the one doesn't lie in the other")


def _is_fuzzy(a: Reading, b: Reading, gap: float) -> bool:
    """Whether a date misses "the mid-1970s" or a season by so little that usage may cover it."""
    for reading in (a, b):
        if reading.low is None or reading.high is None:
            continue
        width = reading.high - reading.low + 1
        if reading.unit.startswith("part of") and gap <= width * 0.5:
            return True
        # The other half of the world has the other half of the year.
        if reading.unit == "season" and gap <= 0.75 * YEAR:
            return True
    return False


_PLURALS = {"century": "centuries", "millennium": "millennia", "years": "years"}
_BY_PRECISION = ("day", "month", "year")


def _coarser(a: Reading, b: Reading) -> str:
    """The plural of the coarser precision: what two dates are different ones of."""
    unit = a.unit
    if a.unit != b.unit:
        unit = max((a.unit, b.unit), key=_BY_PRECISION.index)
    return _PLURALS.get(unit, f"{unit}s")


def _gap(a: Reading, b: Reading) -> float:
    gaps = [0.0]
    if a.low is not None and b.high is not None:
        gaps.append(a.low - b.high)
    if b.low is not None and a.high is not None:
        gaps.append(b.low - a.high)
    return max(gaps)


def _are_styles(a: Reading, b: Reading, gap: float) -> bool:
    """Whether two days are as far apart as the Julian and Gregorian names of one day."""
    if a.unit != "day" or b.unit != "day" or a.low is None or b.low is None:
        return False
    return gap == style_gap(int(max(a.low, b.low)))


def _compare_periods(a: Reading, b: Reading) -> Outcome:
    if a.text == b.text:
        return Outcome(Verdict.COMPATIBLE, "are the same period")
    starts = _compare_ends(a, b, 0)
    ends = _compare_ends(a, b, 1)
    if starts is ends is Verdict.COMPATIBLE:
        return Outcome(Verdict.COMPATIBLE, "are the same period, given to different precision")
    if _gap(a, b) > 0:
        return Outcome(Verdict.INCOMPATIBLE, "are different periods")
    if {starts, ends} == {Verdict.COMPATIBLE, Verdict.INCOMPATIBLE}:
        which = "end" if starts is Verdict.COMPATIBLE else "begin"
        return Outcome(Verdict.INCOMPATIBLE, f"are periods that {which} differently")
    return Outcome(Verdict.UNSURE, "are periods that overlap")


def _compare_ends(a: Reading, b: Reading, which: int) -> Verdict:
    """Compares the ISO texts of two ends: a coarser one that begins the finer one agrees with it."""
    first, second = (r.text.split("/")[which] for r in (a, b))
    if ".." in (first, second):
        return Verdict.UNSURE if first != second else Verdict.COMPATIBLE
    if first.startswith(second) or second.startswith(first):
        return Verdict.COMPATIBLE
    if a.approximate or b.approximate or not (first + second).replace("-", "").isdecimal():
        return Verdict.UNSURE
    return Verdict.INCOMPATIBLE


def _compare_with_period(period: Reading, date: Reading) -> Outcome:
    gap = _gap(period, date)
    if gap > 0:
        outcome = _apart(period, date, gap)
        if outcome.verdict is Verdict.INCOMPATIBLE and not outcome.why.startswith("are too"):
            return Outcome(Verdict.INCOMPATIBLE, "exclude each other: the date isn't in the period")
        return outcome
    ends = period.text.split("/")
    iso = date.text
    if any(end.startswith(iso) or iso.startswith(end) for end in ends):
        return Outcome(Verdict.COMPATIBLE, "agree: the date is an end of the period")
    if date.low is not None and date.high is not None and (date.high - date.low) > 5 * YEAR:
        return Outcome(Verdict.COMPATIBLE, "overlap")
    return Outcome(Verdict.UNSURE, "may agree: the date lies within the period")
