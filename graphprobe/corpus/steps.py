"""The steps of the corpus pipeline that are ours: recognize, describe, write.

Each task of the pipeline is whole in itself: it reads its share of the files and writes to the graph. The
steps reach the graph through a :class:`Door`, which a task in another process or on another machine opens
anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.base import PipelineStep

from graphprobe.config import CorpusSettings, GraphSettings
from graphprobe.corpus.batch import Batch
from graphprobe.corpus.identity import text_hash
from graphprobe.corpus.known import BAND_NAMES, KnownKeys
from graphprobe.corpus.ledger import Ledger
from graphprobe.corpus.near_duplicates import Reading, sketches
from graphprobe.corpus.quality import ALL, Quality, make_quality, partition
from graphprobe.corpus.report import Problem
from graphprobe.graph import Graph, open_graph
from graphprobe.graph.locks import FileLock
from graphprobe.records import content_id

VERSION = 1  # of what is stored about a document; raised when it changes for the same input

BATCH_DOCUMENTS = 1000
BATCH_CHARACTERS = 2**20
GROUP_MEMBERS_READ = 8
BAND_DOCUMENTS_READ = 10
_LOCK_SECONDS = 600.0

Row = dict[str, Any]


class Door:
    """The way of a step to the graph: the caller's own in this process, a connection of its own elsewhere."""

    def __init__(self, graph: Graph | None, address: GraphSettings | None) -> None:
        self._graph = graph
        self._address = address

    @contextmanager
    def open(self) -> Iterator[Graph]:
        """Gives the graph for the time of a task."""
        if self._graph is not None:
            yield self._graph
        else:
            assert self._address is not None
            with open_graph(self._address, migrate=False) as graph:
                yield graph

    def __deepcopy__(self, memo: dict[int, Any]) -> Door:
        return self

    def __reduce__(self) -> tuple[type[Door], tuple[None, GraphSettings | None]]:
        return Door, (None, self._address)


@dataclass(slots=True)
class Shared:
    """What the steps of one task share."""

    door: Door
    ledger: Ledger
    settings: CorpusSettings
    folder: Path
    advance: Advance

    def quality(self) -> Quality:
        """The scorer of the settings."""
        return make_quality(self.settings.quality_model, self.settings.quality_label)


class Advance:
    """Tells the caller how many records are done; in another process it tells nobody."""

    def __init__(self, call: Callable[[int], None] | None = None) -> None:
        self._call = call

    def __call__(self, count: int) -> None:
        if self._call:
            self._call(count)

    def __deepcopy__(self, memo: dict[int, Any]) -> Advance:
        return self

    def __reduce__(self) -> tuple[type[Advance], tuple[()]]:
        return Advance, ()


class AddToGraph(PipelineStep):  # type: ignore[misc]
    """Writes documents into the graph: what is new or changed, in batches, each a transaction.

    While one batch is written the next is read and described. A kill loses at most the batches in hand, and a
    rerun reads past what is there.
    """

    type = "💾 - WRITER"
    name = "graphprobe graph"

    def __init__(self, shared: Shared) -> None:
        super().__init__()
        self.shared = shared

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        shared = self.shared
        shared.ledger.begin(rank)
        try:
            with shared.door.open() as graph, ThreadPoolExecutor(1, thread_name_prefix="corpus") as thread:
                task = _Task(graph, shared, alone=world_size == 1)
                writing: Future[None] | None = None
                for batch in _batches(data):
                    rows = task.prepare(batch)
                    if writing:
                        writing.result()
                    writing = thread.submit(task.write, rows)
                    shared.ledger.save_problems()
                    shared.advance(len(batch))
                    yield from batch
                if writing:
                    writing.result()
        finally:
            shared.ledger.save()


