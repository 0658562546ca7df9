"""Categories and plain text: when two descriptions agree, exclude each other, or can't be told.

Two categories exclude each other when they're different members of one set whose members exclude each
other by their meaning ("global" and "regional", "novel" and "film"), or when one denies the other. What
people may be several of at once (a politician and a lawyer) is in no such set.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from graphprobe.text.gazetteer import country_of_demonym, place_of
from graphprobe.text.given_names import is_given_name
from graphprobe.text.intervals import Outcome
from graphprobe.text.names import KIND_WORDS, name_outcome
from graphprobe.text.normalize import entity_key, strip_marks
from graphprobe.text.places import KINDS_OF_PLACE, are_known_apart
from graphprobe.text.readings import Comparison, Verdict

# A set a line; synonyms are joined by "=".
_EXCLUSIVE = """
global=worldwide=international, regional, local, national=nationwide
male=man=boy, female=woman=girl
true, false
yes, no
alive=living, dead=deceased
guilty, innocent=not guilty
positive, negative
public, private
urban, rural
married, unmarried=single, divorced, widowed
victory=win=won, defeat=loss=lost, draw=tie
north=northern, south=southern, east=eastern, west=western
left, right
upper, lower
increase=increased=rise=rose, decrease=decreased=fall=fell=decline=declined
republican=republican party, democratic=democrat=democratic party, libertarian=libertarian party
conservative=tory=conservative party, labour=labour party, liberal democrat=liberal democrats
christian, muslim=islamic, jewish, hindu, buddhist, sikh
monarchy, republic
football, rugby, cricket, baseball, basketball, ice hockey, field hockey, tennis, golf, boxing, wrestling,
    skating, swimming, cycling, rowing, volleyball, handball, badminton, table tennis, fencing, judo, diving,
    athletics=track and field, gymnastics, skiing, motorsport, horse racing, lacrosse, softball,
    water polo, archery, chess
book, film=movie=motion picture, play=stage play, album, song, television series=tv series, video game,
    board game, opera, musical, painting, sculpture
comedy, horror, western, film noir, science fiction=sci fi, documentary, thriller
rock, jazz, classical, hip hop=rap, blues, reggae, heavy metal, gospel
baroque, gothic, romanesque, renaissance, art deco, art nouveau, neoclassical, modernist
solid, liquid, gas
red, orange, yellow, green, blue, purple, brown, pink, black, white, grey=gray
mammal, bird, reptile, fish, amphibian, insect
monday, tuesday, wednesday, thursday, friday, saturday, sunday
hydrogen, helium, oxygen, nitrogen, carbon, iron, copper, gold, silver, lead, uranium
suicide, homicide=murder, accident, natural causes, poisoning, drowning, hanging, stabbing, cancer,
    heart attack=myocardial infarction, tuberculosis, pneumonia, cholera, malaria, stroke, smallpox
