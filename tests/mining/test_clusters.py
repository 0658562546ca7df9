"""Communities of entities, centroids, and the stage on both engines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from graphprobe.config import ClusterSettings
from graphprobe.graph import Graph
from graphprobe.mining import clusters
from graphprobe.mining.clusters import Clusters, EmbeddingGrouping, communities, entity_links
from graphprobe.mining.embeddings import Encoder
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.records import Status

# Two topics with three entities each; "world" is mentioned everywhere.
DOCUMENTS = {
    "m1": ("mozart", "salzburg", "world"),
    "m2": ("mozart", "haydn", "salzburg"),
    "m3": ("haydn", "salzburg", "world"),
    "r1": ("rheostatics", "toronto", "world"),
    "r2": ("rheostatics", "hip", "toronto"),
    "r3": ("hip", "toronto", "world"),
    "x1": ("lonely",),
    "x2": (),
}


def rows_of(documents: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    counts = {
        name: sum(name in some for some in documents.values()) for some in documents.values() for name in some
    }
    return [
        {"key": key, "entities": [[name, counts[name], 1, None] for name in some]}
        for key, some in documents.items()
    ]


class TestCommunities:
    def test_entities_that_are_mentioned_together_are_together(self) -> None:
        found = communities(entity_links(rows_of(DOCUMENTS), hub=3))
        assert len(set(found.values())) == 2
        assert found["mozart"] == found["haydn"] == found["salzburg"]
        assert found["hip"] == found["toronto"] == found["rheostatics"]
        assert set(found) == {"mozart", "haydn", "salzburg", "hip", "toronto", "rheostatics"}

    def test_the_order_of_documents_changes_nothing(self) -> None:
        rows = rows_of(DOCUMENTS)
        assert communities(entity_links(rows, hub=3)) == communities(entity_links(rows[::-1], hub=3))

    def test_a_hub_links_nothing(self) -> None:
        links = entity_links(rows_of({f"d{i}": ("hub", f"a{i // 2}") for i in range(10)}), hub=9)
        assert links == {}

    def test_entities_with_a_cluster_found_none_unless_it_was_left_unfinished(self) -> None:
        rows = [{"key": "d", "entities": [["a", 2, 1, "c1"], ["b", 2, 1, None], ["c", 2, 1, "c2"]]}] * 2
        assert set(entity_links(rows, hub=5)) == set()
        assert set(entity_links(rows, hub=5, unfinished={"c1"})) == {("a", "b")}

    def test_links_are_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(clusters, "MOST_LINKS", 5)
        rows = rows_of({f"d{i}": (f"a{i // 2}", f"b{i // 2}", f"c{i // 2}") for i in range(40)})
        assert len(entity_links(rows, hub=9)) == 5

    def test_nothing_comes_of_nothing(self) -> None:
        assert communities(entity_links([], hub=5)) == {}


def add(graph: Graph, documents: Mapping[str, tuple[str, ...]]) -> None:
    graph.write("corpus/documents_write", [{"key": key, "text": key, "text_sha": key} for key in documents])
    rows = [
        {
            "key": name,
            "document": key,
            "name": name,
            "type": "MISC",
            "count": 1,
            "first": 0,
            "surfaces": [name],
        }
        for key, some in documents.items()
        for name in some
    ]
    graph.write("mining/entities_write", rows, fingerprint="f")
    graph.write("mining/entities_derive", graph.read("mining/entities_touched", after="", limit=1000))


def run(graph: Graph, stage: Clusters | None = None) -> StageReport:
    stage = stage or Clusters(ClusterSettings(method="entities", hub=4))
    return run_stage(graph, stage, stage.fingerprint({"entities": "f"}))


def members(graph: Graph) -> dict[str, list[str]]:
    """Documents of each cluster; the cluster's own size must agree."""
    rows = graph.read("mining/clusters_list", after="", limit=1000)
    assert all(row["size"] == len(row["documents"]) for row in rows)
    return {row["key"]: sorted(row["documents"]) for row in rows}