class _Task:
    """One task's work on batches. ``prepare`` and ``write`` run in two threads, a batch apart."""

    def __init__(self, graph: Graph, shared: Shared, *, alone: bool) -> None:
        self._graph = graph
        self._settings = shared.settings
        self._ledger = shared.ledger
        self._quality = shared.quality()
        self._known = KnownKeys(graph, alone=alone)
        self._lock = None if alone else FileLock(shared.folder / "writer.lock")
        self._in_hand: list[dict[str, Row]] = []
        self._seen: set[int] | None = set() if self._settings.replace else None
        self._tau = self._quality.default_tau if self._settings.tau is None else self._settings.tau
        self._fingerprint = content_id(str(VERSION), str(self._tau), self._quality.identity)

    def prepare(self, documents: Sequence[Document]) -> list[Row]:
        """Rows to write: of documents that are new, that changed, or whose text shall be replaced."""
        rows = self._recognize(documents)
        if rows:
            self._describe(rows)
        kept = [row for row in rows if self._keeps(row)]
        self._in_hand = [*self._in_hand[-1:], {row["key"]: row for row in kept}]
        return kept

    def write(self, rows: list[Row]) -> None:
        """Finds the groups of near duplicates and writes rows and groups in one transaction."""
        if not rows:
            return
        with self._exclusive():
            if self._lock:
                rows = self._still_free(rows)
            renamed = self._group(rows)
            new, changed, replaced = _sorted_out(rows)
            self._graph.write_together(
                [
                    ("corpus/documents_clear_facts", replaced),
                    ("corpus/documents_clear_links", replaced),
                    ("corpus/documents_clear_state", replaced),
                    ("corpus/group_leave", replaced),
                    ("corpus/documents_write", new),
                    ("corpus/documents_update", changed),
                    ("corpus/group_rename", [{"key": old, "name": new} for old, new in renamed.items()]),
                ]
            )
        self._known.add(
            [row["key"] for row in rows],
            [row[name] for row in rows for name in BAND_NAMES if row[name] is not None],
        )

    def _exclusive(self) -> AbstractContextManager[object]:
        return _held(self._lock) if self._lock else nullcontext()

    def _recognize(self, documents: Sequence[Document]) -> list[Row]:
        stored = self._stored([document.id for document in documents])
        rows: dict[str, Row] = {}
        for document in documents:
            row = self._row(document)
            known = rows.get(row["key"]) or stored.get(row["key"])
            row["stored"] = stored.get(row["key"])
            row["replaces"] = known is not None and known["text_sha"] != row["text_sha"]
            if known and row["replaces"] and not self._may_replace(row["key"]):
                self._refuse(row, known)
            elif known and not row["replaces"] and known["corpus_fingerprint"] == row["corpus_fingerprint"]:
                self._count_unchanged(known)
            elif row["key"] not in rows:
                rows[row["key"]] = row
            else:
                self._ledger.report.unchanged += 1
            if self._seen is not None:
                self._seen.add(hash(row["key"]))
        return list(rows.values())

    def _may_replace(self, key: str) -> bool:
        """With ``--replace``, an id takes one new text in a run: the first that the input has."""
        return self._seen is not None and hash(key) not in self._seen

    def _still_free(self, rows: list[Row]) -> list[Row]:
        """Rows whose id no other task has given to another text since they were recognized."""
        stored = {
            row["key"]: row for row in self._graph.read("corpus/known", ids=[row["key"] for row in rows])
        }
        free = []
        for row in rows:
            known = stored.get(row["key"])
            if known and not row["stored"] and known["text_sha"] != row["text_sha"]:
                self._ledger.report.added -= 1
                self._refuse(row, known)
            else:
                free.append(row)
        return free

    def _stored(self, ids: list[str]) -> dict[str, Row]:
        """What the graph has, or is about to have, under these ids."""
        asked = self._known.maybe_ids(list(dict.fromkeys(ids)))
        stored = {row["key"]: row for row in self._graph.read("corpus/known", ids=asked)} if asked else {}
        for rows in self._in_hand:
            stored.update((key, rows[key]) for key in ids if key in rows)
        return stored

    def _row(self, document: Document) -> Row:
        meta = document.metadata
        sha = text_hash(document.text)
        described = [meta["url"] or "", meta["title"] or "", meta["date"] or ""]
        return {
            "key": document.id,
            "text": document.text,
            "text_sha": sha,
            "url": meta["url"],
            "title": meta["title"],
            "date": meta["date"],
            "source": meta["source"],
            "corpus": self._settings.name,
            "n_chars": len(document.text),
            "corpus_fingerprint": content_id(self._fingerprint, sha, *described),
        }

    def _refuse(self, row: Row, known: Mapping[str, Any]) -> None:
        reason = f"the id {row['key']} is that of another text ({known['source']})"
        self._ledger.note(Problem("refused", row["source"], reason))

    def _count_unchanged(self, known: Mapping[str, Any]) -> None:
        report = self._ledger.report
        report.unchanged += 1
        if known.get("language"):
            report.languages[known["language"]] += 1
            report.partitions[known["partition"]] += 1

    def _describe(self, rows: list[Row]) -> None:
        batch = Batch.of([row["text"] for row in rows])
        scores = self._quality.scores(batch).tolist()
        bands_of = sketches(batch.shingles, len(rows))
        for row, language, score, bands in zip(rows, batch.languages, scores, bands_of, strict=True):
            row["language"] = language
            row["quality"] = round(score, 4)
            row["partition"] = partition(row["quality"], self._tau)
            row.update(zip(BAND_NAMES, bands or [None] * len(BAND_NAMES), strict=True))

    def _keeps(self, row: Row) -> bool:
        report = self._ledger.report
        report.partitions[row["partition"]] += 1
        if not row["stored"] and self._settings.partition not in (ALL, row["partition"]):
            report.outside += 1
            return False
        report.languages[row["language"]] += 1
        if not row["stored"]:
            report.added += 1
        elif row["replaces"]:
            report.replaced += 1
        else:
            report.updated += 1
        return True

    def _group(self, rows: list[Row]) -> dict[str, str]:
        """Gives each row its group, and returns which stored groups get a new name."""
        groups = _Groups(self._graph, rows, self._candidates(rows))
        for row in rows:
            own = row["stored"].get("dup_group") if row["stored"] and not row["replaces"] else None
            row["dup_group"] = own or groups.place(row)
            self._ledger.report.copies += row["dup_group"] != row["key"] and not own
        return groups.finish(rows)

    def _candidates(self, rows: list[Row]) -> dict[str, list[str]]:
        """Names of stored groups that each row may belong to."""
        sketched = [row for row in rows if row[BAND_NAMES[0]] is not None]
        asked = {
            name: [
                {"key": row["key"], "band": row[name]}
                for row in compress(sketched, self._known.may_hold_bands([row[name] for row in sketched]))
            ]
            for name in BAND_NAMES
        }
        if not any(asked.values()):
            return {}
        found: dict[str, set[str]] = {}
        for match in self._graph.read("corpus/band_matches", most=BAND_DOCUMENTS_READ, **asked):
            if match["id"] != match["key"]:
                found.setdefault(match["key"], set()).add(match["dup_group"])
        return {key: sorted(names) for key, names in found.items()}


