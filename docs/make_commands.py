"""Writes docs/commands.md from the commands' own help; `--check` only says whether it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from graphprobe.cli import cli

PAGE = Path(__file__).parent / "commands.md"
HEAD = """# Command reference

Made from the commands' own `--help` by `make docs`. Exit codes everywhere: 0 done, 1 some items failed (they
are listed, and retried next time), 2 usage or configuration, 130 interrupted.
"""


def page() -> str:
    """The whole page as Markdown."""
    return "\n".join([HEAD, *(section(path, command) for path, command in commands("graphprobe", cli))])


def commands(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command and all commands below it, with their full names."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None, name
            yield from commands(f"{path} {name}", below)


def section(path: str, command: click.Command) -> str:
    """One command's help under a heading."""
    context = click.Context(command, info_name=path, max_content_width=100, terminal_width=100)
    return f"## {path}\n\n```\n{command.get_help(context)}\n```\n"


def main() -> int:
    if "--check" in sys.argv:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
