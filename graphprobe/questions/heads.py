"""What a subject is, as a noun phrase without its name: "the American actor", "the covered bridge".

Documents say it by definition and facts say it; where accounts are at odds about it, it's what they have in
common. It also shows when they speak of two things.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from graphprobe.mining.catalogue import Catalogue
from graphprobe.questions.namesakes import YEARS, trusted
from graphprobe.questions.subgraph import SideFact, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.text.gazetteer import country_of_demonym
from graphprobe.text.normalize import fold
from graphprobe.text.values import Kind, parse_value
from graphprobe.text.words import tokens

DocumentTeller = Callable[[str], Sequence[tuple[int, int, str]]]
"""Finds in a text what its sentences say of the subject: start, end, and verb phrase of each."""
MOST_DOCUMENTS = 6
"""Documents of a conflict that are read for what the subject is and for clues."""
BESIDE_A_NOUN = (
    "which that who with between by made built written produced directed created released founded located "
    "situated designed operated owned published starring set based used caused led"
)
"""Words that begin what a definition says beside its noun."""

_COMMON_NOUN = re.compile(r"[a-z][a-z -]{1,40}")
_DESCRIPTION = re.compile(r"(?:[\w.'-]+ ){0,6}[a-z][a-z'-]+")
_DEFINITION = re.compile(
    r"that (?:is|was|are|were) (?:an?|the) (?P<noun>[^,;]{3,60}?)"
    rf"(?P<rest>$|,.*| (?:{'|'.join(BESIDE_A_NOUN.split())})\b.*)"
)
_BEHIND = re.compile(rf" (?:in|of|on|at|near|by|for|from|along|{'|'.join(BESIDE_A_NOUN.split())})\b")
_RELATIVES = frozenset(
    ("son", "daughter", "brother", "sister", "wife", "husband", "widow", "father", "mother", "child")
)
_FINITE = re.compile(r"\b(?:has|had|have|is|was|are|were)\b")


@dataclass(frozen=True, slots=True)
class Head:
    """What a subject is: "American" "actor". ``stated`` tells that a fact says so, not only its kind."""

    noun: str
    adjective: str = ""
    stated: bool = False

    @property
    def text(self) -> str:
        """The noun phrase without its article."""
        return f"{self.adjective} {self.noun}".strip()


def subject_kind(subgraph: Subgraph, catalogue: Catalogue, wording: Wording) -> str:
    """The kind of the subject: by what facts say, by who can have the attribute, or by the recognizer."""
    spec = catalogue.get(subgraph.attribute)
    if spec and spec.of == {"person"}:
        return "person"
    stated = _qualifier(subgraph, "subject_type") or wording.entity_kinds.get(subgraph.entity_type, "")
    if stated == "person":
        return stated if _speak_of_person(subgraph) else ""
    if _qualifier(subgraph, "subject_type") and "|" not in stated:
        return stated
    return next(iter(spec.of)) if spec and len(spec.of) == 1 else ""


def _speak_of_person(subgraph: Subgraph) -> bool:
    """Whether documents say "he" or "she": recognizers take elements, rivers and schools for people too."""
    return any(re.search(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b", text) for text in subgraph.texts.values())


def head_of(
    subgraph: Subgraph, kind: str, catalogue: Catalogue, wording: Wording, tell: DocumentTeller
) -> Head | None:
    """What the subject is, as a noun phrase: by definition, by facts, or by its kind; None: nothing tells."""
    named = subgraph.subject.split(" of ")[0]
    if named.islower() and catalogue.types_of(named):
        return Head(named, stated=True)  # the sinking of a ship is no ship
    facts = trusted(subgraph, wording)
    banned = _banned(subgraph, wording)
    description = _description(subgraph, kind, catalogue, banned, tell)
    if description:
        return Head(description, stated=True)
    nouns = [_bearable(fact.value.text, banned) for fact in _facts(facts, wording.head_attributes)]
    noun = next((text for text in nouns if _COMMON_NOUN.fullmatch(text)), "")
    noun = _singular(noun, catalogue)
    adjective = _usual(_facts(facts, wording.adjective_attributes), banned)
    if noun and _suits(noun, subgraph.attribute, catalogue):
        return Head(noun, adjective if adjective.casefold() not in noun.casefold() else "", stated=True)
    defined = [text for text in definitions(subgraph, tell) if not set(fold(text).split()) & banned]
    if defined:
        shortest = min(defined, key=lambda text: (len(text), text))
        return Head(_plain_description(shortest, kind, catalogue) or shortest, stated=True)
    borne = _noun_in_name(subgraph, catalogue, wording)
    general = borne or wording.nouns.get(kind)
    return Head(general, adjective, stated=bool(adjective or borne)) if general else None


def _description(
    subgraph: Subgraph, kind: str, catalogue: Catalogue, banned: frozenset[str], tell: DocumentTeller
) -> str:
    """What documents call the subject, as far as all accounts agree: "coach" of two kinds of coach."""
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for e in subgraph.evidence:
        if what := _plain_description(e.qualifiers.get("subject_is", ""), kind, catalogue):
            said[e.account][what] += 1
    for text, accounts in definitions(subgraph, tell).items():
        what = _plain_description(text, kind, catalogue)
        for account in accounts - said.keys() if what and catalogue.types_of(what.split()[-1]) else ():
            said[account][what] += 1
    if not said:  # the year may be a namesake's
        known = _plain_description(YEARS.sub("", _qualifier(subgraph, "subject_is")), kind, catalogue)
        said[""][known] += 1
    usual = [min(counts, key=lambda what: (-counts[what], what)) for counts in said.values()]
    words = _bearable(_common_ending(usual), banned)
    return words if words and _suits(words, subgraph.attribute, catalogue) else ""


def _plain_description(text: str, kind: str, catalogue: Catalogue) -> str:
    """A description as a noun phrase in the singular, without what follows the noun or names its maker.

    "" for what is no noun phrase, as "American football" or "Iowa".
    """
    noun = _BEHIND.split(text, maxsplit=1)[0].strip(" ,")
    words = noun.split()
    if not words or (noun != text and ("person" in catalogue.types_of(words[-1]) or noun in _RELATIVES)):
        return ""
    if kind == "work":
        words = [w for w in words if not w[0].isupper() or w.isupper() or country_of_demonym(w)]
        words = [w for w in words if w != "language"]  # what is left of "Telugu language film"
    while words and parse_value(words[0]).kind is Kind.NUMBER and not YEARS.fullmatch(words[0]):
        words = words[1:]
    plain = _singular(" ".join(words), catalogue)
    return plain if _DESCRIPTION.fullmatch(plain) and words[-1] not in catalogue.sports else ""


def _common_ending(texts: Sequence[str]) -> str:
    """The words that all texts end in."""
    shared: list[str] = []
    for words in zip(*(reversed(text.split()) for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        shared.insert(0, words[0])
    return " ".join(shared)


def _bearable(text: str, banned: frozenset[str]) -> str:
    """The noun phrase from behind its last word that gives something away: "school" of "grammar school"."""
    words = text.strip().split()
    last = max((i for i, word in enumerate(words) if banned & set(fold(word).split())), default=-1)
    return " ".join(words[last + 1 :])


def _singular(noun: str, catalogue: Catalogue) -> str:
    """The noun phrase in the singular, where its last word is the plural of a kind of thing."""
    for plural, single in (("ies", "y"), ("es", ""), ("s", "")):
        stem = noun.removesuffix(plural) + single
        last = stem.split()[-1:] or [""]
        if noun.endswith(plural) and not catalogue.types_of(noun.split()[-1]) and catalogue.types_of(last[0]):
            return stem
    return noun


def _suits(noun: str, attribute: str, catalogue: Catalogue) -> bool:
    """Whether a thing of that kind can have the attribute; an agent doesn't premiere."""
    spec, types = catalogue.get(attribute), catalogue.types_of(noun.split()[-1])
    if spec is not None and spec.of == {"work"} and not types:
        return False
    return spec is None or spec.fits(types)


