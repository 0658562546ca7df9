"""``graphprobe query``: questions that people ask the graph again and again, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from graphprobe.cli.common import json_option, print_json, print_table, settings_options
from graphprobe.cli.tables import format_options, print_rows
from graphprobe.config import Settings

if TYPE_CHECKING:
    from graphprobe.explore import NamedQuery, Parameter


def complete_name(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Names of queries that begin with what was typed, with what they answer."""
    from graphprobe.explore import named_queries

    found = (query for query in named_queries() if query.name.startswith(incomplete.replace("-", "_")))
    return [CompletionItem(query.name, help=query.purpose) for query in found]


def complete_parameter(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """``name=`` of the parameters of the query on the line."""
    from graphprobe.errors import ConfigError
    from graphprobe.explore import named_query

    words = [ctx.params.get("name"), *ctx.args]  # an option that lacks its value leaves NAME unread
    try:
        parameters = named_query(next((word for word in words if word), "")).parameters
    except ConfigError:
        return []
    return [
        CompletionItem(f"{one.name}=", help=one.help) for one in parameters if one.name.startswith(incomplete)
    ]


@click.group()
def query() -> None:
    """Ask the graph what people ask it, by name.

    \b
    Example:
      graphprobe query list
      graphprobe query run conflicts_of_entity -p entity="Mother Teresa"
    """


@query.command("list")
@json_option
def list_queries(as_json: bool) -> None:
    """List the queries, what each must be given, and what it answers.

    \b
    Example:
      graphprobe query list
    """
    from graphprobe.explore import named_queries

    queries = named_queries()
    if as_json:
        print_json([_data(one) for one in queries])
        return
    rows = [
        (
            one.name,
            ", ".join(parameter.name for parameter in one.parameters if parameter.required),
            one.purpose,
        )
        for one in queries
    ]
    print_table(["query", "give", "answers"], rows)


@query.command()
@click.argument("name", shell_complete=complete_name)
@json_option
def show(name: str, as_json: bool) -> None:
    """Show a query: its parameters, its columns and its Cypher, to run or to build on.

    \b
    Example:
      graphprobe query show conflicts_of_entity
    """
    from graphprobe.explore import named_query

    found = named_query(name)
    if as_json:
        print_json(_data(found))
        return
    click.echo(f"{found.purpose}\n")
    if found.parameters:
        rows = [(one.name, one.kind, _default(one), one.help) for one in found.parameters]
        print_table(["parameter", "type", "default", "meaning"], rows)
        click.echo()
    columns = (f"{one.name} ({one.help})" if one.help else one.name for one in found.columns)
    click.echo(f"Columns: {', '.join(columns)}.\n\n{found.text}\n\n{_usage(found)}")


@query.command()
@click.argument("name", shell_complete=complete_name)
@click.option(
    "-p",
    "--parameter",
    "given",
    metavar="NAME=VALUE",
    multiple=True,
    shell_complete=complete_parameter,
    help="A parameter of the query; repeat it for each.",
)
@settings_options
@format_options
def run(name: str, given: tuple[str, ...], settings: Settings, output: str, as_json: bool) -> None:
    """Run a query. Nothing it does can change the graph.

    \b
    Example:
      graphprobe query run conflicts_of_entity -p entity="Mother Teresa" -p limit=5
      graphprobe query run most_contested_slots --format csv > contested.csv
    """
    from graphprobe.explore import answer, named_query
    from graphprobe.graph import open_graph

    values = named_query(name).checked(assignments(given))  # before an engine starts for nothing
    with open_graph(settings.graph, read_only=True) as graph:
        found = answer(graph, name, values)
    print_rows(found.columns, [list(row.values()) for row in found.rows], "json" if as_json else output)
    if found.more:
        click.echo(f"There are more; `-p limit={2 * len(found.rows)}` shows more of them.", err=True)


def assignments(given: Iterable[str]) -> dict[str, str]:
    """``name=value`` words as a map.

    Raises:
        ConfigError: a word without a name and ``=``, or a name given twice.
    """
    from graphprobe.errors import ConfigError

    values: dict[str, str] = {}
    for word in given:
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise ConfigError(f"{word!r} isn't a parameter", remedy="Write name=value.")
        if name.strip() in values:
            raise ConfigError(f"the parameter {name.strip()} is given twice")
        values[name.strip()] = value
    return values


def _data(query: NamedQuery) -> dict[str, Any]:
    return {
        "name": query.name,
        "purpose": query.purpose,
        "parameters": [
            {
                "name": one.name,
                "type": one.kind,
                "help": one.help,
                "required": one.required,
                "default": one.default,
            }
            for one in query.parameters
        ],
        "columns": [{"name": column.name, "help": column.help} for column in query.columns],
        "statement": query.text,
    }


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return "(must be given)"
    return "(any)" if parameter.default is None else str(parameter.default)


def _usage(query: NamedQuery) -> str:
    required = [f"-p {one.name}={one.name.upper()}" for one in query.parameters if one.required]
    return " ".join(["graphprobe query run", query.name, *required])
