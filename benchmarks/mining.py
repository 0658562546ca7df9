"""Mining end to end on the labelled corpus: from files to conflicts, measured against its groups.

- *found*: gold conflicts of which one mined conflict holds two accounts that are two of the gold answers. An
  account is an answer when a document of that answer reports it and its value agrees with the answer's: by
  typed comparison, or, in words, when one contains the other.
- *namesakes joined*: mined conflicts with accounts that rest on documents about two subjects of one name.
- *read by eye*: `benchmarks/mining_sample.jsonl`, a seeded sample of what was reported with verdicts.
- *spans*: exported quotes that equal the text at their offsets.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from benchmarks import data_folder
from graphprobe.config import load_settings
from graphprobe.graph import Graph, open_graph
from graphprobe.pipeline import mine
from graphprobe.text.normalize import fold
from graphprobe.text.values import Verdict, compare, parse_value

SAMPLE = Path(__file__).parent / "mining_sample.jsonl"
SAMPLE_SIZE = 50
SEED = 20_261_130

Conflict = dict[str, Any]
Gold = Mapping[str, Any]


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def agrees(value: str, answer: str) -> bool:
    """Whether a mined value is the gold answer, as typed values or as words."""
    if compare(parse_value(value), parse_value(answer)).verdict is Verdict.COMPATIBLE:
        return True
    mined, gold = fold(value), fold(answer)
    return bool(mined) and (mined in gold or gold in mined)


def reports(account: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Whether an account is a gold answer: one of its documents, and its value."""
    shared = set(account["documents"]) & set(answer["doc_ids"])
    return bool(shared) and agrees(account["value"], answer["value"])


def found(gold: Gold, conflicts: Iterable[Conflict]) -> bool:
    """Whether one conflict holds two of the gold answers as two accounts."""
    pairs = list(combinations(gold["answers"], 2))
    return any(
        reports(one, a) and reports(other, b)
        for conflict in conflicts
        for one, other in permutations(conflict["accounts"], 2)
        for a, b in pairs
    )


def subjects_of_documents(golds: Iterable[Gold]) -> dict[str, set[tuple[str, str]]]:
    """For each document the questions and subjects that it answers."""
    subjects: dict[str, set[tuple[str, str]]] = {}
    for gold in golds:
        for answer in gold["answers"]:
            for document in answer["doc_ids"]:
                subjects.setdefault(document, set()).add((gold["question_id"], gold["subject"]))
    return subjects


def joins_namesakes(conflict: Conflict, subjects: Mapping[str, set[tuple[str, str]]]) -> bool:
    """Whether two accounts rest on documents of one question about two different subjects."""
    for one, other in combinations(conflict["accounts"], 2):
        for a in one["documents"]:
            for b in other["documents"]:
                of_a, of_b = subjects.get(a, set()), subjects.get(b, set())
                same_question = {question for question, _ in of_a} & {question for question, _ in of_b}
                if same_question and not of_a & of_b:
                    return True
    return False


def all_conflicts(graph: Graph) -> Iterator[Conflict]:
    for page in graph.pages("mining/conflicts_list"):
        yield from page


def spans_that_hold(provenance: Sequence[Mapping[str, Any]], texts: Mapping[str, str]) -> int:
    """Exported spans whose text is the quote."""
    return sum(texts[row["document"]][row["start"] : row["end"]] == row["quote"] for row in provenance)


def write_sample(graph: Graph, conflicts: Sequence[Conflict], path: Path) -> None:
    """Writes a seeded sample with the verdicts known; what the conflicts rest on goes to stderr."""
    known = {row["id"]: row for row in read_jsonl(path)} if path.is_file() else {}
    ordered = sorted(conflicts, key=lambda conflict: conflict["key"])
    chosen = random.Random(SEED).sample(ordered, min(SAMPLE_SIZE, len(ordered)))
    rows = [sample_row(conflict, known.get(conflict["key"], {})) for conflict in chosen]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8", newline="\n")
    for row in rows:
        print(f"\n{row['id']} {row['subject']} | {row['attribute']} [{row['verdict']}]", file=sys.stderr)
        for said in graph.read("mining/conflicts_show", id=row["id"]):
            print(f"  {said['value']!r} {said['document']}: {said['statement']}", file=sys.stderr)


def sample_row(conflict: Conflict, before: Mapping[str, Any]) -> dict[str, Any]:
    """A conflict to be read, with the verdict on it if it was read before."""
    accounts = {account["value"]: sorted(account["documents"]) for account in conflict["accounts"]}
    return {
        "id": conflict["key"],
        "subject": conflict["subject"],
        "attribute": conflict["attribute"],
        "accounts": dict(sorted(accounts.items())),
        "verdict": before.get("verdict", "unread"),
        "why": before.get("why", ""),
    }


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.3f})" if whole else "0 of 0"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument(
        "--graph", help="address of an empty graph; default: an embedded one in a scratch folder"
    )
    options.add_argument("--sample", action="store_true", help=f"write {SAMPLE.name} anew, keeping verdicts")
    options.add_argument(
        "--misses", action="store_true", help="list what wasn't found and what was joined wrongly"
    )
    given = options.parse_args()
    data = data_folder()
    golds = read_jsonl(data / "corpus.dev.gold.jsonl")
    with tempfile.TemporaryDirectory() as scratch:
        settings = load_settings(flags={"graph": {"uri": given.graph or f"embedded:{scratch}/graph"}})
        with open_graph(settings.graph) as graph:
            report = mine(graph, [data / "corpus.dev.jsonl"], settings, out=Path(scratch) / "out")
            conflicts = list(all_conflicts(graph))
            if given.sample:
                write_sample(graph, conflicts, SAMPLE)
        provenance = read_jsonl(Path(scratch) / "out" / "provenance.jsonl")
    texts = {row["id"]: row["text"] for row in read_jsonl(data / "corpus.dev.jsonl")}
    wanted = [gold for gold in golds if gold["kind"] == "conflict"]
    missed = [gold for gold in wanted if not found(gold, conflicts)]
    subjects = subjects_of_documents(golds)
    joined = [conflict for conflict in conflicts if joins_namesakes(conflict, subjects)]
    verdicts = Counter(row["verdict"] for row in read_jsonl(SAMPLE)) if SAMPLE.is_file() else Counter()
    released = report.release.funnel.get("released", 0) if report.release else 0
    print("| measure | value |\n|---|---|")
    print(f"| documents | {len(texts)} |")
    print(f"| conflicts reported | {len(conflicts)} |")
    print(f"| gold conflicts found, both accounts right | {share(len(wanted) - len(missed), len(wanted))} |")
    print(f"| reported conflicts that join namesakes | {share(len(joined), len(conflicts))} |")
    read = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    print(f"| sample read by eye | {read} |")
    print(
        f"| exported spans equal to the text | {share(spans_that_hold(provenance, texts), len(provenance))} |"
    )
    print(f"| conflicts made into items | {share(released, len(conflicts))} |")
    for stage in report.stages:
        print(f"| seconds, {stage.stage} | {stage.seconds:.1f} |")
    if given.misses:
        for gold in missed:
            print(
                "missed:", gold["question"], [answer["value"] for answer in gold["answers"]], file=sys.stderr
            )
        for conflict in joined:
            print("namesakes:", conflict["subject"], "|", conflict["attribute"], file=sys.stderr)


if __name__ == "__main__":
    main()
