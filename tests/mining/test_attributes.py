"""Attributes and subjects of values in sentences, over parses of the real small model."""

from __future__ import annotations

from pathlib import Path

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from graphprobe.errors import ConfigError
from graphprobe.mining.attributes import Attribute, attribute_of, subject_of
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.parsing import load_model
from graphprobe.mining.subjects import Passage
from graphprobe.text.values import Kind


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_model()


def parse(nlp: Language, text: str) -> Doc:
    return nlp(text)


def at(text: str, value: str) -> tuple[int, int]:
    start = text.index(value)
    return start, start + len(value)


def attribute(nlp: Language, text: str, value: str) -> Attribute | None:
    return attribute_of(parse(nlp, text), *at(text, value))


SENTENCES = [
    (
        "Mother Teresa was born on 26 August 1910 in Skopje.",
        "26 August 1910",
        "date of birth",
        "Mother Teresa",
    ),
    (
        "Mother Teresa (b. 27 August 1910) was a Catholic nun.",
        "27 August 1910",
        "date of birth",
        "Mother Teresa",
    ),
    ("Mother Teresa was born on 26 August 1910 in Skopje.", "Skopje", "place of birth", "Mother Teresa"),
    ("Marie Curie died on 4 July 1934.", "4 July 1934", "date of death", "Marie Curie"),
    ("Napoleon died of stomach cancer on 5 May 1821.", "stomach cancer", "cause of death", "Napoleon"),
    (
        "The cause of death of Napoleon was arsenic poisoning.",
        "arsenic poisoning",
        "cause of death",
        "Napoleon",
    ),
    ("John Smith was sentenced to three years in prison.", "three years", "prison sentence", "John Smith"),
    ("Marie Curie married Pierre Curie in 1895.", "1895", "date of marriage", "Marie Curie"),
    ("Grameen Bank was founded in 1976 by Muhammad Yunus.", "1976", "date of founding", "Grameen Bank"),
    ("Muhammad Yunus founded Grameen Bank in 1974.", "1974", "date of founding", "Grameen Bank"),
    ("Muhammad Yunus founded Grameen Bank in 1974.", "Muhammad Yunus", "founder", "Grameen Bank"),
    (
        "In 1978, Mary Leakey discovered the Laetoli footprints.",
        "1978",
        "date of discovery",
        "Laetoli footprints",
    ),
    (
        "The Laetoli footprints were discovered by Mary Leakey.",
        "Mary Leakey",
        "discoverer",
        "Laetoli footprints",
    ),
    ("The Freedom 251 was priced at Rs 251.", "Rs 251", "price", "Freedom 251"),
    (
        "The Spanish flu pandemic had a death toll of 50 million.",
        "50 million",
        "death toll",
        "Spanish flu pandemic",
    ),
    (
        "The Spanish flu killed upwards of 100 million people.",
        "upwards of 100 million",
        "death toll",
        "Spanish flu",
    ),
    ("The Little Ice Age was global in extent.", "global", "geographic extent", "Little Ice Age"),
    ("The Eiffel Tower is 324 metres tall.", "324 metres", "height", "Eiffel Tower"),
    ("The Danube is 2,850 km long.", "2,850 km", "length", "Danube"),
    ("Wembley Stadium has a seating capacity of 90,000.", "90,000", "capacity", "Wembley Stadium"),
    ("Wembley Stadium cost £798 million to build.", "£798 million", "cost", "Wembley Stadium"),
    ("The British Museum opened in 1759.", "1759", "date of opening", "British Museum"),
    ("The Hundred Years' War lasted 116 years.", "116 years", "duration", "Hundred Years' War"),
    ("YouTube is owned by Google.", "Google", "owner", "YouTube"),
]


@pytest.mark.parametrize(("text", "value", "name", "subject"), SENTENCES)
def test_known_attributes_have_one_name_and_the_right_subject(
    nlp: Language, text: str, value: str, name: str, subject: str
) -> None:
    doc = parse(nlp, text)
    found, about = attribute_of(doc, *at(text, value)), subject_of(doc, *at(text, value))
    assert found is not None
    assert about is not None
    assert (found.name, about.surface, found.open) == (name, subject, False)
    assert text[about.start : about.end]


def test_an_attribute_outside_the_catalogue_is_open_and_readable(nlp: Language) -> None:
    text = "Emma is a novel by Jane Austen. The book has 61 chapters."
    found = attribute(nlp, "Emma is a novel by Jane Austen. Emma has 61 chapters.", "61")
    assert found is not None
    assert (found.name, found.open) == ("number of chapters", True)
    moved = attribute(nlp, "Albert Einstein moved to Berlin in 1914.", "1914")
    assert moved is not None
    assert moved.name == "date of moving to Berlin"
    assert attribute(nlp, text, "novel") is None  # what a definition says is no value of a governing word


