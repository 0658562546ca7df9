"""Closed-book runs: a target model is asked every question of a benchmark, and all it says is logged.

Only the closed-book instruction and the question reach the model (ElephantBench, section 3.4). A run may be
stopped or killed at any time: the command repeated asks what has no ``ok`` answer yet, and nothing else.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from graphprobe.config import LlmSettings
from graphprobe.errors import ConfigError
from graphprobe.evaluation.benchmark import Benchmark
from graphprobe.evaluation.records import Item, Response
from graphprobe.evaluation.runs import RunFolder, RunSettings, create_run
from graphprobe.llm import Llm, Patience
from graphprobe.llm.dialect import Dialect
from graphprobe.llm.free_text import FreeAnswer, FreeAsk
from graphprobe.llm.recipes import LIMITS, Recipe, Switch, generation, recipe_for, within
from graphprobe.llm.templates import Instruction, harmless, load_instruction, render
from graphprobe.llm.tokens import MARGIN, count_messages
from graphprobe.llm.usage import NOTHING, Model, Usage, load_models, load_recipes
from graphprobe.records import Status

TOO_MANY_CUT = 0.01


class Watcher(Protocol):
    """What follows a run, as a progress bar does."""

    def start(self, total: int, answered: int) -> None:
        """A run begins; ``answered`` of its ``total`` responses are there already."""

    def heard(self, status: Status, spent: float | None) -> None:
        """A response came; ``spent`` are the dollars of this command so far, None where there's no price."""

    def end(self) -> None:
        """The command is over."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run is asked to do.

    Attributes:
        arm: reasoning ``on`` or ``off``; None: as the model does by itself.
        samples: responses an item.
        limit: how many items of the benchmark; None: all.
        parameters: generation settings that win over the recipe's; None as a value: not sent.
    """

    arm: Switch | None = None
    samples: int = 1
    limit: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)


def prepare(benchmark: Benchmark, settings: LlmSettings, asked: Asked, out: Path) -> RunFolder:
    """Makes the folder of a run, or opens the one that the same command made before.

    Args:
        benchmark: what to ask.
        settings: which model, where, and what it may cost.
        asked: arm, samples, limit and generation settings.
        out: the run's folder.

    Raises:
        ConfigError: there is no model, or the folder holds a run with other settings, or something else.
    """
    model = target_of(settings)
    items = benchmark.items[: asked.limit]
    recipe = recipe_for(model, load_recipes(settings.models))
    parameters = _parameters(recipe, settings, asked, items)
    instruction = load_instruction("closed_book")
    run = RunSettings(
        model=model,
        base_url=settings.base_url.rstrip("/"),
        benchmark=benchmark.source,
        benchmark_sha256=benchmark.sha256,
        prompt=f"{instruction.id}:{instruction.fingerprint}",
        parameters=parameters,
        arm=f"reasoning={asked.arm}" if asked.arm else None,
        samples=asked.samples,
        limit=asked.limit,
    )
    return create_run(out, run, items, {**_environment(), "recipe": recipe.name})


def target_of(settings: LlmSettings) -> str:
    """The model that is to be asked.

    Raises:
        ConfigError: none is named.
    """
    if settings.model is None:
        raise ConfigError("there is no model to ask", remedy="Name one with --model.")
    return settings.model


def execute(
    folder: RunFolder,
    settings: LlmSettings,
    *,
    watcher: Watcher | None = None,
    patience: Patience | None = None,
) -> dict[str, Any]:
    """Asks what has no ``ok`` answer yet, and writes the summary; returns it.

    Args:
        folder: the run.
        settings: budget, concurrency, timeouts; model and endpoint are the run's.
        watcher: what follows the run.
        patience: how long to keep up a question; None: by the settings.

    Raises:
        ConfigError: another command is writing into the folder; or the endpoint can't be asked at all.
        PartialError: the budget is spent; what was answered is logged and summed up.
    """
    target = settings.model_copy(
        update={"model": folder.settings.model, "base_url": folder.settings.base_url}
    )
    priced = _known_of(folder.settings.model, settings).priced
    with folder.response_log() as log, Llm(target, patience=patience) as llm:
        answered = {one.key for one in folder.responses() if one.status is Status.OK}
        items = folder.items()
        if watcher:
            watcher.start(len(items) * folder.settings.samples, len(answered))
        try:
            instruction = load_instruction("closed_book")

            def heard(ask: FreeAsk, answer: FreeAnswer) -> None:
                if answer.status is Status.PENDING:
                    return
                log(response_of(ask, answer, folder.settings.model))
                if watcher:
                    watcher.heard(answer.status, llm.spent if priced else None)

            asks = _asks(folder.settings, items, answered, instruction)
            llm.ask_freely(asks, folder.settings.model, instruction, heard)
        finally:
            if watcher:
                watcher.end()
            summary = summarize(folder, llm.dialect(folder.settings.model), settings)
            folder.write_summary(summary)
        llm.check()
    return summary


def response_of(ask: FreeAsk, answer: FreeAnswer, model: str) -> Response:
    """What came of one ask, as it is logged; the ask's key is item and sample."""
    item, sample = ask.key
    return Response(
        item=item,
        sample=sample,
        status=answer.status,
        answer=answer.text,
        model=model,
        reasoning=answer.reasoning or None,
        reasoning_tokens=answer.usage.reasoning if answer.usage else None,
        finish_reason=answer.finish or None,
        usage=answer.usage.to_openai() if answer.usage else None,
        elapsed_seconds=answer.seconds,
        note=answer.note,
        at=datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
    )


def messages_of(question: str, instruction: Instruction) -> list[dict[str, str]]:
    """The chat that a target model is sent: the closed-book instruction and the question, and no more."""
    return render(instruction, {"question": harmless(question)})


