"""Near duplicates: documents that are one voice, and never documents that differ in what they say.

Two steps. MinHash finds texts that may be copies: the five-word sequences of the body are sketched by
:data:`BANDS` bands of :data:`ROWS` minima each, and texts with a band in common are candidates. Sequences
with a number or a name are preferred, so that pages made from one template with other values don't all
meet. Then :func:`is_copy` reads both texts and holds only for those that say the same: a copy with one
number changed is not a copy but the very thing GraphProbe looks for.

With J the share of sequences in common, candidates meet with probability 1 - (1 - J^2)^4: .98 at J = .8,
.93 at .7.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from graphprobe.corpus.tokens import Bools, Hashes, Ints, Tokens, mix
from graphprobe.text.normalize import fold

BANDS = 4
ROWS = 2
SHINGLE = 5  # words

LEAST_SHARED_OF_SHORTER = 0.8
LEAST_SHARED_OF_LONGER = 0.5
LEAST_EQUAL = 0.5

_LEAST_BODY = 20  # words; a text with less prose than this is sketched whole
_LEAST_INFORMATIVE = 8  # sequences
_LINK = np.uint64(0x9E3779B97F4A7C15)
_ROW_SEEDS = mix(np.arange(1, BANDS * ROWS + 1, dtype=np.uint64))


@dataclass(frozen=True, slots=True)
class Shingles:
    """Sequences of :data:`SHINGLE` words of a batch of texts; a text with fewer words is one sequence.

    Attributes:
        hash: of each sequence.
        text: index of the text each belongs to.
        body: sequences that begin and end in the text's body: its prose, or all of it where there's little.
        informative: sequences with an informative word.
    """

    hash: Hashes
    text: Ints
    body: Bools
    informative: Bools

    @classmethod
    def of(cls, tokens: Tokens) -> Shingles:
        """All sequences of the texts, in order."""
        if not len(tokens.hash):
            return cls(tokens.hash, tokens.text, tokens.prose, tokens.informative)
        ends_of_texts = np.cumsum(tokens.words) - 1
        last_of_text = ends_of_texts[tokens.text]
        position = np.arange(len(tokens.hash))
        opens_text = np.concatenate(([True], tokens.text[1:] != tokens.text[:-1]))
        index = np.flatnonzero((position + SHINGLE - 1 <= last_of_text) | opens_text)
        last = last_of_text[index]
        values = np.zeros(len(index), np.uint64)
        informative = np.zeros(len(index), np.bool_)
        for offset in range(SHINGLE):
            word = np.minimum(index + offset, last)
            values = _LINK * values + tokens.hash[word]
            informative |= tokens.informative[word]
        body = _body(tokens)
        in_body = body[index] & body[np.minimum(index + SHINGLE - 1, last)]
        return cls(mix(values), tokens.text[index], in_body, informative)


def sketches(shingles: Shingles, texts: int) -> list[tuple[int, ...]]:
    """The bands of each of ``texts`` texts as signed 64-bit integers; a text without words has none."""
    telling = _counts(shingles.text[shingles.body & shingles.informative], texts) >= _LEAST_INFORMATIVE
    kept = shingles.body & (shingles.informative | ~telling[shingles.text])
    values, owners = shingles.hash[kept], shingles.text[kept]
    result: list[tuple[int, ...]] = [()] * texts
    if not len(values):
        return result
    firsts = np.flatnonzero(np.concatenate(([True], owners[1:] != owners[:-1])))
    minima = np.stack([np.minimum.reduceat(mix(values ^ seed), firsts) for seed in _ROW_SEEDS], axis=1)
    bands = _joined(minima.reshape(-1, BANDS, ROWS)).view(np.int64)
    for text, row in zip(owners[firsts].tolist(), bands.tolist(), strict=True):
        result[text] = tuple(row)
    return result


def _body(tokens: Tokens) -> Bools:
    """Words to sketch: those of prose, without bylines and menus; all where there's little prose."""
    enough = _counts(tokens.text[tokens.prose], len(tokens.words)) >= _LEAST_BODY
    chosen: Bools = tokens.prose | ~enough[tokens.text]
    return chosen


def _counts(texts: Ints, total: int) -> Ints:
    return np.bincount(texts, minlength=total)


