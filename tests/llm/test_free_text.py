"""What counts as an answer in free words, and what doesn't."""

from __future__ import annotations

import pytest

from graphprobe.llm.answers import Reply
from graphprobe.llm.failures import Failure
from graphprobe.llm.free_text import is_refusal, read_outcome, read_text
from graphprobe.llm.usage import Usage
from graphprobe.records import Status


@pytest.mark.parametrize(
    ("text", "finish", "status", "answer", "reasoning"),
    [
        ("In 1910.", "stop", Status.OK, "In 1910.", ""),
        (" In 1910.\n", "", Status.OK, "In 1910.", ""),
        ("<think>Hm.</think>In 1910.", "stop", Status.OK, "In 1910.", "Hm."),
        ("<think>\n\n</think>\n\nIn 1910.", "stop", Status.OK, "In 1910.", ""),  # a template's empty block
        ("Hm.\n</think>\nIn 1910.", "stop", Status.OK, "In 1910.", "Hm."),  # the template opened it
        ("[THINK]Hm.[/THINK]In 1910.", "stop", Status.OK, "In 1910.", "Hm."),
        ("<think>a</think>b</think>In 1910.", "stop", Status.OK, "In 1910.", "ab"),
        ("{In 1910} <think>", "stop", Status.OK, "{In 1910} <think>", ""),  # no reasoning stands there
        ("<think>Hm.", "stop", Status.TRUNCATED, None, "Hm."),
        ("<think>Hm.", "length", Status.TRUNCATED, None, "Hm."),
        ("<think>Hm.</think>", "stop", Status.EMPTY, None, "Hm."),
        ("<think>Hm.</think>In 19", "length", Status.TRUNCATED, "In 19", "Hm."),
        ("In 19", "length", Status.TRUNCATED, "In 19", ""),
        ("", "stop", Status.EMPTY, None, ""),
        ("  ", "stop", Status.EMPTY, None, ""),
        ("I can't assist with this.", "stop", Status.REFUSED, "I can't assist with this.", ""),
    ],
)
def test_a_message_comes_to(
    text: str, finish: str, status: Status, answer: str | None, reasoning: str
) -> None:
    found = read_text(text, finish)
    assert (found.status, found.text, found.reasoning) == (status, answer, reasoning)
    assert bool(found.note) is (status is not Status.OK)


def test_reasoning_beside_the_content_is_kept() -> None:
    assert read_text("In 1910.", "stop", "Hm.\n").reasoning == "Hm."


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "Sorry, I cannot assist with that request.",
        "I apologize, but I’m unable to discuss this topic.",
        "As an AI language model, I cannot comply with your request.",
        "I won't engage with such questions.",
    ],
)
def test_refusals_to_take_a_question_up(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "I don't know.",
        "I'm not able to recall the year.",
        "I can't say for sure, but sources give 1974 and 1976.",
        "I cannot determine which; it is either 26 or 27 August 1910.",
        "Unfortunately, I have no memory of this.",
        "I can't help with certainty, but 1974 is given most often.",
        "I am sorry for the confusion: it was founded in 1976.",
        "She said: I can't help with that.",
        "I can't help with that. " + "However, many sources give 1974, and others 1976. " * 10,
    ],
)
def test_answers_that_only_sound_like_one(text: str) -> None:
    assert not is_refusal(text)


def test_a_call_keeps_what_it_cost() -> None:
    usage = Usage(1, 0, 2, None)
    replied = read_outcome(Reply("Yes.", "stop", "", usage, 0.5, "m"), 9.0)
    assert (replied.status, replied.usage, replied.seconds) == (Status.OK, usage, 0.5)
    failed = read_outcome(Failure(Status.EMPTY, "empty", usage=usage, reasoning="Hm", finish="stop"), 9.0)
    assert (failed.status, failed.usage, failed.seconds) == (Status.EMPTY, usage, 9.0)
    assert (failed.text, failed.reasoning, failed.finish, failed.note) == (None, "Hm", "stop", "empty")
