"""Where a reply gives a gold answer, by the surest way that finds it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphprobe.evaluation.offline.by_name import by_name
from graphprobe.evaluation.offline.by_value import by_value, gives
from graphprobe.evaluation.offline.by_words import by_acronym, by_fragment, by_telling_words, by_words
from graphprobe.evaluation.offline.golds import Gold
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply
from graphprobe.evaluation.offline.stances import Span

_YES = re.compile(r"\b(?:yes|true|correct)\b", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|not|never|false|none|neither|cannot)\b|n['’]t\b", re.IGNORECASE)
_LONGEST_POLAR = 3
"""Words up to which an answer with yes or no in it says nothing else."""


class Match(NamedTuple):
    """A place where a reply gives a gold answer, and how."""

    span: Span
    how: str


def find(gold: Gold, others: Sequence[Gold], reply: Reply, question: Question) -> Match | None:
    """The first place, by the surest way, where a reply gives a gold answer and doesn't deny it.

    Args:
        gold: the answer to find.
        others: the other gold answers, which it's told from where they exclude it.
        reply: the response.
        question: what was asked; one about what isn't so is answered by denials.
    """
    for how, spans in _ways(gold, others, reply, question):
        for span in spans:
            denied = not question.denies and reply.is_denied(span)
            if not denied and not _is_in_longer_answer(span, gold, others, reply, question):
                return Match(span, how)
    return None


def _is_in_longer_answer(
    span: Span, gold: Gold, others: Sequence[Gold], reply: Reply, question: Question
) -> bool:
    """Whether a place is that of another gold answer, which says the same and more ("dark red" for "red")."""
    return any(
        span.start >= place.start and span.end <= place.end
        for other in others
        if gold.value is None and other.says_more_than(gold)
        for place in by_words(other, reply, question)
    )


def _ways(
    gold: Gold, others: Sequence[Gold], reply: Reply, question: Question
) -> Iterator[tuple[str, Iterator[Span]]]:
    if question.wants_yes_or_no and _is_polar(gold):
        yield "yes or no", _by_polarity(gold, reply)
    elif gold.value is not None:
        yield "value", by_value(gold, others, reply, question)
        same = by_words(gold, reply, question)
        yield "words", (span for span in same if not _is_in_other_value(span, gold, others, reply, question))
    else:
        yield "words", by_words(gold, reply, question)
        yield "name", by_name(gold, reply)
        yield "acronym", by_acronym(gold, reply)
        yield "telling words", by_telling_words(gold, reply, question)
        yield "short answer", by_fragment(gold, reply, question)


def _is_in_other_value(
    span: Span, gold: Gold, others: Sequence[Gold], reply: Reply, question: Question
) -> bool:
    """Whether the words of a gold value are part of a value that says something else ("7" in "7 March")."""
    return any(
        span.meets(Span(found.start, found.end)) and not gives(found, gold, others, reply, question)
        for found in reply.values
    )


def _is_polar(gold: Gold) -> bool:
    """Whether a gold answer says yes or no and hardly more ("Typically, no")."""
    said = _YES.search(gold.text) or _NO.search(gold.text)
    return said is not None and len(gold.text.split()) <= _LONGEST_POLAR


def _by_polarity(gold: Gold, reply: Reply) -> Iterator[Span]:
    """The first sentence, if the first word of it that affirms or denies does as the gold answer does."""
    for sentence in reply.sentences[:1]:
        yes, no = (pattern.search(reply.text, *sentence.span) for pattern in (_YES, _NO))
        first = min((said for said in (yes, no) if said), key=lambda said: said.start(), default=None)
        if first and (first is no) is (_NO.search(gold.text) is not None):
            yield Span(first.start(), first.end())
