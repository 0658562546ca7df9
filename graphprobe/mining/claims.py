"""Whether two sentences that share a predicate say the same of it: who, when, where, what, whether at all.

This is what aligned wording can't see: a short claim against a long sentence, active against passive,
"penned" against "written". Two frames (:mod:`graphprobe.mining.frames`) of one predicate are compared role
by role, and a role whose fillers can't both be true is a difference. How often a role can be filled decides
what that means: one is born once, but plays many parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.differences import Difference, compare_units
from graphprobe.mining.frames import Argument, Frame, frames_of
from graphprobe.mining.lexicon import (
    GENERIC_NOUNS,
    GENRES,
    NEGATIONS,
    RETRACTIONS,
    are_antonyms,
    predicate_class,
    work_class,
)
from graphprobe.mining.phrases import Unit, UnitKind
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Kind, Verdict, compare, parse_value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from graphprobe.mining.reading import DocumentReading

_AGENTIVE = frozenset(
    {"write", "direct", "produce", "create", "compose", "play", "sing", "found", "build", "discover", "own"}
)
_STATES = frozenset({"be", "have", "remain", "stay", "stand", "number", "contain", "live"})
_ONCE = frozenset(
    {"bear", "die", "found", "open", "build", "finish", "release", "locate", "discover", "marry", "kill"}
)
_PLACES = frozenset({"in", "at", "near", "from", "on", "of"})
_TIMES = frozenset({"time", "in", "on", "since", "until", "during", "from", "to", "at", "by"})
_PRONOUNS = frozenset({"it", "he", "she", "they", "this", "who", "which", "that", "its", "his", "her"})


@dataclass(frozen=True)
class Sentence:
    """A sentence with what comparing it takes: frames, units, and the lemmas of its content words."""

    reading: DocumentReading
    span: Span
    frames: Sequence[Frame]
    units: Sequence[Unit]

    @property
    def doc(self) -> Doc:
        return self.reading.doc

    @property
    def stands_alone(self) -> bool:
        """Whether the sentence is all of its document, so that nothing says what its pronouns stand for."""
        return len(self.reading.words) <= 1

    @property
    def is_retraction(self) -> bool:
        """Whether the sentence takes something back."""
        return any(token.lower_ in RETRACTIONS for token in self.span)

    @property
    def subject(self) -> Token | None:
        """The subject of the main clause."""
        return next((frame.subject for frame in self.frames if frame.root.dep_ == "ROOT"), None)

    @property
    def names(self) -> set[str]:
        """Keys of the names in the sentence."""
        return {
            entity_key(self.doc[unit.first : unit.last].text)
            for unit in self.units
            if unit.kind is UnitKind.NAME
        } - {""}

    def units_in(self, tokens: Iterable[Token]) -> list[Unit]:
        places = {token.i for token in tokens}
        return [unit for unit in self.units if any(i in places for i in range(unit.first, unit.last))]


def sentence_of(reading: DocumentReading, span: Span) -> Sentence:
    """Reads one sentence of a document."""
    frames = [frame for frame in reading.frames if span.start <= frame.root.i < span.end]
    units = [unit for unit in reading.units if unit.overlaps(span.start, span.end)]
    return Sentence(reading, span, frames, units)


def claim_differences(a: Sentence, b: Sentence) -> list[Difference]:
    """What two sentences say otherwise of a predicate they share; compatible fillers included."""
    if a.is_retraction or b.is_retraction:
        return []
    found: list[Difference] = []
    for frame_a in a.frames:
        for frame_b in b.frames:
            if frame_a.predicate == frame_b.predicate:
                found += _frame_differences(a, frame_a, b, frame_b)
    found += _life(a, b)
    if _about_one(a, b):
        found += [*_counts(a, b), *_languages(a, b), *_covered(a, b), *_opposites(a, b)]
    return found if not _at_different_times(a, b) else [item for item in found if _is_of_dates(a, item)]


def _frame_differences(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> list[Difference]:
    agentive = frame_a.predicate in _AGENTIVE and _one_object(frame_a, a, frame_b, b)
    alike = _subjects_agree(a, frame_a, b, frame_b)
    found = []
    if agentive and frame_a.negated == frame_b.negated:
        found += _agents(a, frame_a, b, frame_b)
    if not alike:
        return found
    if frame_a.negated != frame_b.negated:
        return _negation(a, frame_a, b, frame_b)
    if frame_a.predicate not in _STATES:
        found += _times(a, frame_a, b, frame_b)
        found += _places(a, frame_a, b, frame_b)
    if frame_a.predicate == "be":
        found += _descriptions(a, frame_a, b, frame_b)
    return found


def _subjects_agree(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> bool:
    """Whether the frames are about one thing: whether their subjects have names in common.

    A pronoun or description counts as what it refers to, and as anything in a text of one sentence, which
    can't say what it refers to.
    """
    if frame_a.subject is None or frame_b.subject is None:
        return False
    key_a, key_b = _referent(a, frame_a.subject), _referent(b, frame_b.subject)
    if key_a is None or key_b is None:
        return (key_a is not None or a.stands_alone) and (key_b is not None or b.stands_alone)
    words_a, words_b = set(key_a.split()), set(key_b.split())
    return bool(words_a & words_b) and (
        words_a <= words_b or words_b <= words_a or len(words_a & words_b) > 1
    )


def _referent(sentence: Sentence, token: Token) -> str | None:
    """The key of what a subject names or refers to; None where the document doesn't tell."""
    key = _subject_key(token)
    if key is not None:
        return key
    subject = sentence.reading.passage.resolve(token)
    return subject.key if subject else None


