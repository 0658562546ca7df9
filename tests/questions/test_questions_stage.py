"""The questions stage on a graph: what is made, what is redone, and what keeps its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from contested import (
    FINGERPRINT,
    Fact,
    delete_edges,
    edge,
    own_statements,
    run_conflicts,
    write_contested,
)

from graphprobe.graph import Graph
from graphprobe.mining.parsing import Parser
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.questions.reasons import Reason
from graphprobe.questions.release import collect
from graphprobe.questions.stage import Questions
from graphprobe.records import Status
from graphprobe.text.values import Kind


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def run_questions(graph: Graph, parser: Parser) -> StageReport:
    run_conflicts(graph)
    return run_stage(graph, Questions(parser), FINGERPRINT)


def outcomes(graph: Graph) -> list[dict[str, Any]]:
    return [row for page in graph.pages("questions/funnel") for row in page]


NUN = {"subject_is": "Albanian nun", "subject_type": "person"}
TERESA = [
    Fact("d1", "Mother Teresa", "date of birth", Kind.DATE, "26 August 1910", qualifiers=NUN),
    Fact("d2", "Mother Teresa", "date of birth", Kind.DATE, "27 August 1910", qualifiers=NUN),
]
CLUES = [
    Fact("d1", "Mother Teresa", "place of birth", Kind.PLACE, "Skopje"),
    Fact("d2", "Mother Teresa", "mother", Kind.PERSON, "Drana Bojaxhiu"),
]


def test_both_questions_are_kept_in_the_graph(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA + CLUES, [edge(*TERESA)])
    report = run_questions(graph, parser)
    assert report.statuses == {Status.OK: 1}
    [row] = outcomes(graph)
    assert (row["status"], row["note"]) == ("ok", "")
    assert {q["formulation"]: q["question"] for q in row["questions"]} == {
        "named_entity": "When was Mother Teresa born?",
        "clue_based": ("When was the Albanian nun from Skopje whose mother was Drana Bojaxhiu born?"),
    }


def test_a_rerun_makes_nothing(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA + CLUES, [edge(*TERESA)])
    run_questions(graph, parser)
    before = outcomes(graph)
    assert run_questions(graph, parser).done == 0
    assert outcomes(graph) == before


def test_a_dropped_item_keeps_its_reason_until_a_clue_arrives(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA, [edge(*TERESA)])
    assert run_questions(graph, parser).statuses == {Status.FILTERED: 1}
    [row] = outcomes(graph)
    assert row["status"] == "filtered"
    assert row["note"] == Reason.FEW_CLUES.note("0 of 2 clues")
    assert [q["question"] for q in row["questions"]] == ["When was Mother Teresa born?"]
    assert graph.read("questions/fit", after="", limit=10) == []
    write_contested(graph, TERESA + CLUES, [])
    assert run_questions(graph, parser).statuses == {Status.OK: 1}


def test_a_changed_account_makes_the_questions_anew(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA + CLUES, [edge(*TERESA)])
    run_questions(graph, parser)
    ids = [row["key"] for row in graph.read("questions/fit", after="", limit=10)]
    third = Fact("d3", "Mother Teresa", "date of birth", Kind.DATE, "28 August 1910", qualifiers=NUN)
    write_contested(graph, [third], [edge(TERESA[0], third), edge(TERESA[1], third)])
    run_questions(graph, parser)
    renewed = [row["key"] for row in graph.read("questions/fit", after="", limit=10)]
    assert len(renewed) == 2
    assert not set(ids) & set(renewed)


def test_a_question_that_models_have_answered_stays_when_it_is_outdated(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA + CLUES, [edge(*TERESA)])
    run_questions(graph, parser)
    answered, unanswered = (row["key"] for row in graph.read("questions/fit", after="", limit=10))
    with own_statements():
        graph.write("response_write", [{"key": "r1", "question": answered}])
    third = Fact("d3", "Mother Teresa", "date of birth", Kind.DATE, "28 August 1910", qualifiers=NUN)
    write_contested(graph, [third], [edge(TERESA[0], third), edge(TERESA[1], third)])
    run_questions(graph, parser)
    with own_statements():
        kept = {row["id"]: (row["status"], row["n_responses"]) for row in graph.read("questions_all")}
    assert kept.pop(answered) == ("outdated", 1)
    assert unanswered not in kept
    assert list(kept.values()) == [("ok", 0), ("ok", 0)]
    [row] = outcomes(graph)
    assert len(row["questions"]) == row["n_fit"] == 2
    assert len(collect(graph).records) == 2


def test_an_answered_question_outlives_its_conflict(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA + CLUES, [edge(*TERESA)])
    run_questions(graph, parser)
    answered, _ = (row["key"] for row in graph.read("questions/fit", after="", limit=10))
    with own_statements():
        graph.write("response_write", [{"key": "r1", "question": answered}])
    delete_edges(graph)
    run_questions(graph, parser)
    with own_statements():
        kept = graph.read("questions_all")
    assert kept == [{"id": answered, "status": "outdated", "n_responses": 1}]
    assert graph.read("questions/fit", after="", limit=10) == []
    assert collect(graph).records == ()


def test_an_outdated_question_that_is_asked_again_counts_again(graph: Graph, parser: Parser) -> None:
    write_contested(graph, TERESA + CLUES, [edge(*TERESA)])
    run_questions(graph, parser)
    first = graph.read("questions/fit", after="", limit=10)
    with own_statements():
        graph.write("response_write", [{"key": f"r{n}", "question": q["key"]} for n, q in enumerate(first)])
    graph.write(
        "questions/outdate", [{"key": first[0]["conflict"], "questions": []}], fingerprint=FINGERPRINT
    )
    assert graph.read("questions/fit", after="", limit=10) == []
    run_stage(graph, Questions(parser), "another")
    assert graph.read("questions/fit", after="", limit=10) == first


def test_a_question_asked_twice_is_dropped_once(graph: Graph, parser: Parser) -> None:
    again = [
        Fact(name, "Mother Teresa", "bear", Kind.DATE, day, f"Mother Teresa was born on {day}.", NUN)
        for name, day in (("d1", "3 May 1911"), ("d2", "4 May 1911"))
    ]
    write_contested(graph, [*TERESA, *CLUES, *again], [edge(*TERESA), edge(*again)])
    run_questions(graph, parser)
    rows = outcomes(graph)
    assert sorted(row["status"] for row in rows) == ["filtered", "ok"]
    [dropped] = [row for row in rows if row["status"] == "filtered"]
    [kept] = [row for row in rows if row["status"] == "ok"]
    assert dropped["note"] == Reason.REPEATED.note(f"conflict {kept['key']}")


def test_an_open_attribute_is_asked_from_its_statement(graph: Graph, parser: Parser) -> None:
    facts = [
        Fact(
            "d1",
            "Grameen Bank",
            "moved",
            Kind.DATE,
            "1974",
            text="Grameen Bank moved to the capital in 1974.",
        ),
        Fact(
            "d2",
            "Grameen Bank",
            "moved",
            Kind.DATE,
            "1976",
            text="In 1976 Grameen Bank moved to the capital.",
        ),
        Fact("d1", "Grameen Bank", "founder", Kind.PERSON, "Muhammad Yunus"),
        Fact("d2", "Grameen Bank", "headquarters", Kind.PLACE, "Dhaka"),
    ]
    write_contested(graph, facts, [edge(*facts[:2])])
    run_questions(graph, parser)
    [row] = outcomes(graph)
    assert {q["formulation"]: q["question"] for q in row["questions"]}["named_entity"] == (
        "When did Grameen Bank move to the capital?"
    )
