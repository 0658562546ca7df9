"""Topic clusters: groups of documents that speak of the same things, a further way for pairs to meet.

Where an embedding model is installed a cluster is the neighbourhood of a centroid, else a community of the
entity graph: entities that documents mention together. Clusters are founded for the documents that come in
together and stay as they are from then on: a document added later joins the cluster that most of what it
mentions belongs to, and founds new ones only with others that come in with it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import networkx as nx
import numpy as np

from graphprobe.config import ClusterSettings
from graphprobe.mining.embeddings import Encoder, Vectors, choose_encoder, unit
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import content_id

if TYPE_CHECKING:
    from graphprobe.graph import Graph

ENTITIES = "entities"
EMBEDDING = "embedding"
LINKED_ENTITIES = 5  # of one document: ten links each keep the graph of 100,000 documents in memory
MOST_LINKS = 1_000_000
SAMPLE = 20_000  # documents whose vectors centroids are fitted to
SEED = 7
PAGE = 500


@dataclass(frozen=True, slots=True)
class Placement:
    """A document's cluster. ``score`` in (0, 1]: share of its entities' weight, or cosine to the centroid."""

    cluster: str
    score: float


class Grouping(Protocol):
    """A way to make clusters and to place documents in them."""

    method: str

    def options(self) -> Mapping[str, Any]:
        """What changes its results, for the stage's fingerprint."""

    def found(self, graph: Graph, fingerprint: str) -> None:
        """Makes the clusters that pending documents need; run again after a kill, it makes the same."""

    def place(self, items: Sequence[Row]) -> list[Placement | None]:
        """The cluster of each document; None where nothing connects it to others."""


class EntityGrouping:
    """Clusters as communities of entities (Louvain); a document belongs where most of its entities do."""

    method = ENTITIES

    def __init__(self, hub: int) -> None:
        self._hub = hub
        self._founded: dict[str, str] = {}

    def options(self) -> Mapping[str, Any]:
        return {"method": self.method, "hub": self._hub}

    def found(self, graph: Graph, fingerprint: str) -> None:
        unfinished = {row["key"] for row in graph.read("mining/clusters_open")}
        pages = graph.pages("mining/clusters_pending", limit=PAGE, fingerprint=fingerprint)
        links = entity_links((item for page in pages for item in page), self._hub, unfinished)
        self._founded = communities(links)
        clusters = sorted(set(self._founded.values()) | unfinished)
        members = [{"key": entity, "cluster": cluster} for entity, cluster in self._founded.items()]
        # The clusters stay marked open until all their entities are written: a kill in between is seen.
        graph.write("mining/clusters_found", [{"key": key, "method": self.method} for key in clusters])
        graph.write("mining/clusters_members", members, fingerprint=fingerprint)
        graph.write("mining/clusters_close", [{"key": key} for key in clusters])

    def place(self, items: Sequence[Row]) -> list[Placement | None]:
        return [self._place(item) for item in items]

    def _place(self, item: Row) -> Placement | None:
        votes: dict[str, float] = defaultdict(float)
        for key, n_documents, count, cluster in item["entities"]:
            home = self._founded.get(key, cluster)
            if home and 2 <= n_documents <= self._hub:
                votes[home] += _weight(n_documents, count)
        if not votes:
            return None
        best = min(votes, key=lambda cluster: (-votes[cluster], cluster))
        return Placement(best, round(votes[best] / sum(votes.values()), 3))


def entity_links(
    items: Iterable[Row], hub: int, unfinished: set[str] | frozenset[str] = frozenset()
) -> dict[tuple[str, str], float]:
    """Weighted links between entities that documents mention together and that have no cluster yet.

    A document links its few weightiest shared entities: the rare ones that it mentions often.

    Args:
        items: documents as rows with ``entities``: lists of key, n_documents, count and cluster.
        hub: entities of more documents are left out.
        unfinished: clusters that count as none, as a kill left them without some of their entities.
    """
    links: dict[tuple[str, str], float] = defaultdict(float)
    for item in items:
        shared = [entity for entity in item["entities"] if 2 <= entity[1] <= hub]
        shared.sort(key=lambda entity: (-_weight(entity[1], entity[2]), entity[0]))
        free = [
            (key, _weight(n_documents, count))
            for key, n_documents, count, cluster in shared[:LINKED_ENTITIES]
            if not cluster or cluster in unfinished
        ]
        for (a, weight_a), (b, weight_b) in combinations(sorted(free), 2):
            links[a, b] += min(weight_a, weight_b)
        if len(links) > 2 * MOST_LINKS:
            links = _strongest(links)
    return _strongest(links)


