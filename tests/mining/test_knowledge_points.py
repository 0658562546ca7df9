"""The taxonomy, the two ways to label a document, and the stage on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import HashingVectorizer

from graphprobe.config import KnowledgePointSettings
from graphprobe.errors import ConfigError, MissingModelError
from graphprobe.graph import Graph
from graphprobe.mining.embeddings import Encoder, load_encoder
from graphprobe.mining.knowledge_points import (
    EmbeddingLabeller,
    KnowledgePoints,
    LexicalLabeller,
    stem,
)
from graphprobe.mining.runner import run_stage
from graphprobe.mining.sentences import sentences
from graphprobe.mining.taxonomy import load_taxonomy
from graphprobe.records import Status

# ElephantBench's copy of the taxonomy, counted by hand: fields and subfields of each discipline.
COUNTS = {
    "Agronomy": (5, 7),
    "Economics": (2, 11),
    "Education": (3, 8),
    "Engineering": (30, 94),
    "History": (1, 3),
    "Law": (2, 10),
    "Literature and Arts": (4, 23),
    "Management": (4, 9),
    "Medicine": (6, 36),
    "Military Science": (1, 4),
    "Philosophy": (1, 5),
    "Science": (12, 73),
    "Sociology": (1, 2),
}
RIVER = (
    "The Salzach is a river. It rises near a glacier and flows through a valley to a lake. Its coast is long."
)


class TestTaxonomy:
    def test_it_has_the_13_disciplines_72_fields_and_285_subfields(self) -> None:
        points = load_taxonomy().points
        assert len({point.discipline for point in points}) == 13
        assert len({(point.discipline, point.field) for point in points}) == 72
        assert len({point.path for point in points}) == len(points) == 285

    def test_each_discipline_has_its_fields_and_subfields(self) -> None:
        points = load_taxonomy().points
        counts = {
            name: (
                len({point.field for point in points if point.discipline == name}),
                sum(point.discipline == name for point in points),
            )
            for name in dict.fromkeys(point.discipline for point in points)
        }
        assert counts == COUNTS

    @pytest.mark.parametrize(
        "content", ["", "a", "[a]", "a: b", "a: {b: c}", "a: {b: [c]}", "a: {}", "\x00", "a: ["]
    )
    def test_a_file_of_another_form_is_refused_by_name(self, tmp_path: Path, content: str) -> None:
        file = tmp_path / "taxonomy.yaml"
        file.write_text(content, encoding="utf-8")
        with pytest.raises(ConfigError, match=r"taxonomy\.yaml"):
            load_taxonomy(file)


class TestLexical:
    @pytest.mark.parametrize(
        ("text", "subfield"),
        [
            (RIVER, "Physical Geography"),
            ("Kevin Lewis is an English former footballer who played for a club as a midfielder.",
             "Physical Education and Training"),
            ("Happy Days is the third studio album by the band. Its first single reached the chart.",
             "Music History, Education, and Technology"),
            ("Lee is a politician who was elected to parliament and served as minister after the election.",
             "Political Science"),
            ("The township had a population of 1,234 at the census, in 500 households and a village.",
             "Human Geography"),
            ("The film stars an actor; its director wrote the screenplay, and the cinema release followed.",
             "Film Studies"),
            ("Quarks and neutrinos are studied with particle accelerators.", "Particle and Nuclear Physics"),
            ("Der Fluss ist lang.", None),
            ("", None),
            (" \n ", None),
            ("12 34 ( ) .", None),
            ("He saw a river.", None),
        ],
    )  # fmt: skip
    def test_labels(self, text: str, subfield: str | None) -> None:
        label = LexicalLabeller(load_taxonomy()).label(text)
        assert (label.point.subfield if label else None) == subfield

    def test_the_quote_is_the_sentence_that_says_most_and_stands_in_the_text(self) -> None:
        label = LexicalLabeller(load_taxonomy()).label(RIVER)
        assert label is not None
        assert label.method == "lexical"
        assert label.quote.quote == "It rises near a glacier and flows through a valley to a lake."
        assert RIVER[label.quote.start : label.quote.end] == label.quote.quote

    def test_confidence_grows_with_what_is_said_and_falls_with_a_rival(self) -> None:
        labeller = LexicalLabeller(load_taxonomy())
        film = "The film has an actor, a cinema role and a movie director."
        clear, short, mixed = (labeller.label(text) for text in (film, "A film actor.", f"{film} {RIVER}"))
        assert clear is not None
        assert short is not None
        assert mixed is not None
        assert {label.point.subfield for label in (clear, short)} == {"Film Studies"}
        assert 0 < short.confidence < clear.confidence < 1
        assert mixed.confidence < clear.confidence

    @pytest.mark.parametrize(
        ("word", "stemmed"),
        [("Cities", "city"), ("rivers", "river"), ("Churches", "church"), ("glass", "glass"), ("bus", "bus"),
         ("analysis", "analysis"), ("series", "sery"), ("gas", "gas"), ("boxes", "box")],
    )  # fmt: skip
    def test_stems(self, word: str, stemmed: str) -> None:
        assert stem(word) == stemmed


class WordModel:
    """A real if simple sentence model, with the interface of sentence-transformers: hashed word counts."""

    def __init__(self) -> None:
        self._vectorizer = HashingVectorizer(n_features=4096, alternate_sign=False)

    def encode(self, texts: list[str], **_: Any) -> Any:
        return self._vectorizer.transform(texts).toarray().astype(np.float32)


class TestEmbedding:
    def test_the_nearest_label_and_its_sentence(self) -> None:
        labeller = EmbeddingLabeller(load_taxonomy(), Encoder("words", WordModel()))
        label = labeller.label(RIVER)
        assert label is not None
        assert (label.point.subfield, label.method) == ("Physical Geography", "embedding")
        assert RIVER[label.quote.start : label.quote.end] == label.quote.quote
        assert 0 < label.confidence <= 1

    @pytest.mark.parametrize("text", ["", " \n", "Zyx wvu tsr."])
    def test_far_from_all_labels_there_is_none(self, text: str) -> None:
        assert EmbeddingLabeller(load_taxonomy(), Encoder("words", WordModel())).label(text) is None

    def test_a_named_model_that_isnt_here_is_an_error_and_an_unnamed_one_isnt(self) -> None:
        with pytest.raises(MissingModelError) as caught:
            load_encoder("no/such-model")
        assert caught.value.exit_code == 2
        assert "\n" not in caught.value.line()
        with pytest.raises(MissingModelError):
            KnowledgePoints(KnowledgePointSettings(method="embedding", model="no/such-model"))


class TestSentences:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("One. Two! Three?", ["One.", "Two!", "Three?"]),
            ("He said “no.” Then he left.", ["He said “no.”", "Then he left."]),
            ("It was 3.5 km long.\nA line", ["It was 3.5 km long.", "A line"]),
            ("", []),
            (" \n ", []),
            ("x" * 1300, ["x" * 600, "x" * 600, "x" * 100]),
        ],
    )
    def test_they_are_cut_at_their_ends(self, text: str, expected: list[str]) -> None:
        spans = sentences(text)
        assert [span.quote for span in spans] == expected
        assert all(text[span.start : span.end] == span.quote for span in spans)


def run(graph: Graph) -> Any:
    stage = KnowledgePoints(KnowledgePointSettings(method="lexical"))
    return run_stage(graph, stage, stage.fingerprint({}))


def labels(graph: Graph) -> dict[str, list[str]]:
    rows = graph.read("mining/candidates_labels", ids=["d1", "d2", "d3"])
    return {row["key"]: row["points"] for row in rows}


class TestStage:
    def test_labels_are_written_once_and_replaced(self, graph: Graph) -> None:
        texts = {"d1": RIVER, "d2": "Nothing of note.", "d3": RIVER}
        languages = {"d1": "en", "d2": "en", "d3": "de"}
        rows = [
            {"key": key, "text": text, "text_sha": key, "language": languages[key]}
            for key, text in texts.items()
        ]
        graph.write("corpus/documents_write", rows)
        report = run(graph)
        assert report.statuses == {Status.OK: 2, Status.FILTERED: 1}
        geography = "Science / Geography / Physical Geography"
        assert labels(graph) == {"d1": [geography], "d2": [], "d3": []}
        assert run(graph).done == 0
        graph.write("corpus/documents_clear_state", [{"key": "d1"}])
        assert run(graph).done == 1
        assert labels(graph) == {"d1": [geography], "d2": [], "d3": []}
