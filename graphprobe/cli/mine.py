"""``graphprobe mine``: a corpus into the graph and out as a conflict benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    llm_options,
    override,
    print_json,
    print_table,
    settings_options,
)
from graphprobe.config import Settings
from graphprobe.records import Status

if TYPE_CHECKING:
    from graphprobe.llm import Estimate, Spending
    from graphprobe.mining.runner import StageReport
    from graphprobe.pipeline import MineReport

CONFLICTS_SHOWN = 20
STAGE_COLUMNS = ("stage", "works on", "done", "filtered", "failed", "seconds")


@click.command(no_args_is_help=True, short_help="Mine a corpus into the graph, and write the benchmark.")
@click.argument("corpora", nargs=-1, metavar="[CORPUS]...")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder of the release; without it, none is written. One of the same command is brought up to date.",
)
@click.option("--force", is_flag=True, help="Write into --out whatever is there.")
@click.option("--limit", type=click.IntRange(min=1), help="Read at most this many documents.")
@click.option("--corpus", "name", help="Name of the corpus: keeps equal ids of two corpora apart.")
@click.option(
    "--partition",
    type=click.Choice(["low", "high", "all"]),
    help="Documents to mine, by quality. [default: all]",
)
@click.option("--tau", type=click.FloatRange(0, 1), help="Threshold of the quality score.")
@click.option(
    "--quality-model", type=click.Path(path_type=Path), help="A fastText model that scores quality."
)
@click.option(
    "--candidates",
    type=click.Choice(["bounded", "paper"]),
    help="Pairs to compare: a budget spent on the best, or all of the paper's. [default: bounded]",
)
@click.option("--dry-run", is_flag=True, help="Count what the models would be asked, and end.")
@settings_options
@llm_options
@json_option
def mine(
    corpora: tuple[str, ...],
    out: Path | None,
    force: bool,
    limit: int | None,
    name: str | None,
    partition: str | None,
    tau: float | None,
    quality_model: Path | None,
    candidates: str | None,
    dry_run: bool,
    settings: Settings,
    as_json: bool,
) -> int:
    """Mine CORPUS (files, folders or globs) into the graph, and write the benchmark to --out.

    Reads JSONL (plain, .gz, .zst), Parquet, CSV, WARC and folders of text. Repeat the command to
    continue after a stop; with nothing new, nothing is written. Without CORPUS, what is new in the
    graph is mined. With --model, a language model is asked where rules are in doubt; its answers are
    kept, so that none is paid for twice.

    \b
    Example:
      graphprobe mine corpus.jsonl --out out
      graphprobe mine pages/*.warc.gz --partition low --graph bolt://localhost:7687 --out out
      graphprobe mine corpus.jsonl --model qwen --base-url http://127.0.0.1:18080/v1 --out out
      graphprobe mine --graph bolt://localhost:7687
    """
    from graphprobe.graph import open_graph
    from graphprobe.pipeline import check_request
    from graphprobe.pipeline import mine as run_mine

    settings = override(
        settings,
        "corpus",
        limit=limit,
        name=name,
        partition=partition,
        tau=tau,
        quality_model=quality_model,
    )
    settings = override(settings, "candidates", setting=candidates)
    if dry_run:
        return show_estimates(corpora, settings, as_json)
    check_request(corpora, settings, out=out, force=force)
    with open_graph(settings.graph) as graph:
        report = run_mine(graph, corpora, settings, out=out, force=force, progress=BarProgress())
        conflicts = graph.read("mining/conflicts_list", after="", limit=CONFLICTS_SHOWN)
    if as_json:
        print_json(as_data(report))
    else:
        show(report, conflicts)
        if out is not None:
            click.echo(f"\nRelease: {out}/ (its README.md says what it holds)")
        click.echo(
            "Next:    graphprobe conflicts list    graphprobe conflicts show ID    graphprobe stage list"
        )
    return 1 if report.failed else 0


def show(report: MineReport, conflicts: list[dict[str, Any]]) -> None:
    """Prints the stage table, the problems and the conflicts found."""
    corpus = report.corpus
    taken = corpus.added + corpus.updated + corpus.replaced
    rows = [["corpus", "records", taken, corpus.outside, corpus.failed, corpus.seconds]]
    print_table(STAGE_COLUMNS, [*rows, *stage_rows(report.stages)])
    if corpus.files and not corpus.read:
        click.echo("! the corpus holds no record; check the path and what the files hold", err=True)
    show_spendings(report.spendings)
    for problem in problems(report):
        click.echo(f"! {problem}", err=True)
    if conflicts:
        click.echo()
        print_table(["subject", "attribute", "accounts (independent sources)"], map(conflict_row, conflicts))
    if report.release:
        kept, asked = report.release.funnel.get("released", 0), sum(report.release.funnel.values())
        click.echo(f"\n{asked} conflicts, {kept} made into {2 * kept} questions.")
        for reason, count in sorted(report.release.funnel.items(), key=lambda pair: -pair[1]):
            if reason != "released":
                click.echo(f"  {count:>4} left out: {reason}")


def show_estimates(corpora: Sequence[str], settings: Settings, as_json: bool) -> int:
    """Prints what the models would be asked; returns the exit code."""
    from graphprobe.pipeline import dry_run

    print_estimates(dry_run(corpora, settings, progress=BarProgress()), as_json)
    return 0


def print_estimates(found: Mapping[tuple[str, str], Estimate], as_json: bool) -> None:
    """Prints what a dry run counted, by prompt and model."""
    rows = [estimate_data(prompt, estimate) for (prompt, _), estimate in found.items()]
    if as_json:
        print_json(rows)
    else:
        print_table(list(rows[0]) if rows else ["prompt"], (list(row.values()) for row in rows))
        known = [row["dollars"] for row in rows]
        dollars = "unknown: a price is missing" if None in known else f"${sum(known):.4f}"
        click.echo(f"\n{sum(row['calls'] for row in rows):,} calls, cost {dollars}. Nothing was sent.")


def estimate_data(prompt: str, estimate: Estimate) -> dict[str, Any]:
    """What one prompt would take, for programs and for a table."""
    return {
        "prompt": prompt,
        "model": estimate.model,
        "calls": estimate.calls,
        "from_cache": estimate.from_cache,
        "input_tokens": estimate.usage.input,
        "output_tokens": estimate.usage.output,
        "dollars": estimate.dollars,
    }


def show_spendings(spendings: Sequence[Spending]) -> None:
    """Prints the calls, tokens and dollars of each prompt."""
    if spendings:
        columns = [
            "prompt",
            "model",
            "calls",
            "from_cache",
            "asked_again",
            "input_tokens",
            "output_tokens",
            "dollars",
        ]
        click.echo()
        print_table(columns, ([one.to_json()[column] for column in columns] for one in spendings))


def stage_rows(stages: Iterable[StageReport]) -> list[list[Any]]:
    """Stage reports as rows of :data:`STAGE_COLUMNS`."""
    return [
        [
            stage.stage,
            stage.items,
            stage.statuses[Status.OK],
            stage.statuses[Status.FILTERED],
            stage.failed,
            stage.seconds,
        ]
        for stage in stages
    ]


def conflict_row(conflict: dict[str, Any]) -> list[str]:
    """A conflict as a row of the table, its accounts by falling number of independent sources."""
    accounts = sorted(conflict["accounts"], key=lambda account: (-account["n_sources"], account["value"]))
    values = "  |  ".join(f"{account['value']} ({account['n_sources']})" for account in accounts)
    return [conflict["subject"], conflict["attribute"], values]


def problems(report: MineReport) -> list[str]:
    """What failed, each as a line: where, what."""
    lines = [f"{problem.place}: {problem.reason}" for problem in report.corpus.problems]
    for stage in report.stages:
        lines += [f"{stage.stage} {p.key}: {p.status.value}: {p.note}" for p in stage.problems]
    return lines


def as_data(report: MineReport) -> dict[str, Any]:
    """The report for programs."""
    return {
        "corpus": report.corpus.to_json(),
        "stages": [stage_data(stage) for stage in report.stages],
        "models": [one.to_json() for one in report.spendings],
        "release": dict(report.release.funnel) if report.release else None,
        "failed": report.failed,
    }


def stage_data(stage: StageReport) -> dict[str, Any]:
    """A stage's report for programs."""
    return {
        "stage": stage.stage,
        "items": stage.items,
        "statuses": {status.value: count for status, count in stage.statuses.items()},
        "rows": dict(stage.rows),
        "seconds": round(stage.seconds, 3),
        "fingerprint": stage.fingerprint,
        "problems": [{"key": p.key, "status": p.status.value, "note": p.note} for p in stage.problems],
    }
