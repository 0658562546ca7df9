"""Knowledge points: which path discipline / field / subfield of the taxonomy a document is about.

Nearest label by sentence embedding where a model is installed, else by shared words. Every label carries its
method, the sentence that speaks for it most, and a confidence that says how far it's ahead of the next
label. A document in which nothing speaks for any label gets none (design, section 6.3).
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Protocol

import yaml

from graphprobe.config import KnowledgePointSettings, config_file
from graphprobe.errors import ConfigError
from graphprobe.mining.embeddings import Encoder, Vectors, choose_encoder, unit
from graphprobe.mining.sentences import sentences, spread
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import Span, Status

LEXICAL = "lexical"
EMBEDDING = "embedding"
LEAST_WORDS = 2  # one shared word may be an accident of its several meanings
LEAST_SIMILARITY = 0.2  # cosine below which a sentence model's nearest label is no label

_WORD = re.compile(r"[^\W\d_]+")
_EMPTY_WORDS = frozenset({"and", "of", "in", "the", "for"})
# How much a word says for a label by where it stands.
_SUBFIELD_WEIGHT, _FIELD_WEIGHT, _DISCIPLINE_WEIGHT = 2.0, 1.0, 0.5


@dataclass(frozen=True, slots=True)
class KnowledgePoint:
    """One path of the taxonomy, with words by which a text about it is known."""

    discipline: str
    field: str
    subfield: str
    keywords: str = ""

    @property
    def path(self) -> str:
        """The key: ``discipline / field / subfield``."""
        return f"{self.discipline} / {self.field} / {self.subfield}"


@dataclass(frozen=True, slots=True)
class Label:
    """A knowledge point given to a document, with the sentence that speaks for it most."""

    point: KnowledgePoint
    confidence: float
    quote: Span
    method: str


@dataclass(frozen=True)
class Taxonomy:
    """All knowledge points, in the order of the file."""

    points: tuple[KnowledgePoint, ...]

    @cached_property
    def digest(self) -> str:
        """Hash of the content, for fingerprints."""
        content = "\n".join(f"{point.path}\t{point.keywords}" for point in self.points)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def load_taxonomy(path: Path | None = None) -> Taxonomy:
    """Reads a taxonomy, by default the one that comes with GraphProbe (its head tells the form).

    Raises:
        ConfigError: the file can't be read, isn't a map three levels deep, or is empty.
    """
    path = path or config_file("taxonomy.yaml")
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        points = tuple(
            KnowledgePoint(str(discipline), str(field), str(subfield), str(keywords or ""))
            for discipline, fields in data.items()
            for field, subfields in fields.items()
            for subfield, keywords in subfields.items()
        )
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"the taxonomy can't be read: {error}", where=str(path)) from None
    except AttributeError:
        raise ConfigError(
            "a taxonomy is a map of disciplines, of fields, of subfields to their words", where=str(path)
        ) from None
    if not points:
        raise ConfigError("the taxonomy is empty", where=str(path))
    return Taxonomy(points)


class Labeller(Protocol):
    """What gives a document its knowledge point: word or vector similarity here, or a language model."""

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
    """The labeller that the settings ask for; ``auto`` takes embeddings where they're installed.

    Raises:
        MissingModelError: embeddings are asked for and aren't installed.
    """
    taxonomy = load_taxonomy(settings.taxonomy)
    encoder = choose_encoder(settings.method, settings.model)
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
    """Gives each document its knowledge point, in place of an earlier one."""

    name: ClassVar[str] = "knowledge_points"
    pending: ClassVar[str] = "mining/knowledge_points_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/knowledge_points_clear", "mining/knowledge_points_write")
    status: ClassVar[str] = "mining/knowledge_points_status"

    def __init__(self, settings: KnowledgePointSettings) -> None:
        self._labeller = choose_labeller(settings)

    def options(self) -> Mapping[str, Any]:
        return self._labeller.options()

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        return [self._outcome(item) for item in items]

    def _outcome(self, item: Row) -> Outcome:
        key, clear = item["key"], [{"key": item["key"]}]
        if not self._labeller.reads(item.get("language")):
            note = f"language {item['language']} can't be labelled"
            return Outcome(key, Status.FILTERED, note, {"mining/knowledge_points_clear": clear})
        label = self._labeller.label(item["text"])
        rows = [] if label is None else [_row(key, label)]
        return Outcome(
            key, rows={"mining/knowledge_points_clear": clear, "mining/knowledge_points_write": rows}
        )


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
    }
