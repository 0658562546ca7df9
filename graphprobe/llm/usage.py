"""What calls use and cost: tokens as the endpoint reports them, dollars by the prices the user gave.

What an endpoint doesn't report stays unknown (None) and is shown so; it never counts as nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphprobe.config import config_file
from graphprobe.errors import ConfigError

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more calls; None: the endpoint didn't say. ``cached_input`` is part of ``input``,
    ``reasoning`` part of ``output``."""

    input: int | None = None
    cached_input: int | None = None
    output: int | None = None
    reasoning: int | None = None

    @classmethod
    def from_reply(cls, reported: Any) -> Usage:
        """Reads the ``usage`` of a reply, whatever an endpoint put there."""
        if not isinstance(reported, Mapping):
            return cls()
        prompt_details = reported.get("prompt_tokens_details")
        output_details = reported.get("completion_tokens_details")
        return cls(
            input=_count(reported, "prompt_tokens"),
            cached_input=_count(prompt_details, "cached_tokens"),
            output=_count(reported, "completion_tokens"),
            reasoning=_count(output_details, "reasoning_tokens"),
        )

    def __add__(self, other: Usage) -> Usage:
        """The sum; a part that's unknown in either is unknown in it."""
        pairs = ((getattr(self, part.name), getattr(other, part.name)) for part in fields(self))
        return Usage(*(None if a is None or b is None else a + b for a, b in pairs))


NOTHING = Usage(0, 0, 0, 0)


def _count(where: Any, name: str) -> int | None:
    value = where.get(name) if isinstance(where, Mapping) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


class Model(BaseModel):
    """What is known of a model: dollars a million tokens, and the context window in tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float | None = Field(default=None, ge=0)
    cached_input: float | None = Field(default=None, ge=0)
    output: float | None = Field(default=None, ge=0)
    context: int | None = Field(default=None, ge=256)

    @property
    def priced(self) -> bool:
        """Whether input and output have a price."""
        return self.input is not None and self.output is not None

    def cost(self, usage: Usage) -> float | None:
        """Dollars that a usage costs, or None when the price or the usage isn't known."""
        if self.input is None or self.output is None or usage.input is None or usage.output is None:
            return None
        cached = min(usage.cached_input or 0, usage.input)
        cached_price = self.input if self.cached_input is None else self.cached_input
        dollars = (usage.input - cached) * self.input + cached * cached_price + usage.output * self.output
        return dollars / MILLION


class _ModelsFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    models: dict[str, Model] = Field(default_factory=dict)


def load_models(path: Path | None = None) -> dict[str, Model]:
    """Prices and context windows by model name, from the user's file or the one that comes with GraphProbe.

    Raises:
        ConfigError: the file can't be read or has another form.
    """
    file = path or config_file("models.yaml")
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        return _ModelsFile.model_validate(data or {}).models
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the list of models can't be read: {error}", where=str(file)) from None
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"{name}: {first['msg']}", where=str(file), remedy="See configs/models.yaml."
        ) from None


@dataclass(slots=True)
class Spending:
    """What the calls of one prompt to one model came to in this command.

    Attributes:
        calls: calls the endpoint answered and that were paid for, whatever became of the answer.
        lost: further calls that may have been billed although their answer never came.
        from_cache: answers taken from the cache instead.
        asked_again: questions that needed the one re-ask.
        usage: tokens of those calls; a part is None as soon as one call didn't report it.
        dollars: their cost; None: the price or a usage isn't known.
    """

    prompt: str
    model: str
    calls: int = 0
    lost: int = 0
    from_cache: int = 0
    asked_again: int = 0
    usage: Usage = NOTHING
    dollars: float | None = 0.0

    def to_json(self) -> dict[str, Any]:
        """The same as plain values, for tables and reports."""
        tokens = {f"{part.name}_tokens": getattr(self.usage, part.name) for part in fields(Usage)}
        return {
            "prompt": self.prompt,
            "model": self.model,
            "calls": self.calls,
            "lost": self.lost,
            "from_cache": self.from_cache,
            "asked_again": self.asked_again,
            **tokens,
            "dollars": self.dollars,
        }


@dataclass(slots=True)
class Account:
    """All spending of a command, and the budget that bounds it.

    A call reserves what it may cost before it is sent and gives the reservation back when its real cost is
    known, so that calls in flight can't overrun the budget together.
    """

    budget: float | None = None
    spent: float = 0.0
    _reserved: float = 0.0
    _spendings: dict[tuple[str, str], Spending] = field(default_factory=dict)

    def reserve(self, dollars: float) -> bool:
        """Sets money aside for a call; False: the budget doesn't allow it."""
        if self.budget is not None and self.spent + self._reserved + dollars > self.budget:
            return False
        self._reserved += dollars
        return True

    def release(self, dollars: float) -> None:
        """Gives back what :meth:`reserve` set aside."""
        self._reserved -= dollars

    def book(self, prompt: str, model: str, usage: Usage | None, prices: Model, expected: float) -> None:
        """Books a call. One of unknown cost counts against the budget with what was expected of it.

        Args:
            prompt: name and version of the prompt.
            model: name of the model.
            usage: the call's tokens; None: its answer never came, but it may have been billed.
            prices: the model's prices.
            expected: dollars that the call was expected to cost.
        """
        spending = self.of(prompt, model)
        if usage is None:
            spending.lost += 1
            self.spent += expected
            return
        dollars = prices.cost(usage)
        spending.calls += 1
        spending.usage += usage
        spending.dollars = None if spending.dollars is None or dollars is None else spending.dollars + dollars
        self.spent += expected if dollars is None else dollars

    def of(self, prompt: str, model: str) -> Spending:
        """The spending of a prompt on a model."""
        return self._spendings.setdefault((prompt, model), Spending(prompt, model))

    def spendings(self) -> list[Spending]:
        """All spendings, by prompt and model."""
        return [self._spendings[key] for key in sorted(self._spendings)]


def total(spendings: Iterable[Spending]) -> Spending:
    """The sum of several spendings; what's unknown in one is unknown in the sum."""
    found = Spending("all", "")
    for one in spendings:
        found.calls += one.calls
        found.lost += one.lost
        found.from_cache += one.from_cache
        found.asked_again += one.asked_again
        found.usage += one.usage
        found.dollars = None if found.dollars is None or one.dollars is None else found.dollars + one.dollars
    return found
