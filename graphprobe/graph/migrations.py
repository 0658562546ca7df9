"""Steps of the schema, applied in order, once, and recorded in the graph.

A step is a file ``cypher/schema/V0001__name.cypher`` with one statement that may be run twice
(``IF NOT EXISTS``): two processes may apply the same step at once, and a process killed between a step and
its record applies it again.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from graphprobe.errors import GraphError, GraphVersionError
from graphprobe.graph import loader

if TYPE_CHECKING:
    from graphprobe.graph.connection import Graph

_NAME = re.compile(r"schema/V(\d{4})__(\w+)")

_INDEXED = re.compile(r"FOR \(n:(?P<label>\w+)\) (?P<kind>REQUIRE|ON) \(?n\.(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; ``statement`` is its name for the loader."""

    version: int
    name: str
    statement: str

    @property
    def checksum(self) -> str:
        """Hash of the statement without header and spacing, so that better comments don't change it."""
        text = " ".join(loader.load(self.statement).text.split())
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class IndexedProperty:
    """A property with an index; ``is_key`` where no two nodes of the label may share its value."""

    label: str
    name: str
    is_key: bool


def known() -> list[Migration]:
    """All steps this version of GraphProbe has, in order."""
    found = ((name, _NAME.fullmatch(name)) for name in loader.names() if name.startswith("schema/"))
    return [Migration(int(match.group(1)), match.group(2), name) for name, match in found if match]


def text_properties() -> list[IndexedProperty]:
    """Every indexed property that holds text: all but a step's own number."""
    found = (_INDEXED.search(loader.load(step.statement).text) for step in known())
    properties = [IndexedProperty(m["label"], m["name"], m["kind"] == "REQUIRE") for m in found if m]
    return [indexed for indexed in properties if indexed.label != "Migration"]


def pending(graph: Graph) -> list[Migration]:
    """Steps not yet applied to this graph.

    Raises:
        GraphVersionError: the graph has steps this version doesn't know.
        GraphError: a step that was applied has changed since.
    """
    applied = {row["version"]: row for row in graph.read("graph/migrations_applied")}
    steps = known()
    newer = [row for version, row in sorted(applied.items()) if version > steps[-1].version]
    if newer:
        raise GraphVersionError(
            f"a newer GraphProbe wrote this graph (step {newer[-1]['version']}, {newer[-1]['name']})",
            where=graph.where,
            remedy="Run `pip install --upgrade graphprobe`.",
        )
    for step in steps:
        if step.version in applied and applied[step.version]["checksum"] != step.checksum:
            raise GraphError(
                f"step {step.version} ({step.name}) of the schema has changed since it was applied",
                where=graph.where,
                remedy="Install the released version, or start a new graph.",
            )
    return [step for step in steps if step.version not in applied]


def apply(graph: Graph) -> list[Migration]:
    """Applies what is pending, and returns it; raises as :func:`pending` does."""
    steps = pending(graph)
    for step in steps:
        graph.update(step.statement)
        graph.write(
            "graph/migration_record",
            [
                {
                    "key": step.version,
                    "name": step.name,
                    "checksum": step.checksum,
                    "applied_at": datetime.now(timezone.utc),
                }
            ],
        )
    return steps
