"""Who or what a clause is about: names, the document's main subject, and what refers back to them.

The rules are few and prefer silence: a wrong subject makes two documents that speak of different things
contradict each other, and no later step could tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.clauses import SUBJECTS, subject_of_clause
from graphprobe.text.normalize import entity_key

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_TYPES_BY_LABEL = {
    "PERSON": frozenset({"person"}),
    "ORG": frozenset(),  # what small models also call halls, albums and people with a single name
    "GPE": frozenset({"place", "organization"}),
    "LOC": frozenset({"place"}),
    "FAC": frozenset({"place", "organization", "work"}),
    "PRODUCT": frozenset({"thing", "work"}),
    "EVENT": frozenset({"event"}),
    "WORK_OF_ART": frozenset({"work"}),
    "LAW": frozenset({"thing"}),
    "LANGUAGE": frozenset({"thing"}),
}
_PERSON = frozenset({"person"})
_MALE_OR_FEMALE = frozenset({"he", "him", "his", "she", "her", "hers", "himself", "herself"})
_NEUTER = frozenset({"it", "its", "itself"})
_PLURAL = frozenset({"they", "their", "them", "theirs"})
_RELATIVE = frozenset({"who", "which", "that", "whom", "whose"})
_CONNECTORS = frozenset(
    {"of", "the", "de", "and", "for", "in", "von", "van", "der", "la", "le", "du", "di", "&", "'s", "’s",
     "on", "to", "a", "an", "del", "al", "at", "into", "from", "with", "without", "by", "as", "or", "y",
     "e", "da", "dos", "das", "des", "ibn", "bin", "zu", "ter", "den", "upon", "under", "over", "vs.", "is"}
)  # fmt: skip
MAX_NAME = 90

_NAME = r"(?P<name>[\"“'‘]?[^\W_a-z][^!?;()\n]{0,90}?)"
# The opening that says what a document is about: "X (1910–1997) was a", "The X, or Y, is the".
_LEAD = re.compile(
    rf"(?:(?:The|A|An)\s+)?{_NAME}[\"”'’]?\s*"
    r"(?P<aside>(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*,?\s*){0,3})"
    r"(?P<appositive>[,;] ?[a-z](?:(?!\b(?:who|which|when|that|where)\b)[^.;\n]){0,160}?)?,?\s*"
    r"\b(?P<copula>is|was|are|were)\s+(?:an?|the|one|also)\b"
)
# A page's title set before its text: "Tom Fisher (1900s pitcher) Thomas Chalmers Fisher (November ..."
_TITLE_WITH_ASIDE = re.compile(
    r"\s*(?P<name>[^\W_a-z][^()\n]{0,80}?)\s*\((?P<aside>[^()\n]{2,50})\)\s+(?=[\"“]?[A-Z0-9])"
)
_DATED_ASIDE = re.compile(r"\s*\([^()]*\b1\d{3}\b[^()]*\)\s*,?\s*(?:is|was)\s+an?\b")
_ARTICLES = frozenset({"the", "a", "an"})
_NOT_A_NAME = frozenset(
    {"he", "she", "it", "they", "we", "i", "you", "this", "that", "these", "those", "there", "in", "on",
     "at", "as", "after", "before", "during", "from", "since", "for", "by", "with", "his", "her", "its",
     "their", "our", "my", "when", "while", "although", "one", "some", "many", "most", "all", "both",
     "another", "other", "also", "and", "but", "or", "if", "to"}
)  # fmt: skip
_MAY_BEGIN = frozenset(
    {"both", "all", "some", "one", "another", "my", "our", "most", "many"}
)  # "Both Sides Now"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a claim is about.

    Attributes:
        surface: its fullest name in the document.
        key: the normalized name (``entity_key``).
        start: where the clause refers to it, by name or otherwise.
        end: end of that reference, exclusive.
        types: what it may be (person, organization, place, work, event, thing); empty when unknown.
        confidence: how sure the reference is, in [0, 1].
    """

    surface: str
    key: str
    start: int
    end: int
    types: frozenset[str]
    confidence: float


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name at tokens ``first`` to ``last`` (exclusive); ``label`` is its NER label or ""."""

    first: int
    last: int
    label: str
    surface: str

    @property
    def types(self) -> frozenset[str]:
        return _TYPES_BY_LABEL.get(self.label, frozenset())


@dataclass(frozen=True, slots=True)
class Heading:
    """A document's title, given or set before its text.

    Attributes:
        name: the title without its parenthesis; "" when there is none.
        aside: what the parenthesis says to tell namesakes apart.
        body: offset where the text proper begins.
        span: offsets of the name, when the title stands in the text.
    """

    name: str
    aside: str
    body: int
    span: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class MainSubject:
    """What the document as a whole is about.

    Attributes:
        surface: its name, from the title if there is one.
        aliases: keys of all names that the title and the opening give it.
        types: what it may be.
        nominal: the head of "X is a ...", if the document opens so.
        definition: what tells it from namesakes: the title's parenthesis, else the definition's words.
        aside: offsets of the parenthesis after the name in the opening, where dates of birth and death stand.
        heading: the title.
        places: offsets of the name in the title and in the opening.
    """

    surface: str
    aliases: frozenset[str]
    types: frozenset[str]
    nominal: Token | None
    definition: str
    aside: tuple[int, int] | None
    heading: Heading
    places: tuple[tuple[int, int], ...]

    def is_named_at(self, start: int, end: int) -> bool:
        """Whether these offsets are part of its name in the title or the opening."""
        return any(low <= start and end <= high for low, high in self.places)


class Passage:
    """A parsed document as the fact rules see it.

    Args:
        doc: the parse.
        title: the document's title, if it has one apart from the text.
    """

    def __init__(self, doc: Doc, title: str | None = None) -> None:
        self.doc = doc
        self.title = title
        self.catalogue = catalogue()

    @cached_property
    def names(self) -> list[Name]:
        """The proper names in order: named entities, and runs of proper nouns that are none."""
        names: list[Name] = []
        taken = [False] * len(self.doc)
        for entity in self.doc.ents:
            if entity.label_ in _TYPES_BY_LABEL and not taken[entity.start]:
                first, last = _trimmed(self.doc, entity.start, entity.end)
                low = first
                while first > 0 and _continues(self.doc[first - 1], first, last):
                    first -= 1
                if first < last and last < len(self.doc) and _is_model_number(self.doc[last], first, last):
                    last += 1
                if first < last:
                    label = "" if first < low and entity.label_ == "GPE" else self._label(entity)
                    names.append(Name(first, last, label, self.doc[first:last].text))
                    taken[first:last] = [True] * (last - first)
            taken[entity.start : entity.end] = [True] * len(entity)
        for low, high in _proper_runs(self.doc, taken):
            if high < len(self.doc) and _is_model_number(self.doc[high], low, high):
                high += 1
            names.append(Name(low, high, "", self.doc[low:high].text))
        return sorted(names, key=lambda name: name.first)

    def _label(self, entity: Span) -> str:
        """The NER label of a name, unless its words say otherwise: "the Danube" is nobody."""
        if entity.label_ != "PERSON":
            return str(entity.label_)
        before = self.doc[entity.start - 1].lower_ if entity.start else ""
        alone = len(entity) == 1 and (before == "the" or entity[0].lower_ == "the")
        kind = self.catalogue.types_of(entity[-1].lower_) if len(entity) > 1 else _PERSON
        return "" if alone or (kind and "person" not in kind) else "PERSON"

    def types_of(self, name: Name) -> frozenset[str]:
        """What bears a name: by its last or first word ("Wembley Stadium", "Lake Garda"), else by NER."""
        words = name.surface.casefold().split()
        for word in (words[-1], words[0]) if len(words) > 1 and name.label != "PERSON" else ():
            types = self.catalogue.types_of(word)
            if types and "person" not in types:
                return types
        return name.types

    @cached_property
    def _name_at(self) -> dict[int, Name]:
        return {index: name for name in self.names for index in range(name.first, name.last)}

    def name_at(self, token: Token) -> Name | None:
        """The proper name that a token is part of."""
        return self._name_at.get(token.i)

    @cached_property
    def main(self) -> MainSubject | None:
        """What the document is about; None when neither a title nor its opening says it."""
        return _main_subject(self.doc, self.title)

    @cached_property
    def _people(self) -> dict[str, str | None]:
        """Last word of a person's name to the one full name here that ends in it (None: several)."""
        full: dict[str, str | None] = {}
        for name in self.names:
            words = name.surface.split()
            if name.label == "PERSON" and len(words) > 1:
                last = words[-1].casefold()
                same = last not in full or full[last] == name.surface
                full[last] = name.surface if same else None
        return full

    def about_main(self, token: Token, confidence: float) -> Subject | None:
        """The main subject as what a clause at a token is about."""
        if self.main is None:
            return None
        main = self.main
        return Subject(
            main.surface, entity_key(main.surface), token.idx, token.idx + len(token), main.types, confidence
        )

    def unstated(self, token: Token) -> Subject | None:  # noqa: ARG002
        """What a clause without a subject is about; None: the document alone doesn't tell."""
        return None

    def resolve(self, token: Token) -> Subject | None:
        """What a noun or pronoun refers to; None when that isn't clear."""
        for _ in range(5):
            if self._is_main_token(token):
                return self.about_main(token, 0.9)
            further = self._renamed(token) if self.name_at(token) is None else None
            if further is None:
                break
            token = further
        if token.pos_ == "PRON" or token.tag_ in ("PRP", "PRP$", "WP", "WDT"):
            return self._resolve_pronoun(token)
        name = self.name_at(token)
        if name is not None and any(
            child.dep_ == "conj" and child.pos_ == "PROPN" for child in token.children
        ):
            return None  # "Ann and Ben were born": a claim about neither alone
        if name is not None:
            return self._resolve_name(name)
        return self._resolve_noun(token)

    def _is_main_token(self, token: Token) -> bool:
        """Whether a word is part of the main subject's name, or the noun that says what it is."""
        main = self.main
        return main is not None and (
            token == main.nominal or main.is_named_at(token.idx, token.idx + len(token))
        )

    def _renamed(self, token: Token) -> Token | None:
        """What a common noun is another word for: "X, a hamlet", "X is a hamlet"; None for other nouns."""
        if token.dep_ == "attr":
            return _copula_subject(token)
        if token.dep_ != "appos" or token.head.pos_ not in ("NOUN", "PROPN", "PRON"):
            return None
        types = self.catalogue.types_of(token.lemma_.casefold())
        name = self.name_at(token.head)
        if types and name is not None and not (types & self.types_of(name)):
            # The parser hangs an apposition on the nearest name: "Ann was born in Kent, the daughter of Ben".
            verb = next((a for a in token.ancestors if a.pos_ in ("VERB", "AUX")), None)
            return subject_of_clause(verb) if verb is not None else None
        return token.head

    def _resolve_name(self, name: Name) -> Subject | None:
        main = self.main
        start, end = _offsets(self.doc, name)
        key = entity_key(name.surface)
        if main is not None and self._is_main(name):
            types = main.types or self.types_of(name)
            return Subject(main.surface, entity_key(main.surface), start, end, types, 0.9)
        words = name.surface.split()
        if (
            len(words) == 1
            and _is_bare(self.doc[name.first])
            and (types := self.catalogue.types_of(words[0].casefold()))
        ):
            # "The Regiment", "the Company": a common noun with a capital
            fits = main is not None and main.types and main.types <= types
            return self.about_main(self.doc[name.first], 0.75) if fits else None
        surface, confidence = name.surface, 0.8
        if name.label == "PERSON" and len(words) == 1:
            surface = self._people.get(words[0].casefold()) or name.surface
            confidence = 0.75 if surface != name.surface else 0.4
        if len(key) < 2 or len(surface) > MAX_NAME or not _is_plausible(surface):
            return None
        return Subject(surface, entity_key(surface), start, end, self.types_of(name), confidence)

    def _is_main(self, name: Name) -> bool:
        """Whether a name is the main subject's: the whole, a person's one name, a longer name's beginning."""
        main = self.main
        if main is None:
            return False
        start, end = _offsets(self.doc, name)
        if main.is_named_at(start, end) or entity_key(name.surface) in main.aliases:
            return True
        words = name.surface.casefold().split()
        if "person" in main.types:
            return len(words) == 1 and any(words[0] in alias.split() for alias in main.aliases)
        if name.label in ("GPE", "LOC", "NORP"):
            return False
        return any(alias.split()[: len(words)] == words for alias in main.aliases)

    def _resolve_noun(self, token: Token) -> Subject | None:
        apposed = next((c for c in token.children if c.dep_ == "appos" and self.name_at(c)), None)
        types = self.catalogue.types_of(token.lemma_.casefold())
        if apposed is not None and types:
            name = self.name_at(apposed)
            return self._resolve_name(name) if name else None
        named = self._named_thing(token) or self._invention(token)
        if named is not None:
            return named
        main = self.main
        if not _is_definite(token) or not _is_bare(token):
            return None
        if main is not None and main.nominal is not None and main.nominal.lemma_ == token.lemma_:
            return self.about_main(token, 0.85)
        if main is not None and types and main.types and main.types <= types:
            return self.about_main(token, 0.75)
        return self._bearer_of(token) if main is None else None

    def _bearer_of(self, token: Token) -> Subject | None:
        """The one name before a noun that contains it: "the house" after "Jacob Zook House"."""
        noun = token.lemma_.casefold()
        bearers = {
            name.surface: name
            for name in self.names
            if name.last <= token.i
            and noun in (w.casefold() for w in name.surface.split())
            and " " in name.surface
        }
        if len(bearers) != 1:
            return None
        found = self._resolve_name(next(iter(bearers.values())))
        if found is None:
            return None
        types = self.catalogue.types_of(noun)
        return Subject(found.surface, found.key, token.idx, token.idx + len(token), types, 0.65)

    def _named_thing(self, token: Token) -> Subject | None:
        """ "The Laetoli footprints": a definite noun that a proper name makes one of a kind."""
        if not _is_definite(token) or "person" in self.catalogue.types_of(token.lemma_.casefold()):
            return None
        first = token.left_edge.i
        while first < token.i and self.doc[first].pos_ in ("DET", "PRON", "PUNCT", "ADP"):
            first += 1
        words = self.doc[first : token.i + 1]
        if "event" in self.catalogue.types_of(token.lemma_.casefold()):
            thing = _of_object(token)
            if thing is not None and self.name_at(thing) is not None:
                words = self.doc[first : thing.i + 1]  # "the 1883 eruption of Krakatoa"
        if not any(_distinguishes(word) for word in words) or any(w.tag_ == "POS" for w in words):
            return None
        types = self.catalogue.types_of(token.lemma_.casefold())
        key = entity_key(words.text)
        if not key or len(words) > 6:
            return None
        if "place" in types and (bearer := _of_object(token)) is not None and (name := self.name_at(bearer)):
            return self._resolve_name(name)  # "the Wisconsin town of Kaukauna" is Kaukauna
        return self._thing(words, key, types)

    def _invention(self, token: Token) -> Subject | None:
        """ "The telephone was invented": what is invented is a kind, so the noun names one thing for all."""
        invented = token.dep_ == "nsubjpass" and token.head.lemma_ == "invent"
        owner = token.head.head if token.dep_ == "pobj" and token.head.lower_ == "of" else None
        if not invented and (owner is None or owner.lemma_ not in ("inventor", "invention")):
            return None
        words = [child for child in token.lefts if child.dep_ in ("compound", "amod")]
        phrase = self.doc[words[0].i if words else token.i : token.i + 1]
        is_kind = token.pos_ == "NOUN" and (_is_definite(token) or token.tag_ == "NNS")
        return self._thing(phrase, entity_key(phrase.text), frozenset({"thing"})) if is_kind else None

    def _thing(self, words: Span, key: str, types: frozenset[str]) -> Subject:
        """A thing by the words that name it, which may be those of the main subject."""
        start, end = words.start_char, words.end_char
        if self.main is not None and key in self.main.aliases:
            return Subject(self.main.surface, entity_key(self.main.surface), start, end, types, 0.85)
        return Subject(words.text, key, start, end, types, 0.7)

    def _resolve_pronoun(self, token: Token) -> Subject | None:
        word = token.lower_
        owned = token.head
        while owned.dep_ in ("compound", "appos") and owned.head.i > token.i:
            owned = owned.head
        if token.dep_ == "poss" and owned.dep_ == "conj" and owned.head.pos_ in ("NOUN", "PROPN"):
            # "Louis and his wife Mary": of Louis, whoever else is about
            return self.resolve(owned.head) if self.name_at(owned.head) is not None else None
        if word in _RELATIVE:
            verb = token.head
            return self.resolve(verb.head) if verb.dep_ == "relcl" else None
        if word in _MALE_OR_FEMALE:
            return self._person_before(token)
        main = self.main
        if main is None or main.types == _PERSON:
            return None
        if word in _NEUTER or (word in _PLURAL and "organization" in main.types):
            return self.about_main(token, 0.75) if not self._rival_before(token) else None
        return None

    def _person_before(self, token: Token) -> Subject | None:
        """The person that "he" or "she" is: the main subject or the last subject; none if they differ."""
        last = self._last_subject(token, people=True)
        main = self.main
        if main is not None and "person" in main.types:
            if last is None or self._is_main(last):
                return self.about_main(token, 0.85)
            return None
        if last is None:
            return None
        found = self._resolve_name(last)
        if found is None:
            return None
        return Subject(
            found.surface, found.key, token.idx, token.idx + len(token), _PERSON, found.confidence * 0.85
        )

    def _rival_before(self, token: Token) -> bool:
        last = self._last_subject(token, people=False)
        return last is not None and not self._is_main(last)

    def _last_subject(self, token: Token, *, people: bool) -> Name | None:
        """The last name before a token, in its sentence or the one before, that is a clause's subject."""
        sentence = token.sent
        earliest = self.doc[sentence.start - 1].sent.start if sentence.start else sentence.start
        for name in reversed(self.names):
            if name.last <= token.i and name.first >= earliest:
                head = self.doc[name.first : name.last].root
                is_person = name.label == "PERSON"
                if head.dep_ in SUBJECTS and is_person == people and name.label != "":
                    return name
            elif name.first < earliest:
                break
        return None


