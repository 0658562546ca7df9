"""What two aligned sentences say otherwise: replaced values, names and categories, and turned polarity.

Every replacement of an alignment is read as the units it touches, and units of one kind are compared as
typed values. A difference says how far the two units can both be true, and how sure that is from their
form alone; whether the sentences are about one thing is for :mod:`graphprobe.mining.relations` to judge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rapidfuzz.distance import OSA

from graphprobe.mining.alignment import AlignedSentences, Replacement, Word
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.lexicon import CREEDS, GENERIC_NOUNS, NEGATIONS, TITLES, are_antonyms, known_predicate
from graphprobe.mining.phrases import Unit, UnitKind
from graphprobe.text.names import NameKind, compare_names
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Comparison, Kind, Value, Verdict, compare, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

DifferenceKind = Literal["value", "name", "people", "category", "mixed", "polarity", "action"]

_STRENGTH: dict[str, float] = {
    "value": 0.95,
    "people": 0.9,
    "name": 0.85,
    "polarity": 0.85,
    "category": 0.65,
    "action": 0.7,
    "mixed": 0.55,
}
_KIND_OF_UNIT: dict[UnitKind, DifferenceKind] = {
    UnitKind.VALUE: "value",
    UnitKind.NAME: "name",
    UnitKind.PEOPLE: "people",
    UnitKind.CATEGORY: "category",
}
_MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Difference:
    """Two units that stand in one place of aligned sentences.

    Attributes:
        kind: how they were compared.
        a, b: tokens (first, last exclusive) of the units in their documents.
        verdict: whether both can be true of one slot.
        reason: why, in words.
        strength: how far the form alone shows a disagreement, in [0, 1].
    """

    kind: DifferenceKind
    a: tuple[int, int]
    b: tuple[int, int]
    verdict: Verdict
    reason: str
    strength: float


def differences(
    pair: AlignedSentences, doc_a: Doc, units_a: Sequence[Unit], doc_b: Doc, units_b: Sequence[Unit]
) -> list[Difference]:
    """The differences of two aligned sentences, in the order of the first one."""
    found: list[Difference] = []
    for replacement in pair.replacements:
        range_a = _tokens(pair.words_a, replacement.a)
        range_b = _tokens(pair.words_b, replacement.b)
        polarity = _polarity(replacement, pair, range_a, range_b, doc_a, doc_b)
        if polarity is not None:
            found.append(polarity)
        if range_a is None or range_b is None:
            continue
        action = _action(doc_a[slice(*range_a)], doc_b[slice(*range_b)])
        if action is not None:
            found.append(action)
        touched_a = [unit for unit in units_a if unit.overlaps(*range_a)]
        touched_b = [unit for unit in units_b if unit.overlaps(*range_b)]
        short = max(replacement.a[1] - replacement.a[0], replacement.b[1] - replacement.b[0]) <= _MOST_WORDS
        found.extend(_typed(touched_a, touched_b, doc_a, doc_b, short))
    return [item for item in found if not _only_reordered(item, pair, doc_a, doc_b)]


def _tokens(words: Sequence[Word], positions: tuple[int, int]) -> tuple[int, int] | None:
    first, last = positions
    return (words[first].index, words[last - 1].index + 1) if first < last else None


def _typed(
    units_a: Sequence[Unit], units_b: Sequence[Unit], doc_a: Doc, doc_b: Doc, short: bool
) -> list[Difference]:
    """Compares the units of one place, kind by kind."""
    found = []
    for kind in (UnitKind.VALUE, UnitKind.NAME, UnitKind.PEOPLE, UnitKind.CATEGORY):
        of_a = [unit for unit in units_a if unit.kind is kind]
        of_b = [unit for unit in units_b if unit.kind is kind]
        if not of_a or not of_b:
            continue
        for a, b in _partners(of_a, of_b, doc_a, doc_b):
            comparison = compare_units(a, b, doc_a, doc_b)
            if kind is UnitKind.VALUE and comparison.verdict is Verdict.INCOMPATIBLE:
                a, b = _differing_ends(a, doc_a, b, doc_b)
            strength = _STRENGTH[kind.value] * (1.0 if len(of_a) == len(of_b) else 0.7)
            found.append(_difference(_KIND_OF_UNIT[kind], a, b, comparison, strength))
    if not found and short and units_a and units_b:
        a, b = _merged(units_a, doc_a), _merged(units_b, doc_b)
        comparison = compare_units(a, b, doc_a, doc_b)
        found.append(_difference("mixed", a, b, comparison, _STRENGTH["mixed"]))
    return found


def _differing_ends(a: Unit, doc_a: Doc, b: Unit, doc_b: Doc) -> tuple[Unit, Unit]:
    """Of two ranges that share an end the other ends: 1828 and 1835 of "1828 - 1908" and "1835 - 1908"."""
    ends_a, ends_b = _ends(a, doc_a), _ends(b, doc_b)
    if len(ends_a) != 2 or len(ends_b) != 2:
        return a, b
    texts_a = [doc_a[x.first : x.last].text.casefold() for x in ends_a]
    texts_b = [doc_b[x.first : x.last].text.casefold() for x in ends_b]
    differing = [i for i in (0, 1) if texts_a[i] != texts_b[i]]
    return (ends_a[differing[0]], ends_b[differing[0]]) if len(differing) == 1 else (a, b)


_RANGE_MARKS = frozenset({"-", "–", "—", "to", "until", "and", "through"})


def _ends(unit: Unit, doc: Doc) -> list[Unit]:
    """The values of a range, without the words around and between them."""
    bounds = [i for i in range(unit.first, unit.last) if doc[i].lower_ in _RANGE_MARKS]
    if len(bounds) != 1:
        return []
    ends = []
    for first, last in ((unit.first, bounds[0]), (bounds[0] + 1, unit.last)):
        while first < last and doc[first].lower_ in {"from", "between", "since"}:
            first += 1
        if first >= last:
            return []
        start, end = doc[first].idx, doc[last - 1].idx + len(doc[last - 1])
        ends.append(
            Unit(unit.kind, first, last, start, end, parse_value(doc.text[start:end], unit.value.kind))
        )
    return ends


def _merged(units: Sequence[Unit], doc: Doc) -> Unit:
    """Neighbouring units of different kinds as one: "Spanish Tropical format"."""
    if len(units) == 1:
        return units[0]
    first, last = units[0].first, units[-1].last
    value = parse_value(doc[first:last].text, Kind.CATEGORY)
    return Unit(UnitKind.CATEGORY, first, last, units[0].start, units[-1].end, value)


def _difference(
    kind: DifferenceKind, a: Unit, b: Unit, comparison: Comparison, strength: float
) -> Difference:
    return Difference(
        kind, (a.first, a.last), (b.first, b.last), comparison.verdict, comparison.reason, strength
    )


def _partners(of_a: Sequence[Unit], of_b: Sequence[Unit], doc_a: Doc, doc_b: Doc) -> list[tuple[Unit, Unit]]:
    """Which unit of a to compare with which of b: in order if there are as many, else the odd ones out."""
    if len(of_a) == len(of_b):
        return list(zip(of_a, of_b, strict=True))
    for a in of_a:
        for b in of_b:
            if compare_units(a, b, doc_a, doc_b).verdict is Verdict.COMPATIBLE:
                return [(a, b)]
    return [(of_a[0], of_b[0])] if min(len(of_a), len(of_b)) == 1 else []


def compare_units(a: Unit, b: Unit, doc_a: Doc, doc_b: Doc) -> Comparison:
    """Whether two units in one place of aligned sentences can both be true."""
    text_a, text_b = doc_a[a.first : a.last].text, doc_b[b.first : b.last].text
    key_a, key_b = entity_key(text_a), entity_key(text_b)
    if key_a and key_a.replace(" ", "") == key_b.replace(" ", ""):
        return Comparison(Verdict.COMPATIBLE, f"both say {text_a}")
    if a.kind is UnitKind.VALUE and b.kind is UnitKind.VALUE and _comparable(a.value, b.value):
        return _compare_replaced(a.value, b.value)
    if UnitKind.VALUE in (a.kind, b.kind):
        return Comparison(Verdict.UNSURE, f"{text_a} and {text_b} are values of different kinds")
    words_a, words_b = set(key_a.split()), set(key_b.split())
    if not words_a or not words_b or words_a <= words_b or words_b <= words_a:
        return Comparison(Verdict.COMPATIBLE, f"{text_a} and {text_b}: the one says more of the same")
    if a.kind is b.kind is UnitKind.PEOPLE and bool(words_a & CREEDS) != bool(words_b & CREEDS):
        return Comparison(Verdict.UNSURE, f"{text_a} and {text_b}: one can be both")
    if a.kind is UnitKind.NAME and b.kind is UnitKind.NAME:
        if sum(len(word) > 2 for word in words_a & words_b) > 1:
            return Comparison(Verdict.UNSURE, f"{text_a} and {text_b} have much of their names in common")
        if words_a <= TITLES or words_b <= TITLES:
            return Comparison(Verdict.UNSURE, f"{text_a} and {text_b}: a title alone names nobody")
        name_kind = _name_kind(a, b)
        comparison = compare_names(text_a, text_b, name_kind)
        if comparison.verdict is not Verdict.UNSURE or _alike(key_a, key_b):
            return comparison
        return Comparison(Verdict.INCOMPATIBLE, f"{text_a} and {text_b} are different names in one place")
    if a.kind is UnitKind.CATEGORY and b.kind is UnitKind.CATEGORY:
        comparison = compare(a.value, b.value)
        if comparison.verdict is not Verdict.UNSURE:
            return comparison
        head_a, head_b = doc_a[a.last - 1], doc_b[b.last - 1]
        if _alike(key_a, key_b) or {head_a.lemma_, head_b.lemma_} & GENERIC_NOUNS:
            return Comparison(Verdict.UNSURE, f"{text_a} and {text_b} are alike")
        types = catalogue().types_of
        person = "person" in types(head_a.lemma_.casefold()) & types(head_b.lemma_.casefold())
        if person and head_a.lemma_ != head_b.lemma_:
            return Comparison(Verdict.UNSURE, f"{text_a} and {text_b}: one person can be both")
        if head_a.lemma_ == head_b.lemma_ and not (_has_noun(doc_a, a) and _has_noun(doc_b, b)):
            return Comparison(Verdict.UNSURE, f"{text_a} and {text_b} are of one kind")
    return Comparison(Verdict.INCOMPATIBLE, f"{text_a} and {text_b} stand in one place")


def _compare_replaced(a: Value, b: Value) -> Comparison:
    """Compares two values that stand in one place.

    "Around 4.5" and "around 5.5" can both be true of what was measured twice; but where all other words
    agree, "around" included, one number was put for the other.
    """
    comparison = compare(a, b)
    if comparison.verdict is Verdict.INCOMPATIBLE:
        return comparison
    bare_a, bare_b = _APPROXIMATORS.sub("", a.text), _APPROXIMATORS.sub("", b.text)
    if bare_a == a.text or bare_b == b.text:
        return comparison
    return compare(parse_value(bare_a), parse_value(bare_b))


_APPROXIMATORS = re.compile(
    r"^(?:about|around|approximately|nearly|almost|some|circa|c\.|roughly|an? estimated|over|more than)\s+",
    re.IGNORECASE,
)


def _comparable(a: Value, b: Value) -> bool:
    """Whether two values answer one kind of question: a count is no answer to "when"."""
    dated = [value.kind is Kind.DATE or bool(_YEAR.fullmatch(value.text.strip())) for value in (a, b)]
    return all(dated) or not (a.kind is Kind.DATE or b.kind is Kind.DATE)


_YEAR = re.compile(r"\d{4}s?")


def _name_kind(a: Unit, b: Unit) -> NameKind:
    return _NAME_KINDS.get(a.value.kind, "other") if a.value.kind is b.value.kind else "other"


_NAME_KINDS: dict[Kind, NameKind] = {
    Kind.PERSON: "person",
    Kind.ORGANIZATION: "organization",
    Kind.PLACE: "place",
}


def _has_noun(doc: Doc, unit: Unit) -> bool:
    """Whether a noun before the head says which kind is meant: "film roles", not "big roles"."""
    return any(token.pos_ in {"NOUN", "PROPN"} for token in doc[unit.first : unit.last - 1])


def _alike(a: str, b: str) -> bool:
    """Whether two surfaces are likely spellings of one word ("centre", "center"; "Kiev", "Kyiv")."""
    return OSA.normalized_similarity(a, b) >= 0.75 or (
        len(a) <= 5 and OSA.distance(a, b) <= 1 and a[:1] == b[:1]
    )


def _polarity(
    replacement: Replacement,
    pair: AlignedSentences,
    range_a: tuple[int, int] | None,
    range_b: tuple[int, int] | None,
    doc_a: Doc,
    doc_b: Doc,
) -> Difference | None:
    """A negation on one side only, or a word turned into its opposite."""
    forms_a = {pair.words_a[i].form for i in range(*replacement.a)}
    forms_b = {pair.words_b[i].form for i in range(*replacement.b)}
    negated_a, negated_b = bool(forms_a & NEGATIONS), bool(forms_b & NEGATIONS)
    longest = max(len(forms_a), len(forms_b))
    if negated_a != negated_b and longest <= _MOST_WORDS:
        span_a = range_a or _neighbour(pair.words_a, replacement.a)
        span_b = range_b or _neighbour(pair.words_b, replacement.b)
        if span_a and span_b:
            return Difference(
                "polarity", span_a, span_b, Verdict.INCOMPATIBLE, "one denies it", _STRENGTH["polarity"]
            )
    for i in range(*replacement.a):
        for j in range(*replacement.b):
            a, b = doc_a[pair.words_a[i].index], doc_b[pair.words_b[j].index]
            if "PROPN" not in (a.pos_, b.pos_) and _opposite(a, b):
                reason = f"{a.text} and {b.text} are opposites"
                return Difference(
                    "polarity",
                    (a.i, a.i + 1),
                    (b.i, b.i + 1),
                    Verdict.INCOMPATIBLE,
                    reason,
                    _STRENGTH["polarity"],
                )
    return None


def _opposite(a: Token, b: Token) -> bool:
    return are_antonyms(a.lower_, b.lower_) or are_antonyms(a.lemma_.casefold(), b.lemma_.casefold())


def _action(a: Span, b: Span) -> Difference | None:
    """Verbs of different classes in one place: "directed the films" against "starred in the films"."""
    verbs_a = [token for token in a if token.pos_ == "VERB"]
    verbs_b = [token for token in b if token.pos_ == "VERB"]
    classes_a = {known_predicate(token.lemma_.casefold()) for token in verbs_a} - {None}
    classes_b = {known_predicate(token.lemma_.casefold()) for token in verbs_b} - {None}
    if not classes_a or not classes_b or classes_a & classes_b or max(len(a), len(b)) > _MOST_WORDS + 2:
        return None
    reason = f"{verbs_a[0].text} and {verbs_b[0].text} are different things to do"
    spans = (verbs_a[0].i, verbs_a[0].i + 1), (verbs_b[0].i, verbs_b[0].i + 1)
    return Difference("action", *spans, Verdict.INCOMPATIBLE, reason, _STRENGTH["action"])


def _neighbour(words: Sequence[Word], positions: tuple[int, int]) -> tuple[int, int] | None:
    """The word after an empty place, or the one before it at the end: what the other side negates."""
    place = positions[0]
    if place < len(words):
        return words[place].index, words[place].index + 1
    return (words[place - 1].index, words[place - 1].index + 1) if words else None


def _only_reordered(item: Difference, pair: AlignedSentences, doc_a: Doc, doc_b: Doc) -> bool:
    """Whether the units are members of one list that both sentences have, in another order."""
    text_a, text_b = doc_a[slice(*item.a)].text.casefold(), doc_b[slice(*item.b)].text.casefold()
    sentence_a = " ".join(word.form for word in pair.words_a)
    sentence_b = " ".join(word.form for word in pair.words_b)
    if text_a not in sentence_b or text_b not in sentence_a:
        return False
    return _in_list(doc_a, item.a) and _in_list(doc_b, item.b)


def _in_list(doc: Doc, tokens: tuple[int, int]) -> bool:
    root = doc[slice(*tokens)].root
    return root.dep_ == "conj" or any(child.dep_ == "conj" for child in root.children)
