"""Moments as people type them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

from graphprobe.cli.since import local, parse_since
from graphprobe.errors import ConfigError
from graphprobe.mining.changes import stamp

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=timezone.utc)


@pytest.fixture(autouse=True)
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One hour ahead of UTC in winter, two in summer."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30m", "2026-11-30T11:30:00.000+00:00"),
        ("3h", "2026-11-30T09:00:00.000+00:00"),
        ("2d", "2026-11-28T12:00:00.000+00:00"),
        ("1 W", "2026-11-23T12:00:00.000+00:00"),
        ("2026-11-30", "2026-11-29T23:00:00.000+00:00"),
        ("2026-07-01", "2026-06-30T22:00:00.000+00:00"),
        ("2026-11-30T10:00", "2026-11-30T09:00:00.000+00:00"),
        ("2026-11-30 10:00:30", "2026-11-30T09:00:30.000+00:00"),
        ("2026-11-30T10:00Z", "2026-11-30T10:00:00.000+00:00"),
        ("2026-11-30T10:00:00+05:30", "2026-11-30T04:30:00.000+00:00"),
    ],
)
def test_a_span_counts_back_and_what_has_no_zone_is_local(text: str, expected: str) -> None:
    assert stamp(parse_since(text, NOW)) == expected


@pytest.mark.parametrize("text", ["", "yesterday", "2d3h", "-2d", "2026-13-01", "30/11/2026", "9" * 30 + "d"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ConfigError, match="is no time"):
        parse_since(text, NOW)


def test_a_time_to_come() -> None:
    with pytest.raises(ConfigError, match="still to come"):
        parse_since("2026-12-01", NOW)


def test_stamps_of_later_moments_sort_later_and_are_shown_in_local_time() -> None:
    moments = [NOW + timedelta(milliseconds=step) for step in (0, 1, 1000, 61_000)]
    stamps = [stamp(moment.astimezone(timezone(timedelta(hours=9)))) for moment in moments]
    assert stamps == sorted(stamps)
    assert local(moments[0]) == "2026-11-30 13:00:00"
