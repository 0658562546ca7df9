"""Where a reply gives a gold answer, and by what: an equal value, the same words, a form of the name, enough
of the words that tell it, or a short reply that says a part of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from graphprobe.evaluation.offline.golds import Form, Gold
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply, Sentence
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import (
    FUNCTION_WORDS,
    Word,
    alike,
    excludes,
    is_among,
    keys,
    read_words,
    share_found,
)
from graphprobe.text.names import compare_names
from graphprobe.text.values import FoundValue, Kind, Reading, Verdict, compare

FRAGMENT = 5
"""Words of its own, beside the question's, up to which a sentence is an answer and nothing else."""
ENOUGH = 0.6
"""The share of a gold answer's own words that tells it, and of a fragment's own words that must be of it."""
_GIVEN_NAMES = 3
_LEAST_JOINED = 6
_NEXT_WORD = 40
_PERIOD = "period"
_RANGES = (_PERIOD, "years")


class Match(NamedTuple):
    """A place where a reply gives a gold answer, and how."""

    span: Span
    how: str


def find(gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> Match | None:
    """The first place, by the surest way, where a reply gives a gold answer and doesn't deny it.

    Args:
        gold: the answer to find.
        others: the other gold answers that it must be told from; none for other words for one answer.
        reply: the response.
        question: what was asked.
    """
    for match in _matches(gold, others, reply, question):
        if question.denies or not reply.is_denied(match.span):
            return match
    return None


def _matches(gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> Iterator[Match]:
    if question.wants_yes_or_no and _is_polar(gold):
        yield from _by_polarity(gold, reply)
    elif gold.value is not None:
        yield from _by_value(gold, others, reply, question)
        yield from _by_words(gold, others, reply, question)
    else:
        yield from _by_words(gold, others, reply, question)
        yield from _by_name(gold, reply)
        yield from _by_telling_words(gold, reply, question)
        yield from _by_fragment(gold, reply, question)


# Yes and no

_YES = re.compile(r"\b(?:yes|true|correct)\b", re.IGNORECASE)
_LONGEST_POLAR = 3
_NO = re.compile(r"\b(?:no|not|never|false|none|neither|cannot)\b|n['’]t\b", re.IGNORECASE)


def _is_polar(gold: Gold) -> bool:
    """Whether a gold answer says yes or no and hardly more ("Typically, no")."""
    said = _YES.search(gold.text) or _NO.search(gold.text)
    return said is not None and len(gold.text.split()) <= _LONGEST_POLAR


def _by_polarity(gold: Gold, reply: Reply) -> Iterator[Match]:
    """The first sentence, if the first word of it that affirms or denies does as the gold answer does."""
    for sentence in reply.sentences[:1]:
        yes, no = (pattern.search(reply.text, *sentence.span) for pattern in (_YES, _NO))
        first = min((said for said in (yes, no) if said), key=lambda said: said.start(), default=None)
        if first and (first is no) is (_NO.search(gold.text) is not None):
            yield Match(Span(first.start(), first.end()), "yes or no")


# Values


def _by_value(gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> Iterator[Match]:
    """Values of the reply that agree with the gold answer's, and fit in with the other gold answers."""
    for found in reply.values:
        if _gives(found, gold, others, reply, question):
            yield Match(Span(found.start, found.end), "value")


def _gives(found: FoundValue, gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> bool:
    return (
        agrees(found, gold)
        and _may_have_unit(found, gold, reply, question)
        and all(_fits(found, gold, other) for other in others)
    )


def _may_have_unit(found: FoundValue, gold: Gold, reply: Reply, question: Question) -> bool:
    """Whether a number may stand for an amount with a unit: not if it counts something else ("57 doors")."""
    if gold.value is None or found.value.kind is not Kind.NUMBER or gold.value.kind is Kind.NUMBER:
        return True
    return not counts_something_else(Span(found.start, found.end), reply, question)


def counts_something_else(span: Span, reply: Reply, question: Question) -> bool:
    """Whether a number counts what the question doesn't speak of."""
    following = read_words(reply.text[span.end : span.end + _NEXT_WORD])[:1]
    return any(word.key not in question.words and word.key not in FUNCTION_WORDS for word in following)


def agrees(found: FoundValue, gold: Gold) -> bool:
    """Whether a value gives a gold answer's; a point in a period doesn't give the period."""
    if gold.value is None or compare(found.value, gold.value).verdict is not Verdict.COMPATIBLE:
        return False
    return gold.value.readings[0].unit != _PERIOD or found.value.readings[0].unit == _PERIOD


def _fits(found: FoundValue, gold: Gold, other: Gold) -> bool:
    """Whether a value that agrees with one gold answer doesn't take another amiss.

    It isn't as good for another that excludes the first ("August 1910" tells no day of it from another; of a
    range both ends are given), and no date contradicts what is the first told more exactly.
    """
    if gold.value is None or other.value is None:
        return True
    if compare(gold.value, other.value).verdict is Verdict.INCOMPATIBLE:
        return not agrees(found, other) or any(
            _is_end(a, b) for a in found.value.readings for b in gold.value.readings
        )
    both_dates = gold.value.kind is other.value.kind is Kind.DATE
    return not both_dates or compare(found.value, other.value).verdict is not Verdict.INCOMPATIBLE


def _is_end(found: Reading, gold: Reading) -> bool:
    """Whether one end of a range is what the gold answer says, or where it begins or ends."""
    if found.kind is not gold.kind or (found.kind is not Kind.DATE and found.unit != gold.unit):
        return False
    if found.low == found.high or (found.kind is Kind.DATE and found.unit not in _RANGES):
        return False
    low = gold.low if gold.low is not None else gold.high
    high = gold.high if gold.high is not None else gold.low
    ends = [end for end in (found.low, found.high) if end is not None]
    return low is not None and high is not None and any(low <= end <= high for end in ends)


# Words


def _by_words(gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> Iterator[Match]:
    """The words of a form, next to one another, small words aside."""
    for form in gold.forms:
        if (
            not form.own
            and len(gold.forms) > 1
            and form is not gold.forms[0]
            and any(f.own for f in gold.forms)
        ):
            continue
        small = set(form.content) <= FUNCTION_WORDS
        for sentence in reply.sentences:
            words = sentence.words if small else sentence.telling
            for i, j in _runs(form.content, words):
                if _is_echo(form, sentence, words[i], words[j - 1], question):
                    continue
                span = Span(words[i].start, words[j - 1].end)
                if not _is_part_of_other_value(span, gold, others, reply, question):
                    yield Match(span, "words")


def _runs(wanted: Sequence[str], words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Where words stand in a row, one of them perhaps written in two or two in one ("You Tube")."""
    size, joined = len(wanted), "".join(wanted)
    for i, word in enumerate(words):
        if not joined.startswith(word.key):
            continue
        if keys(words[i : i + size]) == wanted:
            yield i, i + size
        elif len(joined) >= _LEAST_JOINED:
            for end in {i + size - 1, i + size + 1} - {i}:
                if "".join(keys(words[i:end])) == joined:
                    yield i, min(end, len(words))


def _is_echo(form: Form, sentence: Sentence, first: Word, last: Word, question: Question) -> bool:
    """Whether the words stand in a longer run that the reply copies from the question."""
    if form.own or question.offers:
        return False
    words = sentence.words
    i, j = words.index(first), words.index(last) + 1
    while i > 0 and words[i - 1].key in form.keys:
        i -= 1
    while j < len(words) and words[j].key in form.keys:
        j += 1
    longer = [words[i - 1 : j]] if i > 0 else []
    longer += [words[i : j + 1]] if j < len(words) else []
    return any(question.holds_run(keys(run)) for run in longer)


def _is_part_of_other_value(
    span: Span, gold: Gold, others: Sequence[Gold], reply: Reply, question: Question
) -> bool:
    """Whether the words of a gold value are part of a value that says something else ("7" in "7 March")."""
    return gold.value is not None and any(
        span.meets(Span(found.start, found.end)) and not _gives(found, gold, others, reply, question)
        for found in reply.values
    )


# Names


def _by_name(gold: Gold, reply: Reply) -> Iterator[Match]:
    """Forms of a person's name: without middle names, with initials, or the last name alone."""
    for form in gold.forms:
        if not form.is_name or form.content[-1] not in form.own:
            continue
        for sentence in reply.sentences:
            for i, word in enumerate(sentence.words):
                if alike(word.key, form.content[-1]):
                    start = _start_of_name(form, sentence, i, reply)
                    if start is not None:
                        yield Match(Span(start, word.end), "name")


def _start_of_name(form: Form, sentence: Sentence, last: int, reply: Reply) -> int | None:
    """Where a name that ends in a gold name's last word begins; None where it's someone else's name."""
    end = sentence.words[last].end
    given = sentence.words[max(last - _GIVEN_NAMES, 0) : last]
    for word in given:
        if compare_names(reply.text[word.start : end], form.text, "person").verdict is Verdict.COMPATIBLE:
            return word.start
    before = given[-1] if given else None
    if before is None or before.key in FUNCTION_WORDS or not before.capital:
        return sentence.words[last].start
    return before.start if alike(before.key, form.content[0]) else None


# Telling words


def _by_telling_words(gold: Gold, reply: Reply, question: Question) -> Iterator[Match]:
    """Sentences that hold most of the words that tell a gold answer, all its numbers among them.

    A fragment, which says hardly more than an answer, must hold all of them.
    """
    for form in gold.forms:
        for sentence in reply.sentences:
            own = sentence.keys - question.words
            found = {key for key in own if is_among(key, form.own)}
            enough = ENOUGH if len(own) > FRAGMENT else 1.0
            if found and _is_told(form, found, sentence.keys, enough):
                places = [word for word in sentence.telling if word.key in found]
                yield Match(Span(places[0].start, places[-1].end), "telling words")


def _is_told(form: Form, found: Collection[str], said: Collection[str], enough: float) -> bool:
    numbers = [key for key in form.own if key[0].isdigit()]
    if not all(key in found for key in numbers) or (form.is_name and not is_among(form.content[-1], found)):
        return False
    told = share_found(form.own, found) >= enough and share_found(form.content, said) >= ENOUGH
    return told and not _says_otherwise(form, said)


def _by_fragment(gold: Gold, reply: Reply, question: Question) -> Iterator[Match]:
    """Fragments of which most is words of the gold answer, which only says more."""
    for sentence in reply.sentences:
        own = [word for word in sentence.telling if word.key not in question.words]
        said = frozenset(keys(own))
        for form in gold.forms if len(said) <= FRAGMENT else ():
            needed = form.content[-1:] if form.is_name else form.own
            enough = share_found(needed, said) > 0 and share_found(said, form.content) >= ENOUGH
            if enough and not _says_otherwise(form, said):
                yield Match(Span(own[0].start, own[-1].end), "short answer")


def _says_otherwise(form: Form, said: Collection[str]) -> bool:
    """Whether words exclude one of the gold answer that's missing ("white" for "red blood cells")."""
    missing = [key for key in form.own if not is_among(key, said)]
    return any(excludes(key, other) for key in missing for other in said)
