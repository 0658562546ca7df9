"""The words of the design as records that pass between the rooms (docs/architecture.md, "Words").

All records are immutable and hold no database or spaCy types. Offsets count code points of
``Document.text``; ``end`` is exclusive, so ``text[start:end] == quote`` holds for every quote.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from graphprobe.text.values import Value

RULES = "rules"
"""The model of what rules found."""


class Status(str, Enum):
    """How work on one item ended. Whatever isn't ``ok`` is listed, retried, and never made a label."""

    OK = "ok"
    REFUSED = "refused"
    FILTERED = "filtered"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    UNPARSED = "unparsed"
    TOO_LONG = "too_long"
    ERROR = "error"
    PENDING = "pending"


class RelationLabel(str, Enum):
    """Relation of two documents (ElephantBench, section 3.2, equation 6)."""

    NONE = "none"
    SUPPORT = "support"
    CONFLICT = "conflict"


def content_id(*parts: str) -> str:
    """A stable id: the first 20 hex digits of SHA-256 over the parts, joined by NUL."""
    joined = "\0".join(parts).encode("utf-8", "replace")
    return hashlib.sha256(joined).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Document:
    """One text of the corpus. ``id`` is the record's own id, else SHA-1 hex of ``url + "\\n" + text``."""

    id: str
    text: str
    url: str | None = None
    title: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A quote and where it stands in the text of its document."""

    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Mention:
    """An occurrence of a named entity. ``key`` is its normalized name, ``type`` its NER label."""

    key: str
    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class Fact:
    """One claim of one document: subject, attribute, typed value, and the exact span that states it.

    ``statement`` is the sentence (or clause) that makes the claim, ``value_span`` the value inside it.
    ``attribute`` is a readable noun phrase ("date of birth"); ``slot`` joins the keys of subject and
    attribute and is equal for facts about the same thing. ``qualifiers`` may hold time, scope,
    approximation and attribution. ``confidence`` in [0, 1] is the extractor's own. ``model`` and ``prompt``
    name the language model that found it and what it was asked; of rules, ``rules`` and nothing.
    """

    document_id: str
    subject: str
    subject_key: str
    attribute: str
    value: Value
    statement: Span
    value_span: Span
    method: str
    confidence: float
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    model: str = RULES
    prompt: str | None = None

    @property
    def slot(self) -> str:
        return slot_key(self.subject_key, self.attribute)

    @property
    def id(self) -> str:
        return content_id(self.document_id, self.slot, str(self.value_span.start), str(self.value_span.end))


def slot_key(subject_key: str, attribute: str) -> str:
    """The key of a subject-attribute pair: ``mother teresa | date of birth``."""
    return f"{subject_key} | {attribute.casefold()}"


@dataclass(frozen=True, slots=True)
class Relation:
    """What two documents say of one slot. ``fact_a`` belongs to the first document of the pair.

    ``method`` names the evidence ("slot", "alignment", "claim", "model"), ``reason`` says in words why,
    ``confidence`` in [0, 1] orders relations for the precision-recall curve. ``model`` and ``prompt`` name
    the language model that saw or named it and what it was asked; of rules, ``rules`` and nothing.
    """

    label: RelationLabel
    fact_a: Fact
    fact_b: Fact
    method: str
    confidence: float
    reason: str
    model: str = RULES
    prompt: str | None = None
