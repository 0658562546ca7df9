"""Units of measure: which words and signs name them, and what they are in base units.

The table knows the surfaces (so that running text is read without loading anything); pint knows the
factors, and is loaded when the first quantity is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from graphprobe.text.tokens import WORD, Token, low_at, word_set


class UnitMatch(NamedTuple):
    """The units that the tokens before ``end`` may name, as pint names ("mile", "degree_Celsius")."""

    names: tuple[str, ...]
    end: int


class Scale(NamedTuple):
    """How a unit is converted: ``value * factor + offset`` in the base unit of ``dimension``."""

    dimension: str
    factor: float
    offset: float


TIME_UNITS = word_set(
    """
    second minute hour day week fortnight month year decade century millennium millisecond
    """
)

# pint name: words and signs that name it. A surface listed twice is ambiguous, and keeps all its meanings.
_WORDS = """
meter: metre metres meter meters
kilometer: kilometre kilometres kilometer kilometers km kms
centimeter: centimetre centimetres centimeter centimeters cm
millimeter: millimetre millimetres millimeter millimeters mm
micrometer: micrometre micrometres micrometer micrometers micron microns μm µm
nanometer: nanometre nanometres nanometer nanometers nm
mile: mile miles mi
nautical_mile: nmi
foot: foot feet ft
inch: inch inches
yard: yard yards yd yds
fathom: fathom fathoms
furlong: furlong furlongs
light_year: ly
parsec: parsec parsecs
gram: gram grams gramme grammes
kilogram: kilogram kilograms kilogramme kilogrammes kilo kilos kg kgs
milligram: milligram milligrams mg
microgram: microgram micrograms µg μg mcg
pound: pound pounds lb lbs
ounce: ounce ounces oz
stone: stone
tonne: tonne tonnes
ton: ton tons
long_ton: ton tons
metric_ton: ton tons
carat: carat carats
liter: litre litres liter liters
milliliter: millilitre millilitres milliliter milliliters ml mL
centiliter: centilitre centilitres centiliter centiliters cl
hectoliter: hectolitre hectolitres hectoliter hectoliters hl
gallon: gallon gallons gal
imperial_gallon: gallon gallons gal
pint: pint pints
imperial_pint: pint pints
oil_barrel: barrel barrels bbl
hectare: hectare hectares ha
acre: acre acres
kilometer ** 2: km² km2 sqkm
meter ** 2: m² m2 sqm
mile ** 2: mi² mi2
foot ** 2: ft² ft2 sqft
centimeter ** 2: cm² cm2
meter ** 3: m³ m3
kilometer ** 3: km³ km3
centimeter ** 3: cm³ cm3 cc
foot ** 3: ft³ ft3
kilometer / hour: kph kmh
mile / hour: mph
knot: knot knots kn kt
foot / second: fps
watt: watt watts
kilowatt: kilowatt kilowatts kW
megawatt: megawatt megawatts MW
gigawatt: gigawatt gigawatts GW
horsepower: horsepower hp bhp
kilowatt_hour: kWh
megawatt_hour: MWh
gigawatt_hour: GWh
terawatt_hour: TWh
joule: joule joules
kilojoule: kilojoule kilojoules kJ
calorie: calorie calories
kilocalorie: calorie calories kilocalorie kilocalories kcal
volt: volt volts
kilovolt: kilovolt kilovolts kV
ampere: ampere amperes amp amps
ohm: ohm ohms Ω
hertz: hertz Hz
kilohertz: kilohertz kHz
megahertz: megahertz MHz
gigahertz: gigahertz GHz
pascal: pascal pascals Pa
kilopascal: kPa
hectopascal: hPa
millibar: millibar millibars mbar
bar: bars
psi: psi
newton: newtons
kilonewton: kN
byte: byte bytes
kilobyte: kilobyte kilobytes KB kB
megabyte: megabyte megabytes MB
gigabyte: gigabyte gigabytes GB
terabyte: terabyte terabytes TB
degree_Celsius: celsius centigrade ℃
degree_Fahrenheit: fahrenheit ℉
kelvin: kelvin kelvins
percent: percent pct
second: second seconds sec secs
millisecond: millisecond milliseconds ms msec
minute: minute minutes min mins
hour: hour hours hr hrs
day: day days
week: week weeks wk wks
fortnight: fortnight fortnights
month: month months mo mos
year: year years yr yrs
decade: decade decades
century: century centuries
millennium: millennium millennia
"""

# Letters that name a unit only right after digits, in exactly this case: "5 m", but not "five m".
_SIGNS = {"m": "meter", "g": "gram", "l": "liter", "L": "liter", "t": "metric_ton", "h": "hour",
          "s": "second", "W": "watt", "V": "volt", "in": "inch", "'": "foot", "′": "foot",
          "″": "inch", '"': "inch", "%": "percent", "‰": "permille", "Mt": "megametric_ton"}  # fmt: skip
_POWERS = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_DEGREES = {"c": "degree_Celsius", "celsius": "degree_Celsius", "centigrade": "degree_Celsius",
            "f": "degree_Fahrenheit", "fahrenheit": "degree_Fahrenheit"}  # fmt: skip
_PAIRS = {"nautical mile": "nautical_mile", "nautical miles": "nautical_mile", "light year": "light_year",
          "light years": "light_year", "metric ton": "metric_ton", "metric tons": "metric_ton",
          "per cent": "percent", "percentage point": "percentage_point",
          "percentage points": "percentage_point"}  # fmt: skip
_ANY_DEGREE = ("degree", "degree_Celsius", "degree_Fahrenheit")
_PER = {"h": "hour", "hr": "hour", "hour": "hour", "s": "second", "sec": "second", "second": "second",
        "min": "minute", "minute": "minute", "day": "day", "year": "year", "l": "liter", "kg": "kilogram",
        "km": "kilometer", "m": "meter", "week": "week", "month": "month"}  # fmt: skip


def _surfaces() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for line in _WORDS.strip().splitlines():
        name, surfaces = line.split(":")
        for surface in surfaces.split():
            table.setdefault(surface, []).append(name)
    return {surface: tuple(names) for surface, names in table.items()}


SURFACES = _surfaces()
"""Every word and sign that names units, with the pint names of all that it may name."""
# Full words may be written in any case, symbols may not: "MW" isn't "mW", but "Miles" is "miles".
_ANY_CASE = {surface: names for surface, names in SURFACES.items() if surface.islower() and surface.isalpha()}


def unit_at(tokens: Sequence[Token], i: int, *, after_digits: bool) -> UnitMatch | None:
    """The unit named at token ``i``, with its power and its "per"; None if there's none.

    Args:
        tokens: the tokens of the text.
        i: where the unit would start (past a hyphen, if any).
        after_digits: whether the number before is in digits, so that a bare sign ("5 m") is a unit.
    """
    if i >= len(tokens):
        return None
    found = _degrees_at(tokens, i) or _power_at(tokens, i) or _simple_at(tokens, i, after_digits=after_digits)
    return _per_at(tokens, found) if found else None


# What pint takes for plain numbers: shares only compare with shares, angles with angles, data with data.
_OWN = {
    "percent": Scale("[percent]", 1.0, 0.0),
    "permille": Scale("[percent]", 0.1, 0.0),
    "percentage_point": Scale("[percent]", 1.0, 0.0),
    "degree": Scale("[angle]", 1.0, 0.0),
    # In pint a decade is a ratio of ten.
    "decade": Scale("[time]", 10 * 365.25 * 86400, 0.0),
    "byte": Scale("[data]", 1.0, 0.0),
    "kilobyte": Scale("[data]", 1e3, 0.0),
    "megabyte": Scale("[data]", 1e6, 0.0),
    "gigabyte": Scale("[data]", 1e9, 0.0),
    "terabyte": Scale("[data]", 1e12, 0.0),
}


@cache
def scale_of(name: str) -> Scale:
    """The dimension of a unit and how it's converted to the base unit of that dimension."""
    if name in _OWN:
        return _OWN[name]
    registry = _registry()
    unit = registry.Unit(name)
    zero = registry.Quantity(0.0, unit).to_base_units().magnitude
    one = registry.Quantity(1.0, unit).to_base_units().magnitude
    powers = sorted(unit.dimensionality.items())
    dimension = " ".join(base if power == 1 else f"{base}^{power:g}" for base, power in powers)
    return Scale(dimension, float(one - zero), float(zero))


