"""Which attribute of which subject a value fills in its sentence.

The known attributes come from the catalogue (:mod:`graphprobe.mining.catalogue`); the place of a value in
the parse, or the heading before it, tells which of them it fills, whatever the wording: "was born on",
"(b. 26 August 1910)" and "Birth date:" all give "date of birth". Outside the catalogue a value gets an
open attribute made from the words that govern it ("number of chapters", "date of moving to Berlin").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from graphprobe.mining.catalogue import AttributeSpec, Trigger, catalogue
from graphprobe.mining.clauses import (
    SUBJECTS,
    TIME_PREPOSITIONS,
    Place,
    agent_of,
    is_passive,
    is_reduced,
    patient_of,
    place_of,
    subject_of_clause,
)
from graphprobe.mining.parsing import text_of
from graphprobe.mining.subjects import Name, Passage, Subject
from graphprobe.text.values import FoundValue, Kind, Value, find_values, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

CATALOGUE_CONFIDENCE = 0.95
OPEN_CONFIDENCE = 0.6

_KINDS_BY_LABEL = {
    "PERSON": (Kind.PERSON,),
    "ORG": (Kind.ORGANIZATION, Kind.PERSON, Kind.PLACE),
    "GPE": (Kind.PLACE,),
    "LOC": (Kind.PLACE,),
    "FAC": (Kind.PLACE,),
    "LANGUAGE": (Kind.CATEGORY,),
    "": (Kind.TEXT, Kind.PERSON, Kind.PLACE, Kind.ORGANIZATION, Kind.CATEGORY),
}
_MEASURED = frozenset({Kind.NUMBER, Kind.QUANTITY, Kind.MONEY, Kind.DATE, Kind.DURATION})
_NAMED = frozenset({Kind.PERSON, Kind.ORGANIZATION, Kind.PLACE, Kind.TEXT})
_EQUATING = frozenset({"be", "reach", "number", "total", "remain", "become"})
_POSSESSING = frozenset(
    {"have", "contain", "comprise", "include", "possess", "hold", "feature", "employ", "enroll", "enrol",
     "serve", "offer", "reach", "boast", "record", "operate"}
)  # fmt: skip
_VAGUE_NOUNS = frozenset(
    {"number", "total", "part", "member", "lot", "year", "month", "day", "week", "hour", "time", "one",
     "percent", "%", "mile", "kilometer", "kilometre", "minute", "century", "majority", "rest"}
)  # fmt: skip
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_TALLY = re.compile(
    r"\b(?:by|of|was|score|tally|vote)\s+"
    r"(?P<tally>\d{1,3}(?:,\d{3})*(?: votes?)?(?: to |\s?[–—-]\s?| against )"
    r"\d{1,3}(?:,\d{3})*(?: votes)?)\b(?![–—-]|\s*(?:km|m|miles|percent|%|years|per)\b)"
)
_SENTENCE_MARKS = SUBJECTS | {"expl"}
_LOOSE = frozenset({"in", "on", "at", "during"})
_RANGE = re.compile(r"^(?:from|between)\b|\b(?:until|through|to)\b|\d\s*[–—-]\s*\d", re.IGNORECASE)
_OF_PLACE = frozenset({"of", "in", "for"})


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a value says of its subject.

    Attributes:
        name: a noun phrase, the same for the same attribute however it is worded.
        functional: a subject has one value at a time, so that two different ones contradict each other.
        open: not in the catalogue but made from the governing words.
        confidence: how sure the reading is, in [0, 1].
    """

    name: str
    functional: bool
    open: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that may be a value: its tokens, what kinds of value it can be, and the value it is."""

    span: Span
    kinds: frozenset[Kind]
    value: Value


@dataclass(frozen=True, slots=True)
class Claim:
    """A value, the attribute it fills, the subject, and the word that governs it (the anchor)."""

    candidate: Candidate
    attribute: Attribute
    subject: Subject
    anchor: Token


def attribute_of(doc: Doc, start: int, end: int) -> Attribute | None:
    """The attribute that the text from ``start`` to ``end`` (characters) fills in its sentence, if any."""
    claim = claim_at(Passage(doc), start, end)
    return claim.attribute if claim else None


def subject_of(doc: Doc, start: int, end: int) -> Subject | None:
    """What the value from ``start`` to ``end`` (characters) is a value of; None when that isn't clear."""
    claim = claim_at(Passage(doc), start, end)
    return claim.subject if claim else None


