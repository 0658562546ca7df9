"""`eval judge` under kills and bad endpoints: nothing is lost, nothing is paid twice.

A few rounds run by default, all of them with ``make faults`` (``GRAPHPROBE_FAULTS=whole``).
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_runs import COMPLETE, PARTIAL, WRONG, lines, make_run, said, verdict
from scripted_server import Behaviour, Body, ScriptedServer, closes, cut, raw, says, slowly, status

from graphprobe.evaluation.outcomes import read_outcomes
from graphprobe.evaluation.runs import RunFolder
from graphprobe.records import Status

pytestmark = [pytest.mark.fault, pytest.mark.timeout(1800)]

WHOLE = os.environ.get("GRAPHPROBE_FAULTS") == "whole"
KILLS = 20 if WHOLE else 2
RESPONSES = 400 if WHOLE else 80
CONCURRENCY = 8
SEED = 5
PATIENCE = 300
VERDICTS = {
    COMPLETE: verdict("1974", "1976"),
    PARTIAL: verdict("1974", None),
    WRONG: verdict(None, None, contradictions=["1999"]),
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        running.otherwise(lambda body: slowly(0.03, says(right_verdict(body))))
        yield running


def right_verdict(body: Body) -> dict[str, Any]:
    """The verdict on the answer in a request; without one, the endpoint is only being probed."""
    text = said(body)
    return next((found for answer, found in VERDICTS.items() if answer in text), {"ready": True})


def is_about_an_answer(body: Body) -> bool:
    return any(answer in said(body) for answer in VERDICTS)


def run_of(folder: Path) -> RunFolder:
    """A run whose answers differ, so that each is a question of its own for the judge."""
    random_answers = random.Random(SEED)
    answers = random_answers.choices([COMPLETE, PARTIAL, WRONG, Status.REFUSED], [3, 4, 2, 1], k=RESPONSES)
    return make_run(folder, answers)


def command(run: RunFolder, server: ScriptedServer, *more: str) -> list[str]:
    start = [sys.executable, "-m", "graphprobe", "eval", "judge", str(run.path), "--judge", "judge-1"]
    return [*start, "--base-url", server.url, "--concurrency", str(CONCURRENCY), *more]


def judge(line: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "OPENAI_API_KEY"}
    return subprocess.run(
        line, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def kill_while_judging(line: list[str], cwd: Path, heard: Callable[[], int], after: int) -> bool:
    """Kills a command once it has asked so many more times; whether it was still alive."""
    before = heard()
    with subprocess.Popen(
        line, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while heard() - before < after and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        alive = process.poll() is None
        process.send_signal(signal.SIGKILL)
    return alive


def kept(run: RunFolder) -> list[dict[str, Any]]:
    """The log of judgments without the seconds, which differ from command to command."""
    found = lines(run.path / "judgments" / "judge-1.jsonl")
    for line in found:
        line["judgment"].pop("elapsed_seconds")
    return found


@pytest.mark.parametrize("again", [False, True], ids=["first round", "regrading"])
def test_kills_lose_nothing_and_cost_nothing(
    tmp_path: Path, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    folders = [tmp_path / name for name in ("undisturbed", "disturbed")]
    runs = []
    for folder in folders:
        folder.mkdir()
        runs.append(run_of(folder / "run"))
        if again:
            assert judge(command(runs[-1], server), folder).returncode == 0
    undisturbed, disturbed = runs
    more = ["--again"] if again else []
    assert judge(command(undisturbed, server, *more), folders[0]).returncode == 0
    before = len(server.requests)

    def heard() -> int:
        return sum(map(is_about_an_answer, server.requests[before:]))

    choice = random.Random(SEED)
    line = command(disturbed, server, *more)
    killed = sum(
        kill_while_judging(line, folders[1], heard, choice.randint(1, RESPONSES // KILLS // 2))
        for _ in range(KILLS)
    )
    last = judge(line, folders[1])

    assert killed == KILLS
    assert last.returncode == 0, last.stderr
    assert kept(disturbed) == kept(undisturbed)
    asked = Counter(said(body) for body in server.requests[before:] if is_about_an_answer(body))
    repeated = sum(count - 1 for count in asked.values())
    assert repeated <= killed * CONCURRENCY  # what was under way when a kill came, and no more


def test_kills_of_the_offline_judge_lose_nothing(tmp_path: Path) -> None:
    runs = [run_of(tmp_path / name) for name in ("undisturbed", "disturbed")]
    lines_of = [
        [sys.executable, "-m", "graphprobe", "eval", "judge", str(run.path), "--judge", "offline"]
        for run in runs
    ]
    assert judge(lines_of[0], tmp_path).returncode == 0
    log = runs[1].path / "judgments" / "offline.jsonl"

    def written() -> int:
        return log.stat().st_size if log.exists() else 0

    for size in (1, 2000, 9000):
        kill_while_judging(lines_of[1], tmp_path, written, size)
    assert judge(lines_of[1], tmp_path).returncode == 0

    found = [lines(run.path / "judgments" / "offline.jsonl") for run in runs]
    for line in (*found[0], *found[1]):
        line["judgment"].pop("elapsed_seconds")
    assert found[0] == found[1]


def test_an_endpoint_that_fails_one_time_in_three(tmp_path: Path, server: ScriptedServer) -> None:
    """Every response ends with a verdict or in a status of its own, and none as failed by accident."""
    faults: list[Behaviour] = [
        status(429, retry_after=0.05),
        status(500),
        cut,
        closes,
        raw(b""),
        says(None),
        says("I'm sorry, I can't help with that."),
        says("<think>The answer says"),
        says("complete"),
        says({"assessments": [], "contradictions": [], "reason": "", "label": "failed"}),
        says(verdict("1974")),
    ]
    choice = random.Random(SEED)

    def behave(body: Body) -> Behaviour:
        right = says(right_verdict(body))
        return choice.choice(faults) if is_about_an_answer(body) and choice.random() < 1 / 3 else right

    server.otherwise(behave)
    run = run_of(tmp_path / "run")

    first = judge(command(run, server), tmp_path)
    assert "Traceback" not in first.stderr
    outcomes = read_outcomes(run.path)
    answers = {response.key: response.answer for response in run.responses()}
    expected = {COMPLETE: "complete", PARTIAL: "partial", WRONG: "failed"}
    for key, ending in outcomes.endings.items():
        if ending.outcome is not None:
            assert ending.outcome.value == expected[answers[key] or ""]
        else:
            assert ending.response is Status.REFUSED or ending.judgment not in (
                None,
                Status.OK,
                Status.PENDING,
            )