def _main_subject(doc: Doc, title: str | None) -> MainSubject | None:
    text = doc.text
    heading = _heading(text, title)
    lead = _lead_at(text, heading.body) or (_dated_lead(doc, text) if heading.name == "" else None)
    if heading.name == "" and lead is None:
        return None
    lead_name = _clean(lead["name"]) if lead else ""
    surface = heading.name or lead_name
    if not entity_key(surface):
        return None
    nominal = _nominal(doc, lead.start("copula")) if lead else None
    aliases = {entity_key(name) for name in (heading.name, lead_name)} - {""}
    places = [place for place in (heading.span, lead.span("name") if lead else None) if place]
    return MainSubject(
        surface=surface,
        aliases=frozenset(aliases),
        types=_types(doc, surface, heading.aside, nominal, places),
        nominal=nominal,
        definition=heading.aside or (noun_words(nominal) if nominal is not None else ""),
        aside=lead.span("aside") if lead and lead["aside"] else None,
        heading=heading,
        places=tuple(places),
    )


def _heading(text: str, title: str | None) -> Heading:
    """The title, given or at the beginning of the text.

    Without a title of its own, a document may still begin with one: a name that its first sentence repeats.
    A headline ("Freedom 251 goes on sale") isn't what the document is about.
    """
    start = _skip_space(text, 0)
    if title and title.strip() and not _is_headline(title, text):
        written = title.strip()
        name, _, aside = written.partition(" (")
        inside = text.startswith(written, start)
        body = _skip_space(text, start + len(written)) if inside else start
        return Heading(_clean(name), aside.rstrip(")"), body, (start, start + len(name)) if inside else None)
    found = _TITLE_WITH_ASIDE.match(text)
    if found and _is_name(found["name"]) and _takes_up(found["name"], text[found.end() :]):
        return Heading(_clean(found["name"]), found["aside"], found.end(), found.span("name"))
    length = _repeated_start(text[start : start + 300])
    if length:
        body = _skip_space(text, start + length)
        return Heading(_clean(text[start : start + length]), "", body, (start, start + length))
    return Heading("", "", start, None)


