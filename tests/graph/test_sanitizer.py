"""Everything Python may hold either becomes something both engines store alike, or one clear error."""

from __future__ import annotations

import enum
import json
import math
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import numpy as np
import pandas as pd
import pytest
from neo4j.time import Date, DateTime, Duration

from graphprobe.errors import DataError
from graphprobe.graph.sanitizer import clean_parameters, clean_row, restore, size
from graphprobe.records import Status


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Word(str):
    pass


def cleaned(value: Any) -> Any:
    """What becomes of one property."""
    return clean_row({"x": value}).get("x", "left out")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain", "plain"),
        ("", ""),
        ("Яндекс 百度", "Яндекс 百度"),
        ("x" * 100_000, "x" * 100_000),
        ("a\0b", "ab"),
        ("a\ud800b", "a\ufffdb"),
        ("\udc80", "\ufffd"),
        ("\U0001f600", "\U0001f600"),
        (True, True),
        (0, 0),
        (-(2**63), -(2**63)),
        (1.5, 1.5),
        (b"\x00\xff", b"\x00\xff"),
        (None, "left out"),
        (Status.OK, "ok"),
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        (Word("w"), "w"),
        (np.int64(7), 7),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        (np.str_("s"), "s"),
        (np.array([1, 2]), [1, 2]),
        (pd.NaT, "left out"),
        (pd.NA, "left out"),
        (pd.Timestamp("2021-03-04T05:06:07Z"), "2021-03-04T05:06:07+00:00"),
        (pd.Series(["a", "b"]), ["a", "b"]),
        (datetime(2021, 3, 4, 5, 6, 7, tzinfo=timezone.utc), "2021-03-04T05:06:07+00:00"),
        (date(2021, 3, 4), "2021-03-04"),
        (time(5, 6), "05:06:00"),
        (timedelta(minutes=2), 120.0),
        ([], []),
        (["a", "b\0"], ["a", "b"]),
        (("a", "b"), ["a", "b"]),
        ({"b", "a"}, ["a", "b"]),
        ([1, 2.5], [1.0, 2.5]),
        ([np.int64(1), 2], [1, 2]),
    ],
)
def test_a_value_becomes_what_both_engines_store(value: Any, expected: Any) -> None:
    result = cleaned(value)

    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "x = nan isn't a number that can be stored"),
        (math.inf, "x = inf"),
        (np.float64("nan"), "x = nan"),
        (2**63, "over 64 bits"),
        (datetime(2021, 3, 4), "has no time zone"),
        (pd.Timestamp("2021-03-04"), "has no time zone"),
        (["a", 1], "mixes types"),
        ([True, 1], "mixes types"),
        (["a", None], "holds None"),
        ([1.0, math.nan], "x = nan"),
        (object(), "object can't be stored"),
        ({"a": math.nan}, "nan"),
    ],
)
def test_what_cannot_be_stored_is_refused_by_name(value: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        clean_row({"x": value})


@pytest.mark.parametrize("key", [None, 1, b"k"])
def test_a_property_name_must_be_a_string(key: Any) -> None:
    with pytest.raises(DataError, match="must be a string"):
        clean_row({key: 1})
    with pytest.raises(DataError, match="must be a string"):
        clean_row({"x": {key: 1}})


def test_a_nested_map_becomes_json_text_under_a_name_that_says_so() -> None:
    row = clean_row(
        {
            "qualifiers": {"when": date(2021, 3, 4), "who": Colour.RED, "n": np.int64(1), "no": None},
            "rows_json": [{"text": "a\0é"}, {}],
        }
    )

    assert list(row) == ["qualifiers_json", "rows_json"]
    assert json.loads(row["qualifiers_json"]) == {"when": "2021-03-04", "who": "red", "n": 1, "no": None}
    assert row["rows_json"] == '[{"text": "aé"}, {}]'


def test_none_stays_as_a_parameter_where_it_means_unset() -> None:
    assert clean_parameters({"after": None, "limit": np.int64(3), "keys": ("a", "b")}) == {
        "after": None,
        "limit": 3,
        "keys": ["a", "b"],
    }


def test_a_list_of_maps_is_rows() -> None:
    assert clean_parameters({"rows": [{"key": "a", "note": None}, {"key": "b", "note": "n"}]}) == {
        "rows": [{"key": "a"}, {"key": "b", "note": "n"}]
    }


@pytest.mark.parametrize("value", ["abc", "é" * 10, 1, 1.5, ["a", "bc"], {"k": "v", "l": [1, 2]}, b"abc"])
def test_the_size_is_never_less_than_the_bytes_on_the_wire(value: Any) -> None:
    as_json = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()
    assert size(value) >= len(as_json) - 4 * str(as_json).count('"')


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Date(2021, 3, 4), "2021-03-04"),
        (DateTime(2021, 3, 4, 5, 6, 7), "2021-03-04T05:06:07.000000000"),
        (Duration(days=1, hours=2), "P1DT2H"),
        ([Date(2021, 3, 4), None], ["2021-03-04", None]),
        ({"a": {"b": Date(2021, 3, 4)}}, {"a": {"b": "2021-03-04"}}),
        ("text", "text"),
        (None, None),
    ],
)
def test_what_is_read_can_be_written_as_json(value: Any, expected: Any) -> None:
    assert restore(value) == expected
    json.dumps(restore(value))
