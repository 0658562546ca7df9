"""The benchmark that a command of ``graphprobe eval`` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.evaluation.benchmark import Benchmark
    from graphprobe.questions.validation import RecordProblem


def load_benchmark(source: str, settings: Settings, skip_invalid: bool) -> Benchmark:
    """Reads a benchmark, without its invalid records where that was asked for.

    Args:
        source: a file, ``graph`` for what was mined, or ``graph:NAME`` for an imported benchmark.
        settings: where the graph is.
        skip_invalid: leave invalid records out, and list them on standard error.

    Raises:
        DataError: the file can't be read, holds invalid records or no valid one, or the graph holds no such
            benchmark.
    """
    from graphprobe.errors import DataError
    from graphprobe.evaluation.benchmark import FROM_GRAPH, graph_benchmark, read_benchmark
    from graphprobe.evaluation.landing import imported_benchmark
    from graphprobe.graph import open_graph

    if source == FROM_GRAPH or source.startswith(f"{FROM_GRAPH}:"):
        name = source.partition(":")[2]
        with open_graph(settings.graph, read_only=True) as graph:
            return imported_benchmark(graph, name) if name else graph_benchmark(graph)
    found = read_benchmark(Path(source))
    if found.problems and not skip_invalid:
        lines = len({problem.line for problem in found.problems})
        first = found.problems[0]
        raise DataError(
            f"{lines} invalid record{'s' if lines > 1 else ''} (line {first.line}: {first.problem})",
            where=source,
            remedy="`graphprobe questions check FILE` lists them all; --skip-invalid asks the others.",
        )
    print_problems(found.problems)
    check_valid(found)
    return found


def check_valid(benchmark: Benchmark) -> None:
    """Makes sure that a benchmark has an item at all.

    Raises:
        DataError: none of its records is valid.
    """
    from graphprobe.errors import DataError

    if not benchmark.items:
        raise DataError("none of its records is valid", where=benchmark.source)


def print_problems(problems: tuple[RecordProblem, ...]) -> None:
    """Invalid records, each with its line and the reason, on standard error."""
    for problem in problems:
        name = f" ({problem.benchmark_id})" if problem.benchmark_id else ""
        click.echo(f"line {problem.line}{name}: {problem.problem}", err=True)
