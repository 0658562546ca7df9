"""The documents keep step with the code: the command reference, examples in help, names in the README."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from graphprobe.cli import cli, run

REPOSITORY = Path(__file__).parents[1]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


def commands(
    path: tuple[str, ...], command: click.Command
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands((*path, name), below)


COMMANDS = dict(commands((), cli))


def test_the_command_reference_is_up_to_date() -> None:
    checked = subprocess.run(
        [sys.executable, REPOSITORY / "docs" / "make_commands.py", "--check"], check=False
    )
    assert checked.returncode == 0, "run `make docs`"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*path, "--help"]) == 0
    shown = capsys.readouterr().out
    assert " ".join(("graphprobe", *path)) in shown.split("Options:")[0].split("\n", 1)[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_named_in_a_page_exist(page: Path) -> None:
    named = re.findall(
        r"`(graphprobe [^`]+)`|^ *(graphprobe .+)$", page.read_text(encoding="utf-8"), re.MULTILINE
    )
    for text in (quoted or line for quoted, line in named):
        words = shlex.split(text.split("#")[0].replace("...", ""))[1:]
        command: click.Command = cli
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            below = command.get_command(click.Context(command), words[0])
            if below is None and "|" in words[0]:
                break
            assert below is not None, f"{page.name}: {text}"
            command, words = below, words[1:]
        options = {option for parameter in command.params for option in parameter.opts} | {
            "--help",
            "--version",
        }
        assert {word.split("=")[0] for word in words if word.startswith("--")} <= options, (
            f"{page.name}: {text}"
        )


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links {target}"
