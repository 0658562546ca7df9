"""Files of pairs of texts, classified without a graph: {id, text_a, text_b} becomes {id, relation, ...}."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphprobe.corpus.identity import Unusable
from graphprobe.corpus.inputs import find_inputs
from graphprobe.corpus.readers import read_records
from graphprobe.errors import DataError
from graphprobe.mining.classified import Classified, RelationClassifier, label_of
from graphprobe.mining.facts import extract_facts
from graphprobe.mining.reading import DocumentReading
from graphprobe.records import RelationLabel
from graphprobe.text.normalize import clean_text

if TYPE_CHECKING:
    from graphprobe.corpus.add import Progress
    from graphprobe.mining.parsing import Parser

_BATCH = 64


class PairFile:
    """A file of pairs.

    Attributes:
        path: where it is.
        problems: the rows that couldn't be used, once they were read.
        statuses: how many pairs ended how, once they were classified.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[DataError] = []
        self.statuses: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        for file in find_inputs([self.path]):
            for number, fields in read_records(file):
                problem = _problem(fields)
                if problem:
                    self.problems.append(DataError(problem, where=f"{self.path}:{number}"))
                else:
                    assert not isinstance(fields, Unusable)
                    yield {"id": number, **fields}


def _problem(fields: Mapping[str, Any] | Unusable) -> str:
    if isinstance(fields, Unusable):
        return fields.reason
    for name in ("text_a", "text_b"):
        text = fields.get(name)
        if not isinstance(text, str) or not text.strip():
            return f"the row has no {name}"
    return ""


def classify_file(
    pairs: PairFile, parser: Parser, classifier: RelationClassifier, progress: Progress
) -> Iterator[dict[str, Any]]:
    """The relation of each pair of a file, in its order, and whether a model that was asked gave an answer.

    Args:
        pairs: the file.
        parser: parses the texts.
        classifier: what decides.
        progress: told of what goes on.

    Raises:
        ConfigError: the file can't be opened.
    """
    progress.start("classify", "pairs")
    rows = iter(pairs)
    while batch := list(islice(rows, _BATCH)):
        readings = read_pairs(parser, [(row["text_a"], row["text_b"]) for row in batch])
        for row, found in zip(batch, classifier.classify(readings), strict=True):
            pairs.statuses[found.status.value] += 1
            yield {"id": row["id"], **described(found)}
        progress.advance(len(batch))
    progress.end()


def read_pairs(
    parser: Parser, texts: Sequence[tuple[str, str]]
) -> list[tuple[DocumentReading, DocumentReading]]:
    """Pairs of texts read as documents of their own: parsed, with the facts that the rules find."""
    docs = parser.parse([clean_text(text) for pair in texts for text in pair])
    readings = [
        DocumentReading(name, doc, extract_facts(name, doc))
        for name, doc in zip(cycle("ab"), docs, strict=False)
    ]
    return list(zip(readings[::2], readings[1::2], strict=True))


def described(found: Classified) -> dict[str, Any]:
    """The relation of a pair as a whole, with the evidence that is surest, and how a model's answer ended."""
    ended = {"status": found.status.value, "note": found.note or None}
    label = label_of(found.relations)
    best = next((relation for relation in found.relations if relation.label is label), None)
    if best is None:
        return {"relation": RelationLabel.NONE.value, **dict.fromkeys(_EVIDENCE), **ended}
    return {
        "relation": label.value,
        "subject": best.fact_a.subject,
        "attribute": best.fact_a.attribute,
        "value_a": best.fact_a.value_span.quote,
        "value_b": best.fact_b.value_span.quote,
        "quote_a": best.fact_a.statement.quote,
        "quote_b": best.fact_b.statement.quote,
        "confidence": best.confidence,
        "method": best.method,
        "model": best.model,
        "prompt": best.prompt,
        "reason": best.reason,
        **ended,
    }


_EVIDENCE = (
    *("subject", "attribute", "value_a", "value_b", "quote_a", "quote_b"),
    *("confidence", "method", "model", "prompt", "reason"),
)
