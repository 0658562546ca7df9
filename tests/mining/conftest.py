"""A scripted endpoint for the stages that ask a model, and a client that is quick to lose its patience."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from model_requests import OpenLlm
from scripted_server import ScriptedServer

from graphprobe.config import LlmSettings
from graphprobe.llm import Llm, Patience

QUICK = Patience(timeout=5, deadline=20, tries=3, first_wait=0.01, longest_wait=0.05)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
def open_llm(server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenLlm]:
    """Opens a client of the scripted endpoint; settings by name, its cache in the test's folder."""
    for variable in ("OPENAI_API_KEY", "GRAPHPROBE_LLM__API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with ExitStack() as stack:

        def opened(**settings: Any) -> Llm:
            given = {"base_url": server.url, "cache": tmp_path / "answers.sqlite", "model": "m", **settings}
            return stack.enter_context(Llm(LlmSettings(**given), patience=QUICK))

        yield opened


@pytest.fixture
def llm(open_llm: OpenLlm) -> Llm:
    return open_llm()
