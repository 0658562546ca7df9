"""Names of people, organizations, places and other things, and when two of them can be one.

A name has variants that follow rules (initials, middle names, titles, accents, legal forms, acronyms), and
those are compatible. Pseudonyms, translations and transliterations follow none, so names in different
scripts can't be told apart, and a suffix that tells generations apart ("Jr.") is never dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

from rapidfuzz.distance import DamerauLevenshtein

from graphprobe.text.given_names import NICKNAME_GROUPS
from graphprobe.text.intervals import Outcome
from graphprobe.text.normalize import entity_key, strip_marks
from graphprobe.text.places import compare_places
from graphprobe.text.readings import Comparison, Verdict
from graphprobe.text.tokens import word_set

NameKind = Literal["person", "organization", "place", "other"]

_TITLES = word_set(
    """
    mr mrs ms miss dr prof professor sir dame lord lady saint st president king queen prince princess
    emperor empress pope general gen colonel col captain capt major lieutenant lt sergeant admiral senator
    governor judge justice rev reverend father mother brother sister hon count countess duke duchess baron
    emir sultan sheikh rabbi imam archbishop bishop cardinal chancellor minister mayor maestro esq phd md
    obe cbe mbe kbe
    """
)
_GENERATIONS = {"jr": "jr", "jnr": "jr", "junior": "jr", "sr": "sr", "snr": "sr", "senior": "sr"}
_ROMAN = re.compile(r"(?:x{0,2}(?:ix|iv|v?i{0,3}))")
_LEGAL_FORMS = word_set(
    """
    inc incorporated ltd limited corp corporation co company plc gmbh ag sa spa llc llp lp bv nv oy ab kg
    pty srl sas kk asa as se holdings group
    """
)
_JOINING = word_set(
    """
    of the for and in de la du des der und et to on at &
    """
)
# Words that say what kind of thing a name names: sharing one doesn't make two names alike.
KIND_WORDS = word_set(
    """
    university college school institute academy hospital church museum bank club party union association
    society league team squadron regiment division brigade battalion army navy airlines airways railway
    railways records press books studios pictures orchestra theatre library council committee department
    ministry agency commission court foundation center centre high state national international royal united
    fc afc sc band football cricket electric motors airport station prize award cup tournament championship
    festival act war battle treaty film album song novel
    """
)
# "A. G. Bell": with their full stops, letters are initials whatever they'd spell together.
_INITIALS = re.compile(r"(?:(?<!\w)[^\W\d_]\.\s?){2,}")
_BRACKETED = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_LIST = re.compile(r"\s*(?:,|;|&|\band\b|/)\s*", re.IGNORECASE)
_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})
_LONGEST_NAME = 200


class _Person(NamedTuple):
    words: tuple[str, ...]
    generation: str


def compare_names(a: str, b: str, kind: NameKind = "other") -> Comparison:
    """Whether two names can name one thing of the kind, with the reason; symmetric.

    An empty name can't be compared. "Incompatible" means that no rule of variants joins the names: a
    pseudonym that shares nothing with the other name is beyond what the form of names can tell.
    """
    first, second = sorted((a, b))
    outcome = name_outcome(first, second, kind)
    return Comparison(outcome.verdict, f"{_shown(first)} and {_shown(second)} {outcome.why}")


def is_variant(a: str, b: str, kind: NameKind = "other") -> bool:
    """Whether two names are spellings or forms of one name."""
    return compare_names(a, b, kind).verdict is Verdict.COMPATIBLE


def mentions_name(text: str, name: str) -> Comparison:
    """Whether a text holds a name (whole words, any case, accents and dashes aside); never INCOMPATIBLE."""
    words, wanted = strip_marks(entity_key(text)), strip_marks(entity_key(name))
    if wanted and f" {wanted} " in f" {words} ":
        return Comparison(Verdict.COMPATIBLE, f"the text names {_shown(name)}")
    return Comparison(Verdict.UNSURE, f"the text doesn't name {_shown(name)}")


def _shown(name: str) -> str:
    text = " ".join(name.split())
    return text if len(text) <= 60 else text[:57] + "..."


def name_outcome(a: str, b: str, kind: NameKind) -> Outcome:
    """Like ``compare_names``, with a reason that doesn't repeat the names."""
    a, b = a[:_LONGEST_NAME], b[:_LONGEST_NAME]
    first, second = entity_key(a), entity_key(b)
    if not first or not second:
        return Outcome(Verdict.UNSURE, "can't be compared: one has no letters")
    if first == second:
        return Outcome(Verdict.COMPATIBLE, "are the same name")
    if strip_marks(first) == strip_marks(second):
        return Outcome(Verdict.COMPATIBLE, "differ only in accents")
    if first.replace(" ", "") == second.replace(" ", ""):
        return Outcome(Verdict.COMPATIBLE, "differ only in spaces")
    if kind == "place":
        return compare_places(a, b)
    if _scripts(first) != _scripts(second):
        return Outcome(Verdict.UNSURE, "are in different scripts")
    bare_a, bare_b = _BRACKETED.sub("", a), _BRACKETED.sub("", b)
    if kind == "person":
        return _compare_lists(bare_a, bare_b)
    if kind == "organization":
        return _compare_organizations(bare_a, bare_b)
    return _compare_titles(bare_a, bare_b)


