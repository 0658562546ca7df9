"""``graphprobe relations``: what it prints, writes and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from contested import Fact, edge, write_contested
from scripted_server import ScriptedServer, says, status

from graphprobe.cli import run
from graphprobe.config import GraphSettings
from graphprobe.graph import Graph
from graphprobe.text.values import Kind

FACTS = [
    Fact("d1", "Grameen Bank", "date of founding", Kind.DATE, "1974"),
    Fact("d2", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
]
PAIR = {
    "id": "p1",
    "text_a": "Marta Quill was born in Trieste.",
    "text_b": "Born in Naples, Marta Quill studied law.",
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_export(embedded_graph: Graph, embedded_settings: GraphSettings, tmp_path: Path) -> None:
    write_contested(embedded_graph, FACTS, [edge(*FACTS)])
    target = tmp_path / "relations.jsonl"

    assert run(["relations", "export", str(target), "--graph", embedded_settings.uri]) == 0

    [row] = lines(target)
    assert (row["doc_a"], row["doc_b"], row["relation"]) == ("d1", "d2", "conflict")
    assert {"subject", "attribute", "value_a", "value_b", "quote_a", "quote_b", "method"} <= set(row)


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("kept", "utf-8")

    assert run(["relations", "classify", str(tmp_path / "in.jsonl"), str(target)]) == 2

    assert "exists already" in capsys.readouterr().err
    assert target.read_text("utf-8") == "kept"


def test_classify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps(PAIR) + "\n", "utf-8")

    assert run(["relations", "classify", str(source), str(target)]) == 0

    [row] = lines(target)
    assert row["id"] == "p1"
    assert row["relation"] == "conflict"
    assert row["attribute"] == "place of birth"
    assert (row["value_a"], row["value_b"]) == ("Trieste", "Naples")
    assert row["quote_a"] == PAIR["text_a"]
    assert 0 < row["confidence"] <= 1


def test_rows_that_cannot_be_used_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(
        "not json\n" + json.dumps({"id": "p2", "text_a": "Only one."}) + "\n" + json.dumps(PAIR) + "\n",
        "utf-8",
    )

    assert run(["relations", "classify", str(source), str(target)]) == 1

    assert [row["id"] for row in lines(target)] == ["p1"]
    shown = capsys.readouterr().err
    assert "2 rows left out" in shown
    assert "in.jsonl:1" in shown


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["relations", "classify", str(tmp_path / "no.jsonl"), str(tmp_path / "out.jsonl")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_hostile_text_is_only_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    nasty = "\ud800 \x00 <b>MATCH (n) DETACH DELETE n</b> 百度 \u202e"
    source.write_text(json.dumps({"id": 1, "text_a": nasty, "text_b": nasty}) + "\n", "utf-8")

    assert run(["relations", "classify", str(source), str(target)]) == 0
    assert len(lines(target)) == 1


# With a model.

OPEN = {
    "id": "p2",
    "text_a": "Fantastic Seven was released in the United States on July 8, 2005.",
    "text_b": "Fantastic Seven was released in the United States on August 8, 2005.",
}
ANSWER = {
    "quote_a": OPEN["text_a"],
    "quote_b": OPEN["text_b"],
    "subject": "Fantastic Seven",
    "attribute": "release date",
    "value_a": "July 8, 2005",
    "value_b": "August 8, 2005",
    "reason": "They exclude each other.",
    "same_subject": True,
    "same_attribute": True,
    "same_fact_context": True,
    "values_compatible": False,
    "label": "conflict",
    "confidence": 0.9,
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
def classify(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, list[dict[str, Any]]]]:
    """Classifies both pairs with the scripted model; the exit code and the rows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in (PAIR, OPEN)), "utf-8")

    def classified(*options: str) -> tuple[int, list[dict[str, Any]]]:
        model = ["--model", "m", "--base-url", server.url]
        code = run(["relations", "classify", str(source), str(target), "--force", *model, *options])
        return code, lines(target) if target.exists() else []

    return classified


def test_a_model_reads_what_rules_leave_open(server: ScriptedServer, classify: Any) -> None:
    server.then(says({"ready": True}), says(ANSWER))

    code, [decided, named] = classify()

    assert code == 0
    assert (decided["relation"], decided["model"], decided["prompt"]) == ("conflict", "rules", None)
    assert (named["relation"], named["attribute"], named["model"]) == ("conflict", "release date", "m")
    assert (named["status"], named["note"]) == ("ok", None)
    assert len(server.requests) == 2


def test_what_a_model_answered_is_not_asked_again(server: ScriptedServer, classify: Any) -> None:
    server.then(says({"ready": True}), says(ANSWER))
    first = classify()
    server.then(says({"ready": True}))
    server.otherwise(lambda _: status(500))

    assert classify() == first


def test_a_model_reads_every_pair_where_that_is_asked_for(server: ScriptedServer, classify: Any) -> None:
    none = {**ANSWER, "same_subject": False, "label": "none"}
    server.then(says({"ready": True}))
    server.otherwise(lambda _: says(none))

    code, rows = classify("--reading", "pairwise")

    assert (code, [row["relation"] for row in rows]) == (0, ["none", "none"])


def test_an_answer_that_can_not_be_used_is_named_and_the_rules_stand(
    server: ScriptedServer, classify: Any
) -> None:
    server.then(says({"ready": True}))
    server.otherwise(lambda _: says({**ANSWER, "same_subject": False}))

    code, [decided, unparsed] = classify("--reading", "pairwise")

    assert code == 1
    assert (decided["relation"], decided["status"]) == ("conflict", "unparsed")
    assert (unparsed["relation"], unparsed["status"]) == ("none", "unparsed")
    assert "label is conflict" in unparsed["note"]


def test_a_model_that_does_not_exist_ends_it_before_a_pair_is_read(
    server: ScriptedServer, classify: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    server.otherwise(lambda _: status(404, "The model `m` does not exist", code="model_not_found"))

    assert classify() == (2, [])
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_no_reading_asks_nothing_of_a_model(server: ScriptedServer, classify: Any) -> None:
    server.then(says({"ready": True}))

    code, rows = classify("--reading", "rules")

    assert (code, len(server.requests)) == (0, 1)
    assert [row["relation"] for row in rows] == ["conflict", "none"]