def test_functional_tells_contradiction_from_list(nlp: Language) -> None:
    birth = attribute(nlp, "Marie Curie was born in 1867.", "1867")
    club = attribute(nlp, "John Smith played for Arsenal.", "Arsenal")
    assert birth is not None
    assert club is not None
    assert birth.functional
    assert not club.functional


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("He was sentenced to five years in prison.", "five years"),
        ("The company was founded in 1920.", "1920"),
        ("Ann Hope and Ben Hope were born in 1920.", "1920"),
        ("It was founded in 1920.", "1920"),
    ],
)
def test_no_subject_is_guessed(nlp: Language, text: str, value: str) -> None:
    assert subject_of(parse(nlp, text), *at(text, value)) is None


def test_a_pronoun_means_the_main_subject_unless_someone_else_was_spoken_of(nlp: Language) -> None:
    opening = "Marie Curie was a Polish physicist. "
    clear = opening + "She died in 1934."
    unclear = opening + "Irene Curie visited Paris. She died in 1956."
    about = subject_of(parse(nlp, clear), *at(clear, "1934"))
    assert about is not None
    assert (about.surface, about.key) == ("Marie Curie", "marie curie")
    assert subject_of(parse(nlp, unclear), *at(unclear, "1956")) is None


def test_his_wife_after_a_name_is_the_wife_of_that_name(nlp: Language) -> None:
    text = "Cosimo Medici was an Italian banker. He knew Louis Martin and his wife Marie Guerin."
    about = subject_of(parse(nlp, text), *at(text, "Marie Guerin"))
    assert about is None or about.surface == "Louis Martin"


@pytest.mark.parametrize(
    ("text", "surface", "definition"),
    [
        (
            "Tom Fisher (1900s pitcher) Thomas Chalmers Fisher (May 1, 1880 – 1972) was a baseball pitcher.",
            "Tom Fisher",
            "1900s pitcher",
        ),
        ("Orrick, Missouri Orrick is a city in Ray County.", "Orrick, Missouri", "city in Ray County"),
        ("Dick Wood Malcolm Richard Wood (1936 – 2015) was a quarterback.", "Dick Wood", "quarterback"),
        ("The Danube is a river in Europe.", "Danube", "river in Europe"),
        (
            "Ann M. Hope Brigadier General Ann Mary Hope (1910 – 1997) was an officer.",
            "Ann M. Hope",
            "officer",
        ),
    ],
)
def test_titles_set_before_the_text_are_cut_off(
    nlp: Language, text: str, surface: str, definition: str
) -> None:
    main = Passage(parse(nlp, text)).main
    assert main is not None
    assert (main.surface, main.definition) == (surface, definition)


@pytest.mark.parametrize(
    "text", ["", " \n ", "He was a pitcher.", ", James Johnston , Grimes won the by-election .", "?" * 500]
)
def test_texts_without_an_opening_have_no_main_subject(nlp: Language, text: str) -> None:
    assert Passage(parse(nlp, text)).main is None


def test_a_given_title_names_the_main_subject(nlp: Language) -> None:
    main = Passage(parse(nlp, "It opened in 1840."), "Shoreditch (railway station)").main
    assert main is not None
    assert (main.surface, main.types) == ("Shoreditch", frozenset({"place"}))


def test_the_catalogue_has_questions_and_clues_with_their_placeholders() -> None:
    for spec in catalogue().specs.values():
        assert spec.questions, spec.name
        assert all("{subject}" in question and question.endswith("?") for question in spec.questions.values())
        assert "{value}" in spec.clue or "{when}" in spec.clue, spec.name
        assert ("{when}" in spec.clue) == (spec.kinds == {Kind.DATE}), spec.name


def test_the_catalogue_knows_which_attributes_change() -> None:
    known = catalogue()
    population, birth = known.get("population"), known.get("date of birth")
    assert population is not None
    assert birth is not None
    assert (population.changes, birth.changes) == (True, False)
    assert birth.question("person") == "When was {subject} born?"
    assert birth.question("place") is None
    assert known.get("favourite colour") is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("attributes: [", "can't be read"),
        ("types: {}", "attributes"),
        ("attributes: {age: {kinds: [wish], functional: true, when: [], questions: {}, clue: x}}", "'age'"),
        (
            "attributes: {age: {kinds: [number], functional: maybe, when: [], questions: {}, clue: x}}",
            "'age'",
        ),
        (
            "attributes: {age: {kinds: [date], functional: true, when: [{verbs: x}]}}",
            "'age'",
        ),
        (
            "attributes: {x: {kinds: [], functional: true, clue: c, questions: {}, when: [{verb: x, a: y}]}}",
            "no a",
        ),
    ],
)
def test_a_broken_catalogue_is_named(tmp_path: Path, body: str, said: str) -> None:
    path = tmp_path / "attributes.yaml"
    path.write_text(body, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"attributes\.yaml") as caught:
        catalogue(path)
    assert said in str(caught.value)


def test_a_missing_catalogue_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        catalogue(tmp_path / "none.yaml")
