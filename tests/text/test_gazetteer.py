"""The gazetteer holds together: what its lists name of one another, they all know."""

from __future__ import annotations

from graphprobe.text import gazetteer
from graphprobe.text.gazetteer import place_of


def test_every_place_lies_on_a_continent() -> None:
    places = set(gazetteer._PLACES.values())
    continents = {place.name for place in places if place.level == "continent"}
    lost = [place for place in places if place.level != "continent" and place.within[-1] not in continents]

    assert len(continents) == 7
    assert lost == []


def test_the_countries_of_the_continents_are_known() -> None:
    named = [name for names in gazetteer._CONTINENTS.values() for name in names.split(", ") if name]

    assert [name for name in named if place_of(name) is None or place_of(name).name != name] == []  # type: ignore[union-attr]


def test_a_place_says_what_holds_it() -> None:
    chicago = place_of("Chicago")
    istanbul = place_of("Constantinople")

    assert chicago is not None
    assert istanbul is not None
    assert (chicago.level, chicago.country) == ("city", "United States")
    assert chicago.within == ("Illinois", "United States", "North America", "Oceania")  # Hawaii's continent
    assert istanbul.within == ("Turkey", "Asia", "Europe")
