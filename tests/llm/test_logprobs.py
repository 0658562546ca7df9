"""Log-probabilities of a prompt as endpoints echo them, well and badly."""

from __future__ import annotations

from typing import Any

import pytest

from graphprobe.llm.logprobs import Misaligned, TokenScore, Trust, read_echo, verdict

PROMPT = "<|user|>Q?<|assistant|>It is Paris."
RESPONSE = PROMPT.index("It is")


def echo(tokens: list[str], values: list[float | None], **more: Any) -> dict[str, Any]:
    return {"tokens": tokens, "token_logprobs": values, **more}


def texts(scores: list[TokenScore]) -> list[tuple[int, int, str, float | None]]:
    return [(score.start, score.end, score.text, score.logprob) for score in scores]


def test_tokens_of_the_response_have_its_offsets() -> None:
    tokens = ["<|user|>", "Q", "?", "<|assistant|>", "It", " is", " Paris", "."]
    found = read_echo(PROMPT, echo(tokens, [None, -9, -8, -7, -1, -2, -3, -4]), RESPONSE)
    assert texts(found) == [(0, 2, "It", -1), (2, 5, " is", -2), (5, 11, " Paris", -3), (11, 12, ".", -4)]


def test_special_tokens_that_the_echo_hides_move_nothing() -> None:
    tokens = ["Q", "?", "", "It", " is", " Paris", "."]
    offsets = [0, 1, 2, 2, 4, 7, 13]
    found = read_echo(PROMPT, echo(tokens, [None, -8, -7, -1, -2, -3, -4], text_offset=offsets), RESPONSE)
    assert texts(found) == [(0, 2, "It", -1), (2, 5, " is", -2), (5, 11, " Paris", -3), (11, 12, ".", -4)]


def test_a_generated_token_behind_the_prompt_is_none_of_it() -> None:
    tokens = ["Q", "?", "It", " is", " Paris", ".", "."]
    found = read_echo(PROMPT, echo(tokens, [None, -8, -1, -2, -3, -4, -5]), RESPONSE)
    assert [score.text for score in found] == [".", "It", " is", " Paris", "."][1:]
    assert found[-1].logprob == -4


def test_parts_of_a_character_stand_where_the_character_stands() -> None:
    prompt = "Q: 東京 is"
    tokens = ["Q", ":", " ", "", "", "", "", " is"]
    offsets = [0, 1, 2, 3, 3, 4, 4, 5]
    found = read_echo(prompt, echo(tokens, [None, *[-1.0] * 7], text_offset=offsets), 2)
    assert [(score.start, score.end) for score in found] == [(0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 6)]


@pytest.mark.parametrize(
    ("logprobs", "trouble"),
    [
        (None, "doesn't echo"),
        ({"tokens": None}, "doesn't echo"),
        (echo([], []), "end as the prompt"),
        (echo(["It", " is"], [None, -1]), "where the prompt has"),
        (echo(["Q", "?", "It", " is", " Rome", "."], [None, -1, -1, -1, -1, -1]), "where the prompt has"),
        (echo([" Paris", "."], [None, -1]), "where the prompt has"),
    ],
)
def test_tokens_of_another_text_are_refused(logprobs: Any, trouble: str) -> None:
    with pytest.raises(Misaligned, match=trouble):
        read_echo(PROMPT, logprobs, RESPONSE)


def test_a_value_that_is_no_number_is_no_log_probability() -> None:
    tokens = ["Q?", "It", " is", " Paris", "."]
    values: list[Any] = [None, float("-inf"), "x", float("nan"), -9999.0]
    found = read_echo(PROMPT, echo(tokens, values), RESPONSE)
    assert [score.logprob for score in found] == [None, None, None, None]


def scored(values: list[float | None], likeliest: list[str | None] | None = None) -> list[TokenScore]:
    best = likeliest or [None] * len(values)
    return [
        TokenScore(n, n + 1, chr(97 + n), value, one)
        for n, (value, one) in enumerate(zip(values, best, strict=True))
    ]


def test_an_obvious_continuation_tells_what_values_are_worth() -> None:
    letters = [chr(97 + n) for n in range(8)]
    sound = [-5.0, -3.0, -1.0, -0.5, -0.1, -0.2, -0.1, -0.3]
    low = [-9.0, -8.0, -9.0, -7.0, -8.0, -9.0, -7.5, -8.5]
    assert verdict([scored(sound, letters)]) is Trust.SOUND
    assert verdict([scored(low, [*letters[1:], "i"])]) is Trust.SHIFTED
    assert verdict([scored(low, letters)]) is Trust.IMPROBABLE
    assert verdict([scored(low)]) is Trust.IMPROBABLE
    assert verdict([scored([-1.0] * 8)]) is Trust.CONSTANT
    assert verdict([scored([0.0] * 8)]) is Trust.CONSTANT
    assert verdict([scored([-1.0, -1.0, -1.0, -1.0, -0.1, None, -0.2, -0.1])]) is Trust.ABSENT
    assert verdict([scored([-1.0, -1.0, 0.5, 0.7])]) is Trust.IMPROBABLE
    assert verdict([]) is Trust.ABSENT
