"""``corpus add``: documents of any number of files into the graph."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from graphprobe.config import CorpusSettings, GraphSettings
from graphprobe.corpus import ledger
from graphprobe.corpus.inputs import InputFile, find_inputs
from graphprobe.corpus.quality import make_quality
from graphprobe.corpus.report import PROBLEMS_SHOWN, CorpusReport, Problem
from graphprobe.errors import ConfigError
from graphprobe.graph import Graph

PROGRESS_NAME = "corpus"


class Progress(Protocol):
    """What shows a person how far the reading is."""

    def start(self, name: str, items: str, total: int | None = None) -> None:
        """Work on items of a kind begins; ``total`` is their number, where it is known."""

    def advance(self, count: int) -> None:
        """``count`` more items are done."""

    def end(self) -> None:
        """The work is over."""


def add_corpus(
    graph: Graph,
    paths: Sequence[str | Path],
    settings: CorpusSettings,
    *,
    progress: Progress | None = None,
    address: GraphSettings | None = None,
    rejects: Path | None = None,
) -> CorpusReport:
    """Reads a corpus into the graph. What is there already is read past, so a rerun writes nothing.

    The work is a datatrove pipeline (:func:`pipeline`) under its local executor, without the manager process
    (:class:`~graphprobe.corpus.executor.TaskExecutor`).

    Args:
        graph: the graph to write to.
        paths: files, folders and globs.
        settings: how documents are read and which are kept.
        progress: told of documents as they are done.
        address: where the graph is; needed when ``settings.workers`` is more than 1, since every worker
            opens the
            graph for itself.
        rejects: a file that gets every problem as a line of JSON (the report holds the first few).

    Raises:
        ConfigError: a path matches nothing, or a setting is wrong.
        GraphError: the database failed; what was written stays, and a rerun continues.
        OSError: ``rejects`` can't be written.
    """
    started = time.monotonic()
    files = find_inputs(paths)
    make_quality(settings.quality_model, settings.quality_label)
    if settings.workers > 1 and address is None:
        raise ConfigError("several workers need the graph's address", where="setting corpus.workers")
    if progress:
        progress.start(PROGRESS_NAME, "documents")
    try:
        with tempfile.TemporaryDirectory(prefix="graphprobe-") as name:
            folder = Path(name)
            _run(graph, files, settings, progress, address, folder)
            report = _collected(folder, rejects)
    finally:
        if progress:
            progress.end()
    report.files = len(files)
    report.seconds = time.monotonic() - started
    return report


def pipeline(
    files: Sequence[InputFile],
    settings: CorpusSettings,
    folder: Path,
    *,
    graph: Graph | None = None,
    address: GraphSettings | None = None,
    progress: Progress | None = None,
) -> list[Any]:
    """The steps of reading a corpus, for any executor of datatrove.

    :func:`add_corpus` runs them on this machine. On a cluster, give them to ``SlurmPipelineExecutor`` or
    ``RayPipelineExecutor`` with the address of a Neo4j server, and a folder that all machines see::

        SlurmPipelineExecutor(
            pipeline(find_inputs(["/corpus"]), settings, Path("/shared/run"), address=graph_settings),
            tasks=64, logging_dir="/shared/run/logs", ...
        ).launch()

    Tasks describe documents in parallel and write one at a time, held by a lock in the folder, so that ids
    and near duplicates across tasks are seen. Their reports are there as ``report-*.json`` when they are
    over.

    Args:
        files: all files; each task takes its share.
        settings: how documents are read and which are kept.
        folder: where tasks leave their reports and problems.
        graph: the open graph, for tasks in this process.
        address: where tasks in other processes find the graph.
        progress: told of documents done by tasks in this process.
    """
    from graphprobe.corpus.readers import CorpusReader
    from graphprobe.corpus.steps import AddToGraph, Advance, Door, Shared

    book = ledger.Ledger(folder)
    shared = Shared(
        door=Door(graph, address),
        ledger=book,
        settings=settings,
        folder=folder,
        advance=Advance(progress.advance if progress else None),
    )
    limit = -1 if settings.limit is None else settings.limit
    return [CorpusReader(files, book, settings.name, limit), AddToGraph(shared)]


def count_documents(graph: Graph) -> dict[str, Any]:
    """What the graph's documents are: counts by corpus, language and partition, characters, and copies."""
    counts: dict[str, dict[str, int]] = {"corpora": {}, "languages": {}, "partitions": {}}
    documents = characters = copies = 0
    quality = 0.0
    for page in graph.pages("corpus/stats", limit=5000):
        for row in page:
            documents += 1
            characters += row["n_chars"] or 0
            quality += row["quality"] or 0.0
            copies += row["dup_group"] is not None and row["dup_group"] != row["key"]
            for name, value in (
                ("corpora", "corpus"),
                ("languages", "language"),
                ("partitions", "partition"),
            ):
                label = row[value] or "(none)"
                counts[name][label] = counts[name].get(label, 0) + 1
    mean = round(quality / documents, 4) if documents else None
    ordered = {name: _by_count(values) for name, values in counts.items()}
    return {
        "documents": documents,
        "independent": documents - copies,
        "copies": copies,
        "characters": characters,
        "mean_quality": mean,
        **ordered,
    }


def _run(
    graph: Graph,
    files: Sequence[InputFile],
    settings: CorpusSettings,
    progress: Progress | None,
    address: GraphSettings | None,
    folder: Path,
) -> None:
    from loguru import logger

    from graphprobe.corpus.executor import TaskExecutor

    logger.disable("datatrove")
    tasks = 1 if settings.limit else min(max(settings.tasks, settings.workers), len(files))
    workers = min(settings.workers, tasks)
    here = graph if workers == 1 else None
    steps = pipeline(files, settings, folder, graph=here, address=address, progress=progress)
    TaskExecutor(steps, tasks=tasks, workers=workers, logging_dir=str(folder / "datatrove")).run()


def _collected(folder: Path, rejects: Path | None) -> CorpusReport:
    total = CorpusReport()
    for report in ledger.reports(folder):
        total.merge(report)
    total.problems = list(islice(ledger.problems(folder), PROBLEMS_SHOWN))
    if rejects and total.failed:
        _write_rejects(rejects, ledger.problems(folder))
    return total


def _write_rejects(path: Path, problems: Iterator[Problem]) -> None:
    import orjson

    from graphprobe.corpus.files import atomic_write

    with atomic_write(path) as file:
        for problem in problems:
            file.write(
                orjson.dumps({"place": problem.place, "kind": problem.kind, "reason": problem.reason}) + b"\n"
            )


def _by_count(values: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(values.items(), key=lambda item: (-item[1], item[0])))
