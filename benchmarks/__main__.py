"""Runs benchmarks, each as a command of its own, and keeps what they print in RESULTS.md.

python -m benchmarks                 all but those that need an endpoint
python -m benchmarks facts rerun     only these; the other sections of the page stay
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "RESULTS.md"
BENCHMARKS = (
    "candidates",
    "relations",
    "mining",
    "facts",
    "corpus_add",
    "entities",
    "rerun",
    "evaluation_run",
    "harnesses",
    "candidates_scale",
    "offline_judge",
    "evaluation_memory",
    "models",
)
NEED_AN_ENDPOINT = frozenset({"models"})
HEAD = """# Results

Written by `make bench`, or a section alone by `python -m benchmarks NAME`. What each number means stands in
the docstring of its benchmark. Measured on two cores.
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


def read_sections(page: Path) -> dict[str, str]:
    """The sections of the page as it is, by the name of their benchmark."""
    if not page.is_file():
        return {}
    parts = page.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.split("\n", 1)[0]: f"## {part}" for part in parts}


def main() -> None:
    offline = [name for name in BENCHMARKS if name not in NEED_AN_ENDPOINT]
    names = [name for name in BENCHMARKS if name in sys.argv[1:]] or offline
    sections = read_sections(PAGE)
    for name in names:
        sections[name] = run(name)
        known = [sections[each].strip() for each in BENCHMARKS if each in sections]
        PAGE.write_text("\n\n".join([HEAD.strip(), *known]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
