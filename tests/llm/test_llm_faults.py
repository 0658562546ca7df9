"""Kills and constant trouble: no answered call is paid for twice, and each item ends in a status."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from asker import asks
from scripted_server import Behaviour, Body, ScriptedServer, closes, cut, raw, says, slowly, status

from graphprobe.config import LlmSettings
from graphprobe.llm import Llm, Patience
from graphprobe.llm.cache import AnswerCache
from graphprobe.records import Status

ASKER = Path(__file__).with_name("asker.py")
KILLS = 20 if os.environ.get("GRAPHPROBE_FAULTS") == "whole" else 3
DOCUMENTS = 12 * KILLS
CONCURRENCY = 3
TROUBLE = [
    status(429, retry_after=0.01),
    status(500),
    cut,
    raw(b""),
    says(None),
    says(None, refusal="no"),
    says("<think>and so on and on"),
    says({"wrong": "schema"}),
    closes,
    says("I'm sorry, but I can't help with that."),
]


def document_of(body: Body) -> str:
    return body["messages"][1]["content"].split("Document ")[1].split(".")[0]


def start(server: ScriptedServer, cache: Path) -> subprocess.Popen[str]:
    arguments = [server.url, str(cache), str(DOCUMENTS), str(CONCURRENCY)]
    return subprocess.Popen([sys.executable, ASKER, *arguments], stdout=subprocess.PIPE, text=True)


@pytest.mark.fault
def test_kills_lose_only_the_calls_under_way(server: ScriptedServer, tmp_path: Path) -> None:
    cache, chance = tmp_path / "answers.sqlite", random.Random(4)
    server.otherwise(lambda _: slowly(0.02, says({"facts": []})))

    for _ in range(KILLS):
        enough = len(server.requests) + chance.randint(1, 10)
        with start(server, cache) as asking:
            while len(server.requests) < enough and asking.poll() is None:
                time.sleep(0.005)
            asking.kill()
    with start(server, cache) as asking:
        printed, _ = asking.communicate()

    assert json.loads(printed) == {f"d{number}": "ok" for number in range(DOCUMENTS)}
    asked = Counter(document_of(body) for body in server.requests)
    assert len(asked) == DOCUMENTS
    assert asked.total() - DOCUMENTS <= KILLS * CONCURRENCY


def test_ctrl_c_ends_the_asking_at_once_and_keeps_what_was_answered(
    server: ScriptedServer, tmp_path: Path
) -> None:
    cache = tmp_path / "answers.sqlite"
    server.then(*[says({"facts": []})] * 4)
    server.otherwise(lambda _: slowly(20, says({"facts": []})))
    with start(server, cache) as asking:
        while len(server.requests) < 4 + CONCURRENCY and asking.poll() is None:
            time.sleep(0.01)
        asking.send_signal(signal.SIGINT)
        asking.communicate(timeout=10)
    assert asking.returncode not in (0, None)
    with AnswerCache(cache) as kept:
        assert kept.entries()[0].answers == 4


def test_two_processes_share_what_they_paid_for(server: ScriptedServer, tmp_path: Path) -> None:
    cache = tmp_path / "answers.sqlite"
    server.otherwise(lambda _: says({"facts": []}))
    for _ in range(2):
        with start(server, cache) as asking:
            printed, _ = asking.communicate()
        assert set(json.loads(printed).values()) == {"ok"}
    assert len(server.requests) == DOCUMENTS


ROUNDS = 30  # far more than it takes until each item has an answer that is kept
KEPT = {Status.OK, Status.TRUNCATED, Status.UNPARSED}  # what a model wrote stays until someone prunes it


def test_one_call_in_three_goes_wrong(server: ScriptedServer, tmp_path: Path) -> None:
    calls: Counter[str] = Counter()
    good: Counter[str] = Counter()
    lock = threading.Lock()

    def behave(body: Body) -> Behaviour:
        """Trouble by document and number of its call, so that it doesn't hang on who comes first."""
        document = document_of(body)
        with lock:
            calls[document] += 1
            chance = random.Random(f"{document}, call {calls[document]}")
            if chance.random() < 1 / 3:
                return chance.choice(TROUBLE)
            good[json.dumps(body["messages"])] += 1
            return says({"facts": []})

    server.otherwise(behave)
    settings = LlmSettings(base_url=server.url, cache=tmp_path / "answers.sqlite", concurrency=4)
    patience = Patience(first_wait=0.01, longest_wait=0.02)
    found: list[dict[str, Status]] = []
    for _ in range(ROUNDS):
        with Llm(settings, patience=patience) as llm:
            found.append({answer.key: answer.status for answer in llm.ask(asks(40), "m")})
        if set(found[-1].values()) <= KEPT:
            break

    assert len(set(found[0].values())) > 3  # several kinds of trouble, each with its own status
    assert Status.PENDING not in found[0].values()
    assert set(found[-1].values()) <= KEPT
    assert list(found[-1].values()).count(Status.OK) > 30
    assert max(good.values()) == 1
