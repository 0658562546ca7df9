"""Networks for NetworkX and Gephi: what they hold, and that files of them hold what they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest
from contested import Fact, edge, run_conflicts, write_contested

from graphprobe.analysis.network_files import Written, write_network
from graphprobe.analysis.networks import SEARCH_ONLY, Edge, Node, read_network, to_networkx
from graphprobe.errors import ConfigError, DataError
from graphprobe.graph import Graph, loader, maintenance
from graphprobe.text.values import Kind

HOSTILE = "</data>\x00\x0b<script>&amp; \"'\r\n\t]]> \ud800 \ufffe 𝄞 Ωmega é"
READABLE = "</data><script>&amp; \"'\r\n\t]]>   𝄞 Ωmega é"
SUFFIXES = ("graphml", "gexf")


@pytest.fixture
def contested(graph: Graph) -> Graph:
    """A graph with one conflict of hostile words, and a document that has no part in it."""
    facts = [
        Fact("d\x01<1>", HOSTILE, "date of founding", Kind.DATE, "1974", text=f"{HOSTILE}: 1974."),
        Fact("d2", HOSTILE, "date of founding", Kind.DATE, "1976", text=f"{HOSTILE}: 1976."),
        Fact("d3", HOSTILE, "date of founding", Kind.DATE, "1976", text=f"{HOSTILE}: 1976."),
        Fact("d4", "Bread", "rise", Kind.TEXT, "by yeast"),
    ]
    write_contested(graph, facts, [edge(*facts[:2]), edge(facts[1], facts[2], "support")])
    run_conflicts(graph)
    return graph


def kinds(network: nx.MultiDiGraph) -> tuple[Counter[str], Counter[str]]:
    """How many nodes and edges of each kind."""
    return (
        Counter(kind for _, kind in network.nodes(data="kind")),
        Counter(kind for *_, kind in network.edges(data="kind")),
    )


def test_the_network_of_conflicts(contested: Graph) -> None:
    network = to_networkx(contested)

    assert kinds(network) == (
        {"Conflict": 1, "Account": 2, "Document": 3},
        {"ACCOUNT_OF": 2, "REPORTS": 3, "CONFLICTS_WITH": 1, "SUPPORTS": 1},
    )
    [conflict] = [node for node, kind in network.nodes(data="kind") if kind == "Conflict"]
    [majority] = [node for node, side in network.nodes(data="side") if side == "majority"]
    assert network.nodes[majority]["label"] == "1976"
    assert network.nodes[majority]["n_sources"] == 2
    assert type(network.nodes[majority]["n_sources"]) is int
    assert sorted(network.predecessors(majority)) == ["Document:d2", "Document:d3"]
    assert list(network.successors(majority)) == [conflict]
    [report] = network.get_edge_data("Document:d2", majority).values()
    assert (report["kind"], report["value"], type(report["start"])) == ("REPORTS", "1976", int)


def test_ids_that_xml_cannot_hold_stay_apart(contested: Graph) -> None:
    network = to_networkx(contested)
    assert "Document:d\\x01<1>" in network
    assert network.nodes["Document:d\\x01<1>"]["key"] == "d<1>"


def test_attributes_are_flat_known_and_readable(contested: Graph) -> None:
    network = to_networkx(contested, "all")
    everything = [*network.nodes(data=True), *((f"{a} {b}", data) for a, b, data in network.edges(data=True))]
    for name, data in everything:
        assert {type(value) for value in data.values()} <= {str, int, float, bool}, name
        assert not {"text", "entities_fingerprint", "seen", "settled", "proposed", "sort_key"} & set(data)
    [conflict] = [data for _, data in everything if data["kind"] == "Conflict"]
    assert conflict["label"].startswith("</data><script>&amp;")


def test_the_network_of_entities(contested: Graph) -> None:
    nodes, edges = kinds(to_networkx(contested, "entity"))
    assert nodes == {"Entity": 2, "Document": 4}
    assert edges == {}


def test_a_network_of_all_has_every_label_and_type(graph: Graph) -> None:
    graph.update("probe/populate", count=3)
    nodes, edges = kinds(to_networkx(graph, "all"))
    counts = maintenance.counts(graph)
    assert nodes == {name: count for name, count in counts.nodes.items() if name not in SEARCH_ONLY}
    assert edges == {name: count for name, count in counts.relationships.items() if name not in SEARCH_ONLY}
    assert nodes["Conflict"] == 3
    labels = {name.strip() for name in loader.load("graph/node_counts").returns.split(",")}
    assert set(nodes) == labels - SEARCH_ONLY, "probe/populate makes every label"


def test_networks_of_many_pages_are_whole(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphprobe.analysis.networks.PAGE", 7)
    graph.update("probe/populate", count=15)
    nodes, edges = kinds(to_networkx(graph, "entity"))
    assert nodes == {"Document": 30, "Entity": 15}
    assert edges == {"MENTIONS": 30}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("kind", ["conflict", "entity", "all"])
def test_a_file_holds_what_the_network_holds(
    contested: Graph, tmp_path: Path, kind: str, suffix: str
) -> None:
    file = tmp_path / f"network.{suffix}"
    network = to_networkx(contested, kind)  # type: ignore[arg-type]

    written = write_network(file, read_network(contested, kind))  # type: ignore[arg-type]

    assert written == Written(network.number_of_nodes(), network.number_of_edges())
    assert contents(read(file)) == contents(network)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_networkx_writes_the_same_network_itself(contested: Graph, tmp_path: Path, suffix: str) -> None:
    network = to_networkx(contested)
    file = tmp_path / f"network.{suffix}"
    {"graphml": nx.write_graphml, "gexf": nx.write_gexf}[suffix](network, file)
    assert read(file).number_of_edges() == network.number_of_edges()


def elements() -> Iterator[Node | Edge]:
    """Every type, a text of every kind, and a number in one node that is a fraction in another."""
    yield Edge("N:1", "N:2", {"kind": "E", "slot": READABLE, "n": 2})
    yield Node("N:1", {"kind": "N", "label": READABLE, "whole": -(2**62), "part": 1, "yes": True, "mixed": 1})
    yield Node("N:2", {"kind": "N", "label": "", "whole": 7, "part": 0.1, "yes": False, "mixed": "b"})
    yield Edge("N:1", "N:2", {"kind": "E"})
    yield Node(f"N:{READABLE}", {"kind": "N"})


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_types_are_declared_and_texts_come_back_unharmed(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"network.{suffix}"

    assert write_network(file, elements()) == Written(3, 2)

    network = read(file)
    first, second = network.nodes["N:1"], network.nodes["N:2"]
    assert (first["label"], first["whole"], first["yes"]) == (READABLE, -(2**62), True)
    assert (second["label"], second["whole"], second["yes"]) == ("", 7, False)
    assert (type(first["part"]), second["part"]) == (float, 0.1)
    assert (first["mixed"], second["mixed"]) == ("1", "b")
    assert f"N:{READABLE}" in network
    found = sorted(network.get_edge_data("N:1", "N:2").values(), key=len)
    assert (found[-1]["slot"], found[-1]["n"]) == (READABLE, 2)
    assert len(found) == 2
    assert {node.tag.rpartition("}")[2] for node in ElementTree.parse(file).iter()} >= {"node", "edge"}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_empty_network_is_a_file_too(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"network.{suffix}"
    assert write_network(file, []) == Written(0, 0)
    assert read(file).number_of_nodes() == 0


def test_what_fails_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "network.gexf"
    file.write_text("before", encoding="utf-8")

    def failing() -> Iterator[Node]:
        yield Node("N:1", {"kind": "N"})
        raise DataError("the graph has gone")

    with pytest.raises(DataError):
        write_network(file, failing())
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_format_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"Choose .graphml or .gexf"):
        write_network(tmp_path / "network.csv", [])


def read(file: Path) -> nx.MultiDiGraph:
    """What NetworkX makes of a file."""
    if file.suffix == ".graphml":
        return nx.read_graphml(file, force_multigraph=True)
    return nx.read_gexf(file)


def contents(network: nx.MultiDiGraph) -> tuple[dict[str, object], list[object]]:
    """Nodes and edges with their attributes, whatever names edges have and whatever GEXF adds."""

    def plain(data: dict[str, object]) -> dict[str, object]:
        return {name: value for name, value in data.items() if name != "id"}

    nodes: dict[str, object] = {node: plain(data) for node, data in network.nodes(data=True)}
    edges = sorted(((a, b, sorted(plain(data).items())) for a, b, data in network.edges(data=True)), key=str)
    return nodes, list(edges)
