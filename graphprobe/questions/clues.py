"""Describing a subject without naming it: "the American actor born in Boston who died in 1962".

The head ("the American actor") and the clues come from facts of documents that speak of this subject: those
of the conflict subgraph, and others that agree with them on some fact and contradict them on none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from graphprobe.mining.catalogue import Catalogue
from graphprobe.questions.checks import check_hints, check_leaks, check_name_absent
from graphprobe.questions.subgraph import SideFact, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.text.normalize import fold
from graphprobe.text.values import Kind, Value, Verdict, compare
from graphprobe.text.words import contains, tokens

DocumentTeller = Callable[[str], Sequence[tuple[int, int, str]]]
"""Finds in a text what its sentences say of the subject: start, end, and verb phrase of each."""

_COMMON_NOUN = re.compile(r"[a-z][a-z -]{1,40}")
_DESCRIPTION = re.compile(r"(?:[\w.'-]+ ){0,6}[a-z][a-z'-]+")
_BESIDE_A_NOUN = (
    "which that who with between by made built written produced directed created released founded located "
    "situated designed operated owned published starring set based used caused led"
)
_DEFINITION = re.compile(
    r"that (?:is|was|are|were) (?:an?|the) (?P<noun>[^,;]{3,60}?)"
    rf"(?P<rest>$|,.*| (?:{'|'.join(_BESIDE_A_NOUN.split())})\b.*)"
)
_FINITE = re.compile(r"\b(?:has|had|have|is|was|are|were)\b")
_NAME_WITHIN = re.compile(r"(?<!^)\b[A-Z]\w+")
_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")
_SAYING_WHAT = frozenset({"genre", "medium", "kind", "format"})
_SINGULAR = {"were": "was", "are": "is", "have": "has"}
_PLURAL_VERB = re.compile(r"^(?:were|are|have)\b")
_LONGEST_VALUE = 80
_MOST_DOCUMENTS = 6
_RELATIVE = frozenset({"who", "that", "which"})
_PARTICIPLE = re.compile(r"\w+ed|born|built|won|written|made|held|led|known|sung|sold|lost|spoken")


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


@dataclass(frozen=True, slots=True)
class Clue:
    """A phrase that says one attribute of the subject, and how far it narrows the subject down."""

    attribute: str
    phrase: str
    weight: int


def subject_kind(subgraph: Subgraph, catalogue: Catalogue, wording: Wording) -> str:
    """The kind of the subject: by what facts say, by who can have the attribute, or by the recognizer."""
    spec = catalogue.get(subgraph.attribute)
    if spec and spec.of == {"person"}:
        return "person"
    stated = _qualifier(subgraph, "subject_type", frozenset()) or wording.entity_kinds.get(
        subgraph.entity_type, ""
    )
    if stated == "person":
        return stated if _speak_of_person(subgraph) else ""
    if _qualifier(subgraph, "subject_type", frozenset()) and "|" not in stated:
        return stated
    return next(iter(spec.of)) if spec and len(spec.of) == 1 else ""


def _speak_of_person(subgraph: Subgraph) -> bool:
    """Whether documents say "he" or "she": recognizers take elements, rivers and schools for people too."""
    return any(re.search(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b", text) for text in subgraph.texts.values())


def head_of(
    subgraph: Subgraph, kind: str, catalogue: Catalogue, wording: Wording, tell: DocumentTeller
) -> Head | None:
    """What the subject is, as a noun phrase: by definition, by facts, or by its kind; None: nothing tells."""
    facts = trusted(subgraph, wording)
    banned = _banned(subgraph, wording)
    description = _qualifier(subgraph, "subject_is", banned)
    if _DESCRIPTION.fullmatch(description) and description.split()[-1] not in catalogue.sports:
        return Head(description, stated=True)
    noun = _usual(_facts(facts, wording.head_attributes), banned)
    adjective = _usual(_facts(facts, wording.adjective_attributes), banned)
    if noun and _COMMON_NOUN.fullmatch(noun):
        return Head(noun, adjective if adjective.casefold() not in noun.casefold() else "", stated=True)
    defined = [text for text in definitions(subgraph, tell) if not set(fold(text).split()) & banned]
    if defined:
        return Head(min(defined, key=lambda text: (len(text), text)), stated=True)
    borne = _noun_in_name(subgraph, catalogue, wording)
    general = borne or wording.nouns.get(kind)
    return Head(general, adjective, stated=bool(adjective or borne)) if general else None


def _noun_in_name(subgraph: Subgraph, catalogue: Catalogue, wording: Wording) -> str:
    """The kind that a name ends in, where it gives nothing away: "bridge" of "Golden Gate Bridge"."""
    last = (tokens(subgraph.subject) or ("",))[-1]
    return last if last in wording.common_name_words and catalogue.types_of(last) else ""


def definitions(subgraph: Subgraph, tell: DocumentTeller) -> dict[str, frozenset[str]]:
    """What documents call the subject ("country in the Caucasus"), each with the accounts they report."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for document, text in sorted(subgraph.texts.items())[:_MOST_DOCUMENTS]:
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
        if (found := _YEAR.search(e.qualifiers.get("subject_is", "")))
    )
    for (year, account, what), (other_year, other_account, other) in combinations(dated, 2):
        if year != other_year and account != other_account:
            return f"{what} / {other}"  # "1982 film" and "2014 film"
    defined = sorted(definitions(subgraph, tell).items())
    for text, accounts in defined:
        for other, others in defined:
            shared = set(tokens(text)) & set(tokens(other)) - wording.auxiliaries
            if text < other and not accounts & others and not shared:
                return f"{text} / {other}"
    return ""


