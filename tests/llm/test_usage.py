"""Tokens, prices, and a budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphprobe.errors import ConfigError
from graphprobe.llm.usage import Account, Model, Usage, load_models, total

PRICES = Model(input=2.0, cached_input=0.5, output=10.0)


def test_usage_is_read_as_reported() -> None:
    reported = {
        "prompt_tokens": 1000,
        "completion_tokens": 300,
        "prompt_tokens_details": {"cached_tokens": 400},
        "completion_tokens_details": {"reasoning_tokens": 250},
    }
    assert Usage.from_reply(reported) == Usage(1000, 400, 300, 250)


@pytest.mark.parametrize("reported", [None, {}, [], "110", {"prompt_tokens": None}, {"prompt_tokens": -1}])
def test_what_is_not_reported_is_unknown(reported: Any) -> None:
    assert Usage.from_reply(reported) == Usage(None, None, None, None)


def test_unknown_stays_unknown_in_a_sum() -> None:
    assert Usage(1, None, 2, 0) + Usage(3, 4, None, 5) == Usage(4, None, None, 5)


def test_cost() -> None:
    # 600 tokens at $2, 400 at $0.50 and 300 at $10 a million.
    assert PRICES.cost(Usage(1000, 400, 300, 250)) == pytest.approx(0.0044)
    assert PRICES.cost(Usage(1000, None, 300, None)) == pytest.approx(0.005)
    assert Model(input=2.0, output=10.0).cost(Usage(1000, 400, 0, 0)) == pytest.approx(0.002)
    assert PRICES.cost(Usage(None, None, 300, None)) is None
    assert Model().cost(Usage(1, 1, 1, 1)) is None


def test_the_account_keeps_calls_in_flight_within_the_budget() -> None:
    account = Account(budget=1.0)
    assert account.reserve(0.6)
    assert not account.reserve(0.6)
    account.release(0.6)
    account.book("facts@1", "m", Usage(100_000, 0, 20_000, 0), PRICES, expected=0.6)  # $0.40
    assert account.spent == pytest.approx(0.4)
    assert account.reserve(0.6)
    assert not account.reserve(0.1)


def test_a_call_of_unknown_cost_counts_with_what_was_expected() -> None:
    account = Account(budget=1.0)
    account.book("facts@1", "m", Usage(), PRICES, expected=0.3)
    account.book("facts@1", "m", None, PRICES, expected=0.3)
    assert account.spent == pytest.approx(0.6)
    [spending] = account.spendings()
    assert (spending.calls, spending.lost, spending.dollars) == (1, 1, None)
    assert spending.to_json()["input_tokens"] is None


def test_spendings_add_up() -> None:
    account = Account()
    account.book("facts@1", "m", Usage(100, 0, 10, 0), PRICES, expected=0)
    account.book("relations@1", "m", Usage(200, 0, 20, 0), PRICES, expected=0)
    account.book("relations@1", "m", Usage(300, 0, 30, 0), PRICES, expected=0)
    assert [(one.prompt, one.calls) for one in account.spendings()] == [("facts@1", 1), ("relations@1", 2)]
    everything = total(account.spendings())
    assert (everything.calls, everything.usage) == (3, Usage(600, 0, 60, 0))
    assert everything.dollars == pytest.approx(0.0018)


def test_models_that_come_along() -> None:
    models = load_models()
    assert models["qwen"].cost(Usage(1000, 0, 1000, 0)) == 0
    assert models["qwen"].context == 8192


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("models: {m: {inputs: 1}}", "models.m.inputs"),
        ("models: {m: {input: -1}}", "models.m.input"),
        ("models: [", "can't be read"),
        ("- a", "valid dictionary"),
    ],
)
def test_a_wrong_list_of_models(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "models.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        load_models(file)


def test_a_missing_list_of_models(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        load_models(tmp_path / "none.yaml")
