"""Candidate pairs: which documents are worth comparing (docs/architecture.md, "Mining", step 5).

``bounded`` (default): every document proposes the documents it shares most with: rare terms, entities and
slots, each found by a walk over a shared node, never more than ``hub`` documents wide. The best proposals of
all documents that came in together, a *round*, then share one budget. The cost of a document doesn't depend
on the size of the corpus, and a document added later brings its own budget.

``paper``: all pairs of C_K and C_N (ElephantBench, equations 4 and 5), up to a limit.

The pairs of a round are written by ``finish``, which a kill may interrupt: a round is closed by a single node
after its last pair, and until then running it again writes the same pairs again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from graphprobe.config import CandidateSettings
from graphprobe.mining.pair_space import PairCounts, PairSpace
from graphprobe.mining.selection import PairTable, Via, merge_views, spend
from graphprobe.mining.stage import Outcome, Row, Stage

if TYPE_CHECKING:
    from graphprobe.graph import Graph

MOST_PROPOSALS = 20
"""Documents that one document proposes; others may propose it as well."""

REFERENCE_TERMS = 100
"""Terms of a text of some 130 words, whose scores are left as they are."""

_FEWEST_DOCUMENTS = 3  # with fewer, log(n / 2), the unit of weights, isn't above zero
_PAGE = 1000
_KINDS = {"text": Via.TEXT, "entity": Via.ENTITY, "slot": Via.SLOT}


Labels = tuple[frozenset[str], frozenset[str]]  # knowledge points and topic clusters of a document


class Proposal(NamedTuple):
    """A document that another wants to be compared with."""

    id: str
    score: float
    via: Via


def propose(item: Row, most: int = MOST_PROPOSALS) -> list[Proposal]:
    """The best partners of a document, best first.

    Args:
        item: a row of ``mining/candidates_pending``: ``n_terms``, and in ``text``, ``entity`` and ``slot``
            the documents that share things of that kind, as [id, weight, n_terms].
        most: how many at most.

    The score is the sum of all weights, divided by the fourth root of the product of the texts' lengths in
    terms: long texts share more by chance. A score of 1 is one rare name shared by two short texts only.
    """
    weight: dict[str, float] = {}
    via: dict[str, Via] = {}
    n_terms: dict[str, int] = {}
    for kind, reason in _KINDS.items():
        for other, shared, length in item[kind]:
            weight[other] = weight.get(other, 0.0) + shared
            via[other] = via.get(other, Via(0)) | reason
            n_terms[other] = length or 1
    own = item["n_terms"] or 1
    scores = {o: round(w / _length_factor(own, n_terms[o]), 6) for o, w in weight.items()}
    best = sorted((o for o, score in scores.items() if score > 0), key=lambda o: (-scores[o], o))
    return [Proposal(other, scores[other], via[other]) for other in best[:most]]


def _length_factor(one: int, other: int) -> float:
    return math.sqrt(math.sqrt(one * other) / REFERENCE_TERMS)


def candidates_stage(settings: CandidateSettings) -> Stage:
    """The candidates stage in the setting asked for."""
    return PaperCandidates(settings) if settings.setting == "paper" else BoundedCandidates(settings)


class _Candidates(Stage):
    """What the two settings share: rounds, and how their pairs are written."""

    name: ClassVar[str] = "candidates"
    status: ClassVar[str] = "mining/candidates_status"
    writes: ClassVar[tuple[str, ...]] = ("mining/candidates_propose",)

    def __init__(self, settings: CandidateSettings) -> None:
        self._settings = settings

    def parameters(self, graph: Graph) -> Mapping[str, Any]:
        """``round``: the open round, which the documents worked on now join."""
        return {"round": open_round(graph)}

    def _write_round(
        self, graph: Graph, fingerprint: str, members: Sequence[str], rows: Iterable[Row], budget: int
    ) -> None:
        """Writes the pairs of a round, then closes it; until it's closed it may be written again."""
        number = open_round(graph)
        graph.write("mining/candidates_clear", [{"key": key} for key in members], fingerprint=fingerprint)
        pairs = sum(
            graph.write("mining/candidates_write", batch, fingerprint=fingerprint) for batch in _batches(rows)
        )
        closing = {
            "key": number,
            "setting": self._settings.setting,
            "n_documents": len(members),
            "budget": budget,
            "pairs": pairs,
            "hub": self._settings.hub,
        }
        graph.write("mining/candidates_close", [closing], fingerprint=fingerprint)


