"""What a model reads of a conflict subgraph: its documents by label, long ones around their statements.

Every account has a document among them, near duplicates stand for one another, and quotes are looked up in
the whole texts, so that nothing hangs on what was left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from graphprobe.questions.subgraph import Evidence, Subgraph
from graphprobe.text.quotes import find_quote

MOST_DOCUMENTS = 6
"""Documents that are shown, unless there are more accounts than that."""
MOST_CHARACTERS = 8_000
"""Characters of a document; of a longer one its beginning and what surrounds its statements."""
_OPENING, _AROUND = 2_000, 1_000
_CUT = "\n[...]\n"


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that a model quoted, as it stands in its document.

    Attributes:
        role: ``answer``, ``clue`` or ``grounding``.
        account: the account it's for, or "".
        document: id of the document; ``text[start:end] == quote``.
    """

    role: str
    account: str
    document: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The documents and accounts of a subgraph by the labels that a model knows them by."""

    subgraph: Subgraph
    documents: Mapping[str, str]
    accounts: Mapping[str, str]

    def texts(self) -> dict[str, str]:
        """What a model reads of each document, by label."""
        return {
            label: excerpt(self.subgraph.texts[document], self._spans(document))
            for label, document in self.documents.items()
        }

    def find(self, label: str, quote: str) -> tuple[str, int, int, str] | None:
        """A quote as it stands in the document with that label: document, start, end and words; or None."""
        document = self.documents.get(label.strip())
        span = find_quote(self.subgraph.texts[document], quote) if document is not None else None
        if document is None or span is None:
            return None
        return document, *span, self.subgraph.texts[document][slice(*span)]

    def _spans(self, document: str) -> list[tuple[int, int]]:
        return [(e.start, e.end) for e in self.subgraph.evidence if e.document == document]


def show(subgraph: Subgraph) -> Shown:
    """Chooses the documents: of each account in turn, one of a near-duplicate group."""
    columns = [_voices(subgraph, answer.id) for answer in subgraph.answers]
    in_turn = [document for row in zip_longest(*columns) for document in row if document is not None]
    chosen = list(dict.fromkeys(in_turn))[: max(MOST_DOCUMENTS, len(columns))]
    return Shown(
        subgraph,
        {f"d{number}": document for number, document in enumerate(chosen, 1)},
        {f"a{number}": answer.id for number, answer in enumerate(subgraph.answers, 1)},
    )


def excerpt(text: str, spans: list[tuple[int, int]]) -> str:
    """The text, or of a long one its beginning and the surroundings of the spans, marked where it's cut."""
    if len(text) <= MOST_CHARACTERS:
        return text
    wanted = sorted([(0, _OPENING), *((max(0, a - _AROUND), min(len(text), b + _AROUND)) for a, b in spans)])
    joined: list[tuple[int, int]] = []
    for start, end in wanted:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    cut = _CUT.join(text[start:end] for start, end in joined)
    return cut if joined[-1][1] == len(text) else cut + _CUT.rstrip()


def _voices(subgraph: Subgraph, account: str) -> list[str]:
    """Documents that report an account, one of each near-duplicate group."""
    first: dict[str, Evidence] = {}
    for evidence in subgraph.evidence:
        if evidence.account == account and evidence.document in subgraph.texts:
            first.setdefault(evidence.dup_group or evidence.document, evidence)
    return [evidence.document for evidence in first.values()]
