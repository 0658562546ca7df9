"""What a difference of two documents is about, and which attribute of it, in words that a person would use.

The subject of a statement is its grammatical subject where that names something. A pronoun, a bare noun
("the house") or no subject at all means what the documents are about, which the two tell together: one may
have the title that the other lacks. A name that merely stands in the sentence is never taken for it.

The attribute comes from the catalogue wherever its words fit; what remains open gets a noun phrase.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from graphprobe.mining.attributes import Claim, claim_at, gerund, words_of_noun
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.clauses import (
    SUBJECTS,
    governing_verbs,
    is_passive,
    patient_of,
    subject_of_clause,
)
from graphprobe.mining.lexicon import FURNITURE
from graphprobe.mining.subjects import MainSubject, Passage, Subject
from graphprobe.text.names import NameKind, is_variant
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Kind

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

    from graphprobe.mining.reading import DocumentReading

MAX_ATTRIBUTE = 80
MAX_SUBJECT = 90
_ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "original", "former", "last", "final"})
_LOOSE_LABELS = frozenset({"GPE", "LOC", "NORP", "LANGUAGE"})
_THINGS: Mapping[Kind, str] = {
    Kind.PERSON: "person",
    Kind.ORGANIZATION: "organization",
    Kind.PLACE: "place",
    Kind.DATE: "date",
    Kind.MONEY: "amount",
    Kind.NUMBER: "number",
    Kind.QUANTITY: "amount",
    Kind.DURATION: "length of time",
}
_STARTS, _ENDS = frozenset({"from", "since"}), frozenset({"until", "till", "to", "through"})
_BY_PREPOSITION = {
    "by": "maker", "with": "partner", "as": "role", "from": "origin", "about": "topic", "of": "object",
    "on": "topic", "for": "purpose", "under": "basis", "into": "result",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Topic:
    """What two documents are about together."""

    surface: str
    types: frozenset[str] = frozenset()
    definition: str = ""

    @property
    def key(self) -> str:
        return entity_key(self.surface)


@dataclass(frozen=True, slots=True)
class Naming:
    """Subject and attribute of a difference, and the qualifiers that its facts share.

    ``key`` is the subject's normalized name; of what has none ("the squadron") it is of these documents only.
    """

    subject: str
    key: str
    attribute: str
    qualifiers: Mapping[str, str] = field(default_factory=dict)


class _Told(Passage):
    """A document read in the knowledge of its topic, which is what its pronouns and bare nouns mean."""

    def __init__(self, reading: DocumentReading, topic: Topic) -> None:
        title = reading.title if reading.main is not None else reading.title or topic.surface
        super().__init__(reading.doc, title)
        self._topic = topic

    @cached_property
    def main(self) -> MainSubject | None:
        found = super().main
        if found is None:
            return None
        return replace(found, surface=self._topic.surface, types=found.types or self._topic.types)

    def resolve(self, token: Token) -> Subject | None:
        found = super().resolve(token)
        if found is not None or not _refers_back(token):
            return found
        return self.about_main(token, 0.6)

    def unstated(self, token: Token) -> Subject | None:
        return self.about_main(token, 0.6)


def _refers_back(token: Token) -> bool:
    """Whether a word means something spoken of before: "it", "he", "the house"."""
    if token.pos_ == "PRON":
        return token.lower_ not in {"there", "who", "what", "which", "that", "i", "we", "you", "they"}
    if token.pos_ != "NOUN" or token.doc[token.left_edge.i].lower_ not in {"the", "this", "its"}:
        return False
    return all(child.dep_ in {"det", "punct", "acl", "relcl", "poss"} for child in token.children)


def topic_of(a: DocumentReading, b: DocumentReading) -> Topic | None:
    """What two documents are about: the name that one of them opens with, or a subject that both speak of."""
    mains = [reading.main for reading in (a, b) if reading.main is not None and _is_credible(reading.main)]
    if len(mains) == 2 and not (mains[0].aliases & mains[1].aliases):
        named = [
            main
            for main, other in zip(mains, (b, a), strict=True)
            if any(f" {alias} " in other.folded for alias in main.aliases)
        ]
        mains = named or mains[:0]
    if mains:
        best = min(
            mains,
            key=lambda main: (
                not _stands_in_both(entity_key(main.surface), a, b),  # a headline isn't a name
                not main.types,
                -len(main.surface.split()),
                main.surface,
            ),
        )
        return Topic(best.surface, best.types, best.definition)
    return _shared_subject(a, b) if a.main is None or b.main is None else None


def _stands_in_both(key: str, a: DocumentReading, b: DocumentReading) -> bool:
    return all(f" {key} " in reading.folded for reading in (a, b))


def _is_credible(main: MainSubject) -> bool:
    """Whether a main subject can be a name, and isn't a menu's first word or a web address."""
    name = main.surface
    words = entity_key(name).split()
    menu = sum(word in FURNITURE for word in words) * 2 > len(words)
    plain = not menu and not any(mark in name for mark in "/|[]=<>_{}")
    return plain and any(c.isalpha() for c in name) and len(name) <= MAX_SUBJECT


def _shared_subject(a: DocumentReading, b: DocumentReading) -> Topic | None:
    """The name that is most often the subject of clauses in two documents, each of which has it there."""
    counts = [_clause_subjects(reading) for reading in (a, b)]
    shared = {key: min(counts[0][key], counts[1][key]) for key in counts[0].keys() & counts[1].keys()}
    if not shared:
        return None
    leading = sorted(key for key in shared if shared[key] == max(shared.values()))
    if len(leading) > 1:
        return None
    names = [name for name in a.passage.names if entity_key(name.surface) == leading[0]]
    return Topic(names[0].surface, a.passage.types_of(names[0]))


def _clause_subjects(reading: DocumentReading) -> Counter[str]:
    counts: Counter[str] = Counter()
    for name in reading.passage.names:
        head = reading.doc[name.first : name.last].root
        key = entity_key(name.surface)
        plain = len(key) > 2 and not any(mark in name.surface for mark in ",;/|[]=()")
        if head.dep_ in SUBJECTS and plain and name.label not in _LOOSE_LABELS:
            counts[key] += 1
    return counts


def name_difference(
    a: DocumentReading, tokens_a: tuple[int, int], b: DocumentReading, tokens_b: tuple[int, int], kind: str
) -> Naming | None:
    """Names what two spans in one place of two documents are values of; None without a credible subject.

    Args:
        a, b: the documents.
        tokens_a, tokens_b: first and last (exclusive) token of the values.
        kind: how the values differ (:class:`graphprobe.mining.differences.Difference`).
    """
    topic = topic_of(a, b)
    sides = [_Side(a, tokens_a, topic), _Side(b, tokens_b, topic)]
    stated = [side.stated for side in sides if side.stated is not None]
    stated = stated if len({one.attribute for one in stated}) == 1 else stated[:1]
    subjects = [one.subject for one in stated] or [side.subject for side in sides if side.subject]
    if subjects or topic:
        subject = _agreed_subject(subjects, topic, sides)
    else:
        subject = _described_subject(sides)
        stated = _stated_of(subject, sides) if subject is not None else []
    if subject is None:
        return None
    if stated:
        attribute = stated[0].attribute
    elif kind in {"polarity", "action"}:
        attribute = _disputed_act(sides[0].root)
    else:
        attribute = open_attribute(sides[0].span, sides[0].kind, subject.types)
    attribute = " ".join(attribute.split())[:MAX_ATTRIBUTE]
    if not attribute:
        return None
    return Naming(subject.surface, subject.key, attribute, _qualifiers(subject, topic))


def _stated_of(subject: Subject, sides: list[_Side]) -> list[_Stated]:
    """What the values are, in the knowledge that the documents speak of this subject."""
    told = [_Side(side.reading, side.tokens, Topic(subject.surface, subject.types)) for side in sides]
    return [side.stated for side in told if side.stated is not None][:1]


@dataclass(frozen=True, slots=True)
class _Stated:
    """What the words around a value say it is, by the catalogue."""

    attribute: str
    subject: Subject


class _Side:
    """One of the two documents, with the value in it."""

    def __init__(self, reading: DocumentReading, tokens: tuple[int, int], topic: Topic | None) -> None:
        self.reading = reading
        self.tokens = tokens
        self.span: Span = reading.doc[slice(*tokens)]
        self.passage = _Told(reading, topic) if topic is not None else reading.passage

    @property
    def root(self) -> Token:
        return self.span.root

    @cached_property
    def kind(self) -> Kind:
        units = self.reading.units
        return next((u.value.kind for u in units if u.overlaps(self.span.start, self.span.end)), Kind.TEXT)

    @cached_property
    def stated(self) -> _Stated | None:
        """What the value is by a fact of the document, or by its words in the knowledge of the topic."""
        start, end = self.span.start_char, self.span.end_char
        for fact in self.reading.facts:
            if (fact.value_span.start, fact.value_span.end) == (start, end) and catalogue().get(
                fact.attribute
            ):
                types = frozenset(filter(None, fact.qualifiers.get("subject_type", "").split("|")))
                return _Stated(
                    fact.attribute,
                    Subject(fact.subject, fact.subject_key, start, end, types, fact.confidence),
                )
        claim = claim_at(self.passage, start, end, loosely=True)
        if claim is None or claim.attribute.open:
            return None
        return _Stated(_with_ordinal(claim), claim.subject)

    @cached_property
    def subject(self) -> Subject | None:
        """What the clause around the value is about, if it says so."""
        named = _bearer(self.passage, self.span)
        if named is not None:
            return named
        token = _grammatical_subject(self.span)
        if token is not None and token.lemma_ == "name":
            token = next((t for t in token.children if t.dep_ == "appos"), token)
        return self.passage.resolve(token) if token is not None else None


def _bearer(passage: Passage, span: Span) -> Subject | None:
    """The name that the value stands before as what its bearer is: "golf player Lindsay Davenport"."""
    token = span.root
    if token.pos_ not in {"NOUN", "ADJ"} and passage.name_at(token) is not None:
        return None
    while token.dep_ in {"compound", "amod", "nmod"} and token.head.i > token.i:
        token = token.head
    name = passage.name_at(token)
    if name is None or name.label != "PERSON" or name.first < span.end:
        return None
    return passage.resolve(token)


def _grammatical_subject(span: Span) -> Token | None:
    """The subject of the innermost clause around a value that has one besides the value."""
    for verb in governing_verbs(span.root):
        subject = subject_of_clause(verb)
        if subject is None:
            continue
        phrase = {token.i for token in subject.subtree}
        if span.root.i not in phrase:
            return subject
        owner = next((t for t in subject.children if t.dep_ == "poss" and t.i not in _inside(span)), None)
        if owner is not None:
            return owner
        patient = patient_of(verb)
        return patient if patient is not None and patient != subject else None
    return None


def _inside(span: Span) -> range:
    return range(span.start, span.end)


def _agreed_subject(subjects: list[Subject], topic: Topic | None, sides: list[_Side]) -> Subject | None:
    """The one thing that both sides speak of; the topic where neither names anything."""
    if not subjects:
        return Subject(topic.surface, topic.key, 0, 0, topic.types, 0.6) if topic is not None else None
    if not all(_is_same(subjects[0], other) for other in subjects[1:]):
        return _read_better(subjects, topic, sides)
    a, b = (side.reading for side in sides)
    shared = [one for one in subjects if _stands_in_both(one.key, a, b)]
    best = max(shared or subjects, key=lambda one: len(one.surface))
    known = topic is not None and best.key == topic.key
    return best if known or shared or len(subjects) == len(sides) else None


def _read_better(subjects: list[Subject], topic: Topic | None, sides: list[_Side]) -> Subject | None:
    """Of subjects read off the same words the one that is the topic; the other is a misreading of them.

    "The Old Mill in Dover, Ohio was built in 1880": not Ohio, as the other document's parse shows.
    """
    sentences = [f" {entity_key(side.span.sent.text)} " for side in sides]
    same_words = all(f" {one.key} " in sentence for one in subjects for sentence in sentences)
    return next((one for one in subjects if topic is not None and one.key == topic.key and same_words), None)


def _described_subject(sides: list[_Side]) -> Subject | None:
    """What documents without a topic call the thing: "the squadron", or what "it" is said to be."""
    for side in sides:
        token = _grammatical_subject(side.span)
        if token is None:
            continue
        types = catalogue().types_of(token.lemma_.casefold())
        definite = token.doc[token.left_edge.i].lower_ in {"the", "this"}
        if token.pos_ == "PRON":
            token = next((t for t in token.sent if t.dep_ == "attr" and t.pos_ == "NOUN"), token)
            types = catalogue().types_of(token.lemma_.casefold())
        elif not definite or (catalogue().nouns.get(token.lemma_) and not types):
            continue  # "the population" is what is said of something, and not what it's said of
        if token.pos_ != "NOUN":
            continue
        surface = f"the {words_of_noun(token, side.span) or token.lower_}"
        of_these = min(one.reading.id for one in sides)
        return Subject(surface, f"{entity_key(surface)} {entity_key(of_these)}", 0, 0, types, 0.5)
    return None


def _is_same(a: Subject, b: Subject) -> bool:
    words = set(a.key.split()), set(b.key.split())
    kind: NameKind = "person" if "person" in a.types | b.types else "other"
    return (
        a.key == b.key
        or words[0] <= words[1]
        or words[1] <= words[0]
        or is_variant(a.surface, b.surface, kind)
    )


def _qualifiers(subject: Subject, topic: Topic | None) -> dict[str, str]:
    qualifiers = {}
    if subject.types:
        qualifiers["subject_type"] = "|".join(sorted(subject.types))
    if topic is not None and topic.definition and subject.key == topic.key:
        qualifiers["subject_is"] = topic.definition
    return qualifiers


def _with_ordinal(claim: Claim) -> str:
    """The attribute, told apart from that of others in a row: "first owner"."""
    ordinal = next((t.lower_ for t in claim.anchor.children if t.lower_ in _ORDINALS), "")
    isolated = claim.anchor.pos_ == "NOUN" and claim.anchor.lemma_ in claim.attribute.name.split()
    return f"{ordinal} {claim.attribute.name}" if ordinal and isolated else claim.attribute.name


# Names of open attributes -----------------------------------------------------------------------------------


def open_attribute(span: Span, kind: Kind, types: frozenset[str]) -> str:
    """A noun phrase for what a value says of the subject of its clause, from the words that govern it.

    Args:
        span: the value.
        kind: what the value is.
        types: what the subject may be.
    """
    root = span.root
    return next(filter(None, _names(span, root, kind, types)), "")


def _names(span: Span, root: Token, kind: Kind, types: frozenset[str]) -> Iterator[str]:
    head = root.head
    if any(sport in span.text.casefold() for sport in catalogue().sports) and kind in {
        Kind.TEXT,
        Kind.CATEGORY,
    }:
        yield "sport"
    if root.dep_ in {"attr", "acomp"}:
        subject = subject_of_clause(head)
        said = kind in _THINGS and subject is not None and subject.pos_ == "NOUN"
        yield words_of_noun(subject, span) if said and subject is not None else _definition_part(types)
    if root.dep_ in {"compound", "amod", "nmod", "nummod"} and head.i not in _inside(span):
        yield _of_modifier(span, head, kind, types)
    if root.dep_ == "appos" and head.pos_ == "NOUN":
        yield words_of_noun(head, span)
    if root.dep_ == "pobj" and head.head.pos_ in {"NOUN", "PROPN"}:
        yield _of_noun(head, span, kind)
    if root.dep_ in {"pobj", "npadvmod", "advmod"}:
        verb = next(governing_verbs(head), None)
        if verb is not None and verb.lemma_ != "be":
            yield _of_adverbial(head.lower_ if root.dep_ == "pobj" else "", verb, span, kind)
    verb = next(governing_verbs(root), None)
    if verb is None or verb.lemma_ == "be":
        return
    if verb.lemma_ == "mean":
        yield "meaning"
    if root.dep_ in SUBJECTS:
        yield f"{_THINGS.get(kind, 'one')} {_act(verb, span)}"
    if root.dep_ in {"dobj", "oprd", "conj"}:
        thing = root.lemma_ if root.pos_ == "NOUN" else _THINGS.get(kind, "thing")
        yield f"{thing} {_participle(verb)}"
    yield f"{_THINGS.get(kind, 'detail')} of {_act(verb, span)}"


def _disputed_act(token: Token) -> str:
    """What one document says was done and the other denies: "statement on practising asceticism"."""
    verb = next(governing_verbs(token), None)
    return f"statement on {_act(verb)}" if verb is not None and verb.dep_ != "prep" else ""


def _definition_part(types: frozenset[str]) -> str:
    """What "X is a V" gives of a subject of these types."""
    if types == {"person"}:
        return "occupation"
    return "medium" if types == {"work"} else "kind"


def _of_modifier(span: Span, head: Token, kind: Kind, types: frozenset[str]) -> str:
    """What a word before a noun says: the sport of "semi-professional cricket", the party of a candidate."""
    text, noun = span.text, head.lemma_.casefold()
    known = catalogue()
    if kind in {Kind.NUMBER, Kind.QUANTITY}:
        return f"number of {words_of_noun(head, span)}"
    if kind is Kind.DATE:
        verb = next(governing_verbs(head), None)
        return f"year of {_act(verb, span)}" if verb is not None and verb.lemma_ != "be" else ""
    if any(word in known.parties for word in text.replace("-", " ").split()):
        return "political party"
    if span.root.ent_type_ == "NORP" and "person" in known.types_of(noun) | types:
        return "nationality" if "person" in types else f"nationality of the {noun}"
    if head.dep_ in {"attr", "appos"} and noun in known.types and "work" in types:
        return "genre"
    verb = next(governing_verbs(head), None)
    if head.dep_ in {"dobj", "oprd"} and verb is not None and verb.lemma_ not in {"be", "have"}:
        return f"{words_of_noun(head, span)} {_participle(verb)}"
    if head.pos_ == "PROPN":
        return "occupation" if types == {"person"} else ""
    return f"kind of {words_of_noun(head, span)}"


def _of_noun(preposition: Token, span: Span, kind: Kind) -> str:
    """What a phrase after a noun says: the maker of "a setting by V"."""
    noun = words_of_noun(preposition.head, span)
    if not noun:
        return ""
    if preposition.lower_ in {"in", "at", "near"} and kind in _THINGS:
        return f"{_THINGS[kind]} of the {noun}"
    if preposition.lower_ == "of" and kind not in {Kind.NUMBER, Kind.QUANTITY, Kind.DATE}:
        return f"what it is the {noun} of"
    return f"{_BY_PREPOSITION.get(preposition.lower_, 'detail')} of the {noun}"


def _of_adverbial(preposition: str, verb: Token, span: Span, kind: Kind) -> str:
    """What a phrase beside a verb says: when, where, by whom."""
    act = _act(verb, span)
    if kind is Kind.DATE:
        name = "start" if preposition in _STARTS else "end" if preposition in _ENDS else "date"
        return f"{name} of {act}"
    if preposition == "by" and is_passive(verb):
        return f"{_THINGS.get(kind, 'one')} {_act(verb, span, passive=False)}"
    if kind in _THINGS:
        return f"{_THINGS[kind]} of {act}"
    return f"{_BY_PREPOSITION.get(preposition, 'detail')} of {act}"


def _act(verb: Token, span: Span | None = None, *, passive: bool | None = None) -> str:
    """A verb as a noun with its object or aim: "first playing for Papua New Guinea", "being built"."""
    inside = _inside(span) if span is not None else range(0)
    passive = is_passive(verb) if passive is None else passive
    said = f"being {verb.lower_}" if passive else gerund(verb.lemma_.casefold())
    early = next(
        (c.lower_ for c in verb.children if c.lower_ in {"first", "last"} and c.dep_ == "advmod"), ""
    )
    return " ".join(filter(None, (early, said, _complement(verb, inside))))


def _complement(verb: Token, inside: range) -> str:
    for child in verb.children:
        if child.dep_ in {"dobj", "oprd", "attr"} and not any(t.i in inside for t in child.subtree):
            return _phrase(child)
    for child in verb.children:
        if child.dep_ == "prep" and child.lower_ in {"to", "for", "into", "as", "with", "at", "from", "on"}:
            noun = next((t for t in child.children if t.dep_ == "pobj"), None)
            dated = noun is not None and noun.ent_type_ in {"DATE", "TIME"}
            if noun is not None and not dated and not any(t.i in inside for t in noun.subtree):
                return f"{child.lower_} {_phrase(noun)}"
    return ""


def _phrase(noun: Token) -> str:
    """A noun with what stands before it."""
    words = noun.doc[noun.left_edge.i : noun.i + 1]
    return " ".join(token.text for token in words if not token.is_punct and token.dep_ != "poss")


def _participle(verb: Token) -> str:
    """The past participle of a verb, as far as its form in the text or its ending shows it."""
    if verb.tag_ in {"VBN", "VBD"}:
        return str(verb.lower_)
    lemma = str(verb.lemma_.casefold())
    if lemma.endswith("cast"):
        return lemma
    if lemma.endswith("e"):
        return f"{lemma}d"
    return f"{gerund(lemma)[:-3]}ed"
