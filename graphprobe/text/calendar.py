"""Days, and the stretches of days that a date of some precision covers.

Days are counted in the proleptic Gregorian calendar from 1 January 1970; years are astronomical, so that
1 BC is year 0. Nothing here fills a missing part: "1910" covers the whole of 1910.
"""

from __future__ import annotations

import math
from typing import NamedTuple

# Average lengths, to turn distances into years.
YEAR = 365.2425


class Days(NamedTuple):
    """The first and the last day of a stretch."""

    first: int
    last: int


def day_number(year: int, month: int, day: int) -> int:
    """Days since 1 January 1970 (the civil-from-days arithmetic of 400-year eras)."""
    shifted = year - (month <= 2)
    era = shifted // 400
    of_era = shifted - era * 400
    of_year = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def month_length(year: int, month: int) -> int:
    """Days in a month."""
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def is_day(year: int, month: int, day: int) -> bool:
    """Whether there's such a day."""
    return 1 <= month <= 12 and 1 <= day <= month_length(year, month)


def day_span(year: int, month: int, day: int) -> Days:
    """The stretch of a single day."""
    number = day_number(year, month, day)
    return Days(number, number)


def month_span(year: int, month: int) -> Days:
    """From the first to the last day of a month."""
    return Days(day_number(year, month, 1), day_number(year, month, month_length(year, month)))


def years_span(first: int, last: int) -> Days:
    """From 1 January of the first year to 31 December of the last."""
    return Days(day_number(first, 1, 1), day_number(last, 12, 31))


def season_span(year: int, season: str) -> Days:
    """A season of the northern half of the world, wide enough for the weather's and the astronomers' use.

    Winter runs from December of the year before to March of the year after: "winter 1947" is said of both.
    """
    ends = {
        "spring": (day_number(year, 3, 1), day_number(year, 6, 21)),
        "summer": (day_number(year, 6, 1), day_number(year, 9, 23)),
        "autumn": (day_number(year, 9, 1), day_number(year, 12, 21)),
        "winter": (day_number(year - 1, 12, 1), day_number(year + 1, 3, 21)),
    }
    return Days(*ends[season])


def part_of(span: Days, part: str) -> Days:
    """The early, middle or late part of a stretch: overlapping fifths, as people use the words."""
    length = span.last - span.first + 1
    shares = {"early": (0.0, 0.4), "mid": (0.3, 0.7), "late": (0.6, 1.0)}
    start, end = shares[part]
    return Days(span.first + round(length * start), span.first + math.ceil(length * end) - 1)


def style_gap(day: int) -> int:
    """Days by which the Julian calendar is behind the Gregorian on a day, while both were in use; else 0."""
    for until, gap in ((1582.78, 0), (1700.17, 10), (1800.17, 11), (1900.17, 12), (1924.0, 13)):
        if day < (until - 1970) * YEAR:
            return gap
    return 0
