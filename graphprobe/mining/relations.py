"""Relations: whether two documents support or contradict each other, on which fact, and where they say so.

Rules decide (:mod:`graphprobe.mining.rule_relations`), and where there is a language model, it with them
(:mod:`graphprobe.mining.model_relations`). A relation names the two facts, and every quote is the text at its
offsets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from graphprobe.config import RelationSettings
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.classified import Classified, RelationClassifier
from graphprobe.mining.facts import check_spans, fact_of_row, fact_row
from graphprobe.mining.model_relations import ModelRelationClassifier
from graphprobe.mining.reading import DocumentReading
from graphprobe.mining.rule_relations import RuleRelationClassifier, slot_relation
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import RULES, Fact, Relation, RelationLabel

if TYPE_CHECKING:
    from graphprobe.graph import Graph
    from graphprobe.llm import Llm
    from graphprobe.mining.parsing import Parser


def choose_classifier(settings: RelationSettings, llm: Llm | None = None) -> RelationClassifier:
    """What the settings ask for: rules, with a model for the relations where there is one."""
    rules = RuleRelationClassifier(settings.conflict, settings.support)
    model = llm.model_for(Relations.name) if llm and settings.reading != "rules" else None
    return ModelRelationClassifier(rules, settings, llm, model) if llm and model else rules


_WRITES = {
    RelationLabel.CONFLICT: "mining/relations_conflicts",
    RelationLabel.SUPPORT: "mining/relations_supports",
}
_SLOT_PAGE = 200


class Relations(Stage):
    """Compares every candidate pair, and after that the documents that meet in a slot without being a pair.

    Args:
        settings: least confidences, and how many documents of a slot are compared.
        parser: parses the texts; its cache has them already, since the facts were read off the same parses.
        llm: the models; None, or none for this stage: rules alone.
    """

    name: ClassVar[str] = "relations"
    items: ClassVar[str] = "pairs"
    page: ClassVar[int] = 50
    version: ClassVar[int] = 4
    pending: ClassVar[str] = "mining/relations_pending"
    writes: ClassVar[tuple[str, ...]] = ("mining/relations_clear", "mining/facts_write", *_WRITES.values())
    status: ClassVar[str] = "mining/relations_status"
    follows: ClassVar[tuple[str, ...]] = ("facts", "candidates")

    def __init__(self, settings: RelationSettings, parser: Parser, llm: Llm | None = None) -> None:
        self._settings = settings
        self._parser = parser
        self._classifier = choose_classifier(settings, llm)

    def options(self) -> Mapping[str, Any]:
        return {
            **self._classifier.options(),
            "model": self._parser.model.id,
            "slot_documents": self._settings.slot_documents,
        }

    def load(self, graph: Graph, page: Sequence[Row]) -> list[Row]:
        """The pairs of a page of documents. Each text is read once, however many pairs it is in."""
        pairs = [(row["key"], other) for row in page for other in sorted(row["others"])]
        ids = sorted({document for pair in pairs for document in pair})
        documents = {row["key"]: row for row in graph.read("mining/relations_documents", ids=ids)}
        return [{"key": f"{a}\t{b}", "a": documents[a], "b": documents[b]} for a, b in pairs]

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        documents = {row[side]["key"]: row[side] for row in items for side in ("a", "b")}
        readings = self._readings(documents.values())
        pairs = [(readings[row["a"]["key"]], readings[row["b"]["key"]]) for row in items]
        return [
            _outcome(row["key"], *pair, found)
            for row, pair, found in zip(items, pairs, self._classifier.classify(pairs), strict=True)
        ]

    def finish(self, graph: Graph, fingerprint: str) -> None:
        """Compares the documents that meet in a slot and are no candidate pair (design, section 6.5)."""
        most = self._settings.slot_documents
        for page in graph.pages("mining/relations_slots_pending", limit=_SLOT_PAGE, fingerprint=fingerprint):
            slots = [{**slot, "ids": sorted(set(slot["ids"]))[:most]} for slot in page]
            rows = self._slot_rows(graph, slots)
            clear = [{"key": slot["key"], "ids": slot["ids"]} for slot in slots]
            done = [{"key": slot["key"], "facts": slot["facts"]} for slot in slots]
            graph.write_together(
                [
                    ("mining/relations_slots_clear", clear),
                    *((name, rows[name]) for name in _WRITES.values() if rows[name]),
                    ("mining/relations_slots_status", done),
                ],
                fingerprint=fingerprint,
            )

    def _slot_rows(self, graph: Graph, slots: Sequence[Row]) -> dict[str, list[Row]]:
        """The edges of documents that meet in slots, by the statement that writes them."""
        pairs = [
            {"slot": slot["key"], "a": a, "b": b} for slot in slots for a, b in combinations(slot["ids"], 2)
        ]
        rows: dict[str, list[Row]] = {name: [] for name in _WRITES.values()}
        unpaired = graph.read("mining/relations_slots_pairs", pairs=pairs) if pairs else []
        ids = sorted({row[side] for row in unpaired for side in ("a", "b")})
        readings = self._readings(graph.read("mining/relations_documents", ids=ids)) if ids else {}
        for row in unpaired:
            relation = slot_relation(readings[row["a"]], readings[row["b"]], row["slot"], self._settings)
            if relation is not None:
                rows[_WRITES[relation.label]].append(edge_row(row["a"], row["b"], relation))
        return rows

    def _readings(self, documents: Iterable[Row]) -> dict[str, DocumentReading]:
        rows = list(documents)
        docs = self._parser.parse([row["text"] for row in rows])
        return {
            row["key"]: DocumentReading(row["key"], doc, comparable_facts(row["facts"]), row["title"])
            for row, doc in zip(rows, docs, strict=True)
        }


def comparable_facts(rows: Iterable[Row]) -> list[Fact]:
    """The facts of a document that rules compare, in the order of their values, as the text has them.

    The graph gives them in any order, and of two facts that fit as well rules take the first. Left out are
    those with an attribute in a model's own words: equal words don't make them one attribute, and each slot
    that seems disputed casts doubt on all others.
    """
    facts = [fact_of_row(row) for row in rows]
    return sorted(
        (fact for fact in facts if fact.model == RULES or catalogue().get(fact.attribute) is not None),
        key=lambda fact: (fact.value_span.start, fact.attribute, fact.id),
    )


def _outcome(key: str, a: DocumentReading, b: DocumentReading, found: Classified) -> Outcome:
    """The rows of a pair; a relation whose quotes aren't the text at their offsets is dropped and counted."""
    rows: dict[str, list[Row]] = {"mining/relations_clear": [{"key": key, "a": a.id, "b": b.id}]}
    kept = [
        relation
        for relation in found.relations
        if check_spans(a.text, [relation.fact_a]) and check_spans(b.text, [relation.fact_b])
    ]
    facts = {fact.id: fact for relation in kept for fact in (relation.fact_a, relation.fact_b)}
    known = {fact.id for reading in (a, b) for fact in reading.facts}
    rows["mining/facts_write"] = [fact_row(fact) for fact in facts.values() if fact.id not in known]
    for relation in kept:
        rows.setdefault(_WRITES[relation.label], []).append(edge_row(a.id, b.id, relation))
    dropped = len(found.relations) - len(kept)
    note = f"{dropped} relations dropped: a quote isn't in the text" if dropped else found.note
    return Outcome(key, found.status, note, rows)