def claim_at(passage: Passage, start: int, end: int, *, loosely: bool = False) -> Claim | None:
    """The claim that a span of characters makes as a value, if any.

    Args:
        passage: the document.
        start, end: offsets of the value.
        loosely: take a name for whatever may bear one, whatever the recognizer makes of it.
    """
    span = passage.doc.char_span(start, end, alignment_mode="expand")
    if span is None or not len(span):
        return None
    candidate = _candidate(passage, span)
    if loosely and candidate.kinds <= _NAMED:
        candidate = Candidate(span, _NAMED, candidate.value)
    return claim_of(passage, candidate)


def claim_of(passage: Passage, candidate: Candidate) -> Claim | None:
    """The best supported claim of a candidate: headings, the catalogue's words, then open ones."""
    for reading in (_by_label, _by_adjective, _by_verb, _by_noun, _by_count, _by_open_words):
        claim = next(reading(passage, candidate), None)
        if claim is not None:
            return claim
    return None


# Candidates -------------------------------------------------------------------------------------------------


def candidates(passage: Passage) -> Iterator[Candidate]:
    """All spans that may be values: typed values, names, and phrases where a category may stand."""
    doc = passage.doc
    taken: set[int] = set()
    for found in (*_tallies(doc.text), *find_values(doc.text)):
        span = doc.char_span(found.start, found.end, alignment_mode="expand")
        if span is None or not len(span):
            continue
        exact = (span.start_char, span.end_char) == (found.start, found.end)
        name = passage.name_at(span[0])
        if name is not None and name.last - name.first > len(span):
            continue  # "747" in "Boeing 747"
        if exact and not taken.intersection(range(span.start, span.end)):
            taken.update(range(span.start, span.end))
            yield Candidate(span, _kinds_of_value(found.value), found.value)
    for name in passage.names:
        if not taken.intersection(range(name.first, name.last)):
            span = _with_region(passage, name)
            taken.update(range(span.start, span.end))
            yield _name_candidate(span, name.label)
    for entity in doc.ents:
        if entity.label_ == "NORP" and not taken.intersection(range(entity.start, entity.end)):
            taken.update(range(entity.start, entity.end))
            yield Candidate(entity, frozenset({Kind.CATEGORY}), parse_value(entity.text, Kind.CATEGORY))
    for head in doc:
        if head.pos_ in ("NOUN", "ADJ") and head.i not in taken and _may_be_category(passage, head):
            span = _phrase(head)
            if not taken.intersection(range(span.start, span.end)):
                yield Candidate(
                    span, frozenset({Kind.CATEGORY, Kind.TEXT}), parse_value(span.text, Kind.CATEGORY)
                )


def _tallies(text: str) -> Iterator[FoundValue]:
    """Votes and scores, which are two numbers and one value: "61 votes to 60", "4–2"."""
    for found in _TALLY.finditer(text):
        start, end = found.span("tally")
        yield FoundValue(start, end, parse_value(text[start:end], Kind.TEXT))


def _candidate(passage: Passage, span: Span) -> Candidate:
    """A given span as a candidate, typed by what it holds."""
    found = find_values(span.text)
    if found and found[0].end - found[0].start >= len(span.text) // 2:
        return Candidate(span, _kinds_of_value(found[0].value), found[0].value)
    name = passage.name_at(span.root)
    if name is not None:
        return _name_candidate(span, name.label)
    return Candidate(span, frozenset({Kind.CATEGORY, Kind.TEXT}), parse_value(span.text, Kind.CATEGORY))


