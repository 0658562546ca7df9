"""Conditional perplexity of an item's answers (ElephantBench, section 5.5 and appendix J, equation 15).

All gold answers stand in one short response after the model's own chat template; the whole response is
context, and the loss is that of the answers' tokens alone. What is here is pure: where the answers stand,
which tokens are theirs, and what follows from their log-probabilities. Those come from
:mod:`graphprobe.llm.logprobs`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphprobe.errors import GraphProbeError
from graphprobe.evaluation.records import Outcome
from graphprobe.llm.logprobs import TokenScore
from graphprobe.records import Status

BINS = 5
"""Bins of equal size, as figure 10 has them."""

Span = tuple[int, int]


class Unscorable(GraphProbeError):
    """The log-probabilities of one item's answers can't be told; the item is reported, never guessed."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A response that gives all answers.

    Attributes:
        text: the response.
        spans: where each answer stands in it, in the order of the answers; ``end`` is exclusive.
    """

    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class ItemPerplexity:
    """What an item's answers cost a model.

    Attributes:
        item: the item's id.
        status: ``ok`` when there is a number; any other item has none.
        nll: mean negative log-likelihood of the answers' tokens, in nats; None unless ``ok``.
        tokens: how many tokens the answers have.
        by_answer: mean negative log-likelihood of each answer's tokens, given all that stands before it.
        note: why the status isn't ``ok``.
    """

    item: str
    status: Status
    nll: float | None = None
    tokens: int = 0
    by_answer: tuple[float, ...] = ()
    note: str = ""

    @property
    def key(self) -> str:
        """What is unique in a log: the item."""
        return self.item

    @property
    def ppl(self) -> float | None:
        """Perplexity: e to the mean negative log-likelihood."""
        return None if self.nll is None else math.exp(self.nll)


def place(sentence: str, answers: Sequence[str]) -> Placement:
    """Puts answers into a sentence.

    Args:
        sentence: a text with ``{answers}`` where they belong.
        answers: the gold answers, each of which becomes a span; "A and B", "A, B and C".
    """
    before, _, after = sentence.partition("{answers}")
    text, spans = before, []
    for number, answer in enumerate(answers):
        if number:
            text += " and " if number == len(answers) - 1 else ", "
        spans.append((len(text), len(text) + len(answer)))
        text += answer
    return Placement(text + after, tuple(spans))


def tokens_of(span: Span, scores: Sequence[TokenScore]) -> list[TokenScore]:
    """The tokens that hold any character of a span.

    A token may begin with the space before an answer or end with the comma behind it; it's still what the
    model has to say for the answer. The parts of a character that several tokens make all belong to it.
    """
    start, end = span
    return [token for token in scores if token.start < end and max(token.end, token.start + 1) > start]


def item_perplexity(item: str, placement: Placement, scores: Sequence[TokenScore]) -> ItemPerplexity:
    """The perplexity of an item from the tokens of its response.

    Args:
        item: the item's id.
        placement: the response.
        scores: its tokens, with offsets into ``placement.text``.

    Raises:
        Unscorable: an answer has no token, or a token has no log-probability.
    """
    by_answer = [tokens_of(span, scores) for span in placement.spans]
    if not all(by_answer):
        raise Unscorable("the endpoint gives no token for an answer")
    losses = [[loss(token) for token in tokens] for tokens in by_answer]
    flat = [loss(token) for token in scores if any(token in tokens for tokens in by_answer)]
    return ItemPerplexity(
        item, Status.OK, float(np.mean(flat)), len(flat), tuple(float(np.mean(one)) for one in losses)
    )


def loss(token: TokenScore) -> float:
    """The negative log-likelihood of a token, in nats.

    Raises:
        Unscorable: the endpoint gives none.
    """
    if token.logprob is None:
        raise Unscorable("the endpoint gives no log-probability for a token of an answer")
    return -token.logprob


@dataclass(frozen=True, slots=True)
class Group:
    """Items that belong together: those of one outcome, or of one bin.

    Attributes:
        n: how many items.
        ppl: geometric mean of their perplexities; None: there are none.
        low: least perplexity among them.
        high: greatest.
        outcomes: how many ended in each outcome; items without one aren't among them.
    """

    n: int
    ppl: float | None
    low: float | None
    high: float | None
    outcomes: dict[Outcome, int]


def group(items: Sequence[ItemPerplexity], outcomes: dict[str, Outcome]) -> Group:
    """Sums up items that have a perplexity."""
    losses = [item.nll for item in items if item.nll is not None]
    known = [outcomes[item.item] for item in items if item.item in outcomes]
    counts = {outcome: known.count(outcome) for outcome in Outcome}
    if not losses:
        return Group(0, None, None, None, counts)
    return Group(
        len(losses), math.exp(float(np.mean(losses))), math.exp(min(losses)), math.exp(max(losses)), counts
    )


def by_outcome(items: Sequence[ItemPerplexity], outcomes: dict[str, Outcome]) -> dict[Outcome, Group]:
    """Geometric-mean perplexity of the items of each outcome (figure 18)."""
    return {
        outcome: group([item for item in items if outcomes.get(item.item) is outcome], outcomes)
        for outcome in Outcome
    }


def by_bin(items: Sequence[ItemPerplexity], outcomes: dict[str, Outcome], bins: int = BINS) -> list[Group]:
    """Outcomes in bins of perplexity, as many items in each as in any other or one more (figure 10).

    Args:
        items: all items; those without a perplexity or an outcome are left out.
        outcomes: outcomes by item.
        bins: how many bins; the first holds the lowest perplexities.
    """
    usable = [item for item in items if item.nll is not None and item.item in outcomes]
    ordered = sorted(usable, key=lambda item: (item.nll, item.item))
    return [
        group([ordered[i] for i in part], outcomes) for part in np.array_split(np.arange(len(ordered)), bins)
    ]
