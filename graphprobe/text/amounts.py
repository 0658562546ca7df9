"""Reads amounts: a number with its unit or currency, and all that people say around it.

The grammar, by example: "about 1,100", "upwards of 100 million", "between 3 and 4 km", "$3-4 million",
"5 ± 0.2 mm", "5 ft 11 in", "two and a half years", "98 km (61 mi)", "Rs 251 (about $4)", "300-odd".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphprobe.text import money, numbers, units
from graphprobe.text.money import Currency
from graphprobe.text.numbers import Number
from graphprobe.text.readings import Kind, Reading
from graphprobe.text.tokens import NUMBER, SYMBOL, Token, low_at


class Phrase(NamedTuple):
    """Readings of the tokens before ``end``, the likeliest first."""

    readings: tuple[Reading, ...]
    end: int


class Measure(NamedTuple):
    """A number with what it counts: unit names of pint, or a currency, or nothing."""

    numbers: tuple[Number, ...]
    units: tuple[str, ...]
    currency: Currency | None
    end: int
    scale: float
    digits: bool


ABOUT, AT_LEAST, AT_MOST, BELOW, ABOVE = "about", "at least", "at most", "below", "above"
_HEDGES = {
    ABOUT: "about around roughly approximately approx circa ca c some estimated ~ ≈ ∼ ± perhaps maybe "
    "probably an_estimated in_the_region_of in_the_neighborhood_of in_the_neighbourhood_of close_to "
    "just_about something_like more_or_less in_the_order_of on_the_order_of an_average_of "
    "a_total_of_about a_total_of_some a_total_of_approximately",
    AT_LEAST: "at_least more_than over upwards_of upward_of above exceeding in_excess_of greater_than "
    "no_fewer_than no_less_than not_less_than a_minimum_of minimum_of > ≥ well_over far_more_than "
    "not_fewer_than at_the_very_least larger_than longer_than beyond",
    AT_MOST: "at_most less_than fewer_than under below up_to as_many_as as_much_as "
    "no_more_than not_more_than a_maximum_of maximum_of < ≤ well_under no_longer_than smaller_than "
    "shorter_than",
    BELOW: "nearly almost just_under slightly_under slightly_less_than slightly_fewer_than just_below "
    "nigh_on practically virtually close_on a_little_under little_less_than not_quite just_short_of",
    ABOVE: "just_over slightly_over slightly_more_than just_above a_little_over little_more_than "
    "a_little_more_than a_bit_over",
}


def _phrase_table() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    table: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for effect, phrases in _HEDGES.items():
        for phrase in phrases.split():
            words = tuple(phrase.split("_"))
            table.setdefault(words[0], []).append((words, effect))
    for options in table.values():
        options.sort(key=lambda option: -len(option[0]))
    return table


_HEDGE_TABLE = _phrase_table()
_DASHES = frozenset("-–—‐‑−~〜")
_MINUS = frozenset("-−–")

STARTERS = (
    numbers.STARTERS
    | money.STARTERS
    | frozenset(_HEDGE_TABLE)
    | _MINUS
    | {"between", "from", "less", "fewer"}
)


def phrase_at(tokens: Sequence[Token], i: int, *, nested: bool = False) -> Phrase | None:
    """The longest amount that starts at token ``i``; None if there's none."""
    effect, j = _hedge_at(tokens, i)
    lead = low_at(tokens, j)
    if lead not in ("between", "from"):
        lead = ""
    first = _measure_at(tokens, j + 1 if lead else j)
    if first is None:
        return None
    found = _range(tokens, first, effect, lead)
    if found is None and not lead:
        found = _single(tokens, first, effect)
    return _with_bracket(tokens, found, nested=nested)


def _hedge_at(tokens: Sequence[Token], i: int) -> tuple[str, int]:
    """The hedge at token ``i`` and where it ends; of "perhaps as many as" the bound rules."""
    effect, end = _one_hedge_at(tokens, i)
    if effect == ABOUT:
        inner, inner_end = _one_hedge_at(tokens, end)
        return (inner, inner_end) if inner else (effect, end)
    return effect, end


