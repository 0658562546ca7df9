"""Candidate pairs: what documents propose, what the budget buys, and what the graph holds after each run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from contested import Fact, write_contested

from graphprobe.cli.candidates import summary
from graphprobe.config import CandidateSettings
from graphprobe.graph import Graph
from graphprobe.mining.candidates import (
    BoundedCandidates,
    PaperCandidates,
    candidates_stage,
    count_pairs,
    propose,
    read_candidates,
)
from graphprobe.mining.runner import StageReport, run_stage
from graphprobe.mining.selection import Via
from graphprobe.mining.stage import Row
from graphprobe.mining.terms import Terms
from graphprobe.text.values import Kind

TEXTS = {
    "a1": "Down Home is an album by Joey Baron, released in 1997.",
    "a2": "Down Home is an album by John Coltrane, released in 1997.",
    "b1": "Bonner House at Bath was built about 1835.",
    "b2": "Bonner House, Bath, North Carolina. Built: 1935.",
    "c1": "The river rises in the hills.",
    "c2": "A parliament of owls votes yearly.",
}
SUBJECTS = {("a1", "a2"), ("b1", "b2")}

Pairs = dict[tuple[str, str], tuple[float, list[str]]]


def write_documents(
    graph: Graph, texts: dict[str, str], copies: dict[str, str] | None = None, how: str = "write"
) -> None:
    """Writes documents as the corpus stage does; ``copies`` maps a document to what it's a copy of."""
    unset = dict.fromkeys(["url", "title", "date", "corpus", "language", "quality", "partition", "source"])
    bands = {f"band_{number}": number for number in range(4)}
    rows = [
        {
            **unset,
            **bands,
            "key": key,
            "text": text,
            "text_sha": text,
            "n_chars": len(text),
            "dup_group": (copies or {}).get(key, key),
            "corpus_fingerprint": "tests",
        }
        for key, text in texts.items()
    ]
    graph.write(f"corpus/documents_{how}", rows)


def write_entities(graph: Graph, mentions: dict[str, list[str]]) -> None:
    body = {"type": "MISC", "count": 1, "first": 0, "surfaces": ["name"]}
    rows = [
        {"key": key, "document": document, "name": key, **body}
        for document, keys in mentions.items()
        for key in keys
    ]
    graph.write("mining/entities_write", rows, fingerprint="tests")
    graph.write("mining/entities_derive", [{"key": key} for key in {row["key"] for row in rows}])


def write_points(graph: Graph, points: dict[str, str]) -> None:
    body = {
        "discipline": "D",
        "field": "F",
        "subfield": "S",
        "confidence": 0.9,
        "quote": "",
        "method": "lexical",
    }
    rows = [
        {"key": path, "document": key, "start": 0, "end": 0, **body} for key, path in sorted(points.items())
    ]
    graph.write("mining/knowledge_points_write", rows, fingerprint="tests")


def run(graph: Graph, settings: CandidateSettings | None = None, fingerprint: str = "one") -> StageReport:
    """Runs both stages as the pipeline does."""
    chosen = settings or CandidateSettings()
    run_stage(graph, Terms(chosen), f"terms {chosen.hub}")
    return run_stage(graph, candidates_stage(chosen), fingerprint)


def written(graph: Graph) -> Pairs:
    return {(row["doc_a"], row["doc_b"]): (row["score"], row["via"]) for row in read_candidates(graph)}


def item(**shared: Sequence[tuple[str, float, int | None]]) -> Row:
    return {"key": "d", "original": "d", "n_terms": 100, "text": [], "entity": [], "slot": [], **shared}


def test_a_proposal_adds_up_what_is_shared() -> None:
    proposals = propose(item(text=[("x", 2.0, 100), ("y", 2.5, 100)], entity=[("x", 1.0, 100)]))
    assert [(p.id, p.score, p.via.names()) for p in proposals] == [
        ("x", 3.0, ["entity", "text"]),
        ("y", 2.5, ["text"]),
    ]