def _noun_in_name(subgraph: Subgraph, catalogue: Catalogue, wording: Wording) -> str:
    """The kind that a name ends in, where it gives nothing away: "bridge" of "Golden Gate Bridge"."""
    last = (tokens(subgraph.subject) or ("",))[-1]
    return last if last in wording.common_name_words and catalogue.types_of(last) else ""


def definitions(subgraph: Subgraph, tell: DocumentTeller) -> dict[str, frozenset[str]]:
    """What documents call the subject ("country in the Caucasus"), each with the accounts they report."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for document, text in sorted(subgraph.texts.items())[:MOST_DOCUMENTS]:
        for _, _, phrase in tell(text):
            defined = _DEFINITION.fullmatch(phrase)
            if defined and not _FINITE.search(defined["noun"]):
                found[defined["noun"]] |= {e.account for e in subgraph.evidence if e.document == document}
    return {text: frozenset(accounts) for text, accounts in found.items()}


def two_things(subgraph: Subgraph, kind: str, wording: Wording, tell: DocumentTeller) -> str:
    """How documents of different accounts define what they speak of, when that is two things, or ""."""
    if kind == "person":
        return ""
    dated = sorted(
        (found.group(), e.account, e.qualifiers["subject_is"])
        for e in subgraph.evidence
        if (found := YEARS.search(e.qualifiers.get("subject_is", "")))
    )
    answers = {word for answer in subgraph.answers for word in tokens(answer.value.text)}
    for (year, account, what), (other_year, other_account, other) in combinations(dated, 2):
        asked_for = {
            year,
            other_year,
        } <= answers  # "1980 film" and "2007 film", of which the year is contested
        if year != other_year and account != other_account and not asked_for:
            return f"{what} / {other}"  # "1982 film" and "2014 film"
    defined = sorted(definitions(subgraph, tell).items())
    for text, accounts in defined:
        for other, others in defined:
            shared = set(tokens(text)) & set(tokens(other)) - wording.auxiliaries
            if text < other and not accounts & others and not shared:
                return f"{text} / {other}"
    return ""


def _facts(facts: Iterable[SideFact], attributes: Sequence[str]) -> list[SideFact]:
    return sorted(
        (fact for fact in facts if fact.attribute in attributes),
        key=lambda fact: (attributes.index(fact.attribute), fact.document, fact.value.text),
    )


def _qualifier(subgraph: Subgraph, name: str) -> str:
    """The qualifier's value that most documents of the subgraph give, or ""."""
    found = {(e.document, e.qualifiers[name]) for e in subgraph.evidence if e.qualifiers.get(name)}
    found = found or {
        (fact.document, fact.qualifiers[name])
        for fact in subgraph.side_facts
        if fact.document in subgraph.documents and fact.qualifiers.get(name)
    }
    counts = Counter(text for _, text in found)
    return min(counts, key=lambda text: (-counts[text], text), default="")


def _usual(facts: Sequence[SideFact], banned: frozenset[str]) -> str:
    """The value that most documents give, the first attribute in order deciding; "" when there is none."""
    for attribute in dict.fromkeys(fact.attribute for fact in facts):
        counts = Counter(fact.value.text.strip() for fact in facts if fact.attribute == attribute)
        usable = [text for text in counts if not set(fold(text).split()) & banned]
        if usable:
            return min(usable, key=lambda text: (-counts[text], text))
    return ""


def _banned(subgraph: Subgraph, wording: Wording) -> frozenset[str]:
    words = {word for answer in subgraph.answers for word in fold(answer.value.text).split()}
    names = {word for name in subgraph.names for word in fold(name).split()}
    return frozenset((words | names) - wording.common_name_words)
