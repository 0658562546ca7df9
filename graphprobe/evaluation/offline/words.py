"""Words as the judge compares them: by keys in which spellings of one word meet.

The key of a word is its stem, without case and accents; of a number its digits, whether it's written in
digits, in words, as an ordinal or as a Roman numeral ("7", "seven", "seventh" and "VII" are one key).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

import snowballstemmer
from rapidfuzz.distance import DamerauLevenshtein

from graphprobe.text.categories import compare_categories
from graphprobe.text.normalize import strip_marks
from graphprobe.text.numbers import number_at, ordinal_at
from graphprobe.text.readings import Verdict
from graphprobe.text.tokens import tokenize, word_set


class Word(NamedTuple):
    """A word of a text: its key, its letters in lower case, its place, and whether it's capitalized."""

    key: str
    low: str
    start: int
    end: int
    capital: bool


# Initials stay together ("U.S.", "J. K."); a sign belongs to the letters before it ("A+", "C#").
_WORD = re.compile(
    r"(?:[^\W\d_]\.\s?){2,}(?=\W|$|[A-Z])"
    r"|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?!\w)"
    r"|\d+"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*(?:[+#]+(?!\w))?"
    r"|[%$£€°]"
)
FUNCTION_WORDS = word_set(
    """
    a an the this that these those it its he she they we i you his her their our my your him them us me
    of in on at to for by from with without as into onto than then about over under up out off between among
    and or but nor if so because while when where who whom whose which what how why there here
    la le les el los il
    is are was were be been being am do does did has have had having will would shall should can could may
    might must s also very just only both either such called known named ago
    """
)
"""Words that say nothing alone: sharing them is no evidence."""

# Capitals, and a number after them, perhaps a Roman one: "NATO", "WWII", "WW2".
_ACRONYM = re.compile(r"([A-Z]{2,6}?)(I{2,3}|IV|\d{1,2})?")
_ROMAN = re.compile(r"(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10}
# Words that are numbers or ordinals by form, and mostly something else by use.
_NO_NUMBERS = word_set("seconds point a an many few couple several some half quarter dozen")
_SHORT_FOR = {
    "mt": "mount", "st": "saint", "ft": "fort", "dr": "doctor", "prof": "professor", "gen": "general",
    "capt": "captain", "bros": "brothers", "univ": "university", "dept": "department", "vs": "versus",
    "v": "versus", "intl": "international", "govt": "government",
}  # fmt: skip
_CLOSE_SPELLING = 0.79
_LEAST_SPELLED = 5
_STEMMER = snowballstemmer.stemmer("english")


def read_words(text: str) -> tuple[Word, ...]:
    """The words of a text, in order."""
    words: list[Word] = []
    for match in _WORD.finditer(text):
        surface = match.group()
        named = bool(words) and words[-1].capital and words[-1].key not in FUNCTION_WORDS
        key = "1" if surface == "I" and named else word_key(surface)  # "Elizabeth I"
        words.append(Word(key, surface.casefold(), match.start(), match.end(), surface[0].isupper()))
    return tuple(words)


def content(words: Iterable[Word]) -> tuple[Word, ...]:
    """The words that say something."""
    return tuple(word for word in words if word.key not in FUNCTION_WORDS)


def keys(words: Iterable[Word]) -> tuple[str, ...]:
    """The keys of words, in order."""
    return tuple(word.key for word in words)


@lru_cache(maxsize=100_000)
def word_key(word: str) -> str:
    """The key of one word."""
    low = strip_marks(word.casefold()).replace("’", "'").removesuffix("'s")
    low = re.sub(r"['.\s]+(?!\d)", "", low)
    if low in FUNCTION_WORDS:
        return low
    if _ROMAN.fullmatch(low):
        return str(_roman_value(low))
    return _number_key(low) or str(_STEMMER.stemWord(_SHORT_FOR.get(low, low)))


def initials(words: Iterable[str]) -> str:
    """The first letters of keys; numbers stay whole ("ww2" for "World War II")."""
    return "".join(key if key[0].isdigit() else key[0] for key in words)


def acronym_key(surface: str) -> str:
    """What an acronym has in common with the initials that it stands for; empty for another word."""
    match = _ACRONYM.fullmatch(surface.replace(".", "").replace(" ", ""))
    return match[1].casefold() + (word_key(match[2]) if match[2] else "") if match else ""


def _roman_value(numeral: str) -> int:
    digits = [_ROMAN_DIGITS[letter] for letter in numeral]
    following = [*digits[1:], 0]
    return sum(-d if d < after else d for d, after in zip(digits, following, strict=True))


def _number_key(low: str) -> str:
    tokens = tokenize(low)
    if not tokens or low in _NO_NUMBERS:
        return ""
    ordinal = ordinal_at(tokens, 0)
    if ordinal and ordinal[1] == len(tokens):
        return str(ordinal[0])
    number = number_at(tokens, 0)
    if number and number.end == len(tokens) and number.readings[0].low == number.readings[0].high:
        return f"{number.readings[0].low:.12g}"
    return ""


@lru_cache(maxsize=200_000)
def alike(a: str, b: str) -> bool:
    """Whether two keys are spellings of one word: one letter in five apart at most, or derived words."""
    if a == b:
        return True
    if min(len(a), len(b)) < _LEAST_SPELLED or not (a.isalpha() and b.isalpha()):
        return False
    if a.startswith(b) or b.startswith(a):
        return True
    return DamerauLevenshtein.normalized_similarity(a, b, score_cutoff=_CLOSE_SPELLING) > 0


@lru_cache(maxsize=50_000)
def excludes(a: str, b: str) -> bool:
    """Whether two keys are words that exclude each other by their meaning ("red" and "white")."""
    return compare_categories(a, b).verdict is Verdict.INCOMPATIBLE


def is_among(key: str, pool: Collection[str]) -> bool:
    """Whether a key is among others, in any spelling."""
    return key in pool or any(alike(key, other) for other in pool)


def share_found(wanted: Collection[str], pool: Collection[str]) -> float:
    """The share of wanted keys that are among others, in any spelling."""
    return sum(is_among(key, pool) for key in wanted) / len(wanted) if wanted else 0.0
