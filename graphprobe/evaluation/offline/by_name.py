"""Where a reply gives a gold answer that is a person's name, in any form of it."""

from __future__ import annotations

from collections.abc import Iterator

from graphprobe.evaluation.offline.golds import PARTICLES, Form, Gold
from graphprobe.evaluation.offline.replies import Reply, Sentence
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, Word, alike
from graphprobe.text.names import compare_names
from graphprobe.text.values import Verdict

_GIVEN_NAMES = 3
"""Words before a last name that may belong to it."""


def by_name(gold: Gold, reply: Reply) -> Iterator[Span]:
    """Forms of a person's name: without middle names, with initials, or the last name alone."""
    for form in gold.forms:
        if form.is_name and form.content[-1] in form.own:
            for sentence in reply.sentences:
                yield from _in_sentence(form, sentence, reply)


def _in_sentence(form: Form, sentence: Sentence, reply: Reply) -> Iterator[Span]:
    for i, last in enumerate(sentence.words):
        if alike(last.key, form.content[-1]):
            before = _before(sentence.words, i)
            start = _start(form, before, last, reply)
            if start is not None:
                yield Span(start, last.end)


def _before(words: tuple[Word, ...], i: int) -> tuple[Word, ...]:
    """The words before a last name, back to the first that can't be part of a name."""
    start = i
    while start > max(i - _GIVEN_NAMES, 0):
        key = words[start - 1].key
        if key in FUNCTION_WORDS and key not in PARTICLES:
            break
        start -= 1
    return words[start:i]


def _start(form: Form, before: tuple[Word, ...], last: Word, reply: Reply) -> int | None:
    """Where a name that ends in a gold name's last word begins; None where it's someone else's name."""
    for word in before:
        if (
            compare_names(reply.text[word.start : last.end], form.text, "person").verdict
            is Verdict.COMPATIBLE
        ):
            return word.start
    if not before or not before[-1].capital:
        return last.start
    return before[-1].start if alike(before[-1].key, form.content[0]) else None
