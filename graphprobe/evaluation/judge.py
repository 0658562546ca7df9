"""Judges: from a question, its gold answers and an answer to a verdict, by rules or by a model.

A judge sees those three and nothing else, one response at a time. It says which gold answers are covered,
with the words of the answer that cover them, and which claims contradict them; the outcome follows from that
(:func:`~graphprobe.evaluation.records.outcome_of`), whatever the judge calls it. A verdict that can't be
read, or rests on words that the answer doesn't hold, is asked for once more, and then the response stays
unscored under its own status: a judge that was talked into "complete" has no words to show for it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from typing import Any, Protocol

from graphprobe.evaluation.offline import judge_offline, judge_open
from graphprobe.evaluation.records import Contradiction, Coverage, Judgment, outcome_of
from graphprobe.llm import Answer, Ask, Llm, Spending, load_prompt
from graphprobe.llm.replies import AssessmentReply, ContradictionReply, JudgeReply
from graphprobe.llm.templates import Values
from graphprobe.records import Status
from graphprobe.text.quotes import find_quote

OFFLINE = "offline"
MOST_CHARS = 50_000
PROMPT = load_prompt("judge", JudgeReply)

_AT_ONCE = 4  # batches much larger than what is under way, so that slow calls at a batch's end cost little
_GAP = re.compile(r"\s*(?:…|\.{3,})\s*")
_EMPHASIS = str.maketrans("", "", "*_`#")


@dataclass(frozen=True, slots=True)
class Case:
    """One response to judge: all that a judge sees, and its key.

    Attributes:
        item: the item's id.
        sample: index of the response's sample.
        question: what was asked.
        gold_answers: the gold answers, in the order of the item.
        answer: the answer, without its reasoning.
    """

    item: str
    sample: int
    question: str
    gold_answers: tuple[str, ...]
    answer: str


class Judge(Protocol):
    """What judges responses."""

    @property
    def name(self) -> str:
        """``offline`` or the model's name."""

    @property
    def prompt(self) -> str:
        """Name and version of the prompt, or of the rules."""

    @property
    def batch(self) -> int:
        """How many cases it takes at once."""

    def judge(self, cases: Sequence[Case], round_number: int) -> list[Judgment]:
        """One judgment a case, in their order; ``pending`` for those that weren't judged.

        Args:
            cases: the responses.
            round_number: which round of judging this is; a verdict of another round isn't used again.
        """

    def check(self) -> None:
        """Raises why judging can't go on, if it can't."""

    def spendings(self) -> list[Spending]:
        """What judging has taken so far; empty where it costs nothing."""


class OfflineJudge:
    """Rules over typed values and names; no model, no network.

    An answer of more than :data:`MOST_CHARS` characters comes of a model that doesn't stop; it's left
    unscored as ``too_long``.
    """

    name = OFFLINE
    batch = 256

    def __init__(self, *, alternatives: bool = False) -> None:
        """``alternatives``: gold answers are other words for one another, not accounts that differ."""
        self.prompt = f"rules@{version('graphprobe')}"
        self._verdict = judge_open if alternatives else judge_offline

    def judge(self, cases: Sequence[Case], round_number: int) -> list[Judgment]:
        """Judges each case by itself."""
        return [self._judge(case, round_number) for case in cases]

    def _judge(self, case: Case, round_number: int) -> Judgment:
        if len(case.answer) > MOST_CHARS:
            note = f"the answer has {len(case.answer):,} characters; at most {MOST_CHARS:,} are judged"
            return Judgment(
                case.item,
                case.sample,
                self.name,
                Status.TOO_LONG,
                note=note,
                prompt=self.prompt,
                round=round_number,
            )
        started = time.monotonic()
        verdict = self._verdict(case.question, case.gold_answers, case.answer)
        return Judgment(
            case.item,
            case.sample,
            self.name,
            Status.OK,
            verdict.coverage,
            verdict.contradictions,
            verdict.rationale,
            elapsed_seconds=time.monotonic() - started,
            prompt=self.prompt,
            round=round_number,
        )

    def check(self) -> None:
        """Rules can always go on."""

    def spendings(self) -> list[Spending]:
        """Rules cost nothing."""
        return []


def same_model(one: str, other: str) -> bool:
    """Whether two names are of one model, whoever serves it: ``openai/GPT-5`` is ``gpt-5``."""
    first, second = (name.strip().rsplit("/", 1)[-1].casefold() for name in (one, other))
    return first == second


