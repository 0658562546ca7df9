"""The questions stage: each conflict becomes a probe item, or keeps the reason why it didn't."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from graphprobe.config import config_file
from graphprobe.graph import Graph
from graphprobe.llm import Llm
from graphprobe.mining.catalogue import catalogue
from graphprobe.mining.descriptions import Descriptions
from graphprobe.mining.parsing import Parser
from graphprobe.mining.stage import Outcome, Row, Stage
from graphprobe.questions import model_forms, model_grounding
from graphprobe.questions.checks import FORMULATIONS, repetitions
from graphprobe.questions.heads import subject_kind
from graphprobe.questions.model_forms import ask_for_forms, model_may_help, with_model_forms
from graphprobe.questions.model_grounding import ask_for_grounding, with_grounding
from graphprobe.questions.reasons import Reason, join_notes
from graphprobe.questions.sayings import sayings, with_plain_names
from graphprobe.questions.shown import MOST_CHARACTERS, MOST_DOCUMENTS, Shown, show
from graphprobe.questions.statement_form import question_template
from graphprobe.questions.subgraph import Evidence, Subgraph, own_names, subgraph_from_row
from graphprobe.questions.synthesis import Draft, Maker, synthesize
from graphprobe.questions.wording import Wording, load_wording
from graphprobe.records import Status, content_id

LONGEST_TEXT = 50_000
"""Characters of a document that is read for clues; a longer one is about many things."""


GROUNDING = "grounding"
"""The name by which settings give the last check a model of its own."""


class Questions(Stage):
    """Makes the questions of each conflict: by templates over graph facts, and by a model where there is one.

    A conflict is pending while it has no questions, its accounts changed, or other facts about its subject
    are known than before, since a clue may have come with a new document. With a model at most two calls
    are made for a conflict: one for both forms, and one for the grounding check of what passed all else.

    Args:
        parser: parses the statements that questions are made from when no template fits.
        llm: the models; None, or none for this stage: templates alone.
    """

    name: ClassVar[str] = "questions"
    items: ClassVar[str] = "conflicts"
    pending: ClassVar[str] = "questions/pending"
    writes: ClassVar[tuple[str, ...]] = (
        "questions/clear",
        "questions/outdate",
        "questions/write",
        "questions/facts_seen",
    )
    status: ClassVar[str] = "questions/status"
    follows: ClassVar[tuple[str, ...]] = ("facts", "conflicts")
    may_follow: ClassVar[tuple[str, ...]] = (Descriptions.name,)
    batch: ClassVar[int] = 50

    def __init__(self, parser: Parser, llm: Llm | None = None) -> None:
        self._parser = parser
        self._llm = llm
        self._writer = llm.model_for(self.name) if llm else None
        self._checker = llm.model_for(GROUNDING) if llm else None
        self._described = bool(llm and llm.model_for(Descriptions.name))

    def options(self) -> Mapping[str, object]:
        """The model that parses statements, the files of templates and words, and the language models."""
        files = [
            config_file(name).read_text(encoding="utf-8") for name in ("attributes.yaml", "questions.yaml")
        ]
        options: dict[str, Any] = {"model": self._parser.model.id, "words": content_id(*files)}
        if self._llm and self._writer:
            options["writer"] = self._llm.identity(model_forms.PROMPT, self._writer)
        if self._llm and self._checker:
            options["checker"] = self._llm.identity(model_grounding.PROMPT, self._checker)
        if self._writer or self._checker:
            options["shown"] = [MOST_DOCUMENTS, MOST_CHARACTERS]
        return options

    def process(self, items: Sequence[Row]) -> list[Outcome]:
        """Makes and checks the questions of each conflict."""
        wording = load_wording()
        subgraphs = [subgraph_from_row(item, described=self._described) for item in items]
        by_rules = [self._draft(subgraph, wording) for subgraph in subgraphs]
        shown = {subgraph.conflict: show(subgraph) for subgraph in subgraphs}
        drafts, strange = self._written(by_rules, shown, wording)
        drafts = self._grounded(drafts, by_rules, shown, strange)
        return [_outcome(item, draft) for item, draft in zip(items, drafts, strict=True)]

    def check(self) -> None:
        """Raises why a model can't be asked any more, if so."""
        if self._llm:
            self._llm.check()

    def _written(
        self, drafts: Sequence[Draft], shown: Mapping[str, Shown], wording: Wording
    ) -> tuple[list[Draft], dict[str, tuple[str, ...]]]:
        """The drafts with a model's forms, and by conflict the answers it read that are no accounts."""
        if not (self._llm and self._writer):
            return list(drafts), {}
        able = {key for key, one in shown.items() if model_may_help(one.subgraph) and not one.subgraph.unreal}
        asks = [ask_for_forms(shown[key], wording) for key in sorted(able)]
        answers = {answer.key: answer for answer in self._llm.ask(asks, self._writer)}
        made = {
            draft.conflict: with_model_forms(draft, answers[draft.conflict], shown[draft.conflict], wording)
            for draft in drafts
            if draft.conflict in able
        }
        written = [made[draft.conflict][0] if draft.conflict in made else draft for draft in drafts]
        return written, {key: strange for key, (_, strange) in made.items()}

    def _grounded(
        self,
        drafts: Sequence[Draft],
        by_rules: Sequence[Draft],
        shown: Mapping[str, Shown],
        strange: Mapping[str, tuple[str, ...]],
    ) -> list[Draft]:
        """The drafts after the grounding check of those that passed everything else.

        One whose forms are still pending is asked about too: nothing is sent for it, since asking has
        stopped or is only counted, and so a dry run counts the second call.
        """
        if not (self._llm and self._checker):
            return list(drafts)
        asked = {
            d.conflict for d in drafts if d.status is Status.PENDING or (d.status is Status.OK and d.fit)
        }
        asks = [
            ask_for_grounding(draft, shown[draft.conflict], strange.get(draft.conflict, ()))
            for draft in drafts
            if draft.conflict in asked
        ]
        answers = {answer.key: answer for answer in self._llm.ask(asks, self._checker)}
        return [
            with_grounding(
                draft, rules, answers[draft.conflict], shown[draft.conflict], strange.get(draft.conflict, ())
            )
            if draft.conflict in asked and draft.status is Status.OK
            else draft
            for draft, rules in zip(drafts, by_rules, strict=True)
        ]

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

        person = subject_kind(subgraph, catalogue(), wording) == "person"

        @functools.cache
        def tell(text: str) -> list[tuple[int, int, str]]:
            if len(text) > LONGEST_TEXT:
                return []
            names = own_names(subgraph)
            plain, words = with_plain_names(text, names)
            [doc] = self._parser.parse([plain])
            told = sayings(doc, (*names, *words), wording, person=person)
            return [one for one in told if not any(word in one[-1] for word in words)]

        if subgraph.unreal:
            return Draft(subgraph.conflict, reasons=(Reason.NOT_REAL.note(subgraph.unreal),))
        return synthesize(subgraph, catalogue(), wording, ask, tell)


