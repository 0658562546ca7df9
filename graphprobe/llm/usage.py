"""What calls use and cost: tokens as the endpoint reports them, dollars by the prices the user gave.

What an endpoint doesn't report stays unknown (None) and is shown so; it never counts as nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphprobe.config import config_file
from graphprobe.errors import ConfigError
from graphprobe.llm.recipes import Recipe

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

    def to_openai(self) -> dict[str, Any]:
        """The same in the form of a reply's ``usage``; what isn't known is left out."""
        details = {
            "prompt_tokens_details": {"cached_tokens": self.cached_input},
            "completion_tokens_details": {"reasoning_tokens": self.reasoning},
        }
        counts = {"prompt_tokens": self.input, "completion_tokens": self.output}
        return {
            **{name: count for name, count in counts.items() if count is not None},
            **{name: part for name, part in details.items() if None not in part.values()},
        }

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
    recipes: list[Recipe] = Field(default_factory=list)


def load_recipes(path: Path | None = None) -> list[Recipe]:
    """Generation settings by patterns of model names: the user's own first, then those of GraphProbe.

    Raises:
        ConfigError: a file can't be read or has another form.
    """
    own = _read(path).recipes if path else []
    return own + _read(config_file("models.yaml")).recipes


def load_models(path: Path | None = None) -> dict[str, Model]:
    """Prices and context windows by model name, from the user's file or the one that comes with GraphProbe.

    Raises:
        ConfigError: the file can't be read or has another form.
    """
    return _read(path or config_file("models.yaml")).models


def _read(file: Path) -> _ModelsFile:
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        return _ModelsFile.model_validate(data or {})
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the list of models can't be read: {error}", where=str(file)) from None
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"{name}: {first['msg']}", where=str(file), remedy="See configs/models.yaml."
        ) from None
