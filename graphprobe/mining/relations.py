"""Relations: whether two documents support or contradict each other, on which fact, and where they say so.

The rules of :mod:`graphprobe.mining.evidence` decide, and where there is a language model, it with them
(:mod:`graphprobe.mining.model_relations`). A relation names the two facts, and every quote is the text at its
offsets. Values that can't be told apart for sure make no relation: they are *unsure*, and left for a
classifier that reads better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from graphprobe.config import RelationSettings
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.classified import Classified, RelationClassifier
from graphprobe.mining.evidence import Pair, are_of_two_lives, slot_evidence, wording_evidence
from graphprobe.mining.facts import check_spans, fact_of_row, fact_row
from graphprobe.mining.model_relations import ModelRelationClassifier
from graphprobe.mining.pair_facts import facts_of_difference, mirrored_facts
from graphprobe.mining.reading import DocumentReading
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.records import RULES, Fact, Relation, RelationLabel
from graphprobe.text.normalize import entity_key
from graphprobe.text.values import Verdict

if TYPE_CHECKING:
    from graphprobe.graph import Graph
    from graphprobe.llm import Llm
    from graphprobe.mining.parsing import Parser

CONFLICT = RelationSettings().conflict
SUPPORT = RelationSettings().support
_CLEAREST = 2  # of the conflicts of a pair on attributes that the catalogue doesn't know
_LABELS = {Verdict.INCOMPATIBLE: RelationLabel.CONFLICT, Verdict.COMPATIBLE: RelationLabel.SUPPORT}


@dataclass(frozen=True, slots=True)
class RuleRelationClassifier:
    """The rules of this module behind the interface that a language model shares.

    Args:
        conflict: least confidence of a conflict, in [0, 1].
        support: least confidence of a support, in [0, 1].
    """

    conflict: float = CONFLICT
    support: float = SUPPORT

    def options(self) -> Mapping[str, Any]:
        return {"classifier": RULES, "conflict": self.conflict, "support": self.support}

    def classify(self, pairs: Sequence[tuple[DocumentReading, DocumentReading]]) -> list[Classified]:
        return [
            Classified(classify_pair(a, b, conflict=self.conflict, support=self.support)) for a, b in pairs
        ]


def choose_classifier(settings: RelationSettings, llm: Llm | None = None) -> RelationClassifier:
    """What the settings ask for: rules, with a model for the relations where there is one."""
    rules = RuleRelationClassifier(settings.conflict, settings.support)
    model = llm.model_for(Relations.name) if llm and settings.reading != "rules" else None
    return ModelRelationClassifier(rules, settings, llm, model) if llm and model else rules


def classify_pair(
    a: DocumentReading, b: DocumentReading, *, conflict: float = CONFLICT, support: float = SUPPORT
) -> list[Relation]:
    """The relations of two documents, one a slot, the surest first.

    Args:
        a, b: the documents; ``fact_a`` of a relation belongs to ``a``.
        conflict: least confidence at which incompatible values are called a conflict.
        support: least confidence at which compatible values are called support.
    """
    least = {RelationLabel.CONFLICT: conflict, RelationLabel.SUPPORT: support}
    return [
        relation for relation in weigh_pair(a, b) if relation.confidence >= least.get(relation.label, 2.0)
    ]


def open_questions(a: DocumentReading, b: DocumentReading, *, conflict: float = CONFLICT) -> list[Relation]:
    """What the rules see but can't decide: slots that a better reader should look at, the likeliest first."""
    return [
        relation
        for relation in weigh_pair(a, b)
        if relation.label is RelationLabel.NONE
        or (relation.label is RelationLabel.CONFLICT and relation.confidence < conflict)
    ]


def weigh_pair(a: DocumentReading, b: DocumentReading) -> list[Relation]:
    """Everything that speaks for a relation, one a slot, whatever its confidence, the surest first.

    The label ``none`` marks values of one slot whose form doesn't tell whether both can be true.
    """
    best: dict[str, Relation] = {}
    for relation in _relations(Pair(a, b)):
        known = best.get(relation.fact_a.slot)
        if known is None or _rank(relation) > _rank(known):
            best[relation.fact_a.slot] = relation
    kept: list[Relation] = []
    for relation in sorted(best.values(), key=_clearest, reverse=True):
        if not any(_says_the_same(relation, other) for other in kept):
            kept.append(relation)
    return sorted(_without_consequences(kept), key=_rank, reverse=True)