class BoundedCandidates(_Candidates):
    """A budget of pairs for the whole corpus, spent on the best."""

    pending: ClassVar[str] = "mining/candidates_pending"
    follows: ClassVar[tuple[str, ...]] = ("terms", "entities", "knowledge_points", "clusters", "facts")

    def options(self) -> Mapping[str, Any]:
        """Budget and hub cap."""
        return self._settings.model_dump(include={"setting", "per_document", "hub"})

    def parameters(self, graph: Graph) -> Mapping[str, Any]:
        """``round``, ``hub`` and ``n``, the number of documents that rarity is measured by."""
        documents = graph.read("corpus/count")[0]["documents"]
        n = float(max(documents, _FEWEST_DOCUMENTS))
        return {**super().parameters(graph), "hub": self._settings.hub, "n": n}

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Each document's proposals; a copy has none, since it's compared through what it's a copy of."""
        return [_outcome(item["key"], propose(item)) if _is_original(item) else _copy(item) for item in items]

    def finish(self, graph: Graph, fingerprint: str) -> None:
        """Shares the budget out among the documents of the open round, if there are any."""
        members, ids, pairs = _read_proposals(graph, fingerprint)
        if not members:
            return
        budget = int(self._settings.per_document * len(members))
        pairs = merge_views(pairs)
        chosen = pairs.rows(spend(pairs, budget))
        self._write_round(graph, fingerprint, members, _pair_rows(graph, ids, chosen), budget)


