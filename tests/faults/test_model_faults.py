"""`mine` with a model under kills: the graph of an undisturbed run, and no answered call asked again.

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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_model import answer, prompt_of
from scripted_server import ScriptedServer, slowly
from test_mine_faults import left_behind, stop_after

from graphprobe.demo import CORPUS

pytestmark = [pytest.mark.fault, pytest.mark.timeout(3600)]

KILLS = 20 if os.environ.get("GRAPHPROBE_FAULTS") == "whole" else 2
AT_ONCE = 4
SEED = 12
LIMIT = 16


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        scripted.otherwise(lambda body: slowly(0.05, answer(body)))
        yield scripted


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus file that all runs share, since its name stands in the graph and in the release."""
    return Path(shutil.copy(CORPUS, tmp_path_factory.mktemp("corpus") / "corpus.jsonl"))


def start(corpus: Path, folder: Path, server: ScriptedServer) -> subprocess.Popen[str]:
    own = {
        "GRAPHPROBE_LLM__CONCURRENCY": str(AT_ONCE),
        "GRAPHPROBE_LLM__CACHE": str(folder / "answers.sqlite"),
    }
    places = ["--graph", f"embedded:{folder / 'graph'}", "--out", str(folder / "out"), "--limit", str(LIMIT)]
    model = ["--model", "m", "--base-url", server.url]
    return subprocess.Popen(
        [sys.executable, "-m", "graphprobe", "mine", str(corpus), *places, *model],
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


def finish(corpus: Path, folder: Path, server: ScriptedServer) -> float:
    began = time.monotonic()
    process = start(corpus, folder, server)
    _, said = process.communicate(timeout=900)
    assert process.returncode == 0, said
    return time.monotonic() - began


def asked(bodies: list[dict[str, Any]]) -> Counter[str]:
    """How often each question was asked; whether the model is there is asked by every command."""
    return Counter(json.dumps(body, sort_keys=True) for body in bodies if prompt_of(body) != "probe")


def test_kills_cost_no_answered_call_and_change_no_result(
    corpus: Path, server: ScriptedServer, tmp_path: Path
) -> None:
    seconds = finish(corpus, tmp_path / "whole", server)
    wanted, questions = left_behind(tmp_path / "whole"), asked(server.requests)
    server.requests.clear()
    moments = random.Random(SEED)
    for _ in range(KILLS):
        killed = start(corpus, tmp_path / "killed", server)
        stop_after(killed, moments.uniform(0.1, seconds), signal.SIGKILL)
    finish(corpus, tmp_path / "killed", server)
    found = asked(server.requests)
    assert left_behind(tmp_path / "killed") == wanted
    assert found.keys() == questions.keys()
    # A call that was under way when the process died may have been answered without anyone hearing it.
    assert found.total() - questions.total() <= AT_ONCE * KILLS
