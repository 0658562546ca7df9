"""What of a run has no answer, or no verdict: a line each, with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graphprobe.records import Status

if TYPE_CHECKING:
    from graphprobe.evaluation.records import Judgment, Response

SHOWN = 20


def show_failures(found: Iterable[Response | Judgment], samples: int, log: Path) -> None:
    """Prints the first of those that aren't ``ok``, and where the rest stand.

    Args:
        found: responses, or judgments.
        samples: how many an item has; which sample it is goes unsaid where there is one.
        log: the file that holds them all.
    """
    failed = (one for one in found if one.status is not Status.OK)
    for count, one in enumerate(failed):
        if count == SHOWN:
            click.echo(f"... and more: {log}")
            break
        sample = f" sample {one.sample}" if samples > 1 else ""
        reason = f": {one.note}" if one.note else ""
        click.echo(f"{one.item}{sample}: {one.status.value}{reason}")
