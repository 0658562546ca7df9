"""The schema is applied once, recorded, and guarded against changed and newer steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphprobe.config import GraphSettings
from graphprobe.errors import GraphError, GraphVersionError
from graphprobe.graph import Graph, loader, migrations, open_graph

DESIGN_KEYS = {
    ("Document", "id"),
    ("Entity", "key"),
    ("KnowledgePoint", "path"),
    ("Fact", "id"),
    ("Slot", "key"),
    ("Account", "id"),
    ("Conflict", "id"),
    ("Question", "id"),
    ("Evidence", "id"),
    ("Review", "id"),
    ("Run", "id"),
    ("Response", "id"),
    ("Judgment", "id"),
    ("Cluster", "id"),
    ("ProbeFact", "id"),
    ("Task", "id"),
    ("Migration", "version"),
}


@pytest.fixture
def record(graph: Graph) -> Iterator[Graph]:
    """A graph whose records of applied steps a test may change."""
    rows = graph.read("graph/migrations_applied")
    yield graph
    graph.write("graph/migration_record", [{**row, "key": row["version"]} for row in rows])
    graph.update("probe/forget_migration", version=9999)


def test_every_key_of_the_design_has_a_constraint() -> None:
    texts = [loader.load(step.statement).text for step in migrations.known()]
    keys = [
        match for text in texts for match in re.findall(r"FOR \(n:(\w+)\) REQUIRE n\.(\w+) IS UNIQUE", text)
    ]

    assert set(keys) >= DESIGN_KEYS
    assert len(keys) == len(set(keys))


def test_steps_are_numbered_once_and_may_be_run_twice() -> None:
    versions = [step.version for step in migrations.known()]

    assert versions == sorted(set(versions))
    assert all("IF NOT EXISTS" in loader.load(step.statement).text for step in migrations.known())


def test_steps_are_recorded_and_not_applied_again(graph: Graph) -> None:
    applied = graph.read("graph/migrations_applied")

    assert [(row["version"], row["checksum"]) for row in applied] == [
        (step.version, step.checksum) for step in migrations.known()
    ]
    assert all(row["applied_at"].endswith("+00:00") for row in applied)
    assert migrations.apply(graph) == []
    assert graph.read("graph/migrations_applied") == applied


def test_a_step_without_its_record_is_applied_again(record: Graph) -> None:
    last = migrations.known()[-1]
    record.update("probe/forget_migration", version=last.version)

    assert migrations.apply(record) == [last]
    assert migrations.pending(record) == []


def test_two_processes_may_apply_at_once(record: Graph, graph_settings: GraphSettings) -> None:
    for step in migrations.known():
        record.update("probe/forget_migration", version=step.version)

    def apply(_: int) -> None:
        with open_graph(graph_settings):
            pass

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(apply, range(2)))

    assert len(record.read("graph/migrations_applied")) == len(migrations.known())


def test_a_changed_step_is_an_error(record: Graph, graph_settings: GraphSettings) -> None:
    record.write("graph/migration_record", [{"key": 2, "name": "document_id", "checksum": "other"}])

    with pytest.raises(GraphError, match=r"step 2 .* has changed since"), open_graph(graph_settings):
        pass


def test_a_newer_step_is_an_error_that_says_upgrade(record: Graph, graph_settings: GraphSettings) -> None:
    record.write("graph/migration_record", [{"key": 9999, "name": "future", "checksum": "x"}])

    with (
        pytest.raises(GraphVersionError, match=r"step 9999, future.*pip install --upgrade"),
        open_graph(graph_settings),
    ):
        pass
