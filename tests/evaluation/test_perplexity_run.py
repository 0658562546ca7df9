"""Perplexity from completions endpoints that account for their prompts well, badly and not at all."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Behaviour, ScriptedServer, raw, status

from graphprobe.config import LlmSettings
from graphprobe.errors import ConfigError, PartialError
from graphprobe.evaluation.benchmark import Benchmark
from graphprobe.evaluation.perplexity_run import choose_method, measure, read_perplexities, summarize
from graphprobe.evaluation.records import Item, Outcome
from graphprobe.llm import Llm, Method, Patience
from graphprobe.llm.chat_templates import chat_template
from graphprobe.records import Status

TOKEN = re.compile(r" ?\w+|[^\w]")
MODEL = "qwen2.5"
TEMPLATE = chat_template(MODEL)
ITEMS = (
    Item("i1", "g1", "When was it founded?", ("1974", "1976"), "1974 or 1976"),
    Item("i2", "g2", "How high is it?", ("56 metres", "81 metres"), "56 or 81 metres"),
)
BENCHMARK = Benchmark("made", "0" * 64, ITEMS)


def logprob(token: str) -> float:
    """A number as its last digit plus one says, a word by its length."""
    return -1.0 - int(token[-1]) if token[-1].isdigit() else -0.05 * len(token)


class Endpoint:
    """A completions endpoint whose tokens are words; ``echo`` is how it accounts for its prompt."""

    def __init__(self, echo: Callable[[list[str]], Any], most: int = 1000) -> None:
        self.echo = echo
        self.most = most
        self.texts: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Behaviour:
        tokens = TOKEN.findall(body["prompt"])
        usage = {"prompt_tokens": len(tokens), "completion_tokens": 1}
        if body.get("echo"):
            self.texts.append(body["prompt"])
            return reply(self.echo(tokens), usage)
        if body["logprobs"] > self.most:
            return status(400, "logprobs is too large")
        text = next(text for text in reversed(self.texts) if text.startswith(body["prompt"]))
        following = TOKEN.findall(text)[len(tokens)]
        tops = {" never": -0.01, following: logprob(following)}
        return reply({"tokens": [" never"], "token_logprobs": [-0.01], "top_logprobs": [tops]}, usage)


def reply(logprobs: Any, usage: dict[str, int]) -> Behaviour:
    body = {"choices": [{"text": "", "index": 0, "logprobs": logprobs}], "usage": usage}
    return raw(json.dumps(body).encode())


def sound(tokens: list[str]) -> dict[str, Any]:
    values = [None, *(logprob(token) for token in tokens[1:])]
    return {"tokens": tokens, "token_logprobs": values, "top_logprobs": [{token: -0.1} for token in tokens]}


def shifted(tokens: list[str]) -> dict[str, Any]:
    """Each token with its log-probability in the next one's place."""
    values = [None, *(-9.0 - len(token) % 3 for token in tokens[1:])]
    tops = [{token: -0.1} for token in [*tokens[1:], "end"]]
    return {"tokens": tokens, "token_logprobs": values, "top_logprobs": tops}


def constant(tokens: list[str]) -> dict[str, Any]:
    return {"tokens": tokens, "token_logprobs": [None, *[-1.0] * (len(tokens) - 1)]}


def absent(tokens: list[str]) -> dict[str, Any]:
    return {"tokens": tokens, "token_logprobs": [None] * len(tokens)}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        yield scripted


@pytest.fixture
def llm(server: ScriptedServer, tmp_path: Path) -> Iterator[Llm]:
    settings = LlmSettings(base_url=server.url, cache=tmp_path / "answers.sqlite", concurrency=4)
    with Llm(settings, patience=Patience(first_wait=0.01, longest_wait=0.02, tries=3)) as opened:
        yield opened


def by_item(out: Path) -> dict[str, float | None]:
    return {one.item: one.nll for one in read_perplexities(out)}


# By hand: 1974 and 1976 are one token each: (5 + 7) / 2. In the second item " 56" -> 7, " metres" -> .35,
# " 81" -> 2, " metres" -> .35.
LOSSES = {"i1": pytest.approx(6.0), "i2": pytest.approx((7 + 0.35 + 2 + 0.35) / 4)}


@pytest.mark.parametrize(("echo", "method"), [(sound, "echo"), (shifted, "next")])
def test_answers_are_scored_by_the_way_that_is_sound(
    server: ScriptedServer, llm: Llm, tmp_path: Path, echo: Any, method: str
) -> None:
    server.otherwise(Endpoint(echo))
    measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)
    assert by_item(tmp_path / "out") == LOSSES
    assert json.loads((tmp_path / "out" / "settings.json").read_text())["method"] == method