def clues_of(
    subgraph: Subgraph, catalogue: Catalogue, wording: Wording, tell: DocumentTeller, template: str
) -> list[Clue]:
    """Clues, the most telling first; none leaks an answer or the name.

    Attributes of the catalogue have a phrase of their own; what else the documents of the subgraph say of
    the subject is told in their words. No clue repeats a verb of the question ("born ... born?").
    """
    asked = set(tokens(template))
    found = [
        *_fact_clues(subgraph, catalogue, wording),
        *_sentence_clues(subgraph, catalogue, wording, tell),
    ]
    reworded = [_without_verb_of(asked, clue, wording) for clue in found]
    fit = {c.phrase: c for c in reworded if c and not _gives_away(c.phrase, subgraph, wording)}
    return sorted(fit.values(), key=lambda clue: (-clue.weight, clue.attribute))


def _without_verb_of(asked: set[str], clue: Clue, wording: Wording) -> Clue | None:
    """The clue in words that don't repeat a verb of the question, or None when there are no such words."""
    verb = next((word for word in tokens(clue.phrase) if word not in wording.auxiliaries), "")
    words = (word for word in asked if word not in wording.auxiliaries and len(word) > 2)
    if not verb or not any(verb.startswith(word) or word.startswith(verb) for word in words):
        return clue
    other = wording.other_words.get(clue.attribute)
    return replace(clue, phrase=f"{other} {clue.phrase.split(' in ', 1)[1]}") if other else None


def _fact_clues(subgraph: Subgraph, catalogue: Catalogue, wording: Wording) -> Iterator[Clue]:
    by_attribute: defaultdict[str, list[SideFact]] = defaultdict(list)
    for fact in trusted(subgraph, wording):
        by_attribute[fact.attribute].append(fact)
    used = {*wording.head_attributes, *wording.adjective_attributes, subgraph.attribute}
    if subgraph.attribute in _SAYING_WHAT:
        used |= _SAYING_WHAT
    for attribute, facts in sorted(by_attribute.items()):
        spec = catalogue.get(attribute)
        value = _agreed([fact.value for fact in facts])
        if spec is None or attribute in used or value is None or _is_qualified(facts):
            continue
        if len(value.text) <= _LONGEST_VALUE and not _is_loose(value):
            weight = wording.weights.get(_weight_kind(value), 0)
            yield Clue(attribute, fill_clue(spec.clue, value, _article(facts, value)), weight)


def _sentence_clues(
    subgraph: Subgraph, catalogue: Catalogue, wording: Wording, tell: DocumentTeller
) -> Iterator[Clue]:
    """What sentences say of the subject, but for accounts and for what has a phrase of its own."""
    phrased = {tokens(fact.value.text) for fact in subgraph.side_facts if catalogue.get(fact.attribute)}
    for document, text in sorted(subgraph.texts.items())[:_MOST_DOCUMENTS]:
        accounts = [(e.value_start, e.value_end) for e in subgraph.evidence if e.document == document]
        for start, end, phrase in tell(text):
            states_account = any(start < last and first < end for first, last in accounts)
            if not states_account and not any(contains(tokens(phrase), value) for value in phrased):
                weight = "statement" if _NAME_WITHIN.search(phrase) else "plain statement"
                yield Clue(f"said: {phrase}", _beside_noun(phrase) or phrase, wording.weights[weight])


