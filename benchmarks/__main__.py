"""Runs every benchmark as a command of its own; keeps what each printed, with its command, in RESULTS.md."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = (
    "candidates",
    "relations",
    "mining",
    "facts",
    "corpus_add",
    "entities",
    "rerun",
    "candidates_scale",
)
HEAD = """# Results

Written by `make bench`. What each number means stands in the docstring of its benchmark.
"""


def run(name: str) -> str:
    """Runs one benchmark, echoes its output and returns it as a section of the page."""
    started = time.monotonic()
    command = [sys.executable, "-m", f"benchmarks.{name}"]
    done = subprocess.run(
        command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False
    )
    print(done.stdout, flush=True)
    ending = "" if done.returncode == 0 else f"\n**Ended with exit code {done.returncode}.**\n"
    took = f"{time.monotonic() - started:.0f} s"
    return f"## {name}\n\n`python -m benchmarks.{name}` ({took})\n\n{done.stdout.strip()}\n{ending}"


def main() -> None:
    names = [name for name in BENCHMARKS if name in sys.argv[1:]] or list(BENCHMARKS)
    sections = [run(name) for name in names]
    if names == list(BENCHMARKS):
        (HERE / "RESULTS.md").write_text("\n".join([HEAD, *sections]), encoding="utf-8")


if __name__ == "__main__":
    main()
