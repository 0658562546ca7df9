"""``graphprobe eval ppl``: what log-probabilities say of the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    json_option,
    judge_named,
    override,
    print_json,
    print_table,
    settings_options,
)
from graphprobe.cli.eval_benchmark import load_benchmark
from graphprobe.cli.eval_progress import RunProgress
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.evaluation.outcomes import RunOutcomes
    from graphprobe.evaluation.records import Outcome

GROUP_COLUMNS = ("items", "geometric mean", "from", "to")


@click.command()
@click.option("--benchmark", metavar="FILE|graph", required=True, help="Records, or the graph's own.")
@click.option("--model", metavar="NAME", help="The model.")
@click.option("--base-url", metavar="URL", help="Its endpoint, with completions (key: OPENAI_API_KEY).")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the results.")
@click.option(
    "--chat-template",
    metavar="NAME|FILE",
    help="Of configs/chat_templates.yaml, or a tokenizer_config.json. [default: by the model's name]",
)
@click.option(
    "--method",
    type=click.Choice(["echo", "next"]),
    help="From the echo of a prompt, or token by token. [default: the first that is sound]",
)
@click.option(
    "--outcomes",
    type=click.Path(exists=True, path_type=Path),
    metavar="RUN",
    help="A judged run, for groups.",
)
@click.option(
    "--judge", metavar="NAME", callback=judge_named, help="Which judge of the run. [default: its only one]"
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N items.")
@click.option("--concurrency", type=click.IntRange(1, 1000), metavar="N", help="Most calls at once.")
@click.option("--budget", type=click.FloatRange(min=0), metavar="DOLLARS", help="Stop before more is spent.")
@click.option("--skip-invalid", is_flag=True, help="Score the valid records of a file that has others too.")
@settings_options
@json_option
def ppl(
    benchmark: str,
    model: str | None,
    base_url: str | None,
    out: Path,
    chat_template: str | None,
    method: str | None,
    outcomes: Path | None,
    judge: str | None,
    limit: int | None,
    concurrency: int | None,
    budget: float | None,
    skip_invalid: bool,
    settings: Settings,
    as_json: bool,
) -> int:
    """Measure how probable a model finds the answers of a benchmark; the command repeated continues.

    All answers of an item stand in one short response after the model's chat template, and the loss is
    that of their tokens alone (ElephantBench, appendix J). The endpoint has to return log-probabilities of
    its prompt; before the first item, sentences with an obvious continuation show whether they can be
    believed. Of a run with several samples, the first one's outcomes count.

    \b
    graphprobe eval ppl --benchmark elephantbench.jsonl --model M --base-url U --out ppl/m
    graphprobe eval ppl --benchmark elephantbench.jsonl --model M --base-url U --out ppl/m --outcomes runs/m
    """
    from graphprobe.evaluation.outcomes import read_outcomes
    from graphprobe.evaluation.perplexity_run import measure, summarize, write_summary
    from graphprobe.evaluation.run import target_of
    from graphprobe.llm import Llm, Method
    from graphprobe.llm.chat_templates import chat_template as template_of
    from graphprobe.records import Status

    settings = override(
        settings, "llm", model=model, base_url=base_url, concurrency=concurrency, budget=budget
    )
    target = target_of(settings.llm)
    template = template_of(target, chat_template)
    judged = first_outcomes(read_outcomes(outcomes, judge)) if outcomes else {}
    items = load_benchmark(benchmark, settings, skip_invalid)
    with Llm(settings.llm) as llm:
        found = measure(
            out,
            items,
            llm,
            target,
            template,
            wanted=Method(method) if method else None,
            limit=limit,
            watcher=RunProgress(),
        )
    summary = summarize(found, judged)
    write_summary(out, summary)
    failed = [one for one in found if one.status is not Status.OK]
    if as_json:
        print_json(summary)
    else:
        _show(summary)
        for one in failed:
            click.echo(f"{one.item}: {one.status.value}: {one.note}", err=True)
        click.echo(f"Perplexities: {out}/perplexities.jsonl")
    return 1 if failed else 0


def first_outcomes(run: RunOutcomes) -> dict[str, Outcome]:
    """The outcome of each item's first sample; items without one are left out."""
    firsts = ((item.id, run.of(item)[0].outcome) for item in run.items)
    return {item: outcome for item, outcome in firsts if outcome is not None}


def _show(summary: dict[str, Any]) -> None:
    print_table(["status", "items"], list(summary["statuses"].items()))
    if summary["ppl"] is not None:
        click.echo(f"\nPerplexity of the answers, {summary['mean']}: {summary['ppl']:.2f}")
    if "by_outcome" in summary:
        rows = [[name, *_numbers(one)] for name, one in summary["by_outcome"].items()]
        print_table(["outcome", *GROUP_COLUMNS], rows, title="\nBy outcome (figure 18)")
        bins = [
            [f"bin {number}", *_numbers(one), *one["outcomes"].values()]
            for number, one in enumerate(summary["by_bin"], 1)
        ]
        columns = ["perplexity", *GROUP_COLUMNS, *summary["by_outcome"]]
        print_table(columns, bins, title="\nOutcomes by perplexity, lowest first (figure 10)")


def _numbers(group: dict[str, Any]) -> list[Any]:
    return [group["n"], group["ppl"], group["low"], group["high"]]
