"""Facts that only a pair shows: the two sides of a difference, and a fact's twin in the same words.

The facts stage reads each document alone. Beside another document more can be said: what was replaced is a
value of the slot that either side lets one name. Both facts get one slot, so that they meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphprobe.mining.evidence import Evidence, Pair
from graphprobe.mining.naming import Naming, name_difference
from graphprobe.mining.reading import PAIR, DocumentReading
from graphprobe.records import Fact, Span
from graphprobe.text.values import Kind, Value, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc

MAX_STATEMENT = 600
_MIRRORED = 0.75


def facts_of_difference(pair: Pair, evidence: Evidence) -> tuple[Fact, Fact] | None:
    """The two facts of a difference, of one slot; None where nothing tells what they are about."""
    difference = evidence.difference
    naming = name_difference(pair.a, difference.a, pair.b, difference.b, difference.kind)
    if naming is None:
        return None
    facts = []
    for reading, tokens in ((pair.a, difference.a), (pair.b, difference.b)):
        facts.append(fact_at(reading, tokens, naming, evidence.confidence))
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
                naming = Naming(fact.subject, fact.subject_key, fact.attribute, _about_subject(fact))
                twin = fact_at(other, twin_tokens, naming, confidence, fact.value)
                yield ((fact, twin) if reading is pair.a else (twin, fact)), confidence


def _tokens(reading: DocumentReading, span: Span) -> list[int]:
    """The word tokens that a span of characters covers."""
    found = reading.doc.char_span(span.start, span.end, alignment_mode="expand")
    return (
        [token.i for token in found if not token.is_punct and not token.is_space] if found is not None else []
    )


def _about_subject(fact: Fact) -> dict[str, str]:
    """The qualifiers that say what the subject is, and hold in every document."""
    return {name: text for name, text in fact.qualifiers.items() if name in ("subject_type", "subject_is")}


def _value(reading: DocumentReading, tokens: tuple[int, int]) -> Value:
    for unit in reading.units:
        if (unit.first, unit.last) == tokens:
            return unit.value
    text = reading.doc[slice(*tokens)].text
    return parse_value(text) if any(c.isdigit() for c in text) else parse_value(text, Kind.TEXT)


def fact_at(
    reading: DocumentReading,
    tokens: tuple[int, int],
    naming: Naming,
    confidence: float,
    value: Value | None = None,
) -> Fact:
    """The fact that a span of tokens (first, last exclusive) is the value of, as only a pair shows it.

    Args:
        reading: the document.
        tokens: where the value stands.
        naming: subject and attribute.
        confidence: how sure the evidence is, in [0, 1].
        value: the value; None: as the document has it.
    """
    span = reading.doc[slice(*tokens)]
    start, end = span.start_char, span.end_char
    text = reading.text
    return Fact(
        document_id=reading.id,
        subject=naming.subject,
        subject_key=naming.key,
        attribute=naming.attribute,
        value=value or _value(reading, tokens),
        statement=_statement(reading.doc, start, end),
        value_span=Span(start, end, text[start:end]),
        method=PAIR,
        confidence=round(min(1.0, confidence), 3),
        qualifiers=naming.qualifiers,
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
