"""When two place names can name one place.

What contains what can't be known offline beyond a small gazetteer, so the rules go by form:

* the same name, or one that only adds what it lies in ("Paris", "Paris, France"), is compatible, and so is
  a place with one that its own surface says it's in ("Paris, France" with "France");
* two known places of one level (two countries, two regions, two cities) are incompatible, and so are two
  names that say they lie in different places of one level ("Thimphu, Bhutan" and "Kathmandu, Nepal"), or
  that end in the same word for a kind of place ("Kent County" and "Essex County");
* anything else ("London" and "England" when neither says so) can't be told.
"""

from __future__ import annotations

from graphprobe.text.gazetteer import Place, country_of_demonym, place_of
from graphprobe.text.intervals import Outcome
from graphprobe.text.normalize import entity_key, strip_marks
from graphprobe.text.readings import Verdict
from graphprobe.text.tokens import word_set

KINDS_OF_PLACE = word_set(
    """
    county parish river lake island mountain mountains street avenue road square airport station university
    school hospital park church cathedral castle bridge bay province district prefecture department oblast
    borough township village theatre theater stadium museum hotel beach valley desert forest sea ocean
    """
)
_SMALL = {"st": "saint", "mt": "mount", "ft": "fort"}
_LEVELS = {"city": "cities", "region": "regions", "country": "countries", "continent": "continents"}


def compare_places(a: str, b: str) -> Outcome:
    """Compares two place names by the rules above."""
    first, second = _parts(a), _parts(b)
    if not first or not second:
        return Outcome(Verdict.UNSURE, "can't be compared as places")
    if _same(first[0], second[0]):
        return _same_head(first, second)
    if any(_same(first[0], part) for part in second[1:]) or any(_same(second[0], part) for part in first[1:]):
        return Outcome(Verdict.COMPATIBLE, "agree: the one lies in the other")
    if len(first) > 1 and len(second) > 1:
        return _different_heads(first, second)
    return _by_gazetteer(first, second)


def are_known_apart(a: str, b: str) -> Outcome | None:
    """The outcome for two surfaces that are both places for sure; None when that isn't known."""
    first, second = _parts(a), _parts(b)
    if all(parts and _known(parts) for parts in (first, second)):
        return compare_places(a, b)
    return None


def _parts(name: str) -> list[str]:
    return [part.strip() for part in name.replace(" in ", ", ").split(",") if entity_key(part)]


def _known(parts: list[str]) -> bool:
    return place_of(parts[-1], after_comma=len(parts) > 1) is not None


def _place(parts: list[str]) -> Place | None:
    """What the gazetteer knows of a name that says nothing more of itself."""
    return place_of(parts[0]) if len(parts) == 1 else None


def _plain(name: str) -> str:
    words = strip_marks(entity_key(name)).split()
    return " ".join(_SMALL.get(word, word) for word in words if word not in ("city", "of", "the", "river"))


def _same(a: str, b: str) -> bool:
    if _plain(a) == _plain(b):
        return True
    known, other = place_of(a), place_of(b)
    return known is not None and known == other


def _same_head(first: list[str], second: list[str]) -> Outcome:
    if len(first) == 1 or len(second) == 1:
        return Outcome(Verdict.COMPATIBLE, "are one name of a place, as far as they go")
    tails = _tails(first, second)
    if tails is None:
        return Outcome(Verdict.UNSURE, "share a name but not what they say they lie in")
    if tails:
        return Outcome(Verdict.COMPATIBLE, "are the same place")
    return Outcome(Verdict.INCOMPATIBLE, "are places of one name in different parts of the world")


def _tails(first: list[str], second: list[str]) -> bool | None:
    """Whether what two places say they lie in is the same, different, or unknown (None)."""
    if any(_same(x, y) for x in first[1:] for y in second[1:]):
        return True
    places = [place_of(parts[-1], after_comma=True) for parts in (first, second)]
    one, other = places
    if one is None or other is None:
        return None
    if one == other or one.name in other.within or other.name in one.within:
        return True
    if one.country != other.country or one.level == other.level:
        return False
    return None


def _different_heads(first: list[str], second: list[str]) -> Outcome:
    tails = _tails(first, second)
    if tails is False:
        return Outcome(Verdict.INCOMPATIBLE, "lie in different places")
    cities = [place_of(parts[0]) for parts in (first, second)]
    if tails and all(place is not None and place.level == "city" for place in cities):
        return Outcome(Verdict.INCOMPATIBLE, "are different cities")
    return _by_kind_word(first, second)


def _by_gazetteer(first: list[str], second: list[str]) -> Outcome:
    one, other = _place(first), _place(second)
    if one and other:
        if one.name in other.within or other.name in one.within:
            return Outcome(Verdict.COMPATIBLE, "agree: the one lies in the other")
        if one.level == other.level:
            return Outcome(Verdict.INCOMPATIBLE, f"are different {_LEVELS[one.level]}")
        if "city" not in (one.level, other.level):
            return Outcome(Verdict.INCOMPATIBLE, "are places apart: the one doesn't lie in the other")
        return Outcome(Verdict.UNSURE, "may lie in one another")
    for said, plain in ((first, second), (second, first)):
        tail = place_of(said[-1], after_comma=True) if len(said) > 1 else None
        place = _place(plain)
        if not tail or not place:
            continue
        if place.name in (tail.country, *tail.within):
            return Outcome(Verdict.COMPATIBLE, "agree: the one lies in the other")
        if place.level in ("country", "continent", tail.level):
            return Outcome(Verdict.INCOMPATIBLE, f"lie in different {_LEVELS[place.level]}")
    demonyms = [country_of_demonym(parts[0]) for parts in (first, second)]
    if any(demonyms) and (demonyms[0] or first[0]) == (demonyms[1] or second[0]):
        return Outcome(Verdict.COMPATIBLE, "name one country")
    return _by_kind_word(first, second)


def _by_kind_word(first: list[str], second: list[str]) -> Outcome:
    one, other = entity_key(first[0]).split(), entity_key(second[0]).split()
    same_kind = one[-1] == other[-1] and one[-1] in KINDS_OF_PLACE
    if same_kind and len(one) > 1 and len(other) > 1 and not set(one[:-1]) & set(other[:-1]):
        return Outcome(Verdict.INCOMPATIBLE, f"name a different {one[-1]} each")
    return Outcome(Verdict.UNSURE, "may be places within one another")
