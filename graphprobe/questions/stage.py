"""The questions stage: each conflict becomes a probe item, or keeps the reason why it didn't."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from graphprobe.config import config_file
from graphprobe.graph import Graph
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.parsing import Parser
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.questions.checks import FORMULATIONS, repetitions
from graphprobe.questions.reasons import Reason, join_notes
from graphprobe.questions.statement_form import predicates, question_template
from graphprobe.questions.subgraph import Evidence, Subgraph, own_names, subgraph_from_row
from graphprobe.questions.synthesis import Draft, synthesize
from graphprobe.questions.wording import Wording, load_wording
from graphprobe.records import Status, content_id

LONGEST_TEXT = 50_000
"""Characters of a document that is read for clues; a longer one is about many things."""


class Questions(Stage):
    """Makes the questions of each conflict by templates over graph facts.

    A conflict is pending while it has no questions, its accounts changed, or other facts about its subject
    are known than before, since a clue may have come with a new document.

    Args:
        parser: parses the statements that questions are made from when no template fits.
    """

    name: ClassVar[str] = "questions"
    items: ClassVar[str] = "conflicts"
    pending: ClassVar[str] = "questions/pending"
    writes: ClassVar[tuple[str, ...]] = ("questions/clear", "questions/write", "questions/facts_seen")
    status: ClassVar[str] = "questions/status"
    follows: ClassVar[tuple[str, ...]] = ("facts", "conflicts")
    batch: ClassVar[int] = 50

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def options(self) -> Mapping[str, object]:
        """The model that parses statements, and the files of templates and words."""
        files = [
            config_file(name).read_text(encoding="utf-8") for name in ("attributes.yaml", "questions.yaml")
        ]
        return {"model": self._parser.model.id, "words": content_id(*files)}

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Makes and checks the questions of each conflict."""
        wording = load_wording()
        return [_outcome(item, self._draft(subgraph_from_row(item), wording)) for item in items]

    def finish(self, graph: Graph, fingerprint: str) -> None:  # noqa: ARG002
        """Drops items with a question that another item asks too: what only all items together show."""
        fit = (row for page in graph.pages("questions/fit") for row in page)
        repeating = repetitions((row["conflict"], row["question"]) for row in fit)
        rows = [
            {"key": item, "reason": Reason.REPEATED.note(f"conflict {other}")}
            for item, other in repeating.items()
        ]
        if rows:
            graph.write("questions/drop", rows)

    def _draft(self, subgraph: Subgraph, wording: Wording) -> Draft:
        def ask(evidence: Evidence) -> str:
            [doc] = self._parser.parse([evidence.statement])
            value = next(answer.value for answer in subgraph.answers if answer.id == evidence.account)
            start, end = evidence.value_start - evidence.start, evidence.value_end - evidence.start
            return question_template(doc, value, start, end, evidence.subject, wording)

        def tell(text: str) -> list[tuple[int, int, str]]:
            if len(text) > LONGEST_TEXT:
                return []
            [doc] = self._parser.parse([text])
            return predicates(doc, own_names(subgraph), wording)

        return synthesize(subgraph, catalogue(), wording, ask, tell)


def _outcome(item: Row, draft: Draft) -> Outcome:
    status = Status.FILTERED if draft.reasons else Status.OK
    note = join_notes(draft.reasons)
    golds = sorted(account["id"] for account in item["accounts"])
    questions = [
        {
            "key": content_id("question", draft.conflict, formulation, text, *golds),
            "conflict": draft.conflict,
            "formulation": formulation,
            "question": text,
            "status": status.value,
            "reason": note,
        }
        for formulation in FORMULATIONS
        if (text := draft.questions.get(formulation, ""))
    ]
    rows: dict[str, list[Row]] = {
        "questions/clear": [{"key": draft.conflict, "questions": [row["key"] for row in questions]}],
        "questions/write": questions,
        "questions/facts_seen": [{"key": draft.conflict, "n_facts": item["n_facts"]}],
    }
    return Outcome(draft.conflict, status, note, rows)
