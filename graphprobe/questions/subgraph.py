"""The conflict subgraph: what the graph knows around one conflict, as questions are made from it.

It's the contested slot with its accounts, the statements behind them (the documents of conflict edges and
of their support neighbours, ElephantBench section 3.3), and the other facts about the subject.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphprobe.mining.descriptions import UNREAL
from graphprobe.text.normalize import fold
from graphprobe.text.values import Value

_SHARE = 0.5
_ARTICLE = re.compile(r"\b(the|an?)\s+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """An account as an answer: its value and how widely it's reported."""

    id: str
    value: Value
    side: str
    n_documents: int
    n_sources: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """A document's statement of one account. Offsets are those of the document's text."""

    fact: str
    account: str
    document: str
    url: str | None
    dup_group: str | None
    subject: str
    statement: str
    start: int
    end: int
    value_start: int
    value_end: int
    qualifiers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SideFact:
    """Another fact about the subject; its value stands at ``value_start`` of ``statement``."""

    attribute: str
    value: Value
    document: str
    statement: str
    value_start: int
    qualifiers: Mapping[str, str]

    @property
    def article(self) -> str:
        """The article before the value with its space, or ""."""
        before = _ARTICLE.search(self.statement[: self.value_start])
        return f"{before.group(1).lower()} " if before else ""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A conflict with all that questions are made from.

    Attributes:
        subject: the subject's name: as a model described it, else as documents write it.
        attribute: the attribute by which rules know it.
        topic: what is contested, in a model's words if it described the conflict, else the attribute.
        unreal: why a model that described the conflict sees none in it, or "".
        names: ways in which documents write the subject's name.
        entity_type: label of the recognizer, or "".
        answers: accounts, the widest reported first.
        side_facts: facts about the subject under slots that nobody contests.
        texts: text of each document of the evidence, by id.
    """

    conflict: str
    subject: str
    attribute: str
    entity_type: str
    names: tuple[str, ...]
    answers: tuple[Answer, ...]
    evidence: tuple[Evidence, ...]
    side_facts: tuple[SideFact, ...]
    texts: Mapping[str, str]
    topic: str = ""
    unreal: str = ""

    @property
    def documents(self) -> frozenset[str]:
        """Ids of the documents that report one of the accounts."""
        return frozenset(evidence.document for evidence in self.evidence)


def subgraph_from_row(row: Mapping[str, Any], *, described: bool = False) -> Subgraph:
    """Reads a row of the statement ``questions/pending``.

    Args:
        row: the row.
        described: whether a model's description of the conflict counts.
    """
    evidence = evidence_from_rows(row["evidence"])
    texts = {d["id"]: d["text"] for d in row["documents"]}
    usual = _usual_name(evidence, texts, row["subject"])
    subject = (row["described_subject"] if described else None) or usual
    unreal = described and row["real"] == UNREAL
    return Subgraph(
        conflict=row["key"],
        subject=subject,
        attribute=row["attribute"],
        entity_type=row["entity_type"] or "",
        names=_names(row["subject"], row["surfaces"], [subject, *(e.subject for e in evidence)]),
        answers=answers_from_rows(row["accounts"]),
        evidence=evidence,
        side_facts=tuple(_side_fact(f) for f in row["side_facts"]),
        texts=texts,
        topic=(row["described_attribute"] if described else None) or row["attribute"],
        unreal=(row["real_reason"] or "it says so without a reason") if unreal else "",
    )


def answers_from_rows(rows: Iterable[Mapping[str, Any]]) -> tuple[Answer, ...]:
    """Accounts as answers, the widest reported first."""
    answers = (
        Answer(
            row["id"], Value.from_json(row["value_json"]), row["side"], row["n_documents"], row["n_sources"]
        )
        for row in rows
    )
    return tuple(sorted(answers, key=lambda a: (-a.n_sources, -a.n_documents, fold(a.value.text))))


def evidence_from_rows(rows: Iterable[Mapping[str, Any]]) -> tuple[Evidence, ...]:
    """Statements in the order of documents and offsets."""
    return tuple(sorted(map(_evidence, rows), key=lambda e: (e.document, e.start, e.value_start, e.fact)))


def _evidence(row: Mapping[str, Any]) -> Evidence:
    return Evidence(
        fact=row["fact"],
        account=row["account"],
        document=row["document"],
        url=row["url"],
        dup_group=row["dup_group"],
        subject=row["subject"],
        statement=row["statement"],
        start=row["start"],
        end=row["end"],
        value_start=row["value_start"],
        value_end=row["value_end"],
        qualifiers=json.loads(row["qualifiers_json"] or "{}"),
    )


def _side_fact(row: Mapping[str, Any]) -> SideFact:
    return SideFact(
        attribute=row["attribute"],
        value=Value.from_json(row["value_json"]),
        document=row["document"],
        statement=row["statement"],
        value_start=row["value_start"] - row["start"],
        qualifiers=json.loads(row["qualifiers_json"] or "{}"),
    )


def _usual_name(evidence: Sequence[Evidence], texts: Mapping[str, str], fallback: str) -> str:
    """The name that most documents write, the fullest of those; a headline's words seldom stand in a text.

    "Mother Teresa" of documents entitled "Mother Teresa" and "Mother Teresa quotations".
    """
    used = Counter(e.subject for e in evidence if e.subject)
    if not used:
        return fallback
    written = {name: sum(fold(name) in fold(text) for text in texts.values()) for name in used}
    least = max(written.values()) * _SHARE
    common = [name for name in used if written[name] >= least]
    return min(common, key=lambda name: (name.islower(), -len(name.split()), -used[name], name))


def _names(subject: str, surfaces: Sequence[Sequence[str]], used: Sequence[str]) -> tuple[str, ...]:
    mentioned = [surface for some in surfaces for surface in some or ()]
    return tuple(sorted({name for name in [subject, *mentioned, *used] if name}))


def own_names(subgraph: Subgraph) -> tuple[str, ...]:
    """The names without those of what the subject is of: the ship isn't "the sinking of the Titanic"."""
    part, _, whole = fold(subgraph.subject).partition(" of ")
    bare = whole.removeprefix("the ")
    others = [name for name in subgraph.names if whole and bare in fold(name) and part not in fold(name)]
    return tuple(
        name for name in subgraph.names if name not in others and fold(name).removeprefix("the ") not in whole
    )
