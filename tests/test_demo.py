"""The demo corpus, mined once an engine: `expected.yaml` says what must be found, and what must not."""

from __future__ import annotations

import importlib
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphprobe.config import load_settings
from graphprobe.demo import CORPUS, EXPECTED
from graphprobe.graph import Graph, maintenance, open_graph
from graphprobe.pipeline import MineReport, mine

DOCS = Path(__file__).parents[1] / "docs"

Conflict = dict[str, Any]


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(EXPECTED.read_text(encoding="utf-8"))
    return data


def conflicts_of(graph: Graph) -> list[Conflict]:
    return [row for page in graph.pages("mining/conflicts_list") for row in page]


def account_documents(conflict: Conflict) -> Iterator[set[str]]:
    yield from (set(account["documents"]) for account in conflict["accounts"])


def duplicates(graph: Graph) -> list[set[str]]:
    """The documents of each near-duplicate group."""
    groups: dict[str, set[str]] = defaultdict(set)
    for page in graph.pages("corpus/stats"):
        for row in page:
            groups[row["dup_group"]].add(row["key"])
    return list(groups.values())


def holds(conflict: Conflict, accounts: list[list[str]]) -> bool:
    """Whether each list of documents stands whole in an account of its own."""
    found = [
        [i for i, have in enumerate(account_documents(conflict)) if set(wanted) <= have]
        for wanted in accounts
    ]
    return all(found) and len({i for places in found for i in places}) >= len(accounts)


def opposes(conflict: Conflict, documents: list[str]) -> bool:
    """Whether two of the documents stand on two sides, and neither of them on both."""
    sides = list(account_documents(conflict))
    return any(
        (a in one and b in other) or (b in one and a in other)
        for a, b in combinations(documents, 2)
        for one, other in combinations(sides, 2)
    )


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def mined(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Graph, MineReport]]:
    """The graph of the demo corpus, and the report of its mining, on one engine after the other."""
    with open_graph(request.getfixturevalue(f"{request.param}_settings")) as graph:
        maintenance.wipe(graph)
        yield graph, mine(graph, [CORPUS], load_settings(), out=tmp_path_factory.mktemp("demo") / "out")
        maintenance.wipe(graph)


def test_the_demo_finds_every_conflict_and_falls_into_no_trap(
    mined: tuple[Graph, MineReport], expected: dict[str, Any]
) -> None:
    graph, report = mined
    conflicts = conflicts_of(graph)
    missed = [
        c["name"]
        for c in expected["conflicts"]
        if not any(holds(found, c["accounts"]) for found in conflicts)
    ]
    trapped = [
        c["why"]
        for c in expected["not_conflicts"]
        if any(opposes(found, c["documents"]) for found in conflicts)
    ]
    assert (missed, trapped) == ([], [])
    assert all(set(copies) in duplicates(graph) for copies in expected["one_voice"])
    assert report.failed == 0
    assert report.release is not None
    assert report.release.records


def test_the_page_of_named_queries_shows_what_they_give(
    mined: tuple[Graph, MineReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    page = importlib.import_module("make_queries").page(mined[0])

    assert page == (DOCS / "queries.md").read_text(encoding="utf-8"), "run `make docs`"
