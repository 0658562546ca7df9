"""Answers in free words: what is asked, and what a reply comes to.

There is no form to check here, so all that matters is that only an answer counts as one: reasoning is set
apart, and what is reasoning without an end, cut off, empty or a refusal has a status of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphprobe.llm.answers import Reply
from graphprobe.llm.dialect import Message
from graphprobe.llm.extraction import UnfinishedReasoningError, split_reasoning
from graphprobe.llm.failures import Failure
from graphprobe.llm.usage import Usage
from graphprobe.records import Status

LENGTH = "length"
_TAGS = re.compile(r"</?[A-Za-z]+[^>]*>|\[/?THINK\]")
# Only a refusal to take the question up at all. "I can't say for sure, but ..." and "I don't know" are
# answers to a question, and what they are worth is for a judge to say.
_REFUSAL = re.compile(
    r"\W*(?:i[’']?m (?:very |really )?sorry|sorry|i apologi[sz]e|unfortunately)?[\s,.:;–—-]*(?:but )?"
    r"(?:as an ai[^.]{0,40}, )?"
    r"i(?: am|[’']m)? ?(?:can(?:no|[’'])t|cannot|unable to|not able to|won[’']t|must decline to)"
    r" (?:(?:help|assist)(?: you)? with|comply with|fulfil+|engage (?:in|with)|discuss|respond to|answer)"
    r" (?:that|this|your|such)\b[^.!?]*[.!?]?",
    re.IGNORECASE,
)
_REFUSAL_CHARS = 400


@dataclass(frozen=True, slots=True)
class FreeAsk:
    """A chat that is to be answered in free words.

    Attributes:
        key: whatever the asker wants back with the answer.
        messages: the chat.
        parameters: what goes into the request beside it.
    """

    key: Any
    messages: Sequence[Message]
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FreeAnswer:
    """What became of a chat.

    Attributes:
        status: ``ok`` when there is an answer; ``pending`` when it wasn't asked, since asking had to stop.
        text: the answer without its reasoning; what there is of it when it was cut off; else None.
        reasoning: the reasoning, in the answer or beside it.
        note: why it isn't ``ok``.
        finish: why it ended, in the endpoint's word.
        usage: tokens of the call; None: no reply came.
        seconds: how long the call took.
    """

    status: Status
    text: str | None = None
    reasoning: str = ""
    note: str = ""
    finish: str = ""
    usage: Usage | None = None
    seconds: float = 0.0


def read_text(text: str, finish: str, reasoning: str = "") -> FreeAnswer:
    """What a message comes to.

    Args:
        text: its content, reasoning and all.
        finish: why it ended, in the endpoint's word.
        reasoning: reasoning that came beside the content.
    """
    try:
        inside, answer = split_reasoning(text)
    except UnfinishedReasoningError as error:
        return FreeAnswer(Status.TRUNCATED, None, _untagged(text) or reasoning, str(error), finish)
    thought = _untagged(inside) or reasoning.strip()
    if finish == LENGTH:
        note = "the answer was cut off" if answer.strip() else "all tokens went into reasoning"
        return FreeAnswer(Status.TRUNCATED, answer.strip() or None, thought, note, finish)
    if not answer.strip():
        return FreeAnswer(Status.EMPTY, None, thought, "the answer is empty", finish)
    if is_refusal(answer):
        return FreeAnswer(Status.REFUSED, answer.strip(), thought, "the model refused in words", finish)
    return FreeAnswer(Status.OK, answer.strip(), thought, "", finish)


def read_outcome(outcome: Reply | Failure, seconds: float) -> FreeAnswer:
    """What a call came to.

    Args:
        outcome: what the endpoint answered.
        seconds: how long all calls for it took, for one that failed.
    """
    if isinstance(outcome, Reply):
        found = read_text(outcome.text, outcome.finish, outcome.reasoning)
        return replace(found, usage=outcome.usage, seconds=outcome.seconds)
    status, note, usage = outcome.status, outcome.note, outcome.usage
    return FreeAnswer(status, None, outcome.reasoning, note, outcome.finish, usage, seconds)


def is_refusal(text: str) -> bool:
    """Whether a text, without its reasoning, is a refusal to take the question up (English only)."""
    return len(text) <= _REFUSAL_CHARS and bool(_REFUSAL.match(text))


def _untagged(reasoning: str) -> str:
    """Reasoning without the tags around it; empty when there is nothing between them."""
    return _TAGS.sub("", reasoning).strip()
