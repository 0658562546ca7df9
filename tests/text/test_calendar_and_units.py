"""The arithmetic under dates and quantities, against independent sources."""

from __future__ import annotations

import datetime

import pytest

from graphprobe.text import units
from graphprobe.text.calendar import day_number, is_day, month_length, part_of, style_gap, years_span
from graphprobe.text.numbers import digits_readings, number_at
from graphprobe.text.tokens import tokenize


@pytest.mark.parametrize(
    "date", ["0001-01-01", "1582-10-15", "1900-02-28", "1970-01-01", "2000-02-29", "9999-12-31"]
)
def test_days_are_counted_as_the_standard_library_counts_them(date: str) -> None:
    expected = datetime.date.fromisoformat(date)
    epoch = datetime.date(1970, 1, 1)
    assert day_number(expected.year, expected.month, expected.day) == (expected - epoch).days


def test_years_before_christ_follow_without_a_year_zero_of_their_own() -> None:
    # 31 December 1 BC is the day before 1 January AD 1; 1 BC is astronomical year 0, a leap year.
    assert day_number(0, 12, 31) + 1 == day_number(1, 1, 1)
    assert month_length(0, 2) == 29
    first, last = years_span(-43, -43)
    assert last - first + 1 == 365


def test_days_that_dont_exist() -> None:
    assert is_day(2000, 2, 29)
    assert not is_day(1900, 2, 29)
    assert not is_day(2021, 13, 1)
    assert not is_day(2021, 4, 31)


def test_parts_of_a_decade() -> None:
    decade = years_span(1970, 1979)
    assert part_of(decade, "mid") == years_span(1973, 1976)
    assert part_of(decade, "early").first == decade.first
    assert part_of(decade, "late").last == decade.last


@pytest.mark.parametrize(
    ("year", "gap"), [(1500, 0), (1600, 10), (1699, 10), (1750, 11), (1850, 12), (1917, 13), (1950, 0)]
)
def test_julian_and_gregorian_calendar(year: int, gap: int) -> None:
    assert style_gap(day_number(year, 6, 1)) == gap


@pytest.mark.parametrize(
    ("name", "factor", "offset"),
    [
        ("mile", 1609.344, 0.0),
        ("nautical_mile", 1852.0, 0.0),
        ("acre", 4046.8564224, 0.0),
        ("gallon", 0.003785411784, 0.0),
        ("imperial_gallon", 0.00454609, 0.0),
        ("pound", 0.45359237, 0.0),
        ("degree_Fahrenheit", 5 / 9, 459.67 * 5 / 9),
        ("decade", 315_576_000.0, 0.0),
        ("mile / hour", 0.44704, 0.0),
    ],
)
def test_factors(name: str, factor: float, offset: float) -> None:
    scale = units.scale_of(name)
    assert scale.factor == pytest.approx(factor, rel=1e-4)
    assert scale.offset == pytest.approx(offset, rel=1e-6)


@pytest.mark.parametrize("surface", sorted(units.SURFACES))
def test_every_unit_that_is_recognized_can_be_converted(surface: str) -> None:
    for name in units.SURFACES[surface]:
        assert units.scale_of(name).factor > 0


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,094", [1094, 1.094]),
        ("1.094", [1.094, 1094]),
        ("0,094", [0.094]),
        ("1,094,000", [1_094_000]),
        ("12,34,567", [1_234_567]),
        ("1.234,56", [1234.56]),
        ("12'345", [12_345]),
        ("1,2,3", []),
        ("1.2.3", []),
        ("٣٫٥", [3.5]),
        ("9" * 41, []),
    ],
)
def test_digits(text: str, values: list[float]) -> None:
    assert [number.low for number in digits_readings(text)] == values


@pytest.mark.parametrize(
    ("text", "grain"),
    [("1,094", 1), ("3.50", 0.01), ("1.2 million", 100_000), ("5k", 1000), ("two-thirds", 1 / 3)],
)
def test_the_step_of_what_was_written(text: str, grain: float) -> None:
    parsed = number_at(tokenize(text), 0)
    assert parsed is not None
    assert parsed.readings[0].grain == pytest.approx(grain)
