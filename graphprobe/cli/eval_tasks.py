"""``graphprobe eval tasks``: a benchmark as other harnesses run it."""

from __future__ import annotations

from pathlib import Path

import click

from graphprobe.cli.common import refuse_overwrite, settings_options
from graphprobe.cli.eval_benchmark import load_benchmark
from graphprobe.cli.inputs import keep_inputs
from graphprobe.config import Settings


@click.command()
@click.option("--benchmark", metavar="FILE|graph", required=True, help="Records, or the graph's own.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the task files.")
@click.option("--skip-invalid", is_flag=True, help="Take the valid records of a file that has others too.")
@click.option("--force", is_flag=True, help="Write over earlier files.")
@settings_options
def tasks(benchmark: str, out: Path, skip_invalid: bool, force: bool, settings: Settings) -> None:
    """Write task files for Inspect and lm-evaluation-harness to --out.

    They ask what `eval run` asks and judge as `--judge offline` does; README.md says how to run them.

    \b
    graphprobe eval tasks --benchmark elephantbench.jsonl --out tasks
    """
    from graphprobe.evaluation.benchmark import json_line, record_of
    from graphprobe.tasks import ITEMS, write_tasks

    keep_inputs(out / ITEMS, [Path(benchmark)])
    refuse_overwrite(out, force)
    items = load_benchmark(benchmark, settings, skip_invalid).items
    write_tasks(out, b"".join(json_line(record_of(item)) for item in items))
    click.echo(f"Tasks of {len(items):,} items: {out}/ (its README.md says how to run them)")