class PaperCandidates(_Candidates):
    """All pairs of C_K and C_N with a document of the round, in the order of their ids, up to a limit."""

    pending: ClassVar[str] = "mining/candidates_unpaired"
    follows: ClassVar[tuple[str, ...]] = ("entities", "knowledge_points")

    def options(self) -> Mapping[str, Any]:
        """The limit."""
        return self._settings.model_dump(include={"setting", "limit"})

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Nothing a document: the documents only join the round."""
        return [_outcome(item["key"], []) for item in items]

    def finish(self, graph: Graph, fingerprint: str) -> None:
        """Writes the pairs of the open round, if it has documents."""
        members, _, _ = _read_proposals(graph, fingerprint)
        if members:
            rows = islice(_paper_rows(read_pair_space(graph), frozenset(members)), self._settings.limit)
            self._write_round(graph, fingerprint, members, rows, self._settings.limit)


def open_round(graph: Graph) -> str:
    """Id of the round that documents join now: the one after the last that was finished."""
    last = graph.read("mining/candidates_last_round")
    return f"{int(last[0]['id']) + 1 if last else 1:08d}"


def read_pair_space(graph: Graph) -> PairSpace:
    """Knowledge points and entities of all documents; of several points a document has its surest."""
    rows = chain.from_iterable(graph.pages("mining/candidates_members", limit=_PAGE))
    return PairSpace.of((row["key"], _surest(row["points"]), row["entities"]) for row in rows)


def count_pairs(graph: Graph) -> PairCounts:
    """M_all, M_KP and the size of C_N for the documents of the graph (ElephantBench, appendix B)."""
    return read_pair_space(graph).count()


def read_candidates(graph: Graph) -> Iterator[Row]:
    """All candidate pairs as rows ``doc_a, doc_b, via, score``, in the order of their ids."""
    for row in chain.from_iterable(graph.pages("mining/candidates_list", limit=_PAGE)):
        for other, score, via in sorted(row["pairs"], key=itemgetter(0)):
            yield {"doc_a": row["key"], "doc_b": other, "via": via, "score": score}


def _surest(points: Sequence[tuple[float, str]]) -> str | None:
    return max(points, key=lambda point: (point[0], point[1]))[1] if points else None


def _is_original(item: Row) -> bool:
    return bool(item["original"] == item["key"])


def _copy(item: Row) -> Outcome:
    return _outcome(item["key"], [], note=f"a copy of {item['original']}")


def _outcome(key: str, proposals: Sequence[Proposal], note: str = "") -> Outcome:
    row = {
        "key": key,
        "ids": [proposal.id for proposal in proposals],
        "scores": [proposal.score for proposal in proposals],
        "via": [int(proposal.via) for proposal in proposals],
    }
    return Outcome(key, note=note, rows={"mining/candidates_propose": [row]})


def _read_proposals(graph: Graph, fingerprint: str) -> tuple[list[str], list[str], PairTable]:
    """Documents of the open round, the sorted ids that pairs refer to, and what was proposed."""
    members: list[str] = []
    numbers: dict[str, int] = {}
    firsts, seconds, scores, vias = [], [], [], []
    pages = graph.pages(
        "mining/candidates_proposals", limit=_PAGE, round=open_round(graph), fingerprint=fingerprint
    )
    for row in chain.from_iterable(pages):
        members.append(row["key"])
        own = numbers.setdefault(row["key"], len(numbers))
        others = [numbers.setdefault(other, len(numbers)) for other in row["ids"]]
        firsts.append(np.full(len(others), own, np.int32))
        seconds.append(np.asarray(others, np.int32))
        scores.append(np.asarray(row["scores"], np.float64))
        vias.append(np.asarray(row["via"], np.uint8))
    if not members:
        none = np.zeros(0, np.int32)
        return [], [], PairTable(none, none, np.zeros(0), np.zeros(0, np.uint8))
    ids = sorted(numbers)
    position = np.empty(len(ids), np.int32)
    position[[numbers[key] for key in ids]] = np.arange(len(ids), dtype=np.int32)
    one, other = position[np.concatenate(firsts)], position[np.concatenate(seconds)]
    pairs = PairTable(
        np.minimum(one, other), np.maximum(one, other), np.concatenate(scores), np.concatenate(vias)
    )
    return members, ids, pairs


def _pair_rows(graph: Graph, ids: Sequence[str], pairs: PairTable) -> Iterator[Row]:
    """Rows to write, with what else the two documents share: a knowledge point or a topic cluster."""
    for start in range(0, len(pairs), _PAGE):
        page = pairs.rows(range(start, min(start + _PAGE, len(pairs))))
        named = [(ids[a], ids[b]) for a, b in zip(page.first.tolist(), page.second.tolist(), strict=True)]
        labels = _labels(graph, {key for pair in named for key in pair})
        for (a, b), score, via in zip(named, page.score.tolist(), page.via.tolist(), strict=True):
            yield _pair_row(a, b, score, Via(via) | _common_labels(labels[a], labels[b]))


def _pair_row(a: str, b: str, score: float, via: Via) -> Row:
    return {"key": f"{a} {b}", "a": a, "b": b, "score": score, "via": via.names()}


def _labels(graph: Graph, ids: Iterable[str]) -> dict[str, Labels]:
    rows = graph.read("mining/candidates_labels", ids=sorted(ids))
    return {row["key"]: (frozenset(row["points"]), frozenset(row["clusters"])) for row in rows}


def _common_labels(one: Labels, other: Labels) -> Via:
    points = Via.KNOWLEDGE_POINT if one[0] & other[0] else Via(0)
    return points | (Via.CLUSTER if one[1] & other[1] else Via(0))


def _paper_rows(space: PairSpace, members: frozenset[str]) -> Iterator[Row]:
    for first, second, shared, same_point in space.pairs():
        a, b = space.ids[first], space.ids[second]
        if a in members or b in members:
            via = (Via.ENTITY if shared else Via(0)) | (Via.KNOWLEDGE_POINT if same_point else Via(0))
            yield _pair_row(a, b, float(shared), via)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, 10 * _PAGE)):
        yield batch
