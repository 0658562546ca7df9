"""Entities: the names in each document, and the graph node under which the names of one thing meet.

spaCy's entities are the start. A small model misses titles, works and rare names, so names are also read off
capitals, quotation marks and the document's heading (design, section 6.2). Dates, numbers and amounts are
never entities: they would tie everything to everything.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import yaml

from graphprobe.config import EntitySettings, config_file
from graphprobe.errors import ConfigError
from graphprobe.mining.parsing import Parser
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.mining.subjects import Passage
from graphprobe.records import Status
from graphprobe.text.normalize import entity_key

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from graphprobe.graph import Graph

NAMED = frozenset(
    {"PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"}
)
OTHER = "MISC"  # a name whose type the model doesn't tell
DOUBTFUL = (
    ""  # a single word whose capital may be due to a sentence's start: a name if a person here bears it
)
MAX_WORDS = 12
MAX_CHARS = 120
MAX_SURFACES = 3

_JOINERS = frozenset(
    {"of", "the", "de", "del", "della", "di", "da", "du", "des", "la", "le", "van", "von", "der", "den",
     "ter", "zu", "al", "el", "bin", "ibn", "y", "e", "&", "for"}
)  # fmt: skip
_EDGE = " \t\r\n\f\v\u00a0.,;:!?()[]{}<>|/\\&\"“”„«»'‘’`*#@^~=+_-–—•·…"
_ARTICLE = re.compile(r"(?:the|a|an)\s+", re.IGNORECASE)
_LAST_ARTICLE = re.compile(r"\s+(?:the|an)$", re.IGNORECASE)  # not "a": "Vitamin A"
_POSSESSIVE = re.compile(r"['’]s?$")
_QUOTED = re.compile(r"[“\"](?P<title>[^\W\d_a-z][^“”\"\n]{1,80}?)[,.]?[”\"]")
_NEW_SENTENCE = re.compile(r"[^\W\d_]{4}[.!?] [^\W\d_a-z]")
_ASIDE = re.compile(r"\s\([^()]{2,50}\)$")
# What a capital doesn't make a name: the calendar, forms of address, and what web pages are littered with.
_NO_NAMES = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
     "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
     "dec", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "bc", "ad", "bce",
     "ce", "am", "pm", "mr", "mrs", "ms", "dr", "sir", "st", "jr", "sr", "no", "vol", "pp", "ed", "eds",
     "edit", "etc", "i", "ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii", "home", "menu",
     "contact", "search", "login", "references", "contents", "retrieved", "archived", "isbn", "doi", "url",
     "pdf", "http", "https", "www"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntityMention:
    """All mentions of one entity in one document.

    Attributes:
        key: the entity's key; names with equal keys are one entity.
        name: the fullest of its most frequent names here, or the name that the alias list gives it.
        type: its NER label, most frequent first; ``MISC`` when the model doesn't tell.
        count: how often it's mentioned; its place in the title counts as one.
        first: offset of the first mention; None when only the title has it.
        surfaces: up to three forms, most frequent first.
    """

    key: str
    name: str
    type: str
    count: int
    first: int | None
    surfaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the user knows about names: which are one thing, and which must never be taken for one.

    Attributes:
        aliases: key of a name to the name it stands for.
        apart: names, as written, that keep a key of their own although normalization would merge them.
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()

    def resolve(self, surface: str) -> tuple[str, str]:
        """Key and name of a surface form; an empty key for what can't be compared."""
        written = " ".join(unicodedata.normalize("NFKC", surface).split())
        if written in self.apart:
            return written, written
        key = entity_key(surface)
        name = self.aliases.get(key)
        return (entity_key(name), name) if name else (key, written)


def load_lexicon(path: Path | None = None) -> Lexicon:
    """Reads alias and never-merge lists, by default ``configs/entities.yaml``, whose head shows the form.

    Raises:
        ConfigError: the file can't be read, has another form, or gives one alias to two names.
    """
    path = path or config_file("entities.yaml")
    try:
        # BaseLoader keeps every scalar a string: YAML's own rules would make a boolean of Norway's "NO".
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the list of names can't be read: {error}", where=str(path)) from None
    if not isinstance(data, dict) or set(data) - {"aliases", "never_merge"}:
        raise ConfigError("a list of names holds aliases and never_merge", where=str(path))
    aliases: dict[str, str] = {}
    for name, others in _mapping(data.get("aliases"), path).items():
        for other in others:
            key = entity_key(other)
            if aliases.setdefault(key, name) != name:
                raise ConfigError(
                    f"{other!r} is an alias of {aliases[key]!r} and of {name!r}", where=str(path)
                )
    groups = data.get("never_merge") or []
    if not isinstance(groups, list) or not all(_is_names(group) for group in groups):
        raise ConfigError("never_merge is a list of lists of names", where=str(path))
    return Lexicon(aliases, frozenset(name for group in groups for name in group))