def edge_row(a: str, b: str, relation: Relation) -> Row:
    """A relation as a row of ``mining/relations_conflicts`` or ``mining/relations_supports``."""
    fact_a, fact_b = relation.fact_a, relation.fact_b
    return {
        "key": f"{a}\t{b}",
        "a": a,
        "b": b,
        "slot": fact_a.slot,
        "subject": fact_a.subject,
        "attribute": fact_a.attribute,
        "value_a": fact_a.value_span.quote,
        "value_b": fact_b.value_span.quote,
        "quote_a": fact_a.statement.quote,
        "quote_b": fact_b.statement.quote,
        "start_a": fact_a.statement.start,
        "end_a": fact_a.statement.end,
        "start_b": fact_b.statement.start,
        "end_b": fact_b.statement.end,
        "fact_a": fact_a.id,
        "fact_b": fact_b.id,
        "method": relation.method,
        "model": relation.model,
        "prompt": relation.prompt,
        "confidence": relation.confidence,
        "reason": relation.reason,
    }


_EXPORTED = (
    *("subject", "attribute", "value_a", "value_b", "quote_a", "quote_b"),
    *("method", "model", "prompt", "confidence"),
)
_EDGE_LABELS = {"SUPPORTS": RelationLabel.SUPPORT.value, "CONFLICTS_WITH": RelationLabel.CONFLICT.value}


def read_relations(graph: Graph) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All relations of a graph: both documents' ids, and the relation with its values and quotes."""
    for page in graph.pages("mining/relations_list"):
        for row in page:
            for other, _slot, kind, *values in sorted(row["edges"], key=lambda edge: edge[:3]):
                edge = {"relation": _EDGE_LABELS[kind], **dict(zip(_EXPORTED, values, strict=True))}
                yield row["key"], other, edge
