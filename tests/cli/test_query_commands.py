"""`graphprobe query`: lists, shows and runs named queries, completes them, and refuses in one line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import pytest
from click.shell_completion import ShellComplete

from graphprobe.cli import cli, run
from graphprobe.config import GraphSettings
from graphprobe.explore import named_queries
from graphprobe.graph import maintenance, open_graph


@pytest.fixture(scope="module")
def uri(embedded_settings: GraphSettings) -> Iterator[str]:
    """Address of the small graph of tests/explore/test_named_queries.py, with one hostile document."""
    with open_graph(embedded_settings) as graph:
        maintenance.wipe(graph)
        graph.update("probe/explored")
        graph.update("probe/explored_edges")
        graph.update("probe/hostile", title="\x1b[2J\u202egnp [bold]")
    yield embedded_settings.uri
    with open_graph(embedded_settings) as graph:
        maintenance.wipe(graph)


def test_list_names_every_query_with_what_it_must_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["query", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert run(["query", "list"]) == 0
    shown = capsys.readouterr().out

    assert [one["name"] for one in listed] == [query.name for query in named_queries()]
    assert all(one["name"] in shown for one in listed)
    assert len(listed) >= 20


def test_show_has_parameters_columns_cypher_and_how_to_run_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["query", "show", "facts-of-one-source"]) == 0
    shown = capsys.readouterr().out

    assert "its name in any spelling" in shown
    assert "(must be given)" in shown
    assert "MATCH (e:Entity {key: $entity})" in shown
    assert "graphprobe query run facts_of_one_source -p entity=ENTITY" in shown


def test_run_prints_rows_in_each_format(uri: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["query", "run", "conflicts_of_entity", "-p", "entity=ADA", "--graph", uri]
    row = {"conflict": "x1", "subject": "Ada", "attribute": "born", "accounts": 2, "majority": 2, "others": 1}

    assert run([*command, "--json"]) == run([*command, "--format", "csv"]) == run(command) == 0
    as_json, rest = capsys.readouterr().out.split("]\n")
    as_csv, as_table = rest.split("\nconflict ┃")

    assert json.loads(f"{as_json}]") == [row]
    assert list(csv.DictReader(io.StringIO(as_csv))) == [{key: str(value) for key, value in row.items()}]
    assert "x1       │ Ada     │ born " in as_table


def test_what_the_limit_leaves_out_is_said_beside_the_rows(
    uri: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["query", "run", "most_contested_slots", "-p", "limit=1", "--graph", uri, "--json"]

    assert run(command) == 0
    printed = capsys.readouterr()

    assert len(json.loads(printed.out)) == 1
    assert printed.err == "There are more; `-p limit=2` shows more of them.\n"


@pytest.mark.parametrize("output", ["table", "json", "csv"])
def test_hostile_titles_reach_no_terminal(uri: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["query", "run", "find_documents", "-p", "words=gnp", "--graph", uri, "--format", output]

    assert run(command) == 0
    printed = capsys.readouterr().out

    assert "[bold]" in printed
    if output != "csv":  # a file of data has its text as it is; on a terminal it's escaped as well
        assert "\x1b" not in printed
        assert "\u202e" not in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], "Error: there is no query 'nosuch'. `graphprobe query list` shows all."),
        (["conflict_of_entity"], "Did you mean conflicts_of_entity"),
        (
            ["conflicts_of_entity"],
            "the parameter entity is missing. Give its name in any spelling: -p entity=...",
        ),
        (["conflicts_of_entity", "-p", "Ada"], "Error: 'Ada' isn't a parameter. Write name=value."),
        (["conflicts_of_entity", "-p", "entity=a", "-p", "entity=b"], "the parameter entity is given twice"),
        (["conflicts_of_entity", "-p", "entity=Adda"], "there is no entity 'adda'. Did you mean ada?"),
        (["ties", "-p", "limit=ten"], "limit = 'ten' isn't a whole number from 1"),
    ],
)
def test_what_cannot_be_run_is_one_line(
    uri: str, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["query", "run", *arguments, "--graph", uri]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err
    assert said.err.count("\n") == 1


def test_a_folder_without_a_graph_is_said_and_stays_empty(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["query", "run", "funnel", "--graph", f"embedded:{tmp_path}/none"]) == 2
    assert "there is no graph. Make one with `graphprobe mine`." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "incomplete", "completed"),
    [
        (["query", "run"], "conflicts", ["conflicts_of_entity"]),
        (["query", "show"], "near", ["near_duplicates"]),
        (["query", "run", "conflicts_of_entity", "-p"], "", ["entity=", "limit="]),
        (["query", "run", "conflicts_of_entity", "-p"], "e", ["entity="]),
        (["query", "run", "nosuch", "-p"], "", []),
    ],
)
def test_names_and_parameters_are_completed(words: list[str], incomplete: str, completed: list[str]) -> None:
    shell = ShellComplete(cli, {}, "graphprobe", "_GRAPHPROBE_COMPLETE")

    assert [item.value for item in shell.get_completions(words, incomplete)] == completed
