"""Facts of the labelled corpus: how many gold answers the extracted facts hold, and what extraction costs.

- *gold answers found*: of the documents that name a gold subject and give an answer, those with a fact about
  the subject (a variant of its name) whose value agrees with the answer, by typed comparison or in words.
- *spans*: facts whose statement and value equal the text at their offsets.
- *read by eye*: `benchmarks/facts_sample.jsonl`, a seeded sample of facts with verdicts. A fact is right when
  the document says that this subject has this value of this attribute.
- *cost*: seconds of extraction against seconds of parsing, both in one process.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmarks import data_folder
from graphprobe.mining.facts import OPEN_RULES, check_spans, extract_facts
from graphprobe.mining.parsing import Parser
from graphprobe.records import Fact
from graphprobe.text.names import is_variant
from graphprobe.text.normalize import fold
from graphprobe.text.values import Verdict, compare, parse_value

SAMPLE = Path(__file__).parent / "facts_sample.jsonl"
SAMPLE_SIZE = 100
SEED = 20_261_130

Row = dict[str, Any]


def read_jsonl(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def about(fact: Fact, subject: str) -> bool:
    """Whether a fact is about a gold subject, whose parenthesis is no part of the name."""
    name = re.sub(r"\s*\(.*\)$", "", subject)
    return any(is_variant(fact.subject, written) for written in (name, name.split(",")[0]))


def agrees(fact: Fact, answer: str) -> bool:
    """Whether a fact's value is the gold answer, as typed values or as words."""
    if compare(fact.value, parse_value(answer)).verdict is Verdict.COMPATIBLE:
        return True
    mined, gold = fold(fact.value.text), fold(answer)
    return bool(mined) and (mined in gold or gold in mined)


def gold_answers(groups: Iterable[Row]) -> Iterable[tuple[Row, str, str]]:
    """Group, answer and document for each document that names the group's subject."""
    for group in groups:
        for answer in group["answers"]:
            for document in answer["doc_ids_naming_subject"]:
                yield group, answer["value"], document


def found(facts: Mapping[str, list[Fact]], group: Row, answer: str, document: str) -> bool:
    return any(about(f, group["subject"]) and agrees(f, answer) for f in facts.get(document, ()))


def draw(facts: Mapping[str, list[Fact]]) -> list[Row]:
    """The seeded sample that is read by eye."""
    everything = [fact for some in facts.values() for fact in some]
    chosen = random.Random(SEED).sample(everything, min(SAMPLE_SIZE, len(everything)))
    return [
        {
            "document": f.document_id,
            "subject": f.subject,
            "attribute": f.attribute,
            "value": f.value.text,
            "start": f.value_span.start,
            "method": f.method,
            "qualifiers": dict(f.qualifiers),
            "right": None,
        }
        for f in chosen
    ]


def judged() -> tuple[int, int]:
    """How many facts of the kept sample are right, and how many were judged."""
    rows = [row for row in read_jsonl(SAMPLE) if row["right"] is not None] if SAMPLE.exists() else []
    return sum(row["right"] for row in rows), len(rows)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--draw", type=Path, help="write a new sample to be judged to this file")
    arguments.add_argument("--missed", action="store_true", help="list the gold answers that no fact holds")
    options = arguments.parse_args()
    documents = read_jsonl(data_folder() / "corpus.dev.jsonl")
    groups = read_jsonl(data_folder() / "corpus.dev.gold.jsonl")
    with Parser() as parser:
        parser.parse(["Loading the model is no part of the cost."])
        started = time.process_time()
        docs = parser.parse([document["text"] for document in documents])
        parsing = time.process_time() - started
    started = time.process_time()
    facts = {
        row["id"]: extract_facts(row["id"], doc, row.get("title"))
        for row, doc in zip(documents, docs, strict=True)
    }
    extracting = time.process_time() - started
    count = sum(map(len, facts.values()))
    exact = sum(len(check_spans(row["text"], facts[row["id"]])) for row in documents)
    opened = sum(fact.method == OPEN_RULES for some in facts.values() for fact in some)
    hits: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for group, answer, document in gold_answers(groups):
        for kind in (group["kind"], "all"):
            totals[kind] += 1
            hits[kind] += found(facts, group, answer, document)
        if options.missed and not found(facts, group, answer, document):
            print(f"{document}\t{group['question']}\t{group['subject']}\t{answer}")
    print(f"{count} facts ({opened} with open attributes) in {len(documents)} documents")
    print(f"spans equal to the text: {exact} of {count}")
    for kind in ("conflict", "support", "single", "all"):
        print(
            f"gold answers found ({kind}): {hits[kind]} of {totals[kind]} = {hits[kind] / totals[kind]:.2f}"
        )
    right, read = judged()
    if read:
        print(f"right when read by eye: {right} of {read} = {right / read:.2f}")
    print(
        f"seconds: parsing {parsing:.1f}, extraction {extracting:.1f} ({extracting / parsing:.2f} of parsing)"
    )
    if options.draw:
        options.draw.write_text(
            "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in draw(facts)), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
