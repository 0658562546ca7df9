"""Knowledge points that a model gives: whom it's asked about, and what can't become a label."""

from __future__ import annotations

from typing import Any

import pytest
from model_requests import OpenLlm, texts_of
from scripted_server import Behaviour, ScriptedServer, completion, cut, raw, says

from graphprobe.config import KnowledgePointSettings
from graphprobe.errors import ConfigError
from graphprobe.graph import Graph
from graphprobe.llm import Llm
from graphprobe.mining.knowledge_points import KnowledgePoints, LexicalLabeller
from graphprobe.mining.runner import run_stage
from graphprobe.mining.taxonomy import load_taxonomy
from graphprobe.records import RULES, Status

RIVER = "The river Moss rises in the mountains and flows to the sea. Its valley has many lakes and glaciers."
MIXED = "The film director studied law and music in the city."
PHYSICAL = "Science / Geography / Physical Geography"
FILM = "Literature and Arts / Art Studies / Film Studies"
LEXICAL = {"method": "lexical"}


def label(path: str, quote: str, confidence: float = 0.9) -> dict[str, Any]:
    return {"path": path, "confidence": confidence, "quote": quote}


def answers(*labels: dict[str, Any]) -> Behaviour:
    return says({"labels": list(labels)})


def item(key: str, text: str, language: str = "en") -> dict[str, Any]:
    return {"key": key, "text": text, "title": None, "language": language}


def given(outcome: Any) -> list[tuple[str, str, str]]:
    """Path, model and quote of each label of an outcome."""
    return [
        (row["key"], row["model"], row["quote"])
        for row in outcome.rows.get("mining/knowledge_points_write", ())
    ]


def stage(llm: Llm | None, **settings: Any) -> KnowledgePoints:
    return KnowledgePoints(KnowledgePointSettings(**{**LEXICAL, **settings}), llm)


def confidence(text: str) -> float:
    found = LexicalLabeller(load_taxonomy()).label(text)
    return found.confidence if found else 0.0


class TestWhatIsAsked:
    def test_only_where_the_nearest_label_is_in_doubt(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers(label(FILM, "The film director")))
        low, high = confidence(MIXED), confidence(RIVER)
        assert 0 < low < high

        outcomes = stage(llm, doubt=(low + high) / 2).process(
            [item("clear", RIVER), item("doubtful", MIXED), item("nothing", "Zzyx qwv.")]
        )

        assert [texts_of(body)["document"] for body in server.requests] == [MIXED]
        assert [[model for _, model, _ in given(one)] for one in outcomes] == [[RULES], ["m"], []]

    def test_all_where_the_setting_says_so(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers())

        stage(llm, method="model").process(
            [item("a", RIVER), item("b", "Zzyx qwv."), item("c", "Fluss", "de")]
        )

        assert len(server.requests) == 3

    def test_a_model_for_all_needs_a_model(self) -> None:
        with pytest.raises(ConfigError, match="there is none"):
            stage(None, method="model")

    def test_a_model_reads_the_beginning_and_the_whole_taxonomy(
        self, server: ScriptedServer, llm: Llm
    ) -> None:
        server.otherwise(lambda _: answers())

        stage(llm, method="model").process([item("a", RIVER * 400)])

        [body] = server.requests
        assert len(texts_of(body)["document"]) == 8000
        assert all(point.path in body["messages"][0]["content"] for point in load_taxonomy().points)