def _subject_key(token: Token) -> str | None:
    """The key of a named subject; None for a pronoun or a description such as "the film"."""
    if token.lower_ in _PRONOUNS:
        return None
    phrase = Argument("subject", token).tokens()
    if token.pos_ == "NOUN" and phrase[0].lower_ in {"the", "this", "its", "his", "her"}:
        return None
    return entity_key(" ".join(word.text for word in phrase)) or None


def _about_one(a: Sentence, b: Sentence) -> bool:
    """Whether the sentences can be about one thing: by their subjects, else by a name that both have."""
    subject_a, subject_b = a.subject, b.subject
    if subject_a is not None and subject_b is not None:
        if subject_a.pos_ == subject_b.pos_ == "NOUN":
            return bool(subject_a.lemma_ == subject_b.lemma_)
        key_a, key_b = _referent(a, subject_a), _referent(b, subject_b)
        if key_a and key_b and not (key_a.isdigit() or key_b.isdigit()):
            return bool(set(key_a.split()) & set(key_b.split()))
    words = {word for name in b.names for word in name.split()}
    if not a.names or not words:
        return a.stands_alone and b.stands_alone
    return any(word in words for name in a.names for word in name.split())


def _at_different_times(a: Sentence, b: Sentence) -> bool:
    """Whether both sentences are dated, and no date of the one agrees with one of the other."""
    dates_a, dates_b = _all_dates(a), _all_dates(b)
    if not dates_a or not dates_b:
        return False
    return all(compare(x.value, y.value).verdict is Verdict.INCOMPATIBLE for x in dates_a for y in dates_b)


def _is_of_dates(a: Sentence, item: Difference) -> bool:
    return any((unit.first, unit.last) == item.a for unit in _all_dates(a))


