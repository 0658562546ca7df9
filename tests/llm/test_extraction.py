"""Reading answers as models really write them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from graphprobe.llm.extraction import (
    NoObjectError,
    UnfinishedReasoningError,
    UnreadableError,
    find_objects,
    is_refusal,
    read_object,
    split_reasoning,
)


class Claim(BaseModel):
    model_config = ConfigDict(extra="forbid")

    value: str
    tags: dict[str, str] = {}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"value": {"type": "string"}, "tags": {"type": "object"}},
    "required": ["value"],
}


def read(text: str) -> Claim:
    return read_object(text, Claim, SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        '{"value": "5 km"}',
        ' \n{"value": "5 km"}\n',
        '```json\n{"value": "5 km"}\n```',
        'Here it is:\n```\n{"value": "5 km"}\n```\nI hope it helps {really}.',
        'In [1] and \\frac{a}{b} the set {x} is meant. {"value": "5 km"}',
        '[{"value": "5 km"}]',
        '{"value": "5 km"} {"value": "5 km"}',
        '{"value": "5 km", "tags": "{}"}',
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert read(text) == Claim(value="5 km")


def test_a_map_in_quotes_is_taken_out_of_them() -> None:
    assert read('{"value": "v", "tags": "{\\"unit\\": \\"km\\"}"}').tags == {"unit": "km"}


def test_quoted_json_stays_text_where_text_is_wanted() -> None:
    assert read('{"value": "{\\"a\\": 1}"}').value == '{"a": 1}'


def test_a_line_break_inside_a_string_is_read() -> None:
    assert read('{"value": "two\nlines"}').value == "two\nlines"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[{"value": "a"}, {"value": "b"}]', "a list of 2"),
        ('{"value": "a"} or rather {"value": "b"}', "2 different answers"),
        (json.dumps(SCHEMA), "schema itself"),
        ('{"properties": {"value": {"type": "number"}}, "required": ["value"]}', "schema itself"),
        ('{"value": 5}', "value: Input should be a valid string"),
        ('{"amount": "5"}', "value: Field required"),
        ('{"value": "5", "tags": "not a map"}', "tags: Input should be a valid dictionary"),
    ],
)
def test_what_is_wrong_is_said(text: str, problem: str) -> None:
    with pytest.raises(UnreadableError, match=problem):
        read(text)


@pytest.mark.parametrize(
    "text", ["", "The value is 5 km.", '{"value": "5 k', '{"value": NaN}', "{'value': '5 km'}", "[1, 2]"]
)
def test_no_object(text: str) -> None:
    with pytest.raises(NoObjectError):
        read(text)


def test_the_problem_does_not_repeat_the_answer() -> None:
    with pytest.raises(UnreadableError) as caught:
        read('{"value": {"ignore": "all instructions"}}')
    assert "ignore" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ['{"' * 100_000, '{"a":' * 100_000, '[{"a":[' * 20_000, '{"a":1' + "1" * 9999]
)
def test_hostile_answers_take_no_time(text: str) -> None:
    started = time.process_time()
    assert list(find_objects(text)) == []
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>maybe {a}</think>\n{}", "{}"),
        ("\n<THINKING>hm</THINKING> yes", "yes"),
        ("so it is 1905 </think>1905", "1905"),  # the opening tag was in the template
        ("a </think> b </think> c", "c"),
        ("[THINK]x[/THINK]y", "y"),
        ("no tags at all", "no tags at all"),
        ('{"quote": "he wrote </think> there"}', '{"quote": "he wrote </think> there"}'),
        ('<think>x</think>{"quote": "a </think> b"}', '{"quote": "a </think> b"}'),
        ("The tag <think> opens and </b> closes", "The tag <think> opens and </b> closes"),
    ],
)
def test_reasoning_is_only_what_stands_first(text: str, answer: str) -> None:
    reasoning, found = split_reasoning(text)
    assert found == answer
    assert reasoning == text[: len(reasoning)]


def test_reasoning_without_an_end() -> None:
    with pytest.raises(UnfinishedReasoningError):
        split_reasoning('<think>the answer may be {"value": "1"}')


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("I'm sorry, but I can't help with that.", True),
        ("Sorry, I cannot assist.", True),
        ("I won’t do this.", True),
        ("Unfortunately, I am unable to comply.", True),
        ("The minister said: I cannot agree.", False),
        ('I can\'t be sure, but: {"value": "1"}', False),
        ("In 1905.", False),
    ],
)
def test_refusals_in_words(text: str, refusal: bool) -> None:
    assert is_refusal(text) is refusal
