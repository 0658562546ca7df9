"""What is in a graph, whether it hangs together, and how to empty it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from graphprobe.graph.connection import Graph

_DELETED_AT_ONCE = 2000
_DOCUMENTS_A_PAGE = 200


@dataclass(frozen=True, slots=True)
class Counts:
    """How many nodes of each label and relationships of each type; those there are none of are left out."""

    nodes: dict[str, int]
    relationships: dict[str, int]


def counts(graph: Graph) -> Counts:
    """Counts what the graph holds, from the database's own counters where it has them."""
    return Counts(
        _without_zeros(graph.read("graph/node_counts")[0]),
        _without_zeros(graph.read("graph/relationship_counts")[0]),
    )


def wipe(graph: Graph, deleted: Callable[[int], None] | None = None) -> int:
    """Deletes all nodes, in bounded transactions, and keeps the schema; returns how many.

    Args:
        graph: the graph to empty.
        deleted: called with the number of nodes after each transaction.
    """
    total = 0
    while count := int(graph.update("graph/wipe", limit=_DELETED_AT_ONCE)[0]["deleted"]):
        total += count
        if deleted:
            deleted(count)
    return total


def try_writing(graph: Graph) -> None:
    """Writes a node and deletes it in one transaction.

    Raises:
        GraphError: the user may not write, or there is no room to.
    """
    graph.update("graph/write_trial")


def misplaced_quotes(graph: Graph) -> Iterator[str]:
    """Ids of facts whose statement isn't the text at its offsets, or whose value isn't inside it.

    The value itself may be another form of the words at its offsets: "football" of "footballer".
    """
    for page in graph.pages("graph/stated_facts", limit=_DOCUMENTS_A_PAGE):
        for document in page:
            yield from (fact["id"] for fact in document["facts"] if not _is_placed(document["text"], fact))


def dangling_relations(graph: Graph) -> Iterator[tuple[str, str]]:
    """Pairs of document ids whose support or conflict edge names a fact that isn't in the graph."""
    for page in graph.pages("graph/dangling_relations"):
        yield from ((row["key"], row["other"]) for row in page)


def _is_placed(text: str, fact: dict[str, Any]) -> bool:
    if fact["start"] is None:
        return True
    if text[fact["start"] : fact["end"]] != fact["statement"]:
        return False
    return bool(fact["start"] <= fact["value_start"] < fact["value_end"] <= fact["end"])


def _without_zeros(row: dict[str, Any]) -> dict[str, int]:
    return {name: count for name, count in row.items() if count}