def test_long_texts_share_by_chance() -> None:
    proposals = propose(item(text=[("long", 3.0, 1600), ("short", 2.0, 100)]))
    assert [(p.id, p.score) for p in proposals] == [
        ("short", 2.0),
        ("long", 1.5),
    ]  # 1600/100 to the fourth root


def test_proposals_are_bounded_and_ties_go_by_id() -> None:
    proposals = propose(item(text=[(f"x{9 - i}", 1.0, None) for i in range(9)]), most=3)
    assert [p.id for p in proposals] == ["x1", "x2", "x3"]


def test_what_has_no_weight_is_no_proposal() -> None:
    assert propose(item(text=[("x", 0.0, 10)])) == []


def test_documents_about_one_subject_meet(graph: Graph) -> None:
    write_documents(graph, TEXTS)
    report = run(graph, CandidateSettings(per_document=0.5))
    assert report.done == 6
    pairs = written(graph)
    assert set(pairs) >= SUBJECTS
    assert len(pairs) <= 3
    assert pairs["a1", "a2"][1] == ["text"]


def test_the_reasons_of_a_pair_are_told(graph: Graph) -> None:
    write_documents(graph, TEXTS)
    write_entities(graph, {"a1": ["down home"], "a2": ["down home"], "c1": ["hills"], "c2": ["hills"]})
    write_points(graph, {"a1": "music", "a2": "music", "b1": "houses", "b2": "history"})
    run(graph)
    pairs = written(graph)
    assert pairs["a1", "a2"][1] == ["entity", "knowledge_point", "text"]
    assert pairs["b1", "b2"][1] == ["text"]
    assert pairs["c1", "c2"][1] == ["entity"]


def test_facts_of_one_slot_pair_their_documents(graph: Graph) -> None:
    facts = [
        Fact("x", "Vestri", "sport", Kind.CATEGORY, "football", "Es spielt football."),
        Fact("y", "Vestri", "sport", Kind.CATEGORY, "basketball", "Qui joue basketball?"),
        Fact("z", "Rome", "age", Kind.NUMBER, "9", "Age 9"),
    ]
    write_contested(graph, facts, [])
    run(graph)
    assert written(graph)["x", "y"][1] == ["slot"]


def test_a_hub_brings_no_pairs_and_is_reported(graph: Graph) -> None:
    write_documents(graph, {f"d{i}": "Paris" for i in range(6)})
    write_entities(graph, {f"d{i}": ["paris"] for i in range(6)})
    run(graph, CandidateSettings(hub=5))
    assert written(graph) == {}
    assert summary(graph, hub=5)["hubs"] == {"cap": 5, "terms": 1, "entities": 1}
    run(graph, CandidateSettings(hub=6), fingerprint="two")
    assert summary(graph, hub=6)["hubs"] == {"cap": 6, "terms": 0, "entities": 0}


def test_a_copy_is_compared_through_what_it_copies(graph: Graph) -> None:
    write_documents(graph, {**TEXTS, "a0": TEXTS["a1"]}, copies={"a0": "a1"})
    run(graph)
    assert {key for pair in written(graph) for key in pair}.isdisjoint({"a0"})


def test_a_second_run_does_nothing_and_one_more_document_brings_its_own_budget(graph: Graph) -> None:
    write_documents(graph, TEXTS)
    settings = CandidateSettings(per_document=0.5)
    run(graph, settings)
    before = written(graph)
    again = run(graph, settings)
    assert (again.done, written(graph)) == (0, before)

    write_documents(graph, {"b3": "Bonner House of Bath: about 1835, or 1935?"})
    report = run(graph, CandidateSettings(per_document=1))  # same fingerprint: the earlier documents are done
    assert report.done == 1
    added = written(graph).keys() - before.keys()
    assert len(added) == 1
    assert all("b3" in pair for pair in added)
    assert before.items() <= written(graph).items()
    assert [(r["documents"], r["pairs"]) for r in summary(graph, 50)["rounds"]] == [(6, len(before)), (1, 1)]


class Killed(BoundedCandidates):
    """A stage that dies after the first pair of a round is written."""

    def _write_round(
        self,
        graph: Graph,
        fingerprint: str,
        members: Sequence[str],  # noqa: ARG002
        rows: Iterable[Row],
        budget: int,  # noqa: ARG002
    ) -> None:
        graph.write("mining/candidates_write", list(rows)[:1], fingerprint=fingerprint)
        raise KeyboardInterrupt


