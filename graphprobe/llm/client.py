"""The synchronous front of the room: items in, one answer an item out, whatever the endpoint does.

A question goes through the cache, the context limit, the budget, the endpoint, the reader of answers and at
most one re-ask. Calls run concurrently in an event loop of their own, so that this works in a notebook too.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import openai
from pydantic import BaseModel

from graphprobe.config import LlmSettings
from graphprobe.errors import ConfigError
from graphprobe.llm.account import Account, Purse, Spending
from graphprobe.llm.answers import Answer, Ask, Completion, Reply
from graphprobe.llm.cache import AnswerCache, answer_key
from graphprobe.llm.dialect import Dialect, Message
from graphprobe.llm.endpoint import Endpoint, Patience, Question
from graphprobe.llm.estimate import Estimate, estimate_calls
from graphprobe.llm.failures import Failure, stop_error
from graphprobe.llm.free_text import FreeAnswer, FreeAsk, read_outcome
from graphprobe.llm.gate import Gate
from graphprobe.llm.reading import Reading, read_reply, refuses, settle
from graphprobe.llm.redaction import KEY_VARIABLE, Redactor, find_key
from graphprobe.llm.replies import ProbeReply
from graphprobe.llm.scoring import Method, ScoreAsk, Scored, score
from graphprobe.llm.templates import Instruction, Prompt, ask_again, form_in_words, load_prompt, render
from graphprobe.llm.tokens import MARGIN, count_messages
from graphprobe.llm.usage import Model, Usage, load_models
from graphprobe.records import Status

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R", Reply | Failure, Completion | Failure)

NEEDS_KEY = "api.openai.com"
NO_KEY = "none"  # the client library insists on a key; endpoints without one ignore it
SCORING = "scoring"  # log-probabilities in the account of spendings; they have no prompt
PROBE_TRIES = 3
PROBE_SECONDS = 120.0
SILENCE = 5  # so many questions that fail before there is any answer, and the endpoint counts as not there


class Llm:
    """Language models of one endpoint, as the settings name them. A context manager.

    Asking never raises for one item: each ends in a status. When nothing that is sent later can succeed
    either (the budget is spent, the key was revoked), the items that weren't asked are ``pending`` and
    :meth:`check` raises.
    """

    def __init__(self, settings: LlmSettings, *, patience: Patience | None = None) -> None:
        """Reads prices and opens the cache; nothing is sent.

        Args:
            settings: which models, where, and what they may cost.
            patience: how long to keep up a question; None: by the settings.

        Raises:
            ConfigError: a budget without prices, an address with a key in it, or a file that can't be read.
        """
        self.settings = settings
        self.base_url = _checked_url(settings.base_url)
        self._models = load_models(settings.models)
        named = [settings.model, *settings.model_for.values()]
        for model in filter(None, named):
            self._check_price(model)
        self._patience = patience or Patience(settings.timeout, settings.deadline)
        self._account = Account(settings.budget)
        self._cache = AnswerCache(settings.cache)
        self._endpoints: dict[str, Endpoint] = {}
        self._kept_dialects: dict[str, str] = {}
        self._probed: set[str] = set()
        self._silence = 0
        self._under_way: dict[bytes, asyncio.Future[Reply | Failure]] = {}
        self._client: openai.AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._redact = Redactor([])

    def __enter__(self) -> Llm:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections and closes the cache; may be called twice."""
        if self._loop and self._thread:
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = self._thread = self._client = None
        self._cache.close()

    def model_for(self, stage: str) -> str | None:
        """The model of a stage, or None: rules alone."""
        return self.settings.model_for.get(stage, self.settings.model)

    def identity(self, prompt: Prompt[Any], model: str) -> dict[str, Any]:
        """What results depend on, for a stage's fingerprint: model, prompt with its hash, parameters."""
        return {
            "model": model,
            "prompt": f"{prompt.id}:{prompt.fingerprint}",
            "parameters": self.settings.parameters,
        }

    @property
    def budget(self) -> float | None:
        """Most dollars this command may spend; may be raised at any time, and asking goes on."""
        return self._account.budget

    @budget.setter
    def budget(self, dollars: float | None) -> None:
        self._account.budget = dollars

    @property
    def spent(self) -> float:
        """Dollars spent by this command; calls of unknown cost enter with what was expected of them."""
        return self._account.spent

    def spendings(self) -> list[Spending]:
        """Calls, tokens and dollars of this command, by prompt and model."""
        return self._account.spendings()

    def dialect(self, model: str) -> Dialect:
        """What the endpoint is known to understand for a model, for the record of a run."""
        endpoint = self._endpoints.get(model)
        return endpoint.dialect if endpoint else self._cache.dialect(self.base_url, model)

    def check(self) -> None:
        """Raises why asking stopped, if it did.

        Raises:
            PartialError: the budget is spent, or the endpoint asks to wait very long.
            ConfigError: the endpoint no longer takes the key or the model, or the account has no credit.
        """
        if self._account.stopped:
            raise self._account.stopped

    def probe(self, model: str) -> None:
        """Makes sure that a model can be asked, by one short question, before any work is done.

        What the endpoint understands is learnt on the way. A second call for one model does nothing.

        Raises:
            ConfigError: no endpoint at this address, a wrong key, an unknown model, or parameters it refuses.
            PartialError: the budget doesn't allow even this.
        """
        if model not in self._probed:
            self._submit(self._probe(model))
            self._probed.add(model)

    def ask(self, asks: Sequence[Ask[M]], model: str) -> list[Answer[M]]:
        """Asks a model about items, as many at once as the endpoint bears; answers in the order of the items.

        Raises:
            ConfigError: there is no key, or a budget and no price for the model.
            GraphProbeError: the cache can't be written any more.
            KeyboardInterrupt: after the calls under way are dropped; what was answered is in the cache.
        """
        return self._submit(self._ask_all(asks, model)) if asks else []

    def ask_freely(
        self,
        asks: Iterable[FreeAsk],
        model: str,
        instruction: Instruction,
        heard: Callable[[FreeAsk, FreeAnswer], None],
    ) -> None:
        """Asks for answers in free words, as many at once as the endpoint bears.

        Nothing is kept here: what is to be asked only once is for the asker to know. When asking has become
        useless (:meth:`check`), the asks that are left aren't heard of.

        Args:
            asks: what to ask; taken one by one, when there is room for it.
            model: the model's name.
            instruction: what the asks' messages were made with, for the account.
            heard: called with each answer as soon as it's there, in a thread of ours; what it raises ends it.

        Raises:
            ConfigError: there is no key, or a budget and no price for the model.
            KeyboardInterrupt: after the calls under way are dropped.
        """
        self._submit(self._ask_all_freely(asks, model, instruction, heard))

    def score_texts(
        self,
        asks: Iterable[ScoreAsk],
        model: str,
        method: Method,
        heard: Callable[[ScoreAsk, Scored], None],
    ) -> None:
        """Asks for the log-probabilities of given texts; else as :meth:`ask_freely`."""
        self._submit(self._score_all(asks, model, method, heard))

    def estimate(self, asks: Sequence[Ask[Any]], model: str) -> Estimate:
        """What asking would take, without asking: no call, no key and no network needed."""
        return estimate_calls(
            asks,
            model,
            self._models.get(model, Model()),
            cached=partial(self._cached, model=model),
            usual_output=partial(self._usual_output, model=model),
        )

    # What follows runs in the loop.

    async def _end(self) -> None:
        """Drops whatever is under way, and ends the connections."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        if self._client:
            await self._client.close()

    async def _probe(self, model: str) -> None:
        endpoint = self._endpoint(model)
        prompt = load_prompt("probe", ProbeReply)
        ask = Ask("probe", prompt, {})
        question = self._question(ask, render(prompt, {}))
        outcome = await self._send(endpoint, prompt.id, prompt.output_tokens, question, self._brief)
        if isinstance(outcome, Reply):
            self._learn_from(endpoint, read_reply(outcome, ask))
            return
        self.check()
        if outcome.status is Status.ERROR and outcome.code != 429:  # a busy endpoint is there all the same
            raise stop_error(outcome, model, self.base_url)

    async def _ask_all(self, asks: Sequence[Ask[M]], model: str) -> list[Answer[M]]:
        endpoint = self._endpoint(model)
        return await _together([self._ask(ask, endpoint) for ask in asks])

    async def _ask_all_freely(
        self,
        asks: Iterable[FreeAsk],
        model: str,
        instruction: Instruction,
        heard: Callable[[FreeAsk, FreeAnswer], None],
    ) -> None:
        endpoint = self._endpoint(model)
        await self._each(asks, lambda ask: self._ask_freely(ask, endpoint, instruction), heard)

    async def _score_all(
        self,
        asks: Iterable[ScoreAsk],
        model: str,
        method: Method,
        heard: Callable[[ScoreAsk, Scored], None],
    ) -> None:
        complete = partial(self._complete, self._endpoint(model))
        await self._each(asks, lambda ask: score(ask, method, complete), heard)

    async def _each(
        self,
        asks: Iterable[A],
        answer: Callable[[A], Awaitable[B]],
        heard: Callable[[A, B], None],
    ) -> None:
        """Works through asks, each taken when there is room for it, until they end or asking is useless."""
        waiting = iter(asks)

        async def work() -> None:
            for ask in waiting:
                heard(ask, await answer(ask))
                if self._account.stopped:
                    return

        await _together([work() for _ in range(self.settings.concurrency)])

    async def _complete(self, endpoint: Endpoint, body: Mapping[str, Any]) -> Completion | Failure:
        """Sends a text to the completions endpoint, within the budget."""
        tokens = int(count_messages([{"role": "user", "content": body["prompt"]}]) * MARGIN)
        purse = self._purse(endpoint, SCORING, Usage(tokens, 0, body["max_tokens"], 0))
        return self._stopping(await endpoint.complete(body, purse), endpoint)

    async def _ask_freely(self, ask: FreeAsk, endpoint: Endpoint, instruction: Instruction) -> FreeAnswer:
        question = Question(ask.messages, None, instruction.name, "", ask.parameters)
        began = time.monotonic()
        usual = self._account.of(instruction.id, endpoint.model).usual_output or instruction.output_tokens
        known = endpoint.answered
        patience = self._patience if known else self._brief
        outcome = await self._send(endpoint, instruction.id, usual, question, patience)
        if isinstance(outcome, Failure) and outcome.status is Status.ERROR and not known:
            if not endpoint.answered and outcome.code != 429:
                self._not_there(outcome, endpoint)
            elif outcome.transient:  # it's there, and worth more patience than one that may not be
                outcome = await self._send(endpoint, instruction.id, usual, question)
        self._keep_dialect(endpoint)
        return read_outcome(outcome, time.monotonic() - began)

    def _not_there(self, failure: Failure, endpoint: Endpoint) -> None:
        """Counts a failure before the first answer; after some of them asking on is useless."""
        self._silence += 1
        if self._silence >= SILENCE and not self._account.stopped:
            self._account.stopped = stop_error(failure, endpoint.model, self.base_url)

    async def _ask(self, ask: Ask[M], endpoint: Endpoint) -> Answer[M]:
        messages = render(ask.prompt, ask.values)
        answer: Answer[M] = Answer(ask.key, Status.PENDING, None, "", None, endpoint.model, ask.prompt.id)
        first: Reading | None = None
        while True:
            key, calls = self._key(ask, messages, endpoint.model), answer.calls
            reply, answer = await self._reply(key, ask, messages, endpoint, answer)
            if reply is None:
                return answer
            reading = read_reply(reply, ask)
            if answer.calls > calls:
                self._cache.mark(key, readable=reading.status is Status.OK)
                self._learn_from(endpoint, reading)
            if not reading.again or first:
                return settle(answer, ask, reading, first)
            first = reading
            messages = ask_again(messages, reading.text, reading.problem, ask.schema)
            answer = replace(answer, asked_again=True)
            self._account.of(ask.prompt.id, endpoint.model).asked_again += 1

    async def _reply(
        self, key: bytes, ask: Ask[M], messages: list[Message], endpoint: Endpoint, answer: Answer[M]
    ) -> tuple[Reply | None, Answer[M]]:
        """A reply from the cache or the endpoint, and the answer with what it took."""
        outcome: Reply | Failure | None = self._cache.get(key)
        if outcome:
            self._account.of(ask.prompt.id, endpoint.model).from_cache += 1
        elif key in self._under_way:
            outcome = await asyncio.shield(self._under_way[key])
        elif not self._fits(messages, ask.prompt, endpoint.model):
            outcome = Failure(Status.TOO_LONG, "longer than the model's context window")
        else:
            outcome = await self._shared(key, ask, messages, endpoint)
            answer = replace(answer, calls=answer.calls + isinstance(outcome, Reply))
        if isinstance(outcome, Failure):
            return None, replace(answer, status=outcome.status, note=outcome.note)
        return outcome, replace(
            answer,
            text=outcome.text,
            usage=answer.usage + outcome.usage,
            seconds=answer.seconds + outcome.seconds,
        )

    async def _shared(
        self, key: bytes, ask: Ask[Any], messages: list[Message], endpoint: Endpoint
    ) -> Reply | Failure:
        """Sends a question; whoever asks the same meanwhile gets the same answer."""
        shared: asyncio.Future[Reply | Failure] = asyncio.get_running_loop().create_future()
        self._under_way[key] = shared
        try:
            question = self._question(ask, messages)
            outcome = await self._send(endpoint, ask.prompt.id, ask.prompt.output_tokens, question)
            if isinstance(outcome, Reply) and not refuses(outcome):
                self._cache.put(key, self.base_url, endpoint.model, ask.prompt.id, outcome)
            shared.set_result(outcome)
            return outcome
        except BaseException as error:
            shared.set_exception(error)
            shared.exception()  # nobody may be waiting for it
            raise
        finally:
            del self._under_way[key]

    async def _send(
        self,
        endpoint: Endpoint,
        prompt: str,
        output_tokens: int,
        question: Question,
        patience: Patience | None = None,
    ) -> Reply | Failure:
        """Sends a question, as long as the budget allows it and nothing has made asking useless."""
        tokens = Usage(int(count_messages(question.messages) * MARGIN), 0, output_tokens, 0)
        purse = self._purse(endpoint, prompt, tokens)
        return self._stopping(await endpoint.ask(question, purse, patience), endpoint)

    def _purse(self, endpoint: Endpoint, prompt: str, expected: Usage) -> Purse:
        """What pays for calls that are expected to take so many tokens each."""
        prices = self._models.get(endpoint.model, Model())
        return Purse(self._account, prompt, endpoint.model, prices, prices.cost(expected) or 0.0)

    def _stopping(self, outcome: R, endpoint: Endpoint) -> R:
        """The outcome of a call; one that makes all further calls useless ends asking."""
        if isinstance(outcome, Failure) and outcome.stop:
            self._account.stopped = stop_error(outcome, endpoint.model, self.base_url)
        return outcome

    def _learn_from(self, endpoint: Endpoint, reading: Reading) -> None:
        """Notes whether the endpoint honours the way in which the form of answers was asked for."""
        dialect = endpoint.dialect
        if not reading.no_object and reading.status in (Status.OK, Status.UNPARSED):
            dialect.proven = True
        elif reading.no_object and not dialect.proven:
            dialect.step_down()
        self._keep_dialect(endpoint)

    def _keep_dialect(self, endpoint: Endpoint) -> None:
        """Keeps what was learnt of an endpoint for later commands."""
        dialect = endpoint.dialect
        if self._kept_dialects.get(endpoint.model) != (known := dialect.to_json()):
            self._cache.put_dialect(self.base_url, endpoint.model, dialect)
            self._kept_dialects[endpoint.model] = known

    # Small parts.

    @property
    def _brief(self) -> Patience:
        """Patience with an endpoint that may not be there at all."""
        tries = min(PROBE_TRIES, self._patience.tries)
        return replace(self._patience, tries=tries, deadline=min(PROBE_SECONDS, self._patience.deadline))

    def _endpoint(self, model: str) -> Endpoint:
        if model not in self._endpoints:
            self._check_price(model)
            if self._client is None:
                self._client = self._connect()
            self._endpoints[model] = Endpoint(
                self._client,
                model,
                self._cache.dialect(self.base_url, model),
                Gate(self.settings.concurrency),
                self._patience,
                self._redact,
            )
        return self._endpoints[model]

    def _connect(self) -> openai.AsyncOpenAI:
        key = find_key(self.settings)
        if key is None and urlsplit(self.base_url).hostname == NEEDS_KEY:
            raise ConfigError(
                "this endpoint needs a key",
                where=self.base_url,
                remedy=f"Put it into the environment as {KEY_VARIABLE}.",
            )
        self._redact = Redactor([key])
        return openai.AsyncOpenAI(
            api_key=key.get_secret_value() if key else NO_KEY,
            base_url=self.base_url,
            max_retries=0,
            timeout=self._patience.timeout,
        )

    def _question(self, ask: Ask[Any], messages: list[Message]) -> Question:
        words = form_in_words(ask.schema)
        return Question(messages, ask.schema, ask.prompt.name, words, self.settings.parameters)

    def _key(self, ask: Ask[Any], messages: list[Message], model: str) -> bytes:
        form = {"schema": ask.schema, "in_words": form_in_words(ask.schema)}
        return answer_key(self.base_url, model, messages, form, self.settings.parameters, ask.sample)

    def _cached(self, ask: Ask[Any], messages: list[Message], model: str) -> bool:
        return self._cache.get(self._key(ask, messages, model)) is not None

    def _usual_output(self, prompt: Prompt[Any], model: str) -> int:
        """Tokens of an answer: as answers so far had them, else as the prompt's author expects them."""
        usual = self._cache.usual_output(prompt.id, model) or prompt.output_tokens
        return min(usual, self._most_output() or usual)

    def _most_output(self) -> int | None:
        """The longest answer that the user allows, in tokens, if there is a limit."""
        limits = (self.settings.parameters.get(name) for name in ("max_tokens", "max_completion_tokens"))
        return next((limit for limit in limits if isinstance(limit, int)), None)

    def _fits(self, messages: list[Message], prompt: Prompt[Any], model: str) -> bool:
        """Whether a chat and its answer fit the context window, as far as that is known."""
        context = self.settings.context or self._models.get(model, Model()).context
        answer = self._most_output() or prompt.output_tokens
        return context is None or count_messages(messages) * MARGIN + answer <= context

    def _check_price(self, model: str) -> None:
        if self.settings.budget is not None and not self._models.get(model, Model()).priced:
            raise ConfigError(
                f"there is a budget, but no price of model {model!r}",
                where=str(self.settings.models or "configs/models.yaml"),
                remedy="Put it into a copy of configs/models.yaml and name that in the setting llm.models.",
            )

    def _submit(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the loop and waits for it; Ctrl-C ends both."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="llm", daemon=True)
            self._thread.start()
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise


async def _together(coroutines: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Runs coroutines at once; when one fails, or this is cancelled, none is left behind."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


def _checked_url(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError("not an http address", where=f"base URL {parts.hostname or base_url}")
    if parts.username or parts.password or parts.query:
        raise ConfigError(
            "a key doesn't belong in an address",
            where=f"base URL {parts.scheme}://{parts.hostname}",
            remedy=f"Put it into the environment as {KEY_VARIABLE}.",
        )
    return base_url.rstrip("/")
