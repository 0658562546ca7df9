"""Reads dates and periods as people write them, to the precision they're written to.

Canonical text of a reading is ISO 8601, reduced to what's known: "1910-08-26", "1910-08", "1910",
"--08-26" for a day without a year, "T17:00" for a time of day, "1904/1980" for a period.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphprobe.text.calendar import part_of
from graphprobe.text.date_points import (
    AD,
    FIRST_YEAR,
    LAST_YEAR,
    MONTHS,
    PARTS,
    SEASONS,
    WEEKDAYS,
    Point,
    Points,
    bare_month_at,
    century_span,
    clock_at,
    day_month_at,
    day_point,
    month_at,
    month_day_at,
    month_point,
    numeric_at,
    plain_number,
    point_at,
    year_after,
    year_point,
)
from graphprobe.text.numbers import ordinal_at
from graphprobe.text.readings import Kind, Reading
from graphprobe.text.tokens import Token, low_at


class DatePhrase(NamedTuple):
    """Readings of the tokens before ``end``, the likeliest first."""

    readings: tuple[Reading, ...]
    end: int


_CIRCA = frozenset(
    {"circa", "c", "ca", "about", "around", "approximately", "roughly", "probably", "perhaps", "~"}
)
_BEFORE, _AFTER = frozenset({"before", "pre"}), frozenset({"after", "post"})
_DASHES = frozenset("-–—‐‑−/")
_ONGOING = frozenset({"present", "now", "today", "date"})

STARTERS = (
    frozenset(MONTHS)
    | WEEKDAYS
    | frozenset(SEASONS)
    | frozenset(PARTS)
    | _CIRCA
    | _BEFORE
    | _AFTER
    | AD
    | frozenset({"between", "from", "the", "noon", "midnight"})
)


def date_at(tokens: Sequence[Token], i: int, *, in_slot: bool = False) -> DatePhrase | None:
    """The longest date or period that starts at token ``i``; None if there's none.

    Args:
        tokens: the tokens of the text.
        i: where to start.
        in_slot: take numbers of one to three digits for years ("838") and names of months for dates,
            as in a slot for dates.
    """
    circa, bound, lead, j = _prefixes(tokens, i)
    if j >= len(tokens):
        return None
    clock = clock_at(tokens, j)
    if clock and not bound:
        return DatePhrase(tuple(_reading(p, circa, "") for p in clock.points), clock.end)
    first = point_at(tokens, j, in_slot=in_slot)
    shared = _shared_range(tokens, j, lead)
    if shared and (first is None or shared.end >= first.end):
        return shared
    if first is None and in_slot:
        first = bare_month_at(tokens, j)
    if first is None:
        return None
    period = _period(tokens, first, lead, circa, in_slot=in_slot) if not bound else None
    if period:
        return period
    if lead:
        return None
    return DatePhrase(tuple(_reading(p, circa, bound) for p in first.points), first.end)


def _prefixes(tokens: Sequence[Token], i: int) -> tuple[bool, str, str, int]:
    """What stands before a date: (circa?, "before"/"after", "between"/"from", where the date starts)."""
    circa, bound, lead = False, "", ""
    for _ in range(3):
        low = low_at(tokens, i)
        if low in _CIRCA and i + 1 < len(tokens):
            circa, i = True, i + 1
            i = i + 1 if low_at(tokens, i) == "." else i
        elif low in (_BEFORE | _AFTER) and not bound:
            bound, i = ("before" if low in _BEFORE else "after"), i + 1
            i = i + 1 if low_at(tokens, i) == "-" else i
        elif low in ("between", "from") and not lead:
            lead, i = low, i + 1
        elif low == "the":
            i += 1
        else:
            break
    return circa, bound, lead, i


# Periods


def _shared_range(tokens: Sequence[Token], i: int, lead: str) -> DatePhrase | None:
    """Ranges that say month or year once: "5–7 May 1910", "May 5–7, 1910", "May–June 1910", "1861–62"."""
    joints = _DASHES | frozenset({"and"} if lead == "between" else {"to"})
    day = plain_number(tokens, i, (1, 2))
    if day and low_at(tokens, i + 1) in joints:
        last = day_month_at(tokens, i + 2)
        if last and last.points[0].precision == "day":
            return _same_end_parts(last, day, None)
        return None
    month = month_at(tokens, i) if tokens[i].low in MONTHS else None
    if month is None:
        return _short_years(tokens, i) or _shared_century(tokens, i, joints)
    if low_at(tokens, month[1]) in joints:
        last = month_day_at(tokens, month[1] + 1)
        return _same_end_parts(last, None, month[0]) if last and last.points[0].precision == "month" else None
    day = plain_number(tokens, month[1], (1, 2))
    if day and low_at(tokens, month[1] + 1) in joints:
        to_day = plain_number(tokens, month[1] + 2, (1, 2))
        year = year_after(tokens, month[1] + 3) if to_day else None
        if year and to_day:
            first, last_point = day_point(year[0], month[0], day), day_point(year[0], month[0], to_day)
            if first and last_point:
                return _period_phrase(first, last_point, year[1], uncertain=False)
    return None


def _same_end_parts(last: Points, day: int | None, month: int | None) -> DatePhrase | None:
    """The period whose first end takes its missing parts from the last."""
    point = last.points[0]
    pieces = point.iso.rsplit("-", 2 if point.precision == "day" else 1)
    if point.days is None:
        return None
    if day is not None:
        first = day_point(int(pieces[0]), int(pieces[1]), day)
    else:
        first = month_point(int(pieces[0]), month or 1)
    if first is None or first.days is None or first.days.first > point.days.first:
        return None
    return _period_phrase(first, point, last.end, uncertain=False)


def _shared_century(tokens: Sequence[Token], i: int, joints: frozenset[str]) -> DatePhrase | None:
    """ "17th to 18th century", "late 17th to mid-18th century", "18th and 19th centuries"."""
    part, j = "", i
    if tokens[i].low in PARTS:
        part, j = PARTS[tokens[i].low], i + 1
        j = j + 1 if low_at(tokens, j) == "-" else j
    ordinal = ordinal_at(tokens, j) if j < len(tokens) else None
    if ordinal is None or low_at(tokens, ordinal[1]) not in joints | {"and"}:
        return None
    _, _, _, k = _prefixes(tokens, ordinal[1] + 1)
    last = point_at(tokens, k) if k < len(tokens) else None
    if last is None or not last.points[0].precision.endswith("century"):
        return None
    end = last.points[0]
    iso = f"cent:{ordinal[0]}{'bc' if end.iso.endswith('bc') else ''}"
    span = century_span(ordinal[0], 100, before_christ=end.iso.endswith("bc"))
    first = Point(part_of(span, part) if part else span, "century", f"{part}:{iso}" if part else iso)
    if first.days is None or end.days is None or first.days.first > end.days.last:
        return None
    return _period_phrase(first, end, last.end, uncertain=False)


def _short_years(tokens: Sequence[Token], i: int) -> DatePhrase | None:
    """ "1861–62", "1904-08" (which may be August 1904, too)."""
    year = plain_number(tokens, i, (4, 4))
    if year is None or not FIRST_YEAR <= year <= LAST_YEAR or low_at(tokens, i + 1) not in _DASHES - {"/"}:
        return None
    last = plain_number(tokens, i + 2, (2, 2))
    if last is None or tokens[i + 1].gap or tokens[i + 2].gap or low_at(tokens, i + 3) in _DASHES:
        return None
    until = year - year % 100 + last
    if until <= year:
        return None
    phrase = _period_phrase(year_point(year), year_point(until), i + 3, uncertain=False)
    month = numeric_at(tokens, i)
    extra = tuple(_reading(p, False, "") for p in month.points) if month else ()
    return DatePhrase(phrase.readings + extra, phrase.end)


def _period(
    tokens: Sequence[Token], first: Points, lead: str, circa: bool, *, in_slot: bool
) -> DatePhrase | None:
    """ "28 September 1981 to 19 March 1992", "1904–1980", "between 1861 and 1862", "1964–present"."""
    joint = low_at(tokens, first.end)
    spoken = {"between": {"and"}, "from": {"to", "until", "till", "through"}}.get(
        lead, {"to", "until", "till", "through"}
    )
    if joint not in spoken and joint not in _DASHES - {"/"}:
        return None
    j = first.end + 1
    if low_at(tokens, j) in _ONGOING:
        point = first.points[0]
        if point.days is None:
            return None
        reading = Reading(Kind.DATE, point.days.first, None, 0.0, "period", circa, False, f"{point.iso}/..")
        return DatePhrase((reading,), j + 1)
    _, _, _, k = _prefixes(tokens, j)
    last = point_at(tokens, k, in_slot=in_slot) if k < len(tokens) else None
    if last is None:
        return None
    start, end = _complete(first.points[0], last.points[0])
    if start.days is None or end.days is None or start.days.first > end.days.last:
        return None
    return _period_phrase(start, end, last.end, uncertain=lead == "between", circa=circa)


def _complete(first: Point, last: Point) -> tuple[Point, Point]:
    """Gives a first end without a year the year of the last ("5 May to 7 June 1910")."""
    if first.days is None and last.days is not None and first.precision == last.precision == "day":
        year = int(last.iso.rsplit("-", 2)[0])
        return day_point(year, int(first.iso[2:4]), int(first.iso[5:7])) or first, last
    return first, last


def _period_phrase(
    first: Point, last: Point, end: int, *, uncertain: bool, circa: bool = False
) -> DatePhrase:
    """A period, or with ``uncertain`` a date that lies between two others."""
    low = first.days.first if first.days else None
    high = last.days.last if last.days else None
    unit = "years" if uncertain else "period"
    return DatePhrase(
        (Reading(Kind.DATE, low, high, 0.0, unit, circa, False, f"{first.iso}/{last.iso}"),), end
    )


def _reading(point: Point, circa: bool, bound: str) -> Reading:
    low: float | None = None
    high: float | None = None
    if point.days is not None:
        low, high = float(point.days.first), float(point.days.last)
        if bound == "before":
            low, high = None, float(point.days.first - 1)
        elif bound == "after":
            low, high = float(point.days.last + 1), None
    text = f"{bound}:{point.iso}" if bound else point.iso
    return Reading(Kind.DATE, low, high, 0.0, point.precision, circa, False, text)
