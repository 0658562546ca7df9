"""What documents say of a subject: whose sentences count, and what a reader would understand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphprobe.mining.parsing import Parser
from graphprobe.questions.sayings import sayings, with_plain_names
from graphprobe.questions.wording import load_wording


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def said(parser: Parser, text: str, *names: str, person: bool | None = None) -> list[str]:
    plain, words = with_plain_names(text, names)
    [doc] = parser.parse([plain])
    return [words_ for _, _, words_ in sayings(doc, (*names, *words), load_wording(), person=person)]


def test_what_sentences_say_of_a_subject(parser: Parser) -> None:
    text = (
        "Columbus crossed the Atlantic in 1492. He did not reach Asia. He married Filipa Moniz. "
        "The crew feared the voyage. He died in Valladolid."
    )
    [doc] = parser.parse([text])
    found = sayings(doc, ["Christopher Columbus", "Columbus"], load_wording())
    assert [said for _, _, said in found] == [
        "that crossed the Atlantic in 1492",
        "that married Filipa Moniz",
    ]
    start, end, _ = found[0]
    assert text[start:end] == "crossed the Atlantic in 1492"


def test_what_belongs_to_a_subject_and_who_is_meant_by_a_pronoun(parser: Parser) -> None:
    text = (
        "The Golden Gate Bridge opened on 27 May 1937. Its chief engineer was Joseph Strauss. "
        "He lived in San Francisco. It spans the strait."
    )
    [doc] = parser.parse([text])
    found = [said for _, _, said in sayings(doc, ["Golden Gate Bridge"], load_wording())]
    assert found == ["that opened on 27 May 1937", "whose chief engineer was Joseph Strauss"]


def test_what_stands_beside_a_name_and_what_the_thing_is_called(parser: Parser) -> None:
    text = (
        "Millau Viaduct, which spans the Tarn, was designed by Norman Foster and opened in 2004. "
        "The viaduct carries a motorway from Paris."
    )
    [doc] = parser.parse([text])
    found = [said for _, _, said in sayings(doc, ["Millau Viaduct"], load_wording())]
    assert "that spans the Tarn" in found
    assert "that carries a motorway from Paris" in found


@pytest.mark.parametrize(
    "text",
    [
        "Down Home (Joey Baron album) Down Home is an album. The album was recorded in Milan.",
        "Come into My Life Come into My Life is an album. The album was recorded in Milan.",
    ],
)
def test_a_title_that_has_run_into_the_text_hides_nothing(parser: Parser, text: str) -> None:
    name = "Down Home" if text.startswith("Down") else "Come into My Life"
    assert said(parser, text, name) == ["that is an album", "that was recorded in Milan"]


def test_plain_names_keep_the_offsets() -> None:
    text = "Come into My Life (album) Come into My Life is loud. Come into My Life Records is not."
    plain, words = with_plain_names(text, ["Come into My Life"])
    assert len(plain) == len(text)
    assert plain.strip().startswith(f"{words[0]} is loud.")
    assert "Come into My Life Records" in plain


@pytest.mark.parametrize("name", ["ß Straße", "42 1984", "Ann (Lee)", "a.b c+", "İ İ"])
def test_plain_names_of_any_letters_keep_the_offsets(name: str) -> None:
    text = f"{name} {name} is here, and {name} was there."
    plain, words = with_plain_names(text, [name])
    assert len(plain) == len(text)
    assert plain.count(words[0]) == 2


def test_a_place_behind_the_name_is_said(parser: Parser) -> None:
    found = said(parser, "The Howard Courthouse in Cresco, Iowa was built by Smith.", "Howard Courthouse")
    assert found[0].startswith("located in Cresco")


@pytest.mark.parametrize(
    "text",
    [
        "Green edited the newspaper.",
        "Green lived in that year in Boston.",
        "Green was named an editor in his senior",
        "Green left Boston because",
        "Green was written.",
        "Green sang with tracks like “Hear”",
    ],
)
def test_what_a_reader_can_not_follow_is_not_said(parser: Parser, text: str) -> None:
    assert said(parser, f"{text}", "Green", person=True) == []


def test_known_things_need_no_introduction(parser: Parser) -> None:
    assert said(parser, "Green sailed the world.", "Green") == ["that sailed the world"]


def test_long_sentences_lose_their_last_modifiers_first(parser: Parser) -> None:
    text = (
        "Hajin is a small city in eastern Syria, administratively part of the Deir ez-Zor Governorate, "
        "located along the Euphrates River, south of Deir ez-Zor and north of the border with Iraq."
    )
    [first, *_] = said(parser, text, "Hajin")
    assert first.startswith("that is a small city in eastern Syria")
    assert len(first.split()) <= 17


def test_a_joined_participle_keeps_its_auxiliary(parser: Parser) -> None:
    text = "Green Hall was designated a landmark and added to the Register of Places in 1992."
    assert "that was added to the Register of Places in 1992" in said(parser, text, "Green Hall")


def test_pronouns_mean_persons_or_things_by_what_the_subject_is(parser: Parser) -> None:
    text = "Olduvai was studied by Mary Leakey. She had worked in Kenya."
    assert said(parser, text, "Olduvai", person=False) == ["that was studied by Mary Leakey"]
    text = "Olduvai was studied by Mary Leakey. It lies in Tanzania."
    assert "that lies in Tanzania" in said(parser, text, "Olduvai", person=False)


def test_a_person_may_be_called_by_a_part_of_the_name(parser: Parser) -> None:
    text = "Reinhold owned an ironworks in Ludvika."
    assert said(parser, text, "Carl Reinhold Roth", person=True) == ["that owned an ironworks in Ludvika"]
    assert said(parser, text, "Carl Reinhold Roth", person=False) == []


def test_the_ship_is_not_its_sinking(parser: Parser) -> None:
    assert said(parser, "The Titanic was built in Belfast.", "sinking of the Titanic") == []


def test_more_first_names_mean_the_same_person(parser: Parser) -> None:
    text = "John Keith Butler coached a team in Ohio."
    assert said(parser, text, "Keith Butler", person=True) == ["that coached a team in Ohio"]
