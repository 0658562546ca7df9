"""Response and judged files: ours and those of the public code, in both directions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small_benchmark import uid, write_lines

from graphprobe.errors import DataError
from graphprobe.evaluation.formats import (
    judged_record,
    judgment_of,
    read_judged,
    read_responses,
    response_of,
    response_record,
    write_judged,
    write_responses,
)
from graphprobe.evaluation.records import Contradiction, Coverage, Judgment, Outcome, Response
from graphprobe.records import Status

BORN = uid("born")
ANSWERED = Response(
    BORN,
    2,
    Status.OK,
    "On 26 or 27 August 1910.",
    "m",
    reasoning="Let me see.",
    reasoning_tokens=4,
    finish_reason="stop",
    usage={"prompt_tokens": 9, "completion_tokens": 12},
    elapsed_seconds=1.25,
    at="2026-01-01T00:00:00+00:00",
)
# A success as the public code writes it.
PUBLIC: dict[str, Any] = {
    "benchmark_id": BORN,
    "status": "success",
    "model": "m",
    "answer": "In 1910.",
    "finish_reason": "stop",
    "usage": {"completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 0}},
    "elapsed_seconds": 0.5,
}
COVERED, NOT_COVERED = {"covered": True, "evidence": "26"}, {"covered": False, "evidence": ""}


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.PENDING])
def test_a_response_reads_back_as_it_was(status: Status) -> None:
    answer = "On 26 or" if status in (Status.OK, Status.TRUNCATED, Status.REFUSED) else None
    response = Response(BORN, 0, status, answer, "m", note="" if status is Status.OK else "why")
    record = json.loads(json.dumps(response_record(response)))
    assert response_of(record) == response
    assert record["status"] == ("success" if status is Status.OK else "error")  # all the public code looks at
    assert ("error" in record) is (status is not Status.OK)


def test_all_of_a_response_is_kept() -> None:
    assert response_of(json.loads(json.dumps(response_record(ANSWERED)))) == ANSWERED


@pytest.mark.parametrize(
    ("changes", "status", "answer", "reasoning"),
    [
        ({}, Status.OK, "In 1910.", None),
        ({"finish_reason": "length"}, Status.TRUNCATED, "In 1910.", None),
        ({"answer": "<think>Hm.</think> In 1910."}, Status.OK, "In 1910.", "Hm."),
        ({"answer": "<think>Hm. In 1910"}, Status.TRUNCATED, None, "Hm. In 1910"),
        ({"answer": " "}, Status.EMPTY, None, None),
        ({"answer": None}, Status.EMPTY, None, None),
        ({"answer": "I'm sorry, I can't help with that."}, Status.REFUSED, None, None),
        ({"status": "error", "error": "TimeoutError: slow", "answer": None}, Status.ERROR, None, None),
    ],
)
def test_responses_of_the_public_code_get_our_statuses(
    changes: dict[str, Any], status: Status, answer: str | None, reasoning: str | None
) -> None:
    response = response_of({**PUBLIC, **changes})
    assert response.status is status
    assert response.reasoning == reasoning
    assert response.sample == 0
    if status is not Status.REFUSED:
        assert response.answer == answer


def test_what_the_public_code_says_of_an_error_is_kept() -> None:
    record = {"benchmark_id": BORN, "status": "error", "model": "m", "error": "TimeoutError: slow"}
    assert response_of(record).note == "TimeoutError: slow"


def test_reasoning_tokens_of_the_public_code_are_those_of_its_usage() -> None:
    assert response_of(PUBLIC).reasoning_tokens == 0
    assert response_of({**PUBLIC, "usage": None}).reasoning_tokens is None


@pytest.mark.parametrize(
    ("coverage", "contradictions", "label", "credit"),
    [
        ((True, True), (), "complete", "full_credit"),
        ((True, False), (), "partial", "partial_credit"),
        ((False, False), (), "failed", "no_credit"),
        ((True, True), (Contradiction("born in 1920", "another year"),), "failed", "no_credit"),
    ],
)
def test_a_judgment_reads_back_as_it_was(
    coverage: tuple[bool, ...], contradictions: tuple[Contradiction, ...], label: str, credit: str
) -> None:
    covered = tuple(Coverage(one, "26" if one else "") for one in coverage)
    judgment = Judgment(
        BORN, 2, "j", Status.OK, covered, contradictions, "because", raw="{}", elapsed_seconds=0.5
    )
    record = json.loads(json.dumps(judged_record(ANSWERED, judgment)))
    assert judgment_of(record) == judgment
    assert record["judgment"]["label"] == label
    assert record["judgment"]["credit"] == credit
    assert response_of(record) == ANSWERED


def test_a_verdict_nobody_could_read_has_no_label() -> None:
    judgment = Judgment(BORN, 2, "j", Status.UNPARSED, note="no object", raw="Well")
    record = judged_record(ANSWERED, judgment)
    assert not record["judgment"].keys() & {"label", "credit"}  # ungraded to the public scorer, not failed
    assert judgment_of(record) == judgment
    assert judgment_of(record).outcome is None  # type: ignore[union-attr]


def judged(verdict: Any, **changes: Any) -> Judgment:
    found = judgment_of({**PUBLIC, "judgment": verdict, **changes})
    assert found is not None
    return found


def test_a_judges_error_of_the_public_code_is_no_failed_recall() -> None:
    found = judged({"label": "failed", "judge_error": True, "rationale": "ValueError: x", "judge_model": "j"})
    assert (found.status, found.outcome, found.judge) == (Status.ERROR, None, "j")
    assert "ValueError: x" in found.note


def test_the_label_is_computed_whatever_the_judge_called_it() -> None:
    verdict = {"label": "complete", "gold_assessments": [COVERED, NOT_COVERED], "material_contradictions": []}
    found = judged(verdict)
    assert found.outcome is Outcome.PARTIAL
    assert "called it complete" in found.note
    assert judged({**verdict, "label": "partial"}).note == ""


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("complete", Outcome.COMPLETE),
        ("Full_Credit", Outcome.COMPLETE),
        ("full", Outcome.COMPLETE),
        ("partial", Outcome.PARTIAL),
        ("partial_credit", Outcome.PARTIAL),
        ("failed", Outcome.FAILED),
        ("failure", Outcome.FAILED),
        ("no_credit", Outcome.FAILED),
    ],
)
def test_bare_labels_count_as_they_are(word: str, outcome: Outcome) -> None:
    for verdict in ({"label": word}, {"credit": word}):
        assert judged(verdict).outcome is outcome
        assert judged(verdict).coverage == ()
    for name in ("effective_grade", "judge_grade", "grade"):
        found = judgment_of({**PUBLIC, name: {"credit": word}})
        assert found is not None
        assert found.outcome is outcome


@pytest.mark.parametrize(
    "verdict",
    [
        {},
        {"label": "great"},
        {"label": 1},
        {"label": "complete", "gold_assessments": "all"},
        {"label": "complete", "gold_assessments": [{"covered": "yes"}]},
        {"label": "complete", "gold_assessments": [COVERED], "material_contradictions": "none"},
    ],
)
def test_verdicts_that_cant_be_read_are_unscored(verdict: dict[str, Any]) -> None:
    found = judged(verdict)
    assert (found.status, found.outcome) == (Status.UNPARSED, None)


def test_a_response_without_an_answer_has_no_judgment() -> None:
    record = {**PUBLIC, "status": "error", "judgment": {"label": "failed", "rationale": "no answer"}}
    assert judgment_of(record) is None
    assert judgment_of(PUBLIC) is None


def test_files_are_written_and_read(tmp_path: Path) -> None:
    failed = Response(uid("clue"), 0, Status.EMPTY, None, "m", note="the answer is empty")
    path = tmp_path / "responses.jsonl"
    assert write_responses(path, [ANSWERED, failed]) == 2
    assert list(read_responses(path)) == [ANSWERED, failed]
    judgment = Judgment(BORN, 2, "j", Status.OK, (Coverage(True, "ü"), Coverage(False)))
    pairs = [(ANSWERED, judgment), (failed, None)]
    assert write_judged(tmp_path / "judged.jsonl", pairs) == 2
    assert list(read_judged(tmp_path / "judged.jsonl")) == pairs
    assert "ü" in (tmp_path / "judged.jsonl").read_text(encoding="utf-8")


def test_a_file_for_the_public_code_holds_no_item_twice(tmp_path: Path) -> None:
    path = tmp_path / "responses.jsonl"
    with pytest.raises(DataError, match="more than one response"):
        write_responses(path, [ANSWERED, ANSWERED])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "not a record"),
        ("[]", "isn't a JSON object"),
        ({"status": "success"}, "benchmark_id is missing"),
        ({"benchmark_id": BORN}, "status is missing"),
        ({**PUBLIC, "outcome_status": "fine"}, "fine"),
    ],
)
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: Any, why: str) -> None:
    path = write_lines(tmp_path / "responses.jsonl", [PUBLIC, line])
    with pytest.raises(DataError, match="line 2") as error:
        list(read_responses(path))
    assert why in str(error.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="can't be read"):
        list(read_responses(tmp_path / "none.jsonl"))


def test_lone_surrogates_survive_writing(tmp_path: Path) -> None:
    path = tmp_path / "responses.jsonl"
    write_responses(path, [Response(BORN, 0, Status.OK, "a \ud800 b", "m")])
    [found] = read_responses(path)
    assert found.answer == "a ? b"
