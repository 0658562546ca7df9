"""How a budget of pairs is shared out."""

from __future__ import annotations

import numpy as np

from graphprobe.mining.selection import FADING, PairTable, Via, merge_views, spend


def table(*rows: tuple[int, int, float, Via]) -> PairTable:
    first, second, score, via = zip(*rows, strict=True)
    return PairTable(
        np.asarray(first, np.int32),
        np.asarray(second, np.int32),
        np.asarray(score, np.float64),
        np.asarray([int(reason) for reason in via], np.uint8),
    )


def chosen(pairs: PairTable, budget: int) -> list[tuple[int, int]]:
    picked = pairs.rows(spend(pairs, budget))
    return list(zip(picked.first.tolist(), picked.second.tolist(), strict=True))


def test_two_views_of_a_pair_become_one_with_the_better_score_and_all_reasons() -> None:
    merged = merge_views(table((0, 1, 2.0, Via.TEXT), (1, 2, 3.0, Via.TEXT), (0, 1, 4.0, Via.ENTITY)))
    assert merged.first.tolist() == [0, 1]
    assert merged.score.tolist() == [4.0, 3.0]
    assert Via(int(merged.via[0])).names() == ["entity", "text"]


def test_no_pairs_stay_no_pairs() -> None:
    none = PairTable(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0), np.zeros(0, np.uint8))
    assert len(merge_views(none)) == 0
    assert spend(none, 10) == []


def test_the_best_pairs_of_the_corpus_are_bought() -> None:
    pairs = merge_views(table(*[(i, i + 1, 10.0 - i, Via.TEXT) for i in range(0, 10, 2)]))
    assert chosen(pairs, 2) == [(0, 1), (2, 3)]
    assert len(chosen(pairs, 99)) == 5


def test_a_family_of_like_pages_doesnt_eat_the_budget() -> None:
    family = [(a, b, 10.0, Via.TEXT) for a in range(6) for b in range(a + 1, 6)]
    pairs = merge_views(table(*family, (6, 7, 9.0, Via.TEXT)))
    assert (6, 7) in chosen(pairs, 6)
    assert 10 * FADING**2 > 9 > 10 * FADING**3  # so the lone pair comes after the family's second pairs


def test_the_choice_doesnt_depend_on_the_order_of_the_proposals() -> None:
    rng = np.random.default_rng(5)
    rows = [(int(a), int(a) + 1 + int(b), float(s), Via.TEXT) for a, b, s in rng.integers(0, 9, (60, 3))]
    expected = chosen(merge_views(table(*rows)), 12)
    assert len(expected) == 12
    for _ in range(5):
        shuffled = [rows[i] for i in rng.permutation(len(rows))]
        assert chosen(merge_views(table(*shuffled)), 12) == expected
