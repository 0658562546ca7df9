"""What status codes and endpoints' messages mean."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphprobe.llm.failures import NOTE_CHARS, Failure, Stop, failure_in_body, failure_of_status, retry_after
from graphprobe.records import Status

# Monday, 30 November 2026, 12:00:00 UTC.
NOON = 1_796_040_000.0


def failure(status: int, message: str = "", **error: Any) -> Failure:
    return failure_of_status(status, {}, json.dumps({"error": {"message": message, **error}}))


@pytest.mark.parametrize("code", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_worth_another_try(code: int) -> None:
    assert failure(code).transient


@pytest.mark.parametrize("code", [400, 401, 402, 403, 404, 405, 413, 415, 422])
def test_never_tried_again(code: int) -> None:
    assert not failure(code).transient


@pytest.mark.parametrize(
    ("code", "message", "status"),
    [
        (400, "This model's maximum context length is 8192 tokens, however you requested 9000", "too_long"),
        (400, "the request exceeds the available context size", "too_long"),
        (413, "payload too large", "too_long"),
        (400, "The response was filtered due to Azure's content management policy", "filtered"),
        (400, "temperature must be below 2", "error"),
        (403, "your country is not supported", "error"),
    ],
)
def test_statuses(code: int, message: str, status: str) -> None:
    assert failure(code, message).status is Status(status)


@pytest.mark.parametrize(
    ("code", "message", "kind", "stop"),
    [
        (401, "Incorrect API key provided", None, Stop.KEY),
        (404, "The model `qwenn` does not exist", "model_not_found", Stop.MODEL),
        (404, "Not Found", None, None),
        (402, "Insufficient Balance", None, Stop.CREDIT),
        (429, "You exceeded your current quota", "insufficient_quota", Stop.CREDIT),
        (429, "Rate limit reached", "rate_limit_exceeded", None),
    ],
)
def test_what_ends_the_whole_run(code: int, message: str, kind: str | None, stop: Stop | None) -> None:
    assert failure(code, message, code=kind).stop is stop


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ('{"error": {"message": "bad  \\n thing"}}', "500: bad thing"),
        ('{"error": "plain"}', "500: plain"),
        ('{"detail": [{"loc": ["body", "response_format"]}]}', 'response_format"]}]'),
        ('{"message": "flat"}', "500: flat"),
        ("<html>Bad Gateway</html>", "500: <html>Bad Gateway</html>"),
        ("", "HTTP status 500"),
        ("[" * 100_000, "500: ["),
    ],
)
def test_the_endpoints_own_words(body: str, note: str) -> None:
    found = failure_of_status(500, {}, body).note
    assert note in found
    assert len(found) <= NOTE_CHARS + 10


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"RETRY-AFTER-MS": "250", "Retry-After": "9"}, 0.25),
        ({"Retry-After": "Mon, 30 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"Retry-After": "Mon, 30 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-3"}, None),
        ({"Retry-After-Ms": "x"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOON) == seconds


def test_an_error_inside_a_reply() -> None:
    assert failure_in_body({"code": 429, "message": "slow down"}).rate
    assert failure_in_body({"code": 401, "message": "no"}).stop is Stop.KEY
    assert failure_in_body({"message": "upstream died"}).transient
    assert failure_in_body("odd").note == "odd"
