"""What one ``corpus add`` did, in counts and in a list of what it couldn't take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that wasn't taken as it stood.

    Attributes:
        kind: the counter of :class:`CorpusReport` it belongs to: ``refused``, ``empty`` or ``unreadable``.
        place: ``file:line`` (a line of text, a row of a table, or a record of an archive, from 1).
        reason: what is wrong, in a few words.
    """

    kind: str
    place: str
    reason: str


@dataclass(slots=True)
class CorpusReport:
    """Counts of one run; every record read is in exactly one of the counters from ``added`` to
    ``unreadable``.

    Attributes:
        files: input files.
        read: records seen, whatever became of them.
        added: documents new in the graph.
        updated: documents whose text is the same and whose url, title, date, quality or partition changed.
        replaced: documents whose text was replaced (``--replace``); what was mined from the old one is gone.
        unchanged: documents the graph had already, and repetitions of a document in the input.
        outside: documents of the other partition (equation 1 of the paper); they aren't stored.
        refused: records with the id of another text.
        empty: records without a single letter or digit of text.
        unreadable: lines, rows, records and files that can't be read.
        repaired: texts stored with NUL removed or lone surrogates replaced.
        stripped: texts that were HTML and were stored as plain text.
        languages: documents of the run in the graph, by language.
        partitions: documents read, by partition.
        copies: documents added to the group of a near duplicate.
        seconds: wall-clock time.
        problems: all of ``refused``, ``empty`` and ``unreadable``, the first :data:`PROBLEMS_SHOWN` of each
            task.
    """

    files: int = 0
    read: int = 0
    added: int = 0
    updated: int = 0
    replaced: int = 0
    unchanged: int = 0
    outside: int = 0
    refused: int = 0
    empty: int = 0
    unreadable: int = 0
    repaired: int = 0
    stripped: int = 0
    copies: int = 0
    seconds: float = 0.0
    languages: Counter[str] = field(default_factory=Counter)
    partitions: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    @property
    def failed(self) -> int:
        """Records that aren't in the graph because something is wrong with them."""
        return self.refused + self.empty + self.unreadable

    def note(self, problem: Problem) -> None:
        """Counts a problem, and keeps it when it is among the first."""
        setattr(self, problem.kind, getattr(self, problem.kind) + 1)
        if len(self.problems) < PROBLEMS_SHOWN:
            self.problems.append(problem)

    def merge(self, other: CorpusReport) -> None:
        """Adds the counts of another task of the same run."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.languages.update(other.languages)
        self.partitions.update(other.partitions)
        self.problems.extend(other.problems)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data for ``--json``."""
        return {**asdict(self), "languages": dict(self.languages), "partitions": dict(self.partitions)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> CorpusReport:
        """Reads back what :meth:`to_json` gave."""
        report = cls(**data)
        report.languages, report.partitions = Counter(data["languages"]), Counter(data["partitions"])
        report.problems = [Problem(**problem) for problem in data["problems"]]
        return report

    def lines(self) -> Iterator[tuple[str, int]]:
        """The counters that aren't zero, in reading order, for a table."""
        for name in _COUNTS:
            if value := getattr(self, name):
                yield name, value


_COUNTS = (
    "files", "read", "added", "updated", "replaced", "unchanged", "outside",
    "refused", "empty", "unreadable", "repaired", "stripped", "copies",
)  # fmt: skip