def _joined(minima: npt.NDArray[np.uint64]) -> Hashes:
    """One hash a band, over its number and its rows."""
    value = np.tile(mix(np.arange(1, BANDS + 1, dtype=np.uint64)), (len(minima), 1))
    for row in range(ROWS):
        value = mix(value ^ minima[:, :, row])
    return value


_VARIANT_OVERLAP = 0.5
_MOST_LEFT_OVER = 200  # units; texts with more to compare differ too much to be copies
_HEADER_WORDS = 15
_HEADER_LINES = 4


def is_copy(first: str, second: str) -> bool:
    """True when the two texts are one text that was passed on, and nothing they say differs.

    Texts are compared unit by unit (sentences and lines, folded). They are copies when

    - the units they share hold at least :data:`LEAST_SHARED_OF_SHORTER` of the words of the shorter and
      :data:`LEAST_SHARED_OF_LONGER` of the longer (:data:`LEAST_EQUAL` of the shorter word for word),
    - units that stand in both in different wording differ in function words only: another number, name or
      content word, or a "not", makes them different texts,
    - what only one of them has is an addition, or, when both have some, it's furniture: a byline, a date of
      publication, a copyright line, or a title or such in the first or last lines.
    """
    return Reading.of(first).is_copy_of(Reading.of(second))


@dataclass(frozen=True, eq=False, slots=True)
class _Unit:
    """A sentence or a line: its folded words, and what speaks against its being content.

    ``is_edge``: a short line without an end mark among the first or last lines (a title, a menu).
    ``is_credit``: a byline, a date of publication or the like, which may differ between copies at will.
    """

    words: tuple[str, ...]
    is_edge: bool
    is_credit: bool

    @property
    def is_furniture(self) -> bool:
        return self.is_edge or self.is_credit


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as its units, for comparing it with several others; see :func:`is_copy`."""

    units: tuple[_Unit, ...]
    words: tuple[str, ...]
    counts: Counter[tuple[str, ...]]

    @classmethod
    def of(cls, text: str) -> Reading:
        """Reads a text."""
        units = tuple(_units(text))
        words = tuple(word for unit in units for word in unit.words)
        return cls(units, words, Counter(unit.words for unit in units))

    def is_copy_of(self, other: Reading) -> bool:
        """As :func:`is_copy`, for texts read before."""
        if self.words == other.words:
            return True
        if self._equal_words(other) < LEAST_EQUAL * min(len(self.words), len(other.words)):
            return False
        rest, others_rest = self._without(other), other._without(self)
        if len(rest) > _MOST_LEFT_OVER or len(others_rest) > _MOST_LEFT_OVER:
            return False
        pairs = [(one, another) for one in rest for another in others_rest if _are_variants(one, another)]
        if any(not _same_content(one, another) for one, another in pairs):
            return False
        reworded = {unit for pair in pairs for unit in pair}
        only = [unit for unit in rest if unit not in reworded]
        others_only = [unit for unit in others_rest if unit not in reworded]
        if _has_content(only) and _has_content(others_only):
            return False
        shared = min(len(self.words) - _size(only), len(other.words) - _size(others_only))
        sizes = sorted((len(self.words) - _furniture(only), len(other.words) - _furniture(others_only)))
        return (
            shared >= LEAST_SHARED_OF_SHORTER * sizes[0] and shared >= LEAST_SHARED_OF_LONGER * sizes[1] > 0
        )

    def _equal_words(self, other: Reading) -> int:
        return sum(len(words) * min(n, other.counts[words]) for words, n in self.counts.items())

    def _without(self, other: Reading) -> list[_Unit]:
        """Units that the other doesn't have as often."""
        theirs = Counter(other.counts)
        rest = []
        for unit in self.units:
            if theirs[unit.words] > 0:
                theirs[unit.words] -= 1
            else:
                rest.append(unit)
        return rest


