"""Parsing of surfaces, finding in running text, mentions, and texts that try to do harm."""

from __future__ import annotations

import json
import os
import time
from itertools import pairwise
from pathlib import Path

import pytest

from graphprobe.text.values import (
    Comparison,
    FoundValue,
    Kind,
    Reading,
    Value,
    Verdict,
    compare,
    find_values,
    mentions,
    parse_value,
)


def found(text: str) -> list[tuple[str, Kind]]:
    return [(f.value.text, f.value.kind) for f in find_values(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1,094", Kind.NUMBER),
        ("twenty-seven", Kind.NUMBER),
        ("several", Kind.NUMBER),
        ("3,995 people", Kind.NUMBER),
        ("21st", Kind.NUMBER),
        ("5 km", Kind.QUANTITY),
        ("5%", Kind.QUANTITY),
        ("20 °C", Kind.QUANTITY),
        ("$3-4 million", Kind.MONEY),
        ("Rs 251 (about $4)", Kind.MONEY),
        ("1910", Kind.DATE),
        ("the mid-1970s", Kind.DATE),
        ("5 pm", Kind.DATE),
        ("c. 1835", Kind.DATE),
        ("two and a half years", Kind.DURATION),
        ("72 years old", Kind.DURATION),
        ("Mother Teresa", Kind.TEXT),
        ("May", Kind.TEXT),
        ("Blink 182", Kind.TEXT),
        ("30 Rock", Kind.TEXT),
        ("Seven Samurai", Kind.TEXT),
        ("1984 by George Orwell", Kind.TEXT),
        ("", Kind.TEXT),
        ("1.2.3.4", Kind.TEXT),
        ("555-123-4567", Kind.TEXT),
    ],
)
def test_the_surface_decides_the_kind(text: str, kind: Kind) -> None:
    assert parse_value(text).kind is kind


def test_the_slot_decides_the_kind() -> None:
    assert parse_value("1954", Kind.NUMBER).readings == (Reading(Kind.NUMBER, 1954.0, 1954.0, 1.0),)
    assert parse_value("838", Kind.DATE).readings[0].text == "0838"
    assert parse_value("Paris", Kind.PLACE).kind is Kind.PLACE
    assert parse_value("unknown", Kind.DATE).kind is Kind.TEXT


def test_every_reading_of_an_ambiguous_surface_is_kept() -> None:
    assert [r.low for r in parse_value("1.094").readings] == [1.094, 1094.0]
    assert [r.low for r in parse_value("1,094").readings] == [1094.0, 1.094]
    assert [r.text for r in parse_value("03/04/2021").readings] == ["2021-04-03", "2021-03-04"]
    assert [r.text for r in parse_value("13/04/2021").readings] == ["2021-04-13"]


def test_nothing_is_filled_into_a_date() -> None:
    reading = parse_value("August 1910").readings[0]
    assert (reading.text, reading.unit) == ("1910-08", "month")
    assert reading.high is not None
    assert reading.low is not None
    assert reading.high - reading.low == 30
    assert parse_value("26 August").readings[0].text == "--08-26"


@pytest.mark.parametrize(
    "text",
    [
        "5 March 1953", "March 5th, 1953", "5. März 1953", "le 5 mars 1953", "5 de marzo de 1953",
        "5 marzo 1953", "5 de março de 1953", "5 maart 1953", "5 marca 1953", "5 марта 1953", "1953年3月5日",
        "1953-03-05", "5.3.1953", "Thursday, 5 March 1953", "jeudi 5 mars 1953", "the fifth of March, 1953",
        "5-Mar-1953",
    ],
)  # fmt: skip
def test_days_of_many_languages(text: str) -> None:
    assert "1953-03-05" in [r.text for r in parse_value(text).readings]


def test_json_is_readable_and_checked() -> None:
    assert json.loads(parse_value("about 5 km").to_json())["readings"][0] == {
        "kind": "quantity",
        "low": 5000.0,
        "high": 5000.0,
        "grain": 1000.0,
        "unit": "[length]",
        "approximate": True,
        "text": "kilometer",
    }
    for bad in (
        "",
        "[]",
        "{}",
        '{"kind":"colour","text":"red","readings":[]}',
        '{"kind":"text","readings":[1]}',
    ):
        with pytest.raises(ValueError, match=r"."):
            Value.from_json(bad)