class _Groups:
    """Groups of near duplicates while a batch is placed. All members of a group are copies of one another.

    A document joins the first group all of whose members (of the first few) it copies. Groups never grow
    together by a document that copies both: two texts that contradict each other may each agree with a
    third that says less.
    """

    def __init__(self, graph: Graph, rows: Sequence[Row], candidates: Mapping[str, Sequence[str]]) -> None:
        self._candidates = candidates
        bands = Counter(row[name] for row in rows for name in BAND_NAMES if row[name] is not None)
        self._met = {band for band, count in bands.items() if count > 1}  # others bring nobody together
        self._members: dict[str, list[Any]] = {}  # a Reading, or a text not yet read
        names = sorted({name for found in candidates.values() for name in found})
        if names:
            for member in graph.read("corpus/group_members", groups=names, most=GROUP_MEMBERS_READ):
                self._members.setdefault(member["key"], []).append(Reading.of(member["text"]))
        self._by_band: dict[tuple[str, int], list[str]] = {}
        self._renamed: dict[str, str] = {}

    def place(self, row: Row) -> str:
        """The group of a document: one that is there, or a new one named after it."""
        bands = [(name, row[name]) for name in BAND_NAMES if row[name] in self._met]
        near = [name for band in bands for name in self._by_band.get(band, ())]
        reading: Reading | None = None
        name: str = row["key"]
        for candidate in dict.fromkeys([*self._candidates.get(row["key"], ()), *near]):
            reading = reading or Reading.of(row["text"])
            if all(reading.is_copy_of(member) for member in self._read(candidate)):
                name = candidate
                break
        self._join(name, row, reading)
        if row["key"] < self._renamed.get(name, name):
            self._renamed[name] = row["key"]
        for band in bands:
            held = self._by_band.setdefault(band, [])
            if name not in held and len(held) < BAND_DOCUMENTS_READ:
                held.append(name)
        return name

    def _join(self, name: str, row: Row, reading: Reading | None) -> None:
        members = self._members.setdefault(name, [])
        if len(members) < GROUP_MEMBERS_READ:
            members.append(reading or row["text"])

    def _read(self, name: str) -> list[Reading]:
        """The first few members of a group; a text is read when it's first compared with another."""
        self._members[name] = [
            Reading.of(member) if isinstance(member, str) else member for member in self._members[name]
        ]
        return self._members[name]

    def finish(self, rows: list[Row]) -> dict[str, str]:
        """Names every group after its smallest id; returns the renamed ones."""
        for row in rows:
            row["dup_group"] = self._renamed.get(row["dup_group"], row["dup_group"])
        return self._renamed


def _batches(documents: DocumentsPipeline) -> Iterator[list[Document]]:
    batch: list[Document] = []
    characters = 0
    for document in documents:
        if batch and (len(batch) >= BATCH_DOCUMENTS or characters + len(document.text) > BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(document)
        characters += len(document.text)
    if batch:
        yield batch


def _sorted_out(rows: list[Row]) -> tuple[list[Row], list[Row], list[Row]]:
    """Rows of new documents, of known ones, and the keys of those whose text is replaced.

    What the graph knew of a document is taken out of its row, which leaves what is stored.
    """
    new: list[Row] = []
    changed: list[Row] = []
    replaced: list[Row] = []
    for row in rows:
        known, replaces = row.pop("stored"), row.pop("replaces")
        (changed if known else new).append(row)
        if known and replaces:
            replaced.append({"key": row["key"]})
    return new, changed, replaced


@contextmanager
def _held(lock: FileLock) -> Iterator[None]:
    if not lock.acquire(timeout=_LOCK_SECONDS):
        raise TimeoutError("another task of this run has been writing for too long")
    try:
        yield
    finally:
        lock.release()