def _mapping(value: Any, path: Path) -> dict[str, list[str]]:
    if value in (None, ""):
        return {}
    if not isinstance(value, dict) or not all(_is_names(names) for names in value.values()):
        raise ConfigError("aliases maps a name to the list of its other names", where=str(path))
    return value


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and name.strip() for name in value)


@dataclass(frozen=True, slots=True)
class EntityFinder:
    """Finds the entities of a parsed document; picklable, so that it can work where the parse is."""

    lexicon: Lexicon = Lexicon()
    limit: int = 64

    def __call__(self, doc: Doc, title: str | None = None) -> list[EntityMention]:
        """The entities of a document, most mentioned first, at most ``limit``."""
        tallies = {key: tally for key, tally in self._tallies(doc, title).items() if not tally.is_stray(key)}
        ranked = sorted(tallies.items(), key=lambda item: (item[1].rank, item[0]))
        return [tally.mention(key) for key, tally in ranked[: self.limit]]

    def _tallies(self, doc: Doc, title: str | None) -> dict[str, _Tally]:
        text = doc.text  # once: spaCy puts it together anew at every access
        found = list(find_names(doc))
        full = _full_names(text, found, self.lexicon)
        tallies: dict[str, _Tally] = {}
        for start, end, type_ in found:
            surface = " ".join(text[start:end].split())
            key, name = self.lexicon.resolve(surface)
            if type_ == DOUBTFUL and key not in full:
                continue
            key, name = full.get(key, (key, name))
            if key:
                tallies.setdefault(key, _Tally()).add(surface, name, type_, start)
        for surface in _headings(doc, title):
            key, name = self.lexicon.resolve(surface)
            if key:
                tally = tallies.setdefault(key, _Tally())
                tally.is_heading = True
                tally.add(surface, name, OTHER, None)
        return tallies


def find_names(doc: Doc) -> Iterator[tuple[int, int, str]]:
    """Names in a parse as (start, end, type): exact offsets, nothing at the edges that isn't name.

    Named entities, runs of capitalized words that reach beyond them (a ``DOUBTFUL`` one among them may be no
    name), and quoted titles. A place in the text
    may be in several names, as "Paris" and "University of Paris", but no two names are at the same place.
    """
    text = doc.text
    seen: set[tuple[int, int]] = set()
    for whole_start, whole_end, type_ in (
        *_named_entities(doc),
        *_capitalized_runs(doc),
        *_quoted_titles(text),
    ):
        for start, end in _without_repeats(text, whole_start, whole_end):
            start, end = trim(text, start, end)
            if (start, end) not in seen and _is_name(text[start:end]):
                seen.add((start, end))
                yield start, end, type_