def _kinds_of_value(value: Value) -> frozenset[Kind]:
    kinds = {value.kind, *(reading.kind for reading in value.readings)}
    if _YEAR.fullmatch(value.text):
        kinds.add(Kind.DATE)
    return frozenset(kinds)


def _name_candidate(span: Span, label: str) -> Candidate:
    kinds = _KINDS_BY_LABEL.get(label, (Kind.TEXT,))
    return Candidate(span, frozenset(kinds), parse_value(span.text, kinds[0]))


def _with_region(passage: Passage, name: Name) -> Span:
    """A place with the regions that follow it: "Verona, New York"."""
    doc, last = passage.doc, name.last
    while name.label in ("GPE", "LOC", "FAC", "ORG", "") and last + 1 < len(doc) and doc[last].text == ",":
        region = passage.name_at(doc[last + 1])
        if region is None or region.first != last + 1 or region.label not in ("GPE", "LOC"):
            break
        last = region.last
    return doc[name.first : last]


def _may_be_category(passage: Passage, head: Token) -> bool:
    place = place_of(head.doc[head.i : head.i + 1])
    if place is None:
        return False
    triggers = (
        *passage.catalogue.verbs.get(place.head.lemma_, ()),
        *passage.catalogue.nouns.get(place.head.lemma_, ()),
        *(t for n in _equated_nouns(place) for t in passage.catalogue.nouns.get(n.lemma_, ())),
        *(t for n in _respects(head) for t in passage.catalogue.nouns.get(n.lemma_, ())),
    )
    return any(Kind.CATEGORY in trigger.spec.kinds for trigger in triggers)


def _phrase(head: Token) -> Span:
    """A noun phrase without article, with the "of" and "from" phrases right behind it."""
    first, last = head.left_edge.i, head.i + 1
    while first < head.i and head.doc[first].pos_ in ("DET", "PRON", "PUNCT", "PART"):
        first += 1
    for child in head.rights:
        if child.dep_ != "prep" or child.lower_ not in ("of", "from") or child.i != last:
            break
        last = child.right_edge.i + 1
    return head.doc[first:last]


# Headings ---------------------------------------------------------------------------------------------------


@cache
def _label_before() -> re.Pattern[str]:
    labels = sorted(catalogue().labels, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, labels))})\s*[:：]?\s*$")


