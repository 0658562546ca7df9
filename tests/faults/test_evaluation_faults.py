"""`eval run` under kills and interrupts: the final run is the one of an undisturbed command.

A few rounds run by default, all of them with ``make faults`` (``GRAPHPROBE_FAULTS=whole``).
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Behaviour, Body, ScriptedServer, says, slowly

from graphprobe.evaluation.runs import open_run
from graphprobe.records import Status

pytestmark = [pytest.mark.fault, pytest.mark.timeout(3600)]

WHOLE = os.environ.get("GRAPHPROBE_FAULTS") == "whole"
KILLS = 20 if WHOLE else 3
QUESTIONS = 400 if WHOLE else 80
AT_ONCE = 8
SEED = 5


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """Answers every question in its own words, after a moment."""

    def choose(body: Body) -> Behaviour:
        question = body["messages"][-1]["content"]
        return slowly(0.02, says(f"My answer to: {question}"))

    with ScriptedServer() as scripted:
        scripted.otherwise(choose)
        yield scripted


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    """A benchmark of many questions."""
    path = tmp_path / "benchmark.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(QUESTIONS):
            group = str(uuid.UUID(int=number // 2 + 1))
            gold = [{"value": "1"}, {"value": "2"}]
            body = {"question": f"Question {number}?", "gold_answers": gold, "preferred_answer": "1; 2"}
            record = {"benchmark_id": str(uuid.UUID(int=number + 1)), "item_group_id": group, "eval": body}
            file.write(json.dumps(record) + "\n")
    return path


def start(benchmark: Path, url: str, out: Path, **how: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "graphprobe", "eval", "run", "--benchmark", str(benchmark)]
    options = ["--model", "m", "--base-url", url, "--out", str(out), "--concurrency", str(AT_ONCE)]
    hidden = ("OPENAI_API_KEY", "GRAPHPROBE_LLM__API_KEY", "GRAPHPROBE_GRAPH_URI")
    return subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=benchmark.parent,
        env={name: value for name, value in os.environ.items() if name not in hidden},
        start_new_session=True,
        **how,
    )


def wait_for_requests(server: ScriptedServer, count: int, process: subprocess.Popen[str]) -> None:
    """Waits until the server has met so many requests, or the process has ended."""
    while len(server.requests) < count and process.poll() is None:
        time.sleep(0.002)


def finish(benchmark: Path, url: str, out: Path) -> None:
    process = start(benchmark, url, out)
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said


def answered(out: Path) -> set[str]:
    """Questions with an answer in the log."""
    if not (out / "run.json").exists():
        return set()
    folder = open_run(out)
    questions = {item.id: item.question for item in folder.items()}
    return {questions[one.item] for one in folder.responses() if one.status is Status.OK}


def left_behind(out: Path) -> dict[str, Any]:
    """What must be equal: settings, items, responses and summary, but for times and the id made of them."""
    folder = open_run(out)
    lines = [json.loads(line) for line in (out / "responses.jsonl").read_bytes().splitlines()]
    for line in lines:
        del line["at"], line["elapsed_seconds"]
    summary = folder.summary()
    del summary["run"], summary["seconds"]
    return {
        "settings": folder.settings,
        "items": (out / "items.jsonl").read_bytes(),
        "responses": sorted(lines, key=lambda line: line["benchmark_id"]),
        "summary": summary,
        "files": sorted(path.name for path in out.iterdir() if not path.name.startswith(".")),
    }


def test_a_run_killed_again_and_again_ends_as_an_undisturbed_one(
    server: ScriptedServer, benchmark: Path, tmp_path: Path
) -> None:
    undisturbed, out = tmp_path / "undisturbed", tmp_path / "run"
    finish(benchmark, server.url, undisturbed)
    server.requests.clear()

    moments = random.Random(SEED)
    known: set[str] = set()
    for _ in range(KILLS):
        met = len(server.requests)
        process = start(benchmark, server.url, out)
        wait_for_requests(server, met + moments.randint(1, QUESTIONS // KILLS), process)
        time.sleep(moments.uniform(0, 0.03))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        time.sleep(0.1)  # the server has met whatever was sent
        asked = {body["messages"][-1]["content"] for body in server.requests[met:]}
        assert not asked & known, "an answered question was asked again"
        known = answered(out)
    met = len(server.requests)
    finish(benchmark, server.url, out)
    asked = [body["messages"][-1]["content"] for body in server.requests[met:]]
    assert len(asked) == QUESTIONS - len(known)
    assert not set(asked) & known
    assert len(server.requests) <= QUESTIONS + KILLS * AT_ONCE  # only what was under way at a kill
    assert left_behind(out) == left_behind(undisturbed)


def test_ctrl_c_keeps_what_was_answered_and_the_next_run_continues(
    server: ScriptedServer, benchmark: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    process = start(benchmark, server.url, out)
    wait_for_requests(server, QUESTIONS // 3, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "run the same command again to continue" in said
    assert "Traceback" not in said
    known = answered(out)
    assert 0 < len(known) < QUESTIONS
    assert open_run(out).summary()["statuses"]["pending"] == QUESTIONS - len(known)
    met = len(server.requests)
    finish(benchmark, server.url, out)
    assert len(server.requests) - met == QUESTIONS - len(known)
    assert len(answered(out)) == QUESTIONS


def test_a_full_disk_ends_the_run_with_a_whole_log(
    server: ScriptedServer, benchmark: Path, tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource", reason="the system has no limit of file sizes")
    out, limit = tmp_path / "run", 100_000
    server.otherwise(lambda _: says("Well. " * 500))  # more than that many bytes in all

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    process = start(benchmark, server.url, out, preexec_fn=limited)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "responses.jsonl: the log can't be written" in said
    assert "run the same command again, it continues" in said
    assert "Traceback" not in said
    log = (out / "responses.jsonl").read_bytes()
    assert log.endswith(b"\n")
    assert limit - 4_000 < len(log) <= limit
    known = answered(out)
    met = len(server.requests)
    finish(benchmark, server.url, out)
    assert len(server.requests) - met == QUESTIONS - len(known)
