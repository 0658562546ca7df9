"""Results on the graph: runs, responses, judgments and which accounts they cover, rates and recall counts.

Every id is a hash of what the thing is of, so writing twice changes nothing, and a run that went on, or was
judged anew, takes the place of its earlier state. Other runs and other judges stay beside it; the counts on
questions and accounts are of all of them, by judge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from graphprobe.evaluation.benchmark import FROM_GRAPH
from graphprobe.evaluation.landing import Landing, batches, land
from graphprobe.evaluation.records import Judgment, Outcome, Response
from graphprobe.evaluation.runs import RunFolder
from graphprobe.graph import Graph
from graphprobe.records import Status, content_id

Row = dict[str, Any]

BATCH = 500


@dataclass(frozen=True, slots=True)
class Written:
    """How many responses and judgments were written, and onto how many questions."""

    responses: int
    judgments: int
    questions: int


def write_back(graph: Graph, folder: RunFolder, judge: str | None = None) -> Written:
    """Writes a run to the graph, and what a judge made of it; not what belongs to no item of the run.

    Args:
        graph: the graph. Items that it doesn't hold are imported first.
        folder: the run.
        judge: whose judgments to write too (:meth:`RunFolder.judgments`); None: responses alone.

    Raises:
        GraphError: the database can't be reached, or refuses; what was written stays, and may be written
            again.
    """
    landings = land(graph, folder.items(), benchmark_name(folder.settings.benchmark))
    graph.write("evaluation/run_write", [run_row(folder)])
    responses = 0
    for batch in batches(folder.responses(), BATCH):
        graph.write(
            "evaluation/responses_write", [response_row(folder, one, landings[one.item]) for one in batch]
        )
        responses += len(batch)
    judgments = 0
    if judge is not None:
        for judged in batches(folder.judgments(judge), BATCH):
            _write_judgments(graph, folder, judged, landings)
            judgments += len(judged)
        count_outcomes(graph, landings.values())
    return Written(responses, judgments, len(landings))


def benchmark_name(source: str) -> str:
    """What a benchmark is called in the graph: the stem of its file, or the name it was imported by."""
    if source.startswith(f"{FROM_GRAPH}:"):
        return source.partition(":")[2]
    return PurePath(source).stem


def count_outcomes(graph: Graph, landings: Iterable[Landing]) -> None:
    """Brings rates on questions and recall counts on accounts up to date with the judgments of the graph."""
    known = list(landings)
    for keys in batches(sorted({landing.question for landing in known}), BATCH):
        rows = graph.read("evaluation/questions_outcomes", keys=keys)
        graph.write("evaluation/questions_rates", question_rates(rows))
    for keys in batches(sorted({account for landing in known for account in landing.accounts}), BATCH):
        asked = graph.read("evaluation/accounts_asked", keys=keys)
        recalled = graph.read("evaluation/accounts_recalled", keys=keys)
        graph.write("evaluation/accounts_recall", account_recall(asked, recalled))


def question_rates(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Outcome counts and rates of questions, from rows of ``evaluation/questions_outcomes``.

    Rates are fractions of the scored responses, 0 where none is scored; unscored judgments are counted apart.
    """
    counts: defaultdict[str, defaultdict[str, dict[str | None, int]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        counts[row["key"]][row["judge"]][row["outcome"]] = row["n"]
    return [_rates_row(key, by_judge) for key, by_judge in sorted(counts.items())]


def account_recall(asked: Iterable[Mapping[str, Any]], recalled: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Recall counts of accounts, from rows of ``evaluation/accounts_asked`` and ``accounts_recalled``."""
    found = {(row["key"], row["judge"]): row for row in recalled}
    by_account: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in asked:
        by_account[row["key"]].append(row)
    rows = []
    for key, those in sorted(by_account.items()):
        given = [found.get((key, row["judge"]), {"responses": 0, "runs": 0}) for row in those]
        rows.append(
            {
                "key": key,
                "judges": [row["judge"] for row in those],
                "n_asked": [row["responses"] for row in those],
                "n_recalled": [row["responses"] for row in given],
                "runs_asked": [row["runs"] for row in those],
                "runs_recalled": [row["runs"] for row in given],
            }
        )
    return rows


def run_row(folder: RunFolder) -> Row:
    """A run as a row of ``evaluation/run_write``."""
    settings = folder.settings
    return {
        "key": folder.id,
        "name": folder.name,
        "model": settings.model,
        "base_url": settings.base_url,
        "arm": settings.arm,
        "benchmark": settings.benchmark,
        "benchmark_sha256": settings.benchmark_sha256,
        "prompt": settings.prompt,
        "samples": settings.samples,
        "parameters": dict(settings.parameters),
        "began": folder.environment.get("began"),
    }


def response_row(folder: RunFolder, response: Response, landing: Landing) -> Row:
    """A response as a row of ``evaluation/responses_write``."""
    return {
        "key": response_id(folder, response.item, response.sample),
        "run": folder.id,
        "question": landing.question,
        "sample": response.sample,
        "status": response.status.value,
        "note": response.note or None,
        "answer": response.answer,
        "finish_reason": response.finish_reason,
        "reasoning_tokens": response.reasoning_tokens,
        "seconds": response.elapsed_seconds,
        "at": response.at,
    }


def response_id(folder: RunFolder, item: str, sample: int) -> str:
    """Id of a ``Response`` node."""
    return content_id("response", folder.id, item, str(sample))


def judgment_row(folder: RunFolder, judgment: Judgment) -> Row:
    """A judgment as a row of ``evaluation/judgments_write``."""
    response = response_id(folder, judgment.item, judgment.sample)
    outcome = judgment.outcome
    return {
        "key": content_id("judgment", response, judgment.judge),
        "response": response,
        "judge": judgment.judge,
        "status": judgment.status.value,
        "outcome": outcome.value if outcome else None,
        "n_covered": sum(one.covered for one in judgment.coverage),
        "n_contradictions": len(judgment.contradictions),
        "rationale": judgment.rationale or None,
        "note": judgment.note or None,
    }


def cover_rows(key: str, judgment: Judgment, accounts: Sequence[str]) -> Iterator[Row]:
    """Which accounts a judgment found, as rows of ``evaluation/covers_write``."""
    if judgment.status is Status.OK and len(judgment.coverage) == len(accounts):
        for account, one in zip(accounts, judgment.coverage, strict=True):
            if one.covered:
                yield {"key": key, "account": account, "evidence": one.evidence or None}


def _write_judgments(
    graph: Graph, folder: RunFolder, judgments: Sequence[Judgment], landings: Mapping[str, Landing]
) -> None:
    rows = [judgment_row(folder, judgment) for judgment in judgments]
    covers = [
        cover
        for row, judgment in zip(rows, judgments, strict=True)
        for cover in cover_rows(row["key"], judgment, landings[judgment.item].accounts)
    ]
    graph.write_together(
        [
            ("evaluation/judgments_write", rows),
            ("evaluation/covers_clear", [{"key": row["key"]} for row in rows]),
            ("evaluation/covers_write", covers),
        ]
    )


def _rates_row(key: str, by_judge: Mapping[str, Mapping[str | None, int]]) -> Row:
    judges = sorted(by_judge)
    counts = {outcome: [by_judge[judge].get(outcome.value, 0) for judge in judges] for outcome in Outcome}
    scored = [sum(column) for column in zip(*counts.values(), strict=True)]
    return {
        "key": key,
        "judges": judges,
        **{f"n_{outcome.value}": numbers for outcome, numbers in counts.items()},
        "n_unscored": [by_judge[judge].get(None, 0) for judge in judges],
        **{
            f"rate_{outcome.value}": [
                number / total if total else 0.0 for number, total in zip(numbers, scored, strict=True)
            ]
            for outcome, numbers in counts.items()
        },
    }
