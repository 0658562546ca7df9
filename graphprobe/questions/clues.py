"""Describing a subject without naming it: "the American actor born in Boston who died in 1962".

The head ("the American actor") and the clues come from facts of documents that speak of this subject: those
of the conflict subgraph, and others that agree with them on some fact and contradict them on none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from graphprobe.mining.catalogue import Catalogue
from graphprobe.questions.checks import check_hints, check_leaks, check_name_absent
from graphprobe.questions.subgraph import SideFact, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.text.gazetteer import country_of_demonym
from graphprobe.text.normalize import fold
from graphprobe.text.values import Kind, Value, Verdict, compare, parse_value
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
_BESIDE = f"in|of|on|at|near|by|for|from|along|with|{'|'.join(_BESIDE_A_NOUN.split())}"
_DEFINING = re.compile(
    r"that (?:is|was) (?P<article>an?|the|one of)(?: the)? (?P<noun>(?:[\w'.-]+ ){0,5}?[\w'-]+)"
    rf"(?P<rest>,? (?:{_BESIDE})\b.*)?"
)
_OF_OR_IN = re.compile(rf" (?:{_BESIDE})\b")
_PLACE_ALONE = re.compile(r"(?:located )?(?:in|at|near) (?:the )?[A-Z][\w.'-]+(?:,? [A-Z][\w.'-]+)*")
_IN_STREET = re.compile(r"\bin(?= (?:[\w.'-]+ )*(?:Street|Road|Avenue|Lane|Drive|Boulevard|Highway)$)")
_RELATIVES = frozenset(
    ("son", "daughter", "brother", "sister", "wife", "husband", "widow", "father", "mother", "child")
)
_FINITE = re.compile(r"\b(?:has|had|have|is|was|are|were)\b")
_NAME_WITHIN = re.compile(r"(?<!^)\b[A-Z]\w+")
_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")
YEAR = "year"
"""The sign of a namesake of another year."""
_SAID = "said: "
_SAYING_WHAT = frozenset({"genre", "medium", "kind", "format"})
_SINGULAR = {"were": "was", "are": "is", "have": "has"}
_PLURAL_VERB = re.compile(r"^(?:were|are|have)\b")
_LONGEST_VALUE = 80
_MOST_DOCUMENTS = 6
_ALIKE = 0.4
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
    """A phrase that says one attribute of the subject.

    Attributes:
        attribute: what it says.
        phrase: its words.
        weight: how far it narrows the subject down.
        accounts: those that have a document that says it; empty: documents that report none do.
    """

    attribute: str
    phrase: str
    weight: int
    accounts: frozenset[str] = frozenset()

    @property
    def is_plain(self) -> bool:
        """Whether it's in a document's words and names nothing: too little for a third clue."""
        return self.weight <= 1 and self.attribute.startswith(_SAID)


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
        if what := e.qualifiers.get("subject_is"):
            said[e.account][what] += 1
    by_definition = definitions(subgraph, tell) if said else {}
    for text, accounts in by_definition.items():
        for account in accounts - said.keys():
            said[account][text] += 1
    if not said:
        said[""][_YEAR.sub("", _qualifier(subgraph, "subject_is"))] += 1  # the year may be a namesake's
    usual = [min(counts, key=lambda what: (-counts[what], what)) for counts in said.values()]
    plain = [_plain_description(what, kind, catalogue) for what in usual]
    words = _bearable(_common_ending([text for text in plain if text]), banned)
    fits = _DESCRIPTION.fullmatch(words) and words.split()[-1] not in catalogue.sports
    return words if fits and _suits(words, subgraph.attribute, catalogue) else ""


def _plain_description(text: str, kind: str, catalogue: Catalogue) -> str:
    """A description as a noun phrase in the singular, without what follows the noun or names its maker."""
    noun = _OF_OR_IN.split(text, maxsplit=1)[0].strip(" ,")
    if noun != text and ("person" in catalogue.types_of(noun.split()[-1]) or noun in _RELATIVES):
        return ""
    words = noun.split()
    if kind == "work":
        words = [w for w in words if not w[0].isupper() or w.isupper() or country_of_demonym(w)]
    while words and parse_value(words[0]).kind is Kind.NUMBER and not _YEAR.fullmatch(words[0]):
        words = words[1:]
    return _singular(" ".join(words), catalogue)


def _common_ending(texts: Sequence[str]) -> str:
    """The words that all texts end in."""
    if not texts:
        return ""
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
    subgraph: Subgraph,
    catalogue: Catalogue,
    wording: Wording,
    tell: DocumentTeller,
    template: str,
    head: Head | None = None,
) -> list[Clue]:
    """Clues, the most telling first; none leaks an answer or the name.

    Attributes of the catalogue have a phrase of their own; what else the documents of the subgraph say of
    the subject is told in their words. No clue repeats a verb of the question ("born ... born?").
    """
    asked = set(tokens(template))
    found = [
        *_fact_clues(subgraph, catalogue, wording),
        *_sentence_clues(subgraph, catalogue, wording, tell, head),
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
    used = {*_unphrased(wording), subgraph.attribute, *wording.akin.get(subgraph.attribute, ())}
    if subgraph.attribute in _SAYING_WHAT:
        used |= _SAYING_WHAT
    for attribute, facts in sorted(by_attribute.items()):
        spec = catalogue.get(attribute)
        value = _agreed([fact.value for fact in facts])
        if spec is None or attribute in used or value is None or _is_qualified(facts):
            continue
        if len(value.text) <= _LONGEST_VALUE and not _is_loose(value):
            weight = wording.weights.get(_weight_kind(value), 0)
            phrase = _IN_STREET.sub("on", fill_clue(spec.clue, value, _article(facts, value)))
            yield Clue(attribute, phrase, weight, _accounts(subgraph, (fact.document for fact in facts)))


def _unphrased(wording: Wording) -> frozenset[str]:
    """Attributes that are told by what the subject is, or better in the words of a document."""
    return frozenset((*wording.head_attributes, *wording.adjective_attributes, *wording.told_attributes))


def _accounts(subgraph: Subgraph, documents: Iterable[str]) -> frozenset[str]:
    """The accounts that the documents report."""
    those = set(documents)
    return frozenset(e.account for e in subgraph.evidence if e.document in those)


def _sentence_clues(
    subgraph: Subgraph, catalogue: Catalogue, wording: Wording, tell: DocumentTeller, head: Head | None
) -> Iterator[Clue]:
    """What sentences say of the subject, but for accounts and for what has a phrase of its own."""
    unphrased = _unphrased(wording)
    phrased = {
        tokens(fact.value.text)
        for fact in subgraph.side_facts
        if fact.attribute not in unphrased and catalogue.get(fact.attribute)
    }
    said: defaultdict[str, set[str]] = defaultdict(set)
    told: dict[str, frozenset[str]] = {}
    for document, text in sorted(subgraph.texts.items())[:_MOST_DOCUMENTS]:
        reported = [(e.value_start, e.value_end) for e in subgraph.evidence if e.document == document]
        for start, end, words in tell(text):
            told[words] = told.get(words, frozenset()) | _accounts(subgraph, [document])
            states_account = any(start < last and first < end for first, last in reported)
            if not states_account and not any(contains(tokens(words), value) for value in phrased):
                said[words].add(document)
    for words, documents in said.items():
        phrase, accounts = _beside_noun(words, head), _accounts(subgraph, documents)
        if phrase and not _said_otherwise(words, accounts, told, wording):
            yield Clue(_SAID + phrase, phrase, wording.weights[_statement_kind(phrase)], accounts)


def _said_otherwise(
    words: str, accounts: frozenset[str], told: Mapping[str, frozenset[str]], wording: Wording
) -> bool:
    """Whether documents of another account say nearly the same, but not quite: one of them has it wrong."""
    said = set(tokens(words)) - wording.auxiliaries
    return any(
        not accounts & others and _alike(said, set(tokens(other)) - wording.auxiliaries)
        for other, others in told.items()
        if other != words
    )


def _alike(a: set[str], b: set[str]) -> bool:
    """Whether two sentences share much and each has words of its own; one that only adds agrees."""
    return not (a <= b or b <= a) and len(a & b) >= _ALIKE * len(a | b)


def _statement_kind(phrase: str) -> str:
    if _PLACE_ALONE.fullmatch(phrase):
        return "full place" if "," in phrase else "place"
    return "statement" if _NAME_WITHIN.search(phrase) else "plain statement"


def _beside_noun(phrase: str, head: Head | None) -> str:
    """What a definition adds to the head: "made by Nintendo" of "that is a console made by Nintendo".

    Another noun than the head's is told as it is; "" when nothing is added.
    """
    defined = _DEFINING.fullmatch(phrase)
    if not defined or head is None:
        return phrase
    nouns, own = [some.split()[-1] for some in defined["noun"].split(" and ") if some], head.noun.split()[-1]
    if not {own, f"{own}s", f"{own[:-1]}ies"} & set(nouns):
        return phrase
    rest = (defined["rest"] or "").strip(" ,")
    if _form(rest) == "loose":
        rest = re.split(r", (?=[a-z])", rest)[0]
    if defined["article"] == "one of":
        rest = re.sub(r"^of\b", "in", rest)
    return rest if len(rest.split()) > 1 else ""


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
    known = [fact for fact in subgraph.side_facts if not _is_of_another_year(fact, subgraph)]
    inside = [fact for fact in known if fact.document in subgraph.documents]
    others: defaultdict[str, list[SideFact]] = defaultdict(list)
    for fact in known:
        if fact.document not in subgraph.documents:
            others[fact.document].append(fact)
    for _, facts in sorted(others.items()):
        if _agrees(facts, inside) and not contradictions(facts, inside, wording):
            inside = [*inside, *facts]
    return inside


def _is_of_another_year(fact: SideFact, subgraph: Subgraph) -> bool:
    """Whether a fact is of a bearer of another year than the one that the accounts are about."""
    return bool(_other_years(subgraph) & set(_YEAR.findall(fact.qualifiers.get("subject_is", ""))))


def namesake_signs(subgraph: Subgraph, wording: Wording) -> list[str]:
    """Attributes by which other documents of the corpus speak of another bearer of the name."""
    inside = [fact for fact in subgraph.side_facts if fact.document in subgraph.documents]
    outside = [fact for fact in subgraph.side_facts if fact.document not in subgraph.documents]
    signs = contradictions(outside, inside, wording)
    return [*signs, YEAR] if _other_years(subgraph) else signs


def _other_years(subgraph: Subgraph) -> set[str]:
    """Years by which titles tell bearers of the name apart from this one: "2015" of "2015 TV series"."""
    said = [e.qualifiers for e in subgraph.evidence] + [fact.qualifiers for fact in subgraph.side_facts]
    answers = {word for answer in subgraph.answers for word in tokens(answer.value.text)}
    borne = {year for one in said for year in _YEAR.findall(one.get("subject_is", ""))}
    own = {year for e in subgraph.evidence for year in _YEAR.findall(e.qualifiers.get("subject_is", ""))}
    return borne - own - answers if len(borne) > 1 else set()


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