def _is_headline(title: str, text: str) -> bool:
    """Whether a title has words that no name has, and isn't what the text opens with either."""
    name = title.partition(" (")[0].strip()
    words, opening = _folded_words(name), _folded_words(text[: 2 * len(title) + 20])
    starts = range(3)  # the title itself may stand in the text, or an article
    return not _is_name(name) and not any(opening[i : i + len(words)] == words for i in starts)


def _lead_at(text: str, start: int) -> re.Match[str] | None:
    lead = _LEAD.match(text, start)
    return lead if lead is not None and _is_name(lead["name"]) else None


def _dated_lead(doc: Doc, text: str) -> re.Match[str] | None:
    """The first "Ann Hope (1880 – 1951) was a" of a text that doesn't open with it."""
    for entity in doc.ents:
        after = text[entity.end_char : entity.end_char + 120]
        if entity.label_ == "PERSON" and len(entity) > 1 and _DATED_ASIDE.match(after):
            return _lead_at(text, entity.start_char)
    return None


def _takes_up(name: str, rest: str) -> bool:
    """Whether a first sentence takes up a title: begins with its first word, or names what ends like it."""
    words, opening = _folded_words(name), _folded_words(rest[:120])
    if opening and opening[0] in _ARTICLES:
        opening = opening[1:]
    if not words or not opening:
        return False
    lead = _lead_at(rest, 0)
    return words[0] in opening[:3] or (lead is not None and _folded_words(lead["name"])[-1:] == words[-1:])


