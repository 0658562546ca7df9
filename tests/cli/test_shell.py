"""`graphprobe shell`: at a terminal, as people use it, and from standard input, as scripts do."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphprobe.cli.shell import completions, history_path
from graphprobe.config import GraphSettings
from graphprobe.graph import maintenance, open_graph

SHELL = [sys.executable, "-m", "graphprobe", "shell"]
PROMPT, INSIDE = "graphprobe> ", "...> "
DEADLINE = 60.0


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def settings(request: pytest.FixtureRequest) -> Iterator[GraphSettings]:
    """The small graph of tests/explore/test_named_queries.py, on one engine after the other."""
    found: GraphSettings = request.getfixturevalue(f"{request.param}_settings")
    with open_graph(found) as graph:
        maintenance.wipe(graph)
        graph.update("probe/explored")
        graph.update("probe/explored_edges")
        graph.update("probe/hostile", title="\x1b[2J\u202egnp [bold]")
    yield found
    with open_graph(found) as graph:
        maintenance.wipe(graph)


def environment(settings: GraphSettings) -> dict[str, str]:
    password = settings.password.get_secret_value() if settings.password else ""
    graph = {"GRAPHPROBE_GRAPH_URI": settings.uri, "GRAPHPROBE_GRAPH_PASSWORD": password}
    return {**os.environ, **graph, "TERM": "dumb", "COLUMNS": "80"}


def run_script(settings: GraphSettings, text: str | bytes, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the shell with ``text`` on its standard input."""
    given = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run(
        [*SHELL, *options],
        input=given,
        capture_output=True,
        env=environment(settings),
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, command: list[str], variables: dict[str, str], folder: Path) -> None:
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(command[0], command, variables)

    def type(self, text: str) -> None:
        os.write(self._file, text.encode())

    def until(self, mark: str) -> str:
        """What comes up to ``mark``, with that."""
        text = ""
        end = time.monotonic() + DEADLINE
        while mark not in text:
            if not select.select([self._file], [], [], max(0.0, end - time.monotonic()))[0]:
                raise AssertionError(f"no {mark!r} in {text!r}")
            text += os.read(self._file, 65536).decode()
        return text

    def ended(self) -> int:
        """The exit code."""
        with contextlib.suppress(OSError):  # the terminal goes with the shell
            while os.read(self._file, 65536):
                pass
        os.close(self._file)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_a_script_is_answered_statement_by_statement(settings: GraphSettings) -> None:
    done = run_script(
        settings,
        """// how many; by label
        MATCH (d:Document)
        WHERE d.id <> 'evil;' RETURN count(d) AS n;
        conflicts_of_entity entity="the Ada" limit=1
        :format csv
        MATCH (c:Conflict) RETURN c.id AS id, c.subject AS subject ORDER BY id;
        :quit
        and this is no Cypher;""",
        "--json",
    )

    assert (done.returncode, done.stderr) == (0, "format csv\n")
    first, second, rest = re.split(r"(?<=^\])\n", done.stdout, flags=re.MULTILINE)
    assert json.loads(first) == [{"n": 7}]
    assert [row["conflict"] for row in json.loads(second)] == ["x1"]
    assert rest == "id,subject\nx1,Ada\nx2,The Lake\n"


def test_a_failed_statement_is_named_and_the_others_run(settings: GraphSettings) -> None:
    done = run_script(
        settings,
        "MATCH (n RETURN n;\n"
        "CREATE (:Document {id: 'written'});\n"
        "ties limit=none\n"
        "conflicts_of_entiti entity=Ada\n"
        ":fromat csv\n"
        ':format csv\nMATCH (d:Document {id: "written"})\nRETURN count(d) AS n;',
    )

    assert done.returncode == 1
    assert done.stdout == "n\n0\n"
    *lines, said = done.stderr.splitlines()
    assert (len(lines), said) == (5, "format csv")
    assert "line 1: " in lines[0] and "the statement was refused" in lines[0]  # noqa: PT018
    assert "line 2: " in lines[1] and "only statements that read may run here" in lines[1]  # noqa: PT018
    assert "line 3: query ties: limit = 'none' isn't a whole number from 1" in lines[2]
    assert "line 4: there is no query 'conflicts_of_entiti'. Did you mean" in lines[3]
    assert "line 5: there is no command :fromat. Did you mean :format?" in lines[4]


def test_rows_over_the_limit_are_left_out_with_a_note(settings: GraphSettings) -> None:
    done = run_script(settings, "UNWIND range(1, 100000) AS i RETURN i;", "--format", "csv", "--limit", "2")

    assert (done.returncode, done.stdout) == (0, "i\n1\n2\n")
    assert done.stderr == "The first 2 rows; :limit N shows more.\n"


