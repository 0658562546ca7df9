"""What the opening of an encyclopedic text says in its own grammar: "X (1880 – 1972) was an American pitcher"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from graphprobe.mining.attributes import CATALOGUE_CONFIDENCE, Attribute, Candidate, Claim
from graphprobe.mining.catalogue import AttributeSpec, catalogue
from graphprobe.mining.subjects import Passage, Subject
from graphprobe.text.values import FoundValue, Kind, find_values, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_LIFE_DASH = re.compile(r"(?<=\d{4})\s*[–—-]\s*(?=\S)|\s+[–—-]\s+")
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_GENRE_STOP = frozenset({"first", "second", "third", "fourth", "fifth", "debut", "studio", "live", "new", "upcoming", "original",
                         "feature", "short", "best", "last", "final", "full", "length", "independent", "television", "tv",
                         "silent", "video", "board", "box"})  # fmt: skip


def opening_claims(passage: Passage) -> Iterator[Claim]:
    """The claims about the main subject that its opening makes by form instead of by words."""
    main = passage.main
    if main is None:
        return
    if main.aside is not None and ("person" in main.types or not main.types):
        yield from _life(passage, *main.aside)
    if main.nominal is not None:
        yield from _definition(passage, main.nominal)


def _life(passage: Passage, start: int, end: int) -> Iterator[Claim]:
    """Dates of birth and death in the parenthesis after a name; without both there is no telling which one it is."""
    doc = passage.doc
    aside = doc.text[start:end]
    dash = next(
        (
            d
            for d in _LIFE_DASH.finditer(aside)
            if _date_in(aside, 0, d.start()) and _date_in(aside, d.end(), len(aside))
        ),
        None,
    )
    if dash is None:
        return
    for name, low, high in (("date of birth", 0, dash.start()), ("date of death", dash.end(), len(aside))):
        found = _date_in(aside, low, high)
        if found is None:
            continue
        span = doc.char_span(start + found.start, start + found.end)
        subject = passage.about_main(doc.char_span(start, start + 1, alignment_mode="expand")[0], 0.95)
        if span is not None and subject is not None:
            person = Subject(
                subject.surface, subject.key, subject.start, subject.end, frozenset({"person"}), 0.95
            )
            candidate = Candidate(span, frozenset({Kind.DATE}), found.value)
            yield _claim(candidate, catalogue().specs[name], person, span.root)


def _date_in(text: str, start: int, end: int) -> FoundValue | None:
    """The first date, or else year, of a part of a text, at offsets of the whole."""
    part = text[start:end]
    for found in find_values(part):
        if found.value.kind is Kind.DATE:
            return FoundValue(start + found.start, start + found.end, found.value)
    year = _YEAR.search(part)
    if year is None:
        return None
    return FoundValue(start + year.start(), start + year.end(), parse_value(year.group(), Kind.DATE))


def _definition(passage: Passage, nominal: Token) -> Iterator[Claim]:
    subject = passage.about_main(nominal, 0.9)
    main = passage.main
    if subject is None or main is None:
        return
    parts = {
        "noun": [_head_words(nominal)],
        "demonym": _demonyms(nominal),
        "year": _years(nominal),
        "genre": _genre(nominal),
        "sport": _sports(nominal),
    }
    for part, spans in parts.items():
        for trigger in passage.catalogue.definitions.get(part, ()):
            if not main.types or not trigger.spec.fits(main.types):
                continue
            for span in spans:
                kind = next(iter(sorted(trigger.spec.kinds)))
                text = passage.catalogue.sports.get(span.text, span.text) if part == "sport" else span.text
                candidate = Candidate(span, frozenset({kind}), parse_value(text, kind))
                yield _claim(candidate, trigger.spec, subject, nominal)


def _head_words(nominal: Token) -> Span:
    """The noun with its compounds, without adjectives of origin, ordinals and years: "baseball pitcher"."""
    first = nominal.i
    while first > 0 and nominal.doc[first - 1].dep_ == "compound" and nominal.doc[first - 1].pos_ == "NOUN":
        first -= 1
    return nominal.doc[first : nominal.i + 1]


def _demonyms(nominal: Token) -> list[Span]:
    """Nationalities before the noun; "American football player" has none that counts as one."""
    doc = nominal.doc
    spans = [
        e for e in doc.ents if e.label_ == "NORP" and nominal.left_edge.i <= e.start and e.end <= nominal.i
    ]
    sports = catalogue().sports
    return [e for e in spans if f"{e.text} {doc[e.end].text}" not in sports][:1]


def _years(nominal: Token) -> list[Span]:
    doc = nominal.doc
    return [doc[c.i : c.i + 1] for c in nominal.lefts if _YEAR.fullmatch(c.text) and c.dep_ == "nummod"]


def _genre(nominal: Token) -> list[Span]:
    """The words right before the noun that say what sort of work it is: "action comedy" film."""
    doc, first = nominal.doc, nominal.i
    while first > nominal.left_edge.i:
        token = doc[first - 1]
        fits = token.pos_ in ("NOUN", "ADJ") or token.text in ("-", "–")
        if not fits or token.lower_ in _GENRE_STOP or token.ent_type_ in ("NORP", "GPE", "ORDINAL", "DATE"):
            break
        first -= 1
    return [doc[first : nominal.i]] if first < nominal.i and doc[first].text not in ("-", "–") else []


@cache
def _sport_words() -> re.Pattern[str]:
    words = sorted(catalogue().sports, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, words))})\b")


def _sports(nominal: Token) -> list[Span]:
    """The first sport named in the words of the definition up to its noun."""
    doc = nominal.doc
    start, end = doc[nominal.left_edge.i].idx, nominal.idx + len(nominal)
    found = _sport_words().search(doc.text, start, end)
    span = doc.char_span(*found.span()) if found else None
    return [span] if span is not None else []


def _claim(candidate: Candidate, spec: AttributeSpec, subject: Subject, anchor: Token) -> Claim:
    return Claim(
        candidate, Attribute(spec.name, spec.functional, False, CATALOGUE_CONFIDENCE), subject, anchor
    )
