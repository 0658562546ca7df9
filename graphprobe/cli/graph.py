"""``graphprobe graph``: the graph as a file for other tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from graphprobe.cli.common import BarProgress, json_option, print_json, refuse_overwrite, settings_options
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.analysis.networks import Edge, Kind, Node


@click.group("graph")
def graph() -> None:
    """The graph as a file for other tools.

    \b
    graphprobe graph export conflicts.graphml
    """


@graph.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--kind",
    type=click.Choice(["conflict", "entity", "all"]),
    default="conflict",
    show_default=True,
    help="Conflicts with who reports what; documents with what they mention; or all there is.",
)
@click.option("--force", is_flag=True, help="Write over FILE.")
@settings_options
@json_option
def export(file: Path, kind: str, force: bool, settings: Settings, as_json: bool) -> None:
    """Write the graph to FILE, as GraphML or GEXF by its suffix: for Gephi, Cytoscape or NetworkX.

    Nodes are named Label:id and have their label as `kind`; so have edges their type. Texts of documents
    are left out.

    \b
    graphprobe graph export conflicts.graphml
    graphprobe graph export everything.gexf --kind all
    """
    from graphprobe.analysis.network_files import check_suffix, write_network
    from graphprobe.analysis.networks import read_network
    from graphprobe.graph import open_graph

    check_suffix(file)
    refuse_overwrite(file, force)
    with open_graph(settings.graph, read_only=True) as opened:
        written = write_network(file, _watched(read_network(opened, cast("Kind", kind))))
    if as_json:
        print_json({"file": str(file), "kind": kind, "nodes": written.nodes, "edges": written.edges})
    else:
        click.echo(f"{written.nodes:,} nodes, {written.edges:,} edges: {file}")


def _watched(elements: Iterable[Node | Edge]) -> Iterator[Node | Edge]:
    """The same elements, with progress."""
    progress = BarProgress()
    progress.start("export", "nodes and edges")
    try:
        for element in elements:
            yield element
            progress.advance(1)
    finally:
        progress.end()
