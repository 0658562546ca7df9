"""Named queries on what models remember, with answers worked out by hand.

                 born (named)   clue (clues)    bank (named)                 bank clue (clues)
    first,  m1   complete       partial (26)    failed (1976, contradicted)  partial (1976)
    second, m2   failed (none)  complete        partial (1976)               cut off, not judged

The large judge saw two of the first run's answers: born is partial to it (26), clue it couldn't judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from small_benchmark import RECORDS, small_run, uid

from graphprobe.evaluation.benchmark import item_of
from graphprobe.evaluation.landing import landing_of
from graphprobe.evaluation.records import Contradiction, Coverage, Judgment, Response
from graphprobe.evaluation.runs import RunFolder, create_run
from graphprobe.evaluation.write_back import write_back
from graphprobe.explore import answer
from graphprobe.graph import Graph, maintenance, open_graph
from graphprobe.records import Status

NAMES = ["born", "clue", "bank", "bank clue"]
FORMS = ["named_entity", "clue_based"] * 2
ITEMS = [item_of({**record, "formulation": form}) for record, form in zip(RECORDS, FORMS, strict=True)]
QUESTION = {name: landing_of(item).question for name, item in zip(NAMES, ITEMS, strict=True)}
TEXT = {name: item.question for name, item in zip(NAMES, ITEMS, strict=True)}
BORN = ["26 August 1910", "27 August 1910"]
BANK = ["1974", "1976", "1983"]
BEGAN = "2026-01-01T00:00:00+00:00"

Rows = list[tuple[Any, ...]]


def made(path: Path, model: str) -> RunFolder:
    settings = small_run(path / f"{model}-settings", model).settings
    return create_run(path / {"m1": "first", "m2": "second"}[model], settings, ITEMS, {"began": BEGAN})


def judge(folder: RunFolder, name: str, judge: str, covered: Sequence[bool], wrong: bool = False) -> None:
    """Logs an answer and a verdict; nothing covered at all: one that can't be read."""
    response = Response(uid(name), 0, Status.OK, "Well.", "m")
    coverage = tuple(Coverage(one) for one in covered)
    status = Status.OK if covered else Status.UNPARSED
    verdict = Judgment(
        uid(name), 0, judge, status, coverage, (Contradiction("x"),) if wrong else (), f"says {judge}"
    )
    with folder.response_log() as log, folder.judgment_log(judge) as judged:
        log(response)
        judged(response, verdict)


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def evaluated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """A graph with two runs and two judges, as above."""
    path = tmp_path_factory.mktemp("runs")
    first, second = made(path, "m1"), made(path, "m2")
    judge(first, "born", "offline", [True, True])
    judge(first, "clue", "offline", [True, False])
    judge(first, "bank", "offline", [False, True, False], wrong=True)
    judge(first, "bank clue", "offline", [False, True, False])
    judge(first, "born", "large", [True, False])
    judge(first, "clue", "large", [])
    judge(second, "born", "offline", [False, False])
    judge(second, "clue", "offline", [True, True])
    judge(second, "bank", "offline", [False, True, False])
    with second.response_log() as log:
        log(Response(uid("bank clue"), 0, Status.TRUNCATED, None, "m2"))
    with open_graph(request.getfixturevalue(f"{request.param}_settings")) as graph:
        maintenance.wipe(graph)
        for folder, name in ((first, "offline"), (first, "large"), (second, "offline")):
            write_back(graph, folder, name)
        sides = [{"key": BORN[0], "side": "majority"}, {"key": BORN[1], "side": "minority"}]
        graph.write("probe/account_side", sides)
        yield graph
        maintenance.wipe(graph)


CASES: list[tuple[str, dict[str, Any], list[str], Rows]] = [
    (
        "questions_never_complete",
        {},
        ["question", "gold_answers", "scored", "partial", "runs"],
        [(QUESTION["bank"], BANK, 2, 1, 2), (QUESTION["bank clue"], BANK, 1, 1, 1)],
    ),
    (
        "questions_never_complete",
        {"judge": "large"},
        ["question", "scored", "partial", "runs"],
        [(QUESTION["born"], 1, 1, 1)],  # clue is unscored, which isn't the same as never complete
    ),
    (
        "accounts_never_recalled",
        {},
        ["value", "scored", "runs", "question"],
        [("1974", 3, 2, TEXT["bank"]), ("1983", 3, 2, TEXT["bank"])],
    ),
    ("accounts_never_recalled", {"judge": "large"}, ["value", "scored", "runs"], [(BORN[1], 1, 1)]),
    (
        "recall_by_side",
        {},
        ["run", "model", "side", "asked", "recalled", "share"],
        [
            ("first", "m1", "majority", 2, 2, 1.0),
            ("first", "m1", "minority", 2, 1, 0.5),
            ("second", "m2", "majority", 2, 1, 0.5),
            ("second", "m2", "minority", 2, 1, 0.5),
        ],
    ),
    ("runs_that_complement", {}, ["together", "both", "only_first", "only_second"], [(2, 0, 1, 1)]),
    ("runs_that_complement", {"judge": "large"}, ["together"], []),
    (
        "formulations_that_disagree",
        {},
        ["run", "sample", "named", "by_clues", "named_question", "clue_question"],
        [
            ("first", 0, "complete", "partial", TEXT["born"], TEXT["clue"]),
            ("first", 0, "failed", "partial", TEXT["bank"], TEXT["bank clue"]),
            ("second", 0, "failed", "complete", TEXT["born"], TEXT["clue"]),
        ],
    ),
    (
        "judges_that_disagree",
        {"second": "large"},
        ["run", "question", "gold_answers", "by_first", "by_second", "first_reason", "second_reason"],
        [("first", TEXT["born"], BORN, "complete", "partial", "says offline", "says large")],
    ),
    (
        "runs",
        {},
        ["run", "model", "arm", "benchmark", "judge", "complete", "partial", "failed", "unscored", "began"],
        [
            ("first", "m1", None, "data/small.jsonl", "large", 0, 1, 0, 1, BEGAN),
            ("first", "m1", None, "data/small.jsonl", "offline", 1, 2, 1, 0, BEGAN),
            ("second", "m2", None, "data/small.jsonl", "offline", 1, 1, 1, 0, BEGAN),
        ],
    ),
]


@pytest.mark.parametrize(
    ("name", "parameters", "columns", "wanted"), CASES, ids=[f"{name} {given}" for name, given, *_ in CASES]
)
def test_the_answer_is_the_one_worked_out_by_hand(
    evaluated: Graph, name: str, parameters: dict[str, Any], columns: list[str], wanted: Rows
) -> None:
    found = [tuple(row[column] for column in columns) for row in answer(evaluated, name, parameters).rows]
    if name == "formulations_that_disagree":  # in the order of the conflicts' ids, which are hashes
        found.sort(key=lambda row: (row[0], row[2]))
    assert found == wanted
