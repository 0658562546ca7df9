"""``graphprobe eval export``: a run as a file of the public ElephantBench code."""

from __future__ import annotations

from pathlib import Path

import click

from graphprobe.cli.common import json_option, judge_named, print_json, refuse_overwrite
from graphprobe.cli.inputs import keep_inputs


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--judge",
    metavar="NAME",
    callback=judge_named,
    help="With this judge's judgments; default: responses alone.",
)
@click.option(
    "--sample", type=click.IntRange(min=0), default=0, metavar="I", help="Which sample; default: 0."
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
@json_option
def export(run: Path, file: Path, judge: str | None, sample: int, force: bool, as_json: bool) -> None:
    """Write a RUN as a response file, or with --judge as a judged file, of the public ElephantBench code.

    One record an item: the last response of the sample. Responses without an answer are errors there, and
    verdicts that couldn't be read have no label, so that the public scorer counts both apart.

    \b
    graphprobe eval export runs/m responses.jsonl
    graphprobe eval export runs/m judged.jsonl --judge offline
    """
    from graphprobe.evaluation.formats import write_judged, write_responses
    from graphprobe.evaluation.runs import open_run

    folder = open_run(run)
    keep_inputs(file, [])
    refuse_overwrite(file, force)
    responses = (one for one in folder.responses() if one.sample == sample)
    if judge is None:
        written = write_responses(file, responses)
    else:
        judgments = {one.key: one for one in folder.judgments(judge)}
        written = write_judged(file, ((one, judgments.get(one.key)) for one in responses))
    if as_json:
        print_json({"file": str(file), "records": written})
    else:
        click.echo(f"{written:,} records: {file}")
