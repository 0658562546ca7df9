"""The table of pairs: verdicts, symmetry, reasons and the JSON form."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from graphprobe.text.values import Kind, Value, Verdict, compare, parse_value


class Case(NamedTuple):
    group: str
    kind: Kind | None
    a: str
    b: str
    verdict: Verdict


def _cases() -> list[Case]:
    table = yaml.safe_load(Path(__file__).with_name("value_pairs.yaml").read_text(encoding="utf-8"))
    return [
        Case(group, Kind(body["kind"]) if "kind" in body else None, str(a), str(b), verdict)
        for group, body in table.items()
        for verdict in Verdict
        for a, b in body.get(verdict.value, ())
    ]


CASES = _cases()


def test_the_table_is_large_and_has_every_verdict() -> None:
    assert len(CASES) >= 450
    assert {case.verdict for case in CASES} == set(Verdict)
    groups = " ".join(case.group for case in CASES)
    assert all(f"pitfall {number}" in groups for number in range(105, 112))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.group}: {case.a} / {case.b}")
def test_verdict(case: Case) -> None:
    comparison = compare(parse_value(case.a, case.kind), parse_value(case.b, case.kind))
    assert comparison.verdict is case.verdict, comparison.reason


def test_symmetry() -> None:
    for case in CASES:
        a, b = parse_value(case.a, case.kind), parse_value(case.b, case.kind)
        assert compare(a, b) == compare(b, a), case


def test_a_value_agrees_with_itself() -> None:
    for case in CASES:
        for text in (case.a, case.b):
            value = parse_value(text, case.kind)
            expected = Verdict.COMPATIBLE if re.search(r"\w", text) else Verdict.UNSURE
            assert compare(value, value).verdict is expected, text


def test_json_round_trip() -> None:
    for case in CASES:
        for text in (case.a, case.b):
            value = parse_value(text, case.kind)
            assert Value.from_json(value.to_json()) == value
            assert value.text == text


def test_reasons_are_sentences_about_both() -> None:
    for case in CASES:
        reason = compare(parse_value(case.a, case.kind), parse_value(case.b, case.kind)).reason
        assert " ".join(case.a.split()) in reason
        assert " ".join(case.b.split()) in reason
        assert len(reason) > len(case.a) + len(case.b) + len(" and ")
