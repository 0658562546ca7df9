"""The paper's candidate pairs, counted and listed (ElephantBench, section 3.2 and appendix B).

C_K holds all pairs of documents with the same knowledge point (equation 4), C_N all pairs that share a
normalized entity and whose knowledge points differ (equation 5); the two have no pair in common. C_K is
counted from the sizes of its groups (equation 11). C_N can't be, since two documents may share several
entities: it's counted row by row of the product of the document-entity matrix with its transpose, and never
held whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

ROWS_AT_ONCE = 64
UNLABELED = -1


@dataclass(frozen=True, slots=True)
class PairSpace:
    """Documents as the paper's retrieval sees them.

    Attributes:
        ids: documents in order.
        point: number of each document's knowledge point; :data:`UNLABELED` for none, which equals no other.
        mentions: 1 where a document (row) mentions an entity (column).
    """

    ids: Sequence[str]
    point: npt.NDArray[np.int64]
    mentions: sparse.csr_array

    @classmethod
    def of(cls, members: Iterable[tuple[str, str | None, Sequence[str]]]) -> PairSpace:
        """Builds the space from documents in the order of their ids: id, knowledge point, entity keys."""
        ids: list[str] = []
        points: list[int] = []
        columns: list[int] = []
        ends = [0]
        point_numbers: dict[str, int] = {}
        entity_numbers: dict[str, int] = {}
        for key, point, entities in members:
            ids.append(key)
            points.append(point_numbers.setdefault(point, len(point_numbers)) if point else UNLABELED)
            columns.extend(entity_numbers.setdefault(e, len(entity_numbers)) for e in dict.fromkeys(entities))
            ends.append(len(columns))
        shape = (len(ids), len(entity_numbers))
        mentions = sparse.csr_array((np.ones(len(columns), np.int32), columns, ends), shape=shape)
        return cls(ids, np.asarray(points, np.int64), mentions)

    def count(self) -> PairCounts:
        """Sizes of the pair sets."""
        sizes = np.bincount(self.point[self.point != UNLABELED]) if len(self.ids) else np.zeros(0, np.int64)
        across = sum(int(np.count_nonzero(~self._same_point(a, b))) for a, b, _ in self._sharing())
        return PairCounts(len(self.ids), int((sizes * (sizes - 1) // 2).sum()), across)

    def pairs(self) -> Iterator[tuple[int, int, int, bool]]:
        """All pairs of C_K and C_N in order: two positions, entities shared, whether the point is shared."""
        members = {point: np.flatnonzero(self.point == point) for point in np.unique(self.point).tolist()}
        members.pop(UNLABELED, None)
        none = np.zeros(0, np.int64)
        sharing = self._rows_sharing()
        for first in range(len(self.ids)):
            others, shared = next(sharing)
            peers = members.get(int(self.point[first]), none)
            number = dict(zip(others.tolist(), shared.tolist(), strict=True))
            for second in sorted({*number, *peers[peers > first].tolist()}):
                same = bool(self._same_point(np.asarray([first]), np.asarray([second]))[0])
                yield first, second, number.get(second, 0), same

    def _same_point(
        self, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.bool_]:
        ours = self.point[first]
        same: npt.NDArray[np.bool_] = np.equal(ours, self.point[second]) & np.not_equal(ours, UNLABELED)
        return same

    def _sharing(
        self,
    ) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        """Pairs that share entities, a few rows at a time: firsts, seconds (greater), entities shared."""
        transposed = self.mentions.T.tocsr()
        for start in range(0, len(self.ids), ROWS_AT_ONCE):
            block = (self.mentions[start : start + ROWS_AT_ONCE] @ transposed).tocoo()
            first = block.row.astype(np.int64) + start
            second = block.col.astype(np.int64)
            later = second > first
            yield first[later], second[later], block.data[later].astype(np.int64)

    def _rows_sharing(self) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        """For each document in order, the later documents it shares entities with, and how many."""
        start = 0
        for first, second, shared in self._sharing():
            end = min(start + ROWS_AT_ONCE, len(self.ids))
            for row in range(start, end):
                at = first == row
                yield second[at], shared[at]
            start = end


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs there are and how many the paper's retrieval keeps.

    Attributes:
        documents: n.
        same_point: M_KP, the size of C_K (equations 4 and 11).
        across_points: the size of C_N (equation 5).
    """

    documents: int
    same_point: int
    across_points: int

    @property
    def all_pairs(self) -> int:
        """M_all = n (n - 1) / 2 (equation 10)."""
        return self.documents * (self.documents - 1) // 2

    @property
    def candidates(self) -> int:
        """Size of C, the union of C_K and C_N."""
        return self.same_point + self.across_points

    @property
    def share(self) -> float | None:
        """M_KP / M_all (equation 12); None without a pair."""
        return self.same_point / self.all_pairs if self.all_pairs else None

    @property
    def reduction(self) -> float | None:
        """M_all / M_KP, how many times fewer pairs (equation 12); None when C_K is empty."""
        return self.all_pairs / self.same_point if self.same_point else None
