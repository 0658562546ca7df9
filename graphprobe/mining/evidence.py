"""The evidence that two documents agree or disagree, weighed for what speaks against it.

Three ways to see that two statements are of one fact: they are worded alike (:mod:`.alignment`), they share a
predicate and its other arguments (:mod:`.claims`), or both documents fill one slot. What each finds is a
difference with a strength; here it's weighed by how likely the two documents speak of one thing at all:
an edited copy of a text does, two pages that share a name may not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from graphprobe.mining.alignment import AlignedSentences, Word, aligned_sentences
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.claims import Sentence, claim_differences, life_dates, sentence_of
from graphprobe.mining.differences import Difference, differences
from graphprobe.mining.lexicon import APPARATUS, BOUNDS_IN_TIME, place_level
from graphprobe.mining.phrases import Unit, UnitKind
from graphprobe.mining.reading import Definition, DocumentReading
from graphprobe.mining.subjects import MainSubject
from graphprobe.records import Fact
from graphprobe.text.names import compare_names
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Comparison, Kind, Value, Verdict, compare, find_values

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Method = Literal["alignment", "claim", "slot"]

LEAST_COVERAGE = 0.5
COPY = 0.6
_CLOSE_COPY = 0.8
_WHOLE_COPY = 0.85
_SAME_PAGE = 0.92
_MANY_SHARED = 4
_SHORT_TEXT = 4
_SHORT_WORDS = 90
_FEW_WORDS = 70
_LEAST_COPIED = 25
_MANY_WORDS = 60
_CLAIM_WORDS = 11
_CONTEXT = 3
_LONG_AGREEMENT = 10


@dataclass(frozen=True, slots=True)
class Evidence:
    """A difference, where it was found, and how far it shows support or conflict of the two documents."""

    method: Method
    difference: Difference
    sentence_a: tuple[int, int]
    sentence_b: tuple[int, int]
    confidence: float


class Pair:
    """Two documents under comparison."""

    def __init__(self, a: DocumentReading, b: DocumentReading) -> None:
        self.a = a
        self.b = b

    @cached_property
    def aligned(self) -> list[AlignedSentences]:
        """Aligned sentences, each sentence in one pair at most: the one in which it agrees best.

        Menus and footers are left out, but for two versions of one page.
        """
        if self.are_one_page:
            return self._best_pairs(self.a.words, self.b.words)
        return self._best_pairs(self.a.prose, self.b.prose)

    @cached_property
    def are_one_page(self) -> bool:
        """Whether the documents are two versions of one page, menus and all."""
        if len(self.a.prose) == len(self.a.words) and len(self.b.prose) == len(self.b.words):
            return False
        pairs = self._best_pairs(self.a.words, self.b.words)
        longer = max(sum(map(len, self.a.words)), sum(map(len, self.b.words)))
        return sum(pair.agreeing for pair in pairs) >= _SAME_PAGE * longer

    @staticmethod
    def _best_pairs(a: Sequence[Sequence[Word]], b: Sequence[Sequence[Word]]) -> list[AlignedSentences]:
        found = aligned_sentences(a, b, LEAST_COVERAGE)
        found.sort(key=lambda pair: -pair.agreeing * pair.similarity)
        taken: set[tuple[str, int]] = set()
        best = []
        for pair in found:
            places = {("a", pair.words_a[0].index), ("b", pair.words_b[0].index)}
            if not places & taken:
                taken |= places
                best.append(pair)
        return best

    @cached_property
    def copy(self) -> float:
        """The part of the shorter document that stands word for word in the other, in [0, 1]."""
        return min(1.0, sum(pair.agreeing for pair in self.aligned) / max(1, self.shorter_length))

    @cached_property
    def is_copy(self) -> bool:
        """Whether one document is a copy of the other, edited perhaps."""
        long_enough = self.are_short or self.are_one_page or self.shorter_length >= _LEAST_COPIED
        return self.copy >= COPY and long_enough

    @cached_property
    def shorter_length(self) -> int:
        """Words of the shorter document, menus and the like left out."""
        return min(sum(map(len, self.a.prose)), sum(map(len, self.b.prose)))

    @cached_property
    def are_short(self) -> bool:
        """Whether both are a few sentences: those say little of their subject beside the claim itself."""
        longest = max(sum(map(len, one.words)) for one in (self.a, self.b))
        return max(len(self.a.words), len(self.b.words)) <= _SHORT_TEXT and longest <= _SHORT_WORDS

    @cached_property
    def shared(self) -> int:
        """How many names and specific values both documents have."""
        return len(self.a.specifics & self.b.specifics)

    @cached_property
    def facts_a(self) -> Sequence[Fact]:
        """The facts of the first document, which may be read as being about the subject of the second."""
        return self.a.facts_about(_borrowed_title(self.a, self.b))

    @cached_property
    def facts_b(self) -> Sequence[Fact]:
        return self.b.facts_about(_borrowed_title(self.b, self.a))

    @property
    def is_about_person(self) -> bool:
        """Whether one of the documents is about a person: people share names more often than other things."""
        return any(main is not None and "person" in main.types for main in (self.a.main, self.b.main))

    def _is_named_in_other(self) -> bool:
        """Whether the document that doesn't say what it is about mentions what the other one is about."""
        named, other = (self.a, self.b) if self.a.main is not None else (self.b, self.a)
        return named.main is not None and _is_named_in(other, named.main)

    @cached_property
    def told_apart(self) -> bool:
        """Whether the documents say themselves that they are about two things of one name: their titles add
        different words in parentheses, or they are things in different places or lives at different times."""
        if self.a.lists_namesakes or self.b.lists_namesakes:
            return True
        a, b = self.a.main, self.b.main
        if a is None or b is None:
            return not _qualifiers_agree(*self._qualifiers_of_one_name())
        if _regions_differ(a.surface, b.surface) or _lived_apart(self.a, self.b):
            return True
        if self.is_edited:
            return False
        return (
            not _qualifiers_agree(self.a.qualifier, self.b.qualifier)
            or _defined_apart(self.a.definition, self.b.definition)
            or (not self.is_copy and _born_apart(self.a, self.b))
        )

    @property
    def is_edited(self) -> bool:
        """Whether one document is the other but for a few words, put in the place of others."""
        return self.copy >= _WHOLE_COPY and self.shorter_length >= _MANY_WORDS

    def _qualifiers_of_one_name(self) -> tuple[str, str]:
        """What the documents add to the name of the one subject that either of them states."""
        main = self.a.main or self.b.main
        if main is None:
            return "", ""
        return self.a.qualifier_of(main.surface), self.b.qualifier_of(main.surface)

    @cached_property
    def are_about_one(self) -> bool:
        """Whether the documents are about one thing: they say so, or the one is a copy of the other."""
        if self.told_apart or self.subjects is Verdict.INCOMPATIBLE:
            return False
        return self.subjects is Verdict.COMPATIBLE or self.is_copy

    @cached_property
    def subjects(self) -> Verdict:
        """Whether the documents are about one thing, as far as their titles and openings say."""
        a, b = self.a.main, self.b.main
        if a is None and b is None:
            return Verdict.UNSURE
        if a is None or b is None:
            return Verdict.COMPATIBLE if self._is_named_in_other() else Verdict.INCOMPATIBLE
        if self.told_apart:
            return Verdict.INCOMPATIBLE
        if a.aliases & b.aliases:
            return Verdict.COMPATIBLE
        kind = "person" if "person" in a.types & b.types else "other"
        comparison = compare_names(a.surface, b.surface, kind)  # type: ignore[arg-type]
        if comparison.verdict is Verdict.UNSURE and not _share_word(a.surface, b.surface):
            return Verdict.INCOMPATIBLE
        return comparison.verdict