def _by_label(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    start = candidate.span.start_char
    found = _label_before().search(text_of(passage.doc)[max(0, start - 40) : start])
    if found is None:
        return
    for trigger in passage.catalogue.labels[found[1]]:
        if not candidate.kinds & trigger.spec.kinds:
            continue
        first = candidate.span[0]
        subject = _before_parenthesis(passage, first) or passage.about_main(first, 0.8)
        claim = _claim(candidate, trigger.spec, subject, first)
        if claim is not None:
            yield claim


def _before_parenthesis(passage: Passage, token: Token) -> Subject | None:
    """The name before the parenthesis that a token stands in near its beginning: "Ada Hope (born 1910)"."""
    for index in range(token.i - 1, max(token.i - 6, 0), -1):
        if passage.doc[index].text == "(":
            name = passage.name_at(passage.doc[index - 1])
            return passage.resolve(passage.doc[name.first : name.last].root) if name else None
    return None


# Verbs ------------------------------------------------------------------------------------------------------


def _by_verb(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    for place in _places(candidate):
        verb = place.head
        for trigger in passage.catalogue.verbs.get(verb.lemma_, ()):
            if not _may_fill(candidate, trigger) or not _stands_at(place, trigger, candidate):
                continue
            if trigger.objects and not _has_object(verb, trigger.objects):
                continue
            token = agent_of(verb) if trigger.about == "agent" else patient_of(verb)
            subject = _defined(passage, verb, token, trigger) or _resolved(passage, token, candidate)
            claim = _claim(candidate, trigger.spec, subject, verb)
            if claim is not None:
                yield claim


def _defined(passage: Passage, verb: Token, token: Token | None, trigger: Trigger) -> Subject | None:
    """The main subject, where a participle in its definition hangs on a name for want of a better parse.

    In "X is a party in Tamil Nadu, founded in 1989" it's X that was founded; in "X is an album by Ann Hope,
    released in 1989" it's the album that was released.
    """
    main = passage.main
    if main is None or main.nominal is None or not is_reduced(verb) or verb.i < main.nominal.i:
        return None
    if verb.sent != main.nominal.sent or not trigger.spec.fits(main.types):
        return None
    after_comma = passage.doc[verb.i - 1].text == ","
    misplaced = (
        token is None
        or token.ent_type_ in ("GPE", "LOC")
        or (after_comma and passage.name_at(token) is not None and "person" not in main.types)
    )
    return passage.about_main(verb, 0.85) if misplaced else None


def _may_fill(candidate: Candidate, trigger: Trigger) -> bool:
    """Whether a candidate is of a kind that the attribute takes, and says one of the words it must say."""
    if not candidate.kinds & trigger.spec.kinds:
        return False
    return not trigger.saying or bool(trigger.saying & set(candidate.span.text.split()))


def _stands_at(place: Place, trigger: Trigger, candidate: Candidate) -> bool:
    if "time" in trigger.at and place.role in TIME_PREPOSITIONS and Kind.DATE in candidate.kinds:
        return True
    if "agent" in trigger.at:
        if is_passive(place.head):
            return place.role == "by"
        return place.role == "subject" and any(child.dep_ == "dobj" for child in place.head.children)
    return place.role in trigger.at


def _has_object(verb: Token, nouns: frozenset[str]) -> bool:
    return any(child.dep_ == "dobj" and child.lemma_ in nouns for child in verb.children)


def _places(candidate: Candidate) -> Iterator[Place]:
    """Where the value stands; where the parse leaves it open, also where it may stand instead.

    A counted noun ("150 people") stands for its count. A time or place that the parser hangs on the noun
    before it ("founded by Ann Hope in 1989") may belong to the verb.
    """
    place = place_of(candidate.span)
    if place is None:
        return
    yield place
    before = candidate.span.doc[candidate.span.start - 1] if candidate.span.start else None
    if before is not None and before.pos_ == "VERB" and candidate.kinds & _MEASURED:
        yield Place("object", before)  # "killed upwards of 100 million people", however it's parsed
    if place.head.pos_ not in ("NOUN", "PROPN"):
        return
    if place.role == "modifier" and candidate.kinds & _MEASURED:
        outer = place_of(place.head.doc[place.head.i : place.head.i + 1])
        if outer is not None:
            yield outer
    elif place.role in _LOOSE:
        verb = _verb_above(place.head)
        if verb is not None:
            yield Place(place.role, verb)


def _verb_above(noun: Token) -> Token | None:
    """The verb whose object or adverbial a noun is part of."""
    for _ in range(5):
        if noun.pos_ in ("VERB", "AUX"):
            return noun
        if noun.dep_ not in (
            "pobj",
            "dobj",
            "prep",
            "agent",
            "compound",
            "appos",
            "conj",
            "attr",
            "oprd",
            "npadvmod",
        ):
            return None
        noun = noun.head
    return None


def _resolved(passage: Passage, token: Token | None, candidate: Candidate) -> Subject | None:
    """What a token refers to, unless it is the value itself; without one, what the clause leaves unsaid."""
    if token is None:
        return passage.unstated(candidate.span.root)
    return None if _inside(token, candidate.span) else passage.resolve(token)


# Nouns ------------------------------------------------------------------------------------------------------


def _by_noun(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    for role, noun in _noun_places(candidate):
        for trigger in passage.catalogue.nouns.get(noun.lemma_, ()):
            if not _may_fill(candidate, trigger) or (trigger.at and role not in trigger.at):
                continue
            if role == "of" and trigger.at and noun.dep_ not in ("attr", "appos"):
                continue  # "the village of Kaukauna" is no village in Kaukauna
            if role == "modifier" and Kind.CATEGORY in candidate.kinds and role not in trigger.at:
                continue
            if not trigger.at and role in ("in", "at", "on", "to", "from", "with", "by", "for", "as", "near"):
                continue
            if trigger.complements and not _complement(noun, trigger.complements):
                continue
            if trigger.about == "itself":
                subject = _resolved(passage, noun, candidate)
            else:
                holder = _complement(noun, trigger.complements) or noun
                subject = _holder(passage, holder, candidate, role, trigger.spec)
            claim = _claim(candidate, trigger.spec, subject, noun)
            if claim is not None:
                yield claim


def _noun_places(candidate: Candidate) -> Iterator[tuple[str, Token]]:
    """The nouns that a value may fill, and how it stands to each."""
    for place in _places(candidate):
        if place.head.pos_ in ("NOUN", "PROPN"):
            yield place.role, place.head
        for noun in _equated_nouns(place):
            yield "is", noun
        if place.role == "complement":
            yield from (("is", noun) for noun in _respects(candidate.span.root))
    root = candidate.span.root
    for child in root.children:
        if (
            child.pos_ == "NOUN"
            and child.dep_ in ("compound", "nmod", "appos")
            and not _inside(child, candidate.span)
        ):
            yield "apposition", child  # "director Ada Hope", "Ada Hope, director of ..."


def _respects(adjective: Token) -> Iterator[Token]:
    """The respect in which something is so: the extent of "global in extent"."""
    if adjective.pos_ == "ADJ":
        for child in adjective.children:
            if child.lower_ == "in":
                yield from (noun for noun in child.children if noun.dep_ == "pobj")


def _inside(token: Token, span: Span) -> bool:
    return span.start <= token.i < span.end


def _equated_nouns(place: Place) -> Iterator[Token]:
    """The nouns that a verb like "be" equates with the value."""
    if place.head.lemma_ not in _EQUATING:
        return
    other = {"complement": "nsubj", "object": "nsubj", "subject": "attr"}.get(place.role)
    yield from (child for child in place.head.children if child.dep_ == other and child.pos_ == "NOUN")


def _complement(noun: Token, lemmas: frozenset[str]) -> Token | None:
    """The noun of an "of" phrase that is one of the lemmas: "cause of death"."""
    for child in noun.children:
        if child.lower_ == "of":
            return next((t for t in child.children if t.dep_ == "pobj" and t.lemma_ in lemmas), None)
    return None


def _holder(
    passage: Passage, noun: Token, candidate: Candidate, role: str, spec: AttributeSpec | None
) -> Subject | None:
    """Whose population, height or director a noun speaks of."""
    for child in noun.children:
        if child.dep_ == "poss":
            return _resolved(passage, child, candidate)
    for child in noun.children:
        if child.dep_ == "prep" and child.lower_ in _OF_PLACE:
            thing = next((t for t in child.children if t.dep_ == "pobj"), None)
            if (
                thing is not None
                and not _inside(thing, candidate.span)
                and (role != child.lower_ or role != "of")
            ):
                subject = _resolved(passage, thing, candidate)
                if subject is not None or child.lower_ == "of":
                    return subject
    owner = _owner_by_verb(noun)
    if owner is not None:
        return _resolved(passage, owner, candidate)
    if role == "apposition" or noun.dep_ not in ("nsubj", "ROOT", "pobj", "dobj", "appos"):
        return None
    main = passage.main
    if (
        main is not None
        and main.types
        and spec is not None
        and spec.fits(main.types)
        and noun.dep_ == "nsubj"
    ):
        return passage.about_main(noun, 0.8)
    return None


def _owner_by_verb(noun: Token) -> Token | None:
    """The subject of "has a population of", also through "with a population of"."""
    while noun.dep_ == "conj" and noun.head.pos_ == "NOUN":
        noun = noun.head  # "a runtime of 195 minutes and a budget of $200 million"
    head = noun.head
    if noun.dep_ == "dobj" and head.lemma_ in _POSSESSING:
        return subject_of_clause(head)
    if noun.dep_ == "pobj" and head.lower_ in ("with", "at", "to", "by", "in"):
        host = head.head if head.head.pos_ != "ADJ" else head.head.head
        if (head.lower_ == "in" and host.lemma_ != "be") or (head.lower_ == "by" and noun.lemma_ != "vote"):
            return None
        return subject_of_clause(host) if host.pos_ in ("VERB", "AUX") else host
    return None


# Counts and measures ----------------------------------------------------------------------------------------


def _by_count(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    place = place_of(candidate.span)
    if place is None or place.role != "modifier":
        return
    counted = place.head
    for trigger in passage.catalogue.counts.get(counted.lemma_, ()):
        if candidate.kinds & trigger.spec.kinds:
            subject = _counted_in(passage, counted, candidate)
            claim = _claim(candidate, trigger.spec, subject, counted)
            if claim is not None:
                yield claim


def _counted_in(passage: Passage, counted: Token, candidate: Candidate) -> Subject | None:
    """What has what is counted: "X has 41 chapters", "there were 459 people in X", "41 people live in X"."""
    while counted.dep_ == "conj":
        counted = counted.head
    owner = _owner_by_verb(counted)
    if owner is not None:
        return _resolved(passage, owner, candidate)
    verb = counted.head
    if counted.dep_ in ("attr", "nsubj") and verb.lemma_ in ("be", "live", "reside"):
        there_is = any(child.dep_ == "expl" for child in verb.children)
        if verb.lemma_ == "be" and not there_is:
            return None
        hosts = [verb, counted, *(c for c in counted.subtree if c.lemma_ in ("reside", "live"))]
        for preposition in (c for host in hosts for c in host.children if c.lower_ in ("in", "within", "at")):
            thing = next((t for t in preposition.children if t.dep_ == "pobj"), None)
            subject = _resolved(passage, thing, candidate)
            if subject is not None:
                return subject
        return passage.about_main(counted, 0.75)
    return None


def _by_adjective(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    place = place_of(candidate.span)
    if place is None or place.head.pos_ not in ("ADJ", "ADV"):
        return
    measure = place.head
    for trigger in passage.catalogue.adjectives.get(measure.lemma_, ()):
        if not candidate.kinds & trigger.spec.kinds:
            continue
        if measure.dep_ == "acomp":
            token = subject_of_clause(measure.head)
        else:
            token = measure.head if measure.head.pos_ == "NOUN" else None
        claim = _claim(candidate, trigger.spec, _resolved(passage, token, candidate), measure)
        if claim is not None:
            yield claim


# Open attributes --------------------------------------------------------------------------------------------


def _by_open_words(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    if not candidate.kinds & _MEASURED:
        return
    place = place_of(candidate.span)
    if place is None:
        return
    if (
        place.head.pos_ in ("VERB", "AUX")
        and Kind.DATE in candidate.kinds
        and place.role in TIME_PREPOSITIONS
    ):
        yield from _open_date(passage, candidate, place.head)
    elif place.role == "modifier" and Kind.NUMBER in candidate.kinds and Kind.DATE not in candidate.kinds:
        yield from _open_count(passage, candidate, place.head)
    else:
        yield from _open_noun(passage, candidate)


def _open_date(passage: Passage, candidate: Candidate, verb: Token) -> Iterator[Claim]:
    """ "date of moving to Berlin"."""
    token = subject_of_clause(verb)
    detail = _object_words(passage, verb, candidate)
    if verb.lemma_ in ("be", "have") or not detail or _RANGE.search(candidate.span.text):
        return  # a period is when something went on, not the date on which it happened
    act = f"being {verb.lower_}" if is_passive(verb) else gerund(verb.lemma_)
    subject = _resolved(passage, token, candidate)
    yield from _open(candidate, f"date of {act} {detail}", subject, verb)


def _open_count(passage: Passage, candidate: Candidate, counted: Token) -> Iterator[Claim]:
    """ "number of chapters"."""
    vague = any(reading.vague for reading in candidate.value.readings)  # "several" contradicts nothing
    if vague or counted.pos_ != "NOUN" or counted.lemma_ in _VAGUE_NOUNS or counted.tag_ != "NNS":
        return
    words = words_of_noun(counted, candidate.span)
    yield from _open(candidate, f"number of {words}", _counted_in(passage, counted, candidate), counted)


def _open_noun(passage: Passage, candidate: Candidate) -> Iterator[Claim]:
    """ "median income for a household"."""
    for role, noun in _noun_places(candidate):
        if role not in ("is", "of") or noun.lemma_ in _VAGUE_NOUNS or noun.pos_ != "NOUN":
            continue
        if Kind.DATE in candidate.kinds or passage.catalogue.types_of(noun.lemma_):
            continue
        subject = _holder(passage, noun, candidate, role, None)
        yield from _open(candidate, words_of_noun(noun, candidate.span), subject, noun)


def _open(candidate: Candidate, name: str, subject: Subject | None, anchor: Token) -> Iterator[Claim]:
    name = " ".join(name.split())
    if subject is None or not any(token.dep_ in _SENTENCE_MARKS for token in anchor.sent):
        return  # a table or a list has words in a row, but no statements
    if 3 <= len(name) <= 80 and catalogue().get(name) is None:
        attribute = Attribute(name, True, True, OPEN_CONFIDENCE)
        yield Claim(candidate, attribute, subject, anchor)


def _object_words(passage: Passage, verb: Token, candidate: Candidate) -> str:
    """The object of a verb, or its first prepositional phrase without the value: what was done to what."""
    for child in verb.children:
        if child.dep_ in ("dobj", "oprd", "attr") and not _inside(child, candidate.span):
            return _named_or_words(passage, child, candidate)
    for child in verb.children:
        if child.dep_ == "prep" and child.lower_ in ("to", "from", "for", "into", "as", "with", "at"):
            thing = next((t for t in child.children if t.dep_ == "pobj"), None)
            if thing is not None and not _inside(thing, candidate.span):
                return f"{child.lower_} {_named_or_words(passage, thing, candidate)}"
    return ""


def _named_or_words(passage: Passage, noun: Token, candidate: Candidate) -> str:
    name = passage.name_at(noun)
    return name.surface if name is not None else words_of_noun(noun, candidate.span)


def words_of_noun(noun: Token, value: Span) -> str:
    """A noun with its modifiers, without articles, possessives and the value."""
    kept = [
        token.text
        for token in noun.doc[noun.left_edge.i : noun.i + 1]
        if token.pos_ not in ("DET", "PUNCT", "PRON", "ADP", "PART")
        and token.dep_ != "poss"
        and not _inside(token, value)
    ]
    return " ".join(kept[-6:])


def gerund(verb: str) -> str:
    """The "-ing" form of a verb."""
    if verb == "be":
        return "being"
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", verb) or verb in (
        "begin",
        "admit",
        "commit",
        "refer",
        "transfer",
    ):
        return f"{verb}{verb[-1]}ing"
    return verb + "ing"


def _claim(candidate: Candidate, spec: AttributeSpec, subject: Subject | None, anchor: Token) -> Claim | None:
    """A claim to an attribute of the catalogue, if the subject is known and can have it."""
    if subject is None or not spec.fits(subject.types):
        return None
    attribute = Attribute(spec.name, spec.functional, False, CATALOGUE_CONFIDENCE)
    return Claim(_typed(candidate, spec), attribute, subject, anchor)


def _typed(candidate: Candidate, spec: AttributeSpec) -> Candidate:
    """The candidate with its value read as the attribute demands: 1910 as a date, Paris as a place."""
    if candidate.value.kind in spec.kinds:
        return candidate
    kind = next((kind for kind in Kind if kind in spec.kinds and kind in candidate.kinds), None)
    return (
        candidate
        if kind is None
        else Candidate(candidate.span, candidate.kinds, parse_value(candidate.span.text, kind))
    )