"""
# What some members of the sets include; the included exclude each other and whatever their whole excludes.
_INCLUDED = {
    "football": "association football=soccer, american football, australian rules football, gaelic football",
    "rugby": "rugby league, rugby union",
    "skating": "speed skating, figure skating",
    "christian": "catholic=roman catholic, protestant, eastern orthodox",
    "protestant": "anglican=episcopalian, lutheran, methodist, baptist, presbyterian",
    "gymnastics": "artistic gymnastics, rhythmic gymnastics",
    "muslim": "sunni, shia=shiite",
    "book": "novel, poem=poetry, short story, biography, dictionary",
    "comedy": "romantic comedy, black comedy",
    "rock": "punk rock, progressive rock, hard rock",
}
_OTHER_SYNONYMS = """
car=automobile lawyer=attorney doctor=physician author=writer singer=vocalist autumn=fall actor=actress
"""
_NEGATION = re.compile(r"(?:not|non|never)\s+(?:an?\s+|the\s+)?")
_SMALL = frozenset({"a", "an", "the", "of", "and", "or", "in", "with", "for"})
# Words that only say what sort of word the category is ("jazz music", "the horror genre").
_SORTS = frozenset({"music", "genre", "style", "sport", "religion", "party"})
_LIST = re.compile(r"\s*(?:,|;|/|\band\b|\bor\b)\s*")
_LONGEST = 200


class _Member(NamedTuple):
    """A category of the sets: its main name, and the main names of what includes it, outermost last."""

    name: str
    group: int
    wholes: tuple[str, ...]


def compare_categories(a: str, b: str, *, sure: bool = True) -> Comparison:
    """Whether two descriptions of one thing can both be right; symmetric.

    Args:
        a: a word or short phrase.
        b: another.
        sure: the slot is known to hold categories; else the words may be names of people or places, too.
    """
    first, second = sorted((a, b))
    outcome = _compare(first[:_LONGEST], second[:_LONGEST], sure=sure)
    return Comparison(outcome.verdict, f"{_shown(first)} and {_shown(second)} {outcome.why}")


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def _compare(a: str, b: str, *, sure: bool) -> Outcome:
    first, second = _stems(a), _stems(b)
    if not first or not second:
        return Outcome(Verdict.UNSURE, "can't be compared: one has no letters")
    if first == second:
        return Outcome(Verdict.COMPATIBLE, "are the same")
    if _denies(first, second) or _denies(second, first):
        return Outcome(Verdict.INCOMPATIBLE, "exclude each other: one denies what the other says")
    if _names_country(a, b) or _names_country(b, a):
        return Outcome(Verdict.COMPATIBLE, "name one country and its people")
    return _by_sets(a, b) or _by_words(a, b, first, second) or _by_names(a, b, sure=sure)


def synonyms(text: str) -> frozenset[str]:
    """The other words for a category of the sets, by their stems ("worldwide" for "global"); often none."""
    same = {(member.name, member.group) for member in _MEMBERS.get(_stems(text), ())}
    return frozenset(
        stems
        for stems, members in (_MEMBERS.items() if same else ())
        if same & {(member.name, member.group) for member in members}
    ) - {_stems(text)}


def _stem(word: str) -> str:
    """The singular of a regular English plural; other words as they are."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _stems(text: str) -> str:
    return " ".join(_stem(word) for word in strip_marks(entity_key(text)).split())


def _members() -> dict[str, list[_Member]]:
    """Every category of the sets by its stems."""
    table: dict[str, list[_Member]] = {}
    pending: list[tuple[str, int, tuple[str, ...]]] = []
    pending += [(line, n, ()) for n, line in enumerate(_EXCLUSIVE.strip().replace(",\n", ",").splitlines())]
    for line, group, wholes in pending:  # grows while it's read, by what the members include
        for synonyms in line.split(","):
            names = [name.strip() for name in synonyms.split("=")]
            for name in names:
                table.setdefault(_stems(name), []).append(_Member(names[0], group, wholes))
            if names[0] in _INCLUDED:
                pending.append((_INCLUDED[names[0]], group, (names[0], *wholes)))
    return table


_MEMBERS = _members()
_SAME = {_stems(name): pair.split("=")[0] for pair in _OTHER_SYNONYMS.split() for name in pair.split("=")}


def _denies(a: str, b: str) -> bool:
    match = _NEGATION.match(a)
    return match is not None and a[match.end() :] == b


def _names_country(a: str, b: str) -> bool:
    country, place = country_of_demonym(a), place_of(b)
    if country is None:
        return False
    return (place is not None and place.name == country) or country_of_demonym(b) == country


def _lookup(text: str) -> list[_Member]:
    stems = _stems(text)
    words = stems.split()
    without_sort = " ".join(words[:-1]) if len(words) > 1 and words[-1] in _SORTS else stems
    return _MEMBERS.get(stems) or _MEMBERS.get(without_sort) or []