def _regions_differ(a: str, b: str) -> bool:
    """Whether two names end in different regions: "Lawrence, Brown County", "Lawrence, Rusk County"."""
    regions_a, regions_b = ({entity_key(part) for part in name.split(",")[1:]} for name in (a, b))
    return bool(regions_a and regions_b) and not (regions_a <= regions_b or regions_b <= regions_a)


def _defined_apart(a: Definition | None, b: Definition | None) -> bool:
    """Whether two definitions are of two things: "a city in Texas", "the capital of France"."""
    if a is None or b is None:
        return False
    levels = place_level(a.noun), place_level(b.noun)
    if None not in levels and levels[0] != levels[1]:
        return True
    if a.place is None or b.place is None:
        return False
    return compare(a.place, b.place).verdict is Verdict.INCOMPATIBLE


def _borrowed_title(reading: DocumentReading, other: DocumentReading) -> str | None:
    """The name of the other document's subject, where this one mentions it and doesn't name its own."""
    if reading.main is not None:
        return None
    text = reading.folded
    if other.main is not None:
        return other.main.surface if _is_named_in(reading, other.main) else None
    subjects = Counter(fact.subject for fact in other.facts if " " in fact.subject_key)
    return next((one for one, _ in subjects.most_common() if f" {entity_key(one)} " in text), None)


