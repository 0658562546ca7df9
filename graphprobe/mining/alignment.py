"""Statements of two documents that agree outside their values (design, section 6.6).

Sentences are paired by the words they share, then aligned word by word. What is left between the words
that agree are the replacements: the places where the two documents say something else. Nothing here knows
what a value is; :mod:`graphprobe.mining.differences` types the replacements.

The cost is bounded: a sentence is looked up by its rarest words only, and at most ``MAX_WORDS`` words of a
sentence are aligned.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

MAX_WORDS = 160
_RARE_WORDS = 8
_PARTNERS = 2
_BRACKETED_NUMBER = re.compile(r"\[\s*(?:\d{1,3}|edit|citation needed|[a-z])\s*\]", re.IGNORECASE)
_WORD_CHARACTER = re.compile(r"[^\W_]")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "−": "-"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence: its folded form, and the index of its spaCy token."""

    form: str
    index: int
    is_function: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """Words of a and b that stand in the same place of aligned sentences; either side may be empty.

    ``a`` and ``b`` are half-open ranges of positions in the word lists of the sentences; ``before`` and
    ``after`` count the agreeing words next to the place.
    """

    a: tuple[int, int]
    b: tuple[int, int]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class AlignedSentences:
    """Two sentences, the share of their words that agree, and where they don't."""

    words_a: Sequence[Word]
    words_b: Sequence[Word]
    agreeing: int
    replacements: tuple[Replacement, ...]

    @property
    def coverage(self) -> float:
        """The part of the shorter sentence that agrees with the other, in [0, 1]."""
        return self.agreeing / max(1, min(len(self.words_a), len(self.words_b)))

    @property
    def similarity(self) -> float:
        """Twice the agreeing words over all words, in [0, 1]."""
        return 2 * self.agreeing / max(1, len(self.words_a) + len(self.words_b))

    def partners(self) -> dict[int, int]:
        """For each token of a that agrees, the token of b that it agrees with."""
        partners: dict[int, int] = {}
        position_a = position_b = 0
        for replacement in (
            *self.replacements,
            Replacement((len(self.words_a),) * 2, (len(self.words_b),) * 2, 0, 0),
        ):
            while position_a < replacement.a[0] and position_b < replacement.b[0]:
                partners[self.words_a[position_a].index] = self.words_b[position_b].index
                position_a, position_b = position_a + 1, position_b + 1
            position_a, position_b = replacement.a[1], replacement.b[1]
        return partners

    @property
    def core_similarity(self) -> float:
        """``similarity`` of the part from the first agreeing word to the last.

        Pages run headings, captions and table cells into one sentence, so that only its core is a statement.
        """
        if not self.agreeing:
            return 0.0
        outer = [r for r in self.replacements if not r.before or not r.after]
        loose = sum(r.a[1] - r.a[0] + r.b[1] - r.b[0] for r in outer)
        return 2 * self.agreeing / max(1, len(self.words_a) + len(self.words_b) - loose)


def words_of(tokens: Iterable[Any]) -> list[Word]:
    """The words among spaCy tokens, without punctuation and without footnote marks such as ``[ 1 ]``."""
    tokens = list(tokens)
    if not tokens:
        return []
    base = tokens[0].idx
    text = tokens[0].doc.text[base : tokens[-1].idx + len(tokens[-1])]
    notes = [(base + m.start(), base + m.end()) for m in _BRACKETED_NUMBER.finditer(text)]
    words = []
    for token in tokens:
        if not _WORD_CHARACTER.search(token.text):
            continue
        if any(start <= token.idx < end for start, end in notes):
            continue
        form = token.text.translate(_APOSTROPHES).casefold()
        function = token.is_stop or token.pos_ in _FUNCTION_TAGS
        words.append(Word(form, token.i, function))
    return words


_FUNCTION_TAGS = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "PUNCT", "SPACE"})


def aligned_sentences(
    sentences_a: Sequence[Sequence[Word]], sentences_b: Sequence[Sequence[Word]], least: float
) -> list[AlignedSentences]:
    """Pairs of sentences whose shorter one agrees with the other in at least ``least`` of its words.

    Each sentence of ``a`` is aligned with the one or two sentences of ``b`` that share most of its content
    words, rare words counting more.
    """
    index: dict[str, list[int]] = defaultdict(list)
    for number, sentence in enumerate(sentences_b):
        for form in {word.form for word in sentence if not word.is_function}:
            index[form].append(number)
    aligned = []
    for sentence in sentences_a:
        forms = {word.form for word in sentence if not word.is_function and word.form in index}
        rarest = sorted(forms, key=lambda form: (len(index[form]), form))[: 4 * _RARE_WORDS]
        votes: Counter[int] = Counter()
        for form in rarest:
            for number in index[form][:50]:
                votes[number] += 1
        for number, shared in sorted(votes.items(), key=lambda item: (-item[1], item[0]))[:_PARTNERS]:
            shorter = min(len(sentence), len(sentences_b[number]))
            if shared < 2 or shared + _functions(sentence) < least * shorter * 0.6:
                continue
            pair = align(sentence, sentences_b[number])
            if pair.coverage >= least:
                aligned.append(pair)
    return aligned


def _functions(sentence: Sequence[Word]) -> int:
    return sum(word.is_function for word in sentence)


def align(a: Sequence[Word], b: Sequence[Word]) -> AlignedSentences:
    """Aligns two sentences word by word.

    A lone function word that agrees in the middle of a replaced phrase ("of", "the") joins the phrase, so
    that a phrase is replaced as a whole.
    """
    a, b = a[:MAX_WORDS], b[:MAX_WORDS]
    matcher = SequenceMatcher(None, [w.form for w in a], [w.form for w in b], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    blocks = [block for block in blocks if not _is_accidental(block, blocks, a, b)]
    agreeing = sum(block.size for block in blocks)
    replacements = []
    edges = [(0, 0, 0), *((m.a, m.b, m.size) for m in blocks), (len(a), len(b), 0)]
    for (a0, b0, size), (a1, b1, next_size) in pairwise(edges):
        start_a, start_b = a0 + size, b0 + size
        if start_a < a1 or start_b < b1:
            replacements.append(Replacement((start_a, a1), (start_b, b1), size, next_size))
    return AlignedSentences(a, b, agreeing, tuple(replacements))


def _is_accidental(block: Any, blocks: Sequence[Any], a: Sequence[Word], b: Sequence[Word]) -> bool:
    """Whether a block is function words only, with replaced words on both sides of both sentences."""
    if block.size > 2 or not all(word.is_function for word in a[block.a : block.a + block.size]):
        return False
    position = blocks.index(block)
    before = blocks[position - 1] if position else None
    after = blocks[position + 1] if position + 1 < len(blocks) else None
    gap_before = (
        (block.a - (before.a + before.size), block.b - (before.b + before.size))
        if before
        else (block.a, block.b)
    )
    gap_after = (
        (after.a - block.a - block.size, after.b - block.b - block.size)
        if after
        else (len(a) - block.a - block.size, len(b) - block.b - block.size)
    )
    return all(gap_before) and all(gap_after)