def _without_repeats(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cuts "Old Hall Old Hall" in two: a heading that the first sentence repeats is no part of the name."""
    words = [word for word in re.finditer(r"\w+", text[start:end]) if word.group()[0].isupper()]
    opening = [word.group() for word in words if word.group() not in ("The", "A", "An")][:1]
    again = [word.start() for word in words[2:] if [word.group()] == opening]
    for cut in (*(start + offset for offset in again), end):
        yield start, cut
        start = cut


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Moves the edges of a name inwards past space, punctuation, articles and a possessive ``'s``.

    A closing bracket stays where the name itself opens it, and a full stop where it ends an abbreviation.
    """
    while True:
        before = (start, end)
        while start < end and text[start] in _EDGE:
            start += 1
        while start < end and text[end - 1] in _EDGE and not _belongs(text[start:end]):
            end -= 1
        article = _ARTICLE.match(text, start, end)
        if article:
            start = article.end()
        for ending in (_POSSESSIVE, _LAST_ARTICLE):
            found = ending.search(text[start:end])
            if found:
                end = start + found.start()
        if (start, end) == before:
            return start, end


def _belongs(name: str) -> bool:
    """Whether the last character, though punctuation, is part of the name: "(band)", "U.S.", "Yahoo!"."""
    if name[-1] == ")":
        return "(" in name
    if name[-1] == ".":
        last = name.split()[-1]
        return last.count(".") > 1 or last in ("Jr.", "Sr.", "Inc.", "Ltd.", "Co.", "Corp.")
    return name[-1] == "!" and len(name) > 1


def _is_name(surface: str) -> bool:
    words = surface.split()
    if not words or len(words) > MAX_WORDS or not 2 <= len(surface) <= MAX_CHARS or "\n" in surface:
        return False
    if _NEW_SENTENCE.search(surface):
        return False
    if all(word.strip(_EDGE).casefold() in _NO_NAMES for word in words):
        return False
    letters = sum(char.isalpha() for char in surface)
    return letters >= 2 and letters >= len(surface) * 0.4 and any(_is_capitalized(word) for word in words)


def _is_capitalized(word: str) -> bool:
    """Whether a word looks like part of a name; letters of scripts without capitals do."""
    if word.islower():
        return False
    letter = next((char for char in word if char.isalpha()), "")
    return (bool(letter) and not letter.islower()) or any(char.isupper() for char in word[1:3])


def _named_entities(doc: Doc) -> Iterator[tuple[int, int, str]]:
    for entity in doc.ents:
        if entity.label_ not in NAMED:
            continue
        start = entity.start_char
        for line in entity.text.split("\n"):  # what stands on two lines is two things
            yield start, start + len(line), entity.label_
            start += len(line) + 1


def _capitalized_runs(doc: Doc) -> Iterator[tuple[int, int, str]]:
    """Runs of capitalized words, joined by words like "of": names that the model missed or cut short."""
    inside = {token.i: entity.label_ for entity in doc.ents for token in entity}
    run: list[Token] = []
    for token in doc:
        if _is_name_token(token, inside) or (run and token.lower_ in _JOINERS and not token.is_sent_start):
            run.append(token)
            continue
        yield from _run_name(run, inside)
        run = []
    yield from _run_name(run, inside)


def _is_name_token(token: Token, inside: Mapping[int, str]) -> bool:
    if token.i in inside and inside[token.i] not in NAMED:
        return False
    if not token.text[0].isalpha() or not _is_capitalized(token.text) or token.lower_ in _NO_NAMES:
        return False
    return token.pos_ == "PROPN" or (not token.is_sent_start and not token.is_stop and token.i in inside)


def _run_name(run: list[Token], inside: Mapping[int, str]) -> Iterator[tuple[int, int, str]]:
    while run and run[-1].lower_ in _JOINERS:
        run = run[:-1]
    if not run:
        return
    labels = Counter(inside[token.i] for token in run if token.i in inside)
    type_ = labels.most_common(1)[0][0] if labels else OTHER
    if len(run) == 1 and type_ == OTHER and (run[0].is_sent_start or len(run[0]) < 3):
        type_ = DOUBTFUL
    yield run[0].idx, run[-1].idx + len(run[-1]), type_


def _quoted_titles(text: str) -> Iterator[tuple[int, int, str]]:
    for quoted in _QUOTED.finditer(text):
        words = quoted["title"].split()
        long_words = [word for word in words if len(word) > 3]
        if len(words) <= 10 and all(_is_capitalized(word) for word in long_words):
            yield *quoted.span("title"), "WORK_OF_ART"


def _headings(doc: Doc, title: str | None) -> list[str]:
    """What the title and the opening call the document's subject, with and without "(1981 TV series)"."""
    main = Passage(doc, title).main
    names = [main.surface] if main is not None else []
    heading = (title or "").strip()
    if heading and len(heading) <= MAX_CHARS:
        names += [heading, _ASIDE.sub("", heading)]
    whole = dict.fromkeys(name for some in names for name in _split_name(some))
    return [name for name in whole if _is_name(name)]


def _split_name(name: str) -> Iterator[str]:
    for start, end in _without_repeats(name, 0, len(name)):
        start, end = trim(name, start, end)
        yield name[start:end]


def _full_names(
    text: str, found: Sequence[tuple[int, int, str]], lexicon: Lexicon
) -> dict[str, tuple[str, str]]:
    """Key of a person's last name to key and name of the one person in the text who bears it."""
    bearers: dict[str, set[tuple[str, str]]] = {}
    for start, end, type_ in found:
        words = text[start:end].split()
        if type_ == "PERSON" and len(words) > 1:
            key, name = lexicon.resolve(" ".join(words))
            bearers.setdefault(entity_key(words[-1]), set()).add((key, name))
    return {
        last: next(iter(full))
        for last, full in bearers.items()
        if last and len({key for key, _ in full}) == 1 and not any(name in lexicon.apart for _, name in full)
    }


@dataclass(slots=True)
class _Tally:
    """Counts the mentions of one entity in one document."""

    count: int = 0
    first: int | None = None
    is_heading: bool = False
    types: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    surfaces: Counter[str] = field(default_factory=Counter)

    def add(self, surface: str, name: str, type_: str, start: int | None) -> None:
        self.count += 1
        self.types[type_] += 1
        self.names[name] += 1
        self.surfaces[surface] += 1
        if start is not None:
            self.first = start if self.first is None else min(self.first, start)

    @property
    def rank(self) -> tuple[bool, int, float]:
        """Order of importance: what the document is about, then the most and the first mentioned."""
        return not self.is_heading, -self.count, math.inf if self.first is None else self.first

    def is_stray(self, key: str) -> bool:
        """Whether this is a single word, seen once, that only its capital makes a name: "Length", "Menu"."""
        return self.count == 1 and not self.is_heading and " " not in key and not NAMED & set(self.types)

    def mention(self, key: str) -> EntityMention:
        type_ = max(self.types, key=lambda kind: (kind in NAMED, self.types[kind], kind))
        names = sorted(self.names, key=lambda name: (-self.names[name], -len(name), name))
        surfaces = sorted(self.surfaces, key=lambda form: (-self.surfaces[form], -len(form), form))
        return EntityMention(key, names[0], type_, self.count, self.first, tuple(surfaces[:MAX_SURFACES]))


class Entities(Stage):
    """Writes which entities each document mentions, and keeps what is derived from that right.

    An entity's name, type and number of documents are derived from its mentions: a write only marks the
    entities that it touches, and :meth:`finish` recounts those. So nothing drifts, whatever was killed.
    """

    name: ClassVar[str] = "entities"
    pending: ClassVar[str] = "mining/entities_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/entities_clear", "mining/entities_write")
    status: ClassVar[str] = "mining/entities_status"
    batch: ClassVar[int] = 500  # processes wait for one another at the end of a batch

    def __init__(self, settings: EntitySettings, parser: Parser) -> None:
        self._parser = parser
        self._finder = EntityFinder(load_lexicon(settings.names), settings.per_document)

    def options(self) -> Mapping[str, Any]:
        lexicon = self._finder.lexicon
        return {
            "model": self._parser.model.id,
            "aliases": sorted(lexicon.aliases.items()),
            "never_merge": sorted(lexicon.apart),
            "per_document": self._finder.limit,
        }

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        readable = [item for item in items if self._parser.model.reads(item.get("language"))]
        found = self._parser.extract(
            [item["text"] for item in readable], self._finder, [item.get("title") for item in readable]
        )
        mentions = {item["key"]: some for item, some in zip(readable, found, strict=True)}
        return [
            _outcome(item["key"], mentions[item["key"]])
            if item["key"] in mentions
            else unreadable(item["key"], item["language"])
            for item in items
        ]

    def finish(self, graph: Graph, fingerprint: str) -> None:  # noqa: ARG002
        for page in graph.pages("mining/entities_touched", limit=500):
            graph.write_together([("mining/entities_derive", page), ("mining/entities_prune", page)])


def unreadable(key: str, language: str) -> Outcome:
    """The outcome of a document that no installed model parses; its earlier results are cleared."""
    return Outcome(
        key, Status.FILTERED, f"language {language} has no parser", {"mining/entities_clear": [{"key": key}]}
    )


def _outcome(key: str, mentions: Sequence[EntityMention]) -> Outcome:
    rows = [
        {
            "key": mention.key,
            "document": key,
            "name": mention.name,
            "type": mention.type,
            "count": mention.count,
            "first": mention.first,
            "surfaces": list(mention.surfaces),
        }
        for mention in mentions
    ]
    return Outcome(key, rows={"mining/entities_clear": [{"key": key}], "mining/entities_write": rows})
