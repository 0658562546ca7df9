"""Hostile text on a terminal: all of it shows, none of it is obeyed."""

from __future__ import annotations

import json

import pytest

from graphprobe.text.display import safe_json, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\n lines\tand  more", "two lines and more"),
        ("Żółć 東京 Ελλάδα 🙂", "Żółć 東京 Ελλάδα 🙂"),
        ("می\u200cخواهم 👩\u200d🚀", "می\u200cخواهم 👩\u200d🚀"),
        ("\x1b[2J\x1b[1;1Hgone", "\\x1b[2J\\x1b[1;1Hgone"),
        ("a\x08\x08b\x00\x07", "a\\x08\\x08b\\x00\\x07"),
        ("\x9b31mred", "\\x9b31mred"),  # the one-byte form of ESC [
        ("\u202eevil\u202c\u2066x", "\\u202eevil\\u202c\\u2066x"),
        ("\ufeffmark \U000e0041", "\\ufeffmark \\U000e0041"),
    ],
)
def test_what_a_terminal_would_obey_stands_as_its_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_json_stays_what_it_was_without_what_a_terminal_would_obey() -> None:
    data = {"text": "\x1b[2J \x9b31m \x7f \u202eevil\u2028 Żółć 🙂"}
    text = safe_json(json.dumps(data, ensure_ascii=False))

    assert json.loads(text) == data
    assert text.isprintable()
