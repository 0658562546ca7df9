"""Rows of a query, as a table that fits the terminal, as JSON, or as CSV."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click
import orjson
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from graphprobe.cli.common import cell, console, print_json
from graphprobe.text.display import safe_json, visible

F = TypeVar("F", bound=Callable[..., Any])
Rows = Sequence[Sequence[Any]]

FORMATS = ("table", "json", "csv")

_LONGEST = 600  # characters of a cell; JSON and CSV have all of them
_NARROWEST = 10  # a column isn't made narrower than this to fit,
_WORD = 20  # nor so narrow that an id is broken in two
_BETWEEN = 3  # characters between two columns


def format_options(command: F) -> F:
    """Adds ``--format`` and ``--json``, its short form; the command gets ``output`` and ``as_json``."""
    choice = click.Choice(FORMATS)
    chosen = click.option(
        "--format", "output", type=choice, default="table", show_default=True, help="How to print rows."
    )
    short = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs: --format json.")
    return chosen(short(command))


def print_rows(columns: Sequence[str], rows: Rows, output: str) -> None:
    """Prints rows in one of the :data:`FORMATS`.

    A table whose columns would be too narrow for the terminal becomes a list of records.
    """
    if output == "json":
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif output == "csv":
        text = as_csv(columns, rows)
        click.echo(_obeyed_by_no_terminal(text) if sys.stdout.isatty() else text, nl=False)
    elif not rows:
        click.echo("Nothing found.")
    else:
        print_table(console(), columns, rows)


def as_csv(columns: Sequence[str], rows: Rows) -> str:
    """The rows as CSV with a header; lists and maps are JSON, text is left alone."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(
        [_json(value) if isinstance(value, (list, dict)) else value for value in row] for row in rows
    )
    return text.getvalue()


def _obeyed_by_no_terminal(text: str) -> str:
    return "\n".join(visible(line) for line in text.split("\n"))


def _shown(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value):
        text = ", ".join(cell(item) for item in value)
    elif isinstance(value, dict) and value.keys() == {"labels", "properties"}:
        text = visible(f"(:{':'.join(value['labels'])} {_json(value['properties'])})")
    elif isinstance(value, (list, dict)):
        text = visible(_json(value))
    else:
        text = cell(value)
    left = len(text) - _LONGEST
    return text if left <= 0 else f"{text[:_LONGEST]}... ({left:,} more characters)"


def _json(value: Any) -> str:
    return safe_json(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS, default=str).decode())


def _numeric(columns: Sequence[str], rows: Rows) -> list[bool]:
    """Which columns hold numbers and nothing else."""
    held = [[row[i] for row in rows if row[i] is not None] for i in range(len(columns))]
    return [
        bool(values) and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)
        for values in held
    ]


def print_table(out: Console, columns: Sequence[str], rows: Rows) -> None:
    """Prints rows as a table that fits the console, or as a list of records where none would."""
    cells = [[_shown(value) for value in row] for row in rows]
    texts = [[row[i] for row in [list(columns), *cells]] for i in range(len(columns))]
    widths = _fitted(texts, out.width - _BETWEEN * (len(columns) - 1))
    if widths is None:
        _print_records(out, columns, cells)
        return
    table = Table(header_style="bold", show_edge=False, pad_edge=False)
    for name, width, is_number in zip(columns, widths, _numeric(columns, rows), strict=True):
        side: JustifyMethod = "right" if is_number else "left"
        table.add_column(Text(visible(name)), justify=side, overflow="fold", width=width)
    for row in cells:
        table.add_row(*(Text(text) for text in row))
    out.print(table)


def _fitted(texts: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """Widths of columns that take ``room`` at most, or None when some would be too narrow to read.

    Every column gets what it needs least, and what is left goes to those that want more, in equal parts.
    """
    wanted = [max(map(cell_len, column)) for column in texts]
    widths = [min(most, _least_width(column)) for most, column in zip(wanted, texts, strict=True)]
    if sum(widths) > room:
        return None
    for _ in range(room):
        for i in range(len(widths)):
            if widths[i] < wanted[i] and sum(widths) < room:
                widths[i] += 1
    return widths


def _least_width(texts: Sequence[str]) -> int:
    """How narrow a column may get: words up to the length of an id stay whole."""
    longest_word = max(cell_len(word) for text in texts for word in text.split() or [""])
    return max(_NARROWEST, min(longest_word, _WORD))


def _print_records(out: Console, columns: Sequence[str], cells: list[list[str]]) -> None:
    for number, row in enumerate(cells, start=1):
        out.print(Text(f"{'' if number == 1 else chr(10)}-- {number} of {len(cells)} --", style="bold"))
        record = Table.grid(padding=(0, 2))
        record.add_column(no_wrap=True)
        record.add_column(overflow="fold")
        for name, text in zip(columns, row, strict=True):
            if text:
                record.add_row(Text(visible(name), style="dim"), Text(text))
        out.print(record)
