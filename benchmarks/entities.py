"""Speed of the entities stage beside bare ``nlp.pipe``: same pipeline, texts and number of processes.

    python -m benchmarks.entities [--documents 4000] [--processes 2] [--json]

The texts are those of ``corpus.dev.jsonl`` in ``GRAPHPROBE_DATA``, repeated with a number before each so that
no text occurs twice. ``bare`` is ``nlp.pipe(texts, n_process=...)`` and nothing else. ``stage`` is all that
the stage does with a batch: parsing in its processes, storing the parses in a fresh cache, finding the names
and making rows of them. Both load the model and start their processes within the time. Rounds alternate, the
median counts.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from graphprobe.config import EntitySettings, ParsingSettings
from graphprobe.mining.entities import Entities
from graphprobe.mining.parsing import Parser, load_model

DATA = Path(os.environ.get("GRAPHPROBE_DATA", Path(__file__).parents[2] / "shared" / "data"))
TARGET = 0.95


def read_texts(documents: int) -> list[str]:
    """Texts of real documents, no two alike."""
    with (DATA / "corpus.dev.jsonl").open(encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    return [f"{number}. {text}" for number, text in enumerate(islice(cycle(texts), documents))]


def bare(texts: list[str], processes: int) -> float:
    """Seconds of spaCy alone."""
    started = time.perf_counter()
    for _ in load_model().pipe(texts, n_process=processes):
        pass
    return time.perf_counter() - started


def stage(texts: list[str], processes: int) -> float:
    """Seconds of the stage's processing, in batches as the runner makes them."""
    items = [
        {"key": str(number), "text": text, "title": None, "language": "en"}
        for number, text in enumerate(texts)
    ]
    with tempfile.TemporaryDirectory() as folder:
        settings = ParsingSettings(processes=processes, cache=Path(folder) / "parses.sqlite")
        with Parser(settings) as parser:
            entities = Entities(EntitySettings(), parser)
            started = time.perf_counter()
            for start in range(0, len(items), entities.batch):
                entities.process(items[start : start + entities.batch])
            return time.perf_counter() - started


def main() -> int:
    """Prints both rates and their ratio; fails below the target."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--documents", type=int, default=4000)
    options.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    texts = read_texts(given.documents)
    load_model()  # so that neither side has spaCy to import
    rounds = [(bare(texts, given.processes), stage(texts, given.processes)) for _ in range(given.rounds)]
    bare_seconds, stage_seconds = (statistics.median(column) for column in zip(*rounds, strict=True))
    result = {
        "documents": len(texts),
        "processes": given.processes,
        "bare_documents_per_second": round(len(texts) / bare_seconds, 1),
        "stage_documents_per_second": round(len(texts) / stage_seconds, 1),
        "ratio": round(bare_seconds / stage_seconds, 3),
        "target": TARGET,
    }
    if given.json:
        print(json.dumps(result))
    else:
        print("\n".join(f"{name}: {value}" for name, value in result.items()))
    return 0 if result["ratio"] >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
