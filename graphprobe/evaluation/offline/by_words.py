"""Where a reply gives a gold answer in words: the same words in a row, most of those that tell it, or part of
them and hardly anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from graphprobe.evaluation.offline.golds import Form, Gold
from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.replies import Reply
from graphprobe.evaluation.offline.stances import Span
from graphprobe.evaluation.offline.words import (
    FUNCTION_WORDS,
    Word,
    acronym_key,
    excludes,
    initials,
    is_among,
    keys,
    share_found,
)

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
            for first, last in (*_runs(form.content, words), *_joined(form, sentence.words)):
                run = _widened(form, sentence.words, first, last)
                if form.own or question.offers or not _is_echo(run, sentence.words, question):
                    yield Span(sentence.words[run.start].start, sentence.words[run.stop - 1].end)


def _runs(wanted: tuple[str, ...], words: Sequence[Word]) -> Iterator[tuple[Word, Word]]:
    """The first and last word of each row of wanted words."""
    for i, word in enumerate(words):
        if word.key == wanted[0] and keys(words[i : i + len(wanted)]) == wanted:
            yield word, words[i + len(wanted) - 1]


def _joined(form: Form, words: Sequence[Word]) -> Iterator[tuple[Word, Word]]:
    """The same where two words are written in one, or one in two ("You Tube")."""
    for i, word in enumerate(words) if len(form.letters) >= _LEAST_JOINED else ():
        if form.letters.startswith(word.low):
            for run in (words[i : i + len(form.keys) - 1], words[i : i + len(form.keys) + 1]):
                if "".join(one.low for one in run) == form.letters:
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


def by_acronym(gold: Gold, reply: Reply) -> Iterator[Span]:
    """The acronym of a gold answer, or what a gold answer that is an acronym stands for."""
    for form in gold.telling_forms:
        letters, short = initials(form.content), acronym_key(form.text)
        for sentence in reply.sentences:
            for i, word in enumerate(sentence.telling):
                run = sentence.telling[i : i + len(short)]
                if len(form.content) > 1 and acronym_key(reply.text[word.start : word.end]) == letters:
                    yield Span(word.start, word.end)
                elif short and all(one.capital for one in run) and initials(keys(run)) == short:
                    yield Span(word.start, run[-1].end)


def by_telling_words(gold: Gold, reply: Reply, question: Question) -> Iterator[Span]:
    """Sentences that hold most of the words that tell a gold answer, all its numbers among them.

    A fragment, which says hardly more than an answer, must hold all of them.
    """
    for form in gold.forms:
        for sentence in reply.sentences:
            own = sentence.keys - question.words
            found = {key for key in own if is_among(key, form.own)}
            enough = ENOUGH if len(own) > FRAGMENT else 1.0
            told = (
                share_found(form.own, found) >= enough and share_found(form.content, sentence.keys) >= ENOUGH
            )
            if found and told and _numbers(form.own) <= found and _has_all_needed(form, sentence.keys):
                places = [word for word in sentence.telling if word.key in found]
                yield Span(places[0].start, places[-1].end)


def by_fragment(gold: Gold, reply: Reply, question: Question) -> Iterator[Span]:
    """Fragments of which most is words of the gold answer, which only says more, and no other number."""
    for sentence in reply.sentences:
        own = [word for word in sentence.telling if word.key not in question.words]
        said = frozenset(keys(own))
        for form in gold.forms if len(said) <= FRAGMENT else ():
            mostly = share_found(form.own, said) > 0 and share_found(said, form.content) >= ENOUGH
            if mostly and _numbers(said) <= set(form.content) and _has_all_needed(form, sentence.keys):
                yield Span(own[0].start, own[-1].end)


def _numbers(among: Collection[str]) -> set[str]:
    return {key for key in among if key[0].isdigit()}


def _has_all_needed(form: Form, said: Collection[str]) -> bool:
    """Whether what is said has the gold answer's last name and all parts, and excludes nothing of it."""
    if form.is_name and not is_among(form.content[-1], said):
        return False
    if not all(share_found(part, said) for part in form.parts):
        return False
    missing = [key for key in form.own if not is_among(key, said)]
    return not any(excludes(key, other) for key in missing for other in said)
