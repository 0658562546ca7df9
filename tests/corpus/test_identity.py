"""Fields of a record, and the id of a document."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from graphprobe.corpus.identity import Unusable, derived_id, to_record

SNOW_SHA1 = "10af4d3727d098077d23793c6d31ea792608dd96"  # printf 'http://example.org/a\nSnow fell.' | sha1sum
EMPTY_URL_SHA1 = "94673da911e5f4f27cd31bacfe93d1ea1d217fd3"  # printf '\nSnow fell.' | sha1sum


def test_without_an_id_it_is_sha1_of_url_newline_and_text() -> None:
    assert derived_id("http://example.org/a", "Snow fell.") == SNOW_SHA1
    assert to_record({"url": "http://example.org/a", "text": "Snow fell."}).id == SNOW_SHA1


def test_without_a_url_the_newline_stays_and_bad_characters_are_left_out() -> None:
    assert to_record({"content": "Snow fell."}).id == EMPTY_URL_SHA1
    assert to_record({"content": "Snow \ud800fell."}).id == EMPTY_URL_SHA1


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"id": "a", "document_id": "b", "doc_id": "c"}, "a"),
        ({"document_id": "b", "doc_id": "c"}, "b"),
        ({"id": None, "doc_id": "c"}, "c"),
        ({"id": "", "doc_id": 17}, "17"),
        ({"id": 0}, "0"),
    ],
)
def test_the_record_s_own_id_comes_first(fields: dict[str, Any], expected: str) -> None:
    assert to_record({**fields, "text": "Snow."}).id == expected


def test_an_id_is_on_one_line() -> None:
    assert to_record({"id": "a\tb\r\n c", "text": "A text."}).id == "a b c"
    assert to_record({"id": "x", "text": "A text."}, corpus="my\tnews").id == "my news:x"


def test_a_named_corpus_keeps_equal_ids_apart() -> None:
    assert to_record({"id": "a", "text": "Snow."}, "news").id == "news:a"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"text": "one", "content": "two"}, "one"),
        ({"content": "two"}, "two"),
        ({"text": None, "content": "two"}, "two"),
        ({"source_record": {"text": "three", "url": "http://example.org/3"}, "text": "one"}, "three"),
    ],
)
def test_the_text_field(fields: dict[str, Any], text: str) -> None:
    assert to_record(fields).text == text


def test_url_title_and_date_wherever_they_stand() -> None:
    record = to_record({"text": "Snow.", "metadata": {"url": "u", "title": " T "}, "date": date(2020, 1, 2)})
    assert (record.url, record.title, record.date) == ("u", "T", "2020-01-02")
    nested = to_record({"source_record": {"text": "Snow.", "url": "inner"}, "url": "outer"})
    assert nested.url == "inner"


def test_nul_and_lone_surrogates_are_repaired_and_told() -> None:
    record = to_record({"text": "a\0b \ud83d c\r\nd"})
    assert record.text == "ab \ufffd c\nd"
    assert record.repaired
    assert not to_record({"text": "whole 😀"}).repaired


@pytest.mark.parametrize("text", ["", "  \n", "\0", "\u200b \ufeff", "—— ...", None])
def test_a_text_without_content_is_empty(text: str | None) -> None:
    with pytest.raises(Unusable) as error:
        to_record({"text": text})
    assert error.value.kind == "empty"


@pytest.mark.parametrize(
    "fields",
    [
        {"body": "Snow."},
        {"text": 17},
        {"text": ["Snow."]},
        {"id": {"a": 1}, "text": "Snow."},
        {"id": 1.5, "text": "Snow."},
        {"id": "x" * 513, "text": "Snow."},
    ],
)
def test_a_record_of_another_form_is_unreadable(fields: dict[str, Any]) -> None:
    with pytest.raises(Unusable) as error:
        to_record(fields)
    assert error.value.kind == "unreadable"


def test_a_page_becomes_its_text_and_keeps_the_id_of_the_page() -> None:
    page = "<html><head><title>Snow</title></head><body><p>It fell &amp; stayed.</p></body></html>"
    record = to_record({"url": "u", "text": page})
    assert record.text == "It fell & stayed."
    assert record.title == "Snow"
    assert record.stripped
    assert record.id == derived_id("u", page)


def test_a_page_of_scripts_is_empty() -> None:
    with pytest.raises(Unusable, match="empty"):
        to_record({"text": "<html><script>var a = 1;</script></html>"})