def _beside_noun(phrase: str) -> str:
    """What a definition says beside its noun: "made by Nintendo" of "that is a console made by Nintendo"."""
    defined = _DEFINITION.fullmatch(phrase)
    rest = defined["rest"].strip() if defined else ""
    telling = rest and _form(rest) in ("participle", "relative") and len(rest.split()) > 2
    return rest if telling else ""


def describe(head: Head, clues: Sequence[Clue], kind: str, wording: Wording) -> str:
    """The head with its clues as one noun phrase: "the nun who was awarded a prize and died in Rome".

    Phrases that are no verbs follow the noun; the verbs share one relative clause. A thing, unlike a
    person, is "the film directed by X" as long as nothing but such participles describes it.
    """
    words = ["the", head.text]
    loose = [clue.phrase for clue in clues if _form(clue.phrase) == "loose"]
    verbs = [clue.phrase for clue in clues if _form(clue.phrase) != "loose"]
    if loose:
        words.append(_listed(loose))
    if verbs and kind != "person" and all(_form(phrase) == "participle" for phrase in verbs):
        words.append(_listed(verbs))
    elif verbs:
        words.append(_relative_clause(verbs, "who" if kind == "person" else "that", wording))
    return " ".join(words)


def _form(phrase: str) -> Literal["loose", "participle", "relative", "possessive"]:
    """What a clue is by its first word: "with ...", "born ...", "who ...", "whose ..."."""
    first = phrase.split(" ", 1)[0]
    if first in _RELATIVE:
        return "relative"
    if first == "whose":
        return "possessive"
    return "participle" if _PARTICIPLE.fullmatch(first) else "loose"


def _relative_clause(phrases: Sequence[str], pronoun: str, wording: Wording) -> str:
    """One relative clause; what one verb says is said at once: "died on 6 July 1971 in New York City"."""
    by_verb: dict[str, str] = {}  # what describes the subject is one thing, whatever its name's number
    for phrase in (_predicate(phrase, wording) for phrase in phrases if _form(phrase) != "possessive"):
        verb, rest = _verb_and_rest(phrase)
        by_verb[verb] = f"{by_verb[verb]} {rest}" if verb in by_verb and rest else phrase
    parts = list(by_verb.values())
    if parts:
        parts[0] = f"{pronoun} {parts[0]}"
    return _listed(parts + [phrase for phrase in phrases if _form(phrase) == "possessive"])


def _verb_and_rest(phrase: str) -> tuple[str, str]:
    """ "died" and "on 6 July 1971"; a phrase without such an ending is a verb of its own."""
    found = re.fullmatch(r"((?:was |is )?\w+) ((?:in|on|at) .+)", phrase)
    return (found.group(1), found.group(2)) if found else (phrase, "")


def _predicate(phrase: str, wording: Wording) -> str:
    """A clue as the verb of a relative clause: "was born in Rome", "died in Rome"."""
    first, _, rest = phrase.partition(" ")
    if first in _RELATIVE:
        return _PLURAL_VERB.sub(lambda found: _SINGULAR[found.group()], rest)
    return f"{'is' if first in wording.lasting_participles else 'was'} {phrase}"


def fill_clue(template: str, value: Value, article: str = "") -> str:
    """A clue template with its value: ``{value}`` with its article, ``{when}`` with its preposition."""
    surface = value.text if "the {value}" in template or "a {value}" in template else article + value.text
    phrase = template.replace("{when}", dated(value)).replace("{value}", surface)
    return re.sub(r"\ba (?=[aeiouAEIOU])", "an ", phrase)


def dated(value: Value) -> str:
    """A date with the preposition it takes: "on 26 August 1910", "in 1910", "in the 1970s"."""
    if re.match(r"(?:in|on|around|about|circa|before|after|between|during|early|late)\b", fold(value.text)):
        return value.text
    if re.fullmatch(r"\d{3,4}s", value.text):
        return f"in the {value.text}"
    return f"{'on' if _precision(value) == 'day' else 'in'} {value.text}"


