"""What a mining stage is: a query for pending work, a pure function, and a write with the status.

A stage names its Cypher statements and holds no other state of the database. ``process`` gets the rows of
the pending statement, a batch at a time, and returns one :class:`Outcome` an item; the runner writes the
outcomes' rows and the items' status in one transaction, so that a kill loses at most the batch in hand.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from graphprobe.records import Status

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one item.

    ``rows`` maps the name of a write statement of the stage to the rows that it shall write for this
    item; ``note`` says in a few words why an item isn't ``ok``.
    """

    key: str
    status: Status = Status.OK
    note: str = ""
    rows: Mapping[str, Sequence[Row]] = field(default_factory=dict)


class Stage(ABC):
    """One step of mining over items of one kind.

    Class attributes:
        name: the name on the command line and in property names, as ``entities``.
        items: what it works on, for the progress bar, as ``documents``.
        pending: statement that yields pending items, taking ``fingerprint``, ``after`` and ``limit``
            (strictly ``key > $after``, ordered by ``key``) and returning ``key`` and what ``process`` needs.
        writes: statements that write results, in the order to run them; each takes ``rows`` and
            ``fingerprint``.
        status: statement that records the items' status; rows of ``key``, ``status``, ``note``.
        follows: names of the stages whose results this one reads; their fingerprints enter its own.
        may_follow: names of stages that aren't always run, and whose results this one reads where they are.
        version: raised whenever a change of the code changes results.
        batch: items a batch.
        page: rows asked of the pending statement at once; a batch, unless :meth:`load` makes more of them.
    """

    name: ClassVar[str]
    items: ClassVar[str] = "documents"
    pending: ClassVar[str]
    writes: ClassVar[tuple[str, ...]] = ()
    status: ClassVar[str]
    follows: ClassVar[tuple[str, ...]] = ()
    may_follow: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[int] = 1
    batch: ClassVar[int] = 200
    page: ClassVar[int | None] = None

    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """The settings that change results (not workers or batch sizes); they enter the fingerprint."""

    def load(self, graph: Any, page: Sequence[Row]) -> Sequence[Row]:  # noqa: ARG002
        """The items of a page of pending rows: the rows themselves, unless there is more to read for them."""
        return page

    @abstractmethod
    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Works on one batch: one outcome an item, in any order, depending on nothing but the items."""

    def begin(self, graph: Any) -> None:  # noqa: B027
        """Brings in line the nodes that are the stage's items, before every run; most are there already."""

    def parameters(self, graph: Any) -> Mapping[str, Any]:  # noqa: ARG002
        """What the stage's statements take beside ``fingerprint``, read once before the first page."""
        return {}

    def prepare(self, graph: Any, fingerprint: str) -> None:  # noqa: B027
        """Loads what batches share once there is a first batch; a run with nothing pending never calls it."""

    def check(self) -> None:  # noqa: B027
        """Raises what makes further batches useless, as a spent budget; called after every batch."""

    def finish(self, graph: Any, fingerprint: str) -> None:  # noqa: B027
        """Does what needs all items done; called at the end of every run, so it does only what is due."""

    def fingerprint(self, upstream: Mapping[str, str]) -> str:
        """Hash of name, version, options and the fingerprints of the stages it follows."""
        body = {
            "stage": self.name,
            "version": self.version,
            "options": self.options(),
            "follows": {
                **{name: upstream[name] for name in self.follows},
                **{name: upstream[name] for name in self.may_follow if name in upstream},
            },
        }
        text = json.dumps(body, sort_keys=True, default=str, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
