"""``graphprobe eval score``: C, P, F and K of runs, and what they recall together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from graphprobe.cli.common import (
    json_option,
    judge_named,
    print_json,
    print_table,
    refuse_overwrite,
    seed_option,
    write_json,
)
from graphprobe.cli.eval_judge import words
from graphprobe.cli.inputs import keep_inputs
from graphprobe.errors import ConfigError

if TYPE_CHECKING:
    from graphprobe.analysis.oracle import Step
    from graphprobe.analysis.scores import GroupScore, RunScore
    from graphprobe.analysis.statistics import Estimate
    from graphprobe.evaluation.outcomes import RunOutcomes

F = TypeVar("F", bound=Callable[..., Any])

RATE_COLUMNS = ("C %", "P %", "F %", "U %", "K %")
WHAT_U_IS = (
    "U: items without a verdict; over the benchmark C + P + F + U = 100. Where a paper counts whatever has "
    "no verdict as failed, its F is F + U."
)


def outcomes_options(command: F) -> F:
    """Adds what decides which judgments count, and how intervals are drawn."""
    for option in (
        seed_option,
        click.option(
            "--resamples",
            type=click.IntRange(min=100),
            default=10_000,
            show_default=True,
            metavar="N",
            help="Resamples of the bootstrap.",
        ),
        click.option(
            "--benchmark",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="FILE",
            help="What judged files of the public code answer.",
        ),
        click.option(
            "--judge",
            metavar="NAME",
            callback=judge_named,
            help="Whose verdicts. [default: the only judge's]",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument(
    "runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(exists=True, path_type=Path)
)
@outcomes_options
@click.option("--oracle", is_flag=True, help="Also pool the runs greedily, the most complete first.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a report."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["graphprobe", "score", "analysis"]),
    default="graphprobe",
    show_default=True,
    help="Of the report: ours, or the public code's score (one run) or analysis report.",
)
@click.option("--force", is_flag=True, help="Write over an existing report.")
@json_option
def score(
    runs: tuple[Path, ...],
    judge: str | None,
    benchmark: Path | None,
    resamples: int,
    seed: int,
    oracle: bool,
    out: Path | None,
    form: str,
    force: bool,
    as_json: bool,
) -> None:
    """Score judged runs: C, P, F and K with 95 % intervals, over the benchmark and over scored items.

    Intervals come from a bootstrap that draws whole conflicts. RUN is a run folder, or a judged file of the
    public ElephantBench code together with --benchmark.

    \b
    graphprobe eval score runs/a --judge offline
    graphprobe eval score runs/a runs/b --oracle --out scores.json
    graphprobe eval score judged.jsonl --benchmark elephantbench.jsonl --out score.json --format score
    """
    from graphprobe.analysis.oracle import greedy_oracle
    from graphprobe.analysis.scores import score_run

    if out:
        keep_inputs(out, [*runs, benchmark])
        refuse_overwrite(out, force)
    outcomes = read_all(runs, judge, benchmark)
    scores = [score_run(one, resamples=resamples, seed=seed) for one in outcomes]
    steps = greedy_oracle(outcomes) if oracle else []
    ours = _as_json(scores, steps)
    if out:
        write_json(out, ours if form == "graphprobe" else _public(outcomes, form))
    if as_json:
        print_json(ours)
        return
    _show(scores, steps)
    if out:
        click.echo(f"\nReport: {out}")


def read_all(runs: Sequence[Path], judge: str | None, benchmark: Path | None) -> list[RunOutcomes]:
    """The outcomes of runs, each under a name of its own: the folder's, or its path where two have one name.

    Raises:
        ConfigError: a run is named twice, or can't be read under this judge.
    """
    from graphprobe.evaluation.outcomes import read_outcomes

    twice = [path for path, count in Counter(path.resolve() for path in runs).items() if count > 1]
    if twice:
        raise ConfigError("named twice", where=str(twice[0]))
    found = [read_outcomes(path, judge, benchmark) for path in runs]
    for one, path in zip(found, runs, strict=True):
        if one.mixed:
            click.echo(
                f"Warning: {path} is being judged once more by {one.judge}; verdicts of the earlier round "
                "still stand for a part of it. `graphprobe eval judge` finishes the round.",
                err=True,
            )
    names = Counter(one.run for one in found)
    return [
        one if names[one.run] == 1 else replace(one, run=str(path))
        for one, path in zip(found, runs, strict=True)
    ]


def figure(estimate: Estimate) -> str:
    """A rate in percent with its interval: ``52.38 [50.1, 54.7]``; ``-`` where it's undefined."""
    if estimate.value is None:
        return "-"
    value = f"{100 * estimate.value:.2f}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


def _as_json(scores: Sequence[RunScore], steps: Sequence[Step]) -> dict[str, Any]:
    from graphprobe.analysis.scores import to_json

    pooled = [
        {"runs": step.runs, "added": step.added, "n": step.n, "counts": step.counts, "rates": step.rates}
        for step in steps
    ]
    return {"runs": [to_json(one) for one in scores], **({"oracle": pooled} if steps else {})}


def _public(outcomes: Sequence[RunOutcomes], form: str) -> dict[str, Any]:
    from graphprobe.analysis.oracle import public_analysis
    from graphprobe.analysis.scores import public_score

    if form == "analysis":
        return public_analysis(outcomes)
    if len(outcomes) > 1:
        raise ConfigError("a score report is of one run", remedy="Name one, or choose --format analysis.")
    return public_score(outcomes[0])


def _show(scores: Sequence[RunScore], steps: Sequence[Step]) -> None:
    print_table(
        ("run", "judge", "over", "items", *RATE_COLUMNS),
        [(one.run, one.judge, *row) for one in scores for row in _rows(one.overall)],
    )
    for one in scores:
        click.echo(f"\n{one.run} ({one.model}): items of {one.overall.clusters:,} conflicts")
        click.echo(f"responses: {words(one.responses)}; judgments: {words(one.judgments)}")
        if one.groups:
            print_table(
                ("by", "", "over", "items", *RATE_COLUMNS),
                [(group.by, group.group, *row) for group in one.groups for row in _rows(group)],
            )
    if steps:
        click.echo()
        print_table(("runs", "added", "items", *RATE_COLUMNS), map(_step_row, steps), title="Greedy oracle")
    click.echo(f"\n95 % intervals: bootstrap over conflicts. {WHAT_U_IS}")


def _rows(group: GroupScore) -> Iterator[tuple[Any, ...]]:
    for one in group.scores:
        yield one.over, one.n, *map(figure, one.rates.values())


def _step_row(step: Step) -> tuple[Any, ...]:
    rates = ("-" if rate is None else f"{100 * rate:.2f}" for rate in step.rates.values())
    return step.runs, step.added, step.n, *rates
