"""A batch of texts and what is computed from them once, for all that describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphprobe.corpus.language import languages
from graphprobe.corpus.near_duplicates import Shingles
from graphprobe.corpus.tokens import Tokens, tokenize


@dataclass(frozen=True, slots=True)
class Batch:
    """Texts, their words, their five-word sequences and their languages, all in the same order."""

    texts: Sequence[str]
    tokens: Tokens
    shingles: Shingles
    languages: list[str]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Batch:
        """Takes texts apart."""
        tokens = tokenize(texts)
        return cls(texts, tokens, Shingles.of(tokens), languages(texts, tokens))
