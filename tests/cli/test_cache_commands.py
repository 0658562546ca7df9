"""``graphprobe cache``: what it shows and deletes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphprobe.cli import run
from graphprobe.llm.answers import Reply
from graphprobe.llm.cache import AnswerCache
from graphprobe.llm.usage import Usage


@pytest.fixture
def config(tmp_path: Path) -> str:
    """Settings that name a cache of three answers."""
    path = tmp_path / "answers.sqlite"
    reply = Reply('{"facts": []}', "stop", "", Usage(), 1.0, "m-1")
    with AnswerCache(path) as cache:
        for key, prompt in ((b"1", "facts@1"), (b"2", "facts@1"), (b"3", "relations@1")):
            cache.put(key, "http://a/v1", "m", prompt, reply)
        cache.mark(b"1", readable=False)
    file = tmp_path / "settings.yaml"
    file.write_text(f"llm: {{cache: {json.dumps(str(path))}}}", encoding="utf-8")
    return str(file)


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_info(config: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cache", "info", "--config", config, "--json"]) == 0
    entries = printed(capsys)["entries"]
    assert isinstance(entries, list)
    assert [(e["prompt"], e["answers"], e["unreadable"]) for e in entries] == [
        ("facts@1", 2, 1),
        ("relations@1", 1, 0),
    ]

    assert run(["cache", "info", "--config", config]) == 0
    shown = capsys.readouterr().out
    assert "facts@1" in shown
    assert "http://a/v1" in shown


@pytest.mark.parametrize(
    ("flags", "deleted"),
    [
        (["--unreadable"], 1),
        (["--prompt", "facts"], 2),
        (["--prompt", "facts", "--model", "other"], 0),
        (["--older-than", "1"], 0),
        (["--older-than", "0"], 3),
        (["--all"], 3),
    ],
)
def test_prune(config: str, capsys: pytest.CaptureFixture[str], flags: list[str], deleted: int) -> None:
    assert run(["cache", "prune", *flags, "--config", config, "--json"]) == 0
    assert printed(capsys)["deleted"] == deleted


@pytest.mark.parametrize("flags", [[], ["--all", "--unreadable"]])
def test_prune_wants_to_know_what(config: str, capsys: pytest.CaptureFixture[str], flags: list[str]) -> None:
    assert run(["cache", "prune", *flags, "--config", config]) == 2
    assert "say which answers" in capsys.readouterr().err


def test_no_cache_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["cache", "info"]) == 0
    assert run(["cache", "prune", "--all"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_cache(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "notes"
    other.write_text("not a database, and long enough not to be taken for an empty one " * 50)
    file = tmp_path / "settings.yaml"
    file.write_text(f"llm: {{cache: {json.dumps(str(other))}}}", encoding="utf-8")
    assert run(["cache", "info", "--config", str(file)]) == 2
    assert "can't be opened" in capsys.readouterr().err