def test_bytes_that_are_no_text_are_refused(settings: GraphSettings) -> None:
    done = run_script(settings, b"RETURN '\xff';")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: standard input: byte 8 isn't UTF-8\n"


def test_the_schema_has_labels_relationships_and_properties(settings: GraphSettings) -> None:
    done = run_script(settings, ":schema\n")

    assert done.returncode == 0
    assert re.search(r"^Document +│ +7 │.*title", done.stdout, re.MULTILINE)
    assert re.search(r"^\(:Fact\)-\[:REPORTS\]->\(:Account\) +│ +6 │", done.stdout, re.MULTILINE)
    assert re.search(
        r"^\(:Document\)-\[:CONFLICTS_WITH\]->\(:Document\) +│ +3 │.*value_a", done.stdout, re.MULTILINE
    )


def test_a_person_at_the_prompt(settings: GraphSettings, tmp_path: Path) -> None:
    shell = Terminal(SHELL, environment(settings), tmp_path)
    shell.until(PROMPT)
    shell.type("MATCH (d:Document)\n")
    shell.until(INSIDE)
    shell.type("RETURN count(d) AS documents;\n")
    assert "7" in shell.until(PROMPT)
    shell.type("MATCH (d:Docu\x03")  # Ctrl-C drops the line
    shell.until(PROMPT)
    shell.type("CREATE (:Document);\n")
    assert "only statements that read" in shell.until(PROMPT)
    shell.type("find_documents words=gnp\n")
    shown = shell.until(PROMPT).split("\n", 1)[1]  # after the echo of what was typed
    assert "\\x1b[2J\\u202egnp [bold]" in shown
    assert "\x1b[2J" not in shown
    assert "\u202e" not in shown
    shell.type("conflicts_\tentity=Ada\n")  # Tab completes the name
    assert "x1" in shell.until(PROMPT)
    shell.type(":quit\n")

    assert shell.ended() == 0
    history = tmp_path / history_path(settings)
    assert "find_documents words=gnp" in history.read_text(encoding="utf-8")
    assert stat.S_IMODE(history.stat().st_mode) == 0o600


def test_ctrl_c_stops_what_runs_and_stays(settings: GraphSettings, tmp_path: Path) -> None:
    shell = Terminal(SHELL, environment(settings), tmp_path)
    shell.until(PROMPT)
    # a statement of some twenty seconds; the embedded engine goes on with it alone
    shell.type(
        "UNWIND range(1, 15000) AS i UNWIND range(1, 15000) AS j WITH i, j WHERE i * j < 0 RETURN i;\n"
    )
    shell.until("RETURN i;")
    time.sleep(0.5)
    shell.type("\x03")
    shell.until(PROMPT)
    shell.type("RETURN 6 * 7 AS answer;\n")
    assert "42" in shell.until(PROMPT)
    shell.type("\x04")  # Ctrl-D

    assert shell.ended() == 0


def test_sigterm_ends_it(settings: GraphSettings, tmp_path: Path) -> None:
    shell = Terminal(SHELL, environment(settings), tmp_path)
    shell.until(PROMPT)
    os.kill(shell.pid, signal.SIGTERM)

    assert shell.ended() == 130


AT_THE_PROMPT = """
import pathlib, sys, click
from graphprobe.cli import shell
try:
    with shell._line_editing(pathlib.Path("history")), shell._ended_by_sigterm():
        input("graphprobe> ")
except click.Abort:
    sys.exit(130)
"""


def test_sigterm_just_after_the_prompt_ends_it_too(tmp_path: Path) -> None:
    """Before readline waits for keys: one try in four comes there."""
    for _ in range(10):
        prompt = Terminal([sys.executable, "-c", AT_THE_PROMPT], dict(os.environ), tmp_path)
        prompt.until(PROMPT)
        os.kill(prompt.pid, signal.SIGTERM)
        assert prompt.ended() == 130


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("conflicts_of", ["conflicts_of_entity "]),
        (":qu", [":queries", ":quit"]),
        (":format ", ["table", "json", "csv"]),
        ("conflicts_of_entity ", ["entity=", "limit="]),
        ("MATCH (c:Confl", ["c:Conflict"]),
        ("MATCH (a)-[:CONFLICTS", [":CONFLICTS_WITH"]),
        ("MATCH (n) RET", []),
    ],
)
def test_tab_completes_what_stands_there(line: str, completed: list[str]) -> None:
    word = re.split(r"[ ()\[\]{},]", line)[-1]

    assert completions(line, word) == completed