def _negation(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> list[Difference]:
    if frame_a.negated == frame_b.negated:
        return []
    denied, other = (a, b) if frame_a.negated else (b, a)
    shorter, longer = (a, b) if len(a.span) <= len(b.span) else (b, a)
    if _coverage(shorter, longer) < 0.6:
        return []
    reason = f"one denies what the other says: {denied.span.text[:80]}"
    del other
    return [
        _difference(
            "polarity", _phrase(frame_a.root), _phrase(frame_b.root), Verdict.INCOMPATIBLE, reason, 0.8
        )
    ]


def _times(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> list[Difference]:
    dates_a, dates_b = _dates(a, frame_a), _dates(b, frame_b)
    if not dates_a or not dates_b:
        return []
    strength = 0.9 if frame_a.predicate in _ONCE else 0.75 if _shared_argument(frame_a, frame_b) else 0.4
    return _best(dates_a, dates_b, a, b, "value", strength)


def _dates(sentence: Sentence, frame: Frame) -> list[Unit]:
    heads = [argument for argument in frame.arguments if argument.role in _TIMES]
    units = sentence.units_in(token for argument in heads for token in argument.tokens())
    return [unit for unit in units if unit.kind is UnitKind.VALUE and unit.value.kind is Kind.DATE]


def _places(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> list[Difference]:
    if frame_a.predicate not in _ONCE:
        return []
    places_a, places_b = _place_units(a, frame_a), _place_units(b, frame_b)
    if not places_a or not places_b:
        return []
    return _best(places_a, places_b, a, b, "name", 0.75)


def _place_units(sentence: Sentence, frame: Frame) -> list[Unit]:
    heads = [argument for argument in frame.arguments if argument.role in _PLACES]
    phrases = [token for argument in heads for token in (*argument.tokens(), *_appositions(argument.head))]
    return [unit for unit in sentence.units_in(phrases) if unit.kind is UnitKind.NAME]


def _appositions(token: Token) -> list[Token]:
    """ "Lawton, Oklahoma": what a place lies in."""
    return [
        word for child in token.children if child.dep_ == "appos" for word in (child, *_appositions(child))
    ]


def _agents(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> list[Difference]:
    agents_a, agents_b = _names(a, frame_a.of("agent")), _names(b, frame_b.of("agent"))
    if not agents_a or not agents_b:
        return []
    return _best(agents_a, agents_b, a, b, "name", 0.8)


def _names(sentence: Sentence, arguments: Sequence[Argument]) -> list[Unit]:
    units = sentence.units_in(token for argument in arguments for token in argument.tokens())
    return [unit for unit in units if unit.kind is UnitKind.NAME]


def _one_object(frame_a: Frame, a: Sentence, frame_b: Frame, b: Sentence) -> bool:
    """Whether both say it of one thing: a word of the one object is in the other sentence.

    An object without a name ("the film") is the other's, where its sentence is all there is.
    """
    for sentence, frame, other in ((a, frame_a, b), (b, frame_b, a)):
        objects = frame.of("patient")
        if not objects:
            continue
        if sentence.stands_alone and all(_subject_key(item.head) is None for item in objects):
            return True
        lemmas = {lemma for item in objects for token in item.tokens() if (lemma := _content(token))}
        if lemmas & _lemmas(other.span):
            return True
    return False


def _descriptions(a: Sentence, frame_a: Frame, b: Sentence, frame_b: Frame) -> list[Difference]:
    """What two copulas say that something is: nationality, year, kind of work, named group."""
    is_a, is_b = frame_a.of("is"), frame_b.of("is")
    phrases_a = [token for argument in is_a for token in argument.tokens()]
    phrases_b = [token for argument in is_b for token in argument.tokens()]
    units_a, units_b = a.units_in(phrases_a), b.units_in(phrases_b)
    found = []
    for kind, strength in ((UnitKind.PEOPLE, 0.8), (UnitKind.VALUE, 0.8)):
        of_a = [unit for unit in units_a if unit.kind is kind]
        of_b = [unit for unit in units_b if unit.kind is kind]
        if of_a and of_b:
            found += _best(of_a, of_b, a, b, kind.value, strength)
    found += _types(is_a, is_b)
    found += _genres(a, is_a, b, is_b)
    for x in is_a:
        for y in is_b:
            class_a, class_b = work_class(x.head.lemma_.casefold()), work_class(y.head.lemma_.casefold())
            if class_a and class_b and class_a != class_b:
                reason = f"{x.head.text} and {y.head.text} are different kinds of work"
                found.append(
                    _difference(
                        "category", _span(x.tokens()), _span(y.tokens()), Verdict.INCOMPATIBLE, reason, 0.8
                    )
                )
    for x in frame_a.arguments:
        for y in frame_b.arguments:
            same_head = x.role == y.role and x.role != "is" and x.head.lemma_ == y.head.lemma_
            if same_head and x.head.pos_ == "NOUN":
                of_a, of_b = a.units_in(x.tokens()), b.units_in(y.tokens())
                named_a = [unit for unit in of_a if unit.kind is UnitKind.NAME]
                named_b = [unit for unit in of_b if unit.kind is UnitKind.NAME]
                if named_a and named_b:
                    found += _best(named_a, named_b, a, b, "name", 0.7)
    return found


def _types(is_a: Sequence[Argument], is_b: Sequence[Argument]) -> list[Difference]:
    """Things of different types: what is a town isn't a song."""
    types = catalogue().types_of
    for x in is_a[:1]:
        for y in is_b[:1]:
            of_x, of_y = types(x.head.lemma_.casefold()), types(y.head.lemma_.casefold())
            if of_x and of_y and not of_x & of_y:
                reason = f"{x.head.text} and {y.head.text} are different types of thing"
                spans = _span(x.tokens()), _span(y.tokens())
                return [_difference("category", *spans, Verdict.INCOMPATIBLE, reason, 0.75)]
    return []


def _genres(a: Sentence, is_a: Sequence[Argument], b: Sentence, is_b: Sequence[Argument]) -> list[Difference]:
    """Genres of one kind of work: "a romance film" against "an action comedy film"."""
    for x in is_a:
        for y in is_b:
            kind = work_class(x.head.lemma_.casefold())
            if kind is None or kind != work_class(y.head.lemma_.casefold()):
                continue
            of_x = [token for token in x.tokens() if token.lower_ in GENRES]
            of_y = [token for token in y.tokens() if token.lower_ in GENRES]
            said_x, said_y = ({t.lower_ for t in s.span} & GENRES for s in (a, b))
            if of_x and of_y and not said_x & said_y:
                reason = f"{of_x[0].text} and {of_y[0].text} are different genres"
                return [_difference("category", _span(of_x), _span(of_y), Verdict.INCOMPATIBLE, reason, 0.6)]
    return []


def _languages(a: Sentence, b: Sentence) -> list[Difference]:
    """ "English-language" against "Spanish-language"."""
    of_a, of_b = _languages_of(a), _languages_of(b)
    return _best(of_a, of_b, a, b, "people", 0.75) if of_a and of_b else []


def _languages_of(sentence: Sentence) -> list[Unit]:
    places = {token.i - 2 for token in sentence.span if token.lower_ == "language" and token.i >= 2}
    return [unit for unit in sentence.units if unit.last - 1 in places]


def _covered(a: Sentence, b: Sentence) -> list[Difference]:
    """Dates of two sentences, the shorter of which says nothing else that the other doesn't say too."""
    shorter, longer = (a, b) if len(a.span) <= len(b.span) else (b, a)
    if _coverage(shorter, longer, values=False) < 0.75 or any(f.predicate in _STATES for f in shorter.frames):
        return []
    dates_a, dates_b = _all_dates(a), _all_dates(b)
    return _best(dates_a, dates_b, a, b, "value", 0.65) if dates_a and dates_b else []


def _all_dates(sentence: Sentence) -> list[Unit]:
    return [unit for unit in sentence.units if unit.kind is UnitKind.VALUE and unit.value.kind is Kind.DATE]


def _life(a: Sentence, b: Sentence) -> list[Difference]:
    """When someone was born or died, against the years after the name: "X (1783 - 1830) was"."""
    found = []
    for said, opening, turned in ((a, b, False), (b, a, True)):
        dates = life_dates(opening)
        for frame in said.frames:
            own = _dates(said, frame)
            place = {"bear": 0, "die": 1}.get(frame.predicate)
            if place is None or not own or len(dates) <= place or own[0] in dates:
                continue
            if not _is_named(said, frame, opening):
                continue
            unit = dates[place]
            comparison = compare(own[0].value, unit.value)
            spans = [(own[0].first, own[0].last), (unit.first, unit.last)]
            x, y = spans[::-1] if turned else spans
            found.append(_difference("value", x, y, comparison.verdict, comparison.reason, 0.85))
    return found


def _is_named(said: Sentence, frame: Frame, opening: Sentence) -> bool:
    """Whether the opening names who the frame is about; a pronoun that refers to nothing may be anyone."""
    key = _referent(said, frame.subject) if frame.subject is not None else None
    if key is None:
        return said.stands_alone
    words = {word for name in opening.names for word in name.split()}
    return bool(words & set(key.split()))


def life_dates(sentence: Sentence) -> list[Unit]:
    """The dates of the first parenthesis, a range as its two ends: birth, and death if there are two."""
    tokens = list(sentence.span)
    opening = next((token.i for token in tokens if token.text == "("), None)
    if opening is None or opening > tokens[0].i + 14:
        return []
    depth, closing = 0, tokens[-1].i + 1
    for token in tokens:
        if token.i >= opening and token.text in "()":
            depth += 1 if token.text == "(" else -1
            if depth == 0:
                closing = token.i
                break
    inside = [unit for unit in sentence.units if opening < unit.first and unit.last <= closing]
    dates = [unit for unit in inside if unit.kind is UnitKind.VALUE and unit.value.kind is Kind.DATE]
    ends = re.split(r"\s+[-–—]\s+|(?<=\d)[-–—](?=\d)", dates[0].value.text) if len(dates) == 1 else []
    if len(ends) != 2:
        return dates[:2]
    return [replace(dates[0], value=parse_value(end, Kind.DATE)) for end in ends]


def _counts(a: Sentence, b: Sentence) -> list[Difference]:
    """Numbers of one counted noun: "1150 screens" against "870 screens"."""
    shorter, longer = (a, b) if len(a.span) <= len(b.span) else (b, a)
    if _coverage(shorter, longer, values=False) < 0.55:
        return []
    counted_a, counted_b = _counted(a), _counted(b)
    found: list[Difference] = []
    for noun, units in counted_a.items():
        if noun in counted_b and noun not in {"year", "time", "day", "month", "age", "century"}:
            found += _best(units, counted_b[noun], a, b, "value", 0.65)
    return found


def _counted(sentence: Sentence) -> dict[str, list[Unit]]:
    counted: dict[str, list[Unit]] = {}
    for unit in sentence.units:
        head = sentence.doc[unit.last - 1]
        if unit.kind is not UnitKind.VALUE:
            continue
        if unit.value.text.isdigit() and head.dep_ == "nummod":
            unit = replace(unit, value=parse_value(unit.value.text, Kind.NUMBER))  # "1150 screens" is no year
        if unit.value.kind not in (Kind.NUMBER, Kind.QUANTITY):
            continue
        noun = head if head.pos_ == "NOUN" else head.head if head.dep_ == "nummod" else None
        if noun is not None and noun.pos_ == "NOUN":
            counted.setdefault(noun.lemma_.casefold(), []).append(unit)
    return counted


def _opposites(a: Sentence, b: Sentence) -> list[Difference]:
    """A word of the shorter sentence whose opposite is in the other, which otherwise covers it."""
    shorter, longer = (a, b) if len(a.span) <= len(b.span) else (b, a)
    others = _lemmas(longer.span)
    for token in shorter.span:
        for form in {token.lower_, token.lemma_.casefold(), token.lower_.removesuffix("ly")}:
            opposite = next((word for word in longer.span if _opposite_of(form, word)), None)
            if opposite is None or form in others:
                continue
            if _coverage(shorter, longer, leaving=token) >= 0.6:
                reason = f"{token.text} and {opposite.text} are opposites"
                pair = ((token.i, token.i + 1), (opposite.i, opposite.i + 1))
                x, y = pair if shorter is a else pair[::-1]
                return [_difference("polarity", x, y, Verdict.INCOMPATIBLE, reason, 0.7)]
    return []


def _opposite_of(form: str, word: Token) -> bool:
    return are_antonyms(form, word.lower_) or are_antonyms(form, word.lemma_.casefold())


def _best(
    of_a: Sequence[Unit], of_b: Sequence[Unit], a: Sentence, b: Sentence, kind: str, strength: float
) -> list[Difference]:
    """The one comparison that counts: a compatible pair if there is any, else an incompatible one."""
    unsure = False
    worst: Difference | None = None
    for x in of_a:
        for y in of_b:
            comparison = compare_units(x, y, a.doc, b.doc)
            item = _difference(
                kind, (x.first, x.last), (y.first, y.last), comparison.verdict, comparison.reason, strength
            )
            if comparison.verdict is Verdict.COMPATIBLE:
                return [item]
            unsure = unsure or comparison.verdict is Verdict.UNSURE
            worst = worst or item
    if worst is None or unsure:
        return []
    return [worst]


def _difference(
    kind: str, a: tuple[int, int], b: tuple[int, int], verdict: Verdict, reason: str, strength: float
) -> Difference:
    return Difference(kind, a, b, verdict, reason, strength)  # type: ignore[arg-type]


def _span(tokens: Sequence[Token]) -> tuple[int, int]:
    return tokens[0].i, tokens[-1].i + 1


def _phrase(root: Token) -> tuple[int, int]:
    """A predicate with its auxiliaries and negation."""
    tokens = [
        root,
        *(c for c in root.children if c.dep_ in {"aux", "auxpass", "neg"} or c.lower_ in NEGATIONS),
    ]
    return _span(sorted(tokens, key=lambda token: token.i))


def _shared_argument(frame_a: Frame, frame_b: Frame) -> bool:
    lemmas_a = {
        argument.head.lemma_ for argument in frame_a.arguments if argument.role not in {"agent", "patient"}
    }
    return any(
        argument.head.lemma_ in lemmas_a and not argument.head.like_num
        for argument in frame_b.arguments
        if argument.role not in {"agent", "patient"}
    )


def _content(token: Token) -> str | None:
    if (
        token.is_stop
        or token.is_punct
        or token.is_space
        or token.pos_ in {"AUX", "DET", "ADP", "PRON", "PART"}
    ):
        return None
    lemma = token.lemma_.casefold()
    return predicate_class(lemma) if token.pos_ == "VERB" else lemma


def _lemmas(span: Span) -> set[str]:
    return {lemma for token in span if (lemma := _content(token))}


def _in_value(sentence: Sentence, token: Token) -> bool:
    return any(unit.kind is UnitKind.VALUE and unit.first <= token.i < unit.last for unit in sentence.units)


def _coverage(
    shorter: Sentence, longer: Sentence, *, leaving: Token | None = None, values: bool = True
) -> float:
    """The part of the shorter sentence's content words, subject left out, that the longer one has."""
    subjects = {
        token.i
        for frame in shorter.frames
        if frame.subject is not None
        for token in Argument("subject", frame.subject).tokens()
    }
    words = [
        lemma
        for token in shorter.span
        if token.i not in subjects
        and (leaving is None or token.i != leaving.i)
        and token.lower_ not in NEGATIONS
        and (lemma := _content(token))
        and lemma not in GENERIC_NOUNS
        and (values or not _in_value(shorter, token))
    ]
    if not words:
        return 0.0
    others = _lemmas(longer.span)
    return sum(word in others for word in words) / len(words)


__all__ = ["Sentence", "claim_differences", "frames_of", "sentence_of"]
