"""``graphprobe relations``: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from contested import Fact, edge, write_contested

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
