"""Rows as a table that fits, as records where none would, as JSON, and as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from graphprobe.cli.tables import as_csv, print_rows, print_table

QUOTE = "The lake is 31 m deep, says the survey of 1911, which nobody has repeated since then."
IDENTITY = "0123456789abcdef0123"


def printed(width: int, columns: list[str], rows: list[list[Any]]) -> list[str]:
    """Lines of the table on a terminal so wide."""
    text = io.StringIO()
    print_table(Console(file=text, width=width), columns, rows)
    return text.getvalue().splitlines()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal_and_no_id_is_broken(width: int) -> None:
    columns = ["conflict", "side", "sources", "quote"]
    lines = printed(width, columns, [[IDENTITY, "majority", 2, QUOTE], [IDENTITY, "tie", 10, "Short."]])

    assert all(cell_len(line) <= width for line in lines)
    assert sum(IDENTITY in line for line in lines) == 2
    assert all(sum(word in line for line in lines) for word in QUOTE.split())


def test_columns_get_what_they_need_and_share_what_is_left() -> None:
    lines = printed(40, ["id", "quote"], [["a1", "one two three four five six seven eight"]])

    assert [line.rstrip() for line in lines] == [
        "id ┃ quote",
        f"━━━╇{36 * '━'}",
        "a1 │ one two three four five six seven",
        "   │ eight",
    ]


def test_a_table_that_would_be_too_narrow_becomes_records() -> None:
    lines = printed(30, ["conflict", "other", "n"], [[IDENTITY, IDENTITY, 1], [IDENTITY, None, 2]])

    assert [line.rstrip() for line in lines] == [
        "-- 1 of 2 --",
        f"conflict  {IDENTITY}",
        f"other     {IDENTITY}",
        "n         1",
        "",
        "-- 2 of 2 --",
        f"conflict  {IDENTITY}",
        "n         2",
    ]


def test_values_are_shown_as_people_write_them() -> None:
    node = {"labels": ["Fact"], "properties": {"id": "f1"}}
    [_, _, line] = printed(200, ["a", "b", "c", "d", "e"], [[["x", "y"], 12345, 0.98765, node, [[1, 2]]]])

    assert [cell.strip() for cell in line.split("│")] == [
        "x, y",
        "12,345",
        "0.988",
        '(:Fact {"id":"f1"})',
        "[[1,2]]",
    ]


def test_words_in_brackets_are_words_and_escapes_are_seen() -> None:
    [_, _, line] = printed(80, ["title"], [["[red]not red[/red] [citation needed] \x1b[2J"]])

    assert line.rstrip() == "[red]not red[/red] [citation needed] \\x1b[2J"


def test_a_long_text_is_cut_with_what_is_left_out() -> None:
    lines = printed(80, ["text"], [["x" * 2000]])

    assert "".join(line.strip() for line in lines[2:]) == f"{'x' * 600}... (1,400 more characters)"


def test_csv_reads_back_as_it_was() -> None:
    rows = [["a,b", 'say "so"', None, 1.5], ["two\nlines", ["x", "y"], True, {"k": "v"}]]

    [header, *found] = csv.reader(io.StringIO(as_csv(["a", "b", "c", "d"], rows)))

    assert header == ["a", "b", "c", "d"]
    assert found == [["a,b", 'say "so"', "", "1.5"], ["two\nlines", '["x","y"]', "True", '{"k":"v"}']]


@pytest.mark.parametrize(
    ("output", "shown"), [("table", "Nothing found.\n"), ("json", "[]\n"), ("csv", "conflict,side\n")]
)
def test_no_rows_are_said_in_every_format(
    output: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_rows(["conflict", "side"], [], output)

    assert capsys.readouterr().out == shown
