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
    text_of_byte = np.repeat(np.arange(len(texts)), lengths)

    continuation = (data & 0xC0) == 0x80
    solo_byte = _carried(kind == _SOLO, continuation)
    in_word = (kind <= _OTHER) & ~_carried(_is_mark_lead(data), continuation) | solo_byte
    lead = in_word & ~continuation
    before = np.concatenate(([False], in_word[:-1]))
    before_solo = np.concatenate(([False], solo_byte[:-1]))
    starts = np.flatnonzero(lead & (~before | before_solo | (kind == _SOLO)))
    counts = {
        "characters": _per_text(lead | (kind == _MARK), text_of_byte, len(texts)),
        "letters": _per_text(lead & (kind != _DIGIT), text_of_byte, len(texts)),
        "solo": _per_text(kind == _SOLO, text_of_byte, len(texts)),
    }
    if not len(starts):
        none = np.zeros(0, np.int64)
        zero = np.zeros(len(texts), np.int64)
        empty = np.zeros(0, np.bool_)
        return Tokens(none.astype(np.uint64), none, empty, empty, zero, **counts)

    opens = np.zeros(len(data), np.int64)
    opens[starts] = 1
    word_of_byte = np.cumsum(opens) - 1
    text_of_word = text_of_byte[starts]
    line_of_word = np.cumsum(kind == _NEWLINE)[starts]
    return Tokens(
        hash=_hashes(data, in_word, starts, word_of_byte),
        text=text_of_word,
        informative=_informative(data, kind, in_word, starts),
        prose=_prose(data, kind, line_of_word),
        words=np.bincount(text_of_word, minlength=len(texts)),
        **counts,
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
_SENTENCE_END = np.zeros(256, np.bool_)
_SENTENCE_END[list(b".!?\"')]:;\x82\xa6\x9d")] = True  # the last three end "。", "…" and "”" in UTF-8


def _is_mark_lead(data: npt.NDArray[np.uint8]) -> Bools:
    """Leads of U+0080..U+00BF, U+2000..U+2FFF and U+3000..U+303F: marks, quotes, dashes, arrows."""
    following = np.concatenate((data[1:], np.zeros(1, np.uint8)))
    lead: Bools = (data == 0xC2) | (data == 0xE2) | ((data == 0xE3) & (following == 0x80))
    return lead


def _carried(lead: Bools, continuation: Bools) -> Bools:
    """Spreads a property of lead bytes over the continuation bytes behind them."""
    if not lead.any():
        return lead
    index = np.where(continuation, 0, np.arange(len(lead)))
    return lead[np.maximum.accumulate(index)]


def _per_text(chosen: Bools, text_of_byte: Ints, texts: int) -> Ints:
    return np.bincount(text_of_byte[chosen], minlength=texts)


def _hashes(data: npt.NDArray[np.uint8], in_word: Bools, starts: Ints, word_of_byte: Ints) -> Hashes:
    where = np.flatnonzero(in_word)
    place = (where - starts[word_of_byte[where]]) & 63
    with np.errstate(over="ignore"):
        weighted = _BYTE[data[where]] * _PLACE[place]
        first = np.searchsorted(where, starts)
        sums: Hashes = np.add.reduceat(weighted, first)
        return mix(sums)


def _informative(
    data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], in_word: Bools, starts: Ints
) -> Bools:
    where = np.flatnonzero(in_word)
    first = np.searchsorted(where, starts)
    has_digit = np.add.reduceat((kind[where] == _DIGIT).astype(np.int64), first) > 0
    capital = kind[starts] == _UPPER
    informative: Bools = has_digit | (capital & ~_opens_sentence(data, kind, starts))
    return informative


def _opens_sentence(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], starts: Ints) -> Bools:
    """Words behind a full stop, an exclamation or question mark, or a line end."""
    solid = np.maximum.accumulate(np.where(kind == _SPACE, 0, np.arange(len(data))))
    previous = solid[np.maximum(starts - 1, 0)]
    ends = np.isin(data[previous], np.frombuffer(b".!?\n", np.uint8))
    opens: Bools = ends | (starts == 0)
    return opens


def _prose(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], line_of_word: Ints) -> Bools:
    newlines = np.flatnonzero(kind == _NEWLINE)
    solid = np.maximum.accumulate(np.where((kind == _SPACE) | (kind == _NEWLINE), 0, np.arange(len(data))))
    last = solid[np.maximum(newlines - 1, 0)]
    long_enough = np.bincount(line_of_word, minlength=len(newlines)) >= LONG_LINE
    prose: Bools = (_SENTENCE_END[data[last]] | long_enough)[line_of_word]
    return prose