@cache
def _registry() -> Any:
    """pint's registry, which takes a good part of a second to build; only quantities need it."""
    import pint

    return pint.UnitRegistry()


def _simple_at(tokens: Sequence[Token], i: int, *, after_digits: bool) -> UnitMatch | None:
    token = tokens[i]
    names = SURFACES.get(token.text) or _ANY_CASE.get(token.low)
    if names:
        return UnitMatch(names, i + 1)
    pair = f"{token.low} {low_at(tokens, i + 1)}"
    if pair in _PAIRS:
        return UnitMatch((_PAIRS[pair],), i + 2)
    if pair == "light -" and low_at(tokens, i + 2) in ("year", "years"):
        return UnitMatch(("light_year",), i + 3)
    return _sign_at(tokens, i) if after_digits else None


def _sign_at(tokens: Sequence[Token], i: int) -> UnitMatch | None:
    token = tokens[i]
    name = _SIGNS.get(token.text)
    if name is None:
        return None
    follower = tokens[i + 1] if i + 1 < len(tokens) else None
    if token.text == "in" and (follower is None or follower.low not in (")", "(", "×", "x")):
        return None  # nearly always the preposition
    if token.kind != WORD and token.text not in "%‰" and (token.gap or _is_angle(tokens, i)):
        return None
    return UnitMatch((name,), i + 1)


