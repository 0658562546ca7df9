"""Response and judged files, in the form of ElephantBench's public code with keys of our own beside it.

A response record of ours says ``status: success`` exactly when there is an answer to judge, so that the
public code judges what we would; ``outcome_status`` says which of our statuses it ended in. A judged record
is a response record with a ``judgment``. Its label is computed from the coverage, whatever a judge called it;
a verdict that couldn't be read has no label there, which the public scorer counts as ungraded.

What the public code wrote is read with our eyes: an answer that was cut off, or is reasoning without an end,
or nothing at all, is none; and a judge's error is no failed recall.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from graphprobe.corpus.files import atomic_write
from graphprobe.errors import DataError
from graphprobe.evaluation.benchmark import Record, json_line
from graphprobe.evaluation.records import Contradiction, Coverage, Judgment, Outcome, Response, outcome_of
from graphprobe.llm.free_text import read_text
from graphprobe.llm.usage import Usage
from graphprobe.records import Status

T = TypeVar("T")

# The words of the public code's judge and scorer, and of its older files, for one outcome each.
LABELS = {
    "complete": Outcome.COMPLETE,
    "full": Outcome.COMPLETE,
    "full_credit": Outcome.COMPLETE,
    "partial": Outcome.PARTIAL,
    "partial_credit": Outcome.PARTIAL,
    "failed": Outcome.FAILED,
    "failure": Outcome.FAILED,
    "no_credit": Outcome.FAILED,
}
CREDITS = {
    Outcome.COMPLETE: "full_credit",
    Outcome.PARTIAL: "partial_credit",
    Outcome.FAILED: "no_credit",
}
OLDER_JUDGMENTS = ("effective_grade", "judge_grade", "grade")


def response_record(response: Response) -> Record:
    """A response as one record of a response file."""
    ok = response.status is Status.OK
    record: Record = {
        "benchmark_id": response.item,
        "status": "success" if ok else "error",
        "model": response.model,
    }
    if not ok:
        record["error"] = f"{response.status.value}: {response.note}"
    if response.answer is not None:
        record["answer"] = response.answer
    record |= {
        "finish_reason": response.finish_reason,
        "usage": dict(response.usage) if response.usage is not None else None,
        "elapsed_seconds": round(response.elapsed_seconds, 3),
        "sample": response.sample,
        "outcome_status": response.status.value,
    }
    ours = {
        "note": response.note or None,
        "reasoning": response.reasoning,
        "reasoning_tokens": response.reasoning_tokens,
        "at": response.at,
    }
    return record | {name: value for name, value in ours.items() if value is not None}


def response_of(record: Mapping[str, Any]) -> Response:
    """A record of a response file as a response.

    Raises:
        ValueError: it isn't one; says why.
    """
    item = _required(record, "benchmark_id")
    succeeded = _required(record, "status") == "success"
    answer = record.get("answer")
    response = Response(
        item=item,
        sample=_count(record.get("sample")) or 0,
        status=Status.OK if succeeded else Status.ERROR,
        answer=answer if isinstance(answer, str) else None,
        model=_text(record.get("model")),
        reasoning=_text(record.get("reasoning")) or None,
        reasoning_tokens=_count(record.get("reasoning_tokens")),
        finish_reason=_text(record.get("finish_reason")) or None,
        usage=record["usage"] if isinstance(record.get("usage"), Mapping) else None,
        elapsed_seconds=_number(record.get("elapsed_seconds")),
        note=_text(record.get("note")),
        at=_text(record.get("at")) or None,
    )
    if "outcome_status" in record:
        return replace(response, status=Status(record["outcome_status"]))
    if not succeeded:
        return replace(response, note=response.note or _text(record.get("error")) or "the call failed")
    return _seen_with_our_eyes(response)


def judged_record(response: Response, judgment: Judgment) -> Record:
    """A response and what a judge made of it, as one record of a judged file."""
    verdict: Record = {"rationale": judgment.rationale}
    outcome = judgment.outcome
    if outcome is not None:
        verdict = {"label": outcome.value, **verdict}
        if judgment.coverage:
            verdict["gold_assessments"] = [
                {"covered": one.covered, "evidence": one.evidence} for one in judgment.coverage
            ]
            verdict["material_contradictions"] = [
                {"claim": one.claim, "reason": one.reason} for one in judgment.contradictions
            ]
            verdict["credit"] = CREDITS[outcome]
    verdict |= {
        "judge_model": judgment.judge,
        "elapsed_seconds": round(judgment.elapsed_seconds, 3),
        "outcome_status": judgment.status.value,
    }
    ours = {
        "raw_response": judgment.raw,
        "note": judgment.note or None,
        "prompt": judgment.prompt or None,
        "round": judgment.round or None,
    }
    verdict |= {name: value for name, value in ours.items() if value is not None}
    return {**response_record(response), "judgment": verdict}


def judgment_of(record: Mapping[str, Any]) -> Judgment | None:
    """What a record of a judged file says of its response; None: it isn't judged.

    A response that isn't ``ok`` has no judgment: the label that the public code gives it is no judge's.

    Raises:
        ValueError: it isn't a judged record; says why.
    """
    response = response_of(record)
    verdict = record.get("judgment")
    if response.status is not Status.OK:
        return None
    if not isinstance(verdict, Mapping):
        return _older_judgment(record, response)
    judgment = Judgment(
        item=response.item,
        sample=response.sample,
        judge=_text(verdict.get("judge_model")),
        status=Status.OK,
        rationale=_text(verdict.get("rationale")),
        note=_text(verdict.get("note")),
        raw=verdict["raw_response"] if isinstance(verdict.get("raw_response"), str) else None,
        elapsed_seconds=_number(verdict.get("elapsed_seconds")),
        prompt=_text(verdict.get("prompt")),
        round=_count(verdict.get("round")) or 0,
    )
    status = Status(verdict.get("outcome_status", Status.OK.value))
    if status is not Status.OK:
        return replace(judgment, status=status)
    if verdict.get("judge_error") is True:
        note = f"the judge failed: {judgment.rationale}" if judgment.rationale else "the judge failed"
        return replace(judgment, status=Status.ERROR, note=note)
    return _with_verdict(judgment, verdict)


def read_responses(path: Path) -> Iterator[Response]:
    """The responses of a file, in its order.

    Raises:
        DataError: the file can't be read, or a line is no response record; names it.
    """
    return _read(path, response_of)


def read_judged(path: Path) -> Iterator[tuple[Response, Judgment | None]]:
    """The responses of a judged file, each with what its judge made of it, in its order.

    Raises:
        DataError: the file can't be read, or a line is no judged record; names it.
    """
    return _read(path, lambda record: (response_of(record), judgment_of(record)))


def samples_of(largest: int, records: int, path: Path) -> int:
    """How many samples an item has in a file that says so only by its records.

    Args:
        largest: the largest sample number in it; -1: there are no records.
        records: how many records it has.
        path: the file.

    Raises:
        DataError: the number isn't below that of the records, so that samples are missing for every item.
    """
    if largest >= max(records, 1):
        raise DataError(f"sample {largest} can't be one of {records} records", where=str(path))
    return largest + 1


def write_responses(path: Path, responses: Iterable[Response]) -> int:
    """Writes a response file, whole or not at all; returns how many records.

    Raises:
        DataError: an item stands there twice, which the public code refuses: give it one sample at a time.
    """
    return _write(path, ((response.item, response_record(response)) for response in responses))


def write_judged(path: Path, judged: Iterable[tuple[Response, Judgment | None]]) -> int:
    """Writes a judged file, whole or not at all; returns how many records.

    A response that isn't judged stands there all the same, as the record that it is.

    Raises:
        DataError: an item stands there twice, which the public code refuses: give it one sample at a time.
    """
    records = (judged_record(response, one) if one else response_record(response) for response, one in judged)
    return _write(path, ((str(record["benchmark_id"]), record) for record in records))


def _seen_with_our_eyes(response: Response) -> Response:
    """A success of the public code with the status we'd have given it."""
    found = read_text(response.answer or "", response.finish_reason or "")
    reasoning_tokens = Usage.from_reply(response.usage).reasoning
    return replace(
        response,
        status=found.status,
        answer=found.text,
        reasoning=found.reasoning or response.reasoning,
        reasoning_tokens=reasoning_tokens if response.reasoning_tokens is None else response.reasoning_tokens,
        note=found.note,
    )


