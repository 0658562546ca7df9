"""The paper's pairs, against their definitions."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from graphprobe.mining.pair_space import PairSpace

MEMBERS = [
    ("a", "history", ["rome", "paris"]),
    ("b", "history", ["rome"]),
    ("c", "physics", ["paris", "rome"]),
    ("d", None, ["paris"]),
    ("e", None, []),
]


def test_the_counts_are_those_of_the_equations() -> None:
    counts = PairSpace.of(MEMBERS).count()
    assert counts.all_pairs == 10
    assert counts.same_point == 1  # ab
    assert counts.across_points == 4  # ac ad bc cd; two unlabelled documents share no point
    assert counts.candidates == 5
    assert counts.share == pytest.approx(0.1)
    assert counts.reduction == pytest.approx(10)


def test_the_pairs_come_in_order_with_what_they_share() -> None:
    assert list(PairSpace.of(MEMBERS).pairs()) == [
        (0, 1, 1, True),
        (0, 2, 2, False),
        (0, 3, 1, False),
        (1, 2, 1, False),
        (2, 3, 1, False),
    ]


@pytest.mark.parametrize("members", [[], [("a", None, [])], [("a", "x", ["k"])]])
def test_fewer_than_two_documents_have_no_pairs(members: list[tuple[str, str | None, list[str]]]) -> None:
    space = PairSpace.of(members)
    counts = space.count()
    assert (counts.all_pairs, counts.candidates, counts.share, counts.reduction) == (0, 0, None, None)
    assert list(space.pairs()) == []


def test_more_documents_than_a_block_holds() -> None:
    rng = random.Random(3)
    members = [
        (f"{i:03d}", rng.choice(["x", "y", None]), rng.sample([f"e{j}" for j in range(40)], 3))
        for i in range(150)
    ]
    within = across = 0
    for (_, one, some), (_, other, others) in combinations(members, 2):
        same = one is not None and one == other
        within += same
        across += not same and bool(set(some) & set(others))
    space = PairSpace.of(members)
    counts = space.count()
    assert (counts.same_point, counts.across_points) == (within, across)
    assert len(list(space.pairs())) == within + across
