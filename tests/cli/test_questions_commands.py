"""``graphprobe questions``: make, check and export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from contested import Fact, edge, write_contested
from scripted_server import ScriptedServer, says

from graphprobe.cli import run
from graphprobe.config import GraphSettings
from graphprobe.graph import Graph
from graphprobe.text.values import Kind

NUN = {"subject_is": "Albanian nun", "subject_type": "person"}
FACTS = [
    Fact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910", qualifiers=NUN),
    Fact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910", qualifiers=NUN),
    Fact("d1", "Mother Teresa", "place of birth", Kind.PLACE, "Skopje"),
    Fact("d2", "Mother Teresa", "mother", Kind.PERSON, "Drana Bojaxhiu"),
]


@pytest.fixture
def at(embedded_graph: Graph, embedded_settings: GraphSettings) -> list[str]:
    """The options that name a graph with one contested slot."""
    write_contested(embedded_graph, FACTS, [edge(*FACTS[:2])])
    return ["--graph", embedded_settings.uri]


def test_make_check_and_export(at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["questions", "make", "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out) == {"outcomes": {"released": 1}}

    assert run(["questions", "check", *at]) == 0
    shown = capsys.readouterr().out
    assert "named_entity: When was Mother Teresa born?" in shown
    assert "clue_based: When was the Albanian nun from Skopje whose mother was Drana Bojaxhiu born?" in shown

    out = tmp_path / "out"
    assert run(["questions", "export", str(out), *at]) == 0
    assert "2 records" in capsys.readouterr().out
    assert run(["questions", "export", str(out), *at]) == 2
    assert "exists already" in capsys.readouterr().err

    assert run(["questions", "check", str(out / "benchmark.jsonl"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report == {
        "valid": True,
        "records": 2,
        "unique_ids": 2,
        "unique_questions": 2,
        "item_groups": 1,
        "singleton_groups": 0,
        "errors": [],
    }


def test_questions_of_a_model_say_so(
    at: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHPROBE_LLM__CACHE", str(tmp_path / "answers.sqlite"))
    written = {
        "keep": True,
        "reason": "",
        "named_entity": "On what day was Mother Teresa born?",
        "clue_based": "",
        "clues": [],
        "answers": [
            {"value": fact.value, "evidence": [{"document": label, "quote": fact.statement}]}
            for label, fact in (("d1", FACTS[0]), ("d2", FACTS[1]))
        ],
    }
    with ScriptedServer() as server:
        server.otherwise(
            lambda request: says(written if "exam questions" in str(request) else {"ready": True})
        )
        model = ["--model-for", "questions=w", "--base-url", server.url]
        assert run(["questions", "make", *model, *at]) == 0
    capsys.readouterr()
    assert run(["questions", "check", *at]) == 0
    shown = capsys.readouterr().out
    assert "named_entity (by w): On what day was Mother Teresa born?" in shown
    assert "clue_based: When was the Albanian nun from Skopje" in shown


def test_check_of_a_broken_file_lists_every_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text('{"benchmark_id": 1, "eval": []}\n{broken\n', encoding="utf-8")
    assert run(["questions", "check", str(file)]) == 1
    shown = capsys.readouterr().out
    assert "line 1: benchmark_id isn't a canonical lower-case UUID" in shown
    assert "line 1: eval isn't an object" in shown
    assert "line 2: isn't a JSON object" in shown


def test_an_empty_graph_releases_nothing_and_says_so(
    embedded_graph: Graph,  # noqa: ARG001
    embedded_settings: GraphSettings,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["questions", "export", str(tmp_path / "out"), "--graph", embedded_settings.uri]) == 0
    assert "Nothing was fit for release" in capsys.readouterr().out
