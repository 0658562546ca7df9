"""What the terms of a text are."""

from __future__ import annotations

import math

import pytest

from graphprobe.mining.terms import MOST_TERMS, document_terms


def test_words_and_pairs_of_capitalized_words_are_terms() -> None:
    terms = document_terms("The album Down Home is the album.")
    assert set(terms) == {"the", "album", "down", "home", "down home"}
    assert terms["album"] == pytest.approx(1 + math.log(2))
    assert terms["down home"] == 1


def test_a_name_doesnt_reach_over_punctuation_and_isnt_numbers_alone() -> None:
    terms = document_terms("In Paris, Rome fell. Room 12 24 Mill-Street")
    assert "paris rome" not in terms
    assert "12 24" not in terms
    assert {"room 12", "mill street"} <= set(terms)


def test_possessives_and_kinds_of_quotes_dont_matter() -> None:
    assert set(document_terms("Coltrane’s O’Brien")) == {"coltrane", "o'brien", "coltrane o'brien"}


def test_letters_of_every_script_make_terms() -> None:
    assert {"яндекс", "हिन्दी"} <= set(document_terms("Яндекс हिन्दी"))
    assert set(document_terms("東京タワー 東京")) == {"東京タ", "京タワ", "タワー", "東京"}


def test_composed_and_decomposed_letters_are_one() -> None:
    assert set(document_terms("Socie\u0301te\u0301")) == {"société"}


@pytest.mark.parametrize("text", ["", " \n", "!?", "a b c"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert document_terms(text) == {}


def test_a_long_text_keeps_its_names_and_what_it_repeats() -> None:
    filler = " ".join(f"w{chr(97 + i // 26)}{chr(97 + i % 26)}x" for i in range(600))
    terms = document_terms(f"{filler} here stood Mill Street, again and again and again")
    assert len(terms) == MOST_TERMS
    assert {"mill", "street", "mill street", "again"} <= set(terms)


def test_a_run_too_long_for_a_word_is_no_term() -> None:
    assert set(document_terms(f"Small {'x' * 60} words {'y' * 61} stand {'Z9' * 5000} here")) == {
        "small",
        "x" * 60,
        "words",
        "stand",
        "here",
    }


def test_a_long_text_without_spaces_makes_short_terms_only() -> None:
    assert max(len(term) for term in document_terms("9" + "東京都" * 3000 + " 7" + "大阪府" * 3000)) == 3
