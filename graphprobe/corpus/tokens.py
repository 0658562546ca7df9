"""The words of many texts at once, as arrays: what quality, language and near duplicates are computed from.

A word is a run of ASCII letters and digits and of bytes of other scripts; scripts that write without spaces
(Chinese, Japanese; Korean too) give a word a character. Words are known by a 64-bit hash of their bytes
with ASCII case folded. Everything is a handful of passes of numpy over the bytes, so that a document costs
microseconds; a Python loop over its words would cost more than the database does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

LONG_LINE = 12  # words; a line of so many is running text whatever it ends in

_LETTER, _DIGIT, _UPPER, _OTHER, _SOLO, _SPACE, _NEWLINE, _MARK = range(8)


@dataclass(frozen=True, slots=True)
class Tokens:
    """Words of a batch of texts in order, and counts a text.

    Attributes:
        hash: of each word.
        text: index of the text each word belongs to.
        informative: words with a digit, and words with a capital letter that don't open a sentence.
        prose: words in a line that ends as a sentence does or has at least :data:`LONG_LINE` words.
        words: number of words a text.
        characters: letters, digits and marks a text, without spaces.
        letters: letters a text.
        solo: characters of scripts without spaces a text.
    """

    hash: Hashes
    text: Ints
    informative: Bools
    prose: Bools
    words: Ints
    characters: Ints
    letters: Ints
    solo: Ints


def tokenize(texts: Sequence[str]) -> Tokens:
    """Takes texts apart; a text without a word has none and counts zero."""
    encoded = [text.encode("utf-8", "replace") for text in texts]
    lengths = np.fromiter((len(part) + 1 for part in encoded), np.int64, len(encoded))
    data = np.frombuffer(b"\n".join(encoded) + b"\n", np.uint8)
    kind = _KIND[data]
    text_starts = np.cumsum(lengths) - lengths

    solo_lead = kind == _SOLO
    mark_lead = _is_mark_lead(data)
    solo_lead &= ~mark_lead
    solo = solo_lead | _shifted(solo_lead, 1) | _shifted(solo_lead, 2)
    in_word = (kind <= _OTHER) & ~mark_lead & ~_behind_marks(data, mark_lead) | solo
    lead = in_word & ((data & 0xC0) != 0x80)
    starts = np.flatnonzero(lead & (solo_lead | ~_shifted(in_word & ~solo, 1)))
    text_of_word = np.searchsorted(text_starts, starts, side="right") - 1
    spans = _Spans.of(in_word, starts)
    return Tokens(
        hash=_hashes(data, spans),
        text=text_of_word,
        informative=_informative(data, kind, spans),
        prose=_prose(data, kind, starts),
        words=np.bincount(text_of_word, minlength=len(texts)),
        characters=_per_text(lead | (kind == _MARK), text_starts),
        letters=_per_text(lead & (kind != _DIGIT), text_starts),
        solo=_per_text(solo_lead, text_starts),
    )


def word_hash(word: str) -> int:
    """The hash of one word, as :func:`tokenize` gives it."""
    return int(tokenize([word]).hash[0])


def mix(values: Hashes) -> Hashes:
    """Spreads 64-bit values over all bits (the finalizer of MurmurHash3)."""
    with np.errstate(over="ignore"):
        values = (values ^ (values >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
        values = (values ^ (values >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
        spread: Hashes = values ^ (values >> np.uint64(33))
        return spread


def _kinds() -> npt.NDArray[np.uint8]:
    kind = np.full(256, _MARK, np.uint8)
    kind[0x80:] = _OTHER
    for byte in range(128):
        char = chr(byte)
        if char.islower():
            kind[byte] = _LETTER
        elif char.isupper():
            kind[byte] = _UPPER
        elif char.isdigit():
            kind[byte] = _DIGIT
        elif char.isspace():
            kind[byte] = _SPACE
    kind[ord("\n")] = _NEWLINE
    kind[0xE3:0xEE] = _SOLO  # U+3000 to U+DFFF: kana, CJK ideographs, Hangul
    return kind


_KIND = _kinds()
_LOWER = np.arange(256, dtype=np.uint64)
_LOWER[ord("A") : ord("Z") + 1] += 32
_BYTE = mix(_LOWER + np.uint64(0x9E3779B97F4A7C15))
_PLACE = mix(np.arange(1, 65, dtype=np.uint64) * np.uint64(0xD6E8FEB86659FD93)) | np.uint64(1)
_OPENING = np.zeros(256, np.bool_)
_OPENING[list(b".!?\n")] = True
_SENTENCE_END = np.zeros(256, np.bool_)
_SENTENCE_END[list(b".!?\"')]:;")] = True
_SENTENCE_END[list(b"\x82\xa6\x9d")] = True  # the last bytes of 。 … ”


@dataclass(frozen=True, slots=True)
class _Spans:
    """Where words are: the bytes in words, the first byte of each word, and where it is among them."""

    bytes: Ints
    starts: Ints
    firsts: Ints

    @classmethod
    def of(cls, in_word: Bools, starts: Ints) -> _Spans:
        return cls(np.flatnonzero(in_word), starts, np.cumsum(in_word, dtype=np.int64)[starts] - 1)


def _is_mark_lead(data: npt.NDArray[np.uint8]) -> Bools:
    """Leads of U+0080..U+00BF, U+2000..U+2FFF and U+3000..U+303F: marks, quotes, dashes, arrows."""
    following = np.concatenate((data[1:], np.zeros(1, np.uint8)))
    lead: Bools = (data == 0xC2) | (data == 0xE2) | ((data == 0xE3) & (following == 0x80))
    return lead


def _behind_marks(data: npt.NDArray[np.uint8], mark_lead: Bools) -> Bools:
    """Continuation bytes of marks: one behind 0xC2, two behind the others."""
    behind: Bools = _shifted(mark_lead, 1) | _shifted(mark_lead & (data != 0xC2), 2)
    return behind


def _shifted(flags: Bools, places: int) -> Bools:
    return np.concatenate((np.zeros(places, np.bool_), flags[:-places]))


def _per_text(chosen: Bools, text_starts: Ints) -> Ints:
    return np.add.reduceat(chosen, text_starts, dtype=np.int64)


def _hashes(data: npt.NDArray[np.uint8], spans: _Spans) -> Hashes:
    if not len(spans.starts):
        return np.zeros(0, np.uint64)
    lengths = np.diff(spans.firsts, append=len(spans.bytes))
    place = np.arange(len(spans.bytes)) - np.repeat(spans.firsts, lengths)
    with np.errstate(over="ignore"):
        weighted = _BYTE[data[spans.bytes]] * _PLACE[place & 63]
        sums: Hashes = np.add.reduceat(weighted, spans.firsts)
    return mix(sums)


def _informative(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], spans: _Spans) -> Bools:
    if not len(spans.starts):
        return np.zeros(0, np.bool_)
    has_digit = np.logical_or.reduceat(kind[spans.bytes] == _DIGIT, spans.firsts)
    capital = kind[spans.starts] == _UPPER
    informative: Bools = has_digit | (capital & ~_opens_sentence(data, kind, spans.starts))
    return informative


def _opens_sentence(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], starts: Ints) -> Bools:
    """Words behind a full stop, an exclamation or question mark, or a line end."""
    solid = _last_index(kind != _SPACE)
    previous = solid[np.maximum(starts - 1, 0)]
    ends = _OPENING[data[previous]]
    opens: Bools = ends | (starts == 0)
    return opens


def _last_index(flags: Bools) -> npt.NDArray[np.int32]:
    """For each place, the last one up to it where the flag holds (0 when none does)."""
    return np.maximum.accumulate(np.where(flags, np.arange(len(flags), dtype=np.int32), np.int32(0)))


def _prose(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], starts: Ints) -> Bools:
    newlines = np.flatnonzero(kind == _NEWLINE)
    solid = _last_index((kind != _SPACE) & (kind != _NEWLINE))
    last = solid[np.maximum(newlines - 1, 0)]
    line_of_word = np.searchsorted(newlines, starts)
    long_enough = np.bincount(line_of_word, minlength=len(newlines)) >= LONG_LINE
    prose: Bools = (_SENTENCE_END[data[last]] | long_enough)[line_of_word]
    return prose
