"""A moment in the past as people type it: a date, a date and time, or a span until now."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

import click

from graphprobe.errors import ConfigError

_SPAN = re.compile(r"(\d+)\s*([mhdw])", re.IGNORECASE)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_FORMS = "Write a date (2026-11-30), a date and time (2026-11-30T14:00, or with a zone), or a span (3h, 2d)."


def since_argument(context: click.Context, parameter: click.Parameter, text: str) -> datetime:  # noqa: ARG001
    """Reads a command's SINCE, as the callback of its argument."""
    return parse_since(text, datetime.now(timezone.utc))


def parse_since(text: str, now: datetime) -> datetime:
    """The moment that a text names, in UTC.

    A span counts back from now: ``30m``, ``3h``, ``2d``, ``1w``. A date is its midnight. What has no zone is
    local time, by the rules that hold on that day.

    Args:
        text: a span, or an ISO 8601 date or date and time.
        now: the present, with its zone.

    Raises:
        ConfigError: the text is none of these, or names a moment that is still to come.
    """
    moment = _moment(text.strip(), now)
    if moment is None:
        raise ConfigError(f"{text!r} is no time", where="SINCE", remedy=_FORMS)
    if moment > now:
        raise ConfigError(f"{text} is still to come", where="SINCE")
    return moment.astimezone(timezone.utc)


def local(moment: datetime) -> str:
    """A moment in local time, to the second."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _moment(text: str, now: datetime) -> datetime | None:
    span = _SPAN.fullmatch(text)
    try:
        if span:
            return now - timedelta(**{_UNITS[span[2].lower()]: int(span[1])})
        # Python 3.10 doesn't read "Z"; astimezone takes what has no zone for local time.
        return datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text)).astimezone()
    except (ValueError, OverflowError, OSError):
        return None
