"""What the opening of an encyclopedic text says: "X (1880 – 1972) was an American pitcher"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from graphprobe.mining.attributes import CATALOGUE_CONFIDENCE, Attribute, Candidate, Claim
from graphprobe.mining.catalogue import AttributeSpec, Trigger, catalogue
from graphprobe.mining.parsing import text_of
from graphprobe.mining.subjects import Passage, Subject
from graphprobe.text.values import FoundValue, Kind, find_values, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_LIFE_DASH = re.compile(r"(?<=\d{4})\s*[–—-]\s*(?=\S)|\s+[–—-]\s+")
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_BY_WHOM = re.compile(
    r"(?:(?P<year>(?:1\d|20)\d\d)|(?P<who>[^\W\d_a-z].*?)) (?:TV |television )?(?P<noun>[a-z]+|EP)"
)
# Nouns that say no more than that X is somebody, or somebody's relation.
_SAYING_NOTHING = frozenset(
    {"member", "person", "man", "woman", "boy", "girl", "winner", "son", "daughter", "brother", "sister",
     "wife", "husband", "widow", "father", "mother", "leader", "founder", "place", "thing", "series",
     "unit", "one", "title", "name"}
)  # fmt: skip
_PASSING = frozenset(
    {"former", "first", "second", "third", "retired", "professional", "historic", "small", "large", "new",
     "old", "late", "early", "current", "inactive", "active", "famous", "notable", "prominent",
     "fictional", "major", "main", "original", "other", "latest", "only", "last", "next", "second-largest",
     "largest", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "upcoming",
     "self-titled", "debut", "respective", "popular", "unincorporated", "long", "short", "pioneering",
     "leading", "noted", "renowned"}
)  # fmt: skip
_GENRE_STOP = frozenset(
    {"first", "second", "third", "fourth", "fifth", "debut", "studio", "live", "new", "upcoming",
     "original", "feature", "short", "best", "last", "final", "full", "length", "independent",
     "television", "tv", "silent", "video", "board", "box", "language", "double", "solo", "self", "titled",
     "third-person", "sixth", "seventh", "eighth", "fictional", "popular"}
)  # fmt: skip


def opening_claims(passage: Passage) -> Iterator[Claim]:
    """The claims about the main subject that its opening makes by form instead of by words."""
    main = passage.main
    if main is None:
        return
    if main.aside is not None and ("person" in main.types or not main.types):
        yield from _life(passage, *main.aside)
    if main.aside is not None and "event" in main.types:
        yield from _event(passage, *main.aside)
    yield from _heading(passage)
    if main.nominal is not None:
        yield from _definition(passage, main.nominal)


def _life(passage: Passage, start: int, end: int) -> Iterator[Claim]:
    """Dates of birth and death in the parenthesis after a name; one alone doesn't say which it is."""
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
        subject = passage.about_main(span[0], 0.95) if span is not None else None
        if span is not None and subject is not None:
            person = Subject(
                subject.surface, subject.key, subject.start, subject.end, frozenset({"person"}), 0.95
            )
            candidate = Candidate(span, frozenset({Kind.DATE}), found.value)
            yield _claim(candidate, catalogue().specs[name], person, span.root)


def _event(passage: Passage, start: int, end: int) -> Iterator[Claim]:
    """The date of an event, where its parenthesis is nothing but a date."""
    aside = passage.doc.text[start:end]
    found = _date_in(aside, 0, len(aside))
    if found is None or len(aside.strip("()[], \n")) > found.end - found.start:
        return
    span = passage.doc.char_span(start + found.start, start + found.end)
    subject = passage.about_main(span[0], 0.9) if span is not None else None
    if span is not None and subject is not None:
        candidate = Candidate(span, frozenset({Kind.DATE}), found.value)
        yield _claim(candidate, catalogue().specs["date of event"], subject, span.root)


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


def _heading(passage: Passage) -> Iterator[Claim]:
    """What the parenthesis of a title in the text says: "(Ann Hope album)", "(1982 film)"."""
    main = passage.main
    if main is None or main.heading.span is None or not main.heading.aside:
        return
    start = passage.doc.text.find("(", main.heading.span[1]) + 1
    found = _BY_WHOM.fullmatch(main.heading.aside)
    if found is None:
        return
    year, who, noun = found["year"], found["who"], found["noun"]
    offset = start + (found.start("year") if year else found.start("who"))
    span = passage.doc.char_span(offset, offset + len(year or who))
    trigger = next((t for t in _triggers(passage, noun, year is not None)), None)
    if span is None or trigger is None:
        return
    subject = passage.about_main(span[0], 0.85)
    kind = Kind.DATE if year else next(iter(sorted(trigger.spec.kinds, reverse=True)))
    if subject is not None:
        candidate = Candidate(span, frozenset({kind}), parse_value(span.text, kind))
        yield _claim(candidate, trigger.spec, subject, span.root)


