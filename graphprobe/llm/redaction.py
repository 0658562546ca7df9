"""Keys never leave the process: what goes to a log, an error, the cache or the screen passes here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pydantic import SecretStr

from graphprobe.config import LlmSettings
from graphprobe.errors import ConfigError

KEY_VARIABLE = "OPENAI_API_KEY"
HIDDEN = "[key]"

# Endpoints without keys are given a word in its place ("EMPTY", "ollama"), which is no secret: taken out of
# answers it would change what a model said.
_SHORTEST_SECRET = 12
_SHORTEST_IN_MESSAGES = 6

# What keys of well-known providers look like, for those that an endpoint's message brings along.
_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|gsk|xai|hf|key)[-_][A-Za-z0-9_\-]{16,}|(?<=Bearer )[^\s\"',;]+")


def find_key(settings: LlmSettings) -> SecretStr | None:
    """The key of the endpoint: ``GRAPHPROBE_LLM__API_KEY``, else ``OPENAI_API_KEY``, else none.

    Raises:
        ConfigError: it can't be sent, having a space or a letter outside ASCII; doesn't show it.
    """
    given = settings.api_key.get_secret_value() if settings.api_key else os.environ.get(KEY_VARIABLE, "")
    key = given.strip()
    if not key:
        return None
    if not all("!" <= letter <= "~" for letter in key):
        raise ConfigError(
            "the key holds characters that no key has",
            where=KEY_VARIABLE if settings.api_key is None else "GRAPHPROBE_LLM__API_KEY",
            remedy="Copy it again.",
        )
    return SecretStr(key)


class Redactor:
    """Replaces secrets in texts: our own, and in messages whatever else looks like one."""

    def __init__(self, secrets: Iterable[SecretStr | None]) -> None:
        known = {secret.get_secret_value() for secret in secrets if secret}
        self._known = sorted(filter(None, known), key=len, reverse=True)

    def message(self, text: str) -> str:
        """An error message or the like."""
        return _LOOKS_LIKE_A_KEY.sub(HIDDEN, self._without(text, _SHORTEST_IN_MESSAGES))

    def answer(self, text: str) -> str:
        """What a model wrote: it quotes documents, so nothing is taken for a key but our own."""
        return self._without(text, _SHORTEST_SECRET)

    def _without(self, text: str, shortest: int) -> str:
        for secret in self._known:
            if len(secret) >= shortest:
                text = text.replace(secret, HIDDEN)
        return text