def _is_named_in(reading: DocumentReading, main: MainSubject) -> bool:
    """Whether a document has a name of a subject, and all words of its fullest one, region included."""
    text = reading.folded
    if not any(f" {alias} " in text for alias in main.aliases if len(alias) > _SHORTEST_NAME):
        return False
    return all(f" {word} " in text for word in entity_key(main.surface).split())


_SHORTEST_NAME = 3


def _lived_apart(a: DocumentReading, b: DocumentReading) -> bool:
    """Whether the openings give lives of which birth and death differ: an error is seldom made in both."""
    lives = _life(a), _life(b)
    return len(lives[0]) == len(lives[1]) == 2 and all(
        compare(x.value, y.value).verdict is Verdict.INCOMPATIBLE for x, y in zip(*lives, strict=True)
    )


def _born_apart(a: DocumentReading, b: DocumentReading) -> bool:
    """Whether the openings put birth more than a decade apart: accounts of one life seldom do."""
    lives = _life(a), _life(b)
    return all(lives) and _decades_apart(lives[0][0].value, lives[1][0].value)


def _decades_apart(a: Value, b: Value) -> bool:
    years = [re.findall(r"\b[12]\d{3}\b", value.text) for value in (a, b)]
    return all(years) and abs(int(years[0][0]) - int(years[1][0])) > _ONE_LIFE


_ONE_LIFE = 10


def are_of_two_lives(pair: Pair, a: Fact, b: Fact) -> bool:
    """Whether facts give births or deaths so far apart that two people of one name are meant.

    In a copy one date was put for the other; and of a text of one sentence nothing else is known.
    """
    alone = min(len(pair.a.words), len(pair.b.words)) <= 1
    of_a_life = a.attribute == b.attribute and a.attribute in _OF_A_LIFE
    return of_a_life and not pair.is_copy and not alone and _decades_apart(a.value, b.value)


def _life(reading: DocumentReading) -> list[Unit]:
    """Birth and death, or birth alone, from the parenthesis after the name in the opening."""
    if reading.main is not None and reading.main.aside is not None:
        low, high = reading.main.aside
        aside = reading.doc.char_span(low, high, alignment_mode="expand")
        if aside is not None and (dates := life_dates(sentence_of(reading, aside))):
            return dates
    return life_dates(sentence_of(reading, reading.sentences[0])) if reading.sentences else []


def _share_word(a: str, b: str) -> bool:
    return bool(set(entity_key(a).split()) & set(entity_key(b).split()))


def _qualifiers_agree(a: str, b: str) -> bool:
    """Whether what titles add in parentheses can be said of one thing; nothing added agrees with all."""
    words_a, words_b = set(entity_key(a).split()), set(entity_key(b).split())
    return words_a <= words_b or words_b <= words_a


