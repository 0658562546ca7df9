"""Chat templates from files: what is taken, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphprobe.errors import ConfigError
from graphprobe.llm.chat_templates import chat_template


def test_a_tokenizers_template_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer_config.json"
    file.write_text(json.dumps({"chat_template": "{{ messages[0].content }}!"}))
    assert chat_template("m", str(file)).render([{"role": "user", "content": "Hello"}]) == "Hello!"


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"chat_template": 5}', "[" * 100_000])
def test_a_file_without_a_template_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "tokenizer_config.json"
    file.write_text(content)
    with pytest.raises(ConfigError, match="the file holds no chat_template"):
        chat_template("m", str(file))