@pytest.mark.parametrize(
    ("endpoint", "why"),
    [
        (Endpoint(constant, most=0), "echo: all equal"),
        (Endpoint(absent, most=0), "echo: absent"),
        (Endpoint(shifted, most=0), "echo: those of the neighbouring token"),
        (Endpoint(lambda _: None), "echo: the endpoint doesn't echo the tokens"),
        (lambda _: status(404, "no such path"), "no such path"),
        (lambda _: status(400, "echo is not supported"), "echo is not supported"),
    ],
)
def test_an_endpoint_that_cannot_be_believed_is_refused(
    server: ScriptedServer, llm: Llm, tmp_path: Path, endpoint: Any, why: str
) -> None:
    server.otherwise(endpoint)
    with pytest.raises(ConfigError, match=re.escape(why)):
        measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)
    assert not (tmp_path / "out").exists()


def test_only_the_wanted_way_is_tried(server: ScriptedServer, llm: Llm) -> None:
    server.otherwise(Endpoint(shifted))
    with pytest.raises(ConfigError, match="neighbouring"):
        choose_method(llm, MODEL, TEMPLATE, Method.ECHO)
    assert choose_method(llm, MODEL, TEMPLATE, Method.NEXT) is Method.NEXT


def test_the_prompt_is_the_chat_up_to_the_response(server: ScriptedServer, llm: Llm, tmp_path: Path) -> None:
    server.otherwise(Endpoint(sound))
    measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE, limit=1)
    prompt = server.requests[-1]["prompt"]
    assert prompt.startswith("<|im_start|>system\n")
    assert "<|im_start|>user\nWhen was it founded?<|im_end|>\n<|im_start|>assistant\n" in prompt
    assert prompt.endswith("assistant\nThe documented answers are 1974 and 1976.")


def test_the_command_repeated_scores_what_has_no_number(
    server: ScriptedServer, llm: Llm, tmp_path: Path
) -> None:
    endpoint = Endpoint(sound)

    def refuse_the_second(body: dict[str, Any]) -> Behaviour:
        return status(400, "out of order") if "How high" in body["prompt"] else endpoint(body)

    server.otherwise(refuse_the_second)
    first = measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)
    assert [(one.item, one.status, one.nll) for one in first] == [
        ("i1", Status.OK, LOSSES["i1"]),
        ("i2", Status.ERROR, None),
    ]
    server.otherwise(endpoint)
    server.requests.clear()
    second = measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)
    assert {one.item: one.nll for one in second} == LOSSES
    assert not any("When was it founded?" in body["prompt"] for body in server.requests)


def test_other_settings_in_the_same_folder_are_refused(
    server: ScriptedServer, llm: Llm, tmp_path: Path
) -> None:
    server.otherwise(Endpoint(sound))
    measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)
    with pytest.raises(ConfigError, match="another chat_template"):
        measure(tmp_path / "out", BENCHMARK, llm, MODEL, chat_template(MODEL, "none"))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match="something else"):
        measure(tmp_path / "full", BENCHMARK, llm, MODEL, TEMPLATE)


def test_a_token_that_is_not_among_the_likeliest_leaves_its_item_without_a_number(
    server: ScriptedServer, llm: Llm, tmp_path: Path
) -> None:
    endpoint = Endpoint(shifted)

    def forget(body: dict[str, Any]) -> Behaviour:
        if not body.get("echo") and body["prompt"].endswith("answers are"):
            tops = [{" never": -0.01}]
            usage = {"prompt_tokens": len(TOKEN.findall(body["prompt"])), "completion_tokens": 1}
            return reply({"tokens": [" never"], "token_logprobs": [-0.01], "top_logprobs": tops}, usage)
        return endpoint(body)

    server.otherwise(forget)
    found = measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE, limit=1)
    assert [(one.status, one.nll) for one in found] == [(Status.UNPARSED, None)]
    assert "isn't among the likeliest" in found[0].note


def test_a_key_that_is_refused_ends_the_run(server: ScriptedServer, llm: Llm, tmp_path: Path) -> None:
    server.otherwise(lambda _: status(401, "Incorrect API key"))
    with pytest.raises((ConfigError, PartialError), match="refuses the key"):
        measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)


def test_the_summary_has_geometric_means_by_outcome(server: ScriptedServer, llm: Llm, tmp_path: Path) -> None:
    server.otherwise(Endpoint(sound))
    found = measure(tmp_path / "out", BENCHMARK, llm, MODEL, TEMPLATE)
    summary = summarize(found, {"i1": Outcome.COMPLETE, "i2": Outcome.FAILED})
    assert summary["statuses"] == {"ok": 2}
    assert summary["ppl"] == pytest.approx(math.exp((6 + 9.7 / 4) / 2))
    assert summary["by_outcome"]["complete"]["ppl"] == pytest.approx(math.exp(6))
    none = {"complete": 0, "partial": 0, "failed": 0}
    assert summary["by_outcome"]["partial"] == {
        "n": 0,
        "ppl": None,
        "low": None,
        "high": None,
        "outcomes": none,
    }
    assert [one["n"] for one in summary["by_bin"]] == [1, 1, 0, 0, 0]
