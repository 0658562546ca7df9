"""A key is sent to the endpoint and to nobody else: no log, error, cache or traceback holds it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asker import asks
from pydantic import SecretStr
from scripted_server import ScriptedServer, closes, cut, raw, says, status

from graphprobe.config import LlmSettings, load_settings
from graphprobe.errors import ConfigError
from graphprobe.llm import Llm
from graphprobe.llm.redaction import Redactor, find_key

KEY = "sekret-4711-of-a-local-proxy"
OpenLlm = Callable[..., Llm]


@pytest.fixture
def guarded() -> Iterator[ScriptedServer]:
    """An endpoint that takes one key only, and repeats in its errors whatever key it was sent."""
    with ScriptedServer(KEY) as running:
        yield running


def everything(answers: Any, llm: Llm, caplog: pytest.LogCaptureFixture, folder: Path) -> str:
    files = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    kept = [answers, llm.spendings(), llm.settings, llm.dialect("m"), caplog.text]
    return f"{kept!r} {files.decode('utf-8', 'replace')}"


def test_the_key_stays_secret_whatever_happens(
    guarded: ScriptedServer,
    open_llm: OpenLlm,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    echo = f"you sent Authorization: Bearer {KEY}"
    guarded.then(
        says({"facts": []}, reasoning_content=echo),
        says(f'{{"facts": "{KEY}"}}'),
        says(f'{{"facts": "{KEY}"}}'),
        status(400, f"bad {KEY}"),
        says(None, refusal=echo),
        *[status(500, echo), status(429, echo), closes, cut],
        *[raw(echo.encode())] * 4,
    )
    llm = open_llm(base_url=guarded.url, concurrency=1)
    answers = llm.ask(asks(6), "m")
    llm.close()

    assert {answer.status.value for answer in answers} >= {"ok", "unparsed", "error", "refused"}
    assert caplog.text
    assert KEY not in everything(answers, llm, caplog, tmp_path)


@pytest.mark.parametrize("variable", ["OPENAI_API_KEY", "GRAPHPROBE_LLM__API_KEY"])
def test_a_refused_key_is_not_shown(
    guarded: ScriptedServer, tmp_path: Path, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "wrong-key-4712")
    flags = {"llm": {"base_url": guarded.url, "cache": tmp_path / "a.sqlite"}}
    with Llm(load_settings(flags=flags).llm) as llm, pytest.raises(ConfigError) as caught:
        llm.probe("m")

    shown = "".join(traceback.format_exception(caught.type, caught.value, caught.tb))
    assert "refuses the key" in shown
    assert "[key]" in shown
    assert "wrong-key-4712" not in shown


def test_our_own_variable_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "one")
    assert find_key(LlmSettings()) == SecretStr("one")
    assert find_key(LlmSettings(api_key=SecretStr(" two\n"))) == SecretStr("two")
    monkeypatch.delenv("OPENAI_API_KEY")
    assert find_key(LlmSettings()) is None


@pytest.mark.parametrize("key", ["two words", "schlüssel", "line\nbreak"])
def test_a_key_that_can_not_be_sent(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ConfigError, match="OPENAI_API_KEY") as caught:
        find_key(LlmSettings())
    assert key not in str(caught.value)


def test_a_key_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("llm: {api_key: sekret}", encoding="utf-8")
    with pytest.raises(ConfigError, match="doesn't belong in a file") as caught:
        load_settings(file)
    assert "sekret" not in str(caught.value)


def test_settings_do_not_show_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHPROBE_LLM__API_KEY", KEY)
    settings = load_settings()
    assert settings.llm.api_key == SecretStr(KEY)
    assert KEY not in f"{settings!r} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"sent {KEY}!", "sent [key]!"),
        ("Incorrect API key provided: sk-proj-abcdefghijklmnop1234", "Incorrect API key provided: [key]"),
        ("Authorization: Bearer eyJhbGciOi.x.y", "Authorization: Bearer [key]"),
        ("task-1 and key-value", "task-1 and key-value"),
    ],
)
def test_redacting(text: str, shown: str) -> None:
    assert Redactor([SecretStr(KEY), None]).message(text) == shown


def test_what_a_model_quotes_stays_as_it_is() -> None:
    redactor = Redactor([SecretStr(KEY)])
    assert (
        redactor.answer("Bearer bonds, sk-abcdefghijklmnopqrstuv")
        == "Bearer bonds, sk-abcdefghijklmnopqrstuv"
    )
    assert redactor.answer(f"it said {KEY}") == "it said [key]"


@pytest.mark.parametrize("word", ["x", "1", "EMPTY", "ollama", "password"])
def test_a_word_in_the_place_of_a_key_changes_no_answer(word: str) -> None:
    said = f"The film is {word} 1984."
    assert Redactor([SecretStr(word)]).answer(said) == said
    assert Redactor([SecretStr("x")]).message("no such index") == "no such index"
