"""From a record of any source to a document: which fields count, what its id is, what can't be taken."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from graphprobe.corpus.markup import html_to_text, looks_like_html
from graphprobe.text.normalize import clean_text

ID_FIELDS = ("id", "document_id", "doc_id")
TEXT_FIELDS = ("text", "content")
LONGEST_TEXT = 10_000_000  # characters; twice the Bible, and what is longer is many documents
LONGEST_ID = 512  # characters; ids are range-indexed, and Neo4j's range index takes keys up to about 8 kB

_LONE_SURROGATE_OR_NUL = re.compile("[\ud800-\udfff\0]")
_ANY_CONTENT = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Record:
    """A document as read: cleaned text and metadata, its id, and what was done to it."""

    id: str
    text: str
    url: str | None
    title: str | None
    date: str | None
    repaired: bool
    stripped: bool


class Unusable(Exception):
    """A record that can't become a document; ``kind`` is the counter it goes to (``empty``,
    ``unreadable``)."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


def to_record(fields: Mapping[str, Any], corpus: str | None = None) -> Record:
    """Makes a document of a record's fields.

    The text is ``source_record.text``, else ``text``, else ``content``; url, title and date stand beside
    it, or in ``metadata``. The id is the record's own (``id``, ``document_id``, ``doc_id``), else SHA-1 hex
    of ``url + "\\n" + text`` as given (design, section 2). With ``corpus``, the id is ``corpus:id``, so
    that equal ids of two corpora stay apart. Tabs and line breaks in an id become spaces.

    Raises:
        Unusable: there is no text, it's longer than :data:`LONGEST_TEXT`, or the id can't be one.
    """
    given = _text(fields)
    if len(given) > LONGEST_TEXT:
        raise Unusable("unreadable", f"the text is longer than {LONGEST_TEXT:,} characters; split it")
    inner, metadata = fields.get("source_record"), fields.get("metadata")
    holders = [holder for holder in (inner, fields, metadata) if isinstance(holder, Mapping)]
    url = _string(holders, "url")
    text, title, stripped = given, _string(holders, "title"), False
    if looks_like_html(given):
        text, page_title = html_to_text(given)
        title, stripped = title or page_title, True
    cleaned = clean_text(text)
    if not _ANY_CONTENT.search(cleaned):
        raise Unusable(
            "empty", "the text is empty" if not text.strip() else "the text has no letter or digit"
        )
    own = _own_id(fields) or derived_id(url, given)
    return Record(
        id=_on_one_line(f"{corpus}:{own}" if corpus else own),
        text=cleaned,
        url=_cleaned(url),
        title=_cleaned(title),
        date=_cleaned(_string(holders, "date")),
        repaired=cleaned is not text and bool(_LONE_SURROGATE_OR_NUL.search(text)),
        stripped=stripped,
    )


def derived_id(url: str | None, text: str) -> str:
    """SHA-1 hex of url, newline and text; what UTF-8 can't hold is left out, as ElephantBench does."""
    content = f"{url or ''}\n{text}".encode("utf-8", "ignore")
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


def text_hash(text: str) -> str:
    """The hash by which two texts are known to be the same: 32 hex digits of SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def _text(fields: Mapping[str, Any]) -> str:
    inner = fields.get("source_record")
    candidates = [inner.get("text") if isinstance(inner, Mapping) else None, *map(fields.get, TEXT_FIELDS)]
    for value in candidates:
        if isinstance(value, str):
            return value
    if any(value is not None for value in candidates):
        raise Unusable("unreadable", "the text isn't a string")
    if any(name in fields for name in TEXT_FIELDS):
        raise Unusable("empty", "the text is null")
    raise Unusable("unreadable", f"no text: none of the fields {', '.join(TEXT_FIELDS)}, source_record.text")


def _own_id(fields: Mapping[str, Any]) -> str:
    for name in ID_FIELDS:
        value = fields.get(name)
        if isinstance(value, bool) or value is None or value == "":
            continue
        if not isinstance(value, (str, int)):
            raise Unusable("unreadable", f"the field {name} is neither a string nor a whole number")
        own = clean_text(str(value)).strip()
        if len(own) > LONGEST_ID:
            raise Unusable("unreadable", f"the id is longer than {LONGEST_ID} characters")
        if own:
            return own
    return ""


def _on_one_line(own: str) -> str:
    """Pairs of documents are keyed by both ids with a tab between them, and lists name an id a line."""
    return " ".join(own.split())


def _string(holders: Sequence[Mapping[str, Any]], name: str) -> str | None:
    for holder in holders:
        value = holder.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, (date, datetime)):
            return value.isoformat()
    return None


def _cleaned(value: str | None) -> str | None:
    return clean_text(value).strip() or None if value else None
