"""Results on the graph, on both engines, against counts worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contested import FINGERPRINT, edge, run_conflicts, write_contested
from contested import Fact as ContestedFact
from small_benchmark import RECORDS, items, record, small_run, uid

from graphprobe.errors import DataError
from graphprobe.evaluation.benchmark import graph_benchmark
from graphprobe.evaluation.landing import import_items, imported_benchmark, land, landing_of
from graphprobe.evaluation.records import Contradiction, Coverage, Judgment, Response
from graphprobe.evaluation.runs import RunFolder, create_run
from graphprobe.evaluation.write_back import benchmark_name, write_back
from graphprobe.graph import Graph
from graphprobe.mining.parsing import Parser
from graphprobe.mining.runner import run_stage
from graphprobe.questions.release import collect
from graphprobe.questions.stage import Questions
from graphprobe.records import Status
from graphprobe.text.values import Kind

Verdict = tuple[Sequence[bool], bool]


def answer(folder: RunFolder, name: str, text: str = "Well.", status: Status = Status.OK) -> Response:
    """Logs a response to an item by its name."""
    response = Response(uid(name), 0, status, text if status is Status.OK else None, "m", note="")
    with folder.response_log() as log:
        log(response)
    return response


def judge(folder: RunFolder, name: str, judge: str, covered: Sequence[bool], wrong: bool = False) -> None:
    """Logs a response and a judgment of it; nothing covered at all stands for a verdict nobody can read."""
    response = answer(folder, name)
    coverage = tuple(Coverage(one, "words" if one else "") for one in covered)
    contradictions = (Contradiction("claim"),) if wrong else ()
    status = Status.OK if covered else Status.UNPARSED
    with folder.judgment_log(judge) as log:
        log(response, Judgment(uid(name), 0, judge, status, coverage, contradictions))


@pytest.fixture
def first(tmp_path: Path) -> RunFolder:
    """A run judged by two judges; one response is cut off."""
    folder = small_run(tmp_path / "first", "m1")
    judge(folder, "born", "offline", [True, True])
    judge(folder, "clue", "offline", [True, False])
    judge(folder, "bank", "offline", [False, True, False], wrong=True)
    answer(folder, "bank clue", status=Status.TRUNCATED)
    judge(folder, "born", "judge/large", [True, False])
    judge(folder, "clue", "judge/large", [])
    return folder


@pytest.fixture
def second(tmp_path: Path) -> RunFolder:
    """Another run, judged by one of them."""
    folder = small_run(tmp_path / "second", "m2")
    judge(folder, "born", "offline", [False, False])
    judge(folder, "clue", "offline", [True, True])
    return folder


def rates(graph: Graph, name: str) -> dict[str, Any]:
    [row] = graph.read("probe/question_rates", benchmark_id=uid(name))
    return row


def recall(graph: Graph) -> dict[str, list[Any]]:
    rows = graph.read("probe/account_recall")
    return {
        row["value"]: [
            row["judges"],
            row["n_asked"],
            row["n_recalled"],
            row["runs_asked"],
            row["runs_recalled"],
        ]
        for row in rows
    }


def test_what_belongs_to_no_item_of_the_run_is_not_written(graph: Graph, second: RunFolder) -> None:
    judge(second, "elsewhere", "offline", [True, True])
    written = write_back(graph, second, "offline")
    assert (written.responses, written.judgments, written.questions) == (2, 2, 4)


def test_rates_and_recall_of_two_runs_and_two_judges(
    graph: Graph, first: RunFolder, second: RunFolder
) -> None:
    written = [
        write_back(graph, first, "offline"),
        write_back(graph, first, "judge/large"),
        write_back(graph, second, "offline"),
    ]
    assert [(one.responses, one.judgments, one.questions) for one in written] == [
        (4, 3, 4),
        (4, 2, 4),
        (2, 2, 4),
    ]
    # The named question: complete and failed by the offline judge, partial by the large one.
    assert rates(graph, "born") == {
        "judges": ["judge/large", "offline"],
        "n_complete": [0, 1],
        "n_partial": [1, 0],
        "n_failed": [0, 1],
        "n_unscored": [0, 0],
        "rate_complete": [0.0, 0.5],
        "rate_partial": [1.0, 0.0],
        "rate_failed": [0.0, 0.5],
    }
    # The clue: the large judge's verdict couldn't be read, and is no failed recall.
    assert rates(graph, "clue") == {
        "judges": ["judge/large", "offline"],
        "n_complete": [0, 1],
        "n_partial": [0, 1],
        "n_failed": [0, 0],
        "n_unscored": [1, 0],
        "rate_complete": [0.0, 0.5],
        "rate_partial": [0.0, 0.5],
        "rate_failed": [0.0, 0.0],
    }
    # A contradiction fails the response, and what it covers is recalled all the same.
    assert rates(graph, "bank")["n_failed"] == [1]
    assert rates(graph, "bank clue")["judges"] is None  # it has no answer to judge
    assert recall(graph) == {
        # offline: four scored responses of two runs; the large judge scored one
        "26 August 1910": [["judge/large", "offline"], [1, 4], [1, 3], [1, 2], [1, 2]],
        "27 August 1910": [["judge/large", "offline"], [1, 4], [0, 2], [1, 2], [0, 2]],
        "1974": [["offline"], [1], [0], [1], [0]],
        "1976": [["offline"], [1], [1], [1], [1]],
        "1983": [["offline"], [1], [0], [1], [0]],
    }


def test_writing_twice_changes_nothing(graph: Graph, first: RunFolder) -> None:
    def state() -> list[Any]:
        counts = [graph.read(f"graph/{kind}_counts") for kind in ("node", "relationship")]
        return [*counts, rates(graph, "born"), recall(graph)]

    write_back(graph, first, "offline")
    once = state()
    assert once[0][0]["Response"] == 4
    assert once[1][0]["COVERS"] == 4
    write_back(graph, first, "offline")
    assert state() == once


def test_a_later_judgment_takes_the_place_of_the_earlier_one(graph: Graph, first: RunFolder) -> None:
    write_back(graph, first, "offline")
    judge(first, "born", "offline", [False, True])
    write_back(graph, first, "offline")
    assert rates(graph, "born")["n_partial"] == [1]
    assert rates(graph, "born")["n_complete"] == [0]
    found = recall(graph)
    assert found["26 August 1910"][2] == [1]
    assert found["27 August 1910"][2] == [1]


def test_a_run_without_judgments_writes_its_responses(graph: Graph, first: RunFolder) -> None:
    written = write_back(graph, first)
    assert (written.responses, written.judgments) == (4, 0)
    [counts] = graph.read("graph/node_counts")
    assert (counts["Run"], counts["Response"], counts["Judgment"]) == (1, 4, 0)


def test_importing_is_idempotent_and_told_apart(graph: Graph) -> None:
    assert import_items(graph, items(), "small").new == 4
    again = import_items(graph, items(), "small")
    assert (again.new, again.known, again.mined) == (0, 4, 0)
    [counts] = graph.read("graph/node_counts")
    assert (counts["Question"], counts["Conflict"], counts["Account"]) == (4, 2, 5)
    found = imported_benchmark(graph, "small")
    assert found.source == "graph:small"
    assert {(one.id, one.question, one.gold_answers) for one in found.items} == {
        (one.id, one.question, one.gold_answers) for one in items()
    }
    with pytest.raises(DataError, match="no benchmark 'other'"):
        imported_benchmark(graph, "other")


def test_a_corrected_record_is_another_question(graph: Graph) -> None:
    import_items(graph, items(), "small")
    corrected = record("born", "nun", "When was Mother Teresa born?", "26 August 1910", "28 August 1910")
    assert import_items(graph, items([corrected]), "small").new == 1
    assert landing_of(items([corrected])[0]) != landing_of(items()[0])


BORN = [
    ContestedFact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910"),
    ContestedFact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910"),
    ContestedFact("d3", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910"),
]
CLUES = [
    ContestedFact("d1", "Mother Teresa", "place of birth", Kind.PLACE, "Skopje"),
    ContestedFact("d2", "Mother Teresa", "mother", Kind.PERSON, "Drana Bojaxhiu"),
]
NUN = {"subject_is": "Albanian nun", "subject_type": "person"}


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


@pytest.fixture
def mined(graph: Graph, parser: Parser) -> Graph:
    """A graph in which one contested fact was mined."""
    facts = [replace(fact, qualifiers=NUN) for fact in BORN]
    write_contested(graph, facts + CLUES, [edge(facts[0], facts[1])])
    run_conflicts(graph)
    run_stage(graph, Questions(parser), FINGERPRINT)
    return graph


def test_a_mined_benchmark_lands_on_what_it_was_mined_as(mined: Graph, tmp_path: Path) -> None:
    benchmark = graph_benchmark(mined)
    assert benchmark.source == "graph"
    named = next(item for item in benchmark.items if item.formulation == "named_entity")
    assert named.gold_answers == ("26 August 1910", "27 August 1910")
    assert named.conflict is not None
    released = {one["benchmark_id"]: one["eval"]["question"] for one in collect(mined).records}
    assert {item.id: item.question for item in benchmark.items} == released

    settings = replace(small_run(tmp_path / "other").settings, benchmark="graph")
    folder = create_run(tmp_path / "run", settings, benchmark.items, {})
    response = Response(named.id, 0, Status.OK, "On 27 August.", "m")
    with folder.response_log() as log, folder.judgment_log("offline") as judged:
        log(response)
        coverage = (Coverage(False), Coverage(True, "27 August"))
        judged(response, Judgment(named.id, 0, "offline", Status.OK, coverage))
    write_back(mined, folder, "offline")
    found = recall(mined)
    assert found["26 August 1910"][2] == [0]
    assert found["27 August 1910"][2] == [1]
    [counts] = mined.read("graph/node_counts")
    assert counts["Question"] == len(benchmark.items)  # none was imported beside it


def test_imported_questions_never_enter_mining_or_a_release(mined: Graph, parser: Parser) -> None:
    before = collect(mined)
    import_items(mined, items(), "small")
    run_conflicts(mined)
    run_stage(mined, Questions(parser), FINGERPRINT)
    after = collect(mined)
    assert (after.records, after.counts, after.funnel) == (before.records, before.counts, before.funnel)
    assert len(imported_benchmark(mined, "small").items) == len(RECORDS)


def test_ones_own_release_imported_where_it_was_mined_stays_mined(mined: Graph) -> None:
    own = graph_benchmark(mined).items
    report = import_items(mined, own, "own")
    assert (report.new, report.known, report.mined) == (0, 0, len(own))
    assert {landing.question for landing in land(mined, own, "own").values()} != {
        landing_of(item).question for item in own
    }


def test_names_of_benchmarks() -> None:
    assert benchmark_name("data/elephantbench.jsonl") == "elephantbench"
    assert benchmark_name("graph:small") == "small"
    assert benchmark_name("graph") == "graph"
