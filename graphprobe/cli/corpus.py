"""``graphprobe corpus``: reading documents into the graph, and what is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    override,
    print_json,
    print_table,
    refuse_overwrite,
    settings_options,
)
from graphprobe.config import Settings
from graphprobe.corpus.report import CorpusReport


@click.group()
def corpus() -> None:
    """Read documents into the graph.

    \b
    graphprobe corpus add corpus.jsonl
    graphprobe corpus stats
    """


@corpus.command()
@click.argument("paths", metavar="CORPUS...", nargs=-1, required=True)
@click.option("--corpus", "name", metavar="NAME", help="Keep the ids of this corpus apart: NAME:ID.")
@click.option(
    "--partition", type=click.Choice(["low", "high", "all"]), help="Documents to keep. Default: all."
)
@click.option("--tau", type=float, metavar="X", help="High is Q >= X. Default: the scorer's own.")
@click.option(
    "--quality-model",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="fastText model for Q. Default: text statistics.",
)
@click.option("--limit", type=int, metavar="N", help="Read only the first N documents.")
@click.option("--replace", is_flag=True, default=None, help="Take the new text where an id has another one.")
@click.option("--workers", type=int, metavar="N", help="Processes that share the files out. Default: 1.")
@click.option(
    "--rejects", type=click.Path(path_type=Path), metavar="FILE", help="Write all that isn't taken there."
)
@click.option("--force", is_flag=True, help="Write over FILE.")
@settings_options
@json_option
def add(
    paths: tuple[str, ...],
    rejects: Path | None,
    force: bool,
    settings: Settings,
    as_json: bool,
    **flags: Any,
) -> int:
    """Add documents: JSONL, Parquet, CSV, WARC, .txt and .md; files, folders and globs.

    \b
    graphprobe corpus add corpus.jsonl more/*.parquet --corpus news
    """
    from graphprobe.corpus import add_corpus
    from graphprobe.graph import open_graph

    if rejects:
        refuse_overwrite(rejects, force)
    settings = override(settings, "corpus", **flags)
    with open_graph(settings.graph) as graph:
        report = add_corpus(
            graph,
            paths,
            settings.corpus,
            progress=BarProgress(),
            address=settings.graph,
            rejects=rejects,
        )
    if as_json:
        print_json(report.to_json())
    else:
        print_report(report)
    return 1 if report.failed else 0


@corpus.command()
@settings_options
@json_option
def stats(settings: Settings, as_json: bool) -> None:
    """Count documents by corpus, language and partition.

    \b
    graphprobe corpus stats --json
    """
    from graphprobe.corpus import count_documents
    from graphprobe.graph import open_graph

    with open_graph(settings.graph) as graph:
        counts = count_documents(graph)
    if as_json:
        print_json(counts)
        return
    groups = {name: value for name, value in counts.items() if isinstance(value, dict)}
    print_table(["documents", ""], [(name, value) for name, value in counts.items() if name not in groups])
    for name, values in groups.items():
        click.echo()
        print_table([name, "documents"], list(values.items()))


def print_report(report: CorpusReport) -> None:
    """Prints what was added and what wasn't, with the place of each problem."""
    print_table(["corpus", ""], list(report.lines()))
    for problem in report.problems:
        click.echo(f"{problem.place}: {problem.kind}: {problem.reason}")
    if report.failed > len(report.problems):
        click.echo(f"... and {report.failed - len(report.problems)} more; --rejects FILE writes all of them.")