def _scripts(key: str) -> frozenset[str]:
    """The scripts of a name's letters; those of East Asia, which mix, count as one."""
    scripts = {unicodedata.name(char, "").split(" ", 1)[0] for char in key if char.isalpha()}
    return frozenset("CJK" if script in _EAST_ASIAN else script for script in scripts)


# People


def _compare_lists(a: str, b: str) -> Outcome:
    """Lists of people: the shorter list may be part of the longer."""
    first, second = _people(a), _people(b)
    if len(first) == 1 and len(second) == 1:
        return _compare_people(first[0], second[0])
    short, long = sorted((first, second), key=len)
    verdicts = [[_compare_people(x, y).verdict for y in long] for x in short]
    if all(Verdict.COMPATIBLE in row for row in verdicts):
        return Outcome(Verdict.COMPATIBLE, "agree: the one lists those that the other names")
    if all(verdict is Verdict.INCOMPATIBLE for row in verdicts for verdict in row):
        return Outcome(Verdict.INCOMPATIBLE, "name different people")
    return Outcome(Verdict.UNSURE, "name partly the same people")


def _people(name: str) -> list[_Person]:
    """The people of a list; "Curie, Marie" is one person, and so is "Martin Luther King, Jr."."""
    pieces = [piece for piece in _LIST.split(name) if entity_key(piece)]
    if len(pieces) == 2 and name.count(",") == 1 and "&" not in name and " and " not in name.lower():
        last, first = pieces
        if entity_key(first) in _GENERATIONS or _is_roman(entity_key(first)):
            return [_person(name)]
        if len(last.split()) <= 2 and len(first.split()) <= 2 and len(last.split()) < 2:
            return [_person(f"{first} {last}")]
    if len(pieces) > 1 and entity_key(pieces[-1]) in _GENERATIONS:
        pieces[-2:] = [f"{pieces[-2]} {pieces[-1]}"]
    people = [_person(piece) for piece in pieces] or [_person(name)]
    # "David & Victoria Beckham" share their last name.
    if len(people) == 2 and len(people[0].words) == 1 and len(people[1].words) > 1:
        people[0] = _Person((*people[0].words, people[1].words[-1]), people[0].generation)
    return people


def _person(name: str) -> _Person:
    apart = _INITIALS.sub(lambda run: run.group().replace(".", " "), name)
    key = strip_marks(entity_key(apart))
    words = [word for word in key.split() if word not in ("the", "of")]
    while len(words) > 1 and words[0] in _TITLES:
        words = words[1:]
    while len(words) > 1 and words[-1] in _TITLES:
        words = words[:-1]
    generation = ""
    if len(words) > 1 and (words[-1] in _GENERATIONS or _is_roman(words[-1])):
        generation = _GENERATIONS.get(words[-1], words[-1])
        words = words[:-1]
    elif len(words) > 2 and _is_roman(words[1]):  # "Elizabeth II Windsor", "John II Orsini"
        generation = words.pop(1)
    return _Person(tuple(words), generation)


def _is_roman(word: str) -> bool:
    return len(word) <= 5 and bool(word) and _ROMAN.fullmatch(word) is not None


def _compare_people(a: _Person, b: _Person) -> Outcome:
    if not a.words or not b.words:
        return Outcome(Verdict.UNSURE, "can't be compared as people")
    if a.generation and b.generation and a.generation != b.generation:
        return Outcome(Verdict.INCOMPATIBLE, "are of different generations, or different rulers of one name")
    outcome = _compare_given_and_last(a.words, b.words)
    if a.generation != b.generation and outcome.verdict is Verdict.COMPATIBLE:
        return Outcome(Verdict.UNSURE, "may be of different generations: only one has a suffix")
    return outcome


def _compare_given_and_last(a: Sequence[str], b: Sequence[str]) -> Outcome:
    short, long = sorted((tuple(a), tuple(b)), key=len)
    if _is_subsequence(short, long):
        return Outcome(Verdict.COMPATIBLE, "are a shorter and a longer form of one name")
    if a[-1] == b[-1] and len(short) > 1:
        return _compare_given(short[:-1], long[:-1])
    if len(short) > 1 and sorted(short) == sorted(long):
        return Outcome(Verdict.COMPATIBLE, "are one name in two orders")
    if _all_alike(short, long):
        return Outcome(Verdict.COMPATIBLE, "are forms of one name")
    if DamerauLevenshtein.normalized_similarity(" ".join(a), " ".join(b)) >= 0.8:
        return Outcome(Verdict.UNSURE, "may be spellings of one name")
    if len(set(a) & set(b)) >= 2:
        return Outcome(Verdict.UNSURE, "share most of a name")
    return Outcome(Verdict.INCOMPATIBLE, "are names of different people")


