"""The counter of tokens, held against two real tokenizers."""

from __future__ import annotations

import pytest

from graphprobe.llm.tokens import MESSAGE_TOKENS, count_messages, count_tokens

ENGLISH = (
    "The lighthouse was built between 1897 and 1902 by the harbour board of Trieste. It is 67.5 metres high, "
    "and its light, automated in 1974, can be seen from a distance of 34 nautical miles. About 12,000 people "
    "visit it every year; a restoration, paid for by private donors, was finished in the spring of 2011."
)
RUSSIAN = "Московский государственный университет основан в 1755 году. Он расположен на Воробьёвых горах."
CHINESE = "北京大学成立于1898年，是中国近现代第一所国立综合性大学。该校位于海淀区，校园面积约二百七十公顷。"
JSON = '{"subject": "Trieste", "value": "67.5 m", "quote": "It is 67.5 metres high.", "confidence": 0.9}'


# Tokens in cl100k_base and o200k_base, counted with the package bpe-openai 0.1.4.
@pytest.mark.parametrize(
    ("text", "counts", "tolerance"),
    [(ENGLISH, (83, 81), 0.1), (RUSSIAN, (49, 26), 0.1), (CHINESE, (55, 39), 0.1), (JSON, (37, 37), 0.15)],
)
def test_counts_lie_near_those_of_tokenizers(text: str, counts: tuple[int, int], tolerance: float) -> None:
    assert min(counts) * (1 - tolerance) <= count_tokens(text) <= max(counts) * (1 + tolerance)


def test_nothing_is_nothing() -> None:
    assert count_tokens("") == 0


def test_more_text_is_never_fewer_tokens() -> None:
    counts = [count_tokens(ENGLISH[:length]) for length in range(len(ENGLISH))]
    assert counts == sorted(counts)


def test_a_chat_counts_its_messages_marks_too() -> None:
    chat = [{"role": "system", "content": ENGLISH}, {"role": "user", "content": JSON}]
    assert count_messages(chat) == count_tokens(ENGLISH) + count_tokens(JSON) + 2 * MESSAGE_TOKENS
