"""Files of graded answers: every form of verdict, and every kind of bad row by its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphprobe.errors import ConfigError
from graphprobe.evaluation.graded import CORRECT, OUTCOMES, GradedFile, GradedRow, judge_graded, most
from graphprobe.evaluation.judge import OfflineJudge

ROW = {"id": "r1", "question": "When?", "gold_answers": ["1974"], "response": "In 1974."}


def file_of(tmp_path: Path, *rows: Any) -> GradedFile:
    path = tmp_path / "graded.jsonl"
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), "utf-8"
    )
    return GradedFile(path)


def one(tmp_path: Path, **fields: Any) -> GradedRow:
    [row] = file_of(tmp_path, {**ROW, **fields})
    return row


@pytest.mark.parametrize(
    ("fields", "human", "annotators"),
    [
        ({"human_correct": True}, "correct", ()),
        ({"human_correct": False}, "incorrect", ()),
        ({"human_correct": None}, None, ()),
        ({}, None, ()),
        ({"human_outcome": "partial"}, "partial", ()),
        ({"human_correct": True, "annotators": [True, False]}, "correct", ("correct", "incorrect")),
        ({"annotators": [True, None, True]}, "correct", ("correct", "correct")),
        ({"annotators": [True, False]}, None, ("correct", "incorrect")),
        ({"human_correct": [True, False, False]}, "incorrect", ("correct", "incorrect", "incorrect")),
        (
            {"human_1": "complete", "human_2": "failed", "human_3": "failed"},
            "failed",
            ("complete", "failed", "failed"),
        ),
        ({"human_outcome": ["partial", None]}, "partial", ("partial",)),
    ],
)
def test_every_form_of_a_verdict(
    tmp_path: Path, fields: dict[str, Any], human: str | None, annotators: tuple[str, ...]
) -> None:
    row = one(tmp_path, **fields)
    assert (row.human, row.annotators) == (human, annotators)


def test_the_scale_is_that_of_the_verdicts(tmp_path: Path) -> None:
    assert file_of(tmp_path, ROW, {**ROW, "human_correct": True}).scale == CORRECT
    assert file_of(tmp_path, ROW, {**ROW, "human_outcome": "failed"}).scale == OUTCOMES
    assert file_of(tmp_path, ROW).scale == CORRECT


def test_an_id_is_the_rows_own_or_its_line(tmp_path: Path) -> None:
    nameless = {name: value for name, value in ROW.items() if name != "id"}
    assert [row.id for row in file_of(tmp_path, ROW, nameless, {**ROW, "id": 7})] == ["r1", 2, 7]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("{", "graded.jsonl:2: "),
        ("[]", "graded.jsonl:2: "),
        ({**ROW, "gold_answers": "1974"}, "gold_answers isn't a list of texts"),
        ({**ROW, "gold_answers": []}, "gold_answers isn't a list of texts"),
        ({**ROW, "gold_answers": ["1974", " "]}, "gold_answers isn't a list of texts"),
        ({**ROW, "response": None}, "the row has no response"),
        ({"gold_answers": ["1"], "response": "1"}, "the row has no question"),
        (
            {**ROW, "human_correct": "yes"},
            "a verdict is true, false, complete, partial, failed or null, not 'yes'",
        ),
        ({**ROW, "human_correct": 1}, "not 1"),
        ({**ROW, "annotators": True}, "annotators isn't a list"),
        ({**ROW, "human_outcome": "partial"}, "another scale than the verdicts before: correct, incorrect"),
    ],
)
def test_bad_rows_are_named_and_the_others_used(tmp_path: Path, row: Any, problem: str) -> None:
    file = file_of(tmp_path, {**ROW, "human_correct": True}, row, {**ROW, "human_correct": False})
    assert [each.human for each in file] == ["correct", "incorrect"]
    [found] = file.problems
    assert found.where.endswith("graded.jsonl:2")
    assert problem in found.line()
    assert file.count == 2


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        GradedFile(tmp_path / "nothing.jsonl")


def test_the_most_say_what_counts() -> None:
    assert most(["a", "b", "a"]) == "a"
    assert most(["a", "b"]) is None
    assert most([]) is None


def test_verdicts_are_in_the_scale_of_the_file(tmp_path: Path) -> None:
    golds = {"gold_answers": ["1974", "1976"], "response": "In 1974."}
    for scale, verdict in ((CORRECT, "correct"), (OUTCOMES, "partial")):
        rows = file_of(tmp_path, {**ROW, **golds})
        [judged] = judge_graded(rows, OfflineJudge(alternatives=scale == CORRECT), scale)
        assert judged.verdict == verdict