def _repeated_start(text: str) -> int:
    """Length of a title that the text repeats right after it, else 0.

    "Old Hall Old Hall is", "Orrick, Missouri Orrick is", "Dick Wood Malcolm Richard Wood (born 1936) was".
    """
    spans = [word.span() for word in re.finditer(r"\S+", text)][:24]
    words = [_folded(text[start:end]) for start, end in spans]
    if not words or not words[0]:
        return 0
    skipped = 1 if words[0] in _ARTICLES and len(words) > 1 else 0
    for cut in range(skipped + 1, min(len(words) - 1, 16)):
        name = words[skipped:cut]
        body = cut + 1 if words[cut] in _ARTICLES else cut
        if "\n" in text[: spans[cut - 1][1]] or words[body : body + 1] != name[:1]:
            continue
        whole = len(name) > 1 and all(name) and words[body : body + len(name)] == name
        lead = _lead_at(text, spans[cut][0])
        starts = words[body + 1 : body + 2] in (["is"], ["was"])  # "Orrick, Missouri Orrick was once called"
        if (whole or lead is not None or starts) and _is_name(text[: spans[cut - 1][1]]):
            return _without_ranks(text[: spans[cut][0]], lead)
    for cut in range(2, min(len(words) - 1, 10)):
        lead = _lead_at(text, spans[cut][0])
        if (
            lead is not None
            and _folded_words(lead["name"])[-1:] == words[cut - 1 : cut]
            and _is_name(text[: spans[cut - 1][1]])
        ):
            return spans[cut][0]
    return 0


