"""How much memory it takes to judge and score many responses: at most 500 MB for 100,000 of them.

Each command runs in a process of its own; its peak resident size is the system's own account of it. Items
have two gold answers, answers are paragraphs, and the run's files are read and written as those of any run.

python -m benchmarks.evaluation_memory [RESPONSES]
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from uuid import UUID

from graphprobe.evaluation.records import Item, Response
from graphprobe.evaluation.runs import RunSettings, create_run
from graphprobe.records import Status

RESPONSES = 100_000
TARGET_MB = 500
OPENINGS = (
    "It was founded in {a}, though some sources give {b}.",
    "The institution was founded in {a}.",
    "Accounts differ: most histories say {b}, the archive itself says {a}, and both are repeated widely.",
    "I don't know when that was.",
    "It was founded in {wrong}.",
)
FILLER = (
    " The question comes up in several histories of the region, which draw on the same registers. A first "
    "charter was drawn up by a committee of merchants, and the doors were opened to the public some time "
    "later. The building still stands, although its front was altered twice."
)


def make_run(folder: Path, count: int) -> None:
    """A run with one answer an item; neighbours share a group."""
    choice = random.Random(1)
    items = [
        Item(
            str(UUID(int=number)),
            str(UUID(int=10**9 + number // 3)),
            f"When was savings bank number {number} of the province founded?",
            (str(1700 + number % 300), str(1702 + number % 300)),
            "",
        )
        for number in range(count)
    ]
    settings = RunSettings("m", "", "made", "0" * 64, "", {})
    run = create_run(folder, settings, items, {})
    with run.response_log() as log:
        for item in items:
            a, b = item.gold_answers
            answer = choice.choice(OPENINGS).format(a=a, b=b, wrong=int(a) - 50) + FILLER
            log(Response(item.id, 0, Status.OK, answer, "m", finish_reason="stop"))


def measure(*command: str) -> tuple[float, float]:
    """Seconds and megabytes that a command takes at most."""
    started = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "graphprobe", *command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with exit code {process.returncode}")
    return time.monotonic() - started, usage.ru_maxrss / 1024


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RESPONSES
    peaks = []
    print(f"{count:,} responses\n")
    print("| command | seconds | peak MB |\n|---|---:|---:|")
    with tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        make_run(run, count)
        for words in (("judge", "--judge", "offline"), ("score",)):
            seconds, megabytes = measure("eval", words[0], str(run), *words[1:])
            peaks.append(megabytes)
            print(f"| eval {' '.join(words)} | {seconds:.0f} | {megabytes:.0f} |", flush=True)
    print(f"\nTarget: {TARGET_MB} MB")
    if max(peaks) > TARGET_MB:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
