"""Facts that only a pair shows: the two sides of a difference, and a fact's twin in the same words.

The facts stage reads each document alone. Beside another document more can be said: what was replaced is a
value of the slot that either side lets one name. Both facts get one slot, so that they meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphprobe.mining.attributes import claim_at
from graphprobe.mining.evidence import Evidence, Pair
from graphprobe.mining.phrases import UnitKind
from graphprobe.mining.reading import PAIR, DocumentReading
from graphprobe.records import Fact, Span
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Kind, Value, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from graphprobe.mining.attributes import Claim

MAX_STATEMENT = 600
MAX_ATTRIBUTE = 80
_MIRRORED = 0.75


def facts_of_difference(pair: Pair, evidence: Evidence) -> tuple[Fact, Fact] | None:
    """The two facts of a difference, of one slot; None where nothing tells what they are about."""
    difference = evidence.difference
    claims = [_claim(pair.a, difference.a), _claim(pair.b, difference.b)]
    known = next((claim for claim in claims if claim and not claim.attribute.open), None) or next(
        filter(None, claims), None
    )
    attribute = known.attribute.name if known else _open_attribute(pair.a.doc, difference.a, difference.kind)
    subject = known.subject.surface if known else _subject(pair, difference.a, difference.b)
    if not subject or not entity_key(subject) or not attribute:
        return None
    facts = []
    for reading, tokens in ((pair.a, difference.a), (pair.b, difference.b)):
        value = _value(reading, tokens)
        facts.append(_fact(reading, tokens, subject, attribute, value, evidence.confidence))
    return facts[0], facts[1]


def mirrored_facts(pair: Pair) -> Iterator[tuple[tuple[Fact, Fact], float]]:
    """Facts of one document whose sentence stands in the other with the same value, with their twins."""
    for aligned in pair.aligned:
        partners = aligned.partners()
        for facts, reading, other, mapping in (
            (pair.a.facts, pair.a, pair.b, partners),
            (pair.b.facts, pair.b, pair.a, {b: a for a, b in partners.items()}),
        ):
            for fact in facts:
                tokens = _tokens(reading, fact.value_span)
                if not tokens or not all(token in mapping for token in tokens):
                    continue
                twin_tokens = mapping[tokens[0]], mapping[tokens[-1]] + 1
                if twin_tokens[1] - twin_tokens[0] != tokens[-1] + 1 - tokens[0]:
                    continue
                confidence = _MIRRORED * aligned.similarity * (1.0 if pair.is_copy or pair.are_short else 0.9)
                twin = _fact(other, twin_tokens, fact.subject, fact.attribute, fact.value, confidence)
                yield ((fact, twin) if reading is pair.a else (twin, fact)), confidence


def _tokens(reading: DocumentReading, span: Span) -> list[int]:
    """The word tokens that a span of characters covers."""
    found = reading.doc.char_span(span.start, span.end, alignment_mode="expand")
    return (
        [token.i for token in found if not token.is_punct and not token.is_space] if found is not None else []
    )


def _claim(reading: DocumentReading, tokens: tuple[int, int]) -> Claim | None:
    span = reading.doc[slice(*tokens)]
    return claim_at(reading.passage, span.start_char, span.end_char)


def _value(reading: DocumentReading, tokens: tuple[int, int]) -> Value:
    for unit in reading.units:
        if (unit.first, unit.last) == tokens:
            return unit.value
    return parse_value(reading.doc[slice(*tokens)].text, Kind.TEXT)


def _fact(
    reading: DocumentReading,
    tokens: tuple[int, int],
    subject: str,
    attribute: str,
    value: Value,
    confidence: float,
) -> Fact:
    span = reading.doc[slice(*tokens)]
    start, end = span.start_char, span.end_char
    text = reading.text
    return Fact(
        document_id=reading.id,
        subject=subject,
        subject_key=entity_key(subject),
        attribute=attribute,
        value=value,
        statement=_statement(reading.doc, start, end),
        value_span=Span(start, end, text[start:end]),
        method=PAIR,
        confidence=round(min(1.0, confidence), 3),
    )


def _statement(doc: Doc, start: int, end: int) -> Span:
    """The sentence around a value; of a very long one the part around the value."""
    found = doc.char_span(start, end, alignment_mode="expand")
    sentence = found.sent if found is not None else doc[:]
    low = max(sentence.start_char, start - MAX_STATEMENT // 2)
    high = min(sentence.end_char, end + MAX_STATEMENT // 2)
    text = doc.text[low:high]
    low += len(text) - len(text.lstrip())
    text = text.strip()
    return Span(low, low + len(text), text)


def _subject(pair: Pair, a: tuple[int, int], b: tuple[int, int]) -> str | None:
    """What a difference is about: what the documents are about, else the subject of one of the sentences."""
    for reading in (pair.a, pair.b):
        if reading.main is not None:
            return reading.main.surface
    for reading, tokens in ((pair.a, a), (pair.b, b)):
        surface = _sentence_subject(reading, tokens)
        if surface:
            return surface
    shared = pair.a.specifics & pair.b.specifics
    for unit in pair.a.units:
        surface = pair.a.doc[unit.first : unit.last].text
        if unit.kind is UnitKind.NAME and entity_key(surface) in shared:
            return surface
    return _described_subject(pair.a, a) or _described_subject(pair.b, b)


def _described_subject(reading: DocumentReading, tokens: tuple[int, int]) -> str | None:
    """The common noun that is the subject of a sentence, where no name is: "the disease"."""
    sentence = reading.doc[tokens[0]].sent
    noun = next((t for t in sentence if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ == "NOUN"), None)
    return " ".join(token.text for token in _with_modifiers(noun)) if noun is not None else None


def _sentence_subject(reading: DocumentReading, tokens: tuple[int, int]) -> str | None:
    """The name in the subject of the sentence around some tokens, unless it is what they replace."""
    sentence = reading.doc[tokens[0]].sent
    for token in sentence:
        if token.dep_ not in {"nsubj", "nsubjpass"} or tokens[0] <= token.i < tokens[1]:
            continue
        for unit in reading.units:
            if unit.kind is UnitKind.NAME and unit.first <= token.i < unit.last:
                return reading.doc[unit.first : unit.last].text
    return None


def _open_attribute(doc: Doc, tokens: tuple[int, int], kind: str) -> str:
    """A noun phrase for what stands at some tokens, from the words that govern it."""
    root = doc[slice(*tokens)].root
    if kind in {"polarity", "action"}:
        return _limited(f"statement on {_gloss(_verb_above(root))}")
    head = root.head
    if root.dep_ in {"compound", "amod", "nmod"} and head.pos_ in {"NOUN", "PROPN"}:
        return _limited(f"kind of {head.lemma_.casefold()}")
    if root.dep_ == "pobj":
        governor = head.head
        if governor.pos_ in {"VERB", "AUX"}:
            return _limited(f"{head.lower_} what, of {_gloss(governor)}")
        return _limited(f"{governor.lemma_.casefold()} {head.lower_}")
    if root.dep_ in {"attr", "appos"}:
        return "description"
    return _limited(f"part in {_gloss(_verb_above(root))}")


def _verb_above(token: Token) -> Token:
    for ancestor in (token, *token.ancestors):
        if ancestor.pos_ in {"VERB", "AUX"}:
            return ancestor
    return token


def _gloss(verb: Token) -> str:
    """A verb with its object: "practice religious asceticism"."""
    thing = next((child for child in verb.children if child.dep_ in {"dobj", "attr", "acomp", "oprd"}), None)
    words = [verb.lemma_.casefold()]
    if thing is not None:
        words += [
            token.text
            for token in _with_modifiers(thing)
            if not token.is_punct and token.pos_ not in {"DET", "PRON"}
        ][-4:]
    return " ".join(words)


def _with_modifiers(head: Token) -> list[Token]:
    """A noun with what stands before it in its phrase."""
    return list(head.doc[head.left_edge.i : head.i + 1])


def _limited(name: str) -> str:
    return " ".join(name.split())[:MAX_ATTRIBUTE]
