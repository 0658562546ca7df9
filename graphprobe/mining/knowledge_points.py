"""Knowledge points: which path discipline / field / subfield of the taxonomy a document is about.

Nearest label by sentence embedding where a model is installed, else by shared words. Every label carries its
method, the sentence that speaks for it most, and a confidence that says how far it's ahead of the next
label. A document in which nothing speaks for any label gets none (design, section 6.3). A language model,
where there is one, is asked about the documents whose label is in doubt
(:mod:`graphprobe.mining.model_labels`).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from graphprobe.config import KnowledgePointSettings
from graphprobe.errors import ConfigError
from graphprobe.mining.embeddings import Encoder, Vectors, choose_encoder, unit
from graphprobe.mining.model_labels import ModelLabeller
from graphprobe.mining.sentences import sentences, spread
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.mining.taxonomy import KnowledgePoint, Label, Taxonomy, load_taxonomy
from graphprobe.records import Span, Status

if TYPE_CHECKING:
    from graphprobe.llm import Answer, Llm
    from graphprobe.llm.replies import KnowledgePointsReply

LEXICAL = "lexical"
EMBEDDING = "embedding"
LEAST_WORDS = 2  # one shared word may be an accident of its several meanings
LEAST_SIMILARITY = 0.2  # cosine below which a sentence model's nearest label is no label

_WORD = re.compile(r"[^\W\d_]+")
_EMPTY_WORDS = frozenset({"and", "of", "in", "the", "for"})
# How much a word says for a label by where it stands.
_SUBFIELD_WEIGHT, _FIELD_WEIGHT, _DISCIPLINE_WEIGHT = 2.0, 1.0, 0.5


class Labeller(Protocol):
    """What gives a document its knowledge point without a language model: word or vector similarity."""

    def options(self) -> Mapping[str, Any]:
        """What changes its results, for the stage's fingerprint."""

    def reads(self, language: str | None) -> bool:
        """Whether it can label texts of a language."""

    def label(self, text: str) -> Label | None:
        """The knowledge point of a text; None when nothing in it speaks for any."""


class LexicalLabeller:
    """The label whose name and words the text shares most, rare words counting more.

    The similarity is a dot product of weights log(1 + n) of the text's words with those of the label, divided
    by the square root of the label vector's length: labels with many words aren't preferred for it, nor
    those with few.
    """

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy
        self._weights = _label_weights(taxonomy.points)
        self._labels_of: dict[str, list[int]] = defaultdict(list)
        for index, weights in enumerate(self._weights):
            for word in weights:
                self._labels_of[word].append(index)

    def options(self) -> Mapping[str, Any]:
        return {"method": LEXICAL, "taxonomy": self._taxonomy.digest}

    def reads(self, language: str | None) -> bool:
        """English only, as the words of the labels are."""
        return language in (None, "", "und", "en")

    def label(self, text: str) -> Label | None:
        words = Counter(map(stem, _WORD.findall(text)))
        scores: dict[int, float] = defaultdict(float)
        shared: Counter[int] = Counter()
        for word, count in words.items():
            for index in self._labels_of.get(word, ()):
                scores[index] += math.log1p(count) * self._weights[index][word]
                shared[index] += 1
        ranked = sorted(scores, key=lambda index: (-scores[index], index))
        best = next((index for index in ranked if shared[index] >= LEAST_WORDS), None)
        if best is None:
            return None
        rival = max((scores[index] for index in ranked[:2] if index != best), default=0.0)
        ahead = scores[best] / (scores[best] + rival)
        confidence = ahead * shared[best] / (shared[best] + LEAST_WORDS)
        quote = self._best_sentence(text, self._weights[best])
        return Label(self._taxonomy.points[best], round(confidence, 3), quote, LEXICAL)

    @staticmethod
    def _best_sentence(text: str, weights: Mapping[str, float]) -> Span:
        def weight(span: Span) -> float:
            return sum(weights.get(word, 0.0) for word in set(map(stem, _WORD.findall(span.quote))))

        return max(sentences(text), key=weight)


class EmbeddingLabeller:
    """The label whose description is nearest to the mean of the text's sentences."""

    def __init__(self, taxonomy: Taxonomy, encoder: Encoder) -> None:
        self._taxonomy = taxonomy
        self._encoder = encoder

    @cached_property
    def _labels(self) -> Vectors:
        return self._encoder.encode([f"{point.path}: {point.keywords}" for point in self._taxonomy.points])

    def options(self) -> Mapping[str, Any]:
        return {"method": EMBEDDING, "model": self._encoder.id, "taxonomy": self._taxonomy.digest}

    def reads(self, language: str | None) -> bool:  # noqa: ARG002
        """Any language: how far a model understands it shows in the similarity."""
        return True

    def label(self, text: str) -> Label | None:
        spans = spread(sentences(text))
        if not spans:
            return None
        vectors = self._encoder.encode([span.quote for span in spans])
        mean = unit(vectors.mean(axis=0))
        similarities = self._labels @ mean
        best = int(similarities.argmax())
        if similarities[best] < LEAST_SIMILARITY:
            return None
        quote = spans[int((vectors @ self._labels[best]).argmax())]
        confidence = round(float(min(1.0, similarities[best])), 3)
        return Label(self._taxonomy.points[best], confidence, quote, EMBEDDING)


