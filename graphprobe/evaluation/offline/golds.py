"""Gold answers as the judge reads them: the forms that an answer may take, and the words that tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphprobe.evaluation.offline.questions import Question
from graphprobe.evaluation.offline.words import FUNCTION_WORDS, content, keys, read_words, word_key
from graphprobe.text.categories import synonyms
from graphprobe.text.gazetteer import country_of_demonym, place_of
from graphprobe.text.given_names import is_given_name
from graphprobe.text.names import KIND_WORDS
from graphprobe.text.places import KINDS_OF_PLACE
from graphprobe.text.tokens import word_set
from graphprobe.text.values import MEASURED, Value, find_values, parse_value

_BRACKETED = re.compile(r"\s*[(\[]([^)\]]*)[)\]]")
_ALTERNATIVES = re.compile(r"\s+or\s+|\s*/\s*|\s*;\s*")
_ADDITION = re.compile(r"\s*,\s|\s+[–—-]\s+|\s+in\s+")
_AND = re.compile(r"\s(?:and|&)\s")
_LIST = re.compile(r"\s+(?:and|&)\s+|,\s+(?:and\s+)?")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9.]{1,7}")
# A name after what its bearer is: "Foreign minister Hermann Müller", "American duo The Chainsmokers".
_DESCRIBED_NAME = re.compile(r"\b([a-z]{3,})\s+([A-Z][\w.'’-]*(?:\s+[A-Z][\w.'’-]*)*)$")
_MISREAD = re.compile(r"[ÂÃ][^\x00-\x7f]|â[^\x00-\x7f]{2}")
# Codes such as "747-100B" and "R2D2" hold digits and are no amounts.
_CODE = re.compile(r"\d[A-Z]|[A-Za-z]\d")
PARTICLES = word_set("de la le van von der den del di da bin al el ibn y du des")
"""Small words inside names of people."""
_LONGEST_NAME = 5


@dataclass(frozen=True, slots=True)
class Form:
    """One way to put a gold answer.

    Attributes:
        text: its words.
        keys: the keys of all its words.
        letters: the same words in lower case and in one.
        content: the keys of those that say something; all of them where none does.
        parts: the same by the parts of a list ("Page and Brin"), each of which is wanted; one for no list.
        own: those, each once, that neither the question nor every other gold answer has.
        is_name: it has the form of a person's name.
    """

    text: str
    keys: tuple[str, ...]
    letters: str
    content: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    own: tuple[str, ...]
    is_name: bool


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold answer.

    Attributes:
        text: the answer as it's given.
        value: its value, where it's a number, a quantity, money, a date or a duration and nothing else.
        forms: the ways to put it, the fullest first.
    """

    text: str
    value: Value | None
    forms: tuple[Form, ...]

    @property
    def telling_forms(self) -> tuple[Form, ...]:
        """The forms with words that neither the question nor all other gold answers have, if any is."""
        return tuple(form for form in self.forms if form.own) or self.forms

    def says_more_than(self, other: Gold) -> bool:
        """Whether this answer has all words of another and more."""
        return bool(self.forms and other.forms) and set(self.forms[0].content) > set(other.forms[0].content)


@lru_cache(maxsize=16_384)
def read_gold(text: str, question: Question, shared: frozenset[str] = frozenset()) -> Gold:
    """Reads a gold answer.

    Args:
        text: the answer.
        question: what it answers; words of the question are no evidence.
        shared: keys that tell none of the gold answers from the others.
    """
    legible = _mended(text)
    forms = [_form(surface, question, shared) for surface in _surfaces(legible)]
    different = {form.keys: form for form in forms if form.keys}
    return Gold(text, _value(legible, question), tuple(different.values()))


@lru_cache(maxsize=65_536)
def read_value(text: str) -> Value:
    """The value of a short text, of whatever kind."""
    return parse_value(text)


def shared_keys(golds: Sequence[str]) -> frozenset[str]:
    """The keys that every one of several answers has."""
    sets = [frozenset(keys(read_words(gold))) for gold in golds]
    return frozenset.intersection(*sets) if len(sets) > 1 else frozenset()


def _value(text: str, question: Question) -> Value | None:
    """The value that an answer is, if it's one with at most the thing it counts ("89 books")."""
    found = find_values(text)
    value = read_value(text)
    if value.kind not in MEASURED and len(found) == 1:
        value = found[0].value
    if value.kind not in MEASURED or _CODE.search(text):
        return None
    rest = text
    for one in reversed(found):
        rest = rest[: one.start] + rest[one.end :]
    left = [word for word in content(read_words(rest)) if word.key not in question.words]
    counted = question.wants_amount and read_value(text).kind in MEASURED
    return value if not left or counted else None


def _mended(text: str) -> str:
    """The text with UTF-8 that was once read as Windows-1252 put right ("10â€“12" is "10–12")."""
    return _MISREAD.sub(_reread, text)


def _reread(match: re.Match[str]) -> str:
    try:
        return match.group().encode("cp1252").decode("utf-8")
    except UnicodeError:
        return match.group()


def _surfaces(text: str) -> Iterator[str]:
    yield text
    bare = _BRACKETED.sub("", text).strip() or text
    yield bare
    yield from (inner for inner in _BRACKETED.findall(text) if _ACRONYM.fullmatch(inner))
    alternatives = [piece for piece in _ALTERNATIVES.split(bare) if len(piece) > 1]
    yield from alternatives
    described = _DESCRIBED_NAME.search(bare)
    if described and word_key(described[1]) not in FUNCTION_WORDS:
        yield described[2]
    core = _ADDITION.split(bare)[0]
    if core.strip() and " and " not in bare:
        yield core
    yield from _other_names(bare)


def _other_names(name: str) -> Iterator[str]:
    place, country = place_of(name), country_of_demonym(name)
    if place:
        yield place.name
    if country:
        yield country
    yield from sorted(synonyms(name))


def _form(text: str, question: Question, shared: frozenset[str]) -> Form:
    words = read_words(text)
    said = keys(content(words)) or keys(words)
    known = question.words | shared | FUNCTION_WORDS
    own = tuple(dict.fromkeys(key for key in said if key not in known))
    pieces = _LIST.split(text) if _AND.search(text) else [text]
    parts = tuple(part for piece in pieces if (part := keys(content(read_words(piece)))))
    letters = "".join(word.low for word in words)
    return Form(text, keys(words), letters, said, parts, own, _is_name(text, question))


def _is_name(text: str, question: Question) -> bool:
    """Whether a text looks like a person's name: capitalized words, none of a kind of thing or place."""
    words = [word for word in text.replace(".", ". ").split() if word not in PARTICLES]
    if not 2 <= len(words) <= _LONGEST_NAME or not all(word[0].isupper() for word in words):
        return False
    letters = "".join(words).translate(str.maketrans("", "", ".'’-"))
    if not letters.isalpha() or {word.lower() for word in words} & (KIND_WORDS | KINDS_OF_PLACE):
        return False
    return question.wants_person or (len(words) <= 3 and is_given_name(words[0]))
