"""The one runner that drives every stage: pages of pending items, batches, progress, resume.

A batch is read, processed and written with its status in one transaction; the write of one batch overlaps
the processing of the next. A kill or Ctrl-C loses at most the batches in hand, and the next run takes them
up again, since pending means "has no ok result under this stage's fingerprint".
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from graphprobe.corpus.add import Progress
from graphprobe.errors import GraphProbeError
from graphprobe.graph import Graph
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import Status

logger = logging.getLogger(__name__)

PROBLEMS_KEPT = 20


class NoProgress:
    """Progress that nobody watches."""

    def start(self, name: str, items: str, total: int | None = None) -> None:
        pass

    def advance(self, count: int) -> None:
        pass

    def end(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Problem:
    """An item whose status isn't ok, for the list of what will be retried."""

    stage: str
    key: str
    status: Status
    note: str


@dataclass(slots=True)
class StageReport:
    """What one run of a stage did: items by status, rows written by statement, wall-clock seconds."""

    stage: str
    items: str
    fingerprint: str
    statuses: Counter[Status] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Items worked on, whatever became of them."""
        return sum(self.statuses.values())

    @property
    def failed(self) -> int:
        """Items that will be retried next time: an ``ok`` or ``filtered`` one has nothing to retry."""
        return self.done - self.statuses[Status.OK] - self.statuses[Status.FILTERED]


def fingerprints(stages: Sequence[Stage]) -> dict[str, str]:
    """The fingerprint of each stage; stages stand in an order in which they follow one another."""
    known: dict[str, str] = {}
    for stage in stages:
        known[stage.name] = stage.fingerprint(known)
    return known


def run_stage(graph: Graph, stage: Stage, fingerprint: str, progress: Progress | None = None) -> StageReport:
    """Works through what is pending for one stage.

    Raises:
        GraphProbeError: the graph failed, or a model can't be asked any more; what was written before stays,
            and a rerun continues.
        KeyboardInterrupt: after the batch being written is written.
    """
    report = StageReport(stage.name, stage.items, fingerprint)
    watcher = progress or NoProgress()
    started = time.monotonic()
    watcher.start(stage.name, stage.items)
    try:
        stage.begin(graph)
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="write") as writer:
            writing: Future[None] | None = None
            given = {**stage.parameters(graph), "fingerprint": fingerprint}
            for items in _batches(graph, stage, given):
                if not report.done:
                    stage.prepare(graph, fingerprint)
                outcomes = process_each(stage, items)
                if writing:
                    writing.result()
                writing = writer.submit(_write, graph, stage, outcomes, given)
                _count(report, outcomes)
                watcher.advance(len(items))
                stage.check()
            if writing:
                writing.result()
        stage.finish(graph, fingerprint)
    finally:
        report.seconds = time.monotonic() - started
        watcher.end()
    return report


def count_pending(graph: Graph, stage: Stage, fingerprint: str) -> int:
    """How many items the stage would work on now."""
    given = {**stage.parameters(graph), "fingerprint": fingerprint}
    return sum(len(items) for items in _batches(graph, stage, given))


def _batches(graph: Graph, stage: Stage, given: Mapping[str, Any]) -> Iterator[Sequence[Row]]:
    """The pending items, a batch at a time."""
    for page in graph.pages(stage.pending, limit=stage.page or stage.batch, **given):
        items = stage.load(graph, page)
        for start in range(0, len(items), stage.batch):
            yield items[start : start + stage.batch]


def process_each(stage: Stage, items: Sequence[Row]) -> list[Outcome]:
    """Processes a batch; when that fails, item by item, so that one bad item doesn't take others along."""
    try:
        return stage.process(items)
    except GraphProbeError:
        raise
    except Exception:
        logger.debug("stage %s failed on a batch; trying its items one by one", stage.name, exc_info=True)
        return [_process_one(stage, item) for item in items]


def _process_one(stage: Stage, item: Row) -> Outcome:
    try:
        return stage.process([item])[0]
    except GraphProbeError:
        raise
    except Exception as error:
        return Outcome(item["key"], Status.ERROR, f"{type(error).__name__}: {error}"[:300])


def _write(graph: Graph, stage: Stage, outcomes: Sequence[Outcome], given: Mapping[str, Any]) -> None:
    steps = [(name, _rows_of(name, outcomes)) for name in stage.writes]
    statuses = [{"key": o.key, "status": o.status.value, "note": o.note} for o in outcomes]
    graph.write_together([*((n, rows) for n, rows in steps if rows), (stage.status, statuses)], **given)


def _rows_of(statement: str, outcomes: Sequence[Outcome]) -> list[Row]:
    return [row for outcome in outcomes for row in outcome.rows.get(statement, ())]


def _count(report: StageReport, outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        report.statuses[outcome.status] += 1
        for statement, rows in outcome.rows.items():
            report.rows[statement] += len(rows)
        if outcome.status not in (Status.OK, Status.FILTERED) and len(report.problems) < PROBLEMS_KEPT:
            report.problems.append(Problem(report.stage, outcome.key, outcome.status, outcome.note))
