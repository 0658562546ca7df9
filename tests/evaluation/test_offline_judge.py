"""The offline judge on tables of hand-made cases, and what holds for any text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from graphprobe.evaluation.offline import is_correct, judge_offline, judge_open
from graphprobe.evaluation.records import Outcome, outcome_of

HERE = Path(__file__).parent


class Case(NamedTuple):
    group: str
    question: str
    golds: tuple[str, ...]
    response: str
    expected: str


def _cases(name: str, outcomes: tuple[str, ...]) -> list[Case]:
    groups: dict[str, list[dict[str, Any]]] = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return [
        Case(group, item["question"], tuple(item["golds"]), str(response), outcome)
        for group, items in groups.items()
        for item in items
        for outcome in outcomes
        for response in item.get(outcome, ())
    ]


OPEN = _cases("offline_open.yaml", ("right", "wrong"))
ACCOUNTS = _cases("offline_accounts.yaml", ("complete", "partial", "failed", "contradicted"))


def _id(case: Case) -> str:
    return f"{case.group}: {case.response}"


def test_the_tables_are_large() -> None:
    assert len(OPEN) + len(ACCOUNTS) >= 250


@pytest.mark.parametrize("case", OPEN, ids=_id)
def test_open_question(case: Case) -> None:
    verdict = judge_open(case.question, case.golds, case.response)
    assert is_correct(case.question, case.golds, case.response) is (case.expected == "right"), verdict


@pytest.mark.parametrize("case", ACCOUNTS, ids=_id)
def test_accounts(case: Case) -> None:
    verdict = judge_offline(case.question, case.golds, case.response)
    outcome = outcome_of([one.covered for one in verdict.coverage], bool(verdict.contradictions))
    assert bool(verdict.contradictions) is (case.expected == "contradicted"), verdict
    assert outcome is Outcome("failed" if case.expected == "contradicted" else case.expected), verdict


@pytest.mark.parametrize("case", [*OPEN, *ACCOUNTS], ids=_id)
def test_evidence_and_claims_are_words_of_the_response(case: Case) -> None:
    for judge in (judge_open, judge_offline):
        verdict = judge(case.question, case.golds, case.response)
        assert len(verdict.coverage) == len(case.golds)
        assert all(bool(one.evidence) is one.covered for one in verdict.coverage)
        quoted = [one.evidence for one in verdict.coverage] + [one.claim for one in verdict.contradictions]
        assert all(words in case.response for words in quoted)
        assert all(one.claim and one.reason for one in verdict.contradictions)
        assert all(gold in verdict.rationale for gold in case.golds)


HOSTILE = (
    "",
    " \n\t ",
    "?",
    "not",
    "or",
    "not or, either nor — (",
    "\x00\ufffd\u202e",
    "𝟙𝟚 Ⅷ ½ ٣",
    "[1][2]**``",
    "1" * 5000,
    "a" * 5000,
    "1910 or " * 500,
    "A. B. C. " * 500,
    "not " * 2000,
    "abc " + "A" * 200 + "!",
    "or, " * 1000,
    "A B " * 1000,
    "(" * 2000,
    '"“”' * 300,
    "他生于1910年。",
)


@pytest.mark.parametrize("response", HOSTILE, ids=lambda text: repr(text[:20]))
def test_any_text_gets_a_verdict(response: str) -> None:
    for question, golds in (("", [response, "1910"]), (response, ["1910", "Anna Keller"]), ("Who?", [])):
        verdict = judge_offline(question, golds, response)
        assert len(verdict.coverage) == len(golds)
        assert is_correct(question, golds, response) in (True, False)
        assert judge_offline(question, golds, response) == verdict


def test_no_gold_answers_are_never_right() -> None:
    assert not is_correct("Who?", [], "Anna Keller")


def test_a_long_response_takes_time_in_proportion() -> None:
    """Ten times the text takes no more than some twenty times as long."""
    sentence = "In 1910 the town of Lund had 12,400 inhabitants, not 11,000, and Anna Keller was its mayor. "
    judge_offline("Who was it?", ["Peter Maier", "Eva Holm"], sentence)
    times = []
    for size in (50, 500):
        tries = []
        for _ in range(3):  # the best of them tells least of what else the machine does
            started = time.perf_counter()
            judge_offline("Who was it?", ["Peter Maier", "Eva Holm"], sentence * size)
            tries.append(time.perf_counter() - started)
        times.append(min(tries))
    assert times[1] < 25 * times[0]