@dataclass(slots=True)
class ReasoningSeen:
    """In how many responses reasoning was seen: tokens that the endpoint counted, or reasoning itself.

    Attributes:
        seen: responses with reasoning.
        unseen: responses without, where the endpoint says so or shows none.
        tokens: tokens of reasoning; None: an endpoint didn't count them.
    """

    seen: int = 0
    unseen: int = 0
    tokens: int | None = 0

    def add(self, response: Response) -> None:
        """Counts a response."""
        if response.reasoning_tokens or response.reasoning:
            self.seen += 1
        else:
            self.unseen += 1
        if self.tokens is not None:
            counted = response.reasoning_tokens
            self.tokens = None if counted is None else self.tokens + counted

    @property
    def label(self) -> str:
        """The arm by what happened: ``reasoning=on`` when most responses show reasoning, else ``off``."""
        return "reasoning=on" if self.seen > self.unseen else "reasoning=off"

    def mismatch(self, arm: str | None) -> str | None:
        """What's wrong when responses aren't what the arm asked for."""
        if arm == "reasoning=off" and self.seen:
            return (
                f"reasoning was to be off, but {self.seen:,} of {self.seen + self.unseen:,} responses have it"
            )
        if arm == "reasoning=on" and self.unseen:
            total = self.seen + self.unseen
            return f"reasoning was to be on, but {self.unseen:,} of {total:,} responses show none"
        return None


def summarize(folder: RunFolder, dialect: Dialect, settings: LlmSettings) -> dict[str, Any]:
    """What a run came to so far: a function of its log, of what was learnt, and of prices.

    Tokens, dollars and seconds (of calls, which overlap) are those of all logged calls, also of those that
    were asked again later; a part that one call didn't report is None.

    Args:
        folder: the run.
        dialect: what the endpoint is known to understand.
        settings: where prices stand.
    """
    run = folder.settings
    prices = _known_of(run.model, settings)
    statuses: Counter[str] = Counter()
    reasoning = ReasoningSeen()
    for response in folder.responses():
        statuses[response.status.value] += 1
        if response.status in (Status.OK, Status.TRUNCATED):
            reasoning.add(response)
    usage, calls, seconds = NOTHING, 0, 0.0
    for response in folder.every_response():
        seconds += response.elapsed_seconds
        if response.usage is not None:
            usage, calls = usage + Usage.from_reply(response.usage), calls + 1
    expected = len(folder.items()) * run.samples
    statuses[Status.PENDING.value] += expected - sum(statuses.values())
    sent = dialect.given(run.parameters)
    found = {
        "run": folder.id,
        "model": run.model,
        "arm": {"asked": run.arm, "seen": reasoning.label},
        "responses": expected,
        "complete": statuses[Status.OK.value] == expected,
        "statuses": {status.value: statuses[status.value] for status in Status if statuses[status.value]},
        "reasoning": {
            "responses_with": reasoning.seen,
            "responses_without": reasoning.unseen,
            "tokens": reasoning.tokens,
        },
        "calls": calls,
        "tokens": {"input": usage.input, "output": usage.output},
        "dollars": prices.cost(usage),
        "seconds": round(seconds, 3),
        "parameters": {
            "sent": sent,
            "renamed": {name: other for name, other in dialect.renamed.items() if name in run.parameters},
            "refused": {
                name: dialect.refused[name]
                for name in run.parameters
                if name in dialect.refused and dialect.renamed.get(name, name) not in sent
            },
        },
    }
    return {**found, "warnings": list(_warnings(run, found, reasoning, sent))}


def _warnings(
    run: RunSettings, found: Mapping[str, Any], reasoning: ReasoningSeen, sent: Mapping[str, Any]
) -> Iterator[str]:
    """What a reader of the numbers must know."""
    if mismatch := reasoning.mismatch(run.arm):
        yield mismatch
    for name in found["parameters"]["refused"]:
        yield f"the model doesn't take {name}: its own default held for all responses"
    cut = found["statuses"].get(Status.TRUNCATED.value, 0)
    if cut > TOO_MANY_CUT * found["responses"]:
        limit = next((sent[name] for name in LIMITS if name in sent), None)
        yield f"{cut:,} of {found['responses']:,} responses were cut off (limit of tokens: {limit})"
    if run.samples > 1 and sent.get("temperature") == 0:
        yield f"{run.samples} samples at temperature 0 are the same answer again"


def _asks(
    run: RunSettings, items: Iterable[Item], answered: set[tuple[str, int]], instruction: Instruction
) -> Iterator[FreeAsk]:
    """What is still to be asked; all items once before any is asked again."""
    for sample in range(run.samples):
        for item in items:
            if (item.id, sample) not in answered:
                messages = messages_of(item.question, instruction)
                yield FreeAsk((item.id, sample), messages, run.parameters)


def _parameters(recipe: Recipe, settings: LlmSettings, asked: Asked, items: Iterable[Item]) -> dict[str, Any]:
    """The recipe's parameters, then the user's, with no more output tokens than the window has room for."""
    parameters = generation(recipe, asked.arm, {**settings.parameters, **asked.parameters})
    window = settings.context or _known_of(settings.model or "", settings).context
    if window is None:
        return within(parameters, None)
    instruction = load_instruction("closed_book")
    longest = max((count_messages(messages_of(item.question, instruction)) for item in items), default=0)
    return within(parameters, window - int(longest * MARGIN))


def _known_of(model: str, settings: LlmSettings) -> Model:
    """What is known of a model: prices and context window."""
    return load_models(settings.models).get(model, Model())


def _environment() -> dict[str, Any]:
    """What a run depends on besides its settings, for the record."""
    packages = ("graphprobe", "openai")
    return {
        "began": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        **{package: version(package) for package in packages},
    }
