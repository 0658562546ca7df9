"""A dry run: everything a command would ask, counted and not sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from graphprobe.config import LlmSettings
from graphprobe.llm.answers import Answer, Ask
from graphprobe.llm.client import Llm
from graphprobe.llm.estimate import Estimate
from graphprobe.records import Status

M = TypeVar("M", bound=BaseModel)


class DryLlm(Llm):
    """Models that are never asked: each item ends ``pending``, and what it would have taken is added up.

    Answers in the cache count as paid for already. No key and no network are needed.
    """

    def __init__(self, settings: LlmSettings) -> None:
        """Reads prices and opens the cache."""
        super().__init__(settings)
        self._estimates: dict[tuple[str, str], Estimate] = {}

    def probe(self, model: str) -> None:
        """Does nothing: an estimate needs no endpoint."""

    def ask(self, asks: Sequence[Ask[M]], model: str) -> list[Answer[M]]:
        """Adds up what asking would take; every answer is ``pending``."""
        by_prompt: dict[str, list[Ask[M]]] = {}
        for ask in asks:
            by_prompt.setdefault(ask.prompt.id, []).append(ask)
        for prompt, those in by_prompt.items():
            found, before = self.estimate(those, model), self._estimates.get((prompt, model))
            self._estimates[prompt, model] = before + found if before else found
        return [Answer(ask.key, Status.PENDING, None, "dry run", None, model, ask.prompt.id) for ask in asks]

    def estimates(self) -> dict[tuple[str, str], Estimate]:
        """What asking would take so far, by prompt and model."""
        return dict(sorted(self._estimates.items()))
