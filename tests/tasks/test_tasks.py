"""The task files run in their harnesses as they are, and score as our own run does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Behaviour, ScriptedServer, says

from graphprobe import cli

pytestmark = pytest.mark.timeout(600)

ITEMS = 10
ANSWERS = (
    "It was founded in 1974; other sources say 1976.",
    "It was founded in 1974.",
    "It was founded in 1980.",
    "<think>Let me see.</think>Some sources say 1974 and others 1976.",
    "",
)
# By hand: items 0, 3, 5, 8 recall both years, 1 and 6 one, 2 and 7 another; 4 and 9 have no answer.
SCORES = {"complete": 0.4, "partial": 0.2, "failed": 0.2, "unscored": 0.2}


def record(number: int) -> dict[str, Any]:
    ids = [
        str(uuid.uuid5(uuid.NAMESPACE_URL, f"{kind} {n}"))
        for kind, n in (("item", number), ("group", number // 2))
    ]
    question = f"In which year was bank number {number} founded?"
    golds = [{"value": "1974"}, {"value": "1976"}]
    answers = {"question": question, "gold_answers": golds, "preferred_answer": "1974 or 1976"}
    return {"benchmark_id": ids[0], "item_group_id": ids[1], "eval": answers}


def answer(body: dict[str, Any]) -> Behaviour:
    said = json.dumps(body["messages"])
    found = re.search(r"bank number (\d)", said)
    assert found
    return says(ANSWERS[int(found[1]) % len(ANSWERS)])


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        scripted.otherwise(answer)
        yield scripted


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("benchmark") / "benchmark.jsonl"
    path.write_text("".join(json.dumps(record(number)) + "\n" for number in range(ITEMS)))
    return path


@pytest.fixture(scope="module")
def tasks(benchmark: Path) -> Path:
    folder = benchmark.parent / "tasks"
    assert cli.run(["eval", "tasks", "--benchmark", str(benchmark), "--out", str(folder)]) == 0
    return folder


def run(command: list[str], folder: Path, server: ScriptedServer) -> None:
    """Runs a harness in the task folder, as its README says."""
    known = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.url, "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, **known},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_our_own_run_scores_so(benchmark: Path, server: ScriptedServer, tmp_path: Path, capsys: Any) -> None:
    out = str(tmp_path / "run")
    asked = [
        "eval",
        "run",
        "--benchmark",
        str(benchmark),
        "--model",
        "m",
        "--base-url",
        server.url,
        "--out",
        out,
    ]
    assert cli.run(asked) == 1  # two have no answer
    assert cli.run(["eval", "judge", out, "--judge", "offline"]) == 0
    capsys.readouterr()
    assert cli.run(["eval", "score", out, "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)["runs"][0]["overall"]["benchmark"]["counts"]
    assert {name: counts[name] / ITEMS for name in SCORES} == SCORES


def test_inspect_scores_the_same(tasks: Path, server: ScriptedServer, tmp_path: Path) -> None:
    model = ["--model", "openai/m", "-M", "responses_api=false"]
    logs = ["--log-dir", str(tmp_path), "--log-format", "json", "--display", "plain"]
    run(["inspect_ai", "eval", "inspect_task.py", *model, *logs], tasks, server)
    [log] = tmp_path.glob("*.json")
    scores = json.loads(log.read_text())["results"]["scores"]
    assert {one["name"]: one["metrics"]["mean"]["value"] for one in scores} == pytest.approx(SCORES)


def test_lm_evaluation_harness_scores_the_same(tasks: Path, server: ScriptedServer, tmp_path: Path) -> None:
    task = ["--tasks", "graphprobe_closed_book", "--include_path", "lm_eval", "--apply_chat_template"]
    url = f"model=m,base_url={server.url}/chat/completions"
    model = ["--model", "local-chat-completions", "--model_args", url, "--output_path", str(tmp_path)]
    run(["lm_eval", *task, *model], tasks, server)
    [results] = tmp_path.rglob("results_*.json")
    found = json.loads(results.read_text())["results"]["graphprobe_closed_book"]
    assert {name: found[f"{name},none"] for name in SCORES} == pytest.approx(SCORES)


def test_all_three_send_the_same_texts(server: ScriptedServer) -> None:
    """Roles differ: Inspect calls a system message "developer"."""
    chats = [[one["content"] for one in body["messages"]] for body in server.requests]
    of_one_item = [chat for chat in chats if "bank number 3 " in chat[-1]]
    assert len(of_one_item) == 3
    assert of_one_item[0] == of_one_item[1] == of_one_item[2]


def test_earlier_files_are_not_written_over(benchmark: Path, tasks: Path, capsys: Any) -> None:
    command = ["eval", "tasks", "--benchmark", str(benchmark), "--out", str(tasks)]
    assert cli.run(command) == 2
    assert "exists already" in capsys.readouterr().err
    assert cli.run([*command, "--force"]) == 0