def test_reasons_are_for_people() -> None:
    a, b = parse_value("26 August 1910"), parse_value("27 August 1910")
    assert compare(a, b) == Comparison(
        Verdict.INCOMPATIBLE, "26 August 1910 and 27 August 1910 are different days"
    )
    rounding = compare(parse_value("5 km"), parse_value("3.1 mi"))
    assert rounding.reason == "3.1 mi and 5 km agree within rounding"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It has about 1,100 inhabitants.", [("about 1,100", Kind.NUMBER)]),
        ("Upwards of 100 million people died.", [("Upwards of 100 million", Kind.NUMBER)]),
        ("He was born on 26 August 1910 in Skopje.", [("26 August 1910", Kind.DATE)]),
        ("It cost Rs 251 (about $4) at launch.", [("Rs 251 (about $4)", Kind.MONEY)]),
        ("The route is 98 km (61 mi) long.", [("98 km (61 mi)", Kind.QUANTITY)]),
        ("It ran from 1904 to 1980.", [("from 1904 to 1980", Kind.DATE)]),
        ("Doors open at 5 pm on Monday.", [("5 pm", Kind.DATE)]),
        ("Between 3 and 4 litres were lost.", [("Between 3 and 4 litres", Kind.QUANTITY)]),
        ("She died aged 72.", [("72", Kind.DURATION)]),
        ("A 72-year-old man", [("72-year", Kind.DURATION)]),
        ("In the mid-1970s it closed.", [("mid-1970s", Kind.DATE)]),
        ("1500 people came", [("1500", Kind.NUMBER)]),
        ("He may march in May 1968.", [("May 1968", Kind.DATE)]),
        ("One of the towns has no second name.", []),
        ("Flight B2-7, COVID-19 and Apollo 11", [("11", Kind.NUMBER)]),
        ("The temperature fell to -5 °C.", [("-5 °C", Kind.QUANTITY)]),
        ("Over the years, some of them left.", []),
        ("at 35° 28′ 20″ north", [("35°", Kind.QUANTITY), ("28", Kind.NUMBER), ("20", Kind.NUMBER)]),
        ("Three men, two dogs", [("Three", Kind.NUMBER), ("two", Kind.NUMBER)]),
        ("tall: 5 ft 11 in (180 cm).", [("5 ft 11 in (180 cm)", Kind.QUANTITY)]),
        ("It sold ½ million copies", [("½ million", Kind.NUMBER)]),
        ("生于1910年8月26日。", [("1910年8月26日", Kind.DATE)]),
        ("Population: 5,000\n\nmiles away", [("5,000", Kind.NUMBER)]),
        ("a century-old tree", []),
        ("He made a second appearance in a 2–0 win.", []),
        ("1900 1,375 −16.5 %", [("1900", Kind.DATE), ("1,375", Kind.NUMBER), ("−16.5 %", Kind.QUANTITY)]),
        ("in the late 17th to mid 18th century", [("late 17th to mid 18th century", Kind.DATE)]),
        ("", []),
    ],
)  # fmt: skip
def test_find_values(text: str, expected: list[tuple[str, Kind]]) -> None:
    assert found(text) == expected


def test_offsets_are_exact_and_never_overlap() -> None:
    text = (
        "Born on 26 August 1910\u00a0(some say 27 August), she ran 98 km in 2½ hours;\r\n"
        "the prize was $3–4 million — “about 1,100” guests, 🎉 and 5 °C at 14:30.\n\n"
        "In 1952 (aged 41) she won."
    )
    values = find_values(text)
    assert [text[f.start : f.end] for f in values] == [f.value.text for f in values]
    assert all(left.end <= right.start for left, right in pairwise(values))
    assert [f.value.text for f in values] == [
        "26 August 1910", "27 August", "98 km", "2½ hours", "$3–4 million", "about 1,100", "5 °C", "14:30",
        "1952", "41",
    ]  # fmt: skip


