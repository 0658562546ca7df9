"""Sending one question to one model of one endpoint: the only place that talks over the network.

There is one layer of retries, this one; the client library's own are off. Every question ends in a
:class:`Reply` or a :class:`Failure`, never in an exception.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar, cast

import openai

from graphprobe.llm.account import Purse
from graphprobe.llm.answers import Completion, Reply
from graphprobe.llm.dialect import Dialect, Message
from graphprobe.llm.failures import Failure, Stop, failure_in_body, failure_of_status
from graphprobe.llm.gate import Gate
from graphprobe.llm.redaction import Redactor
from graphprobe.llm.usage import Usage
from graphprobe.records import Status

logger = logging.getLogger(__name__)

T = TypeVar("T", Reply, Completion)
Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a question is kept up.

    Attributes:
        timeout: seconds one call may take.
        deadline: seconds all calls of a question may take together, waits included.
        tries: calls at most.
        first_wait: seconds before the second call; doubled with each further one, and jittered.
        longest_wait: seconds between two calls at most, unless the endpoint asks for more.
    """

    timeout: float = 300
    deadline: float = 1800
    tries: int = 8
    first_wait: float = 1
    longest_wait: float = 60

    def wait(self, tries: int) -> float:
        """Seconds to wait after so many calls."""
        return min(self.longest_wait, self.first_wait * 2.0 ** (tries - 1)) * random.uniform(0.5, 1.5)


@dataclass(frozen=True, slots=True)
class Question:
    """What goes to a model in one call.

    Attributes:
        messages: the chat.
        schema: schema of the answer; None: it's in free words.
        name: a name for the schema.
        form_in_words: the schema in words, where the endpoint takes none.
        parameters: what the user set.
    """

    messages: Sequence[Message]
    schema: Mapping[str, Any] | None
    name: str
    form_in_words: str
    parameters: Mapping[str, Any]


class Endpoint:
    """One model of one endpoint.

    Attributes:
        dialect: what it understands, as far as known.
        gate: how many calls may be under way.
        answered: whether it has ever answered.
    """

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str,
        dialect: Dialect,
        gate: Gate,
        patience: Patience,
        redact: Redactor,
    ) -> None:
        self.model = model
        self.dialect = dialect
        self.gate = gate
        self.answered = False
        self._client = client
        self._patience = patience
        self._redact = redact

    async def ask(
        self, question: Question, purse: Purse, patience: Patience | None = None
    ) -> Reply | Failure:
        """Asks until there is an answer, or no further call can help, or patience ends.

        Args:
            question: what to ask.
            purse: what pays for each call.
            patience: another patience than the endpoint's.
        """
        body = partial(self._body, question)
        return await self._keep_up(body, self._chat, self._learn, purse, patience or self._patience)

    async def complete(self, body: Body, purse: Purse) -> Completion | Failure:
        """Sends a text to the completions endpoint, until it's there or no further call can help.

        Args:
            body: the request without its model; ``prompt`` is the text.
            purse: what pays for each call.
        """
        return await self._keep_up(lambda: body, self._completion, _learn_nothing, purse, self._patience)

    async def _keep_up(
        self,
        make_body: Callable[[], Body],
        call: Callable[[Body, float], Awaitable[T | Failure]],
        learn: Callable[[Failure, Body], None],
        purse: Purse,
        patience: Patience,
    ) -> T | Failure:
        """The one layer of retries."""
        deadline: float | None = None
        tries = 0
        while True:
            async with self.gate.passing() as began:
                if refused := purse.open():
                    return refused
                deadline = deadline or began + patience.deadline
                body = make_body()
                outcome = None
                try:
                    outcome = await call(body, min(patience.timeout, max(1.0, deadline - began)))
                finally:
                    purse.close(outcome)
            if not isinstance(outcome, Failure):
                self.answered = True
                self.gate.went_well()
                return outcome
            if outcome.wait and outcome.wait > patience.deadline:
                return replace(outcome, stop=Stop.WAIT)
            if outcome.rate:
                self.gate.too_much(began, outcome.wait)
            learn(outcome, body)
            if make_body() != body:
                continue
            tries += 1
            wait = max(outcome.wait or 0.0, patience.wait(tries))
            if not outcome.transient or tries >= patience.tries or time.monotonic() + wait > deadline:
                return outcome
            logger.info("%s: trying again in %.1f s: %s", self.model, wait, outcome.note)
            await asyncio.sleep(wait)

    def _body(self, question: Question) -> dict[str, Any]:
        return self.dialect.body(
            question.messages, question.parameters, question.schema, question.name, question.form_in_words
        )

    def _learn(self, failure: Failure, body: Body) -> None:
        known = self.dialect.to_json()
        self.dialect.learn(failure, body)
        if self.dialect.to_json() != known:
            logger.warning("%s: asking in another way from now on: %s", self.model, failure.note)

    async def _chat(self, body: Body, timeout: float) -> Reply | Failure:
        started = time.monotonic()
        rest = _without(body, "messages")
        logger.debug("%s: sending %s", self.model, rest)
        messages = cast("Any", body["messages"])
        create = self._client.chat.completions.with_raw_response.create
        sent = create(model=self.model, messages=messages, extra_body=rest, timeout=timeout)
        text = await self._received(sent, timeout)
        return text if isinstance(text, Failure) else parse_response(text, time.monotonic() - started)

    async def _completion(self, body: Body, timeout: float) -> Completion | Failure:
        create = self._client.completions.with_raw_response.create
        sent = create(
            model=self.model, prompt=body["prompt"], extra_body=_without(body, "prompt"), timeout=timeout
        )
        text = await self._received(sent, timeout)
        return text if isinstance(text, Failure) else parse_completion(text)

    async def _received(self, sent: Awaitable[Any], timeout: float) -> str | Failure:
        """The body of a response, without secrets."""
        try:
            response = await asyncio.wait_for(sent, timeout)
        except openai.APIStatusError as error:
            headers = dict(error.response.headers)
            return failure_of_status(error.status_code, headers, self._redact.message(error.response.text))
        except (asyncio.TimeoutError, openai.APITimeoutError):
            note = f"no answer within {timeout:.0f} s"
            return Failure(Status.ERROR, note, transient=True, rate=True, maybe_paid=True)
        except openai.APIConnectionError as error:
            return _connection_failure(error)
        except Exception as error:  # whatever a transport comes up with, it's the trouble of one item
            note = self._redact.message(f"the call can't be made: {type(error).__name__}: {error}")
            return Failure(Status.ERROR, note)
        return self._redact.answer(response.http_response.content.decode("utf-8", "replace"))