def alignment_evidence(pair: Pair) -> list[Evidence]:
    """Differences of aligned sentences, weighed."""
    found: list[tuple[AlignedSentences, Difference]] = []
    for aligned in pair.aligned:
        items = differences(aligned, pair.a.doc, pair.a.units, pair.b.doc, pair.b.units)
        if (pair.are_short or not pair.is_copy) and _is_bounded_in_time(aligned):
            items = [item for item in items if _value_kind(pair.a, item.a) is Kind.DATE]
        found += [(aligned, item) for item in _without_changes_over_time(items, pair)]
    found = [
        (aligned, item)
        for aligned, item in found
        if not _is_apparatus(pair, item) and not _is_heading(pair, aligned, item)
    ]
    if _names_are_respelt(pair, [item for _, item in found]):
        found = [(aligned, item) for aligned, item in found if item.kind != "name"]
    rivals = len({_rival(pair, item) for aligned, item in found if _is_rival(pair, aligned, item)})
    about_others = {id(aligned) for aligned, item in found if _names_another(pair, item)}
    evidence = []
    for aligned, item in found:
        if item.verdict is Verdict.UNSURE:
            continue
        weight = _weight(pair, aligned, item, rivals, about_others=id(aligned) in about_others)
        confidence = item.strength * weight
        evidence.append(_evidence("alignment", pair, item, confidence))
    return evidence


def _is_bounded_in_time(aligned: AlignedSentences) -> bool:
    """Whether one sentence bounds a time and the other doesn't: "until 1997" against "since 1997"."""
    return any(
        word.form in BOUNDS_IN_TIME
        for replacement in aligned.replacements
        for words, places in ((aligned.words_a, replacement.a), (aligned.words_b, replacement.b))
        for word in words[slice(*places)]
    )


def _is_heading(pair: Pair, aligned: AlignedSentences, item: Difference) -> bool:
    """Whether the words differ before the sentence begins: a caption or heading that runs into it.

    What follows is then the capital of a name or an article, and no word of the phrase before.
    """
    for replacement in aligned.replacements:
        if replacement.before or not replacement.after:
            continue
        places = ((pair.a.doc, aligned.words_a, replacement.a), (pair.b.doc, aligned.words_b, replacement.b))
        nexts = [(doc, words[last].index) for doc, words, (_, last) in places]
        inside = item.a[0] < nexts[0][1] and item.b[0] < nexts[1][1]
        if inside and all(doc[i].is_title and doc[i].head.i > i - 1 for doc, i in nexts):
            return True
    return False


def _names_are_respelt(pair: Pair, items: Sequence[Difference]) -> bool:
    """Whether several names differ in a word beside one that they share: "West Morava" and "Great Morava"
    are the Zapadna and Velika Morava of another language."""
    shared = Counter(
        word
        for item in items
        if item.kind == "name" and item.verdict is Verdict.INCOMPATIBLE
        for word in set.intersection(*(set(entity_key(s).split()) for s in _surfaces(pair, item)))
    )
    return any(count > 1 for count in shared.values())


def _names_another(pair: Pair, item: Difference) -> bool:
    return item.verdict is Verdict.INCOMPATIBLE and _is_subject(pair, item)


def _rival(pair: Pair, item: Difference) -> tuple[str, str]:
    """What makes two differences one: the same two values, or years that are as far apart."""
    a, b = _surfaces(pair, item)
    years = [re.findall(r"\b[12]\d{3}\b", surface) for surface in (a, b)]
    if all(len(found) == 1 for found in years):
        return "years", str(int(years[1][0]) - int(years[0][0]))
    return a, b


def _is_rival(pair: Pair, aligned: AlignedSentences, item: Difference) -> bool:
    """Whether a difference is one of those that grow in number when two texts speak of two things."""
    typed = item.kind in {"value", "name", "people"}
    return item.verdict is Verdict.INCOMPATIBLE and typed and (pair.is_copy or aligned.similarity >= 0.4)


