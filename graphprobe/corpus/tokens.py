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
    joined = b"\n".join(encoded) + b"\n"
    data = np.frombuffer(joined, np.uint8)
    kind = np.frombuffer(joined.translate(_KIND), np.uint8)
    text_starts = np.cumsum(lengths) - lengths

    mark_lead = _is_mark_lead(data)
    solo_lead = (kind == _SOLO) & ~mark_lead
    solo = solo_lead | _shifted(solo_lead, 1) | _shifted(solo_lead, 2)
    in_word = (kind <= _OTHER) & ~mark_lead & ~_behind_marks(data, mark_lead) | solo
    lead = in_word & ((data & 0xC0) != 0x80)
    opens = lead & (solo_lead | ~_shifted(in_word & ~solo, 1))
    goes_on = np.append((in_word & ~opens)[1:], False)
    starts, lasts = np.flatnonzero(opens), np.flatnonzero(in_word & ~goes_on)
    digits = np.flatnonzero(kind == _DIGIT)
    words = _counts_between(starts, text_starts)
    leads = np.add.reduceat(lead, text_starts, dtype=np.int64)
    return Tokens(
        hash=_hashes(data, starts, lasts - starts + 1),
        text=np.repeat(np.arange(len(texts)), words),
        informative=_informative(data, kind, starts, digits),
        prose=_prose(data, kind, starts),
        words=words,
        characters=leads + _counts_between(np.flatnonzero(kind == _MARK), text_starts),
        letters=leads - _counts_between(digits, text_starts),
        solo=_counts_between(np.flatnonzero(solo_lead), text_starts),
    )


def word_hash(word: str) -> int:
    """The hash of one word, as :func:`tokenize` gives it."""
    return int(tokenize([word]).hash[0])


def mix(values: Hashes) -> Hashes:
    """Spreads 64-bit values over all bits (the finalizer of MurmurHash3)."""
    spread: Hashes = values >> np.uint64(33)
    spread ^= values
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        spread *= np.uint64(factor)
        spread ^= spread >> np.uint64(33)
    return spread


def _kinds() -> bytes:
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
    return kind.tobytes()


_KIND = _kinds()
_LOWER = np.arange(256, dtype=np.uint64)
_LOWER[ord("A") : ord("Z") + 1] += 32
_BYTE = mix(_LOWER + np.uint64(0x9E3779B97F4A7C15))
_PLACE = mix(np.arange(1, 65, dtype=np.uint64) * np.uint64(0xD6E8FEB86659FD93)) | np.uint64(1)
_TABLES = 24  # first bytes of a word whose place has a table; few words are longer
_WEIGHTED = _PLACE[:_TABLES, np.newaxis] * _BYTE
_OPENING = np.zeros(256, np.bool_)
_OPENING[list(b".!?\n")] = True
_SENTENCE_END = np.zeros(256, np.bool_)
_SENTENCE_END[list(b".!?\"')]:;")] = True
_SENTENCE_END[list(b"\x82\xa6\x9d")] = True  # the last bytes of 。 … ”


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


def _counts_between(positions: Ints, text_starts: Ints) -> Ints:
    """How many of the sorted positions each text has."""
    return np.diff(np.searchsorted(positions, text_starts), append=len(positions))


def _hashes(data: npt.NDArray[np.uint8], starts: Ints, lengths: Ints) -> Hashes:
    """Of each word the sum over its bytes of a value of the byte times a weight of its place, mixed.

    All first bytes are added at once, then all second ones, and so on; with the long words in front, those
    that have an n-th byte are a slice.
    """
    places = np.minimum(lengths, _TABLES)
    order = np.argsort(_TABLES - places.astype(np.uint8), kind="stable")  # bytes sort in linear time
    ordered = starts[order]
    longer = len(starts) - np.cumsum(np.bincount(places, minlength=_TABLES + 1))
    sums = np.zeros(len(starts), np.uint64)
    for place, count in enumerate(longer[:-1].tolist()):
        sums[:count] += _WEIGHTED[place][data[ordered[:count] + place]]
    hashes = np.empty_like(sums)
    hashes[order] = sums
    long = np.flatnonzero(lengths > _TABLES)
    if len(long):
        hashes[long] += _rest_of_sums(data, starts[long], lengths[long] - _TABLES)
    return mix(hashes)


def _rest_of_sums(data: npt.NDArray[np.uint8], starts: Ints, rests: Ints) -> Hashes:
    """The sums over the last bytes of words, as many as ``rests`` says, behind those that have tables."""
    firsts = np.cumsum(rests) - rests
    place = _TABLES + np.arange(rests.sum()) - np.repeat(firsts, rests)
    weighted = _BYTE[data[np.repeat(starts, rests) + place]] * _PLACE[place & 63]
    sums: Hashes = np.add.reduceat(weighted, firsts)
    return sums


def _informative(
    data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], starts: Ints, digits: Ints
) -> Bools:
    informative = np.zeros(len(starts), np.bool_)
    informative[np.searchsorted(starts, digits, side="right") - 1] = True
    capitals = np.flatnonzero(kind[starts] == _UPPER)
    informative[capitals[~_opens_sentence(data, kind, starts[capitals])]] = True
    return informative


def _opens_sentence(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], starts: Ints) -> Bools:
    """Words behind a full stop, an exclamation or question mark, or a line end."""
    opens: Bools = _OPENING[data[_last_before(kind == _SPACE, starts)]] | (starts == 0)
    return opens


def _last_before(skipped: Bools, places: Ints) -> Ints:
    """For each place, the last one before it that isn't skipped (0 when there is none)."""
    run_starts = np.flatnonzero(skipped & ~_shifted(skipped, 1))
    before = np.maximum(places - 1, 0)
    if len(run_starts):
        runs = run_starts[np.searchsorted(run_starts, before, side="right") - 1]
        before = np.where(skipped[before], np.maximum(runs - 1, 0), before)
    return before


def _prose(data: npt.NDArray[np.uint8], kind: npt.NDArray[np.uint8], starts: Ints) -> Bools:
    newlines = np.flatnonzero(kind == _NEWLINE)
    last = _last_before((kind == _SPACE) | (kind == _NEWLINE), newlines)
    words = np.diff(np.searchsorted(starts, newlines), prepend=0)
    prose: Bools = np.repeat(_SENTENCE_END[data[last]] | (words >= LONG_LINE), words)
    return prose
