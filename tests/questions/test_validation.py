"""The record format: each broken rule is reported for its record, and no input makes the check fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphprobe.errors import DataError
from graphprobe.questions.validation import record_problems, validate, validate_lines

ID = "3d0c2f6a-5d0a-5c6e-9a43-0f1f5a9f0001"
OTHER_ID = "3d0c2f6a-5d0a-5c6e-9a43-0f1f5a9f0002"
GROUP = "3d0c2f6a-5d0a-5c6e-9a43-0f1f5a9f1000"


def record(name: str = ID, question: str = "When?", **changes: Any) -> dict[str, Any]:
    body = {
        "question": question,
        "gold_answers": [{"value": "10"}, {"value": "12"}],
        "preferred_answer": "10; 12",
    }
    return {"benchmark_id": name, "item_group_id": GROUP, "eval": {**body, **changes}}


def lines(*records: object) -> list[bytes]:
    return [json.dumps(one).encode() for one in records]


def problems(*records: object) -> list[tuple[int, str]]:
    return [(problem.line, problem.problem) for problem in validate_lines(lines(*records)).problems]


def test_a_valid_file_and_its_counts() -> None:
    report = validate_lines([*lines(record(), record(OTHER_ID, "Who?")), b"", b"  "])
    assert report.valid
    counts = (
        report.records,
        report.unique_ids,
        report.unique_questions,
        report.item_groups,
        report.singleton_groups,
    )
    assert counts == (2, 2, 2, 1, 0)


def test_extra_keys_are_allowed() -> None:
    one = {**record(), "formulation": "named_entity", "field": "History"}
    assert record_problems(one) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda r: r.update(benchmark_id="RV-0001-q1"), "benchmark_id isn't a canonical lower-case UUID"),
        (lambda r: r.update(benchmark_id=ID.upper()), "benchmark_id isn't a canonical lower-case UUID"),
        (
            lambda r: r.update(benchmark_id=ID.replace("-", "")),
            "benchmark_id isn't a canonical lower-case UUID",
        ),
        (lambda r: r.pop("item_group_id"), "item_group_id isn't a canonical lower-case UUID"),
        (lambda r: r.update(item_group_id=7), "item_group_id isn't a canonical lower-case UUID"),
        (lambda r: r.update(eval=[1]), "eval isn't an object"),
        (lambda r: r.update(eval="text"), "eval isn't an object"),
        (lambda r: r.pop("eval"), "eval isn't an object"),
        (lambda r: r["eval"].update(question=" "), "eval.question is missing or empty"),
        (lambda r: r["eval"].update(preferred_answer=""), "eval.preferred_answer is missing or empty"),
        (lambda r: r["eval"].update(preferred_answer=None), "eval.preferred_answer is missing or empty"),
        (lambda r: r["eval"].update(difficulty=None), "eval.difficulty must be absent"),
        (lambda r: r["eval"].update(answer_type="date"), "eval.answer_type must be absent"),
        (lambda r: r["eval"].update(slot="age"), "eval.slot must be absent"),
        (lambda r: r["eval"].update(gold_answers="10"), "eval.gold_answers isn't a list"),
        (
            lambda r: r["eval"].update(gold_answers=[{"value": "1"}]),
            "eval.gold_answers needs at least two answers",
        ),
        (
            lambda r: r["eval"].update(gold_answers=[{"value": "1"}, "2"]),
            "eval.gold_answers holds an answer without a value",
        ),
        (
            lambda r: r["eval"].update(gold_answers=[{"value": "1"}, {"value": "  "}]),
            "eval.gold_answers holds an answer without a value",
        ),
        (
            lambda r: r["eval"].update(gold_answers=[{"value": "One"}, {"value": " one "}]),
            "eval.gold_answers holds 'one' twice",
        ),
    ],
)
def test_each_rule(change: Callable[[dict[str, Any]], object], problem: str) -> None:
    one = record()
    change(one)
    assert record_problems(one) == [problem]


@pytest.mark.parametrize(
    "line",
    [
        b"{broken",
        b"null",
        b"[]",
        b"3",
        b'"text"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"eval": {"gold_answers": 5}}',
    ],
)
def test_odd_lines_are_problems_of_their_record(line: bytes) -> None:
    report = validate_lines([*lines(record(), record(OTHER_ID, "Who?")), line])
    assert not report.valid
    assert {problem.line for problem in report.problems} == {3}
    assert report.records == 3


def test_repeated_ids_and_questions() -> None:
    assert problems(record(), record(question="  WHEN? "), record(OTHER_ID, "Who?")) == [
        (2, "repeats the benchmark_id of line 1"),
        (2, "repeats the question of line 1"),
    ]


def test_a_group_of_one() -> None:
    assert problems(record()) == [(1, "is the only record of its item group")]


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    assert [problem.problem for problem in validate(path).problems] == ["the file holds no records"]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.jsonl: the file can't be read"):
        validate(tmp_path / "absent.jsonl")
