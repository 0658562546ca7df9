"""The two ways to the log-probabilities of a given text (:mod:`graphprobe.llm.logprobs`), call by call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from graphprobe.llm.answers import Completion
from graphprobe.llm.failures import Failure
from graphprobe.llm.logprobs import Misaligned, TokenScore, likely, read_echo
from graphprobe.records import Status

LIKELIEST = (20, 5, 100_000)
"""How many of the likeliest tokens are asked for: as most servers allow, as OpenAI does, all there are."""

Complete = Callable[[Mapping[str, Any]], Awaitable[Completion | Failure]]


class Method(str, Enum):
    """How log-probabilities are asked for: from the echo of a prompt, or token by token."""

    ECHO = "echo"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class ScoreAsk:
    """A text whose end is to be scored.

    Attributes:
        key: whatever the asker wants back with the scores.
        prompt: the whole text.
        start: offset from which on tokens matter.
    """

    key: Any
    prompt: str
    start: int


@dataclass(frozen=True, slots=True)
class Scored:
    """What became of a text.

    Attributes:
        status: ``ok`` when there are scores; ``unparsed`` when its tokens aren't those of the text.
        scores: its tokens from ``start`` on, with offsets that count from there.
        note: why it isn't ``ok``.
    """

    status: Status
    scores: tuple[TokenScore, ...] = ()
    note: str = ""


async def score(ask: ScoreAsk, method: Method, complete: Complete) -> Scored:
    """Scores one text.

    Args:
        ask: the text.
        method: the way.
        complete: sends a body to the completions endpoint.
    """
    body = {"prompt": ask.prompt, "max_tokens": 1, "temperature": 0, "echo": True, "logprobs": 1}
    echoed = await complete(body)
    if isinstance(echoed, Failure):
        return Scored(echoed.status, (), echoed.note)
    try:
        scores = read_echo(ask.prompt, echoed.logprobs, ask.start)
        if method is Method.NEXT:
            scores = await _token_by_token(ask, scores, echoed.usage.input, complete)
    except Misaligned as error:
        return Scored(Status.UNPARSED, (), str(error))
    except _CallFailed as error:
        return Scored(error.failure.status, (), error.failure.note)
    return Scored(Status.OK, tuple(scores))


class _CallFailed(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.note)
        self.failure = failure


async def _token_by_token(
    ask: ScoreAsk, tokens: list[TokenScore], length: int | None, complete: Complete
) -> list[TokenScore]:
    """The same tokens, each with its log-probability among what could come next.

    Raises:
        Misaligned: what stands before a token is other tokens when it stands alone.
    """
    found = []
    for number, token in enumerate(tokens):
        if not token.text:
            raise Misaligned(
                "a character of the text is made of several tokens, which have no text of their own"
            )
        before = ask.prompt[: ask.start + token.start]
        expected = None if length is None else length - (len(tokens) - number)
        found.append(
            replace(token, logprob=await _next(before, token.text, expected, complete), likeliest=None)
        )
    return found


async def _next(before: str, token: str, expected: int | None, complete: Complete) -> float:
    """The log-probability of a token after a text.

    Raises:
        Misaligned: the endpoint doesn't name it, or cuts the text into another number of tokens.
    """
    refused: Failure | None = None
    named = 0
    for most in LIKELIEST:
        if most < named:
            continue
        reply = await complete({"prompt": before, "max_tokens": 1, "temperature": 0, "logprobs": most})
        if isinstance(reply, Failure):
            if reply.code is None or reply.stop:
                raise _CallFailed(reply)
            refused = reply
            continue
        if expected is not None and reply.usage.input not in (None, expected):
            raise Misaligned("the text before a token is cut into other tokens when it stands alone")
        named, value = most, likely(reply.logprobs, token)
        if value is not None:
            return value
    if refused and refused.status is not Status.ERROR:
        raise _CallFailed(refused)
    raise Misaligned(f"{token!r} isn't among the likeliest tokens that the endpoint names")
