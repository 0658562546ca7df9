"""Candidates from 10,000 to 100,000 documents: seconds a document, and memory of the Python process.

    python -m benchmarks.candidates_scale [--sizes 10000 100000] [--json]

The corpus is made from a seed, with words as frequent as in natural text: 60 words a document from a
vocabulary that grows with the corpus as Heaps' law has it, and on average four documents about each subject,
naming it. Entities are written as the entities stage writes them, without a parse: the subject and five
others. Each size is mined into an embedded graph of its own, in a process of its own, by the stages
themselves. Documents and entities are written before the clock starts.

Targets: seconds a document grow at most 1.3 times, Python stays under 1.5 GB, and one document added to the
larger graph takes seconds, not minutes: it costs one look at the list of pending documents and its own work.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from graphprobe.config import CandidateSettings, GraphSettings
from graphprobe.graph import Graph, open_graph
from graphprobe.mining.candidates import candidates_stage
from graphprobe.mining.runner import fingerprints, run_stage
from graphprobe.mining.stage import Stage
from graphprobe.mining.terms import Terms

SIZES = (10_000, 100_000)
GROWTH = 1.3
MEMORY = 1.5  # GB
WORDS = 60
ENTITIES = 5
SUBJECT_DOCUMENTS = 4
SEED = 7
PAGE = 2000

Row = dict[str, object]


@dataclass(frozen=True)
class Corpus:
    """Texts by number. ``words`` and ``entities`` are cumulative Zipf distributions over ranks."""

    size: int
    words: np.ndarray
    entities: np.ndarray

    @classmethod
    def of(cls, size: int) -> Corpus:
        return cls(size, zipf(heaps(size * WORDS)), zipf(heaps(size * ENTITIES)))

    def pages(self) -> Iterator[tuple[list[Row], list[Row]]]:
        """Rows of documents and of mentions, a page at a time."""
        rng = np.random.default_rng(SEED)
        for start in range(0, self.size, PAGE):
            numbers = range(start, min(start + PAGE, self.size))
            words = np.searchsorted(self.words, rng.random((len(numbers), WORDS)))
            others = np.searchsorted(self.entities, rng.random((len(numbers), ENTITIES)))
            subjects = rng.integers(0, max(self.size // SUBJECT_DOCUMENTS, 1), len(numbers))
            documents: list[Row] = []
            mentions: list[Row] = []
            for number, ranks, ents, subject in zip(numbers, words, others, subjects, strict=True):
                name = f"{word(subject).title()} {word(subject + 7).title()}"
                documents.append(document(number, f"{name} " + " ".join(word(rank) for rank in ranks)))
                keys = {name.casefold(), *(f"entity {rank}" for rank in ents.tolist())}
                mentions.extend(mention(key, number) for key in sorted(keys))
            yield documents, mentions


def heaps(tokens: int) -> int:
    """Size of the vocabulary of a text of so many words."""
    return int(60 * tokens**0.6)


def zipf(vocabulary: int) -> np.ndarray:
    weights = np.cumsum(1 / np.arange(1, vocabulary + 1) ** 1.05)
    return np.asarray(weights / weights[-1])


def word(rank: int) -> str:
    """A word of at least four letters for a rank."""
    letters = ""
    rank = int(rank) + 26**3
    while rank:
        rank, digit = divmod(rank, 26)
        letters += chr(97 + digit)
    return letters


def document(number: int, text: str) -> Row:
    key = f"d{number:07d}"
    row = dict.fromkeys(("url", "title", "date", "corpus", "language", "quality", "partition"))
    bands = dict.fromkeys(("band_0", "band_1", "band_2", "band_3"), number)
    plain = {
        "key": key,
        "text": text,
        "text_sha": key,
        "source": "made",
        "n_chars": len(text),
        "dup_group": key,
    }
    return {**row, **bands, **plain, "corpus_fingerprint": "made"}


def mention(key: str, number: int) -> Row:
    body = {"name": key, "type": "MISC", "count": 1, "first": 0, "surfaces": [key]}
    return {"key": key, "document": f"d{number:07d}", **body}


def fill(graph: Graph, size: int) -> None:
    """Writes documents and their entities."""
    for documents, mentions in Corpus.of(size).pages():
        graph.write("corpus/documents_write", documents)
        graph.write("mining/entities_write", mentions, fingerprint="made")
    for page in graph.pages("mining/entities_touched", limit=PAGE):
        graph.write("mining/entities_derive", page)


def stages() -> list[Stage]:
    settings = CandidateSettings()
    return [Terms(settings), alone(candidates_stage(settings))]


def alone(stage: Stage) -> Stage:
    """The stage as following nothing but the terms: the other stages don't run here."""
    stage.follows = ("terms",)  # type: ignore[misc]
    return stage


def timed_run(graph: Graph) -> dict[str, float]:
    """Runs both stages; seconds of each."""
    run = stages()
    known = fingerprints(run)
    return {stage.name: run_stage(graph, stage, known[stage.name]).seconds for stage in run}


def measure(size: int) -> dict[str, float]:
    """One size, start to end."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_graph(GraphSettings(uri=f"embedded:{folder}")) as graph,
    ):
        fill(graph, size)
        seconds = timed_run(graph)
        added = document(size, f"Late Comer {word(0)} {word(size // 9)} {word(size // 8)}")
        graph.write("corpus/documents_write", [added])
        began = time.monotonic()
        timed_run(graph)
        one_more = time.monotonic() - began
        pairs = sum(row["pairs"] for row in graph.read("mining/candidates_rounds"))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    total = sum(seconds.values())
    return {"documents": size, **seconds, "ms_a_document": 1000 * total / size, "pairs": pairs,
            "one_more": one_more, "memory_gb": memory}  # fmt: skip


def measure_apart(size: int) -> dict[str, float]:
    """Measures in a process of its own, so that its memory is its own."""
    command = [sys.executable, "-m", "benchmarks.candidates_scale", "--one", str(size)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def report(rows: Sequence[dict[str, float]]) -> None:
    print("| documents | terms s | candidates s | ms a document | pairs | one more document s | Python GB |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        seconds = f"{row['terms']:.1f} | {row['candidates']:.1f} | {row['ms_a_document']:.2f}"
        rest = f"{row['pairs']:,} | {row['one_more']:.1f} | {row['memory_gb']:.2f}"
        print(f"| {row['documents']:,} | {seconds} | {rest} |")
    growth = rows[-1]["ms_a_document"] / rows[0]["ms_a_document"]
    memory = max(row["memory_gb"] for row in rows)
    print(f"\nSeconds a document grow {growth:.2f} times (target: at most {GROWTH}).")
    print(f"Python memory {memory:.2f} GB (target: under {MEMORY}).")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(arguments.one)))
        return
    rows = [measure_apart(size) for size in arguments.sizes]
    if arguments.json:
        print(json.dumps(rows))
    else:
        report(rows)


if __name__ == "__main__":
    main()
