"""Verdicts on whole responses: coverage of each gold answer, and whether an open answer is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphprobe.evaluation.records import Contradiction, Coverage
from graphprobe.text.readings import Verdict as Agreement
from graphprobe.text.values import mentions, parse_value


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the offline judge makes of one response.

    Attributes:
        coverage: one entry a gold answer, in their order.
        contradictions: claims that exclude the gold answers; empty: none.
        rationale: the reason in words.
    """

    coverage: tuple[Coverage, ...]
    contradictions: tuple[Contradiction, ...] = ()
    rationale: str = ""


def judge_offline(question: str, gold_answers: Sequence[str], response: str) -> Verdict:
    """Judges a response to a question all of whose gold answers are to be found (ElephantBench, 3.4).

    Args:
        question: what was asked.
        gold_answers: the accounts, each of them wanted.
        response: the answer, without reasoning.
    """
    answer = response.strip().removeprefix(question.strip())  # restating the question is no evidence
    coverage = tuple(_coverage(gold, answer) for gold in gold_answers)
    covered = sum(one.covered for one in coverage)
    return Verdict(coverage, rationale=f"{covered} of {len(coverage)} gold answers are given")


def is_correct(question: str, gold_answers: Sequence[str], response: str) -> bool:
    """Whether a response answers an open question whose gold answers are other words for one another.

    Args:
        question: what was asked.
        gold_answers: the answers that count as right; any of them will do.
        response: the answer, without reasoning.
    """
    verdict = judge_offline(question, gold_answers, response)
    return any(one.covered for one in verdict.coverage) and not verdict.contradictions


def _coverage(gold: str, response: str) -> Coverage:
    found = mentions(response, parse_value(gold))
    covered = found.verdict is Agreement.COMPATIBLE
    return Coverage(covered, gold if covered else "")
