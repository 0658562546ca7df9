"""Benchmarks: items from a file of ElephantBench records, or from the graph they were mined in.

A file is read whole before anything is asked of a model: each record that breaks the format is named with
its line and the reason, and the others are there all the same. What the release format doesn't carry
(formulation, conflict, field, mechanism) is taken from the record itself or from ``provenance.jsonl`` beside
the file, where one of them has it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphprobe.errors import DataError
from graphprobe.evaluation.records import Item
from graphprobe.graph import Graph
from graphprobe.questions.release import PROVENANCE, most_common, records_of
from graphprobe.questions.subgraph import answers_from_rows
from graphprobe.questions.validation import ALONE, RecordProblem, validate_lines

Record = dict[str, Any]

FROM_GRAPH = "graph"
EXTRAS = ("formulation", "conflict", "field", "mechanism")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The items of one benchmark and where they come from.

    Attributes:
        source: the file's path, ``graph``, or ``graph:NAME`` for an imported benchmark.
        sha256: of the file's bytes; of the records as JSON Lines where they come from the graph.
        items: the valid items, in the order of the file.
        problems: every record that breaks the format, by line, and why; these are no items.
        remarks: what breaks a rule of the release without making an item useless: a group with one record,
            as in any excerpt of a benchmark.
    """

    source: str
    sha256: str
    items: tuple[Item, ...]
    problems: tuple[RecordProblem, ...] = ()
    remarks: tuple[RecordProblem, ...] = ()


def read_benchmark(path: Path) -> Benchmark:
    """Reads a file of ElephantBench records, and what stands in ``provenance.jsonl`` beside it.

    Raises:
        DataError: the file can't be read at all, or holds no record.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"the benchmark can't be read: {error.strerror}", where=str(path)) from error
    known = _provenance(path.with_name(PROVENANCE))
    items, problems, remarks = items_of_lines(content.splitlines(), known)
    if not items and all(problem.line == 0 for problem in problems):
        raise DataError("the benchmark holds no records", where=str(path))
    return Benchmark(str(path), hashlib.sha256(content).hexdigest(), items, problems, remarks)


def items_of_lines(
    lines: Iterable[bytes], known: Mapping[str, Mapping[str, str]] | None = None
) -> tuple[tuple[Item, ...], tuple[RecordProblem, ...], tuple[RecordProblem, ...]]:
    """The items of a file's lines, its problems and its remarks, as :class:`Benchmark` holds them.

    Args:
        lines: JSON Lines; blank ones don't count.
        known: what else is known of items, by ``benchmark_id``.
    """
    lines = list(lines)
    found = validate_lines(lines).problems
    problems = tuple(problem for problem in found if problem.problem != ALONE)
    remarks = tuple(problem for problem in found if problem.problem == ALONE)
    bad = {problem.line for problem in problems}
    items = tuple(
        item_of(json.loads(line), known)
        for number, line in enumerate(lines, 1)
        if line.strip() and number not in bad
    )
    return items, problems, remarks


def item_of(record: Mapping[str, Any], known: Mapping[str, Mapping[str, str]] | None = None) -> Item:
    """A valid record as an item.

    Args:
        record: the record.
        known: what else is known of items, by ``benchmark_id``; the record's own word wins.
    """
    body = record["eval"]
    beside = (known or {}).get(record["benchmark_id"], {})
    extras = {name: _word(record.get(name)) or beside.get(name) for name in EXTRAS}
    return Item(
        id=record["benchmark_id"],
        group=record["item_group_id"],
        question=body["question"],
        gold_answers=tuple(gold["value"] for gold in body["gold_answers"]),
        preferred_answer=body["preferred_answer"],
        **extras,
    )


def record_of(item: Item) -> Record:
    """An item as a record of the release format, with what else is known of it."""
    extras = {name: getattr(item, name) for name in EXTRAS}
    return {
        "benchmark_id": item.id,
        "item_group_id": item.group,
        **{name: value for name, value in extras.items() if value is not None},
        "eval": {
            "question": item.question,
            "gold_answers": [{"value": value} for value in item.gold_answers],
            "preferred_answer": item.preferred_answer,
        },
    }


@dataclass(frozen=True, slots=True)
class MinedItem:
    """An item as the graph holds it.

    Attributes:
        item: the item.
        question: id of its ``Question`` node.
        accounts: ids of the ``Account`` nodes of its gold answers, in their order.
    """

    item: Item
    question: str
    accounts: tuple[str, ...]


def mined_items(graph: Graph) -> Iterator[MinedItem]:
    """The items that were mined in a graph and are fit for release, by conflict.

    Raises:
        DataError: a record breaks the format.
    """
    for page in graph.pages("questions/export", limit=100):
        for row in page:
            accounts = tuple(answer.id for answer in answers_from_rows(row["accounts"]))
            questions = {question["formulation"]: question["id"] for question in row["questions"]}
            for record in records_of(row):
                extras = {
                    "conflict": row["key"],
                    "field": most_common(row["fields"]),
                    "mechanism": row["mechanism"],
                }
                item = item_of({**record, **extras})
                yield MinedItem(item, questions[record["formulation"]], accounts)


def graph_benchmark(graph: Graph) -> Benchmark:
    """The benchmark that was mined in a graph: what a release of it holds now.

    Raises:
        DataError: the graph holds no question that is fit for release, or a record breaks the format.
    """
    items = tuple(mined.item for mined in mined_items(graph))
    if not items:
        raise DataError(
            "the graph holds no question that is fit for release",
            where=graph.where,
            remedy="Mine a corpus into it first, or name a benchmark file.",
        )
    return Benchmark(FROM_GRAPH, sha256_of(items), items)


def sha256_of(items: Iterable[Item]) -> str:
    """SHA-256 of items as JSON Lines."""
    digest = hashlib.sha256()
    for item in items:
        digest.update(json_line(record_of(item)))
    return digest.hexdigest()


def json_line(record: Mapping[str, Any]) -> bytes:
    """A record as one line of JSON Lines; what can't be written in UTF-8 becomes a question mark."""
    return (json.dumps(record, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _provenance(path: Path) -> dict[str, dict[str, str]]:
    """What a provenance file knows of items; lines that can't be read know nothing."""
    known: dict[str, dict[str, str]] = {}
    if not path.is_file():
        return known
    with path.open("rb") as file:
        for line in file:
            try:
                record = json.loads(line)
                key = record["benchmark_id"]
            except (ValueError, TypeError, KeyError, RecursionError):
                continue
            if isinstance(key, str):
                extras = {name: _word(record.get(name)) for name in EXTRAS}
                found = {name: value for name, value in extras.items() if value}
                known.setdefault(key, {}).update(found)
    return known


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
