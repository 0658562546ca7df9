"""``graphprobe stage``: the stages of mining one by one."""

from __future__ import annotations

from typing import Any

import click

from graphprobe.cli.common import (
    BarProgress,
    json_option,
    llm_options,
    print_json,
    print_table,
    settings_options,
)
from graphprobe.cli.mine import STAGE_COLUMNS, show_spendings, stage_data, stage_rows
from graphprobe.config import Settings


@click.group()
def stage() -> None:
    """The stages of mining, one by one.

    \b
    Example:
      graphprobe stage list
      graphprobe stage run relations
    """


@stage.command("list")
@settings_options
@llm_options
@json_option
def list_stages(settings: Settings, as_json: bool) -> None:
    """List the stages in their order, with what is pending under these settings.

    \b
    Example:
      graphprobe stage list --graph bolt://localhost:7687
    """
    from graphprobe.graph import open_graph
    from graphprobe.pipeline import stage_states

    with open_graph(settings.graph, read_only=True) as graph:
        states = stage_states(graph, settings)
    if as_json:
        print_json(states)
        return
    columns = ["stage", "items", "follows", "pending", "fingerprint"]
    print_table(columns, ([_cell(state[column]) for column in columns] for state in states))


@stage.command("run")
@click.argument("name")
@settings_options
@llm_options
@json_option
def run_one(name: str, settings: Settings, as_json: bool) -> int:
    """Run what is pending of the stage NAME. The stages it follows aren't run.

    \b
    Example:
      graphprobe stage run facts
    """
    from graphprobe.graph import open_graph
    from graphprobe.pipeline import open_models, run_stages, stage_named

    chosen = stage_named(name, settings)
    with open_models(settings) as llm, open_graph(settings.graph) as graph:
        [report] = run_stages(
            graph, settings, llm=llm, only=lambda one: one.name == chosen, progress=BarProgress()
        )
        spendings = llm.spendings() if llm else []
    if as_json:
        print_json(stage_data(report))
    else:
        print_table(STAGE_COLUMNS, stage_rows([report]))
        show_spendings(spendings)
        for problem in report.problems:
            click.echo(f"! {problem.key}: {problem.status.value}: {problem.note}", err=True)
    return 1 if report.failed else 0


def _cell(value: Any) -> Any:
    return ", ".join(value) if isinstance(value, (list, tuple)) else value
