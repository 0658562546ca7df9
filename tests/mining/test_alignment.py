"""Alignment of sentences word by word."""

from __future__ import annotations

import pytest

from graphprobe.mining.alignment import Word, align, aligned_sentences

FUNCTION = {"the", "of", "a", "in", "and", "was", "is", "on"}


def sentence(text: str, first: int = 0) -> list[Word]:
    return [Word(form, first + i, form in FUNCTION) for i, form in enumerate(text.casefold().split())]


def replaced(a: str, b: str) -> list[tuple[str, str]]:
    pair = align(sentence(a), sentence(b))
    return [
        (" ".join(a.casefold().split()[slice(*r.a)]), " ".join(b.casefold().split()[slice(*r.b)]))
        for r in pair.replacements
    ]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("The mill was built in 1820", "The mill was built in 1830", [("1820", "1830")]),
        ("He was born in Lund", "He was born in Lund", []),
        ("the old mill of Lund burned", "the old mill burned", [("of lund", "")]),
        # "of" agrees by chance inside a phrase that was replaced as a whole
        (
            "the bridge built by duke of west valley fell",
            "the bridge built by city of great harbour fell",
            [("duke of west valley", "city of great harbour")],
        ),
        ("a b c", "x y z", [("a b c", "x y z")]),
        ("", "a b", [("", "a b")]),
    ],
)
def test_what_is_left_between_agreeing_words_is_replaced(
    a: str, b: str, expected: list[tuple[str, str]]
) -> None:
    assert replaced(a, b) == expected


def test_measures_of_agreement() -> None:
    pair = align(
        sentence("heading of page the mill was built in 1820"), sentence("the mill was built in 1830")
    )

    assert pair.agreeing == 5
    assert pair.coverage == pytest.approx(5 / 6)
    assert pair.similarity == pytest.approx(10 / 15)
    # the heading before the first agreeing word and the year after the last one aren't part of the core
    assert pair.core_similarity == pytest.approx(1.0)


def test_partners_map_the_tokens_that_agree() -> None:
    pair = align(sentence("x the mill burned", first=10), sentence("the big mill burned", first=50))

    assert pair.partners() == {11: 50, 12: 52, 13: 53}


def test_each_sentence_is_aligned_with_the_one_that_shares_most() -> None:
    first = [sentence("the copper mine closed in 1950"), sentence("its owner sold the land", first=20)]
    second = [sentence("a storm came"), sentence("the copper mine closed in 1960", first=30)]

    pairs = aligned_sentences(first, second, 0.5)

    assert [(p.words_a[0].index, p.words_b[0].index) for p in pairs] == [(0, 30)]


def test_sentences_without_common_content_are_not_aligned() -> None:
    assert aligned_sentences([sentence("the of a in")], [sentence("the of a in")], 0.5) == []
    assert aligned_sentences([], [sentence("the mine closed")], 0.5) == []
