"""The label of two documents follows from the booleans, not from what the model calls it."""

from __future__ import annotations

from itertools import product

import pytest
from pydantic import ValidationError

from graphprobe.llm.replies import RelationReply
from graphprobe.records import RelationLabel

WORDS = dict.fromkeys(("quote_a", "quote_b", "subject", "attribute", "value_a", "value_b", "reason"), "x")


def relation(subject: bool, attribute: bool, context: bool, compatible: bool) -> RelationReply:
    return RelationReply(
        **WORDS,
        same_subject=subject,
        same_attribute=attribute,
        same_fact_context=context,
        values_compatible=compatible,
        label="conflict",
        confidence=0.5,
    )


def test_all_combinations() -> None:
    found = {flags: relation(*flags).computed for flags in product((True, False), repeat=4)}
    assert found.pop((True, True, True, True)) is RelationLabel.SUPPORT
    assert found.pop((True, True, True, False)) is RelationLabel.CONFLICT
    assert set(found.values()) == {RelationLabel.NONE}


@pytest.mark.parametrize(
    "change", [{"label": "contradiction"}, {"confidence": 1.2}, {"same_subject": "perhaps"}, {"other": 1}]
)
def test_what_is_no_answer(change: dict[str, object]) -> None:
    good = relation(True, True, True, True).model_dump()
    with pytest.raises(ValidationError):
        RelationReply.model_validate({**good, **change})
