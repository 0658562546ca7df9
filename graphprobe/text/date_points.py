"""Reads one date, in any of the forms that people give it: the parts that periods and bounds are made of.

A date is a stretch of days: "1910" is a year, "26 August 1910" a day in it, "the mid-1970s" some four
years. Nothing that isn't written is filled in (dateparser #539), and a surface with two orders
("03/04/2021") keeps both readings (dateutil #1224).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphprobe.text.calendar import Days, day_span, is_day, month_span, part_of, season_span, years_span
from graphprobe.text.numbers import ordinal_at
from graphprobe.text.tokens import NUMBER, WORD, Token, low_at, word_set


class Point(NamedTuple):
    """One date: its days (None when the year isn't given), precision and ISO text."""

    days: Days | None
    precision: str
    iso: str


class Points(NamedTuple):
    """Readings of one date that ends before token ``end``."""

    points: tuple[Point, ...]
    end: int


# The months in the languages whose pages are commonest, a line a month, with the usual abbreviations.
_MONTH_NAMES = """
january jan januar jänner janvier enero gennaio janeiro januari styczeń stycznia января январь
february feb febr februar février fevrier febrero febbraio fevereiro februari luty lutego февраля февраль
march mar märz maerz mars marzo março maart marzec marca марта март mart
april apr avril abril aprile kwiecień kwietnia апреля апрель
may mai mayo maggio maio mei maj maja мая май
june jun juni juin junio giugno junho czerwiec czerwca июня июнь
july jul juli juillet julio luglio julho lipiec lipca июля июль
august aug août aout agosto augustus augusti sierpień sierpnia августа август
september sep sept septembre septiembre setiembre settembre setembro wrzesień września сентября сентябрь
october oct oktober okt octobre octubre ottobre outubro październik października октября октябрь
november nov novembre noviembre novembro listopad listopada ноября ноябрь
december dec dezember dez décembre decembre diciembre dicembre dezembro grudzień grudnia декабря декабрь
"""
MONTHS = {name: number for number, line in enumerate(_MONTH_NAMES.split("\n")) for name in line.split()}
# English words that are other words, too, when they aren't capitalized.
_CAPITAL_MONTHS = frozenset(
    {"may", "march", "mar", "mart", "mars", "jan", "dec", "sep", "mai", "maja", "marca"}
)
WEEKDAYS = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    lundi mardi mercredi jeudi vendredi samedi dimanche montag dienstag mittwoch donnerstag freitag samstag
    sonntag lunes martes miércoles jueves viernes sábado domingo
    """
)
SEASONS = {"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"}
PARTS = {
    "early": "early",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "beginning": "early",
    "end": "late",
}
_BC, AD = frozenset({"bc", "bce"}), frozenset({"ad", "ce"})
# Years that a bare number of four digits is taken for.
FIRST_YEAR, LAST_YEAR = 1000, 2199


def point_at(tokens: Sequence[Token], i: int, *, in_slot: bool = False) -> Points | None:
    """One date at token ``i``, the longest of all forms."""
    if i >= len(tokens):
        return None
    token = tokens[i]
    if token.low in WEEKDAYS:
        j = i + 1
        while low_at(tokens, j) in (",", ".", "the", "den", "le", "el"):
            j += 1
        inner = point_at(tokens, j) if j < len(tokens) and low_at(tokens, j) not in WEEKDAYS else None
        return inner if inner and inner.points[0].precision == "day" else None
    forms = []
    if token.kind == NUMBER:
        forms = [numeric_at, day_month_at, _east_asian_at, _decade_at, _season_year_range_at]
    elif token.low in MONTHS:
        forms = [month_day_at]
    elif token.low in SEASONS:
        forms = [_season_at]
    elif token.low in PARTS:
        forms = [_part_at]
    found = [points for form in forms if (points := form(tokens, i))]
    found += [points for points in (_century_at(tokens, i), _ordinal_day_at(tokens, i)) if points]
    year = _year(tokens, i, in_slot=in_slot)
    if year:
        found.append(Points((year_point(year[0]),), year[1]))
    return max(found, key=lambda points: points.end, default=None)


def plain_number(tokens: Sequence[Token], i: int, digits: tuple[int, int]) -> int | None:
    """The plain number at token ``i`` if it has so many digits."""
    if i >= len(tokens) or tokens[i].kind != NUMBER:
        return None
    text = tokens[i].text
    return int(text) if digits[0] <= len(text) <= digits[1] and text.isdecimal() else None


def month_at(tokens: Sequence[Token], i: int, *, after_day: bool = False) -> tuple[int, int] | None:
    """The month named at token ``i`` and where its name ends.

    Names that are other words, too, need a capital, or a day before and a year after ("5 mars 1953").
    """
    if i >= len(tokens) or tokens[i].kind != WORD:
        return None
    token = tokens[i]
    month = MONTHS.get(token.low)
    doubtful = token.low in _CAPITAL_MONTHS and not token.text[0].isupper()
    if month is None or (doubtful and not (after_day and year_after(tokens, i + 1))):
        return None
    short = len(token.text) <= 4 and low_at(tokens, i + 1) == "." and not tokens[i + 1].gap
    return month, i + 2 if short else i + 1


def _year(tokens: Sequence[Token], i: int, *, in_slot: bool = False) -> tuple[int, int] | None:
    """The year at token ``i``, with its era: "1910", "44 BC", "AD 79", "300 BCE"."""
    if low_at(tokens, i) in AD and tokens[i].text.isupper():
        number = plain_number(tokens, i + 1, (1, 4))
        return (number, i + 2) if number else None
    number = plain_number(tokens, i, (1, 5))
    if not number:
        return None
    era, end = _era(tokens, i + 1)
    if era:
        return (1 - number if era == "bc" else number), end
    plain = FIRST_YEAR <= number <= LAST_YEAR and len(tokens[i].text) == 4
    if plain or (in_slot and len(tokens[i].text) <= 4):
        return number, i + 1
    return None


def _era(tokens: Sequence[Token], i: int) -> tuple[str, int]:
    """An era after a year, with or without full stops ("BC", "B.C.E.")."""
    word, j = "", i
    while j < len(tokens) and j < i + 6 and (tokens[j].text.isupper() or (tokens[j].text == "." and word)):
        if tokens[j].text != ".":
            word += tokens[j].low
        j += 1
        if word in _BC | AD and low_at(tokens, j) not in (".", "e"):
            break
    if word in _BC:
        return "bc", j
    return ("ad", j) if word in AD else ("", i)


def year_point(year: int) -> Point:
    """A whole year, by its astronomical number."""
    return Point(years_span(year, year), "year", _iso_year(year))


def _iso_year(year: int) -> str:
    return f"{year:04d}" if year >= 0 else f"-{-year:04d}"


def day_point(year: int, month: int, day: int) -> Point | None:
    """A day; None if the calendar has no such day."""
    if not is_day(year, month, day):
        return None
    return Point(day_span(year, month, day), "day", f"{_iso_year(year)}-{month:02d}-{day:02d}")


def _yearless(month: int, day: int) -> Point | None:
    return Point(None, "day", f"--{month:02d}-{day:02d}") if is_day(2000, month, day) else None


def month_point(year: int, month: int) -> Point:
    """A whole month of a year."""
    return Point(month_span(year, month), "month", f"{_iso_year(year)}-{month:02d}")


def _points(points: Sequence[Point | None], end: int) -> Points | None:
    kept = tuple(dict.fromkeys(p for p in points if p is not None))
    return Points(kept, end) if kept else None


def day_month_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "26 August 1910", "26th of August, 1910", "26. August 1910", "26 de agosto de 1910"."""
    day = plain_number(tokens, i, (1, 2))
    if not day or day > 31:
        return None
    j = i + 1
    if low_at(tokens, j) in ("st", "nd", "rd", "th", "er", "º", "ª") and not tokens[j].gap:
        j += 1
    while low_at(tokens, j) in ("of", "de", ".", "-"):
        j += 1
    return _with_month_and_year(tokens, j, day)


def _ordinal_day_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "the twelfth of March 1910"."""
    if tokens[i].kind == NUMBER:
        return None
    ordinal = ordinal_at(tokens, i)
    if ordinal is None or not 1 <= ordinal[0] <= 31 or low_at(tokens, ordinal[1]) != "of":
        return None
    return _with_month_and_year(tokens, ordinal[1] + 1, ordinal[0])


def _with_month_and_year(tokens: Sequence[Token], i: int, day: int) -> Points | None:
    month = month_at(tokens, i, after_day=True)
    if month is None:
        return None
    year = year_after(tokens, month[1])
    if year:
        return _points([day_point(year[0], month[0], day)], year[1])
    return _points([_yearless(month[0], day)], i + 1)


def year_after(tokens: Sequence[Token], i: int) -> tuple[int, int] | None:
    """The year after a month or day, past ",", "of" or "de"."""
    j = i
    while j < i + 2 and low_at(tokens, j) in ("of", "de", "del", ",", "-"):
        j += 1
    return _year(tokens, j)


def month_day_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "August 26, 1910", "Aug. 26th", "August 1910", "August of 1998"."""
    month = month_at(tokens, i)
    if month is None:
        return None
    number, j = month
    j = j + 1 if low_at(tokens, j) in ("the", "-") else j
    day = plain_number(tokens, j, (1, 2))
    if day and day <= 31:
        end = j + 1
        if low_at(tokens, end) in ("st", "nd", "rd", "th") and not tokens[end].gap:
            end += 1
        year = year_after(tokens, end)
        if year:
            return _points([day_point(year[0], number, day)], year[1])
        return _points([_yearless(number, day)], end)
    year = year_after(tokens, month[1])
    return Points((month_point(year[0], number),), year[1]) if year else None


def bare_month_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "August", in a slot for dates."""
    month = month_at(tokens, i)
    return Points((Point(None, "month", f"--{month[0]:02d}"),), month[1]) if month else None


def numeric_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "1910-08-26", "26.8.1910", "03/04/2021" (both orders), "03/04/21" (both centuries)."""
    dotted = tokens[i].text.split(".")
    if len(dotted) == 3 and all(part.isdecimal() for part in dotted):
        return _points(_orders(*dotted), i + 1)
    if (
        i + 2 >= len(tokens)
        or tokens[i + 1].text not in ("-", "/", "–")
        or tokens[i + 1].gap
        or tokens[i + 2].gap
    ):
        return None
    parts = [tokens[i].text, tokens[i + 2].text]
    if not all(part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    if low_at(tokens, i + 3) == tokens[i + 1].text and i + 4 < len(tokens):
        third = tokens[i + 4].text
        if third.isdecimal() and len(third) <= 4 and not tokens[i + 3].gap and not tokens[i + 4].gap:
            return _points(_orders(parts[0], parts[1], third), i + 5)
        return None
    if len(parts[0]) == 4 and len(parts[1]) == 2 and tokens[i + 1].text == "-":
        year, month = int(parts[0]), int(parts[1])
        if FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12:
            return Points((month_point(year, month),), i + 3)
    return None


def _orders(first: str, second: str, third: str) -> list[Point | None]:
    """Every reading of three numbers: year first, or day and month in either order before the year."""
    one, two, three = int(first), int(second), int(third)
    if len(first) == 4:
        return [day_point(one, two, three)]
    if len(first) > 2 or len(second) > 2 or len(third) not in (2, 4):
        return []
    years = [three] if len(third) == 4 else [1900 + three, 2000 + three]
    return [p for year in years for p in (day_point(year, two, one), day_point(year, one, two))]


def _east_asian_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "1910年8月26日"."""
    year = plain_number(tokens, i, (1, 4))
    if year is None or low_at(tokens, i + 1) != "年":
        return None
    month = plain_number(tokens, i + 2, (1, 2))
    if not month or month > 12 or low_at(tokens, i + 3) != "月":
        return Points((year_point(year),), i + 2)
    day = plain_number(tokens, i + 4, (1, 2))
    if not day or low_at(tokens, i + 5) != "日":
        return Points((month_point(year, month),), i + 4)
    return _points([day_point(year, month, day)], i + 6)


def _decade_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "1970s", "1970's", "1900s" (a decade or a century)."""
    text = tokens[i].text
    if not (text.isdecimal() and text.endswith("0") and 2 <= len(text) <= 4):
        return None
    j = i + 1
    if low_at(tokens, j) in ("'", "’") and not tokens[j].gap:
        j += 1
    if low_at(tokens, j) != "s" or tokens[j].gap:
        return None
    if len(text) == 2:
        number = 1900 + int(text)
        # "'70s" and "70s" are decades of our own century or the last.
        return Points((_decade_point(number),), j + 1) if number >= 1910 else None
    points = [_decade_point(int(text))]
    if text.endswith("00"):
        points.append(Point(years_span(int(text), int(text) + 99), "century", f"{int(text) // 100:02d}"))
    return Points(tuple(points), j + 1)


def _decade_point(year: int) -> Point:
    return Point(years_span(year, year + 9), "decade", f"{year // 10:03d}")


def _season_year_range_at(tokens: Sequence[Token], i: int) -> Points | None:
    """Dual and fiscal years: "1736/37", "2019/20"."""
    year = plain_number(tokens, i, (4, 4))
    if year is None or not FIRST_YEAR <= year <= LAST_YEAR or low_at(tokens, i + 1) != "/":
        return None
    last = plain_number(tokens, i + 2, (1, 4))
    if last is None or tokens[i + 1].gap or tokens[i + 2].gap:
        return None
    digits = 10 ** len(tokens[i + 2].text)
    last = last if digits == 10000 else year - year % digits + last
    last = last + digits if last < year and digits < 10000 else last
    if last != year + 1:
        return None
    return Points((Point(years_span(year, last), "years", f"{year}/{last}"),), i + 3)


def _century_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "19th century", "nineteenth-century", "5th century BC", "2nd millennium BC"."""
    ordinal = ordinal_at(tokens, i)
    if ordinal is None or not 1 <= ordinal[0] <= 40:
        return None
    number, j = ordinal
    j = j + 1 if low_at(tokens, j) == "-" else j
    word = low_at(tokens, j)
    if word not in ("century", "centuries", "millennium"):
        return None
    era, end = _era(tokens, j + 1)
    length = 1000 if word == "millennium" else 100
    span = century_span(number, length, before_christ=era == "bc")
    return Points(
        (Point(span, "millennium" if length == 1000 else "century", f"{word[:4]}:{number}{era}"),), end
    )


def century_span(number: int, length: int, *, before_christ: bool) -> Days:
    """The days of a century or millennium by its number."""
    if before_christ:
        return years_span(1 - number * length, -(number - 1) * length)
    return years_span((number - 1) * length + 1, number * length)


def _season_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "Fall of 1964", "summer 1964"."""
    j = i + 1
    while low_at(tokens, j) in ("of", ",") and j < i + 3:
        j += 1
    year = _year(tokens, j)
    if year is None:
        return None
    season = SEASONS[tokens[i].low]
    return Points((Point(season_span(year[0], season), "season", f"{_iso_year(year[0])}-{season}"),), year[1])


def _part_at(tokens: Sequence[Token], i: int) -> Points | None:
    """ "early 1970s", "mid-1970s", "late 19th century", "the end of 1910", "mid-August 1910"."""
    part = PARTS[tokens[i].low]
    j = i + 1
    while low_at(tokens, j) in ("-", "of", "the", "in") and j < i + 4:
        j += 1
    if j == i + 1 and tokens[i].low in ("end", "beginning", "middle"):
        return None
    if low_at(tokens, j) in PARTS or low_at(tokens, j) in WEEKDAYS or j >= len(tokens):
        return None
    whole = point_at(tokens, j)
    if whole is None:
        return None
    points = [
        Point(part_of(p.days, part), f"part of a {p.precision}", f"{part}:{p.iso}")
        for p in whole.points
        if p.days is not None
        and p.precision in ("month", "year", "decade", "century", "millennium", "season")
    ]
    return _points(points, whole.end)


def clock_at(tokens: Sequence[Token], i: int) -> Points | None:
    """Times of day: "14:30", "2:30 pm", "5 p.m.", "5 o'clock", "noon".

    Dates and times are read before units, or "5 pm" is five picometres (quantulum3 #135).
    """
    low = low_at(tokens, i)
    if low in ("noon", "midnight"):
        return Points((_time_point(12 if low == "noon" else 0, 0),), i + 1)
    hour = plain_number(tokens, i, (1, 2))
    if hour is None or hour > 24:
        return None
    minute, j = 0, i + 1
    marked = low_at(tokens, j) == ":" and not tokens[j].gap
    if marked:
        found = plain_number(tokens, j + 1, (2, 2))
        if found is None or found > 59 or tokens[j + 1].gap:
            return None
        minute, j = found, j + 2
        if low_at(tokens, j) == ":":  # seconds
            if plain_number(tokens, j + 1, (2, 2)) is None:
                return None
            j += 2
    elif "." in tokens[i].text:
        return None
    half, end = _half_of_day(tokens, j)
    if half and 1 <= hour <= 12:
        return Points((_time_point(hour % 12 + (12 if half == "pm" else 0), minute),), end)
    if low_at(tokens, j) in ("o'clock", "o’clock"):
        return Points(tuple(_time_point(h, minute) for h in {hour % 12, hour % 12 + 12}), j + 1)
    if not marked:
        return None
    if hour > 12 or hour == 0 or len(tokens[i].text) == 2:
        return Points((_time_point(hour % 24, minute),), j)
    return Points((_time_point(hour, minute), _time_point((hour + 12) % 24, minute)), j)


def _half_of_day(tokens: Sequence[Token], i: int) -> tuple[str, int]:
    """ "am", "pm", "a.m.", "p.m."."""
    low = low_at(tokens, i)
    if low in ("am", "pm"):
        return low, i + 1
    if low in ("a", "p") and low_at(tokens, i + 1) == "." and low_at(tokens, i + 2) == "m":
        end = i + 4 if low_at(tokens, i + 3) == "." and not tokens[i + 3].gap else i + 3
        return low + "m", end
    return "", i


def _time_point(hour: int, minute: int) -> Point:
    return Point(None, "time", f"T{hour:02d}:{minute:02d}")
