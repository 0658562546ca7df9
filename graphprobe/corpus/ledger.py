"""What a task of the pipeline counts while it runs, and how its counts come back to the command.

Tasks may run in other processes or on other machines, so each writes its counts and its problems to files of
the run's folder, which the command reads when all are over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import orjson

from graphprobe.corpus.report import CorpusReport, Problem


class Ledger:
    """Counts of one task; the steps of its pipeline share it."""

    def __init__(self, folder: Path) -> None:
        self.report = CorpusReport()
        self._folder = folder
        self._unsaved: list[Problem] = []
        self._rank = 0

    def begin(self, rank: int) -> None:
        """The task begins; problems go to a file of its own."""
        self._rank = rank
        _problems_file(self._folder, rank).write_bytes(b"")

    def note(self, problem: Problem) -> None:
        """Counts a problem; :meth:`save` writes it."""
        self.report.note(problem)
        self._unsaved.append(problem)

    def save_problems(self) -> None:
        """Writes the problems noted since last time."""
        if self._unsaved:
            with _problems_file(self._folder, self._rank).open("ab") as file:
                file.writelines(orjson.dumps(asdict(problem)) + b"\n" for problem in self._unsaved)
            self._unsaved.clear()

    def save(self) -> None:
        """The task is over: its counts are written."""
        self.save_problems()
        path = self._folder / f"report-{self._rank:05d}.json"
        path.write_bytes(orjson.dumps(self.report.to_json()))


def reports(folder: Path) -> Iterator[CorpusReport]:
    """The counts of all tasks of a run, in order."""
    for path in sorted(folder.glob("report-*.json")):
        yield CorpusReport.from_json(orjson.loads(path.read_bytes()))


def problems(folder: Path) -> Iterator[Problem]:
    """All problems of all tasks of a run, in order."""
    for path in sorted(folder.glob("problems-*.jsonl")):
        with path.open("rb") as file:
            for line in file:
                yield Problem(**orjson.loads(line))


def _problems_file(folder: Path, rank: int) -> Path:
    return folder / f"problems-{rank:05d}.jsonl"
