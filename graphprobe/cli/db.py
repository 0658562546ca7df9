"""``graphprobe db``: the graph database itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphprobe.cli.common import BarProgress, json_option, print_json, print_table, settings_options
from graphprobe.config import GraphSettings, Settings
from graphprobe.errors import ConfigError

if TYPE_CHECKING:
    from graphprobe.graph import Graph


@click.group()
def db() -> None:
    """Start, stop, look at and empty the graph database.

    \b
    graphprobe db up
    graphprobe db status
    """


@db.command()
@settings_options
@json_option
def up(settings: Settings, as_json: bool) -> None:
    """Start the embedded graph and keep it running until `db down`.

    \b
    graphprobe db up --graph embedded:my-graph

    Commands start it by themselves; keeping it saves each of them the seconds of a start.
    """
    from graphprobe.graph import embedded

    folder = _embedded_folder(settings.graph)
    endpoint = embedded.keep(folder)
    result = {"graph": settings.graph.uri, "address": endpoint.address, "pid": endpoint.pid}
    if as_json:
        print_json(result)
    else:
        click.echo(
            f"{folder} runs at {endpoint.address} (process {endpoint.pid}) until `graphprobe db down`."
        )


@db.command()
@settings_options
@json_option
def down(settings: Settings, as_json: bool) -> None:
    """Stop the embedded graph; one that a command still uses stops when that command ends.

    \b
    graphprobe db down
    """
    from graphprobe.graph import embedded

    folder = _embedded_folder(settings.graph)
    was_running = folder.is_dir() and embedded.running(folder) is not None
    stopped = not was_running or embedded.release(folder)
    if as_json:
        print_json({"graph": settings.graph.uri, "was_running": was_running, "stopped": stopped})
    elif not was_running:
        click.echo(f"{folder} wasn't running.")
    elif stopped:
        click.echo(f"{folder} has stopped.")
    else:
        click.echo(f"A command still uses {folder}; it stops when that ends.")


@db.command()
@settings_options
@json_option
def status(settings: Settings, as_json: bool) -> None:
    """Show engine, version, schema and how much the graph holds.

    \b
    graphprobe db status --graph bolt://127.0.0.1:7687
    """
    from graphprobe.graph import maintenance, migrations, open_graph

    with open_graph(settings.graph, migrate=False) as graph:
        pending = migrations.pending(graph)
        counts = maintenance.counts(graph)
        summary = {
            "graph": settings.graph.uri,
            "engine": graph.engine,
            "version": graph.version,
            "migrations_pending": [step.name for step in pending],
            "nodes": counts.nodes,
            "relationships": counts.relationships,
        }
    if as_json:
        print_json(summary)
        return
    click.echo(f"{summary['graph']}: {summary['engine']} {summary['version']}")
    click.echo(
        f"Schema: {len(pending)} steps pending (`graphprobe db migrate`)."
        if pending
        else "Schema: up to date."
    )
    contents = [*counts.nodes.items(), *counts.relationships.items()]
    if contents:
        print_table(["node or relationship", "count"], contents)
    else:
        click.echo("The graph is empty.")


@db.command()
@settings_options
@json_option
def migrate(settings: Settings, as_json: bool) -> None:
    """Bring the schema up to date; every command that writes does so by itself.

    \b
    graphprobe db migrate
    """
    from graphprobe.graph import migrations, open_graph

    with open_graph(settings.graph, migrate=False) as graph:
        applied = migrations.apply(graph)
    if as_json:
        print_json({"applied": [step.name for step in applied]})
    elif applied:
        print_table(["step", "name"], [(step.version, step.name) for step in applied])
    else:
        click.echo("The schema is up to date.")


@db.command()
@click.option("--yes", is_flag=True, help="Don't ask.")
@settings_options
@json_option
def wipe(yes: bool, settings: Settings, as_json: bool) -> None:
    """Delete everything in the graph; asks first. The schema stays.

    \b
    graphprobe db wipe --yes
    """
    from graphprobe.graph import open_graph

    with open_graph(settings.graph) as graph:
        if not yes:
            _confirm(graph)
        deleted = _wiped(graph)
    if as_json:
        print_json({"deleted_nodes": deleted})
    else:
        click.echo(f"Deleted {deleted:,} nodes with their relationships.")


def _confirm(graph: Graph) -> None:
    from graphprobe.graph import maintenance

    nodes = sum(maintenance.counts(graph).nodes.values())
    click.confirm(f"Delete all {nodes:,} nodes of {graph.where}?", abort=True, err=True)


def _wiped(graph: Graph) -> int:
    from graphprobe.graph import maintenance

    progress = BarProgress()
    progress.start("wipe", "nodes", sum(maintenance.counts(graph).nodes.values()))
    try:
        return maintenance.wipe(graph, progress.advance)
    finally:
        progress.end()


def _embedded_folder(settings: GraphSettings) -> Path:
    if settings.embedded_folder is None:
        raise ConfigError(
            "only an embedded graph is started and stopped by GraphProbe",
            where=settings.uri,
            remedy="Start the server itself, as with `docker compose up -d --wait`.",
        )
    return settings.embedded_folder
