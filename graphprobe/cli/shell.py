"""``graphprobe shell``: a prompt for named queries and free Cypher, which can only read."""

from __future__ import annotations

import contextlib
import difflib
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphprobe.cli.common import print_table, settings_options
from graphprobe.cli.query import assignments
from graphprobe.cli.tables import FORMATS, format_options, print_rows
from graphprobe.config import GraphSettings, Settings
from graphprobe.errors import ConfigError, GraphProbeError

if TYPE_CHECKING:
    from graphprobe.explore.script import Splitter
    from graphprobe.graph import Graph

PROMPT, PROMPT_INSIDE = "graphprobe> ", "       ...> "
HISTORY_FILE = "shell-history"
_HISTORY_LINES = 2000
_LOOK_FOR_SIGNALS = 0.5  # seconds
_HOME_OF_SERVERS = Path(".graphprobe")  # where the history is when the graph has no folder

WELCOME = "Only reading. Cypher ends with `;`, a named query with its line. :help explains, :quit leaves."
HELP = """\
MATCH ... RETURN ...;                       Cypher: one line or several, until the semicolon
conflicts_of_entity entity="Mother Teresa"  a named query with its parameters, on one line
:queries [WORD]     the named queries
:schema             labels, relationships and their properties, with counts
:format [NAME]      table, json or csv
:limit [N]          most rows of a Cypher statement
:help, :quit        this, and the way out (as Ctrl-D)
Ctrl-C drops what is typed or stops what runs; Tab completes."""


@click.command()
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Most rows of a statement."
)
@settings_options
@format_options
def shell(limit: int, settings: Settings, output: str, as_json: bool) -> int:
    """Ask the graph in Cypher, or by named queries, at a prompt. Nothing typed there can change the graph.

    From a file, the statements run one after the other; exit code 1 if one failed.

    \b
    Example:
      graphprobe shell
      graphprobe shell --format csv < statements.cypher > rows.csv
    """
    from graphprobe.graph import open_graph

    is_typed = sys.stdin.isatty()
    script = "" if is_typed else _script()
    with open_graph(settings.graph, read_only=True) as graph:
        session = Session(graph, output="json" if as_json else output, limit=limit, is_script=not is_typed)
        if not is_typed:
            return session.run_script(script)
        click.echo(f"{graph.engine} {graph.version}, {graph.where}\n{WELCOME}")
        with _line_editing(history_path(settings.graph)), _ended_by_sigterm():
            session.converse(input)
    return 0


def history_path(settings: GraphSettings) -> Path:
    """Where typed lines are kept: in the folder of an embedded graph, else in ``.graphprobe``."""
    return (settings.embedded_folder or _HOME_OF_SERVERS) / HISTORY_FILE


class _Quit(Exception):
    """``:quit`` was typed."""


@dataclass
class Session:
    """What is typed against one graph.

    Attributes:
        graph: opened for reading only.
        output: how rows are printed: one of :data:`graphprobe.cli.tables.FORMATS`.
        limit: most rows of a Cypher statement.
        is_script: whether errors name the line that they are about.
    """

    graph: Graph
    output: str = "table"
    limit: int = 50
    is_script: bool = False

    def converse(self, read: Callable[[str], str]) -> None:
        """Reads lines and answers them until ``:quit`` or the end of input.

        Args:
            read: gives a line for a prompt; raises EOFError at the end, KeyboardInterrupt for Ctrl-C.
        """
        from graphprobe.explore.script import Splitter

        statements = Splitter()
        while True:
            try:
                line = read(PROMPT if statements.is_between else PROMPT_INSIDE)
                self._take(f"{line}\n", statements, 0)
            except KeyboardInterrupt:
                click.echo("")
                statements = Splitter()
            except _Quit:
                return
            except EOFError:
                click.echo("")
                return

    def run_script(self, text: str) -> int:
        """Runs all statements of a text, up to ``:quit``; 0 if all went well, 1 if one failed."""
        from graphprobe.explore.script import Splitter

        statements = Splitter()
        results: list[bool] = []
        with contextlib.suppress(_Quit):
            for number, line in enumerate(text.splitlines(keepends=True), start=1):
                results.append(self._take(line, statements, number))
            results += [self._answer(one.text, one.line) for one in statements.close()]
        return 0 if all(results) else 1

    def _take(self, line: str, statements: Splitter, number: int) -> bool:
        """Takes a line; False when something that it completed failed."""
        words = line.strip()
        if statements.is_between and (words.startswith(":") or _is_named(words)):
            statements.feed("\n")  # which counts lines
            return self._answer(words.rstrip(";"), number)
        answered = [self._answer(one.text, one.line) for one in statements.feed(line)]
        return all(answered)

    def _answer(self, text: str, line: int) -> bool:
        """Answers one statement, named query or command; False, with the error printed, if it failed."""
        from graphprobe.graph.interrupts import interruptible

        try:
            with interruptible():
                if text.startswith(":"):
                    self._obey(text)
                elif _is_named(text):
                    self._run_named(text)
                else:
                    self._run_cypher(text)
        except GraphProbeError as error:
            place = f"line {line}: " if self.is_script else ""
            click.echo(f"Error: {place}{error.line()}", err=True)
            return False
        return True

    def _run_cypher(self, text: str) -> None:
        found = self.graph.ask(text, limit=self.limit)
        print_rows(found.columns, found.rows, self.output)
        if found.more:
            click.echo(f"The first {len(found.rows):,} rows; :limit N shows more.", err=True)

    def _run_named(self, text: str) -> None:
        from graphprobe.explore import answer

        try:
            name, *given = shlex.split(text)
        except ValueError as error:
            raise ConfigError(f"{error}".lower(), remedy="Close the quotation.") from None
        found = answer(self.graph, name, assignments(given))
        print_rows(found.columns, [list(row.values()) for row in found.rows], self.output)
        if found.more:
            click.echo(
                f"The first {len(found.rows):,} rows; limit={2 * len(found.rows)} shows more.",
                err=True,
            )

    def _obey(self, text: str) -> None:
        name, _, argument = text[1:].strip().partition(" ")
        command = _COMMANDS.get(name)
        if command is None:
            near = difflib.get_close_matches(name, _COMMANDS, n=1)
            remedy = f"Did you mean :{near[0]}?" if near else ":help lists the commands."
            raise ConfigError(f"there is no command :{name}", remedy=remedy)
        command(self, argument.strip())

    def _help(self, _argument: str) -> None:
        click.echo(HELP)

    def _queries(self, word: str) -> None:
        from graphprobe.explore import named_queries

        rows = [
            (one.name, ", ".join(f"{p.name}=" for p in one.parameters if p.required), one.purpose)
            for one in named_queries()
            if word.lower() in f"{one.name} {one.purpose}".lower()
        ]
        print_table(["query", "give", "answers"], rows)

    def _schema(self, _argument: str) -> None:
        from graphprobe.graph import maintenance

        counts = maintenance.counts(self.graph)
        nodes = {row["label"]: row["properties"] for row in self.graph.read("find/properties")}
        joins = {row["type"]: row for row in self.graph.read("find/patterns")}
        print_table(
            ["label", "nodes", "properties"],
            [(label, count, ", ".join(nodes.get(label, []))) for label, count in counts.nodes.items()],
        )
        click.echo("")
        print_table(
            ["relationship", "count", "properties"],
            [
                (_pattern(kind, joins), count, ", ".join(joins[kind]["properties"]) if kind in joins else "")
                for kind, count in counts.relationships.items()
            ],
        )

    def _quit(self, _argument: str) -> None:
        raise _Quit

    def _format(self, name: str) -> None:
        if name and name not in FORMATS:
            raise ConfigError(f"there is no format {name!r}", remedy=f"Use {', '.join(FORMATS)}.")
        self.output = name or self.output
        click.echo(f"format {self.output}", err=True)

    def _limit(self, number: str) -> None:
        if number and not (number.isascii() and number.isdigit() and int(number) > 0):
            raise ConfigError(f"{number!r} isn't a number of rows", remedy="Give a whole number from 1.")
        self.limit = int(number or self.limit)
        click.echo(f"limit {self.limit}", err=True)


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "help": Session._help,
    "queries": Session._queries,
    "schema": Session._schema,
    "format": Session._format,
    "limit": Session._limit,
    "quit": Session._quit,
}


