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

from graphprobe.evaluation.offline.by_value import counts_something_else
from graphprobe.evaluation.offline.golds import Gold, read_value
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply, Sentence
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, read_words
from graphprobe.text.names import compare_names
from graphprobe.text.values import Comparison, FoundValue, Kind, Value, Verdict, compare

_PHRASE = 3
"""Own words up to which what a sentence says is compared as one phrase."""
_REACH = 12
"""Characters before a date that tell whether it answers."""
# Between the items of a list, and between the last two of a choice.
_JOINT = re.compile(
    r"\s*(?:,\s*(?:or\b)?|\bor\b|/)\s*(?:(?:perhaps|possibly|maybe|even|in|on|at|the|by|about|around|else)\s+)*",
    re.I,
)
_OR = re.compile(r"\bor\b|/", re.I)
# A date that answers has one of these before it, or nothing; in "the 2017 film" it describes.
_BEFORE_DATE = re.compile(
    r"(?:^|[(:,]|\b(?:in|on|since|from|by|around|about|circa|c\.|until|as|was|were|is|be|year|of|to|at))\s*$",
    re.I,
)
_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s+(?:[A-Z]\.|[A-Z][\w'’-]*|(?:de|la|van|von|der|of|the)(?=\s+[A-Z])))*")


class _Candidate(NamedTuple):
    span: Span
    value: Value


class Rival(NamedTuple):
    """A place of a reply whose value excludes every gold answer, and why."""

    span: Span
    reason: str


def choices(
    golds: Sequence[Gold], given: Sequence[Span], reply: Reply, question: Question
) -> Iterator[Rival]:
    """Rivals in a list with a gold answer that leaves the choice ("1910, 1912 or 1914")."""
    if not given or question.wants_several:
        return
    candidates = {
        one.span: one
        for one in _candidates(golds, reply, question)
        if not any(one.span.meets(span) for span in given)
    }
    for chosen in _choices_among(sorted({*given, *candidates}), reply.text):
        for span in chosen if not set(given).isdisjoint(chosen) else ():
            if span in candidates and not (reply.is_denied(span) or reply.is_reported(span)):
                yield from _as_rival(candidates[span], golds)


def _choices_among(spans: Sequence[Span], text: str) -> Iterator[list[Span]]:
    """The lists that spans in order make up, of those that leave a choice."""
    chain: list[Span] = []
    is_choice = False
    for span in spans:
        joint = _JOINT.fullmatch(text, chain[-1].end, span.start) if chain else None
        if joint is None:
            if is_choice:
                yield chain
            chain, is_choice = [], False
        chain.append(span)
        is_choice = is_choice or (joint is not None and _OR.search(joint.group()) is not None)
    if is_choice:
        yield chain


def answers_instead(
    golds: Sequence[Gold], given: Sequence[Span], reply: Reply, question: Question
) -> Iterator[Rival]:
    """The first rival with which a reply answers, in a sentence before any that gives a gold answer."""
    first_given = min((one.start for one in given), default=len(reply.text))
    for sentence in reply.sentences:
        if sentence.span.end > first_given:
            return
        for candidate in _candidates(golds, reply, question, sentence):
            if _is_endorsed(candidate, sentence, reply, question):
                for rival in _as_rival(candidate, golds):
                    yield rival
                    return


def _is_endorsed(candidate: _Candidate, sentence: Sentence, reply: Reply, question: Question) -> bool:
    """Whether a sentence answers with a candidate: it repeats half of the question, or says nothing else."""
    span = candidate.span
    if reply.is_denied(span) or reply.is_reported(span) or not _may_answer(candidate, reply, question):
        return False
    repeated = question.telling & {word.key for word in sentence.telling}
    own = [word for word in sentence.telling if word.key not in question.words]
    alone = all(span.start <= word.start and word.end <= span.end for word in own)
    return alone or 2 * len(repeated) >= len(question.telling)


def _may_answer(candidate: _Candidate, reply: Reply, question: Question) -> bool:
    """Whether a value may be what's asked: a date in its place, a number of what the question counts."""
    if candidate.value.kind is Kind.DATE:
        before = max(candidate.span.start - _REACH, 0)
        return _BEFORE_DATE.search(reply.text, before, candidate.span.start) is not None
    if candidate.value.kind is Kind.NUMBER:
        return not counts_something_else(FoundValue(*candidate.span, candidate.value), reply, question)
    return True


def _as_rival(candidate: _Candidate, golds: Sequence[Gold]) -> Iterator[Rival]:
    """The candidate, if it excludes every gold answer."""
    reason = ""
    for gold in golds:
        compared = _compare(candidate.value, gold)
        if compared.verdict is not Verdict.INCOMPATIBLE:
            return
        reason = reason or compared.reason
    yield Rival(candidate.span, reason)


def _compare(value: Value, gold: Gold) -> Comparison:
    if any(form.is_name for form in gold.forms):
        return compare_names(value.text, gold.text, "person")
    return compare(value, gold.value or read_value(gold.text))


def _candidates(
    golds: Sequence[Gold], reply: Reply, question: Question, within: Sentence | None = None
) -> Iterator[_Candidate]:
    """What a reply may answer with: values if the gold answers are, else names and what fragments say."""
    if all(gold.value for gold in golds):
        for found in reply.values:
            span = Span(found.start, found.end)
            if within is None or span.meets(within.span):
                yield _Candidate(span, found.value)
    elif not any(gold.value for gold in golds):
        for sentence in reply.sentences if within is None else (within,):
            for span in _phrases(sentence, reply, question):
                yield _Candidate(span, read_value(reply.text[span.start : span.end]))


def _phrases(sentence: Sentence, reply: Reply, question: Question) -> Iterator[Span]:
    own = [word for word in sentence.telling if word.key not in question.words]
    if own and len(own) <= _PHRASE and not all(word.capital for word in own):
        yield Span(own[0].start, own[-1].end)
    for match in _NAME.finditer(reply.text, *sentence.span):
        words = read_words(match.group())
        while words and words[0].key in FUNCTION_WORDS:
            words = words[1:]
        if any(word.key not in question.words for word in words):
            yield Span(match.start() + words[0].start, match.end())
