"""`mine` with a language model, as a whole: what is asked, what it costs, and when it stops."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from scripted_model import answer, prompt_of
from scripted_server import ScriptedServer, status

from graphprobe import cli
from graphprobe.config import GraphSettings, Settings, load_settings
from graphprobe.demo import CORPUS
from graphprobe.graph import open_graph
from graphprobe.pipeline import dry_run, mine

KEY = "sk-very-secret-0123456789"
LIMIT = 16


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        scripted.otherwise(answer)
        yield scripted


def settings_of(folder: Path, server: ScriptedServer, **llm: Any) -> Settings:
    flags = {
        "corpus": {"limit": LIMIT},
        "graph": {"uri": f"embedded:{folder / 'graph'}"},
        "parsing": {"cache": folder.parent / "parses.sqlite"},
        "llm": {"model": "m", "base_url": server.url, "cache": folder / "answers.sqlite", **llm},
    }
    return load_settings(flags=flags)


def command(folder: Path, server: ScriptedServer, *more: str) -> list[str]:
    model = ["--model", "m", "--base-url", server.url, "--limit", str(LIMIT)]
    places = ["--graph", f"embedded:{folder / 'graph'}", "--out", str(folder / "out")]
    return ["mine", str(CORPUS), *model, *places, *more]


@pytest.fixture
def priced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A price list by which a million tokens of input cost a thousand dollars."""
    path = tmp_path / "models.yaml"
    path.write_text("models:\n  m: {input: 1000, output: 1000}\n")
    monkeypatch.setenv("GRAPHPROBE_LLM__MODELS", str(path))
    monkeypatch.setenv("GRAPHPROBE_LLM__CACHE", str(tmp_path / "answers.sqlite"))
    monkeypatch.setenv("GRAPHPROBE_PARSING__CACHE", str(tmp_path / "parses.sqlite"))
    return path


@dataclass(frozen=True)
class Story:
    """What was asked in a dry run, a run, its repetition, and a run into another graph."""

    dry: dict[str, int]
    bodies: list[dict[str, Any]]
    failed: int
    conflicts: int
    again: int
    elsewhere: int

    @property
    def asked(self) -> Counter[str]:
        return Counter(prompt_of(body) for body in self.bodies)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    folder = tmp_path_factory.mktemp("story") / "a"
    with ScriptedServer() as server:
        server.otherwise(answer)
        settings = settings_of(folder, server)
        estimates = dry_run([CORPUS], settings)
        assert server.requests == [], "a dry run sends nothing"
        with open_graph(settings.graph) as graph:
            report = mine(graph, [CORPUS], settings)
            bodies = [*server.requests]
            mine(graph, [CORPUS], settings)
            again = len(server.requests)
            conflicts = len([row for page in graph.pages("mining/conflicts_list") for row in page])
        other = settings.model_copy(update={"graph": GraphSettings(uri=f"embedded:{folder / 'other'}")})
        with open_graph(other.graph) as graph:
            mine(graph, [CORPUS], other)
        return Story(
            dry={prompt.partition("@")[0]: one.calls for (prompt, _), one in estimates.items()},
            bodies=bodies,
            failed=report.failed,
            conflicts=conflicts,
            again=again - len(bodies),
            elsewhere=len(server.requests) - again,
        )


def test_a_dry_run_counts_what_the_run_then_asks(story: Story) -> None:
    asked_again = sum(len(body["messages"]) > 2 for body in story.bodies)
    assert story.asked["facts"] == story.dry["facts"] == LIMIT
    asked = story.asked.total() - story.asked["probe"] - asked_again
    assert asked == pytest.approx(sum(story.dry.values()), rel=0.2)


def test_rules_first_leaves_few_calls(story: Story) -> None:
    forms = 2 * story.conflicts
    assert (story.failed, story.conflicts > 0) == (0, True)
    assert story.asked.total() - story.asked["probe"] <= 1.2 * LIMIT + forms


def test_what_was_answered_is_not_paid_again(story: Story) -> None:
    """All that is sent is the one short question whether the model is there."""
    assert (story.again, story.elsewhere) == (1, 1)


@pytest.mark.usefixtures("priced")
def test_an_unknown_model_is_told_before_a_document_is_read(
    server: ScriptedServer, tmp_path: Path, capsys: Any
) -> None:
    server.otherwise(lambda _: status(404, "The model `m` does not exist", code="model_not_found"))
    assert cli.run(command(tmp_path, server)) == 2
    said = capsys.readouterr().err
    assert "has no model 'm'" in said
    assert not (tmp_path / "out").exists()
    with open_graph(GraphSettings(uri=f"embedded:{tmp_path / 'graph'}")) as graph:
        assert graph.read("graph/node_counts")[0]["Document"] == 0


@pytest.mark.usefixtures("priced")
def test_a_stage_that_uses_no_model_is_refused(server: ScriptedServer, tmp_path: Path, capsys: Any) -> None:
    assert cli.run(command(tmp_path, server, "--model-for", "entities=m")) == 2
    assert "no stage 'entities' uses a model" in capsys.readouterr().err
    assert server.requests == []


def test_each_stage_asks_its_own_model(server: ScriptedServer, tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "a", server, model=None, model_for={"facts": "f"})
    with open_graph(settings.graph) as graph:
        mine(graph, [CORPUS], settings)
    assert {(prompt_of(body), body["model"]) for body in server.requests} == {("probe", "f"), ("facts", "f")}


@pytest.mark.usefixtures("priced")
def test_a_spent_budget_stops_and_a_raised_one_goes_on(
    server: ScriptedServer, tmp_path: Path, capsys: Any
) -> None:
    assert cli.run(command(tmp_path, server, "--budget", "8")) == 1
    said = capsys.readouterr().err
    assert "budget of $8 is spent" in said
    first = [json.dumps(body) for body in server.requests]
    assert 1 < len(first) < LIMIT
    assert cli.run(command(tmp_path, server, "--budget", "800")) == 0
    later = [json.dumps(body) for body in server.requests[len(first) :]]
    assert set(first) & set(later) <= {first[0]}  # the short question, which is never kept


@pytest.mark.usefixtures("priced")
def test_no_key_is_left_anywhere(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert cli.run(command(tmp_path, server)) == 0
    server.otherwise(lambda _: status(401, f"Incorrect API key provided: {KEY}"))
    assert cli.run(command(tmp_path, server, "--config", str(other_parameters(tmp_path)), "--force")) == 2
    captured = capsys.readouterr()
    assert "refuses the key" in captured.err
    assert KEY not in captured.out + captured.err
    holding = [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert holding == []


def other_parameters(folder: Path) -> Path:
    path = folder / "settings.yaml"
    path.write_text("llm: {parameters: {temperature: 0.5}}\n")
    return path
