"""The contract of every statement under ``cypher/``: a full header, and the same on every server.

Each is run with the example of its header on both engines, on a populated graph. On Neo4j its plan is read
too: what scans all nodes or multiplies unconnected patterns passes on a test's hundred nodes and never ends
on a corpus.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from graphprobe.config import GraphSettings
from graphprobe.graph import Graph, loader, maintenance, open_graph

CHAINS = 60
BOOKKEEPING = {"Migration", "CandidateRound"}  # nodes that users aren't told about
FORBIDDEN_OPERATORS = {"AllNodesScan", "CartesianProduct"}

every_statement = pytest.mark.parametrize("name", loader.names())


def populate(graph: Graph) -> None:
    """Fills an empty graph with every label and type."""
    maintenance.wipe(graph)
    graph.update("probe/populate", count=CHAINS)


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def populated(request: pytest.FixtureRequest) -> Iterator[Graph]:
    """A graph with every label and type, kept from statement to statement."""
    with open_graph(request.getfixturevalue(f"{request.param}_settings")) as graph:
        populate(graph)
        yield graph
        maintenance.wipe(graph)
        graph.update("probe/forget_migration", version=0)  # which the example of another statement recorded


@pytest.fixture(scope="module")
def neo4j_session(neo4j_settings: GraphSettings) -> Iterator[neo4j.Session]:
    """A session of the bare driver, for plans, on a populated graph."""
    assert neo4j_settings.password is not None
    auth = (neo4j_settings.user, neo4j_settings.password.get_secret_value())
    with open_graph(neo4j_settings) as graph:
        populate(graph)
        options: dict[str, Any] = {"notifications_min_severity": "OFF"}
        with (
            neo4j.GraphDatabase.driver(neo4j_settings.uri, auth=auth, **options) as driver,
            driver.session(database=neo4j_settings.database) as session,
        ):
            yield session
        maintenance.wipe(graph)


@every_statement
def test_the_header_fits_the_statement(name: str) -> None:
    statement = loader.load(name)
    used = set(re.findall(r"\$(\w+)", statement.text))

    assert used <= set(statement.example), "the example gives every parameter of the text"
    assert all(word in statement.parameters for word in used)
    assert statement.example.get("rows") != [], "an example without rows runs nothing"
    assert statement.purpose.endswith(".")
    assert ";" not in statement.text


@every_statement
def test_it_runs_with_its_example(populated: Graph, name: str) -> None:
    statement = loader.load(name)

    rows = populated.update(name, **statement.example)

    for row in rows:
        assert list(row) == columns(statement.returns)


@every_statement
@pytest.mark.neo4j
def test_its_plan_neither_scans_all_nodes_nor_multiplies(neo4j_session: neo4j.Session, name: str) -> None:
    statement = loader.load(name)

    summary = neo4j_session.run(f"EXPLAIN {statement.text}", dict(statement.example)).consume()

    assert not FORBIDDEN_OPERATORS & operators(summary.plan or {})


def columns(returns: str) -> list[str]:
    """Names of the columns in a header: ``key, facts (list of {id, text})`` has two."""
    if returns == "nothing":
        return []
    outside = returns
    while True:
        shorter = re.sub(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]", "", outside)
        if shorter == outside:
            return [part.split()[0].rstrip(":") for part in outside.split(",")]
        outside = shorter


def operators(plan: dict[str, Any]) -> set[str]:
    """Names of the operators of a plan and of the plans below it."""
    own = {plan["operatorType"].partition("@")[0]} if plan else set()
    return own.union(*(operators(child) for child in plan.get("children", [])))


def test_counting_and_wiping_leave_no_label_out() -> None:
    texts = [loader.load(name).text for name in loader.names()]
    labels = {label for text in texts for label in re.findall(r"\(\w*:(\w+)", text)}
    types = {
        word for text in texts for found in re.findall(r"\[\w*:([\w|]+)", text) for word in found.split("|")
    }
    wiped = re.findall(r"[\w|]+", loader.load("graph/wipe").text)[2].split("|")

    assert set(wiped) == labels - {"Migration"}
    assert set(columns(loader.load("graph/node_counts").returns)) == labels - BOOKKEEPING
    assert set(columns(loader.load("graph/relationship_counts").returns)) == types
