"""How many labelled conflicts the candidate pairs reach, with three pairs a document.

    python -m benchmarks.candidates [--budgets 1 2 3] [--json]

- *recall*: of the pairs of documents that give two different answers to a question, and both name its
  subject, those that are candidates. Target .94; TF-IDF with a budget for the whole corpus reaches .90, the
  best three a document .82.
- *crossed*: of the questions with conflicting answers, those with a candidate pair between two answers.
  Target .98.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

from benchmarks import data_folder
from graphprobe.config import Settings, load_settings
from graphprobe.corpus import add_corpus
from graphprobe.graph import Graph, open_graph
from graphprobe.mining.candidates import read_candidates
from graphprobe.pipeline import run_stages

RECALL = 0.94
CROSSED = 0.98
BEFORE_PAIRS = ("entities", "knowledge_points", "clusters", "facts", "terms", "candidates")

Pair = tuple[str, str]


def pairs_between(answers: Sequence[Mapping[str, Any]], documents: str) -> set[Pair]:
    """Pairs of documents of two different answers; ``documents`` names the list to take them from."""
    crossing = (product(one[documents], other[documents]) for one, other in combinations(answers, 2))
    return {(min(a, b), max(a, b)) for group in crossing for a, b in group if a != b}


def score(golds: Iterable[Mapping[str, Any]], candidates: set[Pair]) -> dict[str, Any]:
    """Both measures, with what they count."""
    conflicts = [gold["answers"] for gold in golds if gold["kind"] == "conflict"]
    naming = set().union(*(pairs_between(answers, "doc_ids_naming_subject") for answers in conflicts))
    crossed = [answers for answers in conflicts if pairs_between(answers, "doc_ids") & candidates]
    return {
        "candidates": len(candidates),
        "pairs": len(naming),
        "found": len(naming & candidates),
        "recall": len(naming & candidates) / len(naming),
        "conflicts": len(conflicts),
        "crossed": len(crossed) / len(conflicts),
    }


def candidates_of(graph: Graph, settings: Settings) -> set[Pair]:
    """The candidates that the stages write under these settings."""
    run_stages(graph, settings, only=lambda stage: stage.name in BEFORE_PAIRS)
    return {(row["doc_a"], row["doc_b"]) for row in read_candidates(graph)}


def measure(data: Path, budgets: Sequence[float]) -> list[dict[str, Any]]:
    """One row a budget; everything but the pairs is mined once."""
    lines = (data / "corpus.dev.gold.jsonl").read_text(encoding="utf-8").splitlines()
    golds = [json.loads(line) for line in lines]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(flags={"graph": {"uri": f"embedded:{folder}"}})
        with open_graph(settings.graph) as graph:
            add_corpus(graph, [data / "corpus.dev.jsonl"], settings.corpus)
            for budget in budgets:
                wanted = settings.candidates.model_copy(update={"per_document": budget})
                found = candidates_of(graph, settings.model_copy(update={"candidates": wanted}))
                rows.append({"budget": budget, **score(golds, found)})
    return rows


def report(rows: Sequence[Mapping[str, Any]]) -> None:
    print("| pairs a document | candidates | conflict pairs found | recall | conflicts crossed |")
    print("|---|---|---|---|---|")
    for row in rows:
        found = f"{row['found']} of {row['pairs']}"
        crossed = f"{row['crossed']:.3f} of {row['conflicts']}"
        print(f"| {row['budget']:g} | {row['candidates']:,} | {found} | {row['recall']:.3f} | {crossed} |")
    print(f"\nTargets at 3: recall {RECALL}, crossed {CROSSED}.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--budgets", type=float, nargs="+", default=[1, 2, 3])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = measure(data_folder(), arguments.budgets)
    if arguments.json:
        print(json.dumps(rows))
    else:
        report(rows)


if __name__ == "__main__":
    main()
