"""The one counter of tokens: an estimate that needs no tokenizer and no network.

Tokenizers differ from model to model, and an OpenAI-compatible endpoint doesn't say which one it has. What
they have in common is that a token of running English is a word or most of one, and that other scripts,
digits and punctuation take more tokens a character. Counts are for estimates and for what fits a context
window; what was spent is what the endpoint reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# On English, counts are 0 to 10 % above those of today's tokenizers; on other scripts tokenizers differ among
# themselves by a factor of two, and the count stands between them. What must fit is counted with this margin.
MARGIN = 1.15

MESSAGE_TOKENS = 4  # marks around a message, in every chat template

_PIECE = re.compile(
    r"(?P<word>[A-Za-z]+)"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<space>\s+)"
    r"|(?P<ideographs>[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<letters>[^\W\d_]+)"
    r"|(?P<marks>[!-/:-@\[-`{-~]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_LETTERS_A_TOKEN = 6  # a common word of up to this many letters is one token; a longer one gets another each


def count_tokens(text: str) -> int:
    """About how many tokens a text has in the tokenizers of today's models."""
    return sum(_weight(piece.lastgroup or "", len(piece[0])) for piece in _PIECE.finditer(text))


def count_messages(messages: Iterable[Mapping[str, str]]) -> int:
    """About how many tokens a chat has."""
    return sum(count_tokens(message["content"]) + MESSAGE_TOKENS for message in messages)


def _weight(kind: str, length: int) -> int:
    """Tokens of one piece: spaces go with the word they stand before, unless there are many."""
    if kind == "space":
        return 0 if length == 1 else 1
    if kind == "word":
        return 1 + (length - 1) // _LETTERS_A_TOKEN
    if kind in ("digits", "letters", "marks"):
        return 1 + (length - 1) // 2
    return length
