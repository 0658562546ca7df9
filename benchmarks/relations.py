"""Relations by rules on labelled pairs of texts: precision and recall of conflict, and their curve.

RAMDocs (conflict, support, none) and FEVER-Symmetric (conflict, support) are reported apart. Wanted, offline:
RAMDocs conflict precision .85 at recall .60 and at most 4 % of the ``none`` rows called conflict;
FEVER-Symmetric conflict precision .90 at recall .30. The intervals are 95 % bootstrap over the groups of rows
that share a subject, since such rows aren't independent.

    python -m benchmarks.relations [--errors]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from benchmarks import data_folder
from graphprobe.config import RelationSettings
from graphprobe.mining.classified import label_of
from graphprobe.mining.pair_files import read_pairs
from graphprobe.mining.parsing import Parser
from graphprobe.mining.rule_relations import weigh_pair
from graphprobe.records import Relation, RelationLabel

CURVE = (0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4, 0.3, 0.2, 0.1)
RESAMPLES = 1000


@dataclass(frozen=True)
class Judged:
    """A labelled row, what the rules call it, and the confidence of its surest conflict (0: none seen)."""

    row: dict[str, Any]
    called: str
    conflict: float
    relations: list[Relation]

    @property
    def truth(self) -> str:
        return str(self.row["label"])


def judge(rows: Sequence[dict[str, Any]], settings: RelationSettings) -> list[Judged]:
    """Classifies the rows as ``graphprobe relations classify`` does."""
    least = {RelationLabel.CONFLICT: settings.conflict, RelationLabel.SUPPORT: settings.support}
    judged = []
    with Parser() as parser:
        pairs = read_pairs(parser, [(row["text_a"], row["text_b"]) for row in rows])
    for row, (a, b) in zip(rows, pairs, strict=True):
        seen = weigh_pair(a, b)
        called = label_of([one for one in seen if one.confidence >= least.get(one.label, 2.0)]).value
        conflicts = [one.confidence for one in seen if one.label is RelationLabel.CONFLICT]
        judged.append(Judged(row, called, max(conflicts, default=0.0), seen))
    return judged


def precision_recall(judged: Iterable[Judged], label: str) -> tuple[float, float]:
    """Precision and recall of one label; 0 where nothing was called or nothing was there."""
    called = truth = right = 0
    for one in judged:
        called += one.called == label
        truth += one.truth == label
        right += one.called == one.truth == label
    return right / called if called else 0.0, right / truth if truth else 0.0


def interval(judged: Sequence[Judged], label: str) -> tuple[str, str]:
    """95 % intervals of precision and recall, resampling the groups of rows."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups[one.row["group"]].append(one)
    names, choose = sorted(groups), random.Random(0)
    samples = [
        precision_recall([one for name in choose.choices(names, k=len(names)) for one in groups[name]], label)
        for _ in range(RESAMPLES)
    ]
    low, high = round(0.025 * RESAMPLES), round(0.975 * RESAMPLES) - 1
    sorted_precision, sorted_recall = (sorted(sample[i] for sample in samples) for i in (0, 1))
    return (
        f"{sorted_precision[low]:.2f} to {sorted_precision[high]:.2f}",
        f"{sorted_recall[low]:.2f} to {sorted_recall[high]:.2f}",
    )


def report(name: str, judged: Sequence[Judged]) -> None:
    """Prints what there is to say of one source."""
    print(f"\n### {name}: {len(judged)} pairs\n")
    for label in ("conflict", "support"):
        precision, recall = precision_recall(judged, label)
        of_precision, of_recall = interval(judged, label)
        print(f"{label}: precision {precision:.3f} ({of_precision}), recall {recall:.3f} ({of_recall})")
    none = [one for one in judged if one.truth == "none"]
    if none:
        wrong = sum(one.called == "conflict" for one in none)
        print(f"`none` rows called conflict: {wrong} of {len(none)} ({wrong / len(none):.1%})")
    kinds: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in judged:
        kinds[one.truth, one.row["kind"]][one.called] += 1
    print("\n| truth | kind | called conflict | support | none |\n|---|---|---:|---:|---:|")
    for (truth, kind), called in sorted(kinds.items()):
        print(f"| {truth} | {kind} | {called['conflict']} | {called['support']} | {called['none']} |")
    print("\n| confidence at least | conflicts called | precision | recall |\n|---:|---:|---:|---:|")
    truths = sum(one.truth == "conflict" for one in judged)
    for least in CURVE:
        above = [one for one in judged if one.conflict >= least]
        right = sum(one.truth == "conflict" for one in above)
        precision = right / len(above) if above else 0.0
        print(f"| {least} | {len(above)} | {precision:.3f} | {right / truths:.3f} |")


def errors(judged: Sequence[Judged]) -> None:
    """Lists the rows whose conflict was missed or made up, for reading."""
    for one in judged:
        if (one.called == "conflict") != (one.truth == "conflict"):
            best = max(one.relations, key=lambda r: r.confidence, default=None)
            seen = f"{best.fact_a.slot}: {best.reason} ({best.confidence})" if best else "nothing seen"
            print(f"{one.row['id']} {one.truth} ({one.row['kind']}) called {one.called}: {seen}")


def main() -> None:
    rows = [orjson.loads(line) for line in (data_folder() / "pairs.dev.jsonl").read_bytes().splitlines()]
    started = time.monotonic()
    judged = judge(rows, RelationSettings())
    print(f"{len(rows)} pairs in {time.monotonic() - started:.1f} s, parsing included")
    for source in sorted({row["source"] for row in rows}, reverse=True):
        report(source, [one for one in judged if one.row["source"] == source])
    if "--errors" in sys.argv[1:]:
        print("\n### errors\n")
        errors(judged)


if __name__ == "__main__":
    main()
