"""``graphprobe corpus`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphprobe.cli import run

RECORD = b'{"id": "a", "text": "The bridge was opened in 1910 by the mayor of the town."}\n'


@pytest.fixture
def options(graph_settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """``--graph`` for an empty graph."""
    if graph_settings.password:
        monkeypatch.setenv("GRAPHPROBE_GRAPH_PASSWORD", graph_settings.password.get_secret_value())
    return ["--graph", graph_settings.uri]


def test_add_and_stats(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_bytes(RECORD)
    assert run(["corpus", "add", str(tmp_path / "a.jsonl"), "--json", *options]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["read"], report["added"], report["problems"]) == (1, 1, [])
    assert run(["corpus", "stats", "--json", *options]) == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 1
    assert run(["corpus", "add", str(tmp_path / "a.jsonl"), *options]) == 0
    assert "unchanged" in capsys.readouterr().out
    assert run(["corpus", "stats", *options]) == 0
    assert "independent" in capsys.readouterr().out


def test_problems_are_listed_and_the_exit_code_is_1(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, rejects = tmp_path / "a.jsonl", tmp_path / "rejects.jsonl"
    path.write_bytes(RECORD + b"{\n" * 25)
    assert run(["corpus", "add", str(path), "--rejects", str(rejects), *options]) == 1
    out = capsys.readouterr().out
    assert f"{path}:2: unreadable: not JSON" in out
    assert "5 more" in out
    assert len(rejects.read_text(encoding="utf-8").splitlines()) == 25
    assert run(["corpus", "add", str(path), "--rejects", str(rejects), *options]) == 2
    assert run(["corpus", "add", str(path), "--rejects", str(rejects), "--force", *options]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["a.jsonl", "--tau", "7"], "tau"),
        (["a.jsonl", "--quality-model", "no.bin"], "no.bin"),
    ],
)
def test_a_wrong_setting_is_one_line_and_exit_code_2(
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(RECORD)
    assert run(["corpus", "add", *arguments, *options]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
