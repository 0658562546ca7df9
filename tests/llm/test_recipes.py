"""Recipes of models, against ElephantBench, appendix C."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from graphprobe.errors import ConfigError
from graphprobe.llm.recipes import Recipe, generation, recipe_for, within
from graphprobe.llm.usage import load_models, load_recipes

PAPER = [
    ("Qwen/Qwen3.5-397B-A17B", {"temperature": 1.0, "top_p": 0.95, "top_k": 20, "min_p": 0}),
    ("Qwen/Qwen3.6-27B", {"temperature": 1.0, "top_p": 0.95, "top_k": 20, "min_p": 0}),
    ("google/gemma-4-31b-it", {"temperature": 1.0, "top_p": 0.95, "top_k": 64}),
    ("allenai/Olmo-3.1-32B-Think", {"temperature": 0.6, "top_p": 0.95}),
    ("openai/gpt-oss-120b", {"temperature": 1.0, "top_p": 1.0, "reasoning_effort": "high"}),
    ("nvidia/Nemotron-3-Ultra", {"temperature": 0}),
    ("ByteDance-Seed/Seed-OSS-36B-Instruct", {"temperature": 0}),
    ("gpt-5.5", {"temperature": 0}),
    ("claude-opus-4.8", {"temperature": 0}),
]


@pytest.mark.parametrize(("model", "settings"), PAPER, ids=[model for model, _ in PAPER])
def test_models_are_asked_as_in_the_paper(model: str, settings: dict[str, object]) -> None:
    found = generation(recipe_for(model, load_recipes()), None, {})
    given = {
        name: value for name, value in found.items() if name not in ("max_tokens", "chat_template_kwargs")
    }
    assert given == settings
    assert found["max_tokens"] == 32768


def test_every_recipe_switches_reasoning_both_ways() -> None:
    for recipe in load_recipes():
        assert recipe.reasoning.keys() == {"on", "off"}, recipe.name


def test_maps_inside_parameters_are_merged() -> None:
    recipe = Recipe(
        name="r",
        models=["*"],
        parameters={"chat_template_kwargs": {"enable_thinking": True, "depth": 2}, "temperature": 1},
        reasoning={"off": {"chat_template_kwargs": {"enable_thinking": False}}},
    )
    assert generation(recipe, "off", {"temperature": None, "chat_template_kwargs": {"depth": 3}}) == {
        "chat_template_kwargs": {"enable_thinking": False, "depth": 3}
    }
    with pytest.raises(ConfigError, match="doesn't say how reasoning is switched on"):
        generation(recipe, "on", {})


def test_the_users_own_recipes_come_first(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    own = {"name": "own", "models": ["gpt-oss*"], "parameters": {"temperature": 0.5}}
    path.write_text(yaml.safe_dump({"recipes": [own]}))
    assert recipe_for("gpt-oss-20b", load_recipes(path)).name == "own"
    assert recipe_for("gemma-4-e2b", load_recipes(path)).name == "gemma-4"
    assert load_models(path) == {}
    with pytest.raises(ConfigError, match="no recipe is meant for model 'm'"):
        recipe_for("m", [Recipe(**own)])


def test_a_recipe_of_another_form_is_named(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(yaml.safe_dump({"recipes": [{"name": "own", "models": []}]}))
    with pytest.raises(ConfigError, match=r"recipes\.0\.models"):
        load_recipes(path)


def test_the_limit_of_tokens_fits_the_window() -> None:
    assert within({"max_tokens": 100, "seed": 1}, 60) == {"max_tokens": 60, "seed": 1}
    assert within({"max_completion_tokens": 100}, 600) == {"max_completion_tokens": 100}
    assert within({"max_tokens": 100}, -5) == {"max_tokens": 1}
    assert within({"max_tokens": 100}, None) == {"max_tokens": 100}
