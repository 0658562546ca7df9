"""What a command spends on models: by prompt, within a budget, call by call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from graphprobe.errors import GraphProbeError, PartialError
from graphprobe.llm.answers import Completion, Reply
from graphprobe.llm.failures import Failure
from graphprobe.llm.usage import NOTHING, Model, Usage
from graphprobe.records import Status


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

    @property
    def usual_output(self) -> int | None:
        """Tokens of an answer on average; None: not known."""
        return round(self.usage.output / self.calls) if self.calls and self.usage.output else None

    def add(self, usage: Usage, dollars: float | None) -> None:
        """Adds a call."""
        self.calls += 1
        self.usage += usage
        self.dollars = None if self.dollars is None or dollars is None else self.dollars + dollars

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


class Account:
    """All spending of a command, the budget that bounds it, and why nothing more is asked.

    Attributes:
        spent: dollars so far; a call of unknown cost enters with what was expected of it.
        stopped: the error that ends all asking; None: asking goes on.
    """

    def __init__(self, budget: float | None = None) -> None:
        self.spent = 0.0
        self.stopped: GraphProbeError | None = None
        self._budget = budget
        self._reserved = 0.0
        self._spendings: dict[tuple[str, str], Spending] = {}

    @property
    def budget(self) -> float | None:
        """Most dollars to spend; when it's raised, asking goes on."""
        return self._budget

    @budget.setter
    def budget(self, dollars: float | None) -> None:
        self._budget = dollars
        if isinstance(self.stopped, PartialError):
            self.stopped = None

    def of(self, prompt: str, model: str) -> Spending:
        """The spending of a prompt on a model."""
        return self._spendings.setdefault((prompt, model), Spending(prompt, model))

    def spendings(self) -> list[Spending]:
        """All spendings, by prompt and model."""
        return [self._spendings[key] for key in sorted(self._spendings)]

    def reserve(self, dollars: float) -> bool:
        """Sets money aside for a call, so that calls under way can't overrun the budget together.

        Returns:
            whether the call may be made; if not, :attr:`stopped` says why.
        """
        if not self.stopped and self._budget is not None and self._total(dollars) > self._budget:
            self.stopped = PartialError(
                f"the budget of ${self._budget:g} is spent (${self.spent:.4f})",
                remedy="Run the command again with a higher budget; what was answered isn't paid for again.",
            )
        if self.stopped:
            return False
        self._reserved += dollars
        return True

    def release(self, dollars: float) -> None:
        """Gives back what :meth:`reserve` set aside."""
        self._reserved -= dollars

    def _total(self, more: float) -> float:
        return self.spent + self._reserved + more


@dataclass(frozen=True, slots=True)
class Purse:
    """The money for the calls of one question.

    Attributes:
        account: where it comes from.
        prompt: name and version of the prompt.
        model: name of the model.
        prices: the model's prices.
        expected: dollars that one call is expected to cost.
    """

    account: Account
    prompt: str
    model: str
    prices: Model
    expected: float

    def open(self) -> Failure | None:
        """Sets the cost of one call aside; a failure: the call may not be made."""
        if self.account.reserve(self.expected):
            return None
        assert self.account.stopped
        return Failure(Status.PENDING, f"not asked: {self.account.stopped.what}")

    def close(self, outcome: Reply | Completion | Failure | None) -> None:
        """Books the call that :meth:`open` allowed; None: it was dropped by us.

        A call whose cost isn't known counts against the budget with what was expected of it. One whose answer
        never came may have been billed too.
        """
        self.account.release(self.expected)
        usage = outcome.usage if outcome else None
        spending = self.account.of(self.prompt, self.model)
        if usage is not None:
            dollars = self.prices.cost(usage)
            spending.add(usage, dollars)
            self.account.spent += self.expected if dollars is None else dollars
        elif outcome is None or (isinstance(outcome, Failure) and outcome.maybe_paid):
            spending.lost += 1
            self.account.spent += self.expected


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
