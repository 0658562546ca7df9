"""What the terms of a text are, and which links to them a graph has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar

import pytest

from graphprobe.config import CandidateSettings
from graphprobe.graph import Graph, maintenance
from graphprobe.mining.runner import run_stage
from graphprobe.mining.terms import MOST_TERMS, Terms, document_terms


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


class OneByOne(Terms):
    """Terms in batches of one document, as a run has them that is stopped after each."""

    batch: ClassVar[int] = 1


# Five documents use "bridge" and "the", which makes hubs of both; two use "river", and each has a word alone.
TEXTS = ["the bridge stood", "the river bridge fell", "the old bridge", "the new bridge", "the river bridge"]


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]])
def test_links_dont_depend_on_the_order_of_documents(graph: Graph, order: Sequence[int]) -> None:
    hub = 2
    expected = {
        "bridge": (hub + 1, set()),
        "the": (hub + 1, set()),
        "river": (2, {1, 4}),
        **{word: (1, {number}) for word, number in (("stood", 0), ("fell", 1), ("old", 2), ("new", 3))},
    }
    settings = CandidateSettings(hub=hub)
    for stage in (Terms(settings), OneByOne(settings)):
        maintenance.wipe(graph)
        write_documents(graph, {f"d{place}": TEXTS[number] for place, number in enumerate(order)})
        run_stage(graph, stage, "once")
        assert links(graph, order) == expected
        run_stage(graph, stage, "again")
        assert links(graph, order) == expected


def write_documents(graph: Graph, texts: dict[str, str]) -> None:
    unset = dict.fromkeys(["url", "title", "date", "corpus", "language", "quality", "partition", "source"])
    fixed: dict[str, Any] = {**unset, **{f"band_{n}": n for n in range(4)}, "corpus_fingerprint": "tests"}
    rows = [
        {**fixed, "key": key, "text": text, "text_sha": text, "n_chars": len(text), "dup_group": key}
        for key, text in texts.items()
    ]
    graph.write("corpus/documents_write", rows)


def links(graph: Graph, order: Sequence[int]) -> dict[str, tuple[int, set[int]]]:
    """For each term its count and the texts linked to it."""
    return {
        row["key"]: (row["n_documents"], {order[int(key[1:])] for key in row["documents"]})
        for row in chain.from_iterable(graph.pages("probe/terms"))
    }
