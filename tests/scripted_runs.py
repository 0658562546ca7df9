"""Small runs on disk: items about founding years, and answers to them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from graphprobe.evaluation.records import Item, Response
from graphprobe.evaluation.runs import RunFolder, RunSettings, create_run
from graphprobe.records import Status

GOLDS = ("1974", "1976")
COMPLETE = "It was founded in 1974, though some sources say 1976."
PARTIAL = "It was founded in 1974."
WRONG = "It was founded in 1999."


def item(number: int, golds: Sequence[str] = GOLDS, **known: str) -> Item:
    """An item; two neighbours share a group."""
    return Item(
        str(UUID(int=number)),
        str(UUID(int=10_000 + number // 2)),
        f"When was bank number {number} founded?",
        tuple(golds),
        " or ".join(golds),
        **known,
    )


def response(number: int, answer: str | None, status: Status = Status.OK, sample: int = 0) -> Response:
    return Response(str(UUID(int=number)), sample, status, answer, "target-1", elapsed_seconds=1.0)


def make_run(
    folder: Path,
    answers: Sequence[str | Status],
    *,
    model: str = "target-1",
    items: Sequence[Item] | None = None,
    benchmark: str = "0" * 64,
) -> RunFolder:
    """A run with one sample of each item; where a status stands for an answer, there is none."""
    asked = items or [item(number) for number in range(len(answers))]
    settings = RunSettings(model, "http://127.0.0.1/v1", "benchmark.jsonl", benchmark, "closed_book@1", {})
    run = create_run(folder, settings, asked, {"python": "3"})
    with run.response_log() as log:
        for number, answer in enumerate(answers):
            if isinstance(answer, Status):
                log(response(number, None, answer))
            else:
                log(response(number, answer))
    return run


def verdict(
    *covered: str | None, contradictions: Iterable[str] = (), label: str | None = None
) -> dict[str, Any]:
    """What a model says: for each gold answer the evidence, or None where it isn't given."""
    claims = list(contradictions)
    given = [evidence is not None for evidence in covered]
    computed = "failed" if claims or not any(given) else "complete" if all(given) else "partial"
    return {
        "assessments": [
            {"gold": f"A{number}", "evidence": evidence or "", "covered": evidence is not None}
            for number, evidence in enumerate(covered, 1)
        ],
        "contradictions": [{"claim": claim, "reason": "agrees with no gold answer"} for claim in claims],
        "reason": "As the steps say.",
        "label": label or computed,
    }


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def said(body: Mapping[str, Any]) -> str:
    """All that a request says."""
    return "\n".join(message["content"] for message in body["messages"])
