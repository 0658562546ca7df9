"""What a rerun and one more document cost, against the first run, on the labelled corpus.

- *rerun*: the same `mine` again: it may take at most 5 % of the first run's time and writes nothing. Seconds
  are those of the whole call with the graph open, corpus and release included.
- *one more document*: `mine` of one new document into the same graph, without a release.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from benchmarks import data_folder
from graphprobe.config import load_settings
from graphprobe.graph import Graph, open_graph
from graphprobe.pipeline import mine

NEW = "Broken Bow is a city in Custer County, Nebraska. As of the 2010 census, its population was 3,559."


def seconds(graph: Graph, corpus: Path, address: str, out: Path | None) -> tuple[float, int]:
    """How long a mine takes, and how many items its stages worked on."""
    settings = load_settings(flags={"graph": {"uri": address}})
    started = time.monotonic()
    report = mine(graph, [corpus], settings, out=out)
    return time.monotonic() - started, report.corpus.added + sum(stage.done for stage in report.stages)


def main() -> None:
    corpus = data_folder() / "corpus.dev.jsonl"
    with tempfile.TemporaryDirectory() as scratch:
        address = f"embedded:{scratch}/graph"
        more = Path(scratch) / "more.jsonl"
        more.write_text(json.dumps({"id": "new", "text": NEW}) + "\n", encoding="utf-8")
        with open_graph(load_settings(flags={"graph": {"uri": address}}).graph) as graph:
            first, items = seconds(graph, corpus, address, Path(scratch) / "out")
            again, repeated = seconds(graph, corpus, address, Path(scratch) / "out")
            one, own = seconds(graph, more, address, None)
    print("| run | seconds | of the first | items worked on |\n|---|---|---|---|")
    print(f"| first, 891 documents | {first:.1f} | | {items} |")
    print(f"| the same again | {again:.2f} | {again / first:.3f} | {repeated} |")
    print(f"| one more document | {one:.2f} | {one / first:.3f} | {own} |")


if __name__ == "__main__":
    main()
