"""A small benchmark of two contested facts, as records and as a file."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from graphprobe.evaluation.benchmark import item_of
from graphprobe.evaluation.records import Item
from graphprobe.evaluation.runs import RunFolder, RunSettings, create_run

Record = dict[str, Any]
NAMESPACE = uuid.UUID(int=0)


def uid(name: str) -> str:
    """A canonical UUID that is always the same for a name."""
    return str(uuid.uuid5(NAMESPACE, name))


def record(name: str, group: str, question: str, *golds: str, **more: Any) -> Record:
    """A valid record."""
    return {
        "benchmark_id": uid(name),
        "item_group_id": uid(group),
        **more,
        "eval": {
            "question": question,
            "gold_answers": [{"value": gold} for gold in golds],
            "preferred_answer": "; ".join(golds),
        },
    }


RECORDS = [
    record("born", "nun", "When was Mother Teresa born?", "26 August 1910", "27 August 1910"),
    record(
        "clue", "nun", "When was the nun from Skopje born?", "26 August 1910", "27 August 1910", license="CC0"
    ),
    record("bank", "bank", "When was Grameen Bank founded?", "1974", "1976", "1983"),
    record("bank clue", "bank", "When was the bank of the poor founded?", "1974", "1976", "1983"),
]


def items(records: Iterable[Mapping[str, Any]] = RECORDS) -> list[Item]:
    """The records as items."""
    return [item_of(one) for one in records]


def write_lines(path: Path, lines: Iterable[Any]) -> Path:
    """A file of JSON Lines; a text stands there as it is."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def small_run(path: Path, model: str = "m", **settings: Any) -> RunFolder:
    """A run folder of the small benchmark without responses."""
    values = {
        "model": model,
        "base_url": "http://127.0.0.1:1/v1",
        "benchmark": "data/small.jsonl",
        "benchmark_sha256": "00",
        "prompt": "closed_book@1:00",
        "parameters": {"temperature": 0},
        **settings,
    }
    return create_run(path, RunSettings(**values), items(), {"began": "2026-01-01T00:00:00+00:00"})
