"""Knowledge points that a language model gives: what it is asked, and what of its answers counts.

The model sees the taxonomy and the document and answers with paths, each with a passage that shows it. A path
that isn't in the taxonomy or a passage that isn't in the document is asked for once more; after that only
what passes is kept, and if nothing does, the nearest label stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from graphprobe.llm import Answer, Ask, load_prompt
from graphprobe.llm.replies import KnowledgePointsReply, LabelReply
from graphprobe.mining.sentences import headed
from graphprobe.mining.taxonomy import KnowledgePoint, Label, Taxonomy
from graphprobe.records import Span
from graphprobe.text.quotes import find_quote

if TYPE_CHECKING:
    from graphprobe.llm import Llm

PROMPT = load_prompt("knowledge_points", KnowledgePointsReply)
METHOD = "model"
SHOWN = 8000
"""Characters of a document that a model reads: what a text is about shows in its beginning."""
MOST = 3
"""Labels of one document."""

_SHOWN_PROBLEMS = 3


class ModelLabeller:
    """Labels documents with a language model.

    Args:
        taxonomy: the paths there are.
        llm: the models.
        model: the model that is asked.
    """

    def __init__(self, taxonomy: Taxonomy, llm: Llm, model: str) -> None:
        self._points = {point.path: point for point in taxonomy.points}
        self._llm = llm
        self._model = model

    def options(self) -> Mapping[str, Any]:
        """The model, its prompt, and how much of a document it reads."""
        return {**self._llm.identity(PROMPT, self._model), "shown": SHOWN}

    def ask(self, documents: Sequence[Mapping[str, Any]]) -> list[Answer[KnowledgePointsReply]]:
        """Asks about documents (``key``, ``text`` and perhaps ``title``); answers in their order."""
        return self._llm.ask([self._ask_about(document) for document in documents], self._model)

    def labels(self, text: str, answer: Answer[KnowledgePointsReply]) -> list[Label]:
        """The labels of an answer that pass, the surest first, each path once."""
        found: dict[str, Label] = {}
        for reply in answer.value.labels if answer.value else ():
            point, place = self._points.get(reply.path), find_quote(text[:SHOWN], reply.quote)
            if point and place:
                quote = Span(*place, text[slice(*place)])
                label = Label(point, reply.confidence, quote, METHOD, answer.model, answer.prompt)
                found.setdefault(point.path, label)
        return sorted(found.values(), key=lambda label: (-label.confidence, label.point.path))[:MOST]

    def _ask_about(self, document: Mapping[str, Any]) -> Ask[KnowledgePointsReply]:
        text = document["text"][:SHOWN]
        return Ask(
            document["key"],
            PROMPT,
            {"taxonomy": "\n".join(self._points), "document": headed(text, document.get("title"))},
            check=partial(_problem_of_reply, points=self._points, text=text),
            salvage=partial(_without_problems, points=self._points, text=text),
        )


def _problem_of_reply(reply: KnowledgePointsReply, points: Mapping[str, KnowledgePoint], text: str) -> str:
    found = [problem for label in reply.labels if (problem := problem_of(label, points, text))]
    return "; ".join(found[:_SHOWN_PROBLEMS])


def _without_problems(
    reply: KnowledgePointsReply, points: Mapping[str, KnowledgePoint], text: str
) -> KnowledgePointsReply | None:
    """The labels that pass; None where there is none: then the model said nothing that counts."""
    kept = [label for label in reply.labels if not problem_of(label, points, text)]
    return KnowledgePointsReply(labels=kept) if kept else None


def problem_of(label: LabelReply, points: Mapping[str, KnowledgePoint], text: str) -> str:
    """What is wrong with a label, in words for the model; empty when it can be used."""
    if label.path not in points:
        return f"there is no path {label.path[:120]!r} in the list"
    if find_quote(text, label.quote) is None:
        return f"the quote for {label.path} doesn't stand in the document word for word"
    return ""
