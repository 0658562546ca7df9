"""``graphprobe conflicts``: the contested facts, their accounts, and who reports which."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import (
    json_option,
    print_json,
    print_table,
    refuse_overwrite,
    settings_options,
    write_jsonl,
)
from graphprobe.cli.since import local, since_argument
from graphprobe.config import Settings
from graphprobe.text.normalize import one_line

if TYPE_CHECKING:
    from graphprobe.graph import Graph

DOCUMENTS_SHOWN = 5


@click.group()
def conflicts() -> None:
    """Contested facts and their accounts.

    \b
    graphprobe conflicts list
    graphprobe conflicts show 4f0c2a...
    """


@conflicts.command("list")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Conflicts to show.")
@settings_options
@json_option
def list_(limit: int, settings: Settings, as_json: bool) -> None:
    """List conflicts, those with most sources first.

    \b
    graphprobe conflicts list --limit 10
    """
    from graphprobe.graph import open_graph

    with open_graph(settings.graph, read_only=True) as graph:
        found = sorted(
            rows(graph), key=lambda row: (-sum(a["n_sources"] for a in row["accounts"]), row["id"])
        )
    if as_json:
        print_json(found[:limit])
        return
    print_table(
        ["id", "subject", "attribute", "accounts (sources)"],
        [(row["id"], row["subject"], row["attribute"], _accounts(row)) for row in found[:limit]],
    )
    if len(found) > limit:
        click.echo(f"... and {len(found) - limit:,} more; --limit shows them, `conflicts export` writes all.")


@conflicts.command()
@click.argument("conflict_id", metavar="ID")
@settings_options
@json_option
def show(conflict_id: str, settings: Settings, as_json: bool) -> None:
    """Show every statement behind the accounts of a conflict.

    \b
    graphprobe conflicts show 4f0c2a3b5d6e7f809192
    """
    from graphprobe.errors import DataError
    from graphprobe.graph import open_graph

    with open_graph(settings.graph, read_only=True) as graph:
        statements = graph.read("mining/conflicts_show", id=conflict_id)
    if not statements:
        raise DataError(
            f"there is no conflict {conflict_id}",
            where=settings.graph.uri,
            remedy="`graphprobe conflicts list` shows all.",
        )
    if as_json:
        print_json(statements)
        return
    first = statements[0]
    click.echo(f"{first['subject']}: {first['attribute']}")
    if first["description"]:
        click.echo(first["description"])
    if first["real"] == "no":
        click.echo(f"{first['model']} sees no contradiction here: {first['real_reason']}")
    previous = None
    for row in statements:
        if row["account"] != previous:
            click.echo(f"\n{row['value']}  ({row['side']}, independent sources: {row['n_sources']})")
            previous = row["account"]
        source = row["url"] or row["title"] or ""
        click.echo(f"  {row['document']} {row['start']}..{row['end']}  {source}")
        click.echo(f"    {' '.join(row['statement'].split())}")


@conflicts.command()
@click.argument("since", metavar="SINCE", callback=since_argument)
@settings_options
@json_option
def diff(since: datetime, settings: Settings, as_json: bool) -> None:
    """Show what happened to conflicts since a time, and which documents did it.

    Conflicts appeared, gained or lost an account, changed their majority, or went away, whenever documents
    were added or replaced and `graphprobe mine` ran again. SINCE is a span until now (30m, 3h, 2d, 1w), a
    date (from its midnight on) or a date and time; without a zone, as in 2026-11-30T14:00+01:00, it's local
    time.

    \b
    graphprobe conflicts diff 2d
    graphprobe conflicts diff 2026-11-30 --json
    """
    from graphprobe.graph import open_graph

    with open_graph(settings.graph, read_only=True) as graph:
        changes = _changes(graph, since)
    if as_json:
        print_json(changes)
        return
    for change in changes:
        _show_change(change)
    counts = Counter(change["kind"] for change in changes)
    kinds = ", ".join(f"{count:,} {_words(kind)}" for kind, count in counts.most_common())
    click.echo(f"{kinds or 'Nothing happened'} since {local(since)}.")


@conflicts.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over FILE.")
@settings_options
def export(file: Path, force: bool, settings: Settings) -> None:
    """Write conflicts as JSON Lines: {id, subject, attribute, accounts: [{value, documents, n_sources}]}.

    \b
    graphprobe conflicts export conflicts.jsonl
    """
    from graphprobe.graph import open_graph

    refuse_overwrite(file, force)
    with open_graph(settings.graph, read_only=True) as graph:
        count = write_jsonl(file, rows(graph))
    click.echo(f"{count:,} conflicts: {file}")


def rows(graph: Graph) -> Iterator[dict[str, Any]]:
    """Conflicts in the order of their ids, accounts with most sources first."""
    for page in graph.pages("mining/conflicts_list"):
        for row in page:
            accounts = sorted(row["accounts"], key=lambda account: (-account["n_sources"], account["value"]))
            yield {
                "id": row["key"],
                "subject": row["subject"],
                "attribute": row["attribute"],
                "accounts": [
                    {name: account[name] for name in ("value", "documents", "n_sources")}
                    for account in accounts
                ],
            }


def _accounts(row: dict[str, Any]) -> str:
    return "; ".join(f"{account['value']} ({account['n_sources']})" for account in row["accounts"])


def _changes(graph: Graph, since: datetime) -> list[dict[str, Any]]:
    """What happened since a time, in that order."""
    from graphprobe.mining.changes import stamp

    found = [row for page in graph.pages("mining/changes_since", after=stamp(since)) for row in page]
    found.sort(key=lambda row: (row["at"], row["subject"] or "", row["attribute"] or "", row["kind"]))
    return [_change(row) for row in found]


def _change(row: Mapping[str, Any]) -> dict[str, Any]:
    """A change for programs: accounts as lists, documents in the order of their ids."""
    named = ("at", "kind", "conflict", "subject", "attribute", "account")
    return {
        **{name: row[name] for name in named},
        "before": json.loads(row["before"]),
        "after": json.loads(row["after"]),
        "into": row["into"],
        "documents": sorted(row["documents"], key=lambda document: str(document["id"])),
    }


def _show_change(change: Mapping[str, Any]) -> None:
    """Prints a change as a block: what and when, the accounts, the documents."""
    name = one_line(f"{change['subject']}: {change['attribute']}")
    when = local(datetime.fromisoformat(change["at"]))
    click.echo(f"{when}  {_words(change['kind'])}: {name}  ({change['conflict']})")
    before, after = _values(change["before"]), _values(change["after"])
    own = _values(a for a in (*change["before"], *change["after"]) if a["account"] == change["account"])
    click.echo(
        {
            "appeared": f"    {after}",
            "gained_account": f"    + {own}   now: {after}",
            "lost_account": f"    - {own}   now: {after}",
            "majority_changed": f"    {before}  ->  {after}",
            "went_away": f"    was: {before}",
        }[change["kind"]]
    )
    if change["into"]:
        click.echo(f"    part of conflict {change['into']} now")
    for document in change["documents"][:DOCUMENTS_SHOWN]:
        source = one_line(document["url"] or document["title"] or "")
        click.echo(f"    by {one_line(document['id'])}  {source}".rstrip())
    if len(change["documents"]) > DOCUMENTS_SHOWN:
        click.echo(f"    ... and {len(change['documents']) - DOCUMENTS_SHOWN:,} more; --json names all")
    click.echo()


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _values(accounts: Iterable[Mapping[str, Any]]) -> str:
    """Values with their independent sources: ``1974 (2) | 1976 (1)``."""
    return " | ".join(f"{one_line(a['value'])} ({a['n_sources']})" for a in accounts)