_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:[.,:/'-][^\W_]+)*")
_SENTENCE_BREAK = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])")
_SENTENCE_LAST = re.compile(r"[.!?…。！？:;][\"'”’)\]]*$")
_WRAPPED_LINE = 50  # characters; a line so long that ends in no mark goes on in the next
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH}|{_MONTH}\s+\d{{1,2}}|\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}})"
)
_DATE_WORDS = (
    rf"(?:[\W\d]|\d(?:st|nd|rd|th)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|{_MONTH}|[ap]m|utc|gmt)+"
)
_DATELINE = re.compile(
    rf"(?=.*\b{_DATE})(?:published|posted|updated|last (?:updated|modified)|{_DATE_WORDS}$)", re.I
)
_RIGHTS = re.compile(r"\W*(?:copyright|©|\(c\)|all rights reserved)", re.I)
_CREDIT = re.compile(
    r"\W*(?:by|photo(?:graph)?s?|image|source|reporting|editing|syndicated|reprinted|via)\b", re.I
)
_LOWERCASE_WORD = re.compile(r"\b[^\W\d_A-Z]\w*")
_CREDIT_WORDS = frozenset({
    "by", "and", "of", "for", "the", "on", "at", "in", "from", "to", "with", "via", "photo", "image",
    "source", "special", "reporting", "editing",
})  # fmt: skip

# English words that carry no fact. Not among them: "not", "no", number words, and prepositions of place or
# time, which make another claim ("before 1910", "after 1910").
_FUNCTION_WORDS = frozenset({
    "a", "an", "the", "of", "and", "as", "that", "which", "who", "whom", "this", "these", "those", "it",
    "its", "is", "was", "are", "were", "be", "been", "being", "has", "have", "had", "he", "she", "they",
    "his", "her", "their", "him", "them", "also", "then", "there", "here", "so", "such", "s", "t",
})  # fmt: skip


def _units(text: str) -> Iterator[_Unit]:
    lines = list(_unwrapped(text))
    is_prose = [bool(_SENTENCE_LAST.search(line)) or len(line.split()) > _HEADER_WORDS for line in lines]
    prose_lines = [number for number, prose in enumerate(is_prose) if prose]
    first, last = (prose_lines[0], prose_lines[-1]) if prose_lines else (0, len(lines))
    for number, line in enumerate(lines):
        outside = number < min(first, _HEADER_LINES) or number > max(last, len(lines) - 1 - _HEADER_LINES)
        sentences = [sentence for sentence in _SENTENCE_BREAK.split(line) if sentence]
        for place, sentence in enumerate(sentences):
            opens = number == 0 and place == 0
            closes = number == len(lines) - 1 and place == len(sentences) - 1
            if words := tuple(_WORD.findall(fold(sentence))):
                short = len(words) <= _HEADER_WORDS
                at_end = outside or opens or closes
                yield _Unit(
                    words, is_edge=outside and short, is_credit=at_end and short and _is_credit(sentence)
                )


def _is_credit(sentence: str) -> bool:
    """A date of publication, a line of rights, or a cue such as "By" with nothing behind it but names."""
    if _DATELINE.match(sentence) or _RIGHTS.match(sentence):
        return True
    return bool(_CREDIT.match(sentence)) and set(_LOWERCASE_WORD.findall(sentence)) <= _CREDIT_WORDS


def _unwrapped(text: str) -> Iterator[str]:
    """Lines, with those joined that only wrap a paragraph."""
    held = ""
    for line in text.split("\n"):
        part = line.strip()
        if held and not part:
            yield held
        joined = f"{held} {part}" if held and part else part
        held = joined if len(part) >= _WRAPPED_LINE and not _SENTENCE_LAST.search(part) else ""
        if joined and not held:
            yield joined
    if held:
        yield held


def _are_variants(one: _Unit, other: _Unit) -> bool:
    """Two units that word one statement; credits of two copies have nothing to do with one another."""
    if one.is_credit and other.is_credit:
        return False
    a, b = set(one.words), set(other.words)
    return len(a & b) >= _VARIANT_OVERLAP * min(len(a), len(b))


def _same_content(one: _Unit, other: _Unit) -> bool:
    a, b = Counter(one.words), Counter(other.words)
    return not set((a - b) + (b - a)) - _FUNCTION_WORDS


def _has_content(units: Sequence[_Unit]) -> bool:
    return any(not unit.is_furniture for unit in units)


def _size(units: Sequence[_Unit]) -> int:
    return sum(len(unit.words) for unit in units)


def _furniture(units: Sequence[_Unit]) -> int:
    return _size([unit for unit in units if unit.is_furniture])
