"""What each strength of normalization joins and what it keeps apart."""

from __future__ import annotations

import pytest

from graphprobe.text.normalize import clean_text, entity_key, fold, strip_marks


def test_clean_text_changes_only_what_cant_be_stored() -> None:
    assert clean_text("a\ud800b\x00c\r\nd\re") == "a\ufffdbc\nd\ne"
    kept = "  “Straße”\t— 百度 e\u0301 \u00a0 🎉\n\n"
    assert clean_text(kept) == kept


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("“Don’t” — he said", '"don\'t" - HE said'),
        ("a\u00a0 b\n c", "A b c"),
        ("ﬁne ＡＢＣ", "fine abc"),
        ("Socie\u0301te\u0301", "Société"),
        ("Straße", "STRASSE"),
        ("co\u00adoperate", "cooperate"),
    ],
)
def test_fold_joins(a: str, b: str) -> None:
    assert fold(a) == fold(b)


def test_fold_keeps_words_apart() -> None:
    assert fold("a b") != fold("ab")
    assert fold("Société") != fold("Societe")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("U.S.", "US"),
        ("U. S.", "us"),
        ("U.S.A.", "USA"),
        ("J. K. Rowling", "J.K. Rowling"),
        ("The Beatles", "Beatles"),
        ("the United Nations", "United Nations"),
        ("Mother Teresa’s", "Mother Teresa"),
        ("James'", "James"),
        ("Socie\u0301te\u0301", "Société"),
        ("Saint-Étienne", "saint étienne"),
        ("Saint\u2011Étienne", "Saint Étienne"),
        ("  New\n York ", "New York"),
        ('"Casablanca"', "Casablanca"),
        ("“Casablanca”,", "casablanca"),
        ("(NASA)", "NASA"),
        ("Martin Luther King, Jr.", "Martin Luther King Jr"),
        ("St. Louis", "St Louis"),
        ("ＩＢＭ", "IBM"),
        ("ЯНДЕКС", "Яндекс"),
        ("new_york", "New York"),
    ],
)
def test_entity_key_joins(a: str, b: str) -> None:
    assert entity_key(a) == entity_key(b) != ""


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("北京 University", "上海 University"),
        ("Яндекс", "Яхта"),
        ("百度", "百科"),
        ("Martin King Jr.", "Martin King"),
        ("Henry IV", "Henry V"),
        ("Société", "Societe"),
        ("C", "C++"),
        ("Boeing 737", "Boeing 747"),
        ("The Who", "Who's Next"),
        ("1,094", "1094"),
    ],
)
def test_entity_key_keeps_apart(a: str, b: str) -> None:
    assert entity_key(a) != entity_key(b)


@pytest.mark.parametrize("text", ["Яндекс", "百度", "서울", "الجزيرة", "Ελλάδα", "भारत", "ไทย"])
def test_names_of_every_script_have_a_key(text: str) -> None:
    assert entity_key(text)


@pytest.mark.parametrize("text", ["", "  ", "—", "...", '""', "\u200b"])
def test_what_has_no_letters_has_no_key(text: str) -> None:
    assert entity_key(text) == ""


def test_an_article_alone_stays() -> None:
    assert entity_key("The") == "the"
    assert entity_key("A") == "a"


@pytest.mark.parametrize(
    "text", ["The Beatles", "U.S. Army's", "Martin Luther King, Jr.", "İstanbul", "“The Who”’s"]
)
def test_keys_are_stable(text: str) -> None:
    assert entity_key(entity_key(text)) == entity_key(text)


def test_marks_go_from_latin_letters_only() -> None:
    assert strip_marks("Société Øresund Łódź") == "Societe Oresund Lodz"
    assert strip_marks("й が 각") == "й が 각"
