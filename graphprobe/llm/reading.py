"""What a reply comes to: a value or why there is none, and whether asking once more may help."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from graphprobe.llm.answers import Answer, Ask, Reply
from graphprobe.llm.extraction import (
    NoObjectError,
    UnfinishedReasoningError,
    UnreadableError,
    is_refusal,
    read_object,
    split_reasoning,
)
from graphprobe.records import Status

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply comes to.

    Attributes:
        status: ``ok`` when the value can be used.
        value: what was read; there is one too when only the asker's check found something wrong with it.
        problem: what is wrong, in words for the model.
        text: the reply without its reasoning.
        again: whether asking once more may help.
        no_object: there is no JSON object in the reply at all.
    """

    status: Status
    value: Any = None
    problem: str = ""
    text: str = ""
    again: bool = False
    no_object: bool = False


def read_reply(reply: Reply, ask: Ask[Any]) -> Reading:
    """Reads a reply. One that was cut off counts only if its object is whole."""
    try:
        _, text = split_reasoning(reply.text)
    except UnfinishedReasoningError as error:
        return Reading(Status.TRUNCATED, problem=str(error))
    if is_refusal(text):
        return Reading(Status.REFUSED, problem="the model refused in words")
    try:
        value = read_object(text, ask.prompt.reply, ask.schema)
    except UnreadableError as error:
        if reply.finish == "length":
            return Reading(Status.TRUNCATED, problem="the answer was cut off")
        no_object = isinstance(error, NoObjectError)
        return Reading(Status.UNPARSED, None, str(error), text, again=True, no_object=no_object)
    problem = ask.check(value) if ask.check else ""
    status = Status.UNPARSED if problem else Status.OK
    return Reading(status, value, problem, text, again=bool(problem))


def refuses(reply: Reply) -> bool:
    """Whether a reply is a refusal in words; such a one isn't kept."""
    try:
        return is_refusal(split_reasoning(reply.text)[1])
    except UnfinishedReasoningError:
        return False


def settle(answer: Answer[M], ask: Ask[M], last: Reading, first: Reading | None) -> Answer[M]:
    """The answer in its final form.

    Args:
        answer: the answer so far.
        ask: what was asked.
        last: what the last reply came to.
        first: what the first came to, if there was a re-ask.
    """
    if last.status is Status.OK:
        return replace(answer, status=Status.OK, value=last.value)
    for reading in (last, first):
        if ask.salvage and reading and reading.value is not None:
            left = ask.salvage(reading.value)
            if left is not None:
                return replace(answer, status=Status.OK, value=left, note=reading.problem)
    return replace(answer, status=last.status, note=last.problem)
