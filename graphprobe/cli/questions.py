"""``graphprobe questions``: from conflicts to a benchmark file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    llm_options,
    print_json,
    print_table,
    settings_options,
)
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.graph import Graph
    from graphprobe.questions.validation import ValidationReport


@click.group()
def questions() -> None:
    """Make, check and release the questions on contested facts.

    \b
    graphprobe questions make
    graphprobe questions export out
    graphprobe questions check out/benchmark.jsonl
    """


@questions.command()
@settings_options
@llm_options
@json_option
def make(settings: Settings, as_json: bool) -> int:
    """Group contested facts into conflicts, and make the questions of those that have none yet.

    With a model, it describes the conflicts, writes both forms of each question, and looks for every answer
    in the documents; without one, templates make the questions.

    \b
    graphprobe questions make
    graphprobe questions make --model qwen --base-url http://127.0.0.1:18080/v1
    """
    from graphprobe.graph import open_graph
    from graphprobe.pipeline import open_models, run_stages

    wanted = ("conflicts", "descriptions", "questions")
    with open_models(settings) as llm, open_graph(settings.graph) as graph:
        reports = run_stages(
            graph, settings, llm=llm, only=lambda stage: stage.name in wanted, progress=BarProgress()
        )
        funnel = _funnel(graph)
    _print_funnel(funnel, as_json)
    return 1 if any(report.failed for report in reports) else 0


@questions.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@settings_options
@json_option
def check(file: Path | None, settings: Settings, as_json: bool) -> int:
    """Check a benchmark FILE against the record format; without FILE, say what became of each conflict.

    \b
    graphprobe questions check out/benchmark.jsonl
    graphprobe questions check
    """
    from graphprobe.graph import open_graph
    from graphprobe.questions.validation import validate

    if file is not None:
        report = validate(file)
        _print_validation(report, as_json)
        return 0 if report.valid else 1
    with open_graph(settings.graph, read_only=True) as graph:
        outcomes = [row for page in graph.pages("questions/funnel") for row in page]
        funnel = _funnel(graph)
    if as_json:
        print_json({"outcomes": funnel, "conflicts": outcomes})
        return 0
    for row in outcomes:
        click.echo(f"{row['key']}  {row['status']}  {row['note'] or ''}".rstrip())
        for question in row["questions"]:
            if question["question"]:
                click.echo(f"  {question['formulation']}{_maker(question)}: {question['question']}")
    click.echo()
    _print_funnel(funnel, as_json)
    return 0


@questions.command()
@click.argument("out", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over an earlier release.")
@settings_options
@json_option
def export(out: Path, force: bool, settings: Settings, as_json: bool) -> None:
    """Write the release: benchmark.jsonl, provenance.jsonl, README.md, benchmark.parquet and task files.

    \b
    graphprobe questions export out
    """
    from graphprobe.graph import open_graph
    from graphprobe.pipeline import write_release

    with open_graph(settings.graph, read_only=True) as graph:
        release = write_release(graph, out, force=force)
    summary = {
        "records": len(release.records),
        "statements": len(release.provenance),
        "outcomes": dict(release.funnel),
    }
    if as_json:
        print_json(summary)
        return
    click.echo(f"{summary['records']:,} records: {out}/ (its README.md says what it holds)")
    if not release.records:
        click.echo("Nothing was fit for release; `graphprobe questions check` says why.")


def _funnel(graph: Graph) -> dict[str, int]:
    from graphprobe.questions.release import funnel

    return funnel(row for page in graph.pages("questions/funnel") for row in page)


def _maker(question: dict[str, Any]) -> str:
    """Who wrote and who checked a question, where that wasn't rules alone."""
    written, checked = question["prompt"] and question["model"], question["checked_model"]
    told = [f"by {written}" if written else "", f"checked by {checked}" if checked else ""]
    return f" ({', '.join(filter(None, told))})" if any(told) else ""


def _print_funnel(funnel: dict[str, int], as_json: bool) -> None:
    if as_json:
        print_json({"outcomes": funnel})
        return
    print_table(["outcome", "conflicts"], list(funnel.items()))


def _print_validation(report: ValidationReport, as_json: bool) -> None:
    counts = {
        "valid": report.valid,
        "records": report.records,
        "unique_ids": report.unique_ids,
        "unique_questions": report.unique_questions,
        "item_groups": report.item_groups,
        "singleton_groups": report.singleton_groups,
    }
    if as_json:
        problems = [
            {"line": problem.line, "benchmark_id": problem.benchmark_id, "problem": problem.problem}
            for problem in report.problems
        ]
        print_json({**counts, "errors": problems})
        return
    print_table(["", ""], [(name.replace("_", " "), str(value)) for name, value in counts.items()])
    for problem in report.problems:
        where = f"line {problem.line}: " if problem.line else ""
        click.echo(f"{where}{problem.problem}")
