"""Recipes: how a model is meant to be asked, by a pattern of its name (ElephantBench, appendix C).

A recipe holds the generation settings that its makers recommend, and how reasoning is switched on and off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from graphprobe.errors import ConfigError

Switch = Literal["on", "off"]
LIMITS = ("max_tokens", "max_completion_tokens")


class Recipe(BaseModel):
    """Generation settings of the models whose name fits a pattern.

    Attributes:
        name: what the recipe is called in the record of a run.
        models: patterns of names (``*`` and ``?``), of what stands after the last slash, in lower case.
        parameters: what goes into every request, reasoning as the model is meant to be used.
        reasoning: what goes into it besides to switch reasoning ``on`` or ``off``; nothing where a model
            can't be switched by its request.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    models: list[str] = Field(min_length=1)
    parameters: dict[str, Any] = Field(default_factory=dict)
    reasoning: dict[Switch, dict[str, Any]] = Field(default_factory=dict)

    def fits(self, model: str) -> bool:
        """Whether it's meant for a model."""
        name = model.rsplit("/", 1)[-1].casefold()
        return any(fnmatchcase(name, pattern.casefold()) for pattern in self.models)


def recipe_for(model: str, recipes: Iterable[Recipe]) -> Recipe:
    """The first recipe that is meant for a model.

    Raises:
        ConfigError: there is none.
    """
    found = next((recipe for recipe in recipes if recipe.fits(model)), None)
    if found is None:
        raise ConfigError(
            f"no recipe is meant for model {model!r}",
            where="configs/models.yaml",
            remedy="Add one for '*' to the file.",
        )
    return found


def generation(recipe: Recipe, switch: Switch | None, own: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a run.

    Args:
        recipe: the model's recipe.
        switch: reasoning on or off; None: as the recipe has it.
        own: what the user set, which wins; a parameter set to None isn't sent.

    Raises:
        ConfigError: the recipe doesn't say how reasoning is switched.
    """
    if switch is not None and switch not in recipe.reasoning:
        raise ConfigError(
            f"recipe {recipe.name!r} doesn't say how reasoning is switched {switch}",
            where="configs/models.yaml",
            remedy="Add it there, in a copy that the setting llm.models names.",
        )
    switched = recipe.reasoning[switch] if switch else {}
    merged = _merged(_merged(recipe.parameters, switched), own)
    return {name: value for name, value in merged.items() if value is not None}


def within(parameters: Mapping[str, Any], room: int | None) -> dict[str, Any]:
    """The parameters with a limit of output tokens that the model's context window has room for.

    Args:
        parameters: the parameters.
        room: tokens that the longest question leaves of the window; None: not known.
    """
    return {
        name: min(value, max(1, room)) if name in LIMITS and room is not None else value
        for name, value in parameters.items()
    }


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of two maps, the second's winning, maps inside them merged likewise."""
    both = {
        name: _merged(base[name], value)
        for name, value in over.items()
        if isinstance(value, Mapping) and isinstance(base.get(name), Mapping)
    }
    return {**base, **over, **both}
