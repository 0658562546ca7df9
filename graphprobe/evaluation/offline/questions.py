"""A question as the judge reads it: its words, which are no evidence, and what sort of answer it wants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graphprobe.evaluation.offline.words import FUNCTION_WORDS, keys, read_words

_YES_NO = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|must)\b(?!.*\bor\b)",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\bwho(?:se|m)?\b|\b(?:actor|actress|artist|author|character|composer|director|emperor|host|inventor|king"
    r"|minister|musician|novelist|painter|person|player|poet|politician|presenter|president|prince|princess"
    r"|queen|ruler|scientist|singer|writer)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:(?:what|who|which|where)\s+(?:\w+\s+){0,2}(?:are|were)|name|list|two|three|four|five|six|all|both)\b",
    re.I,
)
_AMOUNT = re.compile(
    r"\bhow\s+(?:many|much|long|old|far|tall|high|big|large|deep|fast|often|wide|heavy)\b", re.I
)
_DENIAL = re.compile(r"\b(?:not|never|except)\b|n['’]t\b", re.I)


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked.

    Attributes:
        text: the question.
        sequence: the keys of its words, in order.
        words: the same, as a set.
        telling: those that say something.
        wants_person: it asks who.
        wants_yes_or_no: it asks whether.
        wants_amount: it asks how many, how long and the like.
        wants_several: it asks for more than one.
        offers: it names the answers to choose from ("is it public or private").
        denies: it asks about what isn't or wasn't so.
    """

    text: str
    sequence: tuple[str, ...]
    words: frozenset[str]
    telling: frozenset[str]
    wants_person: bool
    wants_yes_or_no: bool
    wants_amount: bool
    wants_several: bool
    offers: bool
    denies: bool

    def holds_run(self, run: tuple[str, ...]) -> bool:
        """Whether the keys stand in the question in this order, next to one another."""
        last = len(self.sequence) - len(run)
        return any(self.sequence[i : i + len(run)] == run for i in range(last + 1))


@lru_cache(maxsize=4096)
def read_question(text: str) -> Question:
    """Reads a question."""
    sequence = keys(read_words(text))
    return Question(
        text,
        sequence,
        frozenset(sequence),
        frozenset(sequence) - FUNCTION_WORDS,
        wants_person=_WHO.search(text) is not None,
        wants_yes_or_no=_YES_NO.match(text) is not None,
        wants_amount=_AMOUNT.search(text) is not None,
        wants_several=_SEVERAL.search(text) is not None,
        offers="or" in sequence,
        denies=_DENIAL.search(text) is not None,
    )