def _one_hedge_at(tokens: Sequence[Token], i: int) -> tuple[str, int]:
    """The approximator or bound at token ``i`` and where it ends; ``("", i)`` if there's none."""
    if i < len(tokens):
        for words, effect in _HEDGE_TABLE.get(tokens[i].low, ()):
            end = i + len(words)
            if end < len(tokens) and all(tokens[i + k].low == word for k, word in enumerate(words)):
                end = end + 1 if tokens[end].text == "." and words[0] in ("c", "ca", "approx") else end
                end = end + 1 if end < len(tokens) and tokens[end].text == "=" else end
                return effect, end
    return "", i


def _measure_at(tokens: Sequence[Token], i: int) -> Measure | None:
    if i >= len(tokens):
        return None
    sign, i = _sign_at(tokens, i)
    before = money.currency_before(tokens, i)
    if before:
        hedge_end = before.end
        parsed = numbers.number_at(tokens, hedge_end) if hedge_end < len(tokens) else None
        return _money_measure(tokens, parsed, before) if parsed else None
    parsed = numbers.number_at(tokens, i) or _article_at(tokens, i)
    if parsed is None:
        return None
    readings = parsed.readings if sign > 0 else tuple(_negative(n) for n in parsed.readings)
    digits = not parsed.spelled
    after = money.currency_after(tokens, parsed.end)
    unit = units.unit_at(tokens, _skip_joint(tokens, parsed.end), after_digits=digits and parsed.scale == 1)
    if after and after.code == "£" and unit:  # "5 pounds" is money or a weight
        return Measure(readings, unit.names, after, max(after.end, unit.end), parsed.scale, digits)
    if after:
        return Measure(readings, (), after, after.end, parsed.scale, digits)
    if unit:
        return _compound(tokens, Measure(readings, unit.names, None, unit.end, parsed.scale, digits))
    return Measure(readings, (), None, parsed.end, parsed.scale, digits)


def _article_at(tokens: Sequence[Token], i: int) -> numbers.Parsed | None:
    """The "one" in "a year" and "an hour"."""
    if tokens[i].low not in ("a", "an") or low_at(tokens, i + 1) == "second":
        return None
    if not units.unit_at(tokens, i + 1, after_digits=False):
        return None
    return numbers.Parsed((Number(1.0, 1.0, 1.0),), i + 1, spelled=True)


def _sign_at(tokens: Sequence[Token], i: int) -> tuple[int, int]:
    """A minus sign touches its number and nothing before it."""
    if tokens[i].text in _MINUS and i + 1 < len(tokens):
        free = i == 0 or tokens[i].gap or tokens[i - 1].text in "(:"
        if free and tokens[i + 1].kind == NUMBER and not tokens[i + 1].gap:
            return -1, i + 1
    if tokens[i].low == "minus" and i + 1 < len(tokens):
        return -1, i + 1
    return 1, i


def _negative(number: Number) -> Number:
    return Number(-number.high, -number.low, number.grain, number.vague)


def _money_measure(tokens: Sequence[Token], parsed: numbers.Parsed, currency: Currency) -> Measure:
    """Money takes "m" and "b" for million and billion ("$5m"), and may name its currency twice."""
    end, scale, readings = parsed.end, parsed.scale, parsed.readings
    token = tokens[end] if end < len(tokens) else None
    if token and scale == 1 and token.low in ("m", "b") and not token.gap:
        scale = 1e6 if token.low == "m" else 1e9
        readings, end = tuple(n.times(scale) for n in readings), end + 1
    again = money.currency_after(tokens, end)
    if again and money.same_currency(currency.code, again.code) is not False:
        currency = again if again.code not in money.FAMILIES else currency
        end = again.end
    return Measure(readings, (), currency, end, scale, not parsed.spelled)


def _skip_joint(tokens: Sequence[Token], i: int) -> int:
    """Past the hyphen of "72-year-old" and "5-km"."""
    if (
        low_at(tokens, i) in ("-", "‐", "‑")
        and not tokens[i].gap
        and i + 1 < len(tokens)
        and not tokens[i + 1].gap
    ):
        return i + 1
    return i


