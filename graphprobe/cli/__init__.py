"""The command line. Each command group is a module that parses, calls and prints; nothing else."""

from __future__ import annotations

import errno
import importlib
import logging
import os
import signal
import sys
from typing import Any, TextIO

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
    "eval": "eval",
    "judge": "judge",
    "cache": "cache",
    "query": "query",
    "shell": "shell",
    "graph": "graph",
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
    sys.stdout = sys.stdout or _nowhere()  # None when the caller closed it
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    signal.signal(signal.SIGTERM, _stop)
    sys.exit(run(arguments))


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 (open until the process ends)


def _stop(*_: object) -> None:
    """Takes SIGTERM for Ctrl-C: batches in hand are written, workers and the engine end."""
    raise KeyboardInterrupt


def _system_error(error: OSError) -> GraphProbeError:
    """What the system refused, as an error that says what to do."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return GraphProbeError(
        error.strerror or str(error) or type(error).__name__,
        where=str(error.filename2 or error.filename or ""),
        remedy="Free space and run the same command again, it continues."
        if full
        else "Check the path and its permissions.",
    )


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
    except SystemExit:  # how click and rich end when the reader of the output has gone, as `head` does
        return 0
    except OSError as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        click.echo(f"Error: {_system_error(error).line()}", err=True)
        return 2
    return result if isinstance(result, int) else 0
