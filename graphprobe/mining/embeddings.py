"""Sentence embeddings, where the extra ``embeddings`` (sentence-transformers) and a model are installed.

Models are never fetched: whatever runs here runs without a network. The stages that can use embeddings have a
lexical way for machines without them.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from graphprobe.errors import MissingModelError
from graphprobe.mining.sentences import sentences, spread

logger = logging.getLogger(__name__)

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
Vectors = npt.NDArray[np.float32]


class Encoder:
    """A loaded sentence-transformers model.

    Attributes:
        id: the model's name or path, for fingerprints.
    """

    def __init__(self, name: str, model: Any) -> None:
        self.id = name
        self._model = model

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of texts, one a row. Text beyond the model's window is cut, so give it sentences."""
        vectors = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)

    def encode_document(self, text: str) -> Vectors:
        """Unit vector of a whole text: the mean of its sentences, as a model reads only so much at once."""
        vectors = self.encode([span.quote for span in spread(sentences(text))] or [text])
        return unit(vectors.mean(axis=0))


def unit(vector: Vectors) -> Vectors:
    """The vector with length one; the zero vector stays."""
    length = float(np.linalg.norm(vector)) or 1.0
    return (vector / length).astype(np.float32)


def load_encoder(name: str | None = None) -> Encoder | None:
    """Loads the named model (folder or cached name), else the default one; None when none is here.

    Raises:
        MissingModelError: the user named a model, and it, or sentence-transformers, isn't installed.
    """
    if find_spec("sentence_transformers") is None:
        if name is None:
            return None
        raise MissingModelError(
            f"the embedding model {name} needs sentence-transformers",
            remedy="pip install 'graphprobe[embeddings]'",
        )
    from sentence_transformers import SentenceTransformer

    try:
        return Encoder(
            name or DEFAULT_MODEL, SentenceTransformer(name or DEFAULT_MODEL, local_files_only=True)
        )
    except (OSError, ValueError) as error:
        remedy = f"Fetch it once with `hf download {name or DEFAULT_MODEL}`, or name a folder."
        if name is None:
            logger.info("no embedding model on this machine; comparing words instead. %s", remedy)
            return None
        raise MissingModelError(f"the embedding model {name} isn't on this machine", remedy=remedy) from error


def choose_encoder(method: str, name: str | None = None) -> Encoder | None:
    """The encoder that a setting of method ``auto``, ``embedding`` or another one asks for.

    Raises:
        MissingModelError: ``embedding`` is set, or a model named, and it isn't installed.
    """
    if method not in ("auto", "embedding"):
        return None
    return load_encoder(name or (DEFAULT_MODEL if method == "embedding" else None))