def trusted(subgraph: Subgraph, wording: Wording) -> list[SideFact]:
    """Side facts of documents that speak of this subject and not, as far as can be seen, of a namesake."""
    inside = [fact for fact in subgraph.side_facts if fact.document in subgraph.documents]
    others: defaultdict[str, list[SideFact]] = defaultdict(list)
    for fact in subgraph.side_facts:
        if fact.document not in subgraph.documents:
            others[fact.document].append(fact)
    for _, facts in sorted(others.items()):
        if _agrees(facts, inside) and not contradictions(facts, inside, wording):
            inside = [*inside, *facts]
    return inside


def namesake_signs(subgraph: Subgraph, wording: Wording) -> list[str]:
    """Attributes by which other documents of the corpus speak of another bearer of the name."""
    inside = [fact for fact in subgraph.side_facts if fact.document in subgraph.documents]
    outside = [fact for fact in subgraph.side_facts if fact.document not in subgraph.documents]
    return contradictions(outside, inside, wording)


def contradictions(a: Iterable[SideFact], b: Sequence[SideFact], wording: Wording) -> list[str]:
    """Attributes that identify a thing and have incompatible values in the two lists."""
    found = {
        x.attribute
        for x in a
        for y in b
        if x.attribute == y.attribute
        and x.attribute in wording.identity_attributes
        and compare(x.value, y.value).verdict is Verdict.INCOMPATIBLE
    }
    return sorted(found)


def _agrees(a: Iterable[SideFact], b: Sequence[SideFact]) -> bool:
    return any(
        x.attribute == y.attribute and compare(x.value, y.value).verdict is Verdict.COMPATIBLE
        for x in a
        for y in b
    )


def _facts(facts: Iterable[SideFact], attributes: Sequence[str]) -> list[SideFact]:
    return sorted(
        (fact for fact in facts if fact.attribute in attributes),
        key=lambda fact: (attributes.index(fact.attribute), fact.document, fact.value.text),
    )


def _qualifier(subgraph: Subgraph, name: str, banned: frozenset[str]) -> str:
    """The qualifier's value that most documents of the subgraph give, without words that leak an answer."""
    found = {(e.document, e.qualifiers[name]) for e in subgraph.evidence if e.qualifiers.get(name)}
    found = found or {
        (fact.document, fact.qualifiers[name])
        for fact in subgraph.side_facts
        if fact.document in subgraph.documents and fact.qualifiers.get(name)
    }
    counts = Counter(text for _, text in found if not set(fold(text).split()) & banned)
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


def _agreed(values: Sequence[Value]) -> Value | None:
    """The value that most facts give, or None when the facts disagree."""
    if any(compare(a, b).verdict is not Verdict.COMPATIBLE for a in values for b in values if a != b):
        return None
    counts = Counter(value.text for value in values)
    return min(values, key=lambda value: (-counts[value.text], len(value.text), value.text))


def _article(facts: Iterable[SideFact], value: Value) -> str:
    """The article that a value has where it's stated: "the " of "the Nobel Peace Prize"."""
    return next((fact.article for fact in facts if fact.value == value), "")


def _is_qualified(facts: Iterable[SideFact]) -> bool:
    """Whether a fact holds only for a time or scope, or only as somebody says."""
    return any({"time", "scope", "attribution"} & set(fact.qualifiers) for fact in facts)


def _is_loose(value: Value) -> bool:
    return any(reading.vague or reading.approximate for reading in value.readings)


def _weight_kind(value: Value) -> str:
    if value.kind is Kind.DATE and _precision(value) == "day":
        return "day"
    return "full place" if value.kind is Kind.PLACE and "," in value.text else value.kind.value


def _precision(value: Value) -> str:
    return value.readings[0].unit if value.readings else ""


def _gives_away(phrase: str, subgraph: Subgraph, wording: Wording) -> bool:
    golds = [answer.value for answer in subgraph.answers]
    return bool(
        check_leaks(phrase, golds)
        or check_name_absent(phrase, subgraph.names, wording)
        or check_hints(phrase, wording)
    )


def _listed(phrases: Sequence[str]) -> str:
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"
