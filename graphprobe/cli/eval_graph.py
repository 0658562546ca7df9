"""``graphprobe eval import`` and ``eval write``: benchmarks and results on the graph."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphprobe.cli.common import json_option, judge_named, print_json, settings_options
from graphprobe.cli.eval_benchmark import check_valid, print_problems
from graphprobe.config import ENVIRONMENT_PREFIX, Settings

if TYPE_CHECKING:
    from graphprobe.evaluation.runs import RunFolder
    from graphprobe.evaluation.write_back import Written

GRAPH_VARIABLE = f"{ENVIRONMENT_PREFIX}GRAPH_URI"


@click.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--name", metavar="NAME", help="What the benchmark is called in the graph; default: the file's."
)
@settings_options
@json_option
def import_(file: Path, name: str | None, settings: Settings, as_json: bool) -> int:
    """Load the ElephantBench records of FILE into the graph, and name every invalid one.

    Imported questions are told apart from mined ones: no release holds them, and `eval run --benchmark
    graph:NAME` asks them. Importing twice changes nothing.

    \b
    graphprobe eval import elephantbench.jsonl
    graphprobe eval import elephantbench.jsonl --name elephantbench-1.0 --graph bolt://localhost
    """
    from graphprobe.evaluation.benchmark import read_benchmark
    from graphprobe.evaluation.landing import import_items
    from graphprobe.evaluation.write_back import benchmark_name
    from graphprobe.graph import open_graph

    benchmark = read_benchmark(file)
    if not benchmark.items:
        print_problems(benchmark.problems)
    check_valid(benchmark)
    called = name or benchmark_name(str(file))
    with open_graph(settings.graph) as graph:
        report = import_items(graph, benchmark.items, called)
    invalid = len({problem.line for problem in benchmark.problems})
    if as_json:
        counts = {"new": report.new, "known": report.known, "mined": report.mined, "invalid": invalid}
        problems = [
            {"line": one.line, "benchmark_id": one.benchmark_id, "problem": one.problem}
            for one in benchmark.problems
        ]
        print_json({"benchmark": called, **counts, "errors": problems})
    else:
        print_problems(benchmark.problems)
        click.echo(
            f"{called}: {report.new:,} imported, {report.known:,} there already, "
            f"{report.mined:,} mined in this graph, {invalid:,} invalid"
        )
    return 1 if invalid else 0


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--judge",
    metavar="NAME",
    callback=judge_named,
    help="Only this judge's judgments; default: every judge's.",
)
@settings_options
@json_option
def write(run: Path, judge: str | None, settings: Settings, as_json: bool) -> None:
    """Write a RUN and its judgments to the graph; writing twice changes nothing.

    Responses, judgments and the accounts they cover become nodes and edges; outcome rates by judge land on
    the questions, recall counts on the accounts.

    \b
    graphprobe eval write runs/m
    graphprobe eval write runs/m --judge offline --graph bolt://localhost
    """
    from graphprobe.evaluation.runs import open_run

    folder = open_run(run)
    judges = [judge] if judge else folder.judges()
    written = write_results(folder, settings, judges)
    if as_json:
        print_json({"run": folder.id, "judges": judges, **_counts(written)})
    else:
        click.echo(_line(written, settings))


def graph_named() -> bool:
    """Whether this command, or the environment, names a graph: then results are written to it."""
    given = click.get_current_context().params.get("graph_uri")
    return given is not None or bool(os.environ.get(GRAPH_VARIABLE))


def write_if_named(folder: RunFolder, settings: Settings, judge: str | None = None) -> None:
    """Writes a run, and what a judge made of it, to the graph that the command names; says so.

    Args:
        folder: the run.
        settings: where the graph is.
        judge: whose judgments to write too.
    """
    if graph_named():
        written = write_results(folder, settings, [judge] if judge else [])
        click.echo(_line(written, settings), err=True)


def write_results(folder: RunFolder, settings: Settings, judges: list[str]) -> Written:
    """Writes a run to the graph, with the judgments of some judges."""
    from graphprobe.evaluation.write_back import Written, write_back
    from graphprobe.graph import open_graph

    with open_graph(settings.graph) as graph:
        written = [write_back(graph, folder, judge) for judge in judges] or [write_back(graph, folder)]
    return Written(written[0].responses, sum(one.judgments for one in written), written[0].questions)


def _counts(written: Written) -> dict[str, int]:
    return {
        "responses": written.responses,
        "judgments": written.judgments,
        "questions": written.questions,
    }


def _line(written: Written, settings: Settings) -> str:
    return (
        f"{written.responses:,} responses and {written.judgments:,} judgments of "
        f"{written.questions:,} questions written to {settings.graph.uri}"
    )