def _compare_given(short: Sequence[str], long: Sequence[str]) -> Outcome:
    """Given names before one last name: initials and nicknames agree, other names don't."""
    if _is_subsequence(*sorted((_letters(short), _letters(long)), key=len)):
        return Outcome(Verdict.COMPATIBLE, "are forms of one name")
    if DamerauLevenshtein.normalized_similarity(short[0], long[0]) >= 0.7:
        return Outcome(Verdict.UNSURE, "may be spellings of one name")
    return Outcome(Verdict.INCOMPATIBLE, "have one last name, but different given names")


def _letters(names: Sequence[str]) -> tuple[str, ...]:
    """Given names with run-together initials taken apart ("jk" is "j k"), where there are no vowels."""
    apart: list[str] = []
    for name in names:
        initials = 1 < len(name) <= 3 and not set(name) & set("aeiouy") and name not in NICKNAME_GROUPS
        apart.extend(name if initials else [name])
    return tuple(apart)


def _is_subsequence(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether the names of ``short`` stand in ``long`` in this order, in full, as initials or nicknames."""
    rest = iter(long)
    return all(any(_alike(name, other) for other in rest) for name in short)


def _all_alike(short: Sequence[str], long: Sequence[str]) -> bool:
    return len(short) == len(long) and all(_alike(x, y) for x, y in zip(short, long, strict=True))


def _alike(a: str, b: str) -> bool:
    if a == b:
        return True
    if len(a) == 1 or len(b) == 1:
        return a[0] == b[0] and a.isalpha() and b.isalpha()
    return bool(NICKNAME_GROUPS.get(a, frozenset()) & NICKNAME_GROUPS.get(b, frozenset()))


# Organizations and titles


def _compare_organizations(a: str, b: str) -> Outcome:
    first, second = _organization_words(a), _organization_words(b)
    if first == second:
        return Outcome(Verdict.COMPATIBLE, "differ only in legal form")
    if _is_acronym(a, b) or _is_acronym(b, a):
        return Outcome(Verdict.COMPATIBLE, "are an acronym and what it stands for")
    return _compare_word_sets(first, second)


def _organization_words(name: str) -> list[str]:
    key = strip_marks(entity_key(name.replace("&", " and ")))
    words = [word for word in key.split() if word not in ("the", "and")]
    kept = [word for word in words if word not in _LEGAL_FORMS]
    return kept or words


def _is_acronym(short: str, long: str) -> bool:
    letters = entity_key(short).replace(" ", "")
    words = strip_marks(entity_key(long)).split()
    if not 2 <= len(letters) <= 8 or len(words) < 2 or not letters.isalpha():
        return False
    every = "".join(word[0] for word in words)
    main = "".join(word[0] for word in words if word not in _JOINING)
    bare = "".join(word[0] for word in words if word not in _JOINING and word not in _LEGAL_FORMS)
    return letters in (every, main, bare)


def _compare_titles(a: str, b: str) -> Outcome:
    """Names of no known kind: works, events, laws, species."""
    if _is_acronym(a, b) or _is_acronym(b, a):
        return Outcome(Verdict.COMPATIBLE, "are an acronym and what it stands for")
    first, second = (strip_marks(entity_key(name.replace("&", " and "))).split() for name in (a, b))
    if [w for w in first if w not in _JOINING] == [w for w in second if w not in _JOINING]:
        return Outcome(Verdict.COMPATIBLE, "differ only in small words")
    return _compare_word_sets(first, second)


def _compare_word_sets(first: Sequence[str], second: Sequence[str]) -> Outcome:
    """Names with parts in common: numbers and own words tell them apart, words of kind don't join them."""
    one, other = set(first) - _JOINING, set(second) - _JOINING
    numbers = [{w for w in words if w[0].isdigit()} for words in (one, other)]
    if all(numbers) and not numbers[0] & numbers[1]:
        return Outcome(Verdict.INCOMPATIBLE, "have different numbers")
    own, others_own, shared = one - other, other - one, one & other
    if not own or not others_own:
        return Outcome(Verdict.UNSURE, "may be a whole and its part, or a name and its short form")
    if DamerauLevenshtein.normalized_similarity(" ".join(first), " ".join(second)) >= 0.85:
        return Outcome(Verdict.UNSURE, "may be spellings of one name")
    if any(_is_short(words) for words in (first, second)):
        return Outcome(Verdict.UNSURE, "can't be told apart: one may be an abbreviation")
    if shared <= KIND_WORDS | _LEGAL_FORMS and (own - KIND_WORDS) and (others_own - KIND_WORDS):
        return Outcome(Verdict.INCOMPATIBLE, "are different names")
    return Outcome(Verdict.UNSURE, "share a part of their names")


def _is_short(words: Sequence[str]) -> bool:
    """Whether a name is one short word, which may abbreviate anything."""
    return len(words) == 1 and len(words[0]) <= 4 and words[0].isascii()
