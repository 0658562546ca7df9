"""The language of a document, as an ISO 639 code, or ``und`` when its text doesn't tell."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphprobe.corpus.tokens import Bools, Floats, Tokens, word_hash

UNDETERMINED = "und"
SAMPLE = 400  # characters given to the model; more adds certainty to few texts and time to all
LEAST_PROBABILITY = 0.7

# Languages with much written text. Without a choice, the model takes English lists for Nigerian Pidgin and
# tables of names for small languages, and can't tell Arabic from its dialects.
LANGUAGES = (
    "af", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es",
    "et", "eu", "fa", "fi", "fr", "ga", "gl", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it",
    "ja", "ka", "kk", "kn", "ko", "la", "lt", "lv", "mk", "ml", "mn", "mr", "ms", "my", "ne", "nl",
    "no", "pa", "pl", "pt", "ro", "ru", "si", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th",
    "tl", "tr", "uk", "ur", "uz", "vi", "zh",
)  # fmt: skip

# Words that make up a sixth of English prose, and that no other language shares as a set.
ENGLISH_WORDS = (
    "the", "and", "to", "that", "with", "for", "by", "from", "which", "was", "were", "this", "his",
    "has", "have", "it", "as", "at", "are", "their", "not", "but", "been",
)  # fmt: skip
_ENGLISH_SHARE = 0.08  # Danish and Portuguese, the nearest, have a twentieth
_ENGLISH_LEAST = 4


def languages(texts: Sequence[str], tokens: Tokens) -> list[str]:
    """The language of each text.

    English prose is known by its function words, at no cost; what is left goes to py3langid's model. Its
    answer counts when it's English, or when it's given :data:`LEAST_PROBABILITY`: for lists, tables and
    names the model tends to guess at small languages.
    """
    english = _is_english(tokens)
    return ["en" if sure else _modelled(text) for text, sure in zip(texts, english, strict=True)]


def function_word_share(tokens: Tokens) -> Floats:
    """Share of English function words among the words of each text, in [0, 1]."""
    return _counts(tokens) / np.maximum(tokens.words, 1)


def _is_english(tokens: Tokens) -> Bools:
    counts = _counts(tokens)
    return (counts >= _ENGLISH_LEAST) & (counts >= _ENGLISH_SHARE * tokens.words)


def _counts(tokens: Tokens) -> Floats:
    hits = np.isin(tokens.hash, _english_hashes())
    return np.bincount(tokens.text[hits], minlength=len(tokens.words)).astype(float)


@functools.cache
def _english_hashes() -> Any:
    return np.array([word_hash(word) for word in ENGLISH_WORDS], np.uint64)


def _modelled(text: str) -> str:
    language, probability = _identifier().classify(text[:SAMPLE])
    return str(language) if language == "en" or probability >= LEAST_PROBABILITY else UNDETERMINED


@functools.cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([language for language in LANGUAGES if language in identifier.labels])
    return identifier
