"""Under which circumstances a claim is made: time, scope, approximation, attribution.

Two values under different circumstances don't contradict each other: a town grows, a film opens in one
country before another. So what a sentence says of the circumstances goes with the fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphprobe.mining.attributes import Claim
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.clauses import reporter_of
from graphprobe.mining.parsing import text_of
from graphprobe.text.values import Kind

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_APPROXIMATE = re.compile(
    r"\b(about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca?\.|some|over|more than"
    r"|less than|fewer than|at least|at most|up to|upwards of|(?:an )?estimated|close to|(?:just )?under"
    r")\s*$|^\s*[~≈±]",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")
_SCOPE_ADVERBS = frozenset(
    {"worldwide", "globally", "nationwide", "nationally", "internationally", "domestically", "locally",
     "regionally"}
)  # fmt: skip
_LIMITS = frozenset({"excluding", "including", "except", "without"})
_MEASURED = frozenset({Kind.NUMBER, Kind.QUANTITY, Kind.MONEY, Kind.DURATION, Kind.DATE})
_TIMES = frozenset({"in", "of", "at", "since", "by", "on", "during", "until", "from"})
_RETRACTED = re.compile(
    r"\b(?:mistakenly|erroneously|incorrectly|wrongly|falsely|inaccurately|retracted|hoax|debunked|misreported|misprint"
    r"|(?:previously|originally|initially) (?:reported|thought|believed|stated))\b",
    re.IGNORECASE,
)
_DATED_OPENING = re.compile(
    r"\s*(?:as of|as at|at|in|by|according to) (?:the )?"
    r"((?:\w+ ){0,3}?(?:1\d|20)\d\d(?: (?:national )?census)?)\b",
    re.IGNORECASE,
)
_LINKING = frozenset(
    {
        "be",
        "have",
        "reach",
        "total",
        "number",
        "record",
        "stand",
        "contain",
        "employ",
        "enroll",
        "live",
        "reside",
    }
)
_DATED_AFTER = re.compile(
    r"[^().;]{0,20}\(\s*(?:as of |in |at the )?([^()]{0,25}\b(?:1\d|20)\d\d\b[^()]{0,20})\)"
)
_FORMER = re.compile(r"\b(formerly|former|previously|used to)\b", re.IGNORECASE)


def is_retracted(claim: Claim) -> bool:
    """Whether the sentence itself calls what it tells an error."""
    return _RETRACTED.search(claim.anchor.sent.text) is not None


def qualifiers_of(claim: Claim) -> dict[str, str]:
    """The circumstances of a claim: some of ``time``, ``scope``, ``approximation``, ``attribution``."""
    found = {
        "time": _time(claim),
        "scope": _scope(claim),
        "approximation": _approximation(claim),
        "attribution": reporter_of(claim.anchor),
    }
    if found["attribution"] and _YEAR.search(found["attribution"]):
        found["attribution"] = None  # "according to the 2011 census" says when, not who
    return {name: value for name, value in found.items() if value}


def _time(claim: Claim) -> str | None:
    """When a value held: "2010", "2020 census"; None for what doesn't change in time."""
    spec = catalogue().get(claim.attribute.name)
    if claim.candidate.value.kind is Kind.DATE or (spec is not None and not spec.changes):
        return None
    span = claim.candidate.span
    for words in _circumstances(claim.anchor, _TIMES):
        if _YEAR.search(words.text) and not _overlap(words, span):
            return _without_article(words)
    sentence = claim.anchor.sent
    opening = _DATED_OPENING.match(sentence.text[:80])
    if opening and sentence.start_char + opening.end() <= span.start_char:
        return opening[1]
    text = text_of(span.doc)
    before = text[max(sentence.start_char, span.start_char - 200) : span.start_char]
    noted = _DATED_AFTER.match(text[span.end_char : span.end_char + 60])
    if noted:
        return noted[1]
    return "former" if _FORMER.search(before) else None


def _scope(claim: Claim) -> str | None:
    """What part of the world or of the thing a value is for: "worldwide", "Japan", "excluding suburbs"."""
    sentence, span = claim.anchor.sent, claim.candidate.span
    parts: list[str] = []
    if claim.anchor.pos_ == "NOUN":
        parts += (
            [
                child.lower_
                for child in claim.anchor.children
                if child.dep_ in ("amod", "compound")
                and child.pos_ in ("ADJ", "NOUN")
                and not _inside(child, span)
                and child.lower_
                not in ("total", "current", "overall", "estimated", "official", "small", "large")
                and child.lower_ not in claim.attribute.name.casefold().split()
            ]
            if not claim.attribute.open
            and claim.candidate.value.kind in (Kind.NUMBER, Kind.QUANTITY, Kind.MONEY)
            else []
        )
    for token in sentence:
        if token.lower_ in _SCOPE_ADVERBS and not _inside(token, span):
            parts.append(token.lower_)
        elif token.lower_ in _LIMITS and token.dep_ == "prep":
            parts.append(sentence.doc[token.i : token.right_edge.i + 1].text)
    if "person" not in claim.subject.types and claim.candidate.value.kind in _MEASURED:
        for words in _prepositional_of(
            claim.anchor, frozenset({"in", "for", "outside", "across", "throughout"})
        ):
            places = words.ents and all(e.label_ in ("GPE", "LOC") for e in words.ents)
            if (
                places
                and not _overlap(words, span)
                and not claim.subject.start <= words.start_char < claim.subject.end
            ):
                parts.append(_without_article(words))
    return ", ".join(dict.fromkeys(parts)) or None


def _approximation(claim: Claim) -> str | None:
    span = claim.candidate.span
    if claim.candidate.value.kind not in _MEASURED:
        return None
    inside = re.match(r"\D+", span.text)
    before = text_of(span.doc)[max(0, span.start_char - 20) : span.start_char] + (
        inside.group() if inside else ""
    )
    found = _APPROXIMATE.search(before)
    return (found[1] or found[0]).strip().casefold() if found else None


def _circumstances(anchor: Token, prepositions: frozenset[str]) -> Iterator[Span]:
    """What stands after the prepositions of a word, and of the verb that only links it to its value."""
    heads = [anchor, *(a for a in anchor.ancestors if a.lemma_ in _LINKING)][:2]
    for child in (child for head in heads for child in head.children if child.dep_ == "prep"):
        yield from _after(child, prepositions)
        yield from (
            words for inner in child.children if inner.dep_ == "prep" for words in _after(inner, prepositions)
        )


def _prepositional_of(head: Token, prepositions: frozenset[str]) -> Iterator[Span]:
    for child in head.children:
        if child.dep_ == "prep":
            yield from _after(child, prepositions)


def _after(preposition: Token, prepositions: frozenset[str]) -> Iterator[Span]:
    if preposition.lower_ in prepositions:
        for child in preposition.children:
            if child.dep_ == "pobj":
                yield child.doc[child.left_edge.i : child.i + 1]


def _without_article(span: Span) -> str:
    first = span.start
    while first < span.end - 1 and span.doc[first].pos_ == "DET":
        first += 1
    return str(span.doc[first : span.end].text)


def _overlap(a: Span, b: Span) -> bool:
    return bool(a.start < b.end and b.start < a.end)


def _inside(token: Token, span: Span) -> bool:
    return bool(span.start <= token.i < span.end)
