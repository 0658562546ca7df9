"""Watching a corpus grow: documents come to a finished graph or change, and `conflicts diff` names them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphprobe.cli import run
from graphprobe.config import GraphSettings

AUGUST_26 = {
    "a": "Mother Teresa was born on August 26, 1910, in Skopje. She was a nun in Calcutta.",
    "e": "Mother Teresa, who was born on August 26, 1910, received the Nobel Peace Prize in 1979.",
}
AUGUST_27 = {
    "b": "Mother Teresa was an Albanian nun. Mother Teresa was born on August 27, 1910.",
    "d": "The founder of an order, Mother Teresa was born on August 27, 1910, to a merchant's family.",
}
AUGUST_28 = {"f": "Mother Teresa was born on August 28, 1910, if an old register of the parish is right."}

Run = Callable[..., Any]


@pytest.fixture
def command(
    graph_settings: GraphSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs a command with --json on an empty graph and returns what it printed."""
    monkeypatch.chdir(tmp_path)
    if graph_settings.password:
        monkeypatch.setenv("GRAPHPROBE_GRAPH_PASSWORD", graph_settings.password.get_secret_value())

    def command(*words: str, texts: dict[str, str] | None = None) -> Any:
        if texts:
            file = tmp_path / f"{'-'.join(texts)}-{len(str(texts))}.jsonl"
            rows = [{"id": key, "url": f"https://{key}.example.org/", "text": t} for key, t in texts.items()]
            file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            words = (*words, str(file))
        capsys.readouterr()
        assert run([*words, "--graph", graph_settings.uri, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return command


def told(command: Run) -> list[tuple[str, list[str]]]:
    """Kinds and documents of all changes, in their order."""
    changes = command("conflicts", "diff", "1h")
    return [(change["kind"], [document["id"] for document in change["documents"]]) for change in changes]


def test_added_and_replaced_documents_and_nothing_else(command: Run) -> None:
    command("mine", texts={"a": AUGUST_26["a"], "c": "Bread rises by yeast and rests overnight."})
    assert told(command) == []

    command("corpus", "add", texts={"b": AUGUST_27["b"]})
    done = {stage["stage"]: sum(stage["statuses"].values()) for stage in command("mine")["stages"]}
    assert [done[name] for name in ("entities", "facts", "terms", "candidates", "conflicts")] == [1] * 5
    expected = [("appeared", ["b"])]
    assert told(command) == expected

    assert all(not stage["statuses"] for stage in command("mine")["stages"])
    assert told(command) == expected

    command("corpus", "add", texts={"d": AUGUST_27["d"], "f": AUGUST_28["f"]})
    command("mine")
    expected += [("gained_account", ["f"]), ("majority_changed", ["d"])]
    assert told(command) == expected

    command("corpus", "add", "--replace", texts={"f": "Bread is baked in an oven of bricks."})
    command("mine")
    expected += [("lost_account", ["f"])]
    assert told(command) == expected

    command("corpus", "add", "--replace", texts={"a": "A parish keeps its registers in an oak chest."})
    command("mine")
    expected += [("went_away", ["a"])]
    assert told(command) == expected

    command("corpus", "add", texts={"e": AUGUST_26["e"]})
    command("mine")
    expected += [("appeared", ["e"])]
    assert told(command) == expected
