"""``graphprobe eval``: what language models remember of a benchmark."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import json_option, override, print_json, print_table, settings_options
from graphprobe.cli.eval_benchmark import load_benchmark
from graphprobe.cli.eval_compare import compare
from graphprobe.cli.eval_export import export
from graphprobe.cli.eval_failures import show_failures
from graphprobe.cli.eval_graph import import_, write, write_if_named
from graphprobe.cli.eval_judge import judge
from graphprobe.cli.eval_ppl import ppl
from graphprobe.cli.eval_progress import RunProgress
from graphprobe.cli.eval_score import score
from graphprobe.cli.eval_tasks import tasks
from graphprobe.config import MOST_SAMPLES, Settings

if TYPE_CHECKING:
    from graphprobe.evaluation.runs import RunFolder


@click.group()
def eval() -> None:
    """Evaluate language models closed-book, and write the results back to the graph.

    \b
    graphprobe eval import elephantbench.jsonl
    graphprobe eval run --benchmark elephantbench.jsonl --model M --base-url U --out runs/m
    graphprobe eval judge runs/m --judge offline
    graphprobe eval score runs/m
    """


@eval.command()
@click.option(
    "--benchmark",
    metavar="FILE|graph|graph:NAME",
    required=True,
    help="Records to ask: of a file, mined in the graph, or imported into it.",
)
@click.option("--model", metavar="NAME", help="The target model.")
@click.option("--base-url", metavar="URL", help="Its endpoint, OpenAI-compatible (key: OPENAI_API_KEY).")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option("--arm", type=click.Choice(["reasoning=on", "reasoning=off"]), help="Switch reasoning.")
@click.option(
    "--samples", type=click.IntRange(1, MOST_SAMPLES), default=1, metavar="K", help="Responses an item."
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N items.")
@click.option("--concurrency", type=click.IntRange(1, 1000), metavar="N", help="Most calls at once.")
@click.option("--budget", type=click.FloatRange(min=0), metavar="DOLLARS", help="Stop before more is spent.")
@click.option(
    "--temperature",
    type=click.FloatRange(min=0),
    metavar="T",
    callback=lambda _, __, value: _finite(value),
    help="Instead of the recipe's.",
)
@click.option("--max-tokens", type=click.IntRange(min=1), metavar="N", help="Instead of the recipe's.")
@click.option(
    "--parameter",
    "parameters",
    metavar="NAME=JSON",
    multiple=True,
    callback=lambda _, __, values: dict(map(_parameter, values)),
    help="Any other parameter of the request; null: the recipe's isn't sent. Repeatable.",
)
@click.option("--skip-invalid", is_flag=True, help="Ask the valid records of a file that has others too.")
@settings_options
@json_option
def run(
    benchmark: str,
    model: str | None,
    base_url: str | None,
    out: Path,
    arm: str | None,
    samples: int,
    limit: int | None,
    concurrency: int | None,
    budget: float | None,
    temperature: float | None,
    max_tokens: int | None,
    parameters: dict[str, Any],
    skip_invalid: bool,
    settings: Settings,
    as_json: bool,
) -> int:
    """Ask a model every question of a benchmark; the command repeated continues.

    The model gets the closed-book instruction and the question, nothing else. Its generation settings are
    those of its recipe in configs/models.yaml. OUT holds settings, every response and a summary; with --graph
    the responses are written to the graph too.

    \b
    graphprobe eval run --benchmark elephantbench.jsonl --model M --base-url U --out runs/m
    graphprobe eval run --benchmark graph --model M --base-url U --arm reasoning=off --out runs/m-off
    """
    from graphprobe.evaluation.run import Asked, execute, prepare

    settings = override(
        settings, "llm", model=model, base_url=base_url, concurrency=concurrency, budget=budget
    )
    flags = {"temperature": temperature, "max_tokens": max_tokens}
    own = {**{name: value for name, value in flags.items() if value is not None}, **parameters}
    switch: Any = arm.partition("=")[2] if arm else None
    asked = Asked(switch, samples, limit, own)
    folder = prepare(load_benchmark(benchmark, settings, skip_invalid), settings.llm, asked, out)
    summary = execute(folder, settings.llm, watcher=RunProgress())
    write_if_named(folder, settings)
    if as_json:
        print_json(summary)
    else:
        _print_summary(folder, summary)
    return 0 if summary["complete"] else 1


for command in (import_, judge, score, compare, ppl, tasks, write, export):
    eval.add_command(command)


def _finite(value: float | None) -> float | None:
    """A number as it is; ``nan`` passes every range, and JSON has neither it nor ``inf``."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} isn't a finite number")
    return value


def _parameter(text: str) -> tuple[str, Any]:
    """``top_k=20`` as a name and a value; what isn't JSON is text, but for numbers that JSON doesn't have."""
    name, mark, value = text.partition("=")
    if not mark or not name.strip():
        raise click.BadParameter(f"expected NAME=JSON, not {text!r}")
    try:
        return name.strip(), json.loads(value, parse_constant=lambda word: _finite(float(word)))
    except (ValueError, RecursionError):
        return name.strip(), value


def _print_summary(folder: RunFolder, summary: dict[str, Any]) -> None:
    from graphprobe.evaluation.runs import RESPONSES

    print_table(["status", "responses"], list(summary["statuses"].items()))
    tokens, dollars = summary["tokens"], summary["dollars"]
    read, written = _known(tokens["input"]), _known(tokens["output"])
    cost = "cost unknown" if dollars is None else f"${dollars:.4f}"
    click.echo()
    click.echo(
        f"{summary['calls']:,} calls, tokens {read} in, {written} out, {cost}, {summary['arm']['seen']}"
    )
    for warning in summary["warnings"]:
        click.echo(f"Warning: {warning}.")
    if not summary["complete"]:
        show_failures(folder.responses(), folder.settings.samples, folder.path / RESPONSES)
        click.echo("The same command asks what has no answer again.")
    click.echo(f"Next: graphprobe eval judge {folder.path}")


def _known(count: int | None) -> str:
    return "unknown" if count is None else f"{count:,}"
