"""Sentences by punctuation and lines, for what doesn't need a parse."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from graphprobe.records import Span

MAX_CHARS = 600  # a longer "sentence" is a list or a table; it's cut
MAX_SENTENCES = 64  # enough to tell what a long document is about

_SENTENCE = re.compile(r"""\S.*?(?:[.!?][\"'”’)\]]*(?=\s|$)|(?=\n)|$)""", re.MULTILINE)


def sentences(text: str) -> list[Span]:
    """The sentences of a text with their offsets."""
    return [
        Span(start, end, text[start:end])
        for found in _SENTENCE.finditer(text)
        for start in range(found.start(), found.end(), MAX_CHARS)
        for end in [min(start + MAX_CHARS, found.end())]
    ]


def spread(spans: Sequence[Span], most: int = MAX_SENTENCES) -> list[Span]:
    """At most ``most`` of the sentences, evenly spread."""
    return list(spans[:: max(1, math.ceil(len(spans) / most))])


def headed(text: str, title: str | None) -> str:
    """A text below its title, which may be all that names its subject; without it, where it begins so."""
    return text if not title or text.startswith(title) else f"{title}\n{text}"
