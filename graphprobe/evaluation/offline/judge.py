"""Verdicts on whole responses: coverage of each gold answer, and whether an open answer is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphprobe.evaluation.offline.golds import Gold, read_gold, shared_keys
from graphprobe.evaluation.offline.matching import Match, find
from graphprobe.evaluation.offline.questions import Question, read_question
from graphprobe.evaluation.offline.replies import Reply, read_reply
from graphprobe.evaluation.offline.rivals import Rival, answers_instead, choices
from graphprobe.evaluation.records import Contradiction, Coverage


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

    The gold answers exclude one another: a claim that agrees with several of them as well as with one tells
    none ("August 1910" for two days of that month), and a word that all have is no evidence of any.

    Args:
        question: what was asked.
        gold_answers: the accounts, each of them wanted.
        response: the answer, without reasoning.
    """
    asked, reply = read_question(question), read_reply(response)
    shared = shared_keys(gold_answers)
    golds = [read_gold(gold, asked, shared) for gold in gold_answers]
    matches = _find_all(golds, reply, asked)
    given = [match.span for match in matches if match]
    rivals = [*choices(golds, given, reply, asked), *answers_instead(golds, given, reply, asked)]
    return _verdict(golds, matches, rivals, reply)


def judge_open(question: str, gold_answers: Sequence[str], response: str) -> Verdict:
    """Judges a response to an open question whose gold answers are other words for one another.

    Any gold answer is enough wherever it stands, unless the response leaves the choice to the reader.

    Args:
        question: what was asked.
        gold_answers: the answers that count as right.
        response: the answer, without reasoning.
    """
    asked, reply = read_question(question), read_reply(response)
    golds = [read_gold(gold, asked) for gold in gold_answers]
    matches = _find_all(golds, reply, asked)
    given = [match.span for match in matches if match]
    rivals = [*choices(golds, given, reply, asked)] if given else [*answers_instead(golds, (), reply, asked)]
    return _verdict(golds, matches, rivals, reply)


def is_correct(question: str, gold_answers: Sequence[str], response: str) -> bool:
    """Whether a response answers an open question right, by ``judge_open``."""
    verdict = judge_open(question, gold_answers, response)
    return any(one.covered for one in verdict.coverage) and not verdict.contradictions


def _find_all(golds: Sequence[Gold], reply: Reply, question: Question) -> list[Match | None]:
    return [find(gold, [*golds[:n], *golds[n + 1 :]], reply, question) for n, gold in enumerate(golds)]


def _verdict(
    golds: Sequence[Gold], matches: Sequence[Match | None], rivals: Sequence[Rival], reply: Reply
) -> Verdict:
    coverage = tuple(
        Coverage(True, reply.quote(match.span)) if match else Coverage(False) for match in matches
    )
    contradictions = tuple(Contradiction(reply.quote(rival.span), rival.reason) for rival in rivals)
    said = [
        f"{gold.text}: given ({match.how})" if match else f"{gold.text}: not given"
        for gold, match in zip(golds, matches, strict=True)
    ]
    said += [f"contradicted by {one.claim}" for one in contradictions]
    return Verdict(coverage, contradictions, "; ".join(said))
