"""Tokens, prices, and a budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphprobe.errors import ConfigError
from graphprobe.llm.account import Account, Purse, total
from graphprobe.llm.answers import Reply
from graphprobe.llm.failures import Failure
from graphprobe.llm.usage import Model, Usage, load_models
from graphprobe.records import Status

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


def purse(account: Account, expected: float = 0.0, prompt: str = "facts@1") -> Purse:
    return Purse(account, prompt, "m", PRICES, expected)


def reply(usage: Usage) -> Reply:
    return Reply("{}", "stop", "", usage, 0.1, "m-1")


def test_calls_under_way_stay_within_the_budget_together() -> None:
    account = Account(budget=1.0)
    first, second = purse(account, 0.6), purse(account, 0.6)
    assert first.open() is None
    refused = second.open()
    assert refused
    assert refused.status is Status.PENDING
    assert account.stopped

    first.close(reply(Usage(100_000, 0, 20_000, 0)))
    assert account.spent == pytest.approx(0.4)
    assert second.open()  # once stopped, a command stays so until the budget is raised
    account.budget = 1.0
    assert second.open() is None


def test_a_call_of_unknown_cost_counts_with_what_was_expected() -> None:
    account = Account(budget=1.0)
    lost = Failure(Status.ERROR, "cut", maybe_paid=True)
    for outcome in (reply(Usage()), lost, None, Failure(Status.ERROR, "429")):
        one = purse(account, 0.2)
        assert one.open() is None
        one.close(outcome)
    assert account.spent == pytest.approx(0.6)
    [spending] = account.spendings()
    assert (spending.calls, spending.lost, spending.dollars) == (1, 2, None)
    assert spending.to_json()["input_tokens"] is None


def test_spendings_add_up() -> None:
    account = Account()
    for prompt, tokens in (("relations@1", 200), ("facts@1", 100), ("relations@1", 300)):
        one = purse(account, prompt=prompt)
        assert one.open() is None
        one.close(reply(Usage(tokens, 0, tokens // 10, 0)))
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