def _compound(tokens: Sequence[Token], whole: Measure) -> Measure:
    """Adds a part: "5 ft 11 in", "2 years and 6 months", "1 hour 30 minutes", "a year and a half"."""
    if len(whole.units) != 1 or len(whole.numbers) != 1:
        return whole
    j = whole.end
    part = numbers.part_after_and(tokens, j)
    if part:
        first, half = whole.numbers[0], part.readings[0]
        both = Number(first.low + half.low, first.high + half.high, half.grain)
        return Measure((both,), whole.units, None, part.end, whole.scale, whole.digits)
    if low_at(tokens, j) in ("and", ","):
        j += 1
    if j >= len(tokens) or tokens[j].kind == SYMBOL:
        return whole
    parsed = numbers.number_at(tokens, j)
    if parsed is None or len(parsed.readings) != 1:
        return whole
    inner = units.unit_at(tokens, parsed.end, after_digits=not parsed.spelled)
    # "5 ft 11 in" may leave nothing after "in": here it's no preposition.
    if inner is None and whole.units == ("foot",) and low_at(tokens, parsed.end) == "in":
        inner = units.UnitMatch(("inch",), parsed.end + 1)
    if inner is None:
        return whole
    outer, smaller = units.scale_of(whole.units[0]), units.scale_of(inner.names[0])
    if outer.dimension != smaller.dimension or smaller.factor >= outer.factor or outer.offset:
        return whole
    ratio = smaller.factor / outer.factor
    small = parsed.readings[0]
    if small.high * ratio >= 1.05:
        return whole
    first = whole.numbers[0]
    both = Number(first.low + small.low * ratio, first.high + small.high * ratio, small.grain * ratio)
    return _compound(tokens, Measure((both,), whole.units, None, inner.end, whole.scale, whole.digits))


def _range(tokens: Sequence[Token], first: Measure, effect: str, lead: str) -> Phrase | None:
    """The range that a measure begins: "3-4 litres", "between 3 and 4", "from 3 to 4", "5 ± 0.2"."""
    joint = low_at(tokens, first.end)
    # "1,375 −16.5" is a number and a negative one: the dash of a range has space on both sides or on none.
    if (
        joint in _DASHES
        and first.end + 1 < len(tokens)
        and tokens[first.end].gap != tokens[first.end + 1].gap
    ):
        return None
    spoken = {"between": ("and",), "from": ("to",)}.get(lead, ("to", "or"))
    if joint not in spoken and joint not in _DASHES and joint not in ("±", "+"):
        return None
    j = first.end + 1
    if joint == "+":
        if low_at(tokens, j) != "/" or low_at(tokens, j + 1) not in _MINUS:
            return None
        j, joint = j + 2, "±"
    second = _measure_at(tokens, j)
    if second is None:
        return None
    if joint in _DASHES and low_at(tokens, second.end) in _DASHES and _next_is_number(tokens, second.end + 1):
        return None  # a telephone number or the like
    readings = _ranged_readings(first, second, effect, plus_minus=joint == "±")
    return Phrase(readings, second.end) if readings else None


def _next_is_number(tokens: Sequence[Token], i: int) -> bool:
    return i < len(tokens) and tokens[i].kind == NUMBER


def _ranged_readings(
    first: Measure, second: Measure, effect: str, *, plus_minus: bool
) -> tuple[Reading, ...]:
    pairs = []
    for a in first.numbers:
        for b in second.numbers:
            # "3-4 million" gives its scale to both ends.
            if first.scale == 1 and second.scale > 1 and not first.units and a.high * second.scale <= b.high:
                a = a.times(second.scale)
            # One author uses one decimal mark: "100,000 to 200,000" isn't from 100 to 200,000.
            if plus_minus:
                pairs.append(Number(a.low - b.high, a.high + b.high, min(a.grain, b.grain)))
            elif a.low < b.high and _one_style(a, b):
                pairs.append(Number(a.low, b.high, max(a.grain, b.grain)))
    if not pairs:
        return ()
    if first.units and second.units and first.units != second.units:
        return ()
    merged = Measure(
        tuple(pairs),
        second.units or first.units,
        second.currency or first.currency,
        second.end,
        second.scale,
        digits=True,
    )
    return tuple(_readings(merged, effect))


def _one_style(a: Number, b: Number) -> bool:
    """Whether two readings take the marks alike, or can't tell (a decimal beside a plain number)."""
    if a.vague or b.vague:
        return False
    return not (a.grain == 0.001 and b.grain == 1 and b.low >= 1000)


