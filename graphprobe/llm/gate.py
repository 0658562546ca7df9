"""How many calls to an endpoint are under way at once: fewer after a 429, slowly more while it answers.

Doubling until the first refusal, then additive increase and multiplicative decrease, as TCP does it: the one
scheme that finds an endpoint's limit without being told it and shares it fairly with whoever else uses the
same key.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Gate:
    """Lets calls through, as many at once as the endpoint bears.

    Attributes:
        limit: calls that may be under way now, between 1 and ``most``; doubles each time that many calls went
            well until the endpoint says it's too much, which halves it; from then on it grows by about one.
        least: the lowest limit so far, for reports.
    """

    START = 20

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.limit = float(min(self.START, most))
        self.least = self.limit
        self._clock = clock
        self._under_way = 0
        self._resume_at = 0.0
        self._shrunk_at = float("-inf")
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[float]:
        """Waits for room, and for the end of a pause; gives the time at which the call begins."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._under_way < int(self.limit))
            self._under_way += 1
        try:
            while (pause := self._resume_at - self._clock()) > 0:
                await asyncio.sleep(pause * random.uniform(1, 1.1))
            yield self._clock()
        finally:
            self._under_way -= 1
            async with self._changed:
                self._changed.notify_all()

    def went_well(self) -> None:
        """A call was answered: a little more room."""
        never_refused = self._shrunk_at == float("-inf")
        self.limit = min(float(self.most), self.limit + (1 if never_refused else 1 / self.limit))

    def too_much(self, began: float, wait: float | None) -> None:
        """The endpoint refused a call for its rate: half the room, and all wait as long as it asks.

        Calls that began before the last halving were sent at the old rate, so they don't halve it again.

        Args:
            began: when the refused call began.
            wait: seconds the endpoint asked to wait, if it did.
        """
        if began >= self._shrunk_at:
            self.limit = max(1.0, self.limit / 2)
            self.least = min(self.least, self.limit)
            self._shrunk_at = self._clock()
        if wait is not None:
            self._resume_at = max(self._resume_at, self._clock() + wait)
