"""Checks of a probe item that need no model: each is a pure function that returns the reasons it found.

They hold for questions from templates and for questions written by a model alike. Words are compared as
tokens, so that the answer "10" is found in "the 10 towns" but not in "1910".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from graphprobe.questions.reasons import Reason
from graphprobe.questions.wording import Wording
from graphprobe.text.normalize import fold
from graphprobe.text.values import Kind, Value, Verdict, compare
from graphprobe.text.words import contains, states, tokens

NAMED_ENTITY, CLUE_BASED = "named_entity", "clue_based"
FORMULATIONS = (NAMED_ENTITY, CLUE_BASED)

_CITATION = re.compile(r"\[[^\]]*\]|https?://|www\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProbeItem:
    """A conflict made into questions, as far as the checks need it.

    Attributes:
        names: every way the subject is named.
        golds: the value of each account.
        questions: the question of each formulation.
    """

    names: tuple[str, ...]
    golds: tuple[Value, ...]
    questions: dict[str, str]


def check_item(item: ProbeItem, wording: Wording) -> list[str]:
    """All reasons why the item can't be released; none when it's fit."""
    problems = check_golds(item.golds) + check_formulations(item.questions)
    for formulation, question in sorted(item.questions.items()):
        problems += check_question(formulation, question, item.names, item.golds, wording)
    return problems


def check_question(
    formulation: str, question: str, names: Iterable[str], golds: Sequence[Value], wording: Wording
) -> list[str]:
    """All reasons why one question can't be released; none when it's fit."""
    found: Mapping[Reason, list[str]] = {
        Reason.ILL_FORMED: check_form(question, wording),
        Reason.HOLDS_ANSWER: check_leaks(question, golds),
        Reason.HINTS: check_hints(question, wording),
        Reason.NAMES_SUBJECT: check_name_absent(question, names, wording)
        if formulation == CLUE_BASED
        else [],
    }
    return [
        reason.note(f"{formulation}: {detail}") for reason, details in found.items() for detail in details
    ]


def check_golds(golds: Sequence[Value]) -> list[str]:
    """Two golds at least, each pair of them incompatible."""
    if len(golds) < 2:
        return [Reason.TOO_FEW_ANSWERS.note(str(len(golds)))]
    return [
        Reason.SAME_ANSWERS.note(f"{a.text!r} and {b.text!r}")
        for a, b in combinations(golds, 2)
        if fold(a.text) == fold(b.text) or compare(a, b).verdict is Verdict.COMPATIBLE
    ]


def check_formulations(questions: Iterable[str]) -> list[str]:
    """Both formulations are there."""
    return [Reason.MISSING_FORM.note(name) for name in FORMULATIONS if name not in set(questions)]


def check_form(question: str, wording: Wording) -> list[str]:
    """One sentence that ends in a question mark, of a readable length, without leftovers of a page."""
    problems = []
    if not question.endswith("?") or question.count("?") != 1:
        problems.append("doesn't end in one question mark")
    if not wording.least_length <= len(question) <= wording.most_length:
        problems.append(f"has {len(question)} characters")
    if _CITATION.search(question):
        problems.append("holds a citation or an address")
    if "  " in question or "\n" in question or question != question.strip():
        problems.append("has stray spaces")
    if question.count("(") != question.count(")"):
        problems.append("has an open parenthesis")
    if "{" in question or "}" in question:
        problems.append("holds an unfilled place of its template")
    if not question[:1].isupper():
        problems.append("doesn't begin with a capital letter")
    return problems


def check_leaks(question: str, golds: Iterable[Value]) -> list[str]:
    """No answer stands in the question: not as words, and not as an amount or date that agrees with it."""
    given = [*states(question, golds), *(gold for gold in golds if _names_the_place(question, gold))]
    return [f"holds the answer {gold.text!r}" for gold in dict.fromkeys(given)]


def _names_the_place(question: str, gold: Value) -> bool:
    """Whether a question names a place without what it lies in: "Thimphu" of "Thimphu, Bhutan"."""
    return gold.kind is Kind.PLACE and contains(tokens(question), tokens(gold.text.split(",")[0]))


def check_hints(question: str, wording: Wording) -> list[str]:
    """Nothing in the question tells that answers differ."""
    asked = tokens(question)
    return [f"hints at several answers: {hint!r}" for hint in wording.hints if contains(asked, tokens(hint))]


def check_name_absent(question: str, names: Iterable[str], wording: Wording) -> list[str]:
    """No name of the subject, nor a telling part of one ("Leakey" of "Mary Leakey"), is in the question."""
    asked = tokens(question)
    parts = {part for name in names for part in telling_parts(name, wording)}
    return [f"names the subject: {' '.join(part)!r}" for part in sorted(parts) if contains(asked, part)]


def telling_parts(name: str, wording: Wording) -> set[tuple[str, ...]]:
    """What gives a name away: the whole of it, and each word of it that isn't shared by many names.

    What follows a comma or stands in parentheses says where or what the thing is: "Hiram, Maine" may be
    told by its state.
    """
    whole = tokens(name)
    if len(whole) == 1 and whole[0] in wording.common_name_words:
        return set()
    proper = tokens(re.split(r",|\(", name)[0])
    single = {(word,) for word in proper if word not in wording.common_name_words and len(word) > 1}
    return ({whole} if whole else set()) | single


def repetitions(questions: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Items with a question that another item asks too, each with that item; the first by id stays.

    Args:
        questions: pairs of item id and question, several an item.
    """
    by_item: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for item, question in questions:
        by_item[item].add(tokens(question))
    asked_by: dict[tuple[str, ...], str] = {}
    repeating: dict[str, str] = {}
    for item, asked in sorted(by_item.items()):
        earlier = sorted(asked_by[question] for question in asked if question in asked_by)
        if earlier:
            repeating[item] = earlier[0]
        else:
            asked_by.update(dict.fromkeys(asked, item))
    return repeating
