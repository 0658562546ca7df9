"""Checks by code: every one says no where it must, and yes where a careless one would raise a false alarm."""

from __future__ import annotations

import pytest

from graphprobe.questions.checks import (
    CLUE_BASED,
    NAMED_ENTITY,
    ProbeItem,
    check_form,
    check_formulations,
    check_golds,
    check_hints,
    check_item,
    check_leaks,
    check_name_absent,
    repetitions,
)
from graphprobe.questions.reasons import Reason
from graphprobe.questions.wording import load_wording
from graphprobe.text.values import Kind, Value, parse_value

WORDING = load_wording()


def values(*pairs: tuple[str, Kind]) -> list[Value]:
    return [parse_value(text, kind) for text, kind in pairs]


@pytest.mark.parametrize(
    ("question", "gold", "kind"),
    [
        ("Who won the 10 towns race?", "10", Kind.NUMBER),
        ("Who led the party to 12,500 votes?", "12500", Kind.NUMBER),
        ("What is the flag of the Ü people?", "ü", Kind.TEXT),
        ("When did the flood of August 1910 happen?", "26 August 1910", Kind.DATE),
        ("Where is the Paris Observatory?", "Paris", Kind.PLACE),
        ("Where is the school that shaped Thimphu?", "Thimphu, Bhutan", Kind.PLACE),
        ("What did the $4 phone cost?", "USD 4", Kind.MONEY),
        ("Who founded Ford Motor Company with henry ford?", "Henry Ford", Kind.PERSON),
    ],
)
def test_an_answer_inside_the_question_is_found(question: str, gold: str, kind: Kind) -> None:
    assert check_leaks(question, values((gold, kind))) == [f"holds the answer {gold!r}"]


@pytest.mark.parametrize(
    ("question", "gold", "kind"),
    [
        ("What happened in 1910?", "10", Kind.NUMBER),
        ("Who won 12,500 votes?", "12", Kind.NUMBER),
        ("Where is Parisville?", "Paris", Kind.PLACE),
        ("When was the third museum opened?", "mus", Kind.TEXT),
        ("When did the 1979 Nobel laureate found the order?", "1950", Kind.DATE),
    ],
)
def test_an_answer_inside_another_word_is_no_leak(question: str, gold: str, kind: Kind) -> None:
    assert check_leaks(question, values((gold, kind))) == []


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("When was the physicist Marie Curie born?", "Marie Curie"),
        ("When did the wife of Pierre Curie die?", "Marie Curie"),
        ("When was the nun who was called Teresa born?", "Mother Teresa"),
        ("Who directed the film about the Société?", "The Societe"),
        ("What is the population of the city on the Broken river?", "Broken Bow"),
    ],
)
def test_a_name_or_its_telling_part_is_found(question: str, name: str) -> None:
    assert check_name_absent(question, [name], WORDING)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("When was the university in the north founded?", "University of Northumbria"),
        ("How long is the river that flows through Serbia?", "Golijska Moravica River"),
        ("When was the curious film released?", "Marie Curie"),
        ("When did the order of nuns open its house?", "The House of the Order"),
        ("What is the population of the town in Maine?", "Hiram, Maine"),
        ("When was the film released?", "Interiors (1978 film)"),
    ],
)
def test_common_words_of_a_name_give_nothing_away(question: str, name: str) -> None:
    assert check_name_absent(question, [name], WORDING) == []


def test_golds_are_two_at_least_and_differ() -> None:
    assert check_golds(values(("1974", Kind.DATE), ("1976", Kind.DATE))) == []
    assert check_golds(values(("1974", Kind.DATE))) == [Reason.TOO_FEW_ANSWERS.note("1")]
    assert check_golds([]) == [Reason.TOO_FEW_ANSWERS.note("0")]
    assert check_golds(values(("One", Kind.TEXT), ("one", Kind.TEXT))) == [
        Reason.SAME_ANSWERS.note("'One' and 'one'")
    ]
    same = values(("26 August 1910", Kind.DATE), ("August 1910", Kind.DATE))
    assert check_golds(same) == [Reason.SAME_ANSWERS.note("'26 August 1910' and 'August 1910'")]


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("When was Mother Teresa born", "doesn't end in one question mark"),
        ("When? Where was Mother Teresa born?", "doesn't end in one question mark"),
        ("Who is it?", "has 10 characters"),
        ("When was Mother Teresa [2] born?", "holds a citation or an address"),
        ("When was Mother  Teresa born?", "has stray spaces"),
        ("When was {subject} really born?", "holds an unfilled place of its template"),
        ("when was Mother Teresa born?", "doesn't begin with a capital letter"),
    ],
)
def test_form(question: str, problem: str) -> None:
    assert problem in check_form(question, WORDING)


def test_a_question_that_is_too_long() -> None:
    assert check_form(f"When was {'very ' * 80}old Teresa born?", WORDING) == ["has 425 characters"]


@pytest.mark.parametrize(
    "question",
    [
        "When, according to some sources, was Mother Teresa born?",
        "What are the disputed birth dates of Mother Teresa?",
        "When was Mother Teresa reportedly born?",
        "Was Mother Teresa born on either of two days?",
    ],
)
def test_hints(question: str) -> None:
    assert check_hints(question, WORDING)


@pytest.mark.parametrize(
    "question", ["When did the resourceful Teresa move?", "Who accounted for the loss of the ship?"]
)
def test_words_that_only_resemble_hints(question: str) -> None:
    assert check_hints(question, WORDING) == []


def test_both_formulations_are_needed() -> None:
    assert check_formulations([NAMED_ENTITY, CLUE_BASED]) == []
    assert check_formulations([NAMED_ENTITY]) == [Reason.MISSING_FORM.note("clue_based")]


def test_repetitions_are_found_whatever_their_case_and_spaces() -> None:
    asked = [("b", "When was  it founded?"), ("a", "When was it FOUNDED ?"), ("c", "Who founded it?")]
    assert repetitions(asked) == {"b": "a"}


def test_of_two_items_that_repeat_each_other_one_stays() -> None:
    asked = [("a", "Who?"), ("b", "Who?"), ("a", "When?"), ("b", "When?"), ("c", "When?"), ("d", "Where?")]
    assert repetitions(asked) == {"b": "a", "c": "a"}


def test_a_sound_item_passes_and_a_bad_one_has_all_its_problems() -> None:
    golds = tuple(values(("26 August 1910", Kind.DATE), ("27 August 1910", Kind.DATE)))
    named = "When was Mother Teresa born?"
    clue = "When was the nun who founded the Missionaries of Charity and died in Kolkata born?"
    names = ("Mother Teresa", "Teresa of Calcutta")
    assert check_item(ProbeItem(names, golds, {NAMED_ENTITY: named, CLUE_BASED: clue}), WORDING) == []
    bad = ProbeItem(names, golds[:1], {CLUE_BASED: "When was the disputed saint Teresa born?"})
    assert check_item(bad, WORDING) == [
        Reason.TOO_FEW_ANSWERS.note("1"),
        Reason.MISSING_FORM.note("named_entity"),
        Reason.HINTS.note("clue_based: hints at several answers: 'disputed'"),
        Reason.NAMES_SUBJECT.note("clue_based: names the subject: 'teresa'"),
    ]