def choose_labeller(settings: KnowledgePointSettings) -> Labeller:
    """The labeller that the settings ask for; ``auto`` and ``model`` take embeddings where they're installed.

    Raises:
        MissingModelError: embeddings are asked for and aren't installed.
    """
    taxonomy = load_taxonomy(settings.taxonomy)
    method = "auto" if settings.method == "model" else settings.method
    encoder = choose_encoder(method, settings.model)
    return EmbeddingLabeller(taxonomy, encoder) if encoder else LexicalLabeller(taxonomy)


def stem(word: str) -> str:
    """A word without case and plural ending, so that "Cities" and "city" are one."""
    word = word.casefold()
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _label_weights(points: Sequence[KnowledgePoint]) -> list[dict[str, float]]:
    placed: list[dict[str, float]] = []
    for point in points:
        weights: dict[str, float] = {}
        for words, weight in (
            (point.discipline, _DISCIPLINE_WEIGHT),
            (point.field, _FIELD_WEIGHT),
            (f"{point.subfield} {point.keywords}", _SUBFIELD_WEIGHT),
        ):
            weights.update({stem(word): weight for word in _WORD.findall(words) if word not in _EMPTY_WORDS})
        placed.append(weights)
    labels_with = Counter(word for weights in placed for word in weights)
    weighted = [
        {word: weight * math.log(len(points) / labels_with[word]) for word, weight in weights.items()}
        for weights in placed
    ]
    return [_shortened(weights) for weights in weighted]


def _shortened(weights: Mapping[str, float]) -> dict[str, float]:
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / math.sqrt(length) for word, weight in weights.items() if weight > 0}


class KnowledgePoints(Stage):
    """Gives each document its knowledge points, in place of earlier ones.

    Args:
        settings: how documents are labelled.
        llm: the models; None, or none for this stage: similarity alone.

    Raises:
        ConfigError: all labels shall come from a model, and there is none; or the taxonomy can't be read.
        MissingModelError: embeddings are asked for and aren't installed.
    """

    name: ClassVar[str] = "knowledge_points"
    pending: ClassVar[str] = "mining/knowledge_points_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/knowledge_points_clear", "mining/knowledge_points_write")
    status: ClassVar[str] = "mining/knowledge_points_status"

    def __init__(self, settings: KnowledgePointSettings, llm: Llm | None = None) -> None:
        self._labeller = choose_labeller(settings)
        self._settings = settings
        model = llm.model_for(self.name) if llm else None
        self._reader = ModelLabeller(load_taxonomy(settings.taxonomy), llm, model) if llm and model else None
        if settings.method == "model" and self._reader is None:
            raise ConfigError(
                "labels shall come from a language model, and there is none",
                where="setting knowledge_points.method",
                remedy="Name one with --model, or take another method.",
            )

    def options(self) -> Mapping[str, Any]:
        options = self._labeller.options()
        if self._reader is None:
            return options
        asked = "all" if self._settings.method == "model" else self._settings.doubt
        return {**options, "llm": {**self._reader.options(), "asked": asked}}

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        found = [self._nearest(item) for item in items]
        if self._reader is None:
            return [_outcome(item, labels) for item, labels in zip(items, found, strict=True)]
        asked = [item for item, labels in zip(items, found, strict=True) if self._asks_about(labels)]
        answers = {item["key"]: answer for item, answer in zip(asked, self._reader.ask(asked), strict=True)}
        return [
            self._answered(item, labels, answers.get(item["key"]))
            for item, labels in zip(items, found, strict=True)
        ]

    def _nearest(self, item: Row) -> list[Label] | None:
        """The label by similarity, if any; None for a language that can't be labelled so."""
        if not self._labeller.reads(item.get("language")):
            return None
        label = self._labeller.label(item["text"])
        return [label] if label else []

    def _asks_about(self, labels: Sequence[Label] | None) -> bool:
        """Whether a model is asked: where little speaks for the nearest label, or about every document.

        A text that is near to no label is a table, a menu or noise more often than not.
        """
        doubtful = labels is not None and any(label.confidence < self._settings.doubt for label in labels)
        return doubtful or self._settings.method == "model"

    def _answered(
        self, item: Row, labels: list[Label] | None, answer: Answer[KnowledgePointsReply] | None
    ) -> Outcome:
        """What a model said of a document; where it gave no usable answer, the nearest label stands."""
        if answer is None or self._reader is None:
            return _outcome(item, labels)
        if answer.value is not None:
            return _outcome(item, self._reader.labels(item["text"], answer), note=answer.note)
        return _outcome(item, labels or [], answer.status, answer.note)


def _outcome(
    item: Row, labels: Sequence[Label] | None, status: Status = Status.OK, note: str = ""
) -> Outcome:
    """The rows of a document and its labels; None: its language can't be labelled."""
    key, clear = item["key"], [{"key": item["key"]}]
    if labels is None:
        note = f"language {item['language']} can't be labelled"
        return Outcome(key, Status.FILTERED, note, {"mining/knowledge_points_clear": clear})
    rows = [_row(key, label) for label in labels]
    written = {"mining/knowledge_points_clear": clear, "mining/knowledge_points_write": rows}
    return Outcome(key, status, note, written)


def _row(document: str, label: Label) -> Row:
    point, quote = label.point, label.quote
    return {
        "key": point.path,
        "document": document,
        "discipline": point.discipline,
        "field": point.field,
        "subfield": point.subfield,
        "confidence": label.confidence,
        "quote": quote.quote,
        "start": quote.start,
        "end": quote.end,
        "method": label.method,
        "model": label.model,
        "prompt": label.prompt,
    }
