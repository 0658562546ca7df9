"""``graphprobe relations``: which documents support or contradict each other, and on what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    llm_options,
    override,
    print_json,
    refuse_overwrite,
    settings_options,
    write_jsonl,
)
from graphprobe.config import Settings
from graphprobe.records import Status

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

    A row holds doc_a, doc_b, relation, subject, attribute, value_a, value_b, quote_a, quote_b, method, model,
    prompt and confidence.

    \b
    graphprobe relations export relations.jsonl
    """
    from graphprobe.graph import open_graph

    refuse_overwrite(file, force)
    with open_graph(settings.graph, read_only=True) as graph:
        count = write_jsonl(file, rows(graph))
    click.echo(f"{count:,} relations written to {file}")


@relations.command()
@click.argument("source", metavar="IN.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("target", metavar="OUT.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.option(
    "--reading",
    type=click.Choice(["open", "pairwise", "rules"]),
    help="What a model reads: pairs that rules leave open, every pair, or none. [default: open]",
)
@settings_options
@llm_options
@json_option
def classify(
    source: Path, target: Path, force: bool, reading: str | None, settings: Settings, as_json: bool
) -> int:
    """Classify pairs of texts, without a graph: rows {id, text_a, text_b} become {id, relation, ...}.

    A row of OUT.jsonl holds id, relation (support, conflict or none), subject, attribute, value_a, value_b,
    quote_a, quote_b, confidence, method, model, prompt, reason, and the status and note of a model's
    answer: where it isn't ok, the relation is that of the rules, and the exit code is 1.

    \b
    graphprobe relations classify pairs.jsonl classified.jsonl
    graphprobe relations classify in.jsonl out.jsonl --reading pairwise --model M --base-url U
    """
    from graphprobe.errors import PartialError
    from graphprobe.mining.pair_files import PairFile, classify_file
    from graphprobe.mining.relations import choose_classifier
    from graphprobe.pipeline import open_models, open_parser

    refuse_overwrite(target, force)
    settings = override(settings, "relations", reading=reading)
    pairs = PairFile(source)
    with open_models(settings) as llm, open_parser(settings) as parser:
        classifier = choose_classifier(settings.relations, llm)
        count = write_jsonl(target, classify_file(pairs, parser, classifier, BarProgress()))
        if llm:
            llm.check()
    if as_json:
        unusable = [problem.line() for problem in pairs.problems]
        print_json({"classified": count, "unusable": unusable, "statuses": pairs.statuses})
    else:
        click.echo(f"{count:,} pairs classified: {target}")
    if pairs.problems:
        first = pairs.problems[0]
        raise PartialError(f"{len(pairs.problems)} rows left out; the first: {first.what}", where=first.where)
    return 0 if set(pairs.statuses) <= {Status.OK.value} else 1


def rows(graph: Graph) -> Iterator[dict[str, Any]]:
    """Relations as they are exported, in the order of the documents' ids."""
    from graphprobe.mining.relations import read_relations

    for a, b, edge in read_relations(graph):
        yield {"doc_a": a, "doc_b": b, **edge}
