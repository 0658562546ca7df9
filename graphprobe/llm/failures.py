"""What a call that brought no answer means: whether it's worth another try, and for whom.

All knowledge of status codes and of endpoints' error messages is here, as pure functions; who sends and waits
is :mod:`graphprobe.llm.endpoint`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any

from graphprobe.errors import ConfigError, GraphProbeError, PartialError
from graphprobe.llm.usage import Usage
from graphprobe.records import Status

NOTE_CHARS = 300


class Stop(Enum):
    """Why no later call of the same command can do better."""

    KEY = "key"
    MODEL = "model"
    CREDIT = "credit"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Failure:
    """A call without an answer.

    Attributes:
        status: what becomes of the item if no further try helps.
        note: what happened, in a few words, with the endpoint's own message.
        transient: the same call may succeed later.
        rate: the endpoint has too much to do: fewer calls at once.
        wait: seconds the endpoint asked to wait.
        stop: nothing that is sent later can succeed either.
        usage: tokens of a call that was answered, though not with what was asked for.
        maybe_paid: the call may have been billed although no answer came.
        code: HTTP status, or None without one.
        parameter: the request's field that the endpoint complains about, where it names one.
        reasoning: reasoning that came without an answer.
        finish: why a reply without an answer ended, in the endpoint's word.
    """

    status: Status
    note: str
    transient: bool = False
    rate: bool = False
    wait: float | None = None
    stop: Stop | None = None
    usage: Usage | None = None
    maybe_paid: bool = False
    code: int | None = None
    parameter: str | None = None
    reasoning: str = ""
    finish: str = ""


_TRANSIENT = {408, 409, 425, 429}
_OVERLOADED = {429, 503, 529}
_TOO_LONG = re.compile(
    r"context.?(?:length|window|size)|too many (?:input )?tokens|(?:prompt|input) is too long", re.IGNORECASE
)
_FILTERED = re.compile(
    r"content.?(?:filter|policy|management)|responsible.?ai|safety (?:system|filter)", re.IGNORECASE
)
_NO_CREDIT = re.compile(r"insufficient.?(?:quota|balance|credit|funds)|billing.?hard.?limit", re.IGNORECASE)
_NO_MODEL = re.compile(r"model", re.IGNORECASE)


def failure_of_status(code: int, headers: Mapping[str, str], body: str) -> Failure:
    """What an HTTP status outside 200 to 299 means.

    Args:
        code: the status.
        headers: the response's headers, whose names may be of any case.
        body: its body as text, without secrets.
    """
    message, kind, parameter = _error_fields(body)
    note = f"{code}: {message}" if message else f"HTTP status {code}"
    text = f"{kind} {message}"
    if code == 402 or (code == 429 and _NO_CREDIT.search(text)):
        return Failure(Status.ERROR, note, stop=Stop.CREDIT, code=code)
    if code in _TRANSIENT or code >= 500:
        rate = code in _OVERLOADED
        return Failure(
            Status.ERROR, note, True, rate, retry_after(headers, time.time()), code=code, parameter=parameter
        )
    if code == 401:
        return Failure(Status.ERROR, note, stop=Stop.KEY, code=code)
    if code == 413 or (code in (400, 422) and _TOO_LONG.search(text)):
        return Failure(Status.TOO_LONG, note, code=code)
    if code in (400, 403) and _FILTERED.search(text):
        return Failure(Status.FILTERED, note, code=code)
    stop = Stop.MODEL if code == 404 and _NO_MODEL.search(text) else None
    return Failure(Status.ERROR, note, stop=stop, code=code, parameter=parameter)


def stop_error(failure: Failure, model: str, base_url: str) -> GraphProbeError:
    """The error that tells the user why a model can't be asked, or can't be asked any more."""
    if failure.stop is Stop.WAIT:
        return PartialError(
            f"the endpoint asks to wait {failure.wait:.0f} s ({failure.note})",
            where=base_url,
            remedy="Run the command again then; what was answered isn't paid for again.",
        )
    what, remedy = {
        Stop.KEY: ("the endpoint refuses the key", "Check OPENAI_API_KEY in the environment."),
        Stop.MODEL: (f"the endpoint has no model {model!r}", "Check the model's name and the base URL."),
        Stop.CREDIT: (
            "the account has no credit left",
            "Top it up; what was answered isn't paid for again.",
        ),
        None: (f"model {model!r} can't be asked", "Check the base URL, the model and llm.parameters."),
    }[failure.stop]
    return ConfigError(f"{what} ({failure.note})", where=base_url, remedy=remedy)


def failure_in_body(error: Any) -> Failure:
    """What an ``error`` inside a reply with status 200 means, as some proxies send it."""
    body = json.dumps({"error": error})
    code = error.get("code") if isinstance(error, Mapping) else None
    if isinstance(code, int) and 400 <= code < 600:
        return failure_of_status(code, {}, body)
    return Failure(Status.ERROR, _error_fields(body)[0] or "the reply is an error", transient=True)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to wait as ``Retry-After`` (seconds or a date) or ``Retry-After-Ms`` says; None: they don't."""
    found = {name.lower(): value.strip() for name, value in headers.items()}
    try:
        if "retry-after-ms" in found:
            return max(0.0, float(found["retry-after-ms"]) / 1000)
        value = found["retry-after"]
    except (KeyError, ValueError):
        return None
    if re.fullmatch(r"\d+(?:\.\d+)?", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return None


def _error_fields(body: str) -> tuple[str, str, str | None]:
    """Message, kind (code and type) and parameter of an error body, in the forms endpoints give it."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return _short(body), "", None
    error = data.get("error", data) if isinstance(data, dict) else data
    if not isinstance(error, dict):
        return _short(str(error)), "", None
    message = error.get("message") or error.get("detail") or error.get("msg") or ""
    parameter = error.get("param")
    kind = f"{error.get('code') or ''} {error.get('type') or ''}"
    text = message if isinstance(message, str) else json.dumps(message)
    return _short(text), kind, parameter if isinstance(parameter, str) else None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= NOTE_CHARS else line[: NOTE_CHARS - 3] + "..."
