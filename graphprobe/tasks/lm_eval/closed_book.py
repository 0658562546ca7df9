"""What the task of lm-evaluation-harness in ``closed_book.yaml`` calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import datasets

from graphprobe.evaluation.benchmark import item_of, record_of
from graphprobe.evaluation.records import Item
from graphprobe.tasks.scoring import chat, read_items, score

ITEMS = Path(__file__).parent.parent / "items.jsonl"


def load(**_: Any) -> dict[str, datasets.Dataset]:
    """The items, as the harness has them."""
    return {"test": datasets.Dataset.from_list([row(item) for item in read_items(ITEMS)])}


def row(item: Item) -> dict[str, Any]:
    """An item as the task's templates read it."""
    instruction, question = (message["content"] for message in chat(item.question))
    return {
        "record": record_of(item),
        "instruction": instruction,
        "question": question,
        "gold": list(item.gold_answers),
    }


def recall(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """How much of the gold answers a response recalls."""
    return score(item_of(doc["record"]), results[0]).rates()
