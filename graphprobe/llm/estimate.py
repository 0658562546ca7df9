"""What a run would take, before anything is spent: calls, tokens and dollars."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from graphprobe.llm.answers import Ask
from graphprobe.llm.dialect import Message
from graphprobe.llm.templates import Prompt, render
from graphprobe.llm.tokens import count_messages
from graphprobe.llm.usage import Model, Usage


@dataclass(frozen=True, slots=True)
class Estimate:
    """What asking about items would take.

    Attributes:
        model: name of the model.
        calls: calls to make; re-asks, a few in a hundred, aren't foreseen.
        from_cache: items that are answered already.
        usage: tokens of those calls; cached input and reasoning can't be foreseen.
        dollars: their cost; None: there is no price.
        longest: tokens of the longest question.
    """

    model: str
    calls: int
    from_cache: int
    usage: Usage
    dollars: float | None
    longest: int

    def __add__(self, other: Estimate) -> Estimate:
        """The sum over several prompts of one model, or of several."""
        known = self.dollars is not None and other.dollars is not None
        return Estimate(
            self.model if self.model == other.model else "",
            self.calls + other.calls,
            self.from_cache + other.from_cache,
            self.usage + other.usage,
            (self.dollars or 0) + (other.dollars or 0) if known else None,
            max(self.longest, other.longest),
        )


def estimate_calls(
    asks: Iterable[Ask[Any]],
    model: str,
    prices: Model,
    *,
    cached: Callable[[Ask[Any], list[Message]], bool],
    usual_output: Callable[[Prompt[Any]], int],
) -> Estimate:
    """Counts what a model would be sent and about what it would write.

    Args:
        asks: the items.
        model: the model's name.
        prices: its prices.
        cached: whether an item is answered already.
        usual_output: tokens of an answer to a prompt.
    """
    outputs: dict[str, int] = {}
    calls = known = longest = read = written = 0
    for ask in asks:
        messages = render(ask.prompt, ask.values)
        if cached(ask, messages):
            known += 1
            continue
        if ask.prompt.id not in outputs:
            outputs[ask.prompt.id] = usual_output(ask.prompt)
        tokens = count_messages(messages)
        calls += 1
        read += tokens
        written += outputs[ask.prompt.id]
        longest = max(longest, tokens)
    usage = Usage(read, None, written, None)
    return Estimate(model, calls, known, usage, prices.cost(usage), longest)
