"""Terms: the words and names of each document, the inverted index through which documents find each other.

Entities alone miss pairs: a parser finds "Down Home" on one page and not on another, and an edited copy
shares whole sentences but no name. So each document is also linked to the words it uses and to the names that
neighbouring capitalized words make. A term of more than ``hub`` documents brings no pairs
(docs/architecture.md, "Mining", step 5), so links to it end there: the index grows with the corpus and not
with its commonest words.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from graphprobe.config import CandidateSettings
from graphprobe.mining.stage import Outcome, Row, Stage

MOST_TERMS = 256
"""Terms kept of one document; only texts of more than some 300 words have more."""

# Letters, digits and the marks that belong to letters of Indic, Arabic and Hebrew script.
_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f\u0591-\u07ff\u0900-\u0dff]|['’](?=[^\W_]))*")
_POSSESSIVE = re.compile(r"['’]s$")
_SHORTEST = 3  # letters; shorter words are hubs or noise
_LONGEST = (
    60  # letters; a longer run is no word of any language, and 8 kB are more than an index of keys takes
)
# Scripts that write without spaces (Thai, Lao, Burmese, Khmer, Chinese, Japanese) are cut into pieces.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_PIECE = 3
_NAME_GAP = re.compile(r"[ .'’-]{1,3}")


def document_terms(text: str) -> dict[str, float]:
    """The terms of a text with their weights: one plus the natural logarithm of how often each occurs.

    Terms are words in lower case, of three letters or more, and pairs of neighbouring words that begin with a
    capital or a digit ("down home" in "the album Down Home"). Scripts without spaces give pieces of three
    characters; any other run of more than sixty is left out. A text with more than :data:`MOST_TERMS` keeps
    names and numbers first, then the words it repeats.
    """
    found = _WORD.finditer(unicodedata.normalize("NFKC", text))
    words = [word for word in found if len(word.group()) <= _LONGEST or _UNSPACED.search(word.group())]
    names = list(_names(words))
    counts = Counter(names)
    telling = set(names)
    for word in words:
        terms = list(_pieces(_plain(word)))
        counts.update(terms)
        if _opens_a_name(word):
            telling.update(terms)
    kept = sorted(counts, key=lambda term: (term not in telling, -counts[term], term))[:MOST_TERMS]
    return {term: 1 + math.log(counts[term]) for term in kept}


def _plain(word: re.Match[str]) -> str:
    return _POSSESSIVE.sub("", word.group()).replace("’", "'").casefold()


def _pieces(word: str) -> Iterator[str]:
    """The terms that one word makes."""
    if _UNSPACED.search(word):
        yield from (word[start : start + _PIECE] for start in range(max(len(word) - _PIECE, 0) + 1))
    elif len(word) >= _SHORTEST:
        yield word


def _names(words: Sequence[re.Match[str]]) -> Iterator[str]:
    """Pairs of neighbouring words that could be a name: capitals and digits, not digits alone."""
    for one, other in pairwise(words):
        if not (_opens_a_name(one) and _opens_a_name(other)):
            continue
        gap = one.string[one.end() : other.start()]
        if _UNSPACED.search(one.group() + other.group()):
            continue
        if _NAME_GAP.fullmatch(gap) and not (one.group()[0].isdigit() and other.group()[0].isdigit()):
            yield f"{_plain(one)} {_plain(other)}"


def _opens_a_name(word: re.Match[str]) -> bool:
    return word.group()[0].isupper() or word.group()[0].isdigit()


class Terms(Stage):
    """Links each document to its terms."""

    name: ClassVar[str] = "terms"
    version: ClassVar[int] = 3
    pending: ClassVar[str] = "mining/terms_pending"
    writes: ClassVar[tuple[str, ...]] = (
        "mining/terms_clear",
        "mining/terms_measure",
        "mining/terms_link",
        "mining/terms_count",
    )
    status: ClassVar[str] = "mining/terms_status"
    batch: ClassVar[int] = 500

    def __init__(self, settings: CandidateSettings) -> None:
        self._hub = settings.hub

    def options(self) -> Mapping[str, Any]:
        """The hub cap: which links there are depends on it."""
        return {"hub": self._hub}

    def parameters(self, graph: Any) -> Mapping[str, Any]:  # noqa: ARG002
        """``hub``: no links are written to a term of more documents."""
        return {"hub": self._hub}

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Finds the terms of a batch of texts.

        A term is linked to at most ``hub + 1`` documents of a batch: those show that it is a hub, and more of
        them would be written for nothing.
        """
        seen: Counter[str] = Counter()
        outcomes = []
        for item in items:
            terms = document_terms("\n".join(filter(None, (item["title"], item["text"]))))
            linked = [term for term in terms if seen[term] <= self._hub]
            rows = {
                "mining/terms_clear": [{"key": item["key"]}],
                "mining/terms_measure": [{"key": item["key"], "n_terms": len(terms)}],
                "mining/terms_link": [
                    {"key": term, "document": item["key"], "weight": terms[term]} for term in linked
                ],
                "mining/terms_count": [{"key": term} for term in linked if not seen[term]],
            }
            seen.update(linked)
            outcomes.append(Outcome(item["key"], rows=rows))
        return outcomes