class TestWhatCounts:
    def test_several_labels_with_their_passages(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(
            lambda _: answers(label(FILM, "flows to the sea", 0.3), label(PHYSICAL, "The river Moss rises"))
        )

        [outcome] = stage(llm, method="model").process([item("a", RIVER)])

        assert given(outcome) == [
            (PHYSICAL, "m", "The river Moss rises"),
            (FILM, "m", "flows to the sea"),
        ]
        rows = outcome.rows["mining/knowledge_points_write"]
        assert all(RIVER[row["start"] : row["end"]] == row["quote"] for row in rows)
        assert {(row["method"], row["prompt"]) for row in rows} == {("model", "knowledge_points@1")}

    def test_a_path_given_twice_is_one_label_and_there_are_three_at_most(
        self, server: ScriptedServer, llm: Llm
    ) -> None:
        paths = [point.path for point in load_taxonomy().points[:6]]
        server.otherwise(lambda _: answers(*(label(path, "river") for path in [paths[0], *paths])))

        [outcome] = stage(llm, method="model").process([item("a", RIVER)])

        assert len(given(outcome)) == len({path for path, _, _ in given(outcome)}) == 3

    def test_a_document_about_nothing_has_no_label(self, server: ScriptedServer, llm: Llm) -> None:
        server.otherwise(lambda _: answers())

        [outcome] = stage(llm, method="model").process([item("a", RIVER)])

        assert (given(outcome), outcome.status) == ([], Status.OK)


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        "wrong",
        [
            label("Science / Geography / Rivers", "The river Moss rises"),
            label("Geography", "The river Moss rises"),
            label("", "The river Moss rises"),
            label(PHYSICAL, "The river Moss is long."),
            label(PHYSICAL, ""),
        ],
        ids=["no such path", "half a path", "no path", "a quote of its own", "no quote"],
    )
    def test_it_is_asked_for_once_more_and_dropped_then(
        self, server: ScriptedServer, llm: Llm, wrong: dict[str, Any]
    ) -> None:
        server.otherwise(lambda _: answers(wrong, label(FILM, "flows to the sea")))

        [outcome] = stage(llm, method="model").process([item("a", RIVER)])

        assert len(server.requests) == 2
        assert given(outcome) == [(FILM, "m", "flows to the sea")]
        assert (outcome.status, bool(outcome.note)) == (Status.OK, True)

    @pytest.mark.parametrize(
        ("behaviour", "ended"),
        [
            (answers(label("Science / Magic / Spells", "The river Moss rises")), Status.UNPARSED),
            (says(None), Status.EMPTY),
            (says("I'm unable to help with this."), Status.REFUSED),
            (says("<think>Rivers are"), Status.TRUNCATED),
            (says({"labels": [{"path": PHYSICAL}]}), Status.UNPARSED),
            (raw(completion({"labels": []})[:50]), Status.ERROR),
            (cut, Status.ERROR),
        ],
        ids=["only wrong ones", "None", "refusal", "endless reasoning", "wrong schema", "half", "dropped"],
    )
    def test_without_a_usable_answer_the_nearest_label_stands(
        self, server: ScriptedServer, llm: Llm, behaviour: Behaviour, ended: Status
    ) -> None:
        server.otherwise(lambda _: behaviour)

        [outcome] = stage(llm, method="model").process([item("a", RIVER)])
        [alone] = stage(None).process([item("a", RIVER)])

        assert outcome.status is ended
        assert given(outcome) == given(alone)
        assert given(alone)[0][1] == RULES


def test_labels_of_a_model_are_written_with_their_source(
    server: ScriptedServer, llm: Llm, embedded_graph: Graph
) -> None:
    blank = dict.fromkeys(
        (
            *("url", "title", "date", "corpus", "source", "quality", "partition", "n_chars", "dup_group"),
            *("band_0", "band_1", "band_2", "band_3", "corpus_fingerprint"),
        )
    )
    row = {**blank, "key": "d1", "text": RIVER, "text_sha": "d1", "language": "en"}
    embedded_graph.write("corpus/documents_write", [row])
    server.otherwise(lambda _: answers(label(FILM, "flows to the sea")))
    one = stage(llm, method="model")

    report = run_stage(embedded_graph, one, one.fingerprint({}))

    assert report.statuses == {Status.OK: 1}
    assert embedded_graph.read("probe/labels") == [
        {"path": FILM, "method": "model", "model": "m", "prompt": "knowledge_points@1"}
    ]
    assert run_stage(embedded_graph, one, one.fingerprint({})).done == 0


def test_fingerprints(open_llm: OpenLlm) -> None:
    alone = stage(None).fingerprint({})

    assert stage(open_llm(model=None)).fingerprint({}) == alone
    asked = {
        stage(open_llm()).fingerprint({}),
        stage(open_llm(model="other")).fingerprint({}),
        stage(open_llm(), doubt=0.5).fingerprint({}),
        stage(open_llm(), method="model").fingerprint({}),
    }
    assert len(asked | {alone}) == 5