def _weight(
    pair: Pair, aligned: AlignedSentences, item: Difference, rivals: int, *, about_others: bool
) -> float:
    """How far a difference of two aligned sentences can be a disagreement about one thing, in [0, 1]."""
    likeness = 0.6 + 0.4 * aligned.similarity
    if pair.are_short:
        return likeness * _weight_of_short(pair, aligned, item)
    similarity = _similarity(aligned, item)
    if pair.is_copy:
        doubt = {0: 1.0, 1: 1.0, 2: 0.95, 3: 0.85, 4: 0.7}.get(rivals, 0.4)
        if pair.subjects is Verdict.INCOMPATIBLE and not _same_named_subject(pair, item):
            doubt *= 0.3
        if pair.subjects is Verdict.UNSURE and pair.copy < _WHOLE_COPY and pair.shared < _MANY_SHARED:
            doubt *= 0.4
        return likeness * doubt * (1.15 if rivals <= 1 and item.kind in {"category", "mixed"} else 1.0)
    if aligned.coverage < 0.65 or similarity < 0.45 or aligned.agreeing < 5 or about_others:
        return 0.3
    if _roles_differ(pair, item):
        return 0.3
    said_elsewhere = 0.7 if _says_both(pair, item) else 1.0
    return likeness * said_elsewhere * _identity(pair, item, rivals)


def _similarity(aligned: AlignedSentences, item: Difference) -> float:
    """How alike the sentences are; in the midst of a long agreement, how alike their cores are."""
    inside = any(
        r.before >= _CONTEXT
        and r.after >= _CONTEXT
        and r.a[0] < r.a[1]
        and aligned.words_a[r.a[0]].index < item.a[1]
        and item.a[0] <= aligned.words_a[r.a[1] - 1].index
        for r in aligned.replacements
    )
    if inside and aligned.agreeing >= _LONG_AGREEMENT:
        return max(aligned.similarity, 0.9 * aligned.core_similarity)
    return aligned.similarity


def _weight_of_short(pair: Pair, aligned: AlignedSentences, item: Difference) -> float:
    if aligned.similarity < 0.5:
        return 0.3
    if not pair.is_copy:
        alike = item.kind != "mixed" and (
            aligned.similarity > 0.7 or (item.kind in {"value", "name"} and _same_named_subject(pair, item))
        )
        return 0.85 if alike else 0.5
    weight = 1.0 if aligned.similarity > 0.7 else 0.8
    both_say = pair.a.main is not None and pair.b.main is not None
    if both_say and pair.subjects is Verdict.INCOMPATIBLE and not _same_named_subject(pair, item):
        weight *= 0.3  # one template filled in for two things
    if item.kind in {"category", "mixed"} and min(len(aligned.words_a), len(aligned.words_b)) < _CLAIM_WORDS:
        weight *= 0.7
    return weight * (0.5 if _roles_differ(pair, item) or _is_subject(pair, item) else 1.0)


def _identity(pair: Pair, item: Difference, rivals: int) -> float:
    """How likely two texts that aren't copies speak of one thing, in [0, 1]."""
    if pair.told_apart:
        return 0.2
    named_alike = _same_named_subject(pair, item)
    if pair.subjects is Verdict.UNSURE and not named_alike and pair.shared < _MANY_SHARED:
        return 0.4
    if pair.subjects is Verdict.INCOMPATIBLE and not named_alike:
        return 0.2
    identity = _IDENTITY_BY_SHARED.get(pair.shared, 0.9)
    both_say = pair.a.main is not None and pair.b.main is not None
    if named_alike or (both_say and pair.subjects is Verdict.COMPATIBLE):
        identity = min(1.0, identity + 0.2)
    return identity * {0: 1.0, 1: 1.0, 2: 0.75, 3: 0.5}.get(rivals, 0.3)


_IDENTITY_BY_SHARED = {0: 0.3, 1: 0.5, 2: 0.7, 3: 0.8}


def _same_named_subject(pair: Pair, item: Difference) -> bool:
    """Whether the clauses of a difference have a subject of one full name (two words or more)."""
    keys = []
    for doc, tokens in ((pair.a.doc, item.a), (pair.b.doc, item.b)):
        phrase = _subject_around(doc[slice(*tokens)].root)
        if not any(token.pos_ == "PROPN" for token in phrase):
            return False
        keys.append(entity_key(" ".join(token.text for token in phrase)))
    return keys[0] == keys[1] and " " in keys[0]