def _by_sets(a: str, b: str) -> Outcome | None:
    """The outcome when both are members of one set; None when they aren't."""
    for one in _lookup(a):
        for other in _lookup(b):
            if one.group != other.group:
                continue
            if one.name == other.name:
                return Outcome(Verdict.COMPATIBLE, "are two words for one thing")
            if one.name in other.wholes or other.name in one.wholes:
                return Outcome(Verdict.COMPATIBLE, "agree: the one is a kind of the other")
            return Outcome(Verdict.INCOMPATIBLE, "exclude each other")
    return None


def _by_words(a: str, b: str, first: str, second: str) -> Outcome | None:
    """Lists with a common member, and phrases of which one is the other with something added."""
    pieces = [[piece for piece in _LIST.split(text.casefold()) if piece] for text in (a, b)]
    if len(pieces[0]) > 1 or len(pieces[1]) > 1:
        sets = [{_stems(piece) for piece in side} for side in pieces]
        if sets[0] <= sets[1] or sets[1] <= sets[0]:
            return Outcome(Verdict.COMPATIBLE, "agree: the one lists what the other names")
        if sets[0] & sets[1]:
            return Outcome(Verdict.UNSURE, "agree in part")
    if _SAME.get(first, first) == _SAME.get(second, second):
        return Outcome(Verdict.COMPATIBLE, "are two words for one thing")
    one, other = first.split(), second.split()
    short, long = sorted((one, other), key=len)
    if len(short) < len(long) and long[-len(short) :] == short:
        return Outcome(Verdict.COMPATIBLE, "agree: the one is the other described more closely")
    if len(one) > 1 and len(other) > 1 and one[-1] == other[-1]:
        modifiers = _by_sets(" ".join(one[:-1]), " ".join(other[:-1]))
        countries = [country_of_demonym(" ".join(words[:-1])) for words in (one, other)]
        if (modifiers and modifiers.verdict is Verdict.INCOMPATIBLE) or (
            all(countries) and len(set(countries)) == 2
        ):
            return Outcome(Verdict.INCOMPATIBLE, f"are a different {one[-1]} each")
    return None


def _by_names(a: str, b: str, *, sure: bool) -> Outcome:
    """Words that aren't categories may be nationalities, or names of people and places."""
    countries = country_of_demonym(a), country_of_demonym(b)
    if all(countries):
        return Outcome(Verdict.INCOMPATIBLE, "name different countries")
    if _differ_in_numbers(a, b):
        return Outcome(Verdict.INCOMPATIBLE, "have different numbers")
    if not sure:
        known = are_known_apart(a, b)
        if known:
            return known
        person = _is_person_like(a, b) or _is_person_like(b, a)
        named = name_outcome(a, b, "person" if person else "other")
        if person or named.verdict is Verdict.COMPATIBLE:
            return named
    if set(_stems(a).split()) & set(_stems(b).split()) - _SMALL:
        return Outcome(Verdict.UNSURE, "share some of their words")
    return Outcome(Verdict.UNSURE, "can't be told apart by their words")


def _differ_in_numbers(a: str, b: str) -> bool:
    """Whether two names have the same words with other numbers ("Boeing 737" and "Boeing 747")."""
    words, numbers = zip(*(_split_numbers(text) for text in (a, b)), strict=True)
    return words[0] == words[1] != [] and all(numbers) and numbers[0] != numbers[1]


def _split_numbers(text: str) -> tuple[list[str], list[str]]:
    words = _stems(text).split()
    return [w for w in words if not w.isdigit()], [w for w in words if w.isdigit()]


def _is_person_like(a: str, b: str) -> bool:
    """Whether ``a`` begins with a common given name, and both have the form of a person's name."""
    forms = [text.split() for text in (a, b)]
    if "," in a + b or any(not _has_form_of_name(words) for words in forms):
        return False
    return is_given_name(forms[0][0]) and place_of(b) is None


def _has_form_of_name(words: list[str]) -> bool:
    """Two to four capitalized words, of which the last doesn't say what kind of thing is named."""
    if not 2 <= len(words) <= 4 or not all(word[0].isupper() for word in words):
        return False
    return words[-1].lower() not in KIND_WORDS | KINDS_OF_PLACE
