"""``graphprobe demo``: the whole of mining on the bundled corpus."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from graphprobe.cli.common import BarProgress, json_option, print_json
from graphprobe.cli.mine import as_data, show
from graphprobe.config import GraphSettings, load_settings

ALL_CONFLICTS = 1000


@click.command(short_help="Mine the bundled corpus, offline.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the graph and the release in this folder, to look at them later.",
)
@json_option
def demo(keep: Path | None, as_json: bool) -> int:
    """Mine the bundled corpus of contested facts and traps: offline, in an embedded graph.

    \b
    Example:
      graphprobe demo
      graphprobe demo --keep demo-out
    """
    with tempfile.TemporaryDirectory(prefix="graphprobe-demo-") as scratch:
        return _demo(keep or Path(scratch), as_json, kept=keep is not None)


def _demo(folder: Path, as_json: bool, *, kept: bool) -> int:
    from graphprobe.demo import CORPUS
    from graphprobe.graph import open_graph
    from graphprobe.pipeline import mine

    place = folder / "graph"
    graph_settings = GraphSettings(uri=f"embedded:{place}")
    settings = load_settings().model_copy(update={"graph": graph_settings})
    with open_graph(graph_settings) as graph:
        report = mine(graph, [CORPUS], settings, out=folder / "release", progress=BarProgress())
        conflicts = graph.read("mining/conflicts_list", after="", limit=ALL_CONFLICTS)
        questions = graph.read("questions/sample", limit=3)
    if as_json:
        print_json(as_data(report))
        return 1 if report.failed else 0
    show(report, conflicts)
    click.echo("\nQuestions, for example:")
    for question in questions:
        click.echo(f"  {question['question']}\n    -> {' | '.join(question['answers'])}")
    click.echo("\nWhere to look next:")
    if kept:
        click.echo(f"  {folder / 'release'}/benchmark.jsonl, provenance.jsonl and README.md")
        click.echo(f"  graphprobe conflicts list --graph embedded:{place}")
    else:
        click.echo("  graphprobe demo --keep demo-out          keep the graph and the release")
    click.echo("  graphprobe mine CORPUS --out out         your own corpus")
    return 1 if report.failed else 0
