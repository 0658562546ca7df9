"""``graphprobe cache``: the answers of language models that were paid for."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timezone
from typing import Any

import click

from graphprobe.cli.common import json_option, print_json, print_table, settings_options
from graphprobe.config import Settings
from graphprobe.errors import ConfigError


@click.group()
def cache() -> None:
    """Answers of language models, kept so that each is paid for once.

    \b
    graphprobe cache info
    graphprobe cache prune --unreadable
    """


@cache.command()
@settings_options
@json_option
def info(settings: Settings, as_json: bool) -> None:
    """Show what the cache holds, by prompt, model and endpoint.

    \b
    graphprobe cache info --json
    """
    from graphprobe.llm.cache import AnswerCache

    path = settings.llm.cache
    entries = []
    if path.is_file():
        with AnswerCache(path) as opened:
            entries = opened.entries()
    if as_json:
        print_json({"path": str(path), "entries": [_with_times(asdict(entry)) for entry in entries]})
        return
    columns = ["prompt", "model", "endpoint", "answers", "unreadable", "kB", "first", "last"]
    rows = [
        (e.prompt, e.model, e.base_url, e.answers, e.unreadable, e.bytes // 1000, _day(e.first), _day(e.last))
        for e in entries
    ]
    print_table(columns, rows, title=str(path))


@cache.command()
@settings_options
@json_option
@click.option("--older-than", "days", type=click.FloatRange(min=0), metavar="DAYS", help="Answers this old.")
@click.option("--model", metavar="NAME", help="Answers of a model.")
@click.option("--prompt", metavar="NAME", help="Answers to a prompt, as facts or facts@1.")
@click.option(
    "--unreadable", is_flag=True, help="Answers that couldn't be used; they will be asked for again."
)
@click.option("--all", "everything", is_flag=True, help="All answers.")
def prune(
    settings: Settings,
    as_json: bool,
    days: float | None,
    model: str | None,
    prompt: str | None,
    unreadable: bool,
    everything: bool,
) -> None:
    """Delete the answers to which all given conditions apply. They will be paid for again when needed.

    \b
    graphprobe cache prune --older-than 90
    graphprobe cache prune --model qwen --unreadable
    """
    from graphprobe.llm.cache import AnswerCache

    given = days is not None or model is not None or prompt is not None or unreadable
    if given == everything:
        raise ConfigError(
            "say which answers to delete",
            remedy="Give --older-than, --model, --prompt or --unreadable; or --all alone.",
        )
    deleted = 0
    if settings.llm.cache.is_file():
        with AnswerCache(settings.llm.cache) as opened:
            deleted = opened.prune(older_than_days=days, model=model, prompt=prompt, unreadable=unreadable)
    if as_json:
        print_json({"path": str(settings.llm.cache), "deleted": deleted})
    else:
        click.echo(f"{deleted} answers deleted.")


def _with_times(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "first": _time(entry["first"]), "last": _time(entry["last"])}


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, tz=timezone.utc).isoformat(timespec="seconds")


def _day(seconds: float) -> str:
    return _time(seconds)[:10]
