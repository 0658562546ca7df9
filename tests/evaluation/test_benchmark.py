"""Benchmarks from files: what is valid, and what is said of what isn't."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from small_benchmark import RECORDS, record, uid, write_lines

from graphprobe.errors import DataError
from graphprobe.evaluation.benchmark import item_of, read_benchmark, record_of


def with_eval(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**base, "eval": {**base["eval"], **changes}}


GOOD = record("a", "g", "Who?", "One", "Two")

# What stands on a line, and what must be said of it.
BROKEN: list[tuple[Any, str]] = [
    ('{"benchmark_id": ', "isn't a JSON object"),
    ([1, 2], "isn't a JSON object"),
    ({**GOOD, "eval": 7}, "eval isn't an object"),
    ({**GOOD, "benchmark_id": "RV-0001-q1"}, "benchmark_id isn't a canonical lower-case UUID"),
    ({**GOOD, "benchmark_id": uid("x").upper()}, "benchmark_id isn't a canonical lower-case UUID"),
    ({key: GOOD[key] for key in ("benchmark_id", "eval")}, "item_group_id isn't a canonical"),
    (with_eval(GOOD, question=" "), "eval.question is missing or empty"),
    (with_eval(GOOD, preferred_answer=""), "eval.preferred_answer is missing or empty"),
    (with_eval(GOOD, gold_answers=[{"value": "One"}]), "needs at least two answers"),
    (with_eval(GOOD, gold_answers=[{"value": "One"}, {"value": " one "}]), "holds 'one' twice"),
    (with_eval(GOOD, gold_answers=[{"value": "One"}, {}]), "holds an answer without a value"),
    (with_eval(GOOD, gold_answers="One"), "eval.gold_answers isn't a list"),
    (with_eval(GOOD, difficulty=3), "eval.difficulty must be absent"),
    (with_eval(GOOD, slot="x"), "eval.slot must be absent"),
]


def test_valid_records_become_items_in_their_order(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "b.jsonl", [RECORDS[0], "", *RECORDS[1:]])
    benchmark = read_benchmark(path)
    assert [item.id for item in benchmark.items] == [uid(n) for n in ("born", "clue", "bank", "bank clue")]
    assert benchmark.items[0].gold_answers == ("26 August 1910", "27 August 1910")
    assert benchmark.items[0].cluster == benchmark.items[1].cluster == uid("nun")
    assert benchmark.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (benchmark.problems, benchmark.remarks) == ((), ())


@pytest.mark.parametrize(("line", "reason"), BROKEN, ids=[reason for _, reason in BROKEN])
def test_an_invalid_record_is_named_and_the_others_stay(tmp_path: Path, line: Any, reason: str) -> None:
    path = write_lines(tmp_path / "b.jsonl", [RECORDS[0], line, *RECORDS[1:]])
    benchmark = read_benchmark(path)
    assert len(benchmark.items) == len(RECORDS)
    assert {problem.line for problem in benchmark.problems} == {2}
    assert any(reason in problem.problem for problem in benchmark.problems)


def test_every_invalid_record_is_named(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "b.jsonl", [line for line, _ in BROKEN] + RECORDS)
    benchmark = read_benchmark(path)
    assert {problem.line for problem in benchmark.problems} == set(range(1, len(BROKEN) + 1))
    assert len(benchmark.items) == len(RECORDS)


def test_a_repeated_id_or_question_is_no_item_the_second_time(tmp_path: Path) -> None:
    same_id = record("born", "nun", "Another question?", "1", "2")
    same_question = record("other", "nun", "when  was Mother Teresa BORN?", "1", "2")
    benchmark = read_benchmark(write_lines(tmp_path / "b.jsonl", [*RECORDS, same_id, same_question]))
    assert [item.question for item in benchmark.items] == [one["eval"]["question"] for one in RECORDS]
    said = {problem.line: problem.problem for problem in benchmark.problems}
    assert said == {5: "repeats the benchmark_id of line 1", 6: "repeats the question of line 1"}


def test_an_excerpt_may_hold_one_record_of_a_group(tmp_path: Path) -> None:
    benchmark = read_benchmark(write_lines(tmp_path / "b.jsonl", RECORDS[:3]))
    assert len(benchmark.items) == 3
    assert benchmark.problems == ()
    assert [remark.line for remark in benchmark.remarks] == [3]


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "b.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError, match="holds no records"):
        read_benchmark(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="can't be read: No such file"):
        read_benchmark(tmp_path / "b.jsonl")


def test_provenance_beside_the_file_says_more_of_items(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "b.jsonl", [{**RECORDS[0], "formulation": "named_entity"}, *RECORDS[1:]])
    known = [
        {"benchmark_id": uid("born"), "formulation": "wrong", "conflict": "c1", "document": "d1"},
        {"benchmark_id": uid("born"), "conflict": "c1", "field": "History"},
        {"benchmark_id": uid("clue"), "formulation": "clue_based", "mechanism": None},
        "not JSON",
        [],
        {"benchmark_id": 7},
    ]
    write_lines(tmp_path / "provenance.jsonl", known)
    born, clue, bank, _ = read_benchmark(path).items
    assert (born.formulation, born.conflict, born.field) == ("named_entity", "c1", "History")
    assert (clue.formulation, clue.conflict, clue.mechanism) == ("clue_based", None, None)
    assert bank.formulation is None
    assert (born.cluster, clue.cluster) == ("c1", uid("nun"))


def test_items_are_written_as_records_of_the_format(tmp_path: Path) -> None:
    full = {
        **RECORDS[0],
        "formulation": "clue_based",
        "conflict": "c",
        "field": "History",
        "mechanism": "scope",
    }
    written = [record_of(item_of(one)) for one in [full, *RECORDS[2:], RECORDS[1]]]
    assert written[0] == full
    assert "license" not in json.dumps(written)  # unknown keys are tolerated, not kept
    again = read_benchmark(write_lines(tmp_path / "b.jsonl", written))
    assert [record_of(item) for item in again.items] == written