def completions(line: str, word: str) -> list[str]:
    """What ``word``, the last one of ``line``, may become: a command, a query, a parameter, or a label."""
    from graphprobe.explore import named_queries
    from graphprobe.graph.loader import load

    before = line[: len(line) - len(word)].split()
    queries = {query.name: query for query in named_queries()}
    if not before:
        choices = [f":{name}" for name in _COMMANDS] + [f"{name} " for name in queries]
    elif before[0] == ":format":
        choices = list(FORMATS)
    elif before[0] in queries:
        choices = [f"{parameter.name}=" for parameter in queries[before[0]].parameters]
    else:
        counted = (load("graph/node_counts"), load("graph/relationship_counts"))
        names = [name.strip() for statement in counted for name in statement.returns.split(",")]
        choices = [word[: word.rfind(":") + 1] + name for name in names] if ":" in word else []
    return [choice for choice in choices if choice.startswith(word)]


def _pattern(kind: str, joins: dict[str, Any]) -> str:
    ends = joins.get(kind, {"first": "", "second": ""})
    return f"(:{ends['first']})-[:{kind}]->(:{ends['second']})"


def _is_named(text: str) -> bool:
    """Whether the first word is the name of a query, or a misspelt one: no Cypher begins with such a word."""
    from graphprobe.explore import named_queries

    first = text.split(maxsplit=1)[0].rstrip(";").replace("-", "_") if text.split() else ""
    return first.isidentifier() and ("_" in first or any(query.name == first for query in named_queries()))


def _script() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"byte {error.start} isn't UTF-8", where="standard input") from None


@contextlib.contextmanager
def _line_editing(history: Path) -> Iterator[None]:
    """Editing, completion and history at the prompt, where Python has readline."""
    try:
        import readline
    except ImportError:  # Windows
        yield
        return

    def complete(word: str, state: int) -> str | None:
        found = completions(readline.get_line_buffer()[: readline.get_endidx()], word)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n()[]{},")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_history_length(_HISTORY_LINES)
    with contextlib.suppress(OSError):
        readline.read_history_file(history)
    try:
        with _signals_noticed():
            yield
    finally:
        with contextlib.suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(history, os.O_WRONLY | os.O_CREAT, 0o600))  # what was asked is nobody else's
            readline.write_history_file(history)


@contextlib.contextmanager
def _signals_noticed() -> Iterator[None]:
    """Has readline look for signals now and then, not only when one wakes it.

    One that comes after the prompt was written, but before readline waits for keys, would be noticed only
    with the next key: a shell that nobody types in would outlive SIGTERM.
    """
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, _LOOK_FOR_SIGNALS, _LOOK_FOR_SIGNALS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM ends the shell, though Ctrl-C, for which it stands elsewhere, doesn't."""

    def stop(*_: object) -> None:
        raise click.Abort

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
