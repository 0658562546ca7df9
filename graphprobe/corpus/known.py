"""Which incoming documents the graph may know already, without asking it about each.

A look-up costs the database about as much as writing a document does, and nearly all look-ups of a first
run find nothing. So a run keeps a Bloom filter of the ids and MinHash bands that are in the graph: what it
doesn't hold isn't there, and only the rest is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import Any

import numpy as np

from graphprobe.corpus.near_duplicates import BANDS
from graphprobe.corpus.tokens import Bools, Hashes, mix
from graphprobe.graph import Graph

BAND_NAMES = tuple(f"band_{number}" for number in range(BANDS))

_BITS = 2**27  # 16 MB: 1 % of new keys are looked up in vain at 1.5 million documents, 10 % at 5 million
_PROBES = 2
_PAGE = 5000


class KeyFilter:
    """A set of 64-bit keys in a fixed amount of memory, which may hold a key that was never added."""

    def __init__(self, bits: int = _BITS) -> None:
        self._bits = bits
        self._table = np.zeros(bits // 8, np.uint8)

    def add(self, keys: Hashes) -> None:
        """Puts keys in."""
        for byte, bit in self._places(keys):
            np.bitwise_or.at(self._table, byte, bit)

    def may_hold(self, keys: Hashes) -> Bools:
        """False for a key that was never added."""
        held = np.ones(len(keys), np.bool_)
        for byte, bit in self._places(keys):
            held &= (self._table[byte] & bit) > 0
        return held

    def _places(self, keys: Hashes) -> Iterable[tuple[Any, Any]]:
        for probe in range(1, _PROBES + 1):
            place = mix(keys ^ np.uint64(probe)) % np.uint64(self._bits)
            yield place >> np.uint64(3), np.left_shift(1, place & np.uint64(7)).astype(np.uint8)


class KnownKeys:
    """The ids and bands of a graph, as far as a run needs them.

    The filter begins to count when the run has added as many documents as the graph had: until then
    look-ups cost less than reading all keys would. So a document added to a large graph costs its own
    look-ups, a first run costs none, and no run costs more than twice its own work.

    Args:
        graph: the graph the run adds to.
        alone: no other task of the run adds documents meanwhile; without that, everything is looked up.
    """

    def __init__(self, graph: Graph, *, alone: bool) -> None:
        self._graph = graph
        self._filter: KeyFilter | None = None
        self._stored = int(graph.read("corpus/count")[0]["documents"]) if alone else None
        self._added = 0
        self._load_when_due()

    def maybe_ids(self, ids: list[str]) -> list[str]:
        """Those of ``ids`` that may be in the graph."""
        return list(compress(ids, self._may_hold(_id_hashes(ids))))

    def may_hold_bands(self, bands: list[int]) -> list[bool]:
        """For each of ``bands``, whether it may be in the graph."""
        return self._may_hold(_band_hashes(bands))

    def add(self, ids: list[str], bands: list[int]) -> None:
        """Documents were written."""
        self._added += len(ids)
        if self._filter:
            self._filter.add(_id_hashes(ids))
            self._filter.add(_band_hashes(bands))
        else:
            self._load_when_due()

    def _may_hold(self, keys: Hashes) -> list[bool]:
        if self._filter is None:
            return [True] * len(keys)
        held: list[bool] = self._filter.may_hold(keys).tolist()
        return held

    def _load_when_due(self) -> None:
        if self._stored is None or self._added < self._stored:
            return
        filled = KeyFilter()
        if self._stored or self._added:
            for page in self._graph.pages("corpus/keys", limit=_PAGE):
                bands = [row[name] for row in page for name in BAND_NAMES if row[name] is not None]
                filled.add(_id_hashes([row["key"] for row in page]))
                filled.add(_band_hashes(bands))
        self._filter = filled  # only now: another thread may be asking


def _id_hashes(ids: list[str]) -> Hashes:
    """Python's own string hash: it's the same within a process, and the filter lives in one."""
    return mix(np.fromiter((hash(key) for key in ids), np.int64, len(ids)).view(np.uint64))


def _band_hashes(bands: list[int]) -> Hashes:
    return np.fromiter(bands, np.int64, len(bands)).view(np.uint64)
