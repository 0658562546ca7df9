"""``graphprobe relations``: which documents support or contradict each other, and on what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    print_json,
    refuse_overwrite,
    settings_options,
    write_jsonl,
)
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.graph import Graph


@click.group()
def relations() -> None:
    """Support and conflict between documents.

    \b
    graphprobe relations export relations.jsonl
    graphprobe relations classify pairs.jsonl classified.jsonl
    """


@relations.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over an existing file.")
@settings_options
def export(file: Path, force: bool, settings: Settings) -> None:
    """Write all relations to FILE, as JSON Lines.

    A row holds doc_a, doc_b, relation, subject, attribute, value_a, value_b, quote_a, quote_b, method.

    \b
    graphprobe relations export relations.jsonl
    """
    from graphprobe.graph import open_graph

    refuse_overwrite(file, force)
    with open_graph(settings.graph) as graph:
        count = write_jsonl(file, rows(graph))
    click.echo(f"{count:,} relations written to {file}")


@relations.command()
@click.argument("source", metavar="IN.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("target", metavar="OUT.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over an existing file.")
@settings_options
@json_option
def classify(source: Path, target: Path, force: bool, settings: Settings, as_json: bool) -> None:
    """Classify pairs of texts, without a graph: rows {id, text_a, text_b} become {id, relation, ...}.

    A row of OUT.jsonl holds id, relation (support, conflict or none), subject, attribute, value_a, value_b,
    quote_a, quote_b, confidence, method and reason.

    \b
    graphprobe relations classify pairs.jsonl classified.jsonl
    """
    from graphprobe.errors import PartialError
    from graphprobe.mining.pair_files import PairFile, classify_file
    from graphprobe.pipeline import open_parser

    refuse_overwrite(target, force)
    pairs = PairFile(source)
    with open_parser(settings) as parser:
        count = write_jsonl(target, classify_file(pairs, parser, settings.relations, BarProgress()))
    if as_json:
        print_json({"classified": count, "unusable": [problem.line() for problem in pairs.problems]})
    else:
        click.echo(f"{count:,} pairs classified: {target}")
    if pairs.problems:
        first = pairs.problems[0]
        raise PartialError(f"{len(pairs.problems)} rows left out; the first: {first.what}", where=first.where)


def rows(graph: Graph) -> Iterator[dict[str, Any]]:
    """Relations as they are exported, in the order of the documents' ids."""
    from graphprobe.mining.relations import read_relations

    for a, b, edge in read_relations(graph):
        yield {"doc_a": a, "doc_b": b, **edge}
