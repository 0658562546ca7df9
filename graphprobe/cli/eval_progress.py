"""How a run shows where it is: a live line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from graphprobe.cli.common import console
from graphprobe.records import Status

PLAIN_SECONDS = 15.0
LIVE_SECONDS = 0.2


class RunProgress:
    """Counts what a run hears; done, failed, refused, truncated, spent, and time left.

    ``failed`` are all that have neither an answer nor one of the statuses named beside it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console(error=True)
        self._clock = clock
        self._bar: Progress | None = None
        self._counts: Counter[Status] = Counter()
        self._said = 0  # responses that the last plain line told of
        self._spent: float | None = 0.0

    def start(self, total: int, answered: int) -> None:
        """A run begins; ``answered`` of its ``total`` responses are there already."""
        self._total, self._before = total, answered
        self._began = self._told = self._clock()
        if answered:
            self._console.print(f"{answered:,} of {total:,} responses are there already")
        if self._console.is_terminal:
            self._bar = Progress(
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn("{task.description}"),
                console=self._console,
                transient=True,
            )
            self._task = self._bar.add_task("", total=total, completed=answered)
            self._bar.start()

    def heard(self, status: Status, spent: float | None) -> None:
        """A response came; ``spent`` are the dollars of this command so far, None where there's no price."""
        self._counts[status] += 1
        self._spent = spent
        now = self._clock()
        if now - self._told < (LIVE_SECONDS if self._bar else PLAIN_SECONDS):
            return
        self._told = now
        if self._bar:
            completed = self._before + self._counts.total()
            self._bar.update(self._task, completed=completed, description=self.line())
        else:
            self._say()

    def end(self) -> None:
        """The command is over."""
        if self._bar:
            self._bar.stop()
            self._bar = None
        if self._counts.total() > self._said:
            self._say()

    def _say(self) -> None:
        self._said = self._counts.total()
        self._console.print(self.line())

    def line(self) -> str:
        """Where the run is, in words."""
        counts = self._counts
        named = (Status.OK, Status.REFUSED, Status.TRUNCATED)
        parts = [
            f"{self._before + counts[Status.OK]:,} of {self._total:,} done",
            f"{sum(counts.values()) - sum(counts[status] for status in named):,} failed",
            f"{counts[Status.REFUSED]:,} refused",
            f"{counts[Status.TRUNCATED]:,} truncated",
            "cost unknown" if self._spent is None else f"${self._spent:.2f}",
        ]
        left = self._total - self._before - counts.total()
        if left > 0:
            seconds = (self._clock() - self._began) / max(1, counts.total()) * left
            parts.append(f"{_duration(seconds)} left")
        return ", ".join(parts)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