def _subject_around(token: Token) -> list[Token]:
    """The words of the subject of the innermost clause around a token that has one."""
    for ancestor in (token, *token.ancestors):
        subject = next((child for child in ancestor.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
        if subject is not None:
            return list(subject.subtree)
    return []


def _says_both(pair: Pair, item: Difference) -> bool:
    """Whether one document has both values, so that they need not be values of one thing."""
    surface_a, surface_b = _surfaces(pair, item)
    return surface_a in pair.b.text.casefold() or surface_b in pair.a.text.casefold()


def claim_evidence(pair: Pair) -> list[Evidence]:
    """Differences of sentences that share a predicate, where one document is short enough to be a claim."""
    if not pair.are_short:
        return []
    return [
        _evidence("claim", pair, item, item.strength)
        for a in _sentences(pair.a)
        for b in _sentences(pair.b)
        for item in claim_differences(a, b)
        if item.verdict is not Verdict.UNSURE
    ]


def wording_evidence(pair: Pair) -> list[Evidence]:
    """What aligned wording and shared predicates show together, weighed."""
    found = [*alignment_evidence(pair), *claim_evidence(pair)]
    doubt = _doubt_of_short(pair, found) if pair.are_short else 1.0
    return [replace(one, confidence=one.confidence * doubt) for one in found] if doubt < 1 else found


def _doubt_of_short(pair: Pair, found: Sequence[Evidence]) -> float:
    """How far two short texts can speak of one thing: two things of one name differ in several respects."""
    if pair.told_apart:
        return 0.4
    if min(len(pair.a.words), len(pair.b.words)) == 1 or pair.copy > _CLOSE_COPY:
        return 1.0
    disputed: list[tuple[int, int]] = []
    for one in found:
        first, last = one.difference.a
        typed = one.difference.kind in {"value", "name"}
        differs = typed and one.difference.verdict is Verdict.INCOMPATIBLE and one.confidence > 0.4
        if differs and not any(first < end and start < last for start, end in disputed):
            disputed.append((first, last))
    return 0.4 if len(disputed) > 1 else 1.0


@dataclass(frozen=True, slots=True)
class SlotEvidence:
    """Two facts of one slot, how their values compare, and how far that shows support or conflict."""

    fact_a: Fact
    fact_b: Fact
    verdict: Verdict
    reason: str
    confidence: float


def slot_evidence(pair: Pair) -> list[SlotEvidence]:
    """Facts of both documents that fill one slot, weighed by how likely their subjects are one thing.

    Two people of one name differ in all they are, an edited or mistaken account in one thing: each further
    slot on which the documents disagree makes it less likely that they speak of one subject.
    """
    matches = []
    for fact_a in pair.facts_a:
        for fact_b in pair.facts_b:
            if fact_a.slot != fact_b.slot or _at_different_times(fact_a, fact_b):
                continue
            matches.append((fact_a, fact_b, _compare_facts(fact_a, fact_b)))
    agreed = {a.attribute for a, _, comparison in matches if comparison.verdict is Verdict.COMPATIBLE}
    disputed = {
        a.attribute for a, _, comparison in matches if comparison.verdict is Verdict.INCOMPATIBLE
    } - agreed
    if any(are_of_two_lives(pair, a, b) for a, b, _ in matches if a.attribute in disputed):
        return []
    evidence = []
    for fact_a, fact_b, comparison in matches:
        sure = min(fact_a.confidence, fact_b.confidence)
        if comparison.verdict is Verdict.COMPATIBLE:
            confidence = sure * _identity_of_subjects(pair, fact_a.subject_key, agreed, set())
        elif (
            comparison.verdict is Verdict.INCOMPATIBLE
            and fact_a.attribute in disputed
            and _is_functional(fact_a)
        ):
            confidence = sure * _identity_of_subjects(pair, fact_a.subject_key, agreed, disputed)
        else:
            confidence = 0.0
        evidence.append(SlotEvidence(fact_a, fact_b, comparison.verdict, comparison.reason, confidence))
    return evidence


_OF_A_LIFE = frozenset({"date of birth", "date of death"})
# What tells two things of one name apart, rather than two accounts of one thing.
_TELLING = frozenset({"location", "medium", "kind"})
_COMMONPLACE = frozenset({"kind", "medium", "genre", "occupation", "sport", "nationality", "language"})


def _identity_of_subjects(pair: Pair, subject: str, agreed: set[str], disputed: set[str]) -> float:
    if pair.is_copy and pair.subjects is not Verdict.INCOMPATIBLE:
        return 1.0
    if pair.told_apart or disputed & _TELLING:
        return 0.2
    own = set(subject.split())
    shared = sum(not set(key.split()) <= own for key in pair.a.specifics & pair.b.specifics)
    identity = 0.95 if pair.are_short else {0: 0.5, 1: 0.6, 2: 0.75, 3: 0.85}.get(shared, 0.95)
    if pair.shorter_length <= _FEW_WORDS:
        identity = max(identity, 0.85)  # a short text says little else that the other could share
    both_say = pair.a.main is not None and pair.b.main is not None
    if len(own) > 1 and not pair.is_about_person and (both_say or shared):
        identity = min(1.0, identity + 0.1)
    if agreed - _COMMONPLACE:
        identity = min(1.0, identity + 0.2)
    return identity * {0: 1.0, 1: 0.9}.get(len(disputed), 0.4)


def _compare_facts(a: Fact, b: Fact) -> Comparison:
    """Compares the values of one slot.

    Two categories without a common word can both be true of most attributes, but not of one that has a single
    value, such as a cause of death.
    """
    comparison = compare(a.value, b.value)
    spec = catalogue().get(a.attribute)
    kinds = {a.value.kind, b.value.kind}
    if comparison.verdict is not Verdict.UNSURE or spec is None or not spec.functional:
        return comparison
    if not kinds <= {Kind.CATEGORY, Kind.TEXT} or _share_word(a.value.text, b.value.text):
        return comparison
    reason = f"{a.value.text} and {b.value.text} are different, and there is one {a.attribute}"
    return Comparison(Verdict.INCOMPATIBLE, reason)


def _is_functional(fact: Fact) -> bool:
    spec = catalogue().get(fact.attribute)
    return spec.functional if spec else True


def _at_different_times(a: Fact, b: Fact) -> bool:
    """Whether the facts are about different times: the population of 2000 and of 2010, a capital until 1997.

    What a date is a value of happened once; but what is so may have been otherwise.
    """
    if Kind.DATE in (a.value.kind, b.value.kind):
        return False
    if any(set(fact.statement.quote.casefold().split()) & BOUNDS_IN_TIME for fact in (a, b)):
        return True
    dates_a, dates_b = _dates_beside(a), _dates_beside(b)
    if not dates_a or not dates_b:
        return False
    return all(compare(x, y).verdict is Verdict.INCOMPATIBLE for x in dates_a for y in dates_b)


def _dates_beside(fact: Fact) -> list[Value]:
    """The dates in the statement of a fact, the value itself left out: those of its clause, if it has any.

    "6,306 in 2020, up from 4,284 in 2010" is of 2020 alone.
    """
    quote = fact.statement.quote
    start = fact.value_span.start - fact.statement.start
    end = start + len(fact.value_span.quote)
    dates = [
        found
        for found in find_values(quote)
        if found.value.kind is Kind.DATE and (found.end <= start or found.start >= end)
    ]
    commas = [match.start() for match in re.finditer(r"[,;](?!\d)", quote)]
    low = max((comma for comma in commas if comma < start), default=0)
    high = min((comma for comma in commas if comma >= end), default=len(quote))
    of_clause = [found.value for found in dates if low <= found.start and found.end <= high]
    return of_clause or [found.value for found in dates]


def _sentences(reading: DocumentReading) -> list[Sentence]:
    return [sentence_of(reading, span) for span in reading.statements]


def _evidence(method: Method, pair: Pair, item: Difference, confidence: float) -> Evidence:
    sentence_a = pair.a.doc[item.a[0]].sent
    sentence_b = pair.b.doc[item.b[0]].sent
    return Evidence(
        method, item, (sentence_a.start, sentence_a.end), (sentence_b.start, sentence_b.end), confidence
    )


def _surfaces(pair: Pair, item: Difference) -> tuple[str, str]:
    return pair.a.doc[slice(*item.a)].text.casefold(), pair.b.doc[slice(*item.b)].text.casefold()


def _without_changes_over_time(items: Sequence[Difference], pair: Pair) -> list[Difference]:
    """Leaves out numbers of sentences whose dates differ too: the population of 2000, and that of 2010."""
    dated = [
        item
        for item in items
        if item.kind == "value"
        and item.verdict is Verdict.INCOMPATIBLE
        and _value_kind(pair.a, item.a) is Kind.DATE
    ]
    if not dated:
        return list(items)
    return (
        [item for item in items if item in dated or item.kind != "value"]
        if _numbers(items, pair) == 0
        else []
    )


def _numbers(items: Sequence[Difference], pair: Pair) -> int:
    return sum(
        item.kind == "value"
        and item.verdict is Verdict.INCOMPATIBLE
        and _value_kind(pair.a, item.a) is not Kind.DATE
        for item in items
    )


def _value_kind(reading: DocumentReading, tokens: tuple[int, int]) -> Kind | None:
    for unit in reading.units:
        if unit.kind is UnitKind.VALUE and unit.overlaps(*tokens):
            return unit.value.kind
    return None


def _is_apparatus(pair: Pair, item: Difference) -> bool:
    """Whether a value belongs to the page (retrieved on, page numbers, ids) or tells namesakes apart."""
    return any(
        _near_apparatus(reading.doc, tokens) or _is_disambiguator(reading.doc, tokens)
        for reading, tokens in ((pair.a, item.a), (pair.b, item.b))
    )


def _near_apparatus(doc: Doc, tokens: tuple[int, int]) -> bool:
    first, last = tokens
    return any(token.lower_ in APPARATUS for token in doc[max(0, first - 9) : min(len(doc), last + 2)])


def _is_disambiguator(doc: Doc, tokens: tuple[int, int]) -> bool:
    """Whether it stands in a parenthesis that tells namesakes apart: "(1936 film)", "(Florida)"."""
    first, last = tokens
    opening = next((i for i in range(first - 1, max(-1, first - 6), -1) if doc[i].text in "()"), None)
    if opening is None or doc[opening].text != "(":
        return False
    closing = next((i for i in range(last, min(len(doc), last + 6)) if doc[i].text in "()"), None)
    if closing is None or doc[closing].text != ")" or opening == 0 or not doc[opening - 1].text[:1].isalnum():
        return False
    inside = doc[opening + 1 : closing]
    if any(token.lower_ in {"born", "b.", "died", "d.", "c.", "née", "nee"} for token in inside):
        return False
    return any(token.pos_ in {"NOUN", "PROPN", "ADJ"} and token.ent_type_ != "DATE" for token in inside)


def _roles_differ(pair: Pair, item: Difference) -> bool:
    """Whether two names stand in different grammatical roles: a possessor in place of a subject."""
    if item.kind not in {"name", "mixed"}:
        return False
    return _role(pair.a.doc, item.a) != _role(pair.b.doc, item.b)


_ROLE_GROUPS = {"nsubj": "subject", "nsubjpass": "subject", "poss": "possessor", "agent": "other"}


def _role(doc: Doc, tokens: tuple[int, int]) -> str:
    root = doc[slice(*tokens)].root
    return _ROLE_GROUPS.get(root.dep_, "other")


def _is_subject(pair: Pair, item: Difference) -> bool:
    """Whether the sentences differ in what they are about, which is no disagreement about it."""
    if item.kind not in {"name", "mixed", "category"}:
        return False
    return all(
        doc[slice(*tokens)].root.dep_ in {"nsubj", "nsubjpass"}
        for doc, tokens in ((pair.a.doc, item.a), (pair.b.doc, item.b))
    )
