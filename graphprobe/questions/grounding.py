"""The grounding check: every answer is stated by a document of the subgraph, verbatim.

This is its offline form (ElephantBench section 3.3, first stage): the span of each statement is compared
with the text of its document, and the answer's value must stand inside the statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphprobe.questions.subgraph import Answer, Evidence
from graphprobe.text.normalize import fold


def check_grounding(
    answers: Iterable[Answer], evidence: Sequence[Evidence], texts: Mapping[str, str]
) -> list[str]:
    """Why answers aren't grounded; none when each has a document that states it word for word."""
    problems = [problem for e in evidence if (problem := span_problem(e, texts.get(e.document)))]
    sound = [e for e in evidence if not span_problem(e, texts.get(e.document))]
    problems += [
        f"no document states {answer.value.text!r}" for answer in answers if not _stated(answer, sound, texts)
    ]
    return problems


def span_problem(evidence: Evidence, text: str | None) -> str | None:
    """Why a statement isn't what stands at its offsets in its document, or None."""
    if text is None:
        return f"the text of document {evidence.document} is missing"
    if not 0 <= evidence.start <= evidence.value_start < evidence.value_end <= evidence.end <= len(text):
        return f"offsets {evidence.start}..{evidence.end} don't fit document {evidence.document}"
    if text[evidence.start : evidence.end] != evidence.statement:
        return f"the quote isn't at {evidence.start}..{evidence.end} of document {evidence.document}"
    return None


def _stated(answer: Answer, evidence: Iterable[Evidence], texts: Mapping[str, str]) -> bool:
    surface = fold(answer.value.text)
    return any(
        surface == fold(texts[e.document][e.value_start : e.value_end])
        for e in evidence
        if e.account == answer.id
    )
