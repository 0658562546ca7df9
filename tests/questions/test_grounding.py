"""Grounding: a quote is the text at its offsets, and every answer has such a quote."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphprobe.questions.grounding import check_grounding, span_problem
from graphprobe.questions.subgraph import Answer, Evidence
from graphprobe.text.values import Kind, parse_value

TEXT = "A nun 🕊. Mother Teresa was born on 26 August 1910."
QUOTE = "Mother Teresa was born on 26 August 1910."
START = TEXT.index(QUOTE)
VALUE = TEXT.index("26")
GOOD = Evidence(
    fact="f",
    account="a",
    document="d",
    url=None,
    dup_group=None,
    subject="Mother Teresa",
    statement=QUOTE,
    start=START,
    end=START + len(QUOTE),
    value_start=VALUE,
    value_end=VALUE + len("26 August 1910"),
    qualifiers={},
)
ANSWER = Answer("a", parse_value("26 August 1910", Kind.DATE), "tie", 1, 1)


def test_offsets_count_code_points() -> None:
    assert START == 9
    assert span_problem(GOOD, TEXT) is None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"start": START - 1}, f"the quote isn't at {START - 1}..{START + len(QUOTE)} of document d"),
        ({"end": 10_000}, f"offsets {START}..10000 don't fit document d"),
        ({"start": -3}, f"offsets -3..{START + len(QUOTE)} don't fit document d"),
        ({"value_start": 0}, f"offsets {START}..{START + len(QUOTE)} don't fit document d"),
        ({"statement": QUOTE.upper()}, f"the quote isn't at {START}..{START + len(QUOTE)} of document d"),
    ],
)
def test_wrong_spans(change: dict[str, object], problem: str) -> None:
    assert span_problem(replace(GOOD, **change), TEXT) == problem  # type: ignore[arg-type]


def test_a_missing_text() -> None:
    assert span_problem(GOOD, None) == "the text of document d is missing"


def test_every_answer_needs_a_document() -> None:
    assert check_grounding([ANSWER], [GOOD], {"d": TEXT}) == []
    other = replace(ANSWER, id="b", value=parse_value("27 August 1910", Kind.DATE))
    assert check_grounding([ANSWER, other], [GOOD], {"d": TEXT}) == ["no document states '27 August 1910'"]
    assert check_grounding([ANSWER], [replace(GOOD, account="b")], {"d": TEXT}) == [
        "no document states '26 August 1910'"
    ]
