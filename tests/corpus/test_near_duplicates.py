"""Near duplicates: what may be a copy is found, and what says something else is no copy."""

from __future__ import annotations

import pytest

from graphprobe.corpus.near_duplicates import Shingles, is_copy, sketches
from graphprobe.corpus.tokens import tokenize

BRIDGE = (
    "The Karl Bridge was opened on 26 August 1910 by the mayor of Rotau. It is 412 metres long and carries "
    "two lanes of traffic. Its designer, Emil Norden, had built three bridges before. The river below it is "
    "called the Saar by the people of the valley. In 1944 the middle span was blown up, and it was rebuilt "
    "four years later with money from the county."
)


def bands_of(*texts: str) -> list[tuple[int, ...]]:
    return sketches(Shingles.of(tokenize(texts)), len(texts))


def candidates(first: str, second: str) -> bool:
    a, b = bands_of(first, second)
    return bool(set(a) & set(b))


COPIES = {
    "the same text": BRIDGE,
    "other case of letters and other quotes": BRIDGE.replace("The river", "THE RIVER"),
    "other spacing and line ends": BRIDGE.replace(". ", ".\n\n").replace("two lanes", "two  lanes"),
    "hard wraps": BRIDGE.replace("carries ", "carries\n").replace("people of ", "people of\n"),
    "a header line": "A bridge with a history\n\n" + BRIDGE,
    "a byline": "By Jane Roe, Northern Press\n" + BRIDGE,
    "a byline in the running text": "By Jane Roe, Northern Press. " + BRIDGE,
    "a date line and rights": f"Published 4 March 2021\n{BRIDGE}\n© 2021 Northern Press. No copies.",
    "a paragraph more": BRIDGE + "\n\nThe town council met in May to speak about the paint.",
    "a sentence less": BRIDGE.replace("Its designer, Emil Norden, had built three bridges before. ", ""),
    "other function words": BRIDGE.replace("It is 412 metres long", "It was 412 metres long"),
}


@pytest.mark.parametrize("name", COPIES)
def test_a_passed_on_text_is_a_copy(name: str) -> None:
    assert is_copy(BRIDGE, COPIES[name])
    assert is_copy(COPIES[name], BRIDGE)
    assert candidates(BRIDGE, COPIES[name])


def test_copies_with_headers_of_their_own_are_copies_of_one_another() -> None:
    one = "Morning Post\nOld bridge, new paint\nBy Jane Roe\n" + BRIDGE
    other = f"Published 5 March 2021\nPosted in: Local\n{BRIDGE}\nReprinted with permission."
    assert is_copy(one, other)
    assert candidates(one, other)


CHANGED = {
    "a date": ("26 August 1910", "27 August 1910"),
    "a number": ("412 metres", "421 metres"),
    "a name": ("Emil Norden", "Emil Sunden"),
    "a number word": ("built three bridges", "built four bridges"),
    "a place": ("mayor of Rotau", "mayor of Linden"),
    "a category": ("by the mayor", "by the bishop"),
    "a verb": ("was opened", "was closed"),
    "a negation": ("It is 412 metres long and carries", "It is 412 metres long and never carries"),
    "a preposition of time": ("had built three bridges before", "had built three bridges after"),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_copy_with_one_thing_changed_is_no_copy(name: str) -> None:
    old, new = CHANGED[name]
    assert old in BRIDGE
    changed = BRIDGE.replace(old, new)
    assert not is_copy(BRIDGE, changed)
    assert not is_copy(changed, BRIDGE)
    assert not is_copy("By Jane Roe\n" + BRIDGE, changed + "\n© Northern Press")


def test_a_changed_value_that_looks_like_furniture_is_no_copy() -> None:
    for line, other in (
        ("By 1910 the town had 3,000 people.", "By 1910 the town had 4,000 people."),
        ("Population: 3,559", "Population: 3,600"),
        ("Flood kills 31", "Flood kills 13"),
    ):
        assert not is_copy(f"{line}\n{BRIDGE}", f"{other}\n{BRIDGE}")


def test_tables_of_other_values_are_no_copies() -> None:
    table = "Name: Rotau\nPopulation: 3,559\nArea: 12 km2\nMayor: Ada Lund\nFounded: 1302\nRiver: Saar"
    assert is_copy(table, table.replace("\n", "\n\n"))
    assert not is_copy(table, table.replace("3,559", "3,600"))


def test_another_text_and_a_short_quotation_are_no_copies() -> None:
    other = (
        "Rotau lies in a valley. Its church was built in 1302 and has a wooden tower. Three roads meet there."
    )
    assert not is_copy(BRIDGE, other)
    assert not is_copy(BRIDGE, other + " " + BRIDGE[:67])


def test_a_replaced_sentence_is_no_copy_however_it_is_worded() -> None:
    first = BRIDGE + " Emil Norden died in 1931."
    second = BRIDGE + " His death came two years after the war."
    assert not is_copy(first, second)


def test_scripts_without_spaces() -> None:
    text = "東京は日本の首都である。人口は約1400万人である。江戸幕府が置かれた。多くの大学がある。"
    assert is_copy(text, "タイトル\n" + text)
    assert not is_copy(text, text.replace("1400万", "1300万"))
    assert candidates(text, text)


def test_pages_of_one_template_do_not_all_meet() -> None:
    """Thousands of pages differ in a name and a number only; each must stay cheap to place."""
    names = [f"{'BCDFGLMNPRST'[n % 12]}{'aeiou'[n // 12 % 5]}r{n}" for n in range(200)]
    pages = [
        f"{name}ville is a commune in the {name}ais department in northern France. Its population was "
        f"{number} at the last census. The mayor of {name}ville is Jean {name}. The commune covers "
        f"{number + 7} hectares and lies {number % 97} kilometres from Paris."
        for number, name in enumerate(names, 1000)
    ]
    bands = bands_of(*pages)
    pairs = sum(bool(set(bands[i]) & set(bands[j])) for i in range(200) for j in range(i))
    assert pairs < 0.02 * (200 * 199 / 2)


def test_texts_without_words_have_no_sketch_and_meet_nobody() -> None:
    assert bands_of("", "...", "word")[:2] == [(), ()]


def test_a_sketch_depends_on_its_own_text_alone() -> None:
    alone = bands_of(BRIDGE)[0]
    assert bands_of("Something else entirely.", BRIDGE, "")[1] == alone
    assert len(alone) == 4
    assert all(-(2**63) <= band < 2**63 for band in alone)
