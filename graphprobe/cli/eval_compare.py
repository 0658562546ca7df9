"""``graphprobe eval compare``: two runs on the same items."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import json_option, print_json, print_table
from graphprobe.cli.eval_score import RATE_COLUMNS, figure, outcomes_options, read_all

if TYPE_CHECKING:
    from graphprobe.analysis.comparison import Comparison, Difference


@click.command()
@click.argument("a", type=click.Path(exists=True, path_type=Path))
@click.argument("b", type=click.Path(exists=True, path_type=Path))
@outcomes_options
@json_option
def compare(
    a: Path,
    b: Path,
    judge: str | None,
    benchmark: Path | None,
    resamples: int,
    seed: int,
    as_json: bool,
) -> None:
    """Compare runs A and B item by item: A minus B with 95 % intervals, and McNemar's exact test.

    Intervals come from a bootstrap that draws whole conflicts, both runs' outcomes together. The test is on
    complete recall.

    \b
    graphprobe eval compare runs/on runs/off --judge offline
    """
    from graphprobe.analysis.comparison import compare_runs, to_json

    found = compare_runs(*read_all([a, b], judge, benchmark), resamples=resamples, seed=seed)
    if as_json:
        print_json(to_json(found))
    else:
        _show(found)


def _show(found: Comparison) -> None:
    click.echo(
        f"{found.common:,} items in common, {found.only_a:,} of {found.a} alone, "
        f"{found.only_b:,} of {found.b} alone\n"
    )
    print_table(
        ("over", "items", "", *RATE_COLUMNS),
        [row for difference in found.differences for row in _rows(found, difference)],
    )
    click.echo()
    for difference in found.differences:
        test = difference.complete
        said = (
            "no McNemar test: a run has several samples an item"
            if test is None
            else f"complete in {found.a} only {test.only_a:,}, in {found.b} only {test.only_b:,}, in both "
            f"{test.both:,}, in neither {test.neither:,}: exact McNemar p = {test.p:.4g}"
        )
        click.echo(f"over {difference.over} ({difference.n:,} items): {said}")


def _rows(found: Comparison, difference: Difference) -> list[tuple[Any, ...]]:
    return [
        (difference.over, difference.n, found.a, *map(_percent, difference.a.values())),
        ("", None, found.b, *map(_percent, difference.b.values())),
        ("", None, "difference", *map(figure, difference.rates.values())),
    ]


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.2f}"
