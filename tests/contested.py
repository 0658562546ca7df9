"""Small contested graphs for tests, written with the statements that the stages use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from graphprobe.graph import Graph, loader
from graphprobe.mining.conflicts import Conflicts
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.records import content_id, slot_key
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Kind, parse_value

FINGERPRINT = "tests"
STATEMENTS = Path(__file__).parent / "cypher"


@dataclass(frozen=True)
class Fact:
    """A fact of a document; its statement is ``SUBJECT: ATTRIBUTE VALUE.`` unless ``text`` says otherwise."""

    document: str
    subject: str
    attribute: str
    kind: Kind
    value: str
    text: str = ""
    qualifiers: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def slot(self) -> str:
        return slot_key(entity_key(self.subject), self.attribute)

    @property
    def id(self) -> str:
        return content_id(self.document, self.slot, self.value)

    @property
    def statement(self) -> str:
        return self.text or f"{self.subject}: {self.attribute} {self.value}."


@dataclass(frozen=True)
class Edge:
    """A relation of the documents of two facts, for the slot of the first."""

    kind: str
    a: Fact
    b: Fact


def edge(a: Fact, b: Fact, kind: str = "conflict") -> Edge:
    """The edge between two facts, in the order of their documents."""
    return Edge(kind, *sorted((a, b), key=lambda fact: fact.document))


def write_contested(
    graph: Graph,
    facts: Sequence[Fact],
    edges: Iterable[Edge],
    *,
    duplicates: dict[str, str] | None = None,
    texts: dict[str, str] | None = None,
) -> None:
    """Writes facts with their documents, whose text is their statements one after another, and edges.

    Args:
        duplicates: near-duplicate group of documents that are in one.
        texts: what the text of a document has become meanwhile, whatever its facts say.
    """
    written: dict[str, str] = {}
    starts: dict[str, int] = {}
    for fact in facts:
        before = f"{written[fact.document]} " if fact.document in written else ""
        starts[fact.id] = len(before)
        written[fact.document] = before + fact.statement
    for name, text in {**written, **(texts or {})}.items():
        with own_statements():
            graph.write("document_write", [_document(name, text, (duplicates or {}).get(name, name))])
    graph.write(
        "mining/facts_write", [_fact(fact, starts[fact.id]) for fact in facts], fingerprint=FINGERPRINT
    )
    read = [{"key": name, "status": "ok", "note": ""} for name in written]
    graph.write("mining/facts_status", read, fingerprint=FINGERPRINT)
    with own_statements():
        graph.write("edges_write", [_edge(one) for one in edges])


def delete_edges(graph: Graph) -> None:
    """Takes all conflict edges away, as when the facts they rest on are gone."""
    with own_statements():
        graph.update("edges_delete")


def replace_documents(graph: Graph, *documents: str) -> None:
    """Takes from documents what was mined from them, as `corpus add --replace` does for a new text."""
    rows = [{"key": document} for document in documents]
    for statement in ("documents_clear_facts", "documents_clear_links", "documents_clear_state"):
        graph.write(f"corpus/{statement}", rows)


@contextmanager
def own_statements() -> Iterator[None]:
    """Lets a graph run the statements that only tests need."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            loader,
            "load",
            lambda name: loader.parse(name, (STATEMENTS / f"{name}.cypher").read_text("utf-8")),
        )
        yield


def run_conflicts(graph: Graph) -> StageReport:
    """Runs the conflicts stage once."""
    return run_stage(graph, Conflicts(), FINGERPRINT)


def conflict_rows(graph: Graph) -> list[dict[str, Any]]:
    """All conflicts with their accounts, each in the order of its value."""
    rows = [row for page in graph.pages("mining/conflicts_list") for row in page]
    return [{**row, "accounts": sorted(row["accounts"], key=lambda a: str(a["value"]))} for row in rows]


def _document(name: str, text: str, group: str) -> dict[str, str]:
    return {"key": name, "text": text, "url": f"https://example.org/{name}", "dup_group": group}


def _fact(fact: Fact, start: int) -> dict[str, Any]:
    value_start = start + fact.statement.index(fact.value)
    return {
        "key": fact.id,
        "document": fact.document,
        "subject": fact.subject,
        "subject_key": entity_key(fact.subject),
        "attribute": fact.attribute,
        "slot": fact.slot,
        "value": fact.value,
        "value_kind": fact.kind.value,
        "value_json": parse_value(fact.value, fact.kind).to_json(),
        "statement": fact.statement,
        "start": start,
        "end": start + len(fact.statement),
        "value_start": value_start,
        "value_end": value_start + len(fact.value),
        "qualifiers_json": json.dumps(fact.qualifiers),
        "method": "rules",
        "confidence": 0.9,
    }


def _edge(one: Edge) -> dict[str, Any]:
    return {
        "key": f"{one.a.id} {one.b.id}",
        "kind": one.kind,
        "a": one.a.document,
        "b": one.b.document,
        "slot": one.a.slot,
        "fact_a": one.a.id,
        "fact_b": one.b.id,
    }
