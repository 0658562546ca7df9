"""Where the results of an item land in the graph: at the question it was mined as, or at one imported for it.

Imported questions, accounts and conflicts carry the name of their benchmark. No statement of mining takes
them up, and no release holds them. Their ids are hashes of what they say, so importing twice changes nothing,
and a corrected item of a later release is another question beside the one that earlier runs answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from graphprobe.errors import DataError
from graphprobe.evaluation.benchmark import FROM_GRAPH, Benchmark, mined_items, sha256_of
from graphprobe.evaluation.records import Item
from graphprobe.graph import Graph
from graphprobe.records import content_id

T = TypeVar("T")
Row = dict[str, Any]

BATCH = 500


@dataclass(frozen=True, slots=True)
class Landing:
    """Ids of an item's ``Question`` node and of the ``Account`` nodes of its gold answers, in their order."""

    question: str
    accounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """How many items an import wrote, found there already, and found as mined in this graph."""

    new: int
    known: int
    mined: int


def import_items(graph: Graph, items: Sequence[Item], benchmark: str) -> ImportReport:
    """Loads items into the graph; those that were mined in it stay what they are.

    Args:
        graph: the graph.
        items: the items.
        benchmark: a name for the benchmark they're of; it's kept by items that are imported already.
    """
    return _import(graph, items, benchmark)[0]


def land(graph: Graph, items: Sequence[Item], benchmark: str) -> dict[str, Landing]:
    """Where each item's results go, by its id; what isn't in the graph yet is imported.

    Args:
        graph: the graph.
        items: the items.
        benchmark: a name for the benchmark of those that are imported.
    """
    mined = _import(graph, items, benchmark)[1]
    return {item.id: mined.get(item.id) or landing_of(item) for item in items}


def _import(
    graph: Graph, items: Sequence[Item], benchmark: str
) -> tuple[ImportReport, Mapping[str, Landing]]:
    """Imports items, and finds those that were mined in this graph."""
    mined, known = _found(graph, items, look_for_mined=benchmark == FROM_GRAPH)
    rest = [item for item in items if item.id not in mined]
    for batch in batches(rest):
        graph.write_together(
            [
                ("evaluation/import_conflicts", _conflict_rows(batch, benchmark)),
                ("evaluation/import_accounts", _account_rows(batch, benchmark)),
                ("evaluation/import_questions", [_question_row(item, benchmark) for item in batch]),
            ]
        )
    return ImportReport(len(rest) - len(known), len(known), len(mined)), mined


def landing_of(item: Item) -> Landing:
    """Where an imported item is."""
    accounts = tuple(_account_id(item, value) for value in item.gold_answers)
    return Landing(content_id("benchmark item", item.id, item.question, *item.gold_answers), accounts)


def imported_benchmark(graph: Graph, name: str) -> Benchmark:
    """An imported benchmark as the graph holds it.

    Raises:
        DataError: the graph holds no benchmark of this name.
    """
    items = tuple(_item_of(row) for page in graph.pages("evaluation/items", benchmark=name) for row in page)
    if not items:
        raise DataError(
            f"the graph holds no benchmark {name!r}",
            where=graph.where,
            remedy="`graphprobe eval import FILE` loads one.",
        )
    return Benchmark(f"{FROM_GRAPH}:{name}", sha256_of(items), items)


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """The items in lists of at most ``size``."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def _found(
    graph: Graph, items: Sequence[Item], *, look_for_mined: bool
) -> tuple[dict[str, Landing], set[str]]:
    """Items that were mined in this graph, by their ids, and the questions of those imported before.

    Mined questions get the id that their item has in a release when something is in neither state, or when
    they are what is looked for; that reads all of them once.
    """
    for marked in (False, True):
        mined = _marked(graph, [item.id for item in items])
        rest = [landing_of(item).question for item in items if item.id not in mined]
        known = _there(graph, rest)
        if marked or not rest or (len(known) == len(rest) and not look_for_mined):
            break
        _mark(graph)
    return mined, known


def _marked(graph: Graph, ids: Sequence[str]) -> dict[str, Landing]:
    rows = (row for batch in batches(ids) for row in graph.read("evaluation/questions_mined", ids=batch))
    return {row["benchmark_id"]: Landing(row["key"], tuple(row["gold"])) for row in rows}


def _mark(graph: Graph) -> None:
    rows = (
        {
            "key": mined.question,
            "benchmark_id": mined.item.id,
            "gold": list(mined.accounts),
            "gold_answers": list(mined.item.gold_answers),
        }
        for mined in mined_items(graph)
    )
    for batch in batches(rows):
        graph.write("evaluation/questions_mark", batch)


def _there(graph: Graph, keys: Sequence[str]) -> set[str]:
    return {
        row["key"] for batch in batches(keys) for row in graph.read("evaluation/questions_there", keys=batch)
    }


def _conflict_id(item: Item) -> str:
    return content_id("benchmark group", item.group)


def _account_id(item: Item, value: str) -> str:
    return content_id("benchmark answer", item.group, value.strip().casefold())


def _conflict_rows(items: Iterable[Item], benchmark: str) -> list[Row]:
    rows: dict[str, Row] = {}
    for item in items:
        row = rows.setdefault(
            item.group, {"key": _conflict_id(item), "benchmark": benchmark, "item_group": item.group}
        )
        row |= {name: value for name in ("field", "mechanism") if (value := getattr(item, name))}
    return list(rows.values())


def _account_rows(items: Iterable[Item], benchmark: str) -> list[Row]:
    rows = (
        {"key": key, "conflict": _conflict_id(item), "benchmark": benchmark, "value": value}
        for item in items
        for key, value in zip(landing_of(item).accounts, item.gold_answers, strict=True)
    )
    return list({row["key"]: row for row in rows}.values())


def _question_row(item: Item, benchmark: str) -> Row:
    landing = landing_of(item)
    return {
        "key": landing.question,
        "conflict": _conflict_id(item),
        "benchmark": benchmark,
        "benchmark_id": item.id,
        "item_group": item.group,
        "formulation": item.formulation,
        "question": item.question,
        "preferred_answer": item.preferred_answer,
        "gold": list(landing.accounts),
        "gold_answers": list(item.gold_answers),
    }


def _item_of(row: Mapping[str, Any]) -> Item:
    return Item(
        id=row["benchmark_id"],
        group=row["item_group"],
        question=row["question"],
        gold_answers=tuple(row["gold_answers"]),
        preferred_answer=row["preferred_answer"],
        formulation=row["formulation"],
        conflict=row["conflict"],
        field=row["field"],
        mechanism=row["mechanism"],
    )
