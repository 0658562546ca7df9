"""Log-probabilities of given texts, from completions endpoints, and whether they can be believed.

Two ways lead to the log-probability of a token that is given and not drawn:

- ``echo``: the endpoint repeats the prompt with a log-probability a token; one call a text.
- ``next``: a call for each token asks what comes next and finds the token among the likeliest; exact wherever
  it's found, and independent of how an endpoint accounts for its prompt.

Endpoints get the first wrong: they leave log-probabilities out, fill them with one number, or give those of
the neighbouring token. So :func:`verdict` looks at texts whose continuation is obvious before any is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

OBVIOUS = 1.0
"""Nats: the mean loss of an obvious continuation is below this for any model worth asking."""


LEAST = -1000.0
"""Nats: what's below is a server's way to write "not given", as -9999."""


@dataclass(frozen=True, slots=True)
class TokenScore:
    """One token of a text.

    Attributes:
        start: offset of its first character in the text.
        end: offset behind its last; equal to ``start`` for a part of a character.
        text: the token, as the endpoint writes it.
        logprob: natural logarithm of its probability after all before it; None: not given.
        likeliest: the token that the endpoint names as likeliest in its place; None: it names none.
    """

    start: int
    end: int
    text: str
    logprob: float | None
    likeliest: str | None = None


class Trust(str, Enum):
    """What an endpoint's log-probabilities of a prompt are worth."""

    SOUND = "sound"
    ABSENT = "absent"
    CONSTANT = "all equal"
    SHIFTED = "those of the neighbouring token"
    IMPROBABLE = "too low for an obvious continuation"


class Misaligned(ValueError):
    """The tokens an endpoint gives aren't those of the text it was sent."""


def read_echo(prompt: str, logprobs: Any, start: int) -> list[TokenScore]:
    """The tokens of a prompt from its place ``start`` on, as a completions endpoint echoes them.

    Special tokens may be left out of the echo, so tokens are placed from the end of the prompt: all text from
    ``start`` on must be found there, character by character.

    Args:
        prompt: what was sent.
        logprobs: the choice's ``logprobs``, with ``tokens`` and ``token_logprobs``, and ``text_offset`` and
            ``top_logprobs`` where the endpoint gives them.
        start: offset of the part that matters, in characters.

    Returns:
        its tokens; offsets count from ``start``, and the first may begin before it.

    Raises:
        Misaligned: the tokens don't make up the text.
    """
    if not isinstance(logprobs, Mapping) or not isinstance(logprobs.get("tokens"), list):
        raise Misaligned("the endpoint doesn't echo the tokens of a prompt")
    tokens = [str(token) for token in logprobs["tokens"]]
    ends = _ends(tokens, logprobs.get("text_offset"))
    values = _padded(logprobs.get("token_logprobs"), len(tokens))
    tops = _padded(logprobs.get("top_logprobs"), len(tokens))
    trouble = Misaligned("the echo doesn't end as the prompt does")
    for behind in (0, 1):  # tokens that were generated, behind the prompt
        echoed = len(tokens) - behind
        if echoed < 1 or ends[echoed] > len(prompt):
            continue
        shift = len(prompt) - ends[echoed]
        try:
            return [
                TokenScore(begin, end, tokens[i], _number(values[i]), _best(tops[i]))
                for i, (begin, end) in _placed(prompt, tokens[:echoed], [end + shift for end in ends], start)
            ]
        except Misaligned as error:
            trouble = error
    raise trouble


def likely(logprobs: Any, token: str) -> float | None:
    """The log-probability that an endpoint gives a token as the next one; None: it doesn't name it.

    Args:
        logprobs: the choice's ``logprobs`` of one generated token.
        token: the token, as the endpoint writes it.
    """
    tops = logprobs.get("top_logprobs") if isinstance(logprobs, Mapping) else None
    first = tops[0] if isinstance(tops, list) and tops else None
    return _number(first.get(token)) if isinstance(first, Mapping) else None


def _ends(tokens: Sequence[str], offsets: Any) -> list[int]:
    """Where tokens begin in the text that they make up, and where the last one ends."""
    if (
        isinstance(offsets, list)
        and len(offsets) == len(tokens)
        and all(isinstance(at, int) for at in offsets)
    ):
        return [*offsets, offsets[-1] + len(tokens[-1])] if tokens else [0]
    return [int(end) for end in np.cumsum([0, *map(len, tokens)])]


def _placed(
    prompt: str, tokens: Sequence[str], ends: Sequence[int], start: int
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Tokens of the part from ``start`` on, by number, with their offsets in that part."""
    reached = start
    for number, token in enumerate(tokens):
        begin, end = ends[number], ends[number + 1]
        if end <= start:
            continue
        if begin > reached or (token and prompt[begin : begin + len(token)] != token):
            raise Misaligned(f"the echo has {token!r} where the prompt has {prompt[begin:end]!r}")
        reached = max(reached, end)
        yield number, (begin - start, end - start)
    if reached < len(prompt):
        raise Misaligned("the echo doesn't hold the whole response")


def _padded(values: Any, length: int) -> list[Any]:
    given = list(values) if isinstance(values, list) else []
    return (given + [None] * length)[:length]


def _number(value: Any) -> float | None:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if usable and value > LEAST else None


def _best(top: Any) -> str | None:
    if not isinstance(top, Mapping) or not top:
        return None
    known = {str(token): number for token, value in top.items() if (number := _number(value)) is not None}
    return max(known, key=known.__getitem__, default=None)


def verdict(texts: Sequence[Sequence[TokenScore]]) -> Trust:
    """What log-probabilities are worth, by texts whose second halves are obvious.

    Args:
        texts: the tokens of such texts: the alphabet, the days of the week.
    """
    obvious = [token for tokens in texts for token in tokens[len(tokens) // 2 :]]
    losses = [-token.logprob for token in obvious if token.logprob is not None]
    if len(losses) < len(obvious) or not losses:
        return Trust.ABSENT
    if max(losses) - min(losses) < 1e-6:
        return Trust.CONSTANT
    if min(losses) < -1e-3:
        return Trust.IMPROBABLE  # a probability above one is none
    if float(np.mean(losses)) <= OBVIOUS:
        return Trust.SOUND
    return Trust.SHIFTED if _names_the_next(texts) else Trust.IMPROBABLE


def _names_the_next(texts: Sequence[Sequence[TokenScore]]) -> bool:
    """Whether the likeliest token in a place is the one that stands in the next place."""
    pairs = [
        (one.likeliest, two.text)
        for tokens in texts
        for one, two in zip(tokens[len(tokens) // 2 :], tokens[len(tokens) // 2 + 1 :], strict=False)
        if one.likeliest is not None
    ]
    return bool(pairs) and sum(one == two for one, two in pairs) > len(pairs) / 2
