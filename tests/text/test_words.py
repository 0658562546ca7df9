"""Words of texts as tokens, and quotes found in them."""

from __future__ import annotations

import pytest

from graphprobe.text.quotes import find_quote
from graphprobe.text.values import Kind, parse_value
from graphprobe.text.words import contains, states, telling_words, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Société Générale's 12,500 staff", ("societe", "generale", "12500", "staff")),
        ("the 3.5-litre engine", ("the", "3.5", "litre", "engine")),
        ("The Jacksons’ ‘Victory’", ("the", "jacksons", "victory")),
        ("ミスター・チルドレン", ("ミスター", "チルドレン")),
        ("", ()),
    ],
)
def test_tokens(text: str, expected: tuple[str, ...]) -> None:
    assert tokens(text) == expected


def test_a_run_of_whole_words_is_contained() -> None:
    assert contains(tokens("the 10 towns of Kent"), tokens("10 towns"))
    assert not contains(tokens("the 10 towns of Kent"), tokens("towns 10"))
    assert not contains(tokens("the 10 towns of Kent"), ())


def test_a_value_is_stated_by_its_words_or_by_an_equal_amount() -> None:
    day, town = parse_value("26 August 1910", Kind.DATE), parse_value("Skopje", Kind.PLACE)
    assert states("She was born on August 26, 1910.", [day, town]) == [day]
    assert states("A nun of Skopje.", [day, town]) == [town]
    assert states("Skopjean nuns of 1911.", [day, town]) == []


def test_numbers_and_names_tell_and_the_first_word_does_not() -> None:
    assert telling_words("When did the Leakeys find 12,500 bones near Ol'dupai?") == (
        "leakeys",
        "12500",
        "ol'dupai",
    )
    assert telling_words("") == ()


TEXT = "It was “the first”\n  bridge – built in 1902 – of O'Hare County."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("built in 1902", "built in 1902"),
        ('It was "the first" bridge - built', "It was “the first”\n  bridge – built"),
        ("  ‘first”\n  bridge’ ", None),
        ('"of O’Hare County."', "of O'Hare County."),
        ("Built in 1902", None),
        ("built  in 1902", "built in 1902"),
        ("in 1902 (built", None),
        ("", None),
        ('" "', None),
    ],
)
def test_a_quote_is_found_word_for_word(quote: str, found: str | None) -> None:
    span = find_quote(TEXT, quote)
    assert (None if span is None else TEXT[slice(*span)]) == found
