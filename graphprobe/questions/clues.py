"""Describing a subject without naming it: "the American actor born in Boston who died in 1962".

The clues come from facts of documents that speak of this subject (those of the conflict subgraph, and others
that agree with them on some fact and contradict them on none) and from what the documents say in plain words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphprobe.mining.catalogue import Catalogue
from graphprobe.questions.checks import check_hints, check_leaks, check_name_absent
from graphprobe.questions.heads import BESIDE_A_NOUN, MOST_DOCUMENTS, DocumentTeller, Head
from graphprobe.questions.namesakes import YEARS, trusted
from graphprobe.questions.subgraph import SideFact, Subgraph
from graphprobe.questions.wording import Wording
from graphprobe.text.normalize import fold
from graphprobe.text.values import Kind, Value, Verdict, compare
from graphprobe.text.words import contains, tokens

_DEFINING = re.compile(
    r"that (?:is|was) (?P<article>an?|the|one of)(?: the)? (?P<noun>(?:[\w'.-]+ ){0,5}?[\w'-]+)"
    rf"(?P<rest>,? (?:in|of|on|at|near|by|for|from|along|{'|'.join(BESIDE_A_NOUN.split())})\b.*)?"
)
_SUPERLATIVE = r"[a-z]+est|first|only|last|(?:most|least) [a-z]+"
_PLACE_ALONE = re.compile(r"(?:located )?(?:in|at|near) (?:the )?[A-Z][\w.'-]+(?:,? [A-Z][\w.'-]+)*")
_IN_STREET = re.compile(r"\bin(?= (?:[\w.'-]+ )*(?:Street|Road|Avenue|Lane|Drive|Boulevard|Highway)$)")
_NAME_WITHIN = re.compile(r"(?<!^)\b[A-Z]\w+")
# When one thing began comes too close to when another did: "opened in 1964" to when it began operating.
_BEGINNING = re.compile(r"\b(?:opened|founded|established|built|completed|began|started|launched|formed)\b")
_SAID = "said: "
_SAYING_WHAT = frozenset({"genre", "medium", "kind", "format"})
_SINGULAR = {"were": "was", "are": "is", "have": "has"}
_PLURAL_VERB = re.compile(r"^(?:were|are|have)\b")
_LONGEST_VALUE = 80
_ALIKE = 0.4
_RELATIVE = frozenset({"who", "that", "which"})
_PARTICIPLE = re.compile(r"\w+ed|born|built|won|written|made|held|led|known|sung|sold|lost|spoken")


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
    dated_answers = all(answer.value.kind is Kind.DATE for answer in subgraph.answers)
    said: defaultdict[str, set[str]] = defaultdict(set)
    told: dict[str, frozenset[str]] = {}
    for document, text in sorted(subgraph.texts.items())[:MOST_DOCUMENTS]:
        reported = [(e.value_start, e.value_end) for e in subgraph.evidence if e.document == document]
        for start, end, words in tell(text):
            told[words] = told.get(words, frozenset()) | _accounts(subgraph, [document])
            states_account = any(start < last and first < end for first, last in reported)
            if not states_account and not any(contains(tokens(words), value) for value in phrased):
                said[words].add(document)
    for words, documents in said.items():
        phrase, accounts = _beside_noun(words, head), _accounts(subgraph, documents)
        near = dated_answers and _BEGINNING.search(phrase) and YEARS.search(phrase)
        if phrase and not near and not _said_otherwise(words, accounts, told, wording):
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
    if head is None:
        return phrase
    outdone = re.fullmatch(rf"(.* the (?:{_SUPERLATIVE})) {re.escape(head.text)} (.+)", phrase)
    if outdone:  # "the deadliest recorded in the United States", of forest fires
        return f"{outdone[1]} {outdone[2]}"
    defined = _DEFINING.fullmatch(phrase)
    if not defined:
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