def _with_verdict(judgment: Judgment, verdict: Mapping[str, Any]) -> Judgment:
    """A judgment with what a verdict says is covered, or with its bare label."""
    label = verdict.get("label", verdict.get("credit"))
    called = LABELS.get(label.casefold()) if isinstance(label, str) else None
    coverage = _coverage(verdict.get("gold_assessments"))
    if coverage is None or not isinstance(verdict.get("material_contradictions", []), list):
        return replace(judgment, status=Status.UNPARSED, note="the assessments can't be read")
    if not coverage:
        if called is None:
            return replace(judgment, status=Status.UNPARSED, note="there is no label")
        return replace(judgment, bare=called, note="a bare label: the judge doesn't say what is covered")
    contradictions = tuple(
        Contradiction(_text(one.get("claim")), _text(one.get("reason")))
        if isinstance(one, Mapping)
        else Contradiction(str(one))
        for one in verdict.get("material_contradictions", [])
    )
    computed = outcome_of([one.covered for one in coverage], bool(contradictions))
    if called not in (None, computed):
        note = f"the judge called it {label}, its own assessments say {computed.value}"
        judgment = replace(judgment, note=note)
    return replace(judgment, coverage=coverage, contradictions=contradictions)


def _coverage(assessments: Any) -> tuple[Coverage, ...] | None:
    """Assessments of gold answers; empty: there are none; None: they can't be read."""
    if assessments is None:
        return ()
    if not isinstance(assessments, list):
        return None
    if not all(isinstance(one, Mapping) and isinstance(one.get("covered"), bool) for one in assessments):
        return None
    return tuple(Coverage(one["covered"], _text(one.get("evidence"))) for one in assessments)


def _older_judgment(record: Mapping[str, Any], response: Response) -> Judgment | None:
    """The grade of a file older than the ``judgment`` object, which the public scorer takes too."""
    for name in OLDER_JUDGMENTS:
        grade = record.get(name)
        credit = grade.get("credit") if isinstance(grade, Mapping) else None
        if isinstance(credit, str) and credit.casefold() in LABELS:
            judgment = Judgment(response.item, response.sample, "", Status.OK)
            return _with_verdict(judgment, {"label": credit})
    return None


def _read(path: Path, parse: Any) -> Iterator[Any]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(line)
                    if not isinstance(record, Mapping):
                        raise ValueError("isn't a JSON object")
                    parsed = parse(record)
                except (ValueError, RecursionError) as error:
                    raise DataError(f"not a record: {error}", where=f"{path}, line {number}") from None
                yield parsed
    except OSError as error:
        raise DataError(f"the file can't be read: {error.strerror}", where=str(path)) from error


def _write(path: Path, records: Iterable[tuple[str, Record]]) -> int:
    seen: set[str] = set()
    with atomic_write(path) as file:
        for item, record in records:
            if item in seen:
                raise DataError(
                    f"item {item} has more than one response", where=str(path), remedy="Choose one sample."
                )
            seen.add(item)
            file.write(json_line(record))
    return len(seen)


def _required(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name} is missing")
    return value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0