def _single(tokens: Sequence[Token], measure: Measure, effect: str) -> Phrase:
    end = measure.end
    follower, after = low_at(tokens, end), low_at(tokens, end + 1)
    if follower == "+" and not tokens[end].gap and after != "/":
        return Phrase(tuple(_readings(measure, AT_LEAST)), end + 1)
    if follower == "or" and after in ("more", "less", "fewer", "so", "over", "under", "older", "younger"):
        effect = {"so": ABOUT, "less": AT_MOST, "fewer": AT_MOST, "under": AT_MOST, "younger": AT_MOST}.get(
            after, AT_LEAST
        )
        return Phrase(tuple(_readings(measure, effect)), end + 2)
    if follower in ("-", "‑") and after == "odd":
        return Phrase(tuple(_readings(measure, ABOUT)), end + 2)
    if follower == "odd":
        return Phrase(tuple(_readings(measure, ABOUT)), end + 1)
    return Phrase(tuple(_readings(measure, effect)), end)


def _readings(measure: Measure, effect: str) -> Iterator[Reading]:
    """All readings of a measure: each unit it may name, then the bare number for texts that omit the unit."""
    for name in measure.units:
        scale = units.scale_of(name)
        kind = Kind.DURATION if name in units.TIME_UNITS else Kind.QUANTITY
        for number in measure.numbers:
            base = Number(
                number.low * scale.factor + scale.offset,
                number.high * scale.factor + scale.offset,
                number.grain * scale.factor,
                number.vague,
            )
            yield _hedged(base, effect, kind, scale.dimension, name)
    if measure.currency:
        for number in measure.numbers:
            base = number.times(measure.currency.factor)
            yield _hedged(base, effect, Kind.MONEY, measure.currency.code, "")
    for number in measure.numbers:
        yield _hedged(number, effect, Kind.NUMBER, "", "")
        if "percent" in measure.units:  # "a fifth" is 20%
            yield _hedged(number.times(0.01), effect, Kind.NUMBER, "", "")


def as_years(number: Reading) -> tuple[Reading, ...]:
    """A plain number as a duration in years, for an age that's given without its unit ("aged 72")."""
    if number.low is None or number.high is None:
        return ()
    measure = Measure((Number(number.low, number.high, number.grain),), ("year",), None, 0, 1.0, digits=True)
    return tuple(reading for reading in _readings(measure, "") if reading.kind is Kind.DURATION)


def _hedged(number: Number, effect: str, kind: Kind, unit: str, text: str) -> Reading:
    """A reading with what the approximator or bound does to its ends."""
    low: float | None = number.low
    high: float | None = number.high
    if effect == AT_LEAST:
        high = None
    elif effect == AT_MOST:
        low = None
    elif effect == BELOW:
        low = number.low - abs(number.low) / 10
    elif effect == ABOVE:
        high = number.high + abs(number.high) / 10
    approximate = effect in (ABOUT, BELOW, ABOVE)
    return Reading(kind, low, high, number.grain, unit, approximate, number.vague, text)


def _with_bracket(tokens: Sequence[Token], phrase: Phrase | None, *, nested: bool) -> Phrase | None:
    """Adds the other unit or currency that a bracket gives: "98 km (61 mi)", "Rs 251 (about $4)"."""
    if phrase is None or nested or low_at(tokens, phrase.end) not in ("(", "["):
        return phrase
    if phrase.end + 1 >= len(tokens):
        return phrase
    inner = phrase_at(tokens, phrase.end + 1, nested=True)
    if inner is None or low_at(tokens, inner.end) not in (")", "]"):
        return phrase
    outer: set[tuple[Kind, str]] = {(r.kind, r.unit) for r in phrase.readings if r.kind is not Kind.NUMBER}
    extra = tuple(r for r in inner.readings if r.kind is not Kind.NUMBER and _converts(r, outer))
    return Phrase(phrase.readings + extra, inner.end + 1) if extra else phrase


def _converts(reading: Reading, outer: set[tuple[Kind, str]]) -> bool:
    if reading.kind is Kind.MONEY:
        return any(kind is Kind.MONEY for kind, _ in outer)
    return (reading.kind, reading.unit) in outer
