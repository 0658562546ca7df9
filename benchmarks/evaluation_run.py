"""Speed of a run beside a bare client, on one scripted endpoint, and its memory on ten times the questions.

- *speed*: 1,094 questions, 200 ms an answer, 64 calls at once. The bare loop is ``AsyncOpenAI`` under a
  semaphore that keeps nothing; `eval run` logs every response, counts, and sums up. Process start is left out
  of both. They take turns, and the medians are compared: at most 1.2. Processor seconds are those of this
  process alone, and don't depend on what else the machine does.
- *ideal*: what 64 calls at once would take if nothing else took any time.
- *memory*: how much the peak of resident memory grows from a run of 1,094 questions to one of 10,940.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path

from openai import AsyncOpenAI

from benchmarks.scripted_endpoint import endpoint
from graphprobe.config import LlmSettings
from graphprobe.evaluation.benchmark import Benchmark
from graphprobe.evaluation.records import Item
from graphprobe.evaluation.run import Asked, execute, messages_of, prepare
from graphprobe.llm.templates import load_instruction

QUESTIONS, SECONDS, AT_ONCE, TURNS = 1094, 0.2, 64, 3
TARGET = 1.2


def items(count: int) -> tuple[Item, ...]:
    """Questions of the usual length."""
    return tuple(
        Item(
            id=str(uuid.uuid5(uuid.NAMESPACE_OID, str(number))),
            group=str(uuid.uuid5(uuid.NAMESPACE_OID, str(number // 2))),
            question=f"In which year was the savings bank of the market town number {number} founded?",
            gold_answers=("1974", "1976"),
            preferred_answer="1974; 1976",
        )
        for number in range(count)
    )


def bare(url: str, asked: tuple[Item, ...]) -> None:
    """A bare loop."""
    instruction = load_instruction("closed_book")

    async def ask_all() -> None:
        at_once = asyncio.Semaphore(AT_ONCE)
        async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:

            async def ask(item: Item) -> None:
                async with at_once:
                    await client.chat.completions.create(
                        model="m",
                        messages=messages_of(item.question, instruction),  # type: ignore[arg-type]
                        temperature=0,
                        max_tokens=32768,
                    )

            await asyncio.gather(*map(ask, asked))

    asyncio.run(ask_all())


def run(url: str, asked: tuple[Item, ...], folder: Path) -> None:
    """A run, from making its folder to its summary."""
    settings = LlmSettings(model="m", base_url=url, concurrency=AT_ONCE, cache=folder / "answers.sqlite")
    made = prepare(Benchmark("made", "0", asked), settings, Asked(), folder / "run")
    summary = execute(made, settings)
    assert summary["complete"], summary


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Seconds, and processor seconds, that something takes."""
    started, used = time.monotonic(), time.process_time()
    work()
    return time.monotonic() - started, time.process_time() - used


def peak_megabytes(url: str, count: int, folder: str) -> float:
    """Peak resident memory of a process that does one run."""
    run(url, items(count), Path(folder))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    asked = items(QUESTIONS)
    with tempfile.TemporaryDirectory() as scratch:
        with endpoint(SECONDS) as url:
            turns = [
                (
                    *timed(lambda: bare(url, asked)),
                    *timed(partial(run, url, asked, Path(scratch) / str(turn))),
                )
                for turn in range(TURNS)
            ]
        loop, loop_cpu, ours, ours_cpu = (statistics.median(column) for column in zip(*turns, strict=True))
        ideal = QUESTIONS / AT_ONCE * SECONDS
        fresh = multiprocessing.get_context("spawn")
        with endpoint(0) as url:
            peaks = []
            for count in (QUESTIONS, 10 * QUESTIONS):
                with fresh.Pool(1) as pool:
                    peaks.append(pool.apply(peak_megabytes, (url, count, f"{scratch}/peak{count}")))
    print(
        f"{QUESTIONS:,} questions, {SECONDS * 1000:.0f} ms an answer, {AT_ONCE} at once, median of {TURNS}\n"
    )
    print("| | seconds | of the ideal | of the bare loop | processor seconds |\n|---|---|---|---|---|")
    print(f"| ideal | {ideal:.2f} | 1.00 | | |")
    print(f"| bare AsyncOpenAI loop | {loop:.2f} | {loop / ideal:.2f} | 1.00 | {loop_cpu:.2f} |")
    print(f"| eval run | {ours:.2f} | {ours / ideal:.2f} | {ours / loop:.2f} | {ours_cpu:.2f} |")
    print(f"\ntarget: at most {TARGET} of the bare loop")
    one, ten = peaks
    print(f"\npeak memory: {one:.0f} MB with {QUESTIONS:,} questions, {ten:.0f} MB with ten times as many")
    sys.exit(0 if ours / loop <= TARGET else 1)


if __name__ == "__main__":
    main()