class ModelJudge:
    """A language model that follows the rubric of ``llm/prompts/judge.md``."""

    prompt = PROMPT.id

    def __init__(self, llm: Llm, model: str) -> None:
        self.name = model
        self.batch = _AT_ONCE * llm.settings.concurrency
        self._llm = llm

    def judge(self, cases: Sequence[Case], round_number: int) -> list[Judgment]:
        """Asks about each case in a call of its own, so that an answer can speak for no other."""
        answers = self._llm.ask([_ask(case, round_number) for case in cases], self.name)
        return [_judged(case, answer, round_number) for case, answer in zip(cases, answers, strict=True)]

    def check(self) -> None:
        """Raises why asking stopped, if it did (:meth:`~graphprobe.llm.Llm.check`)."""
        self._llm.check()

    def spendings(self) -> list[Spending]:
        """Calls, tokens and dollars (:meth:`~graphprobe.llm.Llm.spendings`)."""
        return self._llm.spendings()


def _ask(case: Case, round_number: int) -> Ask[JudgeReply]:
    golds = {f"A{number}": gold for number, gold in enumerate(case.gold_answers, 1)}
    labels = list(golds)
    values: Values = {
        "question": case.question,
        "gold_answers": golds,
        "answer": case.answer,
        "labels": ", ".join(labels),
    }
    return Ask(
        f"{case.item} {case.sample}",
        PROMPT,
        values,
        check=lambda reply: _miscounted(reply, labels) or _misquoted(reply, case.answer),
        narrower=_schema(tuple(labels)),
        sample=round_number,
    )


@cache
def _schema(labels: tuple[str, ...]) -> Mapping[str, Any]:
    """The schema of a verdict on gold answers of these labels."""
    schema = deepcopy(PROMPT.schema)
    assessment = schema["properties"]["assessments"]["items"]
    assessment["properties"]["gold"]["enum"] = list(labels)
    return schema


def _miscounted(reply: JudgeReply, labels: Sequence[str]) -> str:
    """What is wrong with the assessments as a list; empty: each gold answer has one."""
    given = [one.gold.strip() for one in reply.assessments]
    if sorted(given) == sorted(labels):
        return ""
    return f"assessments must be one each of {', '.join(labels)}; there are: {', '.join(given) or 'none'}"


def _misquoted(reply: JudgeReply, answer: str) -> str:
    """Which words a verdict rests on that don't stand in the answer; empty: none."""
    problems = [
        f"the evidence for {one.gold} isn't a passage of the answer: {one.evidence!r}"
        for one in reply.assessments
        if one.covered and not _is_passage(answer, one.evidence)
    ]
    problems += [
        f"the claim isn't a passage of the answer: {one.claim!r}"
        for one in _claims(reply)
        if not _is_passage(answer, one.claim)
    ]
    return "; ".join(problems)


def _is_passage(answer: str, quote: str) -> bool:
    """Whether a quote is copied from the answer; emphasis, case and gaps marked by dots don't matter."""
    plain = _plain(answer)
    parts = [part for part in _GAP.split(_plain(quote)) if part.strip()]
    return bool(parts) and all(find_quote(plain, part) for part in parts)


def _plain(text: str) -> str:
    return text.translate(_EMPHASIS).casefold()


def _claims(reply: JudgeReply) -> list[ContradictionReply]:
    """The contradictions, without empty ones that some models put where there are none."""
    return [one for one in reply.contradictions if one.claim.strip() or one.reason.strip()]


def _judged(case: Case, answer: Answer[JudgeReply], round_number: int) -> Judgment:
    """What a model's answer comes to as a judgment."""
    judgment = Judgment(
        case.item,
        case.sample,
        answer.model,
        answer.status,
        note=answer.note,
        raw=answer.text,
        elapsed_seconds=answer.seconds,
        prompt=answer.prompt,
        round=round_number,
    )
    reply = answer.value
    if reply is None:
        return judgment
    return _with_verdict(judgment, reply, len(case.gold_answers))


def _with_verdict(judgment: Judgment, reply: JudgeReply, golds: int) -> Judgment:
    """A judgment with what a reply says; where the reply contradicts itself, its assessments count."""
    by_label = {one.gold.strip(): one for one in reply.assessments}
    coverage = tuple(_coverage(by_label[f"A{number}"]) for number in range(1, golds + 1))
    contradictions = tuple(Contradiction(one.claim, one.reason) for one in _claims(reply))
    computed = outcome_of([one.covered for one in coverage], bool(contradictions)).value
    agrees = reply.label == computed
    return replace(
        judgment,
        coverage=coverage,
        contradictions=contradictions,
        rationale=reply.reason,
        note="" if agrees else f"the judge called it {reply.label}, its own assessments say {computed}",
    )


def _coverage(assessment: AssessmentReply) -> Coverage:
    return Coverage(assessment.covered, assessment.evidence if assessment.covered else "")