def test_values_far_into_a_long_text_have_right_offsets() -> None:
    filler = "and so it went on without a figure. " * 40_000
    text = f"{filler}In 1910 it had 5,000 people. {filler}"
    first, second = find_values(text)
    assert (text[first.start : first.end], text[second.start : second.end]) == ("1910", "5,000")
    assert first.start == len(filler) + 3


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("She was born on 26 August 1910 in Skopje.", "1910", Verdict.COMPATIBLE),
        ("She was born on 26 August 1910 in Skopje.", "27 August 1910", Verdict.INCOMPATIBLE),
        ("Some 50 million died, others say over 100 million.", "50 million", Verdict.COMPATIBLE),
        ("The phone cost $7 at launch.", "USD 4", Verdict.INCOMPATIBLE),
        ("The phone was cheap.", "USD 4", Verdict.UNSURE),
        ("The film was directed by Frank Oz in 1986.", "Frank Oz", Verdict.COMPATIBLE),
        ("The film was directed by someone.", "Frank Oz", Verdict.UNSURE),
        ("A text about París.", "Paris", Verdict.COMPATIBLE),
    ],
)
def test_mentions(text: str, value: str, verdict: Verdict) -> None:
    assert mentions(text, parse_value(value)).verdict is verdict


HOSTILE = {
    "digits": "1" * 100_000,
    "commas": "," * 100_000,
    "digits and commas": "1," * 50_000,
    "single digits": "1 " * 25_000,
    "groups": "1 234 " * 17_000,
    "number words": "one hundred " * 8_000,
    "hedges": "about " * 17_000,
    "half-open ranges": "between 1 and " * 7_000,
    "open brackets": "5 km (" * 8_000,
    "dashes": "1-" * 50_000,
    "colons": "1:" * 50_000,
    "slashes": "1/" * 50_000,
    "months": "May " * 25_000,
    "parts": "early " * 17_000,
    "weekdays": "Monday " * 14_000,
    "currencies": "$" * 100_000,
    "compound units": "1 year 1 month 1 day " * 5_000,
    "initials": "U.S. " * 20_000,
    "fractions": "½" * 100_000,
    "combining marks": "1\u0301" * 25_000,
    "surrogates and NUL": "\ud800\x00 5 km " * 10_000,
    "mixed": "".join(chr(32 + (i * 7919) % 5000) for i in range(100_000)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_takes_linear_time(text: str) -> None:
    find_values("5 km")  # the unit registry is loaded once
    started = time.process_time()
    values = find_values(text)
    elapsed = time.process_time() - started
    assert all(text[f.start : f.end] == f.value.text for f in values)
    # A quadratic scan of 100,000 characters takes minutes; a busy machine takes a few times the usual second.
    assert elapsed < 15


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_parse_and_compare_are_total(text: str) -> None:
    for kind in (None, *Kind):
        value = parse_value(text, kind)
        other = parse_value("5 km", kind)
        comparison = compare(value, other)
        assert comparison == compare(other, value)
        assert len(comparison.reason) < 400


def test_no_number_is_too_big() -> None:
    huge = parse_value("9" * 39 + " trillion trillion")
    assert compare(huge, parse_value("5")).verdict is Verdict.INCOMPATIBLE
    assert parse_value("9" * 5_000).kind is Kind.TEXT
    assert find_values("1e999 and 10^400") == find_values("1e999 and 10^400")


def test_found_values_are_values() -> None:
    (only,) = find_values("about 1,100")
    assert only == FoundValue(0, 11, parse_value("about 1,100"))


def test_prose_is_read_fast() -> None:
    prose = "The council met in the old hall and decided, after long debate, to build a new bridge. " * 12_000
    started = time.process_time()
    find_values(prose)
    # The target is a megabyte a second; the limit leaves room for a slow and busy machine.
    assert time.process_time() - started < 4 * len(prose) / 1e6


def _pairs_file() -> Path:
    root = Path(__file__).parents[2]
    return Path(os.environ.get("GRAPHPROBE_DATA", root.parent / "shared" / "data")) / "pairs.dev.jsonl"


@pytest.mark.skipif(not _pairs_file().exists(), reason="GRAPHPROBE_DATA holds no pairs.dev.jsonl")
def test_values_of_real_pairs() -> None:
    """Values of supporting documents never conflict; of conflicting ones they do where form can tell."""
    verdicts: dict[str, list[Verdict]] = {"support": [], "conflict": []}
    for line in _pairs_file().read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["label"] in verdicts and row.get("value_b"):
            comparison = compare(parse_value(row["value_a"]), parse_value(row["value_b"]))
            verdicts[row["label"]].append(comparison.verdict)
    assert verdicts["support"]
    assert Verdict.INCOMPATIBLE not in verdicts["support"]
    assert Verdict.COMPATIBLE not in verdicts["conflict"]
    found = verdicts["conflict"].count(Verdict.INCOMPATIBLE)
    assert found >= 0.8 * len(verdicts["conflict"])