def _triggers(passage: Passage, noun: str, dated: bool) -> Iterator[Trigger]:
    """The triggers by which a work's noun gives its year ("1982 film") or its maker ("album by")."""
    if dated:
        yield from (t for t in passage.catalogue.definitions.get("year", ()) if noun in t.complements)
    else:
        yield from (t for t in passage.catalogue.nouns.get(noun, ()) if "by" in t.at and t.about == "itself")


def _definition(passage: Passage, nominal: Token) -> Iterator[Claim]:
    subject = passage.about_main(nominal, 0.9)
    main = passage.main
    if subject is None or main is None or not main.types:
        return
    parts = {
        "noun": _nouns(nominal),
        "demonym": _demonyms(nominal),
        "year": _years(nominal),
        "genre": _genre(nominal),
        "sport": _sports(nominal),
        "party": _parties(nominal),
    }
    for part, spans in parts.items():
        for trigger in passage.catalogue.definitions.get(part, ()):
            if not trigger.spec.fits(main.types) or (
                trigger.complements and nominal.lemma_ not in trigger.complements
            ):
                continue
            for span in spans:
                kind = next(iter(sorted(trigger.spec.kinds)))
                text = passage.catalogue.sports.get(span.text, span.text) if part == "sport" else span.text
                candidate = Candidate(span, frozenset({kind}), parse_value(text, kind))
                yield _claim(candidate, trigger.spec, subject, nominal)


def _nouns(nominal: Token) -> list[Span]:
    """What X is: the noun with its compounds, and the nouns joined to it ("farmer and politician")."""
    if nominal.lemma_ in _SAYING_NOTHING or not catalogue().types_of(nominal.lemma_.casefold()):
        return []
    joined = [
        child
        for child in nominal.subtree
        if child.dep_ == "conj"
        and child.pos_ == "NOUN"
        and child.head.pos_ == "NOUN"
        and child.lemma_ not in _SAYING_NOTHING
        and not any(t.dep_ in ("prep", "relcl", "acl") for t in child.ancestors if nominal.i < t.i)
    ]
    return [_with_compounds(noun) for noun in (nominal, *joined)]


def _with_compounds(noun: Token) -> Span:
    doc, first = noun.doc, noun.i
    while (
        first > noun.left_edge.i
        and (doc[first - 1].pos_ == "NOUN" or doc[first - 1].text == "-")
        and doc[first - 1].dep_ in ("compound", "nmod", "amod", "punct")
    ):
        first -= 1
    if first > 0 and doc[first - 1].pos_ == "ADJ" and doc[first - 1].head == noun and _tells(doc[first - 1]):
        first -= 1
    while first > 1 and (
        doc[first].text == "-" or (doc[first - 1].text == "-" and not doc[first - 1].whitespace_)
    ):
        first -= 1  # never half of "dual-sport"
    return doc[first : noun.i + 1]


def _tells(adjective: Token) -> bool:
    """Whether an adjective is part of what sort of thing something is, not of its origin, age or fame."""
    return not adjective.ent_type_ and adjective.lower_ not in _PASSING and adjective.is_lower


def _demonyms(nominal: Token) -> list[Span]:
    """Nationalities before the noun; "American football player" has none that counts as one."""
    doc = nominal.doc
    spans = [
        e for e in doc.ents if e.label_ == "NORP" and nominal.left_edge.i <= e.start and e.end <= nominal.i
    ]
    known = catalogue()
    others = known.parties | known.religions
    return [
        entity
        for entity in spans
        if f"{entity.text} {doc[entity.end].text}" not in known.sports
        and entity.text not in others
        and not others.intersection(entity.text.split())
    ][:1]


def _parties(nominal: Token) -> list[Span]:
    """A party's adjective before the noun: "a Republican member of the Senate"."""
    words = nominal.doc[nominal.left_edge.i : nominal.i]
    return [nominal.doc[word.i : word.i + 1] for word in words if word.text in catalogue().parties][:1]


def _years(nominal: Token) -> list[Span]:
    doc = nominal.doc
    return [doc[t.i : t.i + 1] for t in doc[nominal.left_edge.i : nominal.i] if _YEAR.fullmatch(t.text)][:1]


def _genre(nominal: Token) -> list[Span]:
    """The words right before the noun that say what sort of work it is: "action comedy" film."""
    if "work" not in catalogue().types_of(nominal.lemma_.casefold()):
        return []
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
    found = _sport_words().search(text_of(doc), start, end)
    span = doc.char_span(*found.span()) if found else None
    return [span] if span is not None else []


def _claim(candidate: Candidate, spec: AttributeSpec, subject: Subject, anchor: Token) -> Claim:
    return Claim(
        candidate, Attribute(spec.name, spec.functional, False, CATALOGUE_CONFIDENCE), subject, anchor
    )
