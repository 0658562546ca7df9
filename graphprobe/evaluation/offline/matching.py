"""Where a reply gives a gold answer, and by what: an equal value, the same words, a form of the name, enough
of the words that tell it, or a short reply that says a part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphprobe.evaluation.offline.golds import Form, Gold
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply, Sentence
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, Word, alike, keys, share_found
from graphprobe.text.names import compare_names
from graphprobe.text.values import FoundValue, Kind, Reading, Verdict, compare

ENOUGH = 0.6
"""The share of a gold answer's own words that gives it, and of a short reply's words that must be of it."""
_GIVEN_NAMES = 3
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
    if question.wants_yes_or_no:
        yield from _by_polarity(gold, reply)
    if gold.value is not None:
        yield from _by_value(gold, others, reply)
    yield from _by_words(gold, reply, question)
    if gold.value is None:
        yield from _by_name(gold, reply)
        yield from _by_telling_words(gold, reply, question)
        yield from _by_short_reply(gold, reply, question)


# Yes and no

_YES = re.compile(r"\b(?:yes|true|correct)\b", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|not|never|false|none|neither|cannot)\b|n['’]t\b", re.IGNORECASE)


def _by_polarity(gold: Gold, reply: Reply) -> Iterator[Match]:
    """The first sentence, if it affirms or denies as the gold answer does."""
    if len(gold.text.split()) > 3 or not (_YES.search(gold.text) or _NO.search(gold.text)):
        return
    first = reply.sentences[0].span if reply.sentences else Span(0, 0)
    said_no = _NO.search(reply.text, first.start, first.end)
    said_yes = _YES.search(reply.text, first.start, first.end)
    if _NO.search(gold.text):
        said = said_no if said_no and not (said_yes and said_yes.start() < said_no.start()) else None
    else:
        said = said_yes if said_yes and not (said_no and said_no.start() < said_yes.start()) else None
    if said:
        yield Match(Span(said.start(), said.end()), "yes or no")


# Values


def _by_value(gold: Gold, others: Sequence[Gold], reply: Reply) -> Iterator[Match]:
    """Values of the reply that agree with the gold answer's, and with no other answer that excludes it."""
    for found in reply.values:
        if agrees(found, gold) and all(_tells_apart(found, gold, other) for other in others):
            yield Match(Span(found.start, found.end), "value")


def agrees(found: FoundValue, gold: Gold) -> bool:
    """Whether a value gives a gold answer's; a point in a period doesn't give the period."""
    if gold.value is None or compare(found.value, gold.value).verdict is not Verdict.COMPATIBLE:
        return False
    return gold.value.readings[0].unit != _PERIOD or found.value.readings[0].unit == _PERIOD


def _tells_apart(found: FoundValue, gold: Gold, other: Gold) -> bool:
    """Whether a value that agrees with one answer isn't as good for another that excludes it.

    "August 1910" tells no day of it from another. Of a range both ends are given ("50 to 100 million").
    """
    if gold.value is None or other.value is None or not agrees(found, other):
        return True
    if compare(gold.value, other.value).verdict is not Verdict.INCOMPATIBLE:
        return True
    return any(_is_end(a, b) for a in found.value.readings for b in gold.value.readings)


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


def _by_words(gold: Gold, reply: Reply, question: Question) -> Iterator[Match]:
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
                if not _is_part_of_other_value(span, gold, reply):
                    yield Match(span, "words")


def _runs(wanted: Sequence[str], words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    first, size = wanted[0], len(wanted)
    for i in range(len(words) - size + 1):
        if words[i].key == first and all(words[i + n].key == wanted[n] for n in range(1, size)):
            yield i, i + size


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


def _is_part_of_other_value(span: Span, gold: Gold, reply: Reply) -> bool:
    """Whether the words of a gold value are part of a value that says something else ("7" in "7 March")."""
    return gold.value is not None and any(
        span.meets(Span(found.start, found.end)) and not agrees(found, gold) for found in reply.values
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
    """Sentences that hold enough of the words that tell a gold answer, all its numbers among them."""
    for form in gold.forms:
        if not form.own:
            continue
        for sentence in reply.sentences:
            found = [
                word
                for word in sentence.telling
                if word.key not in question.words and any(alike(word.key, key) for key in form.own)
            ]
            if found and _is_told(form, keys(found), keys(sentence.telling)):
                yield Match(Span(found[0].start, found[-1].end), "telling words")


def _is_told(form: Form, found: Sequence[str], sentence: Sequence[str]) -> bool:
    if any(key[0].isdigit() and key not in found for key in form.own):
        return False
    if form.is_name and not any(alike(form.content[-1], key) for key in found):
        return False
    return share_found(form.own, found) >= ENOUGH and share_found(form.content, sentence) >= ENOUGH


def _by_short_reply(gold: Gold, reply: Reply, question: Question) -> Iterator[Match]:
    """A first sentence whose own words are words of the gold answer, which only says more."""
    for sentence in reply.sentences[:1]:
        own = [word for word in sentence.telling if word.key not in question.words]
        for form in gold.forms:
            if own and form.own and share_found(keys(own), form.content) >= ENOUGH:
                yield Match(Span(own[0].start, own[-1].end), "short reply")
