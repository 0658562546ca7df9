"""The quality score Q of a document and the partition it puts it in (ElephantBench, equation 1).

Offline, Q is the geometric mean of six text statistics, each in [0.01, 1]; as a mean of that kind, it's low
as soon as one of them is:

    length    words / 50, at most 1
    words     1 while the mean word has 3 to 10 characters, falling to 0 within 3 characters of that
    letters   (share of letters among the characters - 0.6) / 0.25
    prose     share of words in lines that end as a sentence does or have at least 12 words
    function  share of English function words / 0.15 (texts of other languages: left out of the mean)
    variety   1 - share of five-word sequences that the text has said before

Well-formed prose has .8 to 1, lists, tables, navigation and spam .1 to .5. It's a cheap stand-in; the
paper's own Q is a fastText classifier (DCLM's), which :class:`FastTextQuality` applies.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from graphprobe.corpus.batch import Batch
from graphprobe.corpus.language import function_word_share
from graphprobe.corpus.near_duplicates import Shingles
from graphprobe.corpus.tokens import Floats, Tokens
from graphprobe.errors import ConfigError

HIGH, LOW, ALL = "high", "low", "all"
HIGH_QUALITY_LABELS = ("__label__hq", "__label__high", "__label__pos", "__label__1")

_FLOOR = 0.01
_SEQUENCE_BITS = np.uint64(40)
_MOSTLY_SOLO = 0.3  # share of characters without spaces from which the length of words says nothing


class Quality(Protocol):
    """Scores texts.

    ``identity`` names the scorer and its version, so that another one scores anew; ``default_tau`` is the
    threshold for those who set none.
    """

    identity: str
    default_tau: float

    def scores(self, batch: Batch) -> Floats:
        """Q of each text, in [0, 1]."""


class TextStatistics:
    """The offline default; see the head of this module."""

    identity = "statistics-1"
    default_tau = 0.9

    def scores(self, batch: Batch) -> Floats:
        """Q of each text."""
        tokens = batch.tokens
        words = np.maximum(tokens.words, 1)
        parts = np.stack(
            [
                words / 50,
                _word_length(tokens),
                (tokens.letters / np.maximum(tokens.characters, 1) - 0.6) / 0.25,
                np.bincount(tokens.text[tokens.prose], minlength=len(words)) / words,
                function_word_share(tokens) / 0.15,
                _variety(batch.shingles, len(words)),
            ]
        )
        logs = np.log(np.clip(parts, _FLOOR, 1.0))
        weights = np.ones_like(logs)
        weights[4] = [language == "en" for language in batch.languages]
        scores: Floats = np.exp((logs * weights).sum(axis=0) / weights.sum(axis=0))
        return scores


class FastTextQuality:
    """Q = the probability of the high-quality label under a fastText model, such as DCLM's.

    Args:
        path: the model's file.
        label: its label for good texts, with or without ``__label__``; by default one of
            :data:`HIGH_QUALITY_LABELS` that it has.

    Raises:
        ConfigError: fastText isn't installed, or the file isn't a model with such a label.
    """

    default_tau = 0.018112  # DCLM's own, which keeps a tenth of its pool

    def __init__(self, path: Path, label: str | None = None) -> None:
        if not path.is_file():
            raise ConfigError(
                "there is no such quality model", where=str(path), remedy="Check --quality-model."
            )
        self._path = path
        self._model = _load_fasttext(path)
        self._label = _high_label(self._model.get_labels(), label, path)
        self.identity = f"fasttext {path.name} {path.stat().st_size} {self._label}"

    def scores(self, batch: Batch) -> Floats:
        """Q of each text; the model reads a text as one line, as it was trained."""
        return np.array([self._score(text) for text in batch.texts])

    def _score(self, text: str) -> float:
        pairs = self._model.f.predict(" ".join(text.split()) + "\n", -1, 0.0, "strict")
        return min(
            1.0, next((float(probability) for probability, label in pairs if label == self._label), 0.0)
        )


def partition(score: float, tau: float) -> str:
    """``high`` for Q >= tau, else ``low`` (equation 1)."""
    return HIGH if score >= tau else LOW


@functools.lru_cache(maxsize=1)
def make_quality(model: Path | None, label: str | None) -> Quality:
    """The scorer that the settings name; the last one stays loaded."""
    return FastTextQuality(model, label) if model else TextStatistics()


def _word_length(tokens: Tokens) -> Floats:
    mean = tokens.characters / np.maximum(tokens.words, 1)
    distance = np.maximum(np.maximum(3 - mean, mean - 10), 0)
    mostly_solo = tokens.solo > _MOSTLY_SOLO * tokens.characters
    return np.where(mostly_solo, 1.0, 1 - distance / 3)


def _variety(shingles: Shingles, total_texts: int) -> Floats:
    values, texts = shingles.hash, shingles.text
    if not len(values):
        return np.ones(total_texts)
    # the text in the upper bits and the sequence in the lower sort as one number
    keys = np.sort((texts.astype(np.uint64) << _SEQUENCE_BITS) | (values >> (np.uint64(64) - _SEQUENCE_BITS)))
    texts = (keys >> _SEQUENCE_BITS).astype(np.int64)
    again = keys[1:] == keys[:-1]
    total = np.bincount(texts, minlength=total_texts)
    repeated = np.bincount(texts[1:][again], minlength=total_texts)
    return 1 - repeated / np.maximum(total, 1)


def _load_fasttext(path: Path) -> Any:
    try:
        import fasttext
    except ImportError:
        raise ConfigError(
            "a quality model needs fastText, which isn't installed",
            where="--quality-model",
            remedy="Run `pip install 'graphprobe[quality]'`, or leave the option out for text statistics.",
        ) from None
    try:
        return fasttext.load_model(str(path))
    except (ValueError, RuntimeError, MemoryError) as error:
        raise ConfigError(f"not a fastText model ({error})", where=str(path)) from None


def _high_label(labels: Sequence[str], wanted: str | None, path: Path) -> str:
    names = [f"__label__{wanted.removeprefix('__label__')}"] if wanted else HIGH_QUALITY_LABELS
    for name in names:
        if name in labels:
            return name
    raise ConfigError(
        f"the model has no label {' or '.join(names)}; it has {', '.join(sorted(labels)[:8])}",
        where=str(path),
        remedy="Name the label of good texts (setting corpus.quality_label).",
    )
