"""How many calls are under way at once."""

from __future__ import annotations

import asyncio
import time

from graphprobe.llm.gate import Gate


def test_room_grows_while_calls_go_well() -> None:
    gate = Gate(most=64)
    assert gate.limit == 20
    for _ in range(20):
        gate.went_well()
    assert gate.limit == 40
    for _ in range(40):
        gate.went_well()
    assert gate.limit == 64


def test_room_halves_once_for_calls_sent_at_the_old_rate_and_grows_again() -> None:
    now = [100.0]
    gate = Gate(most=16, clock=lambda: now[0])
    gate.limit = 16.0
    for began in (90.0, 91.0, 92.0):
        gate.too_much(began, None)
    assert gate.limit == 8
    gate.too_much(101.0, None)  # sent after the halving, and refused all the same
    assert gate.limit == 4
    for _ in range(4):
        gate.went_well()
    assert 4.8 < gate.limit < 5.1


def test_one_call_is_always_let_through() -> None:
    gate = Gate(most=1)
    for began in range(10):
        gate.too_much(time.monotonic() + began, None)
    assert gate.limit == 1


def test_no_more_calls_at_once_than_the_limit() -> None:
    async def most_at_once(gate: Gate) -> int:
        inside = most = 0

        async def call() -> None:
            nonlocal inside, most
            async with gate.passing():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*(call() for _ in range(20)))
        return most

    assert asyncio.run(most_at_once(Gate(most=3))) == 3


def test_all_calls_wait_as_long_as_the_endpoint_asks() -> None:
    async def begun_after(wait: float) -> list[float]:
        gate = Gate(most=4)
        started = time.monotonic()
        gate.too_much(started, wait)

        async def call() -> float:
            async with gate.passing() as began:
                return began - started

        return await asyncio.gather(*(call() for _ in range(5)))

    assert min(asyncio.run(begun_after(0.2))) >= 0.2


def test_a_failing_or_cancelled_call_gives_its_place_back() -> None:
    async def passed() -> bool:
        gate = Gate(most=1)
        gate.too_much(time.monotonic(), 60)
        waiting = asyncio.ensure_future(gate.passing().__aenter__())
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        gate._resume_at = 0.0
        async with gate.passing():
            return True

    assert asyncio.run(asyncio.wait_for(passed(), 5))
