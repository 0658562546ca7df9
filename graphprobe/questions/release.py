"""The release: benchmark records, provenance, a dataset card and Parquet; one graph, always the same bytes.

Ids are name-based UUIDs: a question keeps its id as long as it, its formulation and its answers stay what
they are, so that answers of a model to an earlier release are never scored against other golds.
"""

from __future__ import annotations

import io
import json
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphprobe.config import config_file
from graphprobe.corpus.files import atomic_write
from graphprobe.errors import ConfigError, DataError
from graphprobe.graph import Graph
from graphprobe.questions.checks import FORMULATIONS
from graphprobe.questions.grounding import span_problem
from graphprobe.questions.reasons import RELEASED, outcome_of
from graphprobe.questions.subgraph import Answer, Evidence, answers_from_rows, evidence_from_rows
from graphprobe.questions.synthesis import RULES
from graphprobe.questions.validation import record_problems

Record = dict[str, Any]

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "benchmark.graphprobe")
BENCHMARK, PROVENANCE, CARD, PARQUET = "benchmark.jsonl", "provenance.jsonl", "README.md", "benchmark.parquet"

_MAKERS = {"model": RULES, "prompt": "", "checked_model": "", "checked_prompt": ""}
_STATEMENT = ("item_group_id", "value", "document", "value_start", "value_end")
_GOLD = pa.struct([("value", pa.string())])
_EVAL = pa.struct(
    [("question", pa.string()), ("gold_answers", pa.list_(_GOLD)), ("preferred_answer", pa.string())]
)
_SCHEMA = pa.schema(
    [
        ("benchmark_id", pa.string()),
        ("item_group_id", pa.string()),
        ("formulation", pa.string()),
        ("eval", _EVAL),
    ]
)


@dataclass(frozen=True, slots=True)
class Release:
    """What a release holds.

    Attributes:
        records: one a question, in the ElephantBench format.
        provenance: one a question, account and statement.
        counts: what the graph holds, by label.
        funnel: conflicts by what became of them; "released", "pending", or the reason.
    """

    records: tuple[Record, ...]
    provenance: tuple[Record, ...]
    counts: Mapping[str, int]
    funnel: Mapping[str, int]


def export(graph: Graph, out: Path, *, force: bool = False) -> Release:
    """Writes the release of a graph into a folder, each file whole or not at all.

    Raises:
        ConfigError: one of the files exists and ``force`` isn't set.
        DataError: a quote doesn't stand at its offsets, or a record breaks the format.
    """
    taken = [name for name in (BENCHMARK, PROVENANCE, CARD, PARQUET) if (out / name).exists()]
    if taken and not force:
        raise ConfigError(
            f"{taken[0]} exists already", where=str(out), remedy="Choose another folder, or pass --force."
        )
    release = collect(graph)
    out.mkdir(parents=True, exist_ok=True)
    for name, content in render(release).items():
        with atomic_write(out / name) as file:
            file.write(content)
    return release


def collect(graph: Graph) -> Release:
    """Reads what is fit for release from the graph, in the order of ids.

    Raises:
        DataError: a quote doesn't stand at its offsets, or a record breaks the format.
    """
    records: list[Record] = []
    provenance: list[Record] = []
    for page in graph.pages("questions/export", limit=100):
        for row in page:
            made = records_of(row)
            records += made
            provenance += [line for record in made for line in provenance_of(record, row)]
    [counts] = graph.read("questions/counts")
    outcomes = [row for page in graph.pages("questions/funnel") for row in page]
    return Release(tuple(records), tuple(provenance), counts, funnel(outcomes))


def records_of(row: Mapping[str, Any]) -> list[Record]:
    """The benchmark records of one conflict: one a formulation, sharing answers and group.

    Raises:
        DataError: a record breaks the format.
    """
    answers = answers_from_rows(row["accounts"])
    questions = sorted(row["questions"], key=lambda question: FORMULATIONS.index(question["formulation"]))
    records = [
        {
            "benchmark_id": str(uuid.uuid5(NAMESPACE, question["id"])),
            "item_group_id": str(uuid.uuid5(NAMESPACE, row["key"])),
            "formulation": question["formulation"],
            "eval": {
                "question": question["question"],
                "gold_answers": [{"value": answer.value.text} for answer in answers],
                "preferred_answer": "; ".join(answer.value.text for answer in answers),
            },
        }
        for question in questions
    ]
    problems = [problem for record in records for problem in record_problems(record)]
    if len(records) != len(FORMULATIONS):
        problems.append(f"has {len(records)} questions")
    if problems:
        raise DataError(
            problems[0], where=f"conflict {row['key']}", remedy="Run `graphprobe questions make` again."
        )
    return records


