"""The release: its files, what they say, and that nothing unsound leaves the graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from contested import FINGERPRINT, Fact, edge, run_conflicts, write_contested

from graphprobe.errors import ConfigError, DataError
from graphprobe.graph import Graph
from graphprobe.mining.parsing import Parser
from graphprobe.mining.runner import run_stage
from graphprobe.questions.reasons import Reason
from graphprobe.questions.release import export, funnel
from graphprobe.questions.stage import Questions
from graphprobe.questions.validation import validate
from graphprobe.text.values import Kind

FILES = ["README.md", "benchmark.jsonl", "benchmark.parquet", "provenance.jsonl"]
NUN = {"subject_is": "Albanian nun", "subject_type": "person"}
BORN = [
    Fact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910", qualifiers=NUN),
    Fact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910", qualifiers=NUN),
    Fact("d3", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910", qualifiers=NUN),
    Fact("d4", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910", qualifiers=NUN),
]
CLUES = [
    Fact("d1", "Mother Teresa", "place of birth", Kind.PLACE, "Skopje"),
    Fact("d2", "Mother Teresa", "mother", Kind.PERSON, "Drana Bojaxhiu"),
]
FOUNDED = [
    Fact("e1", "Grameen Bank", "date of founding", Kind.DATE, "1974"),
    Fact("e2", "Grameen Bank", "date of founding", Kind.DATE, "1976"),
]


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


@pytest.fixture
def mined(graph: Graph, parser: Parser) -> Graph:
    """A graph with a conflict that makes an item (two of its documents are copies) and one that does not."""
    write_contested(
        graph,
        BORN + CLUES + FOUNDED,
        [edge(BORN[0], BORN[1]), edge(*FOUNDED)],
        duplicates={"d3": "copies", "d4": "copies"},
    )
    run_conflicts(graph)
    run_stage(graph, Questions(parser), FINGERPRINT)
    return graph


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_files_and_their_records(mined: Graph, tmp_path: Path) -> None:
    out = tmp_path / "out"
    release = export(mined, out)
    assert sorted(path.name for path in out.iterdir()) == FILES
    assert validate(out / "benchmark.jsonl").valid
    named, clue = read(out / "benchmark.jsonl")
    assert [named["formulation"], clue["formulation"]] == ["named_entity", "clue_based"]
    assert named["item_group_id"] == clue["item_group_id"]
    assert named["benchmark_id"] != clue["benchmark_id"]
    assert named["eval"] == {
        "question": "When was Mother Teresa born?",
        "gold_answers": [{"value": "26 August 1910"}, {"value": "27 August 1910"}],
        "preferred_answer": "26 August 1910; 27 August 1910",
    }
    assert clue["eval"]["gold_answers"] == named["eval"]["gold_answers"]
    assert release.funnel == {"released": 1, Reason.FEW_CLUES.value: 1}


def test_provenance_names_every_statement_and_its_place(mined: Graph, tmp_path: Path) -> None:
    export(mined, tmp_path / "out")
    texts = {
        row["id"]: row["text"]
        for page in mined.pages("questions/export")
        for conflict in page
        for row in conflict["documents"]
    }
    lines = read(tmp_path / "out" / "provenance.jsonl")
    assert len(lines) == 8
    for line in lines:
        text = texts[line["document"]]
        assert text[line["start"] : line["end"]] == line["quote"]
        assert text[line["value_start"] : line["value_end"]] == line["value"]
    first = [line for line in lines if line["benchmark_id"] == lines[0]["benchmark_id"]]
    assert [(p["value"], p["document"], p["dup_group"], p["side"], p["n_sources"]) for p in first] == [
        ("26 August 1910", "d1", "d1", "majority", 2),
        ("26 August 1910", "d3", "copies", "majority", 2),
        ("26 August 1910", "d4", "copies", "majority", 2),
        ("27 August 1910", "d2", "d2", "minority", 1),
    ]
    assert first[0]["url"] == "https://example.org/d1"


def test_parquet_holds_the_same_records(mined: Graph, tmp_path: Path) -> None:
    export(mined, tmp_path / "out")
    table = pq.read_table(tmp_path / "out" / "benchmark.parquet")
    assert table.to_pylist() == read(tmp_path / "out" / "benchmark.jsonl")


def test_the_card_counts_what_was_mined(mined: Graph, tmp_path: Path) -> None:
    french = [{"key": "d4", "status": "filtered", "note": "it is in French"}]
    mined.write("mining/facts_status", french, fingerprint="tests")
    export(mined, tmp_path / "out")
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "2 records" not in card.split("---")[1]
    assert "2 closed-book questions on 1 facts" in " ".join(card.split())
    assert "| documents | 6 |\n| documents not read | 1 |" in card
    assert "| conflicts | 2 |" in card
    assert "What became of the 2 conflicts" in card
    assert "$" not in card


def test_one_graph_gives_the_same_bytes(mined: Graph, tmp_path: Path) -> None:
    export(mined, tmp_path / "first")
    export(mined, tmp_path / "second")
    for name in FILES:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_ids_outlast_a_new_supporting_document(mined: Graph, parser: Parser, tmp_path: Path) -> None:
    export(mined, tmp_path / "before")
    write_contested(mined, [Fact("d9", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910")], [])
    run_conflicts(mined)
    run_stage(mined, Questions(parser), FINGERPRINT)
    export(mined, tmp_path / "after")
    before, after = (read(tmp_path / name / "benchmark.jsonl") for name in ("before", "after"))
    assert before == after
    assert len(read(tmp_path / "after" / "provenance.jsonl")) == 10


def test_an_earlier_release_is_not_written_over(mined: Graph, tmp_path: Path) -> None:
    export(mined, tmp_path / "out")
    with pytest.raises(ConfigError, match=r"README\.md|benchmark\.jsonl exists already"):
        export(mined, tmp_path / "out")
    export(mined, tmp_path / "out", force=True)


def test_a_quote_that_is_not_in_its_text_stops_the_release(mined: Graph, tmp_path: Path) -> None:
    moved = Fact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910", qualifiers=NUN)
    write_contested(
        mined, [moved], [], texts={"d2": "Something else was written here in the meantime, much of it."}
    )
    with pytest.raises(DataError, match=r"the quote isn't at 0\.\.44 of document d2"):
        export(mined, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_empty_graph_gives_an_empty_release(graph: Graph, tmp_path: Path) -> None:
    release = export(graph, tmp_path / "out")
    assert (release.records, release.provenance, release.funnel) == ((), (), {})
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == FILES


def test_reasons_are_counted_by_kind() -> None:
    rows = [
        {"status": "ok", "note": "", "n_fit": 2},
        {"status": "filtered", "note": "a question holds one of its answers ('12'); one form", "n_fit": 0},
        {"status": "filtered", "note": "a question holds one of its answers ('Lima')", "n_fit": 0},
        {"status": "pending", "note": None, "n_fit": 0},
        {"status": "refused", "note": "the model refused in words", "n_fit": 2},
        {"status": "refused", "note": "the model refused in words", "n_fit": 0},
    ]
    assert funnel(rows) == {
        "released": 2,
        "a question holds one of its answers": 2,
        Reason.NO_MODEL_ANSWER.value: 1,
        "pending": 1,
    }
