"""What the commands share: options, output as a table or JSON, progress, and errors as one line."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import orjson
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table
from rich.text import Text

from graphprobe.config import Settings, load_settings
from graphprobe.text.display import safe_json, visible

F = TypeVar("F", bound=Callable[..., Any])


def settings_options(command: F) -> F:
    """Adds ``--graph``, ``--user``, ``--database`` and ``--config``; the command gets ``settings``.

    A command with flags of its own for settings takes ``settings`` as it is and calls
    :func:`override` with them.
    """

    @click.option(
        "--graph", "graph_uri", metavar="URI", help="Graph address: bolt://..., neo4j://... or embedded:DIR."
    )
    @click.option("--user", metavar="NAME", help="Database user (password: GRAPHPROBE_GRAPH_PASSWORD).")
    @click.option("--database", metavar="NAME", help="Database name; default: the server's home database.")
    @click.option(
        "--config",
        "config_path",
        type=click.Path(dir_okay=False, path_type=Path),
        help="YAML file of settings (configs/default.yaml lists them).",
    )
    @functools.wraps(command)
    def wrapper(
        *args: Any,
        graph_uri: str | None,
        user: str | None,
        database: str | None,
        config_path: Path | None,
        **kwargs: Any,
    ) -> Any:
        flags = {"graph": {"uri": graph_uri, "user": user, "database": database}}
        return command(*args, settings=load_settings(config_path, flags), **kwargs)

    return wrapper  # type: ignore[return-value]


def llm_options(command: F) -> F:
    """Adds ``--model``, ``--base-url``, ``--model-for`` and ``--budget`` below :func:`settings_options`.

    The command finds them in ``settings.llm``.
    """

    @click.option("--model", metavar="NAME", help="A language model for what rules leave open.")
    @click.option("--base-url", metavar="URL", help="Its endpoint, OpenAI-compatible (key: OPENAI_API_KEY).")
    @click.option(
        "--model-for",
        metavar="STAGE=NAME,...",
        callback=_models_by_stage,
        help="Other models for single stages.",
    )
    @click.option(
        "--budget", type=click.FloatRange(min=0), metavar="DOLLARS", help="Stop before more is spent."
    )
    @functools.wraps(command)
    def wrapper(
        *args: Any,
        settings: Settings,
        model: str | None,
        base_url: str | None,
        model_for: dict[str, str] | None,
        budget: float | None,
        **kwargs: Any,
    ) -> Any:
        values = {"model": model, "base_url": base_url, "model_for": model_for, "budget": budget}
        return command(*args, settings=override(settings, "llm", **values), **kwargs)

    return wrapper  # type: ignore[return-value]


def _models_by_stage(
    context: click.Context,  # noqa: ARG001
    option: click.Parameter,  # noqa: ARG001
    text: str | None,
) -> dict[str, str] | None:
    if text is None:
        return None
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(stage.strip() and model.strip() for stage, _, model in pairs):
        raise click.BadParameter("expected STAGE=NAME, several with commas between them")
    return {stage.strip(): model.strip() for stage, _, model in pairs}


def override(settings: Settings, section: str, **values: Any) -> Settings:
    """The settings with some of a section's values replaced; None means not given.

    Raises:
        ConfigError: a value isn't allowed.
    """
    current = getattr(settings, section)
    given = {name: value for name, value in values.items() if value is not None}
    return settings.model_copy(update={section: checked(type(current), {**current.model_dump(), **given})})


def checked(kind: type[Any], values: Mapping[str, Any]) -> Any:
    """Builds a settings section and turns a refusal into a ConfigError."""
    from pydantic import ValidationError

    from graphprobe.errors import ConfigError

    try:
        return kind(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(first["msg"], where=f"setting {name}") from None


def json_option(command: F) -> F:
    """Adds ``--json``; the command gets ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def print_json(data: Any) -> None:
    """Prints one JSON document, keys in the order given, UTF-8."""
    click.echo(safe_json(_json(data).decode()))