def _outcome(item: Row, draft: Draft) -> Outcome:
    reasons = join_notes(draft.reasons)
    golds = sorted(account["id"] for account in item["accounts"])
    questions = [
        {
            "key": content_id("question", draft.conflict, formulation, text, *golds),
            "conflict": draft.conflict,
            "formulation": formulation,
            "question": text,
            "status": (Status.OK if draft.fit else Status.FILTERED).value,
            "reason": reasons,
            **_origin(draft, formulation),
        }
        for formulation in FORMULATIONS
        if (text := draft.questions.get(formulation, ""))
    ]
    kept = {"key": draft.conflict, "questions": [row["key"] for row in questions]}
    rows: dict[str, list[Row]] = {
        "questions/clear": [kept],
        "questions/outdate": [kept],
        "questions/write": questions,
        "questions/facts_seen": [{"key": draft.conflict, "n_facts": item["n_facts"]}],
    }
    if draft.status is not Status.OK:
        return Outcome(draft.conflict, draft.status, draft.note, rows)
    return Outcome(draft.conflict, Status.OK if draft.fit else Status.FILTERED, reasons, rows)


def _origin(draft: Draft, formulation: str) -> Row:
    """Who made a question and who checked it, and what they quoted."""
    maker = draft.makers.get(formulation, Maker())
    return {
        "method": maker.method,
        "model": maker.model,
        "prompt": maker.prompt,
        "checked_model": draft.checker.model if draft.checker else "",
        "checked_prompt": draft.checker.prompt if draft.checker else "",
        "passages_json": json.dumps([asdict(passage) for passage in draft.passages], ensure_ascii=False),
    }
