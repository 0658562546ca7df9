"""A run beside Inspect and lm-evaluation-harness: same items, endpoint and calls at once, whole processes.

1,094 questions, 200 ms an answer, 64 calls at once, each harness as its own command with the task files that
`graphprobe eval tasks` writes, start and end of the process included. `eval run` and `eval judge` together do
what either of the others does in one command.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.evaluation_run import AT_ONCE, QUESTIONS, SECONDS, items
from benchmarks.scripted_endpoint import endpoint
from graphprobe.evaluation.benchmark import json_line, record_of
from graphprobe.tasks import ITEMS, write_tasks

TURNS = 3


def commands(url: str, tasks: Path, out: Path) -> dict[str, list[list[str]]]:
    """The commands of each harness, for a folder that doesn't exist yet."""
    graphprobe = ["graphprobe", "eval"]
    asked = ["--benchmark", str(tasks / ITEMS), "--model", "m", "--base-url", url]
    lm_eval = f"model=m,base_url={url}/chat/completions,num_concurrent={AT_ONCE},tokenized_requests=False"
    return {
        "graphprobe": [
            [*graphprobe, "run", *asked, "--concurrency", str(AT_ONCE), "--out", str(out)],
            [*graphprobe, "judge", str(out), "--judge", "offline"],
        ],
        "Inspect": [
            [
                *("inspect_ai", "eval", "inspect_task.py", "--log-dir", str(out)),
                *("--model", "openai/m", "-M", "responses_api=false"),
                *("--max-connections", str(AT_ONCE), "--display", "none"),
            ]
        ],
        "lm-evaluation-harness": [
            [
                *("lm_eval", "--tasks", "graphprobe_closed_book", "--include_path", "lm_eval"),
                *("--apply_chat_template", "--model", "local-chat-completions", "--model_args", lm_eval),
                *("--output_path", str(out)),
            ]
        ],
    }


def seconds(work: list[list[str]], url: str, folder: Path) -> float:
    """Wall-clock seconds of commands, one after the other."""
    known = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": url, "HF_HUB_OFFLINE": "1"}
    began = time.monotonic()
    for command in work:
        subprocess.run(
            [sys.executable, "-m", *command],
            cwd=folder,
            env={**os.environ, **known},
            check=True,
            capture_output=True,
            timeout=900,
        )
    return time.monotonic() - began


def main() -> int:
    """Prints the medians; fails when another harness is faster."""
    with tempfile.TemporaryDirectory() as scratch, endpoint(SECONDS) as url:
        folder = Path(scratch)
        write_tasks(folder / "tasks", b"".join(json_line(record_of(item)) for item in items(QUESTIONS)))
        took: dict[str, list[float]] = {}
        for turn in range(TURNS):
            for name in commands(url, folder, folder):
                work = commands(url, folder / "tasks", folder / f"{name} {turn}")[name]
                took.setdefault(name, []).append(seconds(work, url, folder / "tasks"))
    medians = {name: statistics.median(turns) for name, turns in took.items()}
    print(
        f"{QUESTIONS:,} questions, {SECONDS * 1000:.0f} ms an answer, {AT_ONCE} at once, median of {TURNS}\n"
    )
    print("| whole processes | seconds | of ours |\n|---|---|---|")
    for name, median in medians.items():
        print(f"| {name} | {median:.1f} | {median / medians['graphprobe']:.2f} |")
    return 0 if medians["graphprobe"] <= min(medians.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
