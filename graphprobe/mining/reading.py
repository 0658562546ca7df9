"""What the relation rules need of one parsed document, computed once a document and not once a pair."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from graphprobe.mining.alignment import Word, words_of
from graphprobe.mining.facts import extract_facts
from graphprobe.mining.frames import Frame, frames_of
from graphprobe.mining.lexicon import FURNITURE
from graphprobe.mining.phrases import Unit, UnitKind, units_of
from graphprobe.mining.subjects import MainSubject, Passage
from graphprobe.records import Fact
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Kind, Value, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

PAIR = "pair"
"""Method of facts that only a comparison with another document shows."""

_LEAST_WORDS = 4
_FURNITURE_WORDS = 4
_FURNITURE_SHARE = 0.2
_OPENING = 60  # tokens
_OPENING_CHARACTERS = 900
_LISTS_NAMESAKES = re.compile(r"\b(?:may|can|could)\s+(?:also\s+)?(?:refer\s+to|stand\s+for|mean)\s*:")
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_PLACING = frozenset({"acl", "prep", "pobj"})  # what may stand between a noun and the place it is in


def _is_furniture(words: Sequence[Word]) -> bool:
    found = len({word.form for word in words} & FURNITURE)
    return found >= _FURNITURE_WORDS or (found > 1 and found >= _FURNITURE_SHARE * len(words))


@dataclass(frozen=True, slots=True)
class Definition:
    """What something is said to be: the head noun, and the place in which it is (None: no place)."""

    noun: str
    place: Value | None


@dataclass(frozen=True)
class DocumentReading:
    """A parsed document with its facts.

    ``doc.text`` is the text of the document, so that token offsets are offsets of the document.
    """

    id: str
    doc: Doc
    facts: Sequence[Fact] = field(default_factory=tuple)
    title: str | None = None

    @property
    def text(self) -> str:
        return str(self.doc.text)

    @cached_property
    def folded(self) -> str:
        """The text as one long key between spaces, to look names up in."""
        return f" {entity_key(self.text)} "

    @cached_property
    def units(self) -> list[Unit]:
        return units_of(self.doc)

    def facts_about(self, title: str | None) -> Sequence[Fact]:
        """The facts, or if a title is lent to the document those that it makes readable too."""
        if title is None:
            return self.facts
        if title not in self._lent:
            found = extract_facts(self.id, self.doc, title)
            self._lent[title] = [replace(fact, method=PAIR) for fact in found]
        return self._lent[title]

    @cached_property
    def _lent(self) -> dict[str, list[Fact]]:
        return {}

    @cached_property
    def passage(self) -> Passage:
        return Passage(self.doc, self.title)

    @property
    def main(self) -> MainSubject | None:
        """What the document is about; None when neither its title nor its opening says so."""
        return self.passage.main

    @cached_property
    def lists_namesakes(self) -> bool:
        """Whether the document only lists the things that bear one name: "Mercury may refer to: ..."."""
        return _LISTS_NAMESAKES.search(self.text, 0, _OPENING_CHARACTERS) is not None

    def qualifier_of(self, name: str) -> str:
        """What the document adds in parentheses to a name, in words and no dates, or ""."""
        aside = re.search(rf"{re.escape(name)}\s*\(\s*([^()\d\n]{{2,50}}?)\s*\)", self.text)
        return aside[1] if aside else ""

    @cached_property
    def qualifier(self) -> str:
        """What the title adds in parentheses to tell namesakes apart ("footballer, born 1941"), or ""."""
        if self.main is None or not self.main.definition:
            return ""
        marked = f"({self.main.definition})"
        return self.main.definition if marked in self.text[:200] or marked in (self.title or "") else ""

    @cached_property
    def definition(self) -> Definition | None:
        """What the first sentences say that the main subject is; None when they don't."""
        if self.main is None:
            return None
        own = {word for alias in self.main.aliases for word in alias.split()}
        for frame in self.frames:
            if frame.predicate != "be" or frame.negated or frame.subject is None or frame.root.i > _OPENING:
                continue
            named = set(entity_key(frame.subject.text).split())
            head = next((argument.head for argument in frame.of("is")), None)
            if head is not None and named and named <= own:
                return Definition(head.lemma_.casefold(), self._place_of(head))
        return None

    def _place_of(self, head: Token) -> Value | None:
        """The place in which a defined thing is: "a city in Texas", "a school set in the west of Rome"."""
        for preposition in head.subtree:
            between = takewhile(lambda token: token != head, preposition.ancestors)
            if preposition.lower_ not in {"in", "of"} or any(t.dep_ not in _PLACING for t in between):
                continue
            inside = range(preposition.i + 1, preposition.right_edge.i + 1)
            places = [unit for unit in self.units if unit.first in inside and unit.value.kind is Kind.PLACE]
            if places:
                return parse_value(self.text[places[0].start : places[-1].end], Kind.PLACE)
        return None

    @cached_property
    def frames(self) -> list[Frame]:
        return frames_of(self.doc)

    @cached_property
    def sentences(self) -> list[Span]:
        """Sentences of four words or more."""
        return [span for span, words in self._parsed if len(words) >= _LEAST_WORDS]

    @cached_property
    def words(self) -> list[list[Word]]:
        """The words of each of ``sentences``."""
        return [words for _, words in self._parsed if len(words) >= _LEAST_WORDS]

    @cached_property
    def prose(self) -> list[list[Word]]:
        """The words of the sentences that aren't menus, footers or forms."""
        return [words for _, words in self._prose]

    @staticmethod
    def states(span: Span) -> bool:
        """Whether a sentence has a finite verb; runs of headings, labels and table cells have none."""
        return any(token.tag_ in _FINITE for token in span)

    @cached_property
    def statements(self) -> list[Span]:
        """The sentences of ``prose``."""
        return [span for span, _ in self._prose]

    @cached_property
    def _prose(self) -> list[tuple[Span, list[Word]]]:
        return [
            (span, words)
            for span, words in self._parsed
            if len(words) >= _LEAST_WORDS and not _is_furniture(words)
        ]

    @cached_property
    def _parsed(self) -> list[tuple[Span, list[Word]]]:
        return [(span, words_of(span)) for span in self.doc.sents]

    @cached_property
    def specifics(self) -> frozenset[str]:
        """Keys of what few documents have in common by chance: names, and values of three digits or more."""
        keys = set()
        own = set(entity_key(self.main.surface).split()) if self.main else set()
        for unit in self.units:
            if unit.kind is UnitKind.NAME:
                keys.add(entity_key(self.doc[unit.first : unit.last].text))
            elif unit.kind is UnitKind.VALUE and sum(c.isdigit() for c in unit.value.text) >= 3:
                keys.add(unit.value.readings[0].text or entity_key(unit.value.text))
        return frozenset(key for key in keys if len(key) > 2 and not set(key.split()) <= own)