class TestStage:
    def test_documents_of_one_topic_are_in_one_cluster(self, graph: Graph) -> None:
        add(graph, DOCUMENTS)
        report = run(graph)
        assert report.statuses == {Status.OK: 8}
        assert sorted(members(graph).values()) == [["m1", "m2", "m3"], ["r1", "r2", "r3"]]
        before = members(graph)
        assert run(graph).done == 0
        assert members(graph) == before

    def test_a_document_added_later_joins_its_neighbours_and_moves_nobody(self, graph: Graph) -> None:
        add(graph, DOCUMENTS)
        run(graph)
        before = members(graph)
        add(graph, {"m4": ("haydn", "mozart", "lonely")})
        assert run(graph).done == 1
        after = members(graph)
        assert set(after) == set(before)
        [grown] = [key for key in after if after[key] != before[key]]
        assert after[grown] == ["m1", "m2", "m3", "m4"]

    def test_later_documents_of_a_new_topic_found_its_cluster(self, graph: Graph) -> None:
        add(graph, DOCUMENTS)
        run(graph)
        before = members(graph)
        add(graph, {"n1": ("kyoto", "nara"), "n2": ("kyoto", "nara")})
        run(graph)
        after = members(graph)
        assert {key: after[key] for key in before} == before
        assert [after[key] for key in after if key not in before] == [["n1", "n2"]]

    @pytest.mark.parametrize("statement", ["clusters_found", "clusters_members", "clusters_close"])
    def test_a_kill_while_clusters_are_founded_changes_nothing(self, graph: Graph, statement: str) -> None:
        add(graph, DOCUMENTS)
        stage = Clusters(ClusterSettings(method="entities", hub=4))
        with pytest.raises(KeyboardInterrupt):
            stage.prepare(DyingGraph(graph, f"mining/{statement}"), stage.fingerprint({"entities": "f"}))  # type: ignore[arg-type]
        run(graph)
        assert sorted(members(graph).values()) == [["m1", "m2", "m3"], ["r1", "r2", "r3"]]
        assert graph.read("mining/clusters_open") == []

    def test_other_settings_place_all_documents_anew(self, graph: Graph) -> None:
        add(graph, DOCUMENTS)
        run(graph)
        assert run(graph, Clusters(ClusterSettings(method="entities", hub=2))).done == 8
        assert sorted(members(graph).values()) == [["m1", "m2", "m3"], ["r1", "r2", "r3"]]


class DyingGraph:
    """A graph whose process is stopped after half the rows of one statement."""

    def __init__(self, graph: Graph, statement: str) -> None:
        self._graph = graph
        self._statement = statement

    def __getattr__(self, name: str) -> Any:
        return getattr(self._graph, name)

    def write(self, statement: str, rows: list[dict[str, Any]], **parameters: Any) -> int:
        if statement != self._statement:
            return self._graph.write(statement, rows, **parameters)
        self._graph.write(statement, rows[: len(rows) // 2], **parameters)
        raise KeyboardInterrupt


class TestEmbedding:
    def test_centroids_stay_when_documents_are_added(self, embedded_graph: Graph) -> None:
        from test_knowledge_points import WordModel

        texts = {f"m{i}": f"Mozart Haydn symphony number {i}" for i in range(6)}
        texts |= {f"r{i}": f"Rugby team league season {i}" for i in range(6)}

        def add_texts(some: Mapping[str, str]) -> None:
            embedded_graph.write(
                "corpus/documents_write",
                [{"key": key, "text": text, "text_sha": key} for key, text in some.items()],
            )

        stage = Clusters(ClusterSettings(method="entities"))
        stage._grouping = EmbeddingGrouping(Encoder("words", WordModel()))
        add_texts(texts)
        run(embedded_graph, stage)
        before = members(embedded_graph)
        home = {document: key for key, some in before.items() for document in some}
        assert not {home[f"m{i}"] for i in range(6)} & {home[f"r{i}"] for i in range(6)}
        add_texts({"r9": "Rugby team league season 9"})
        run(embedded_graph, stage)
        after = members(embedded_graph)
        assert {d: key for key, some in after.items() for d in some if d != "r9"} == home
        assert any("r9" in some and "r1" in some for some in after.values())
