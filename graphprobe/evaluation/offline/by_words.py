"""Where a reply gives a gold answer in words: the same words in a row, most of those that tell it, or part of
them and hardly anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from graphprobe.evaluation.offline.golds import Form, Gold
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, Word, excludes, is_among, keys, share_found

FRAGMENT = 5
"""Words of its own, beside the question's, up to which a sentence is an answer and nothing else."""
ENOUGH = 0.6
"""The share of a gold answer's own words that tells it, and of a fragment's own words that must be of it."""
_LEAST_JOINED = 6
"""Letters from which on words written in one or in two are seen to be the same."""


def by_words(gold: Gold, reply: Reply, question: Question) -> Iterator[Span]:
    """The words of a form in a row, small words aside, where they aren't copied from the question."""
    for form in gold.telling_forms:
        small = set(form.content) <= FUNCTION_WORDS
        for sentence in reply.sentences:
            words = sentence.words if small else sentence.telling
            for first, last in _runs(form.content, words):
                run = _widened(form, sentence.words, first, last)
                if form.own or question.offers or not _is_echo(run, sentence.words, question):
                    yield Span(sentence.words[run.start].start, sentence.words[run.stop - 1].end)


def _runs(wanted: tuple[str, ...], words: Sequence[Word]) -> Iterator[tuple[Word, Word]]:
    """The first and last of words in a row, one of them perhaps written in two or two in one ("You Tube")."""
    size, joined = len(wanted), "".join(wanted)
    for i, word in enumerate(words):
        if not joined.startswith(word.key):
            continue
        if keys(words[i : i + size]) == wanted:
            yield word, words[i + size - 1]
        elif len(joined) >= _LEAST_JOINED:
            for run in (words[i : i + size - 1], words[i : i + size + 1]):
                if run and "".join(keys(run)) == joined:
                    yield word, run[-1]


def _widened(form: Form, words: Sequence[Word], first: Word, last: Word) -> range:
    """Where a run stands among all words, with the small words of the form around it."""
    start, stop = words.index(first), words.index(last) + 1
    while start > 0 and words[start - 1].key in form.keys:
        start -= 1
    while stop < len(words) and words[stop].key in form.keys:
        stop += 1
    return range(start, stop)


def _is_echo(run: range, words: Sequence[Word], question: Question) -> bool:
    """Whether words stand in a longer run that the reply copies from the question."""
    longer = [words[run.start - 1 : run.stop]] if run.start > 0 else []
    longer += [words[run.start : run.stop + 1]] if run.stop < len(words) else []
    return any(question.holds_run(keys(one)) for one in longer)


def by_telling_words(gold: Gold, reply: Reply, question: Question) -> Iterator[Span]:
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
                yield Span(places[0].start, places[-1].end)


def _is_told(form: Form, found: Collection[str], said: Collection[str], enough: float) -> bool:
    numbers = [key for key in form.own if key[0].isdigit()]
    if not all(key in found for key in numbers) or (form.is_name and not is_among(form.content[-1], found)):
        return False
    told = share_found(form.own, found) >= enough and share_found(form.content, said) >= ENOUGH
    return told and not _says_otherwise(form, said)


def by_fragment(gold: Gold, reply: Reply, question: Question) -> Iterator[Span]:
    """Fragments of which most is words of the gold answer, which only says more."""
    for sentence in reply.sentences:
        own = [word for word in sentence.telling if word.key not in question.words]
        said = frozenset(keys(own))
        for form in gold.forms if len(said) <= FRAGMENT else ():
            needed = form.content[-1:] if form.is_name else form.own
            enough = share_found(needed, said) > 0 and share_found(said, form.content) >= ENOUGH
            if enough and not _says_otherwise(form, said):
                yield Span(own[0].start, own[-1].end)


def _says_otherwise(form: Form, said: Collection[str]) -> bool:
    """Whether words exclude one of the gold answer that's missing ("white" for "red blood cells")."""
    missing = [key for key in form.own if not is_among(key, said)]
    return any(excludes(key, other) for key in missing for other in said)