def write_json(path: Path, data: Any) -> None:
    """Writes one JSON document as :func:`print_json` prints it, through a temporary file beside ``path``."""
    from graphprobe.corpus.files import atomic_write

    with atomic_write(path) as file:
        file.write(_json(data) + b"\n")


def _json(data: Any) -> bytes:
    options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY
    return orjson.dumps(data, option=options, default=str)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str | None = None) -> None:
    """Prints a table for people; numbers stand to the right."""
    table = Table(title=title, title_justify="left", header_style="bold", show_edge=False, pad_edge=False)
    cells = [list(row) for row in rows]
    for index, column in enumerate(columns):
        numeric = bool(cells) and all(
            isinstance(row[index], (int, float)) for row in cells if row[index] is not None
        )
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell(value)) for value in row))  # as Text, since [words] are markup to rich
    console().print(table)


def console(*, error: bool = False) -> Console:
    """A console that writes plain text of any width when it isn't a terminal."""
    stream = sys.stderr if error else sys.stdout
    return Console(
        file=stream, width=None if stream.isatty() else 160, highlight=False, soft_wrap=not stream.isatty()
    )


def write_jsonl(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes rows as JSON Lines through a temporary file beside ``path``; returns how many."""
    from graphprobe.corpus.files import atomic_write

    count = 0
    with atomic_write(path) as file:
        for row in rows:
            file.write(_json_bytes(row) + b"\n")
            count += 1
    return count


def _json_bytes(row: Mapping[str, Any]) -> bytes:
    """A row as JSON; what UTF-8 can't hold, half a character, stands there as an escape."""
    try:
        return orjson.dumps(row, default=str)
    except TypeError:
        return json.dumps(row, default=str).encode("ascii")


def refuse_overwrite(path: Path, force: bool) -> None:
    """Stops a command that would write over an existing file or a folder with files in it.

    Raises:
        ConfigError: the path is taken and ``force`` isn't set.
    """
    from graphprobe.errors import ConfigError

    taken = path.is_file() or (path.is_dir() and any(path.iterdir()))
    if taken and not force:
        raise ConfigError("exists already", where=str(path), remedy="Choose another place, or pass --force.")


class BarProgress:
    """Progress of stages: a live line on a terminal, one plain line a stage elsewhere (standard error)."""

    def __init__(self) -> None:
        self._console = console(error=True)
        self._bar: Progress | None = None
        self._name = ""
        self._done = 0

    def start(self, name: str, items: str, total: int | None = None) -> None:
        """A stage begins; ``total`` is the number of items when it is known."""
        self._name, self._items, self._done = name, items, 0
        if self._console.is_terminal:
            self._bar = Progress(
                SpinnerColumn(),
                TextColumn("{task.description:<18}"),
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn(items),
                TimeElapsedColumn(),
                console=self._console,
                transient=True,
            )
            self._task = self._bar.add_task(name, total=total)
            self._bar.start()

    def advance(self, count: int) -> None:
        """``count`` more items are done."""
        self._done += count
        if self._bar:
            self._bar.advance(self._task, count)

    def end(self) -> None:
        """The stage is over."""
        if self._bar:
            self._bar.stop()
            self._bar = None
        elif self._done:
            self._console.print(f"{self._name}: {self._done} {self._items}")


def cell(value: Any) -> str:
    """A value as a cell of a table shows it: on one line, without control characters."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.3f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else visible(str(value))


seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the bootstrap."
)
"""``--seed``: of the resamples of intervals."""


def judge_named(
    context: click.Context,  # noqa: ARG001
    option: click.Parameter,  # noqa: ARG001
    name: str | None,
) -> str | None:
    """Callback of options that name a judge: an empty name, as of a variable that isn't set, is none.

    Raises:
        click.BadParameter: the name is empty.
    """
    if name is not None and not name.strip():
        raise click.BadParameter("the name is empty")
    return name
