"""The command line. Each command group is a module that parses, calls and prints; nothing else."""

from __future__ import annotations

import importlib
import logging
import os
import sys
from typing import Any

import click

from graphprobe.errors import GraphProbeError

# Groups are imported when they are called, so that `graphprobe --help` doesn't wait for spaCy.
COMMANDS = {
    "demo": "demo",
    "mine": "mine",
    "corpus": "corpus",
    "stage": "stage",
    "candidates": "candidates",
    "relations": "relations",
    "conflicts": "conflicts",
    "questions": "questions",
    "cache": "cache",
    "db": "db",
    "doctor": "doctor",
}
DEBUG_VARIABLE = "GRAPHPROBE_DEBUG"


class LazyGroup(click.Group):
    """A group that knows its commands' names and imports their modules only when one is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"graphprobe.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="graphprobe", prog_name="graphprobe")
def cli() -> None:
    """Mine factual disagreements from a corpus into a graph, and make questions of them.

    \b
    graphprobe demo                          a whole run on the bundled corpus, offline
    graphprobe mine corpus.jsonl --out out   your own corpus, into an embedded graph
    """


def main(arguments: list[str] | None = None) -> None:
    """Runs a command: exit 0 done, 1 some items failed, 2 usage or configuration, 130 interrupted."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit code; every known error is printed as one line."""
    try:
        result: Any = cli.main(args=arguments, prog_name="graphprobe", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped. What was written stays; run the same command again to continue.", err=True)
        return 130
    except GraphProbeError as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        click.echo(f"Error: {error.line()}", err=True)
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return result if isinstance(result, int) else 0