def _without(body: Body, name: str) -> dict[str, Any]:
    return {other: value for other, value in body.items() if other != name}


def _learn_nothing(failure: Failure, body: Body) -> None:
    """Completions have one form."""


def parse_response(text: str, seconds: float) -> Reply | Failure:
    """The body of a response with status 200 as an answer, or why it's none."""
    data = _parse(text)
    if isinstance(data, Failure):
        return data
    usage = Usage.from_reply(data.get("usage"))
    choice = _choice(data, usage)
    if isinstance(choice, Failure):
        return choice
    message: dict[str, Any] = choice["message"] if isinstance(choice.get("message"), dict) else {}
    finish = str(choice.get("finish_reason") or "")
    content = _text(message.get("content"))
    reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    rest: dict[str, Any] = {"usage": usage, "reasoning": reasoning, "finish": finish}
    if message.get("refusal"):
        note = " ".join(f"the model refused: {message['refusal']}".split())[:300]
        return Failure(Status.REFUSED, note, **rest)
    if finish == "content_filter":
        return Failure(Status.FILTERED, "the endpoint's content filter stopped it", **rest)
    if not content.strip():
        if finish == "length":
            note = "all tokens went into reasoning" if reasoning else "it was cut off before its first word"
            return Failure(Status.TRUNCATED, note, **rest)
        return Failure(Status.EMPTY, "the answer is empty", **rest)
    return Reply(content, finish, reasoning, usage, seconds, str(data.get("model") or ""))


def parse_completion(text: str) -> Completion | Failure:
    """The body of a completions response with status 200, or why it's none."""
    data = _parse(text)
    if isinstance(data, Failure):
        return data
    usage = Usage.from_reply(data.get("usage"))
    choice = _choice(data, usage)
    if isinstance(choice, Failure):
        return choice
    return Completion(_text(choice.get("text")), choice.get("logprobs"), usage)


def _parse(text: str) -> dict[str, Any] | Failure:
    if not text.strip():
        return Failure(Status.EMPTY, "the response is empty", transient=True, maybe_paid=True)
    try:
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError
    except (ValueError, RecursionError):
        return Failure(
            Status.ERROR, "the response is cut off, or isn't JSON", transient=True, maybe_paid=True
        )
    return data


def _choice(data: Mapping[str, Any], usage: Usage) -> dict[str, Any] | Failure:
    choices = data.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0]
    if data.get("error"):
        return failure_in_body(data["error"])
    return Failure(Status.EMPTY, "the response holds no answer", transient=True, usage=usage)


def _text(content: Any) -> str:
    """A message's content as text: some endpoints give it in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _connection_failure(error: openai.APIConnectionError) -> Failure:
    """What a broken connection means: one that never came about cost nothing."""
    cause = type(error.__cause__).__name__
    never_sent = cause in ("ConnectError", "ConnectTimeout", "PoolTimeout")
    what = "the endpoint can't be reached" if never_sent else "the connection broke"
    return Failure(Status.ERROR, f"{what} ({cause})", transient=True, maybe_paid=not never_sent)
