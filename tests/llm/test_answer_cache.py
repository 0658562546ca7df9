"""The file in which every answer is paid for once."""

from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from graphprobe.errors import ConfigError, GraphProbeError
from graphprobe.llm.answers import Reply
from graphprobe.llm.cache import AnswerCache, answer_key
from graphprobe.llm.dialect import Dialect, Form
from graphprobe.llm.usage import Usage

REPLY = Reply('{"value": "5 km"} Straße \ud83d', "stop", "hm", Usage(10, None, 5, 0), 1.5, "m-1")
KEY: dict[str, Any] = {
    "base_url": "http://a/v1",
    "model": "m",
    "messages": [{"role": "user", "content": "q"}],
    "schema": {"type": "object"},
    "parameters": {"temperature": 0, "seed": 1},
    "sample": 0,
}


def put(cache: AnswerCache, key: bytes, prompt: str = "facts@1", model: str = "m") -> None:
    cache.put(key, "http://a/v1", model, prompt, REPLY)


def test_an_answer_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "new" / "answers.sqlite"
    with AnswerCache(path) as cache:
        assert cache.get(b"k") is None
        put(cache, b"k")
    with AnswerCache(path) as cache:
        assert cache.get(b"k") == REPLY


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("base_url", "http://b/v1"),
        ("model", "n"),
        ("messages", [{"role": "system", "content": "q"}]),
        ("schema", {"type": "array"}),
        ("parameters", {"temperature": 1, "seed": 1}),
        ("parameters", {"seed": 1}),
        ("sample", 1),
    ],
)
def test_the_key_follows_all_that_matters(name: str, other: Any) -> None:
    assert answer_key(**KEY) != answer_key(**{**KEY, name: other})


def test_the_key_does_not_follow_the_order_of_parameters() -> None:
    assert answer_key(**KEY) == answer_key(**{**KEY, "parameters": {"seed": 1, "temperature": 0}})


def test_the_first_answer_stays(tmp_path: Path) -> None:
    with AnswerCache(tmp_path / "a.sqlite") as cache:
        put(cache, b"k")
        cache.put(b"k", "http://a/v1", "m", "facts@1", Reply("other", "stop", "", Usage(), 0, ""))
        assert cache.get(b"k") == REPLY


def test_a_dialect_is_remembered(tmp_path: Path) -> None:
    known = Dialect(Form.TEXT, True, {"max_tokens": "max_completion_tokens"}, {"temperature": "not here"})
    with AnswerCache(tmp_path / "a.sqlite") as cache:
        cache.put_dialect("http://a/v1", "m", known)
        assert cache.dialect("http://a/v1", "m") == known
        assert cache.dialect("http://a/v1", "n") == Dialect()


def test_info_and_prune(tmp_path: Path) -> None:
    with AnswerCache(tmp_path / "a.sqlite") as cache:
        put(cache, b"1")
        put(cache, b"2")
        put(cache, b"3", prompt="facts@2")
        put(cache, b"4", prompt="factsheet@1")
        put(cache, b"5", prompt="relations@1", model="n")
        cache.mark(b"1", readable=False)
        cache.mark(b"2", readable=True)

        assert [(e.prompt, e.model, e.answers, e.unreadable) for e in cache.entries()] == [
            ("facts@1", "m", 2, 1),
            ("facts@2", "m", 1, 0),
            ("factsheet@1", "m", 1, 0),
            ("relations@1", "n", 1, 0),
        ]
        assert cache.prune(older_than_days=1) == 0
        assert cache.prune(model="n", prompt="facts") == 0
        assert cache.prune(unreadable=True) == 1
        assert cache.prune(prompt="facts") == 2
        assert cache.get(b"4") == REPLY
        assert cache.prune() == 2
        assert cache.entries() == []


def test_the_usual_length_of_answers(tmp_path: Path) -> None:
    with AnswerCache(tmp_path / "a.sqlite") as cache:
        for index in range(19):
            put(cache, b"%d" % index)
        assert cache.usual_output("facts@1", "m") is None
        put(cache, b"19")
        assert cache.usual_output("facts@1", "m") == 5


def _write_many(path: Path, first: int, barrier: Any) -> None:
    barrier.wait()
    with AnswerCache(path) as cache:
        for index in range(first, first + 50):
            put(cache, b"%d" % index)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    path, barrier = tmp_path / "a.sqlite", context.Barrier(2)
    writers = [context.Process(target=_write_many, args=(path, first, barrier)) for first in (0, 25)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert [writer.exitcode for writer in writers] == [0, 0]
    with AnswerCache(path) as cache:
        assert cache.entries()[0].answers == 75


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and much longer than a header of a database would be " * 20)
    with pytest.raises(ConfigError, match=r"llm\.cache"):
        AnswerCache(path)


def test_a_file_that_goes_bad_stops_the_spending(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with AnswerCache(path) as cache:
        with sqlite3.connect(path) as other:
            other.execute("DROP TABLE answers")
        other.close()
        with pytest.raises(GraphProbeError, match="paid for again"):
            put(cache, b"k")
