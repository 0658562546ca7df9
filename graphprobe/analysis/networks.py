"""The graph, or the part of it that a question needs, as a network for NetworkX or Gephi.

A network is a stream of nodes and edges whose attributes are text, whole numbers, fractions and truth values:
what such tools can hold. Lists become JSON text, and characters that no XML file may hold are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from graphprobe.errors import ConfigError
from graphprobe.graph import Graph, maintenance

if TYPE_CHECKING:
    import networkx

Kind = Literal["conflict", "entity", "all"]
Scalar: TypeAlias = "str | int | float | bool"

PAGE = 200
SEARCH_ONLY = {"Term", "USES"}  # of the search for candidate pairs, too many to be looked at

# What stages keep for themselves of nodes other than documents, and what is elsewhere already.
_BOOKKEEPING = re.compile(
    r"(.*_)?fingerprint|.*_(status|note|json)|relations_facts|seen|touched|open|sort_key|documents|id|key|path"
)
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Node:
    """A node.

    Attributes:
        key: ``Label:id``.
        attributes: its properties, with its label as ``kind``, what to show of it as ``label``, and its id in
            the graph as ``key``.
    """

    key: str
    attributes: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between the nodes of two keys; ``attributes`` are its properties, with its type as ``kind``."""

    source: str
    target: str
    attributes: Mapping[str, Scalar]


def read_network(graph: Graph, kind: Kind = "conflict") -> Iterator[Node | Edge]:
    """Nodes and edges of a network, a page at a time; an edge may come before its target.

    - ``conflict``: conflicts, their accounts, and the documents that report an account, support or contradict
      another: REPORTS (one edge a statement), ACCOUNT_OF, SUPPORTS and CONFLICTS_WITH.
    - ``entity``: documents, entities and MENTIONS.
    - ``all``: all there is but the words by which candidate pairs are found.

    Args:
        graph: the open graph.
        kind: which network.

    Raises:
        ConfigError: there is no network of that kind.
        GraphError: the database failed.
    """
    for statement, label, types in _parts(graph, kind):
        for page in graph.pages(statement, limit=PAGE, types=types):
            for row in page:
                key = _key(label, row["key"])
                yield Node(key, _attributes(label, row["properties"], label=row["label"], key=row["key"]))
                for edge in row["edges"]:
                    target = _key(edge["target_label"], edge["target"])
                    yield Edge(key, target, _attributes(edge["type"], edge["properties"]))


def to_networkx(graph: Graph, kind: Kind = "conflict") -> networkx.MultiDiGraph:
    """A network as a NetworkX graph (:func:`read_network` says what it holds).

    Nodes are named ``Label:id``; whole numbers are ints. NetworkX can write the graph as GraphML and GEXF.

    Raises:
        ConfigError: there is no network of that kind.
        GraphError: the database failed.
    """
    import networkx

    network = networkx.MultiDiGraph()
    for element in read_network(graph, kind):
        if isinstance(element, Node):
            network.add_node(element.key, **element.attributes)
        else:
            network.add_edge(element.source, element.target, **element.attributes)
    return network


def _parts(graph: Graph, kind: Kind) -> list[tuple[str, str, list[str]]]:
    """What makes up a network: statements, the label of their nodes, and the types of their edges."""
    if kind == "conflict":
        return [
            ("analysis/network_conflict", "Conflict", []),
            ("analysis/network_account", "Account", ["ACCOUNT_OF"]),
            ("analysis/network_reporter", "Document", ["SUPPORTS", "CONFLICTS_WITH"]),
        ]
    if kind == "entity":
        return [
            ("analysis/network_entity", "Entity", []),
            ("analysis/network_document", "Document", ["MENTIONS"]),
        ]
    if kind == "all":
        there = maintenance.counts(graph)
        types = [name for name in there.relationships if name not in SEARCH_ONLY]
        labels = [name for name in there.nodes if name not in SEARCH_ONLY]
        return [(f"analysis/network_{_snake_case(label)}", label, types) for label in labels]
    raise ConfigError(
        f"there is no network {kind!r}", where="kind", remedy=f"Choose {', '.join(get_args(Kind))}."
    )


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _key(label: str, own: str) -> str:
    """A node's name in a network. Ids keep what XML can't hold as escapes, so that they stay apart."""
    return f"{label}:{_NOT_IN_XML.sub(lambda found: ascii(found[0])[1:-1], str(own))}"


def _attributes(kind: str, properties: Mapping[str, Any], **named: Any) -> dict[str, Scalar]:
    kept = {name: value for name, value in properties.items() if not _BOOKKEEPING.fullmatch(name)}
    values = {**kept, "kind": kind, **named}
    return {name: _scalar(value) for name, value in sorted(values.items()) if value is not None}


def _scalar(value: Any) -> Scalar:
    if isinstance(value, (int, float)):  # bool is an int
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return _NOT_IN_XML.sub("", text)
