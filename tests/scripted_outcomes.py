"""Runs by their outcomes alone: one letter a sample, ``C P F`` or why there is no verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from graphprobe.evaluation.outcomes import Ending, RunOutcomes
from graphprobe.evaluation.records import Item, Outcome
from graphprobe.records import Status

ENDINGS: Mapping[str, Ending] = {
    "C": Ending(Status.OK, Status.OK, Outcome.COMPLETE),
    "P": Ending(Status.OK, Status.OK, Outcome.PARTIAL),
    "F": Ending(Status.OK, Status.OK, Outcome.FAILED),
    "u": Ending(Status.OK, Status.UNPARSED),
    "w": Ending(Status.OK, Status.PENDING),  # waits for its judge
    "r": Ending(Status.REFUSED),
    "t": Ending(Status.TRUNCATED),
}


def item(number: int, *, group: int | None = None, **known: str) -> Item:
    """An item; without ``group`` it stands alone."""
    cluster = number if group is None else group
    return Item(
        str(UUID(int=number)),
        str(UUID(int=10_000 + cluster)),
        f"Question {number}?",
        ("1910", "1911"),
        "",
        **known,
    )


def run_of(
    letters: Sequence[str],
    *,
    run: str = "run",
    items: Sequence[Item] | None = None,
    benchmark: str = "b",
    judge: str = "offline",
) -> RunOutcomes:
    """A run whose items ended as the letters say, one letter a sample; ``.``: no response."""
    asked = tuple(items or [item(number) for number in range(len(letters))])
    endings = {
        (one.id, sample): ENDINGS[letter]
        for one, samples in zip(asked, letters, strict=True)
        for sample, letter in enumerate(samples)
        if letter != "."
    }
    samples = max((len(samples) for samples in letters), default=1)
    return RunOutcomes(run, "m", judge, benchmark, asked, samples, endings)