def provenance_of(record: Record, row: Mapping[str, Any]) -> list[Record]:
    """Where each answer of a record stands: document, span and quote of every statement behind it.

    Raises:
        DataError: a quote doesn't stand at its offsets.
    """
    texts = {document["id"]: document["text"] for document in row["documents"]}
    evidence = evidence_from_rows(row["evidence"])
    for statement in evidence:
        problem = span_problem(statement, texts.get(statement.document))
        if problem:
            raise DataError(problem, where=f"conflict {row['key']}", remedy="Run `graphprobe mine` again.")
    [question] = [q for q in row["questions"] if q["formulation"] == record["formulation"]]
    makers = {name: question[name] or default for name, default in _MAKERS.items()}
    about = {"conflict": row["key"], "field": most_common(row["fields"])}
    return [
        _provenance_line(record, answer, statement) | about | makers
        for answer in answers_from_rows(row["accounts"])
        for statement in evidence
        if statement.account == answer.id
    ]


def render(release: Release) -> dict[str, bytes]:
    """The files of a release by name."""
    return {
        BENCHMARK: _json_lines(release.records),
        PROVENANCE: _json_lines(release.provenance),
        CARD: card(release).encode(),
        PARQUET: _parquet(release.records),
    }


def card(release: Release) -> str:
    """The dataset card, from ``configs/dataset_card.md``."""
    template = Template(config_file("dataset_card.md").read_text(encoding="utf-8"))
    statements = {tuple(line[name] for name in _STATEMENT) for line in release.provenance}
    makers = {line["benchmark_id"]: tuple(line[name] for name in _MAKERS) for line in release.provenance}
    return template.substitute(
        records=f"{len(release.records):,}",
        groups=f"{len(release.records) // len(FORMULATIONS):,}",
        statements=f"{len(statements):,}",
        makers="\n".join(
            f"| {_named(model, prompt)} | {_named(checker, check) or 'by program only'} | {count:,} |"
            for (model, prompt, checker, check), count in sorted(Counter(makers.values()).items())
        ),
        counts=_table_rows({name.replace("_", " "): count for name, count in release.counts.items()}),
        conflicts=f"{sum(release.funnel.values()):,}",
        funnel=_table_rows(release.funnel),
    )


def _named(model: str, prompt: str) -> str:
    return f"{model} ({prompt})" if prompt else model


def _table_rows(counts: Mapping[str, int]) -> str:
    return "\n".join(f"| {name} | {count:,} |" for name, count in counts.items())


def funnel(outcomes: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Conflicts by what became of them, the released first, then the commonest reason."""
    counts = Counter(
        outcome_of(row["status"], row["note"] or "", released=row["n_fit"] == len(FORMULATIONS))
        for row in outcomes
    )
    return dict(sorted(counts.items(), key=lambda item: (item[0] != RELEASED, -item[1], item[0])))


def most_common(words: Iterable[str]) -> str | None:
    """The commonest of some words, of equals the first in the alphabet; None of none."""
    counts = Counter(words)
    return min(counts, key=lambda word: (-counts[word], word), default=None)


def _provenance_line(record: Record, answer: Answer, statement: Evidence) -> Record:
    return {
        "benchmark_id": record["benchmark_id"],
        "item_group_id": record["item_group_id"],
        "value": answer.value.text,
        "side": answer.side,
        "n_documents": answer.n_documents,
        "n_sources": answer.n_sources,
        "document": statement.document,
        "url": statement.url,
        "dup_group": statement.dup_group,
        "quote": statement.statement,
        "start": statement.start,
        "end": statement.end,
        "value_start": statement.value_start,
        "value_end": statement.value_end,
    }


def _json_lines(rows: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _parquet(records: Sequence[Record]) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(list(records), schema=_SCHEMA), buffer)
    return buffer.getvalue()