def _without_ranks(title: str, lead: re.Match[str] | None) -> int:
    """Length of a title without the rank that the first sentence begins with.

    "Ann M. Hope" in "Ann M. Hope Brigadier General Ann Mary Hope was"; the title of a place keeps its region.
    """
    last = _folded_words(lead["name"])[-1:] if lead is not None else []
    for word in re.finditer(r"\S+", title):
        if word.start() and [_folded(word.group())] == last and "," not in title:
            return word.end()
    return len(title)


def _folded(word: str) -> str:
    return word.strip("\"“”'‘’(),.;:").casefold()


def _folded_words(text: str) -> list[str]:
    return [folded for word in text.split() if (folded := _folded(word))]


def _skip_space(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def _is_name(text: str) -> bool:
    words = text.strip("\"“”'‘’ ").split()
    first = words[0].casefold() if words else ""
    if not words or len(words) > 14 or (first in _NOT_A_NAME and (first not in _MAY_BEGIN or len(words) < 2)):
        return False
    return len(words) == 1 or all(
        not word[0].isalpha() or word[0].isupper() or word.casefold() in _CONNECTORS for word in words
    )


def _clean(name: str) -> str:
    return name.strip(" \t\n\"“”'‘’,.")


def _nominal(doc: Doc, offset: int) -> Token | None:
    """The head noun of "is a ..." whose verb stands at an offset; by position where the parse has lost it."""
    verb = next((token for token in doc if token.idx == offset), None)
    if verb is None:
        return None
    for child in verb.children:
        if child.dep_ == "attr" and child.i > verb.i:
            if child.pos_ not in (
                "NOUN",
                "PROPN",
            ):  # "one of the largest cities", "the largest of the cities"
                child = _of_object(child) or child
            return child if child.pos_ in ("NOUN", "PROPN") else None
    noun = None
    for token in doc[verb.i + 1 : verb.i + 12]:
        if token.pos_ == "NOUN":
            noun = token
        elif noun is not None or token.pos_ in ("ADP", "VERB", "PUNCT"):
            break
    return noun


def _of_object(token: Token) -> Token | None:
    of = next((child for child in token.children if child.lower_ == "of"), None)
    return next((child for child in of.children if child.dep_ == "pobj"), None) if of is not None else None


def _types(
    doc: Doc, name: str, aside: str, nominal: Token | None, places: Sequence[tuple[int, int]]
) -> frozenset[str]:
    """What the main subject may be: by its definition, the title's parenthesis, its name, or NER."""
    words = [nominal.lemma_.casefold()] if nominal is not None else []
    words += _folded_words(aside) + _folded_words(name)[::-1]
    for word in words:
        types = catalogue().types_of(word)
        if types:
            return types
    if _is_taken_up_as_person(doc, name):
        return _PERSON
    labels = {
        e.label_ for e in doc.ents for low, high in places if low <= e.start_char and e.end_char <= high
    }
    called_it = any(token.lower_ == "it" and token.is_sent_start for token in doc[:200])
    return _PERSON if labels == {"PERSON"} and not called_it else frozenset()


def _is_taken_up_as_person(doc: Doc, name: str) -> bool:
    """Whether a sentence begins with a "he" or "she" that can't be another person named before it."""
    pronouns = (token for token in doc[:200] if token.lower_ in ("he", "she") and token.is_sent_start)
    pronoun = next(pronouns, None)
    own = set(_folded_words(name))
    return pronoun is not None and all(
        entity.label_ != "PERSON" or own & set(_folded_words(entity.text))
        for entity in doc.ents
        if entity.end <= pronoun.i
    )


def noun_words(head: Token) -> str:
    """A noun with its modifiers and "of/in" phrases, without article: what a definition says."""
    end = head.i + 1
    for child in head.rights:
        if child.dep_ != "prep" or child.lower_ not in ("of", "in", "from") or child.left_edge.i != end:
            break
        end = child.right_edge.i + 1
    first = head.left_edge.i
    while first < head.i and head.doc[first].pos_ == "DET":
        first += 1
    return str(head.doc[first : min(end, first + 14)].text)


def _is_definite(token: Token) -> bool:
    return token.doc[token.left_edge.i].lower_ in ("the", "this")


def _is_bare(token: Token) -> bool:
    """Whether a noun stands without modifiers that could pick out another thing of the kind."""
    return all(child.dep_ in ("det", "punct", "acl", "relcl", "appos") for child in token.children)


def _copula_subject(token: Token) -> Token | None:
    if token.head.lemma_ != "be":
        return None
    return next((child for child in token.head.children if child.dep_ == "nsubj" and child != token), None)


def _distinguishes(word: Token) -> bool:
    """Whether a word makes a noun one of a kind: a proper noun, or "Spanish" in "the Spanish flu"."""
    return word.pos_ == "PROPN" or (word.pos_ == "ADJ" and word.text[0].isupper() and not word.is_sent_start)


def _proper_runs(doc: Doc, taken: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and last token (exclusive) of each run of proper nouns that aren't taken."""
    for inside, run in groupby(doc, lambda token: token.pos_ == "PROPN" and not taken[token.i]):
        tokens = list(run)
        if inside:
            yield tokens[0].i, tokens[-1].i + 1


def _continues(token: Token, first: int, last: int) -> bool:
    """Whether a proper noun before a name belongs to it: "Lionel" before what NER takes for "Messi"."""
    return (
        token.pos_ == "PROPN"
        and token.dep_ == "compound"
        and not token.ent_type_
        and first <= token.head.i < last
    )


def _is_model_number(token: Token, first: int, last: int) -> bool:
    """Whether a number belongs to the name before it: "Boeing 747", but no year."""
    fits = token.pos_ == "NUM" and token.dep_ == "nummod" and first <= token.head.i < last
    return fits and re.fullmatch(r"\d{1,3}|\d{5,}|\d*[A-Z]\d*", token.text) is not None


def _trimmed(doc: Doc, first: int, last: int) -> tuple[int, int]:
    while first < last and (
        doc[first].is_punct or doc[first].is_space or doc[first].lower_ in ("the", "a", "an")
    ):
        first += 1
    while first < last and (doc[last - 1].is_punct or doc[last - 1].is_space or doc[last - 1].tag_ == "POS"):
        last -= 1
    return first, last


def _offsets(doc: Doc, name: Name) -> tuple[int, int]:
    span = doc[name.first : name.last]
    return span.start_char, span.end_char


def _is_plausible(name: str) -> bool:
    """Whether a surface can be a name and isn't what a tagger makes of brackets, lists and web addresses."""
    return (
        any(c.isalpha() for c in name)
        and name.count("(") == name.count(")")
        and not any(mark in name for mark in ("\n", "|", "[", "]", "=", "_", "://", ", ", " , "))
    )
