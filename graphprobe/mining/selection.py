"""Sharing out a budget of pairs: which of the proposed pairs are compared.

The budget belongs to the corpus, not to each document: with as many pairs, the best of the corpus find more
than each document's best three. But a family of near-identical pages would take a quadratic share of it, so
each pair that a document already has makes its next one worth a little less (:data:`FADING`).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntFlag

import numpy as np
import numpy.typing as npt

FADING = 0.95


class Via(IntFlag):
    """Why two documents are worth comparing; ``via`` in the graph holds the names in lower case."""

    ENTITY = 1
    KNOWLEDGE_POINT = 2
    SLOT = 4
    CLUSTER = 8
    TEXT = 16

    def names(self) -> list[str]:
        """The single reasons in a fixed order, as ``["entity", "text"]``."""
        return [str(reason.name).lower() for reason in Via if reason in self]


@dataclass(frozen=True, slots=True)
class PairTable:
    """Pairs as columns; row i says that documents ``first[i] < second[i]`` have a score and reasons.

    Documents are numbers, positions in a sorted list of ids, so that a million pairs fit in little memory.
    """

    first: npt.NDArray[np.int32]
    second: npt.NDArray[np.int32]
    score: npt.NDArray[np.float64]
    via: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.first)

    def rows(self, chosen: Sequence[int] | npt.NDArray[np.intp]) -> PairTable:
        """The rows at these positions, in their order."""
        at = np.asarray(chosen, np.intp)
        return PairTable(self.first[at], self.second[at], self.score[at], self.via[at])


def merge_views(pairs: PairTable) -> PairTable:
    """One row a pair, best score first: both documents may have proposed it, seeing it a little differently.

    The score is the greater of the two, the reasons are those of both.
    """
    if not len(pairs):
        return pairs
    order = np.lexsort((-pairs.score, pairs.second, pairs.first))
    ordered = pairs.rows(order)
    new = np.ones(len(ordered), np.bool_)
    new[1:] = (np.diff(ordered.first) != 0) | (np.diff(ordered.second) != 0)
    starts = np.flatnonzero(new)
    merged = ordered.rows(starts)
    via = np.bitwise_or.reduceat(ordered.via, starts)
    merged = PairTable(merged.first, merged.second, merged.score, via)
    return merged.rows(np.lexsort((merged.second, merged.first, -merged.score)))


def spend(pairs: PairTable, budget: int) -> list[int]:
    """Positions of the pairs that the budget buys, in the order of choice.

    Args:
        pairs: one row a pair, best score first.
        budget: most pairs to choose.

    A pair is worth its score, times :data:`FADING` for every pair that either document already has. The most
    valuable is taken, then the next; the same pairs always give the same choice.
    """
    first, second, score = pairs.first.tolist(), pairs.second.tolist(), pairs.score.tolist()
    taken: dict[int, int] = {}
    chosen: list[int] = []
    faded: list[tuple[float, int]] = []  # pairs seen and put back: (-worth, position)
    position = 0
    while len(chosen) < budget and (faded or position < len(score)):
        if position < len(score) and (not faded or score[position] >= -faded[0][0]):
            at, bound = position, score[position]
            position += 1
        else:
            bound, at = heapq.heappop(faded)
            bound = -bound
        a, b = first[at], second[at]
        worth = score[at] * FADING ** (taken.get(a, 0) + taken.get(b, 0))
        if worth < bound:
            heapq.heappush(faded, (-worth, at))
            continue
        chosen.append(at)
        taken[a] = taken.get(a, 0) + 1
        taken[b] = taken.get(b, 0) + 1
    return chosen
