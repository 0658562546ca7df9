"""What the offline judge reads in words, responses and questions before it compares anything."""

from __future__ import annotations

import pytest

from graphprobe.evaluation.offline.questions import read_question
from graphprobe.evaluation.offline.replies import read_reply
from graphprobe.evaluation.offline.stances import Span, denied, reported
from graphprobe.evaluation.offline.words import acronym_key, alike, keys, read_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("seven", "7"),
        ("Seventh", "VII"),
        ("7th", "seven"),
        ("1,094", "1094"),
        ("Dvořák's", "dvorak"),
        ("legislatures", "Legislature"),
        ("U.S.", "US"),
        ("J. K. Rowling", "J.K. Rowling"),
        ("Mt. Everest", "Mount Everest"),
        ("Elizabeth I", "Elizabeth the First".replace("the ", "")),
        ("twentieth", "20"),
    ],
)
def test_spellings_of_one_word_have_one_key(one: str, other: str) -> None:
    assert keys(read_words(one)) == keys(read_words(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("A+", "A"), ("C#", "C++"), ("1910", "1911"), ("VI", "VII"), ("12.9", "129"), ("i", "1")],
)
def test_other_words_have_other_keys(one: str, other: str) -> None:
    assert keys(read_words(one)) != keys(read_words(other))


def test_spellings() -> None:
    assert alike("sergei", "sergey")
    assert alike("german", "germani")
    assert not alike("1910", "1911")
    assert not alike("lund", "lind")


@pytest.mark.parametrize(
    ("surface", "key"),
    [("NATO", "nato"), ("WWII", "ww2"), ("WW2", "ww2"), ("I.O.C.", "ioc"), ("Nato", ""), ("X", "")],
)
def test_acronyms(surface: str, key: str) -> None:
    assert acronym_key(surface) == key


def _of(text: str, spans: tuple[Span, ...]) -> str:
    return " | ".join(text[span.start : span.end].strip() for span in spans)


@pytest.mark.parametrize(
    ("text", "isnt_so"),
    [
        ("It is not Lund.", "Lund"),
        ("It isn't Lund, it is Malmö.", "Lund"),
        ("Not Lund but Malmö.", "Lund"),
        ("Malmö, not Lund", "Lund"),
        ("Malmö rather than Lund", "Lund"),
        ("Neither Lund nor Malmö.", "Lund nor Malmö"),
        ("It is not only Lund but also Malmö.", ""),
        ("It was not free until 1960.", "free"),
        ("It is not certain, perhaps Lund.", ""),
        ("That it is Lund is a common misconception.", "That it is Lund is a common misconception"),
        ("It is often wrongly placed in Lund; it is in Malmö.", "It is often wrongly placed in Lund"),
        ("Lund is often given, but it is actually in Malmö.", "Lund is often given,"),
        ("Lund is often given, but she lived in Malmö too.", ""),
        ('He wrote "Do Not Go" in Lund.', ""),
        ("There is no evidence that he saw Lund.", "that he saw Lund"),
        ("It is in Lund.", ""),
    ],
)
def test_what_a_text_denies(text: str, isnt_so: str) -> None:
    assert _of(text, denied(text)) == isnt_so


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It was 1910; some sources say 1911.", "some sources say 1911"),
        ("Reportedly in 1911", "Reportedly in 1911"),
        ("It was 1910, although others give 1911.", "others give 1911"),
        ("It is sometimes dated to 1911 (it was 1910).", "It is sometimes dated to 1911"),
        ("It was 1910.", ""),
    ],
)
def test_what_a_text_only_reports(text: str, said: str) -> None:
    assert _of(text, reported(text)) == said


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("signed byCanada, Mexico", "signed by Canada, Mexico"),
        ("It has3 lines", "It has 3 lines"),
        ("in 19181. Then", "in 1918 . Then"),
        ("**Lund**[2]", "  Lund     "),
        ("a population of 19181.", "a population of 19181."),
        ("19181", "19181"),
        ("iPhone, eBay and McDonald", "iPhone, eBay and McDonald"),
        ("COVID19, B2 and mp3", "COVID19, B2 and mp3"),
    ],
)
def test_responses_are_made_legible(response: str, text: str) -> None:
    assert read_reply(response).text == text


def test_quotes_are_words_of_the_response() -> None:
    reply = read_reply("It was signed byCanada and theUnited States in19181.")
    at = reply.text.index("United States")
    assert reply.quote(Span(at, at + len("United States"))) == "United States"
    assert reply.quote(Span(reply.text.index("Canada"), at + len("United"))) == "Canada and theUnited"


def test_a_choice_is_two_values() -> None:
    assert [found.value.text for found in read_reply("In 1910 or 1912.").values] == ["1910", "1912"]
    assert [found.value.text for found in read_reply("5 or more").values] == ["5 or more"]


def test_sentences() -> None:
    reply = read_reply("Dr. J. Maier was born in St. Gallen. He died in 1910.\n1. Lund\n2. Malmö")
    assert [reply.text[s.span.start : s.span.end] for s in reply.sentences] == [
        "Dr. J. Maier was born in St. Gallen.",
        "He died in 1910.",
        "1. Lund",
        "2. Malmö",
    ]


def test_questions() -> None:
    assert read_question("Who wrote it?").wants_person
    assert read_question("Is it open?").wants_yes_or_no
    assert not read_question("Is it open or closed?").wants_yes_or_no
    assert read_question("Is it open or closed?").offers
    assert read_question("How many are there?").wants_amount
    assert read_question("What are the two capitals?").wants_several
    assert read_question("Which prize did he not win?").denies
    assert read_question("Where is the old town?").holds_run(("old", "town"))
    assert not read_question("Where is the old town?").holds_run(("town", "old"))
