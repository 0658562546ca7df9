"""The stage that compares pairs in the graph, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scripted_server import ScriptedServer, says

from graphprobe.config import LlmSettings, RelationSettings
from graphprobe.graph import Graph
from graphprobe.llm import DryLlm, Llm
from graphprobe.mining.classified import Classified
from graphprobe.mining.facts import extract_facts, fact_row
from graphprobe.mining.parsing import Parser
from graphprobe.mining.relations import Relations, _outcome, comparable_facts, read_relations
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.records import RelationLabel, Status
from graphprobe.text.values import parse_value

FOUNDED = "date of founding"
TEXTS = {
    "d1": "The Halden Works was founded in 1862 by Olaf Berg. Its bell can be heard in Norrtown.",
    "d2": "The Halden Works was founded in 1871 by Olaf Berg. Its bell can be heard in Norrtown.",
    "d3": "A storm flooded the valley. Nobody was hurt.",
}
BLANK = dict.fromkeys(
    (
        *("url", "title", "date", "corpus", "source", "quality", "partition", "n_chars", "dup_group"),
        *("band_0", "band_1", "band_2", "band_3", "corpus_fingerprint"),
    )
)


@pytest.fixture(scope="module")
def parser() -> Iterator[Parser]:
    with Parser() as opened:
        yield opened


def add(graph: Graph, parser: Parser, texts: dict[str, str] = TEXTS) -> int:
    """Writes documents with the facts that each states by itself; returns how many facts."""
    rows = [
        {**BLANK, "key": key, "text": text, "text_sha": key, "language": "en"} for key, text in texts.items()
    ]
    graph.write("corpus/documents_write", rows)
    docs = parser.parse(list(texts.values()))
    facts = [fact for key, doc in zip(texts, docs, strict=True) for fact in extract_facts(key, doc)]
    graph.write("mining/facts_write", [fact_row(fact) for fact in facts], fingerprint="tests")
    return len(facts)


def add_pairs(graph: Graph, *pairs: tuple[str, str]) -> None:
    rows = [{"key": f"{a} {b}", "a": a, "b": b, "via": ["text"], "score": 1.0} for a, b in pairs]
    graph.write("mining/candidates_write", rows, fingerprint="tests")


def run(graph: Graph, parser: Parser, **settings: Any) -> StageReport:
    stage = Relations(RelationSettings(**settings), parser)
    return run_stage(graph, stage, stage.fingerprint({"facts": "f", "candidates": "c"}))


def edges(graph: Graph) -> list[tuple[str, str, str, str, str, str]]:
    return [
        (a, b, edge["relation"], edge["attribute"], edge["value_a"], edge["value_b"])
        for a, b, edge in read_relations(graph)
    ]


def counts(graph: Graph) -> dict[str, int]:
    return {**graph.read("graph/node_counts")[0], **graph.read("graph/relationship_counts")[0]}


def test_a_pair_gets_its_edges_facts_and_status(graph: Graph, parser: Parser) -> None:
    add(graph, parser)
    add_pairs(graph, ("d1", "d2"), ("d1", "d3"))

    report = run(graph, parser)

    assert report.statuses == {Status.OK: 2}
    assert ("d1", "d2", "conflict", FOUNDED, "1862", "1871") in edges(graph)
    assert not [edge for edge in edges(graph) if "d3" in edge[:2]]


def test_every_edge_rests_on_facts_of_the_graph(graph: Graph, parser: Parser) -> None:
    add(graph, parser)
    add_pairs(graph, ("d1", "d2"))

    run(graph, parser)

    assert list(graph.pages("graph/dangling_relations")) == []
    for _, _, edge in read_relations(graph):
        assert edge["quote_a"] in TEXTS["d1"]
        assert edge["quote_b"] in TEXTS["d2"]


def test_a_rerun_does_nothing(graph: Graph, parser: Parser) -> None:
    add(graph, parser)
    add_pairs(graph, ("d1", "d2"), ("d1", "d3"))
    run(graph, parser)
    before = counts(graph)

    assert run(graph, parser).done == 0
    assert counts(graph) == before


def test_other_options_replace_the_edges(graph: Graph, parser: Parser) -> None:
    add(graph, parser)
    add_pairs(graph, ("d1", "d2"))
    run(graph, parser)

    run(graph, parser, conflict=1.0, support=1.0)

    assert edges(graph) == []


def test_facts_that_only_a_pair_shows_come_and_go_with_its_edges(graph: Graph, parser: Parser) -> None:
    fill = " The workshop stood beside the canal for ninety years. A fire destroyed its old roof."
    stated = add(
        graph,
        parser,
        {"d1": f"The big bell rang in Norrtown.{fill}", "d2": f"The big bell rang in Lund.{fill}"},
    )
    add_pairs(graph, ("d1", "d2"))

    run(graph, parser)
    shown = counts(graph)["Fact"]
    run(graph, parser, conflict=1.0, support=1.0)

    assert shown == stated + 2
    assert counts(graph)["Fact"] == stated


def test_pages_of_one_document_skip_no_pair(graph: Graph, parser: Parser) -> None:
    names = ["a", "a b", "ab", "é", "z"]
    add(graph, parser, dict.fromkeys(names, TEXTS["d1"]))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    add_pairs(graph, *pairs)
    stage = Relations(RelationSettings(), parser)

    pages = list(graph.pages(stage.pending, limit=1, fingerprint="x"))
    items = [item for page in pages for item in stage.load(graph, page)]

    assert [len(page) for page in pages[:4]] == [1] * 4
    assert sorted((item["a"]["key"], item["b"]["key"]) for item in items) == sorted(pairs)


def test_documents_that_meet_in_a_slot_need_no_pair(graph: Graph, parser: Parser) -> None:
    add(graph, parser)

    assert run(graph, parser).done == 0
    assert ("d1", "d2", "conflict", FOUNDED, "1862", "1871") in edges(graph)


def test_a_slot_is_looked_at_again_when_a_fact_comes(graph: Graph, parser: Parser) -> None:
    add(graph, parser, {"d1": TEXTS["d1"]})
    run(graph, parser)
    assert edges(graph) == []

    add(graph, parser)
    run(graph, parser)

    assert ("d1", "d2", "conflict", FOUNDED, "1862", "1871") in edges(graph)


def test_no_slot_is_compared_when_none_shall_be(graph: Graph, parser: Parser) -> None:
    add(graph, parser)

    run(graph, parser, slot_documents=0)

    assert edges(graph) == []


def test_a_relation_whose_quote_is_not_in_the_text_is_dropped(parser: Parser) -> None:
    from graphprobe.mining.pair_files import read_pairs
    from graphprobe.mining.rule_relations import classify_pair

    a, b = read_pairs(parser, [(TEXTS["d1"], TEXTS["d2"])])[0]
    [conflict] = [one for one in classify_pair(a, b) if one.label is RelationLabel.CONFLICT]
    wrong = replace(conflict.fact_a.statement, quote="The Halden Works was founded in 1999 by Olaf Berg.")
    forged = replace(conflict, fact_a=replace(conflict.fact_a, statement=wrong))

    outcome = _outcome("a\tb", a, b, Classified([forged]))

    assert "mining/relations_conflicts" not in outcome.rows
    assert outcome.note == "1 relations dropped: a quote isn't in the text"


# With a model.

OPEN = {
    "d1": "Fantastic Seven was released in the United States on July 8, 2005.",
    "d2": "Fantastic Seven was released in the United States on August 8, 2005.",
}
ANSWER = {
    "quote_a": OPEN["d1"],
    "quote_b": OPEN["d2"],
    "subject": "Fantastic Seven",
    "attribute": "release date",
    "value_a": "July 8, 2005",
    "value_b": "August 8, 2005",
    "reason": "They exclude each other.",
    "same_subject": True,
    "same_attribute": True,
    "same_fact_context": True,
    "values_compatible": False,
    "label": "conflict",
    "confidence": 0.9,
}


def run_with(graph: Graph, parser: Parser, llm: Llm) -> StageReport:
    stage = Relations(RelationSettings(), parser, llm)
    return run_stage(graph, stage, stage.fingerprint({"facts": "f", "candidates": "c"}))


def test_edges_and_facts_say_which_model_named_them(
    graph: Graph, parser: Parser, server: ScriptedServer, llm: Llm
) -> None:
    server.otherwise(lambda _: says(ANSWER))
    stated = add(graph, parser, OPEN)
    add_pairs(graph, ("d1", "d2"))

    assert run_with(graph, parser, llm).statuses == {Status.OK: 1}

    [edge] = [edge for _, _, edge in read_relations(graph)]
    assert (edge["relation"], edge["attribute"], edge["model"], edge["prompt"]) == (
        *("conflict", "release date", "m"),
        "relations@3",
    )
    assert counts(graph)["Fact"] == stated + 2
    assert list(graph.pages("graph/dangling_relations")) == []
    assert run_with(graph, parser, llm).done == 0

    run(graph, parser)

    assert edges(graph) == []
    assert counts(graph)["Fact"] == stated


def test_facts_in_a_models_own_words_are_not_compared() -> None:
    spans = {
        "start": 0,
        "end": 9,
        "value_start": 0,
        "value_end": 9,
        "statement": "Olaf Berg",
        "value": "Olaf Berg",
    }
    value = parse_value("Olaf Berg").to_json()
    row = {**spans, "document": "d1", "subject": "Works", "subject_key": "works", "value_json": value}
    rest = {"qualifiers_json": "{}", "confidence": 0.6, "method": "model", "prompt": "facts@1"}
    rows = [
        {**row, **rest, "attribute": "founder", "model": "m"},
        {**row, **rest, "attribute": "who began it", "model": "m"},
        {**row, **rest, "attribute": "who began it", "model": None},
    ]

    kept = comparable_facts(rows)

    assert [(fact.attribute, fact.model) for fact in kept] == [("founder", "m"), ("who began it", "rules")]


def test_facts_are_compared_in_the_order_of_the_text(parser: Parser) -> None:
    facts = extract_facts("d1", parser.parse([TEXTS["d1"]])[0])
    assert [fact.attribute for fact in facts] == [FOUNDED, "founder"]

    assert comparable_facts(fact_row(fact) for fact in reversed(facts)) == facts


def test_a_pair_without_an_answer_is_listed_and_tried_again(
    graph: Graph, parser: Parser, server: ScriptedServer, llm: Llm
) -> None:
    add(graph, parser, {**OPEN, "d3": TEXTS["d1"], "d4": TEXTS["d2"]})
    add_pairs(graph, ("d1", "d2"), ("d3", "d4"))
    server.otherwise(lambda _: says(None))

    report = run_with(graph, parser, llm)

    assert report.statuses == {Status.EMPTY: 1, Status.OK: 1}
    assert [problem.key for problem in report.problems] == ["d1\td2"]
    assert ("d3", "d4", "conflict", FOUNDED, "1862", "1871") in edges(graph)

    server.otherwise(lambda _: says(ANSWER))

    assert run_with(graph, parser, llm).statuses == {Status.OK: 1}
    assert ("d1", "d2", "conflict", "release date", "July 8, 2005", "August 8, 2005") in edges(graph)


def test_a_dry_run_counts_the_open_pairs(
    graph: Graph, parser: Parser, server: ScriptedServer, tmp_path: Path
) -> None:
    add(graph, parser, {**OPEN, "d3": TEXTS["d1"], "d4": TEXTS["d2"]})
    add_pairs(graph, ("d1", "d2"), ("d3", "d4"))
    with DryLlm(LlmSettings(model="m", base_url=server.url, cache=tmp_path / "a.sqlite")) as dry:
        report = run_with(graph, parser, dry)
        [estimate] = dry.estimates().values()

    assert report.statuses == {Status.PENDING: 1, Status.OK: 1}
    assert estimate.calls == 1
    assert not server.requests
