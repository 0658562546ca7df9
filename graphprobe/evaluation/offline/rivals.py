"""Material contradictions: claims of a reply that exclude every gold answer.

A contradiction is a value for what's asked that the reply endorses and that agrees with no gold answer: one
that it leaves to choose beside a gold answer ("1910 or 1912"), or one that its answer begins with, whatever
follows. What it denies, what it only reports, and values of something else are none (ElephantBench, section
3.4 and figure 12b). All rules err on the side of no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphprobe.evaluation.offline.golds import Gold, read_value
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply, Sentence
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, Word, read_words
from graphprobe.text.names import compare_names
from graphprobe.text.values import Comparison, Kind, Verdict, compare

_FRAGMENT = 3
"""Own words up to which a sentence of a reply is an answer and nothing else."""
_CHOICE = re.compile(
    r"\s*,?\s*(?:\bor\b|/)\s*(?:(?:perhaps|possibly|maybe|even|in|on|at|the|by|about|around|else)\s+)*", re.I
)
# A date that answers has one of these before it, or nothing; in "the 2017 film" it describes.
_BEFORE_DATE = re.compile(
    r"(?:^|[(:,]|\b(?:in|on|since|from|by|around|about|circa|c\.|until|as|was|were|is|be|year|of|to|at))\s*$",
    re.I,
)
_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s+(?:[A-Z]\.|[A-Z][\w'’-]*|(?:de|la|van|von|der|of|the)(?=\s+[A-Z])))*")


class Rival(NamedTuple):
    """A place of a reply whose value excludes every gold answer, and why."""

    span: Span
    reason: str


def choices(
    golds: Sequence[Gold], given: Sequence[Span], reply: Reply, question: Question
) -> Iterator[Rival]:
    """Rivals between which and a gold answer the reply doesn't decide."""
    if not given or question.wants_several:
        return
    for rival in _rivals(golds, reply, question):
        if any(_is_choice(one, rival.span, reply) for one in given) and not reply.is_denied(rival.span):
            yield rival


def answers_instead(
    golds: Sequence[Gold], given: Sequence[Span], reply: Reply, question: Question
) -> Iterator[Rival]:
    """The rival with which a reply answers, in the first sentence that takes the question up.

    Nothing of it may be reported only, and no gold answer may stand in the same sentence.
    """
    sentence = next((one for one in reply.sentences if _takes_up(one, question)), None)
    if sentence is None or any(one.meets(sentence.span) for one in given):
        return
    for rival in _rivals(golds, reply, question):
        at = rival.span
        if at.meets(sentence.span) and not (reply.is_denied(at) or reply.is_reported(at)):
            yield rival
            return


def _is_choice(one: Span, other: Span, reply: Reply) -> bool:
    first, second = sorted((one, other))
    return first.end <= second.start and _CHOICE.fullmatch(reply.text, first.end, second.start) is not None


def _takes_up(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence repeats half of what the question says, or is a fragment that only answers."""
    own = [word for word in sentence.telling if word.key not in question.words]
    repeated = question.telling & {word.key for word in sentence.telling}
    return bool(own) and (len(own) <= _FRAGMENT or 2 * len(repeated) >= len(question.telling))


def _rivals(golds: Sequence[Gold], reply: Reply, question: Question) -> Iterator[Rival]:
    """The places where the reply says what excludes every gold answer."""
    if all(gold.value for gold in golds):
        spans = _values(reply, question)
    elif any(gold.value for gold in golds):
        return
    else:
        spans = _phrases(reply, question)
    for span in spans:
        phrase = reply.text[span.start : span.end]
        reason = ""
        for gold in golds:
            compared = _compare(phrase, gold)
            if compared.verdict is not Verdict.INCOMPATIBLE:
                break
            reason = reason or compared.reason
        else:
            yield Rival(span, reason)


def _compare(phrase: str, gold: Gold) -> Comparison:
    if any(form.is_name for form in gold.forms):
        return compare_names(phrase, gold.text, "person")
    return compare(read_value(phrase), gold.value or read_value(gold.text))


def _values(reply: Reply, question: Question) -> Iterator[Span]:
    """Values that may be what's asked: a date in its place, a number of what the question counts."""
    for found in reply.values:
        span = Span(found.start, found.end)
        if _may_answer(span, found.value.kind, reply, question):
            yield span


def _may_answer(span: Span, kind: Kind, reply: Reply, question: Question) -> bool:
    if kind is Kind.DATE:
        return _BEFORE_DATE.search(reply.text, max(span.start - 12, 0), span.start) is not None
    if kind is Kind.NUMBER:
        following = read_words(reply.text[span.end : span.end + 40])[:1]
        return not following or following[0].key in question.words | FUNCTION_WORDS
    return True


def _phrases(reply: Reply, question: Question) -> Iterator[Span]:
    """Names, and what fragments say."""
    for sentence in reply.sentences:
        own = [word for word in sentence.telling if word.key not in question.words]
        if own and len(own) <= _FRAGMENT and not _is_capitalized(own):
            yield Span(own[0].start, own[-1].end)
        for match in _NAME.finditer(reply.text, *sentence.span):
            words = read_words(match.group())
            if words[0].key not in FUNCTION_WORDS and any(w.key not in question.words for w in words):
                yield Span(*match.span())


def _is_capitalized(words: Sequence[Word]) -> bool:
    return all(word.capital for word in words)