def test_a_run_killed_while_writing_ends_as_an_undisturbed_one(graph: Graph) -> None:
    settings = CandidateSettings(per_document=0.5)
    write_documents(graph, TEXTS)
    run_stage(graph, Terms(settings), f"terms {settings.hub}")
    with pytest.raises(KeyboardInterrupt):
        run_stage(graph, Killed(settings), "one")
    assert len(written(graph)) == 1
    run(graph, settings)
    resumed = written(graph)
    run(graph, settings, fingerprint="afresh")
    assert resumed == written(graph)
    assert [r["documents"] for r in summary(graph, 50)["rounds"]] == [6, 6]


def test_another_setting_takes_the_pairs_of_the_last_away(graph: Graph) -> None:
    write_documents(graph, TEXTS)
    run(graph)
    many = written(graph)
    run(graph, CandidateSettings(per_document=0.2), fingerprint="two")
    few = written(graph)
    assert many.keys() == SUBJECTS
    assert few.keys() == {("a1", "a2")}


def test_a_changed_text_leaves_its_old_terms(graph: Graph) -> None:
    write_documents(graph, TEXTS)
    run(graph)
    graph.write("corpus/documents_clear_links", [{"key": "a2"}])
    graph.write("corpus/documents_clear_state", [{"key": "a2"}])
    write_documents(graph, {"a2": "A parliament of rooks votes yearly."}, how="update")
    run(graph)
    pairs = written(graph)
    assert ("a2", "c2") in pairs
    assert ("a1", "a2") not in pairs


def test_an_empty_graph_and_wordless_documents_have_no_pairs(graph: Graph) -> None:
    run(graph)
    assert summary(graph, 50)["rounds"] == []
    write_documents(graph, {"x": "", "y": "!?", "z": "\x1b\u200b"})
    assert run(graph).failed == 0
    assert written(graph) == {}


@pytest.fixture
def paper_graph(graph: Graph) -> Graph:
    write_documents(graph, TEXTS)
    write_entities(graph, {"a1": ["rome"], "a2": ["rome"], "b1": ["rome", "bath"], "b2": ["bath"]})
    write_points(graph, {"a1": "music", "a2": "music", "b1": "houses", "b2": "houses", "c1": "music"})
    return graph


def test_the_papers_setting_writes_the_pairs_of_both_equations(paper_graph: Graph) -> None:
    run(paper_graph, CandidateSettings(setting="paper"))
    reasons = {pair: via for pair, (_, via) in written(paper_graph).items()}
    assert reasons == {
        ("a1", "a2"): ["entity", "knowledge_point"],
        ("a1", "b1"): ["entity"],
        ("a1", "c1"): ["knowledge_point"],
        ("a2", "b1"): ["entity"],
        ("a2", "c1"): ["knowledge_point"],
        ("b1", "b2"): ["entity", "knowledge_point"],
    }
    counts = count_pairs(paper_graph)
    assert (counts.all_pairs, counts.same_point, counts.across_points) == (15, 4, 2)


def test_the_papers_setting_stops_at_its_limit(paper_graph: Graph) -> None:
    run(paper_graph, CandidateSettings(setting="paper", limit=2))
    assert set(written(paper_graph)) == {("a1", "a2"), ("a1", "b1")}


def test_each_setting_has_its_own_options() -> None:
    bounded, paper = CandidateSettings(), CandidateSettings(setting="paper")
    assert isinstance(candidates_stage(bounded), BoundedCandidates)
    assert isinstance(candidates_stage(paper), PaperCandidates)
    assert candidates_stage(bounded).options() == {"setting": "bounded", "per_document": 3, "hub": 50}
    assert candidates_stage(paper).options() == {"setting": "paper", "limit": 1_000_000}


def test_reasons_have_names() -> None:
    everything: Any = Via(31)
    assert everything.names() == ["entity", "knowledge_point", "slot", "cluster", "text"]
