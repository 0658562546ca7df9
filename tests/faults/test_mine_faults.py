"""`mine` under kills, interrupts and company: the final graph is the one of an undisturbed run.

A few rounds run by default, all of them with ``make faults`` (``GRAPHPROBE_FAULTS=whole``).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from graphprobe.config import CorpusSettings, GraphSettings
from graphprobe.corpus.add import add_corpus
from graphprobe.demo import CORPUS
from graphprobe.graph import Graph, embedded, open_graph

pytestmark = [pytest.mark.fault, pytest.mark.timeout(3600)]

WHOLE = os.environ.get("GRAPHPROBE_FAULTS") == "whole"
KILLS = 20 if WHOLE else 2
SEED = 11
LISTS = ("mining/candidates_list", "mining/relations_list", "mining/conflicts_list")
RELEASE = ("benchmark.jsonl", "provenance.jsonl", "README.md", "mine.json")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus file that all runs share, since its name stands in the graph and in the release."""
    return Path(shutil.copy(CORPUS, tmp_path_factory.mktemp("corpus") / "corpus.jsonl"))


@pytest.fixture(scope="module")
def undisturbed(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], float]:
    """What a run from start to end leaves, and how many seconds it takes."""
    folder = tmp_path_factory.mktemp("undisturbed")
    started = time.monotonic()
    assert finish(corpus, folder) == 0
    return left_behind(folder), time.monotonic() - started


def command(corpus: Path | None, folder: Path) -> list[str]:
    """Mining a corpus, or what the graph holds."""
    words = ["--graph", f"embedded:{folder / 'graph'}", "--out", str(folder / "out")]
    return [sys.executable, "-m", "graphprobe", "mine", *([str(corpus)] if corpus else []), *words]


def start(corpus: Path | None, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(corpus, folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


def finish(corpus: Path | None, folder: Path) -> int:
    done = subprocess.run(command(corpus, folder), capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.returncode


def left_behind(folder: Path) -> dict[str, Any]:
    """What must be equal: counts, pairs, edges, conflicts, what is told of them but when, the release."""
    with open_graph(GraphSettings(uri=f"embedded:{folder / 'graph'}")) as graph:
        counts = {name: graph.read(name) for name in ("graph/node_counts", "graph/relationship_counts")}
        lists = {name: list(rows_of(graph, name)) for name in LISTS}
        lists["changes"] = sorted(
            (
                {**row, "at": None, "key": row["key"].split()[1]}
                for row in rows_of(graph, "mining/changes_since")
            ),
            key=lambda row: row["key"],
        )
    release = {name: (folder / "out" / name).read_text(encoding="utf-8") for name in RELEASE}
    return {**counts, **lists, **release}


def rows_of(graph: Graph, statement: str) -> Iterator[dict[str, Any]]:
    """Rows with their lists in order, which a graph doesn't promise."""
    for row in chain.from_iterable(graph.pages(statement)):
        yield {name: sorted(v, key=str) if isinstance(v, list) else v for name, v in row.items()}


def stop_after(process: subprocess.Popen[str], seconds: float, sign: signal.Signals) -> str:
    """Sends a signal after some seconds, unless the process ended before; returns its standard error."""
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(sign)
        _, said = process.communicate(timeout=120)
    return said


def test_a_run_killed_again_and_again_ends_as_an_undisturbed_one(
    corpus: Path, undisturbed: tuple[dict[str, Any], float], tmp_path: Path
) -> None:
    wanted, seconds = undisturbed
    moments = random.Random(SEED)
    for _ in range(KILLS):
        stop_after(start(corpus, tmp_path), moments.uniform(0.1, seconds), signal.SIGKILL)
    finish(corpus, tmp_path)
    assert left_behind(tmp_path) == wanted


def test_ctrl_c_says_so_and_the_next_run_continues(
    corpus: Path, undisturbed: tuple[dict[str, Any], float], tmp_path: Path
) -> None:
    wanted, _ = undisturbed
    process = start(corpus, tmp_path)
    assert process.stderr is not None
    assert any(line.startswith("facts:") for line in process.stderr), "mine ended before its facts stage"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "run the same command again to continue" in said
    assert "Traceback" not in said
    finish(corpus, tmp_path)
    assert left_behind(tmp_path) == wanted


def test_two_mines_at_once_leave_one_graph(
    corpus: Path, undisturbed: tuple[dict[str, Any], float], tmp_path: Path
) -> None:
    wanted, _ = undisturbed
    both = [start(corpus, tmp_path), start(corpus, tmp_path)]
    said = [process.communicate(timeout=900)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert left_behind(tmp_path) == wanted


def test_a_run_over_a_grown_graph_tells_the_same_changes_when_it_is_killed(
    corpus: Path, undisturbed: tuple[dict[str, Any], float], tmp_path: Path
) -> None:
    _, seconds = undisturbed
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    finish(corpus, whole)
    grow(whole / "graph", tmp_path / "more.jsonl")
    shutil.copytree(whole, killed)
    finish(None, whole)
    moments = random.Random(SEED)
    for _ in range(KILLS // 2):
        stop_after(start(None, killed), moments.uniform(0.1, seconds), signal.SIGKILL)
    finish(None, killed)
    wanted = left_behind(whole)
    kinds = {change["kind"] for change in wanted["changes"]}
    assert kinds == {"appeared", "gained_account", "majority_changed", "went_away"}
    assert left_behind(killed) == wanted


def grow(folder: Path, file: Path) -> None:
    """Adds documents to a finished graph and replaces some, and waits until its engine has ended."""
    texts = {
        "new-1": "Mother Teresa was born on 26 August 1910.",
        "new-2": "The Nile is 7,088 km long.",
        "freedom-3": "Moss grows on the north side of the walls of Bergen.",
    }
    rows = [{"id": key, "url": f"https://{key}.example.org", "text": text} for key, text in texts.items()]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with open_graph(GraphSettings(uri=f"embedded:{folder}")) as graph:
        report = add_corpus(graph, [file], CorpusSettings(replace=True))
    assert (report.added, report.replaced) == (2, 1)
    deadline = time.monotonic() + 60
    while embedded.running(folder) and time.monotonic() < deadline:
        time.sleep(0.1)