def communities(links: Mapping[tuple[str, str], float]) -> dict[str, str]:
    """Community of each entity, named after its members' least key; equal links give equal names."""
    if not links:
        return {}
    names = sorted({name for pair in links for name in pair})
    number = {name: index for index, name in enumerate(names)}
    graph = (
        nx.Graph()
    )  # of numbers: the order of a set of strings changes from run to run, and with it the result
    graph.add_nodes_from(range(len(names)))
    graph.add_weighted_edges_from((number[a], number[b], weight) for (a, b), weight in sorted(links.items()))
    found: list[set[int]] = nx.community.louvain_communities(graph, seed=SEED)
    return {
        names[index]: content_id("cluster", ENTITIES, names[min(members)])
        for members in found
        for index in members
    }


class EmbeddingGrouping:
    """Clusters as neighbourhoods of centroids (k-means) in a sentence model's space."""

    method = EMBEDDING

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._clusters: list[str] = []
        self._centroids: Vectors = np.zeros((0, 0), dtype=np.float32)

    def options(self) -> Mapping[str, Any]:
        return {"method": self.method, "model": self._encoder.id}

    def found(self, graph: Graph, fingerprint: str) -> None:
        rows = graph.read("mining/clusters_centroids", fingerprint=fingerprint)
        if not rows:
            pages = graph.pages("mining/clusters_pending", limit=PAGE, fingerprint=fingerprint)
            texts = [item["text"] for item in islice((item for page in pages for item in page), SAMPLE)]
            rows = [
                {
                    "key": content_id("cluster", EMBEDDING, fingerprint, str(index)),
                    "centroid": centroid.tolist(),
                }
                for index, centroid in enumerate(self._fit(texts))
            ]
            graph.write_together(
                [("mining/clusters_found_centroids", rows)], fingerprint=fingerprint, method=self.method
            )
        self._clusters = [row["key"] for row in rows]
        self._centroids = np.array([row["centroid"] for row in rows], dtype=np.float32)

    def _fit(self, texts: Sequence[str]) -> list[Vectors]:
        from sklearn.cluster import MiniBatchKMeans

        vectors = np.stack([self._encoder.encode_document(text) for text in texts])
        count = max(1, round(math.sqrt(len(texts))))
        fitted = MiniBatchKMeans(count, random_state=SEED, n_init=3).fit(vectors)
        return [unit(centre) for centre in fitted.cluster_centers_]

    def place(self, items: Sequence[Row]) -> list[Placement | None]:
        return [self._place(item["text"]) for item in items]

    def _place(self, text: str) -> Placement | None:
        similarities = self._centroids @ self._encoder.encode_document(text)
        best = int(similarities.argmax())
        score = float(similarities[best])
        return Placement(self._clusters[best], round(score, 3)) if score > 0 else None


class Clusters(Stage):
    """Puts each document into a topic cluster; sizes are derived from the memberships."""

    name: ClassVar[str] = "clusters"
    pending: ClassVar[str] = "mining/clusters_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/clusters_clear", "mining/clusters_write")
    status: ClassVar[str] = "mining/clusters_status"
    follows: ClassVar[tuple[str, ...]] = ("entities",)

    def __init__(self, settings: ClusterSettings) -> None:
        encoder = choose_encoder(settings.method, settings.model)
        self._grouping: Grouping = EmbeddingGrouping(encoder) if encoder else EntityGrouping(settings.hub)

    def options(self) -> Mapping[str, Any]:
        return self._grouping.options()

    def prepare(self, graph: Graph, fingerprint: str) -> None:
        self._grouping.found(graph, fingerprint)

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        placements = self._grouping.place(items)
        return [
            _outcome(item["key"], placement, self._grouping.method)
            for item, placement in zip(items, placements, strict=True)
        ]

    def finish(self, graph: Graph, fingerprint: str) -> None:  # noqa: ARG002
        for page in graph.pages("mining/clusters_touched", limit=PAGE):
            graph.write_together([("mining/clusters_derive", page), ("mining/clusters_prune", page)])


def _outcome(key: str, placement: Placement | None, method: str) -> Outcome:
    rows = [
        {"key": one.cluster, "document": key, "score": one.score, "method": method}
        for one in [placement]
        if one is not None
    ]
    return Outcome(key, rows={"mining/clusters_clear": [{"key": key}], "mining/clusters_write": rows})


def _weight(n_documents: int, count: int) -> float:
    """What an entity says about a document's topic: more when it's rare, and when it's often named."""
    return math.log1p(count) / math.log2(n_documents + 1)


def _strongest(links: Mapping[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    ranked = sorted(links.items(), key=lambda link: (-link[1], link[0]))
    return defaultdict(float, ranked[:MOST_LINKS])
