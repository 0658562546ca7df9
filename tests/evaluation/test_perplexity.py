"""Perplexity of answers inside a response (ElephantBench, equation 15), against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from graphprobe.evaluation.perplexity import (
    ItemPerplexity,
    Unscorable,
    by_bin,
    by_outcome,
    item_perplexity,
    place,
    tokens_of,
)
from graphprobe.evaluation.records import Outcome
from graphprobe.llm.logprobs import TokenScore
from graphprobe.records import Status

SENTENCE = "It was {answers}."


def cut(text: str, *pieces: tuple[str, float | None]) -> list[TokenScore]:
    scores, at = [], 0
    for piece, value in pieces:
        assert text[at : at + len(piece)] == piece
        scores.append(TokenScore(at, at + len(piece), piece, value))
        at += len(piece)
    return scores


def test_answers_stand_in_the_response_as_a_person_would_list_them() -> None:
    placement = place(SENTENCE, ["1910", "26 August 1910", "1911"])
    assert placement.text == "It was 1910, 26 August 1910 and 1911."
    assert [placement.text[start:end] for start, end in placement.spans] == ["1910", "26 August 1910", "1911"]


def test_only_tokens_of_the_answers_count() -> None:
    placement = place(SENTENCE, ["1910", "1911"])
    scores = cut(
        placement.text,
        ("It", -9),
        (" was", -9),
        (" 19", -1),
        ("10", -3),
        (" and", -9),
        (" 1911", -2),
        (".", -9),
    )
    found = item_perplexity("i", placement, scores)
    assert (found.nll, found.tokens, found.by_answer) == (2.0, 3, (2.0, 2.0))
    assert found.ppl == pytest.approx(math.e**2)


def test_a_token_that_two_answers_share_counts_once() -> None:
    placement = place("{answers}", ["a", "b"])
    scores = cut("a and b", ("a and b", -4.0))
    found = item_perplexity("i", placement, scores)
    assert (found.nll, found.tokens, found.by_answer) == (4.0, 1, (4.0, 4.0))


def test_parts_of_a_character_belong_to_its_answer() -> None:
    scores = [
        TokenScore(0, 2, "A ", -1),
        TokenScore(2, 2, "", -2),
        TokenScore(2, 3, "", -3),
        TokenScore(3, 4, ".", -4),
    ]
    assert [token.logprob for token in tokens_of((2, 3), scores)] == [-2, -3]


def test_a_missing_log_probability_is_no_number() -> None:
    placement = place(SENTENCE, ["1910"])
    with pytest.raises(Unscorable, match="no log-probability"):
        item_perplexity("i", placement, cut(placement.text, ("It was", -1), (" 1910", None), (".", -1)))
    with pytest.raises(Unscorable, match="no token"):
        item_perplexity("i", placement, [])


def items(*losses: float | None) -> list[ItemPerplexity]:
    return [
        ItemPerplexity(str(n), Status.OK if loss is not None else Status.ERROR, loss)
        for n, loss in enumerate(losses)
    ]


def test_means_are_geometric_and_items_without_a_number_left_out() -> None:
    outcomes = {"0": Outcome.COMPLETE, "1": Outcome.COMPLETE, "2": Outcome.FAILED, "3": Outcome.FAILED}
    found = by_outcome(items(math.log(2), math.log(8), math.log(100), None, math.log(5)), outcomes)
    assert found[Outcome.COMPLETE].ppl == pytest.approx(4)  # sqrt(2 * 8)
    assert (found[Outcome.COMPLETE].low, found[Outcome.COMPLETE].high) == (pytest.approx(2), pytest.approx(8))
    assert (found[Outcome.FAILED].n, found[Outcome.FAILED].ppl) == (1, pytest.approx(100))
    assert (found[Outcome.PARTIAL].n, found[Outcome.PARTIAL].ppl) == (0, None)


def test_bins_hold_equal_numbers_from_the_lowest_on() -> None:
    outcomes = {str(n): Outcome.COMPLETE if n < 3 else Outcome.FAILED for n in range(7)}
    found = by_bin(items(*[float(n) for n in range(7)]), outcomes, bins=3)
    assert [one.n for one in found] == [3, 2, 2]
    assert [one.outcomes[Outcome.COMPLETE] for one in found] == [3, 0, 0]
    assert found[1].ppl == pytest.approx(math.exp(3.5))