def _says_the_same(one: Relation, other: Relation) -> bool:
    """Whether two relations are of one place in both texts, read as two attributes, or of one replacement
    made in two places ("George Short" and "John Long", then "Short" and "Long")."""
    if not one.label is other.label is RelationLabel.CONFLICT:
        return False
    pairs = ((one.fact_a, other.fact_a), (one.fact_b, other.fact_b))
    if all(x.value_span.start < y.value_span.end and y.value_span.start < x.value_span.end for x, y in pairs):
        return True
    keys = [[set(entity_key(fact.value.text).split()) for fact in pair] for pair in pairs]
    return all(x <= y for x, y in keys) or all(y <= x for x, y in keys)


def _without_consequences(relations: Sequence[Relation]) -> list[Relation]:
    """Leaves out what follows from other differences: of a text edited to speak of another sport every club
    and position differs too. Known attributes come first, then the surest of the others."""
    named = sum(_is_conflict_on_known(relation) for relation in relations)
    others = [
        relation
        for relation in relations
        if relation.label is RelationLabel.CONFLICT and not _is_conflict_on_known(relation)
    ]
    dropped = {id(relation) for relation in others[max(0, _CLEAREST - named) :]}
    return [relation for relation in relations if id(relation) not in dropped]


def _is_conflict_on_known(relation: Relation) -> bool:
    known = catalogue().get(relation.fact_a.attribute) is not None
    return known and relation.label is RelationLabel.CONFLICT and relation.confidence >= CONFLICT


def _clearest(relation: Relation) -> tuple[Any, ...]:
    decided, confidence, conflict, key = _rank(relation)
    return decided, confidence >= CONFLICT, _is_conflict_on_known(relation), confidence, conflict, key


def _rank(relation: Relation) -> tuple[bool, float, bool, str]:
    decided = relation.label is not RelationLabel.NONE
    return decided, relation.confidence, relation.label is RelationLabel.CONFLICT, relation.fact_a.id


def _relations(pair: Pair) -> Iterator[Relation]:
    for evidence in wording_evidence(pair):
        facts = facts_of_difference(pair, evidence)
        if facts is not None and _is_stated(pair, facts) and not are_of_two_lives(pair, *facts):
            yield _relation(
                facts,
                evidence.difference.verdict,
                evidence.method,
                evidence.confidence,
                evidence.difference.reason,
            )
    for match in slot_evidence(pair):
        yield _relation((match.fact_a, match.fact_b), match.verdict, "slot", match.confidence, match.reason)
    for facts, confidence in mirrored_facts(pair) if pair.are_about_one else ():
        reason = f"both say {facts[0].value.text} in the same words"
        yield _relation(facts, Verdict.COMPATIBLE, "alignment", confidence, reason)


def _is_stated(pair: Pair, facts: tuple[Fact, Fact]) -> bool:
    """Whether both facts stand in statements: in sentences, or under a label that is a known attribute."""
    if catalogue().get(facts[0].attribute) is not None or pair.are_short:
        return True
    spans = (
        reading.doc.char_span(fact.value_span.start, fact.value_span.end, alignment_mode="expand")
        for reading, fact in ((pair.a, facts[0]), (pair.b, facts[1]))
    )
    return all(span is not None and DocumentReading.states(span.sent) for span in spans)


def _relation(
    facts: tuple[Fact, Fact], verdict: Verdict, method: str, confidence: float, reason: str
) -> Relation:
    label = _LABELS.get(verdict, RelationLabel.NONE)
    return Relation(label, facts[0], facts[1], method, round(min(1.0, confidence), 3), reason)


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
            row["key"]: DocumentReading(
                row["key"], doc, [fact_of_row(fact) for fact in row["facts"]], row["title"]
            )
            for row, doc in zip(rows, docs, strict=True)
        }


def slot_relation(
    a: DocumentReading, b: DocumentReading, slot: str, settings: RelationSettings
) -> Relation | None:
    """The surest relation of two documents on a slot that both fill, if it is sure enough."""
    least = {RelationLabel.CONFLICT: settings.conflict, RelationLabel.SUPPORT: settings.support}
    found = [
        _relation((match.fact_a, match.fact_b), match.verdict, "slot", match.confidence, match.reason)
        for match in slot_evidence(Pair(a, b))
        if match.fact_a.slot == slot
    ]
    sure = [relation for relation in found if relation.confidence >= least.get(relation.label, 2.0)]
    return max(sure, key=_rank, default=None)


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
            for kind, other, *values in row["edges"]:
                edge = {"relation": _EDGE_LABELS[kind], **dict(zip(_EXPORTED, values, strict=True))}
                yield row["key"], other, edge