def _is_angle(tokens: Sequence[Token], i: int) -> bool:
    """Whether a prime after a number follows degrees or minutes of arc (35° 28′ 20″)."""
    return i >= 2 and tokens[i - 2].text in "°′º"


def _degrees_at(tokens: Sequence[Token], i: int) -> UnitMatch | None:
    token = tokens[i]
    if token.low not in ("°", "º", "degree", "degrees", "deg"):
        return None
    scale = _DEGREES.get(low_at(tokens, i + 1))
    if scale:
        return UnitMatch((scale,), i + 2)
    return UnitMatch(_ANY_DEGREE, i + 1)


def _power_at(tokens: Sequence[Token], i: int) -> UnitMatch | None:
    power = _POWERS.get(tokens[i].low)
    if power is None:
        return None
    j = i + 1
    while j < i + 3 and low_at(tokens, j) in (".", "-"):
        j += 1
    names = SURFACES.get(low_at(tokens, j)) or (("meter",) if low_at(tokens, j) == "m" else None)
    if names is None or _has_no_power(names[0]):
        return None
    return UnitMatch(tuple(f"{name} ** {power}" for name in names), j + 1)


def _has_no_power(name: str) -> bool:
    """Whether a unit has no powers ("square percent", "cubic days")."""
    return name in TIME_UNITS or name == "percent" or "**" in name


def _per_at(tokens: Sequence[Token], found: UnitMatch) -> UnitMatch:
    sign = low_at(tokens, found.end)
    if sign not in ("/", "per", "an", "a") or "percent" in found.names:
        return found
    below = _PER.get(low_at(tokens, found.end + 1))
    if below is None or (sign in ("an", "a") and below not in ("hour", "second", "minute")):
        return found
    if any(name in TIME_UNITS for name in found.names):
        return found
    return UnitMatch(tuple(f"{name} / {below}" for name in found.names), found.end + 2)
