"""Asking a real HTTP server that behaves as endpoints are known to: every outcome has its status."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from scripted_server import (
    Behaviour,
    Body,
    ScriptedServer,
    closes,
    completion,
    cut,
    raw,
    says,
    slowly,
    status,
    without_schemas,
)

from graphprobe.config import LlmSettings
from graphprobe.errors import ConfigError, GraphProbeError, PartialError
from graphprobe.llm import Answer, Ask, Llm, Patience, load_prompt
from graphprobe.llm.dialect import Form
from graphprobe.llm.replies import FactsReply, KnowledgePointsReply
from graphprobe.records import Status

FACT = {
    "subject": "Grameen Bank",
    "attribute": "founding",
    "value": "1976",
    "kind": "date",
    "quote": "It was founded in 1976.",
    "time": "",
    "scope": "",
    "attribution": "",
}
GOOD = {"facts": [FACT]}
OpenLlm = Callable[..., Llm]
FACTS = load_prompt("facts", FactsReply)


def ask(key: str = "d1", **options: Any) -> Ask[FactsReply]:
    return Ask(key, FACTS, {"document": f"Document {key}. It was founded in 1976.", "most": "10"}, **options)


def one(llm: Llm, item: Ask[FactsReply] | None = None) -> Answer[FactsReply]:
    [answer] = llm.ask([item or ask()], "m")
    return answer


# Good answers.


def test_an_answer(server: ScriptedServer, llm: Llm) -> None:
    server.then(says(GOOD))
    answer = one(llm)

    assert answer.status is Status.OK
    assert answer.value
    assert answer.value.facts[0].value == "1976"
    assert (answer.key, answer.model, answer.prompt, answer.calls) == ("d1", "m", "facts@1", 1)
    [body] = server.requests
    assert body.keys() == {"model", "messages", "response_format"}  # nothing that the user didn't set
    assert body["response_format"]["json_schema"]["schema"] == FACTS.schema


def test_answers_keep_the_order_of_the_items(server: ScriptedServer, llm: Llm) -> None:
    def behave(body: Body) -> Behaviour:
        number = int(body["messages"][1]["content"].split("Document ")[1].split(".")[0])
        return slowly(0.02 * (5 - number), says({"facts": [{**FACT, "value": str(number)}]}))

    server.otherwise(behave)
    answers = llm.ask([ask(str(number)) for number in range(5)], "m")
    assert [answer.value.facts[0].value for answer in answers if answer.value] == list("01234")


def test_content_in_parts_and_reasoning_beside_it(server: ScriptedServer, llm: Llm) -> None:
    parts = [{"type": "text", "text": json.dumps(GOOD)[:20]}, {"type": "text", "text": json.dumps(GOOD)[20:]}]
    server.then(says(parts, reasoning_content="let me see {"))
    assert one(llm).status is Status.OK


def test_the_users_parameters_are_sent_and_no_others(server: ScriptedServer, open_llm: OpenLlm) -> None:
    server.then(says(GOOD))
    one(open_llm(parameters={"temperature": 0.2, "top_k": 20}))
    assert server.requests[0]["temperature"] == 0.2
    assert server.requests[0]["top_k"] == 20
    assert server.requests[0].keys() == {"model", "messages", "response_format", "temperature", "top_k"}


def test_no_items_need_no_endpoint(open_llm: OpenLlm) -> None:
    assert open_llm(base_url="http://127.0.0.1:1/v1").ask([], "m") == []


def test_asking_works_inside_a_running_loop(server: ScriptedServer, llm: Llm) -> None:
    async def in_a_notebook() -> Status:
        return one(llm).status

    server.then(says(GOOD))
    assert asyncio.run(in_a_notebook()) is Status.OK


# Each failure in its own status.


@pytest.mark.parametrize(
    ("behaviours", "found", "note"),
    [
        pytest.param([says(None, refusal="I won't")], "refused", "I won't", id="refusal"),
        pytest.param([says("I'm sorry, but I can't do that.")], "refused", "in words", id="refusal in words"),
        pytest.param([says(None, finish="content_filter")], "filtered", "filter", id="filtered"),
        pytest.param([status(400, "bad", code="content_filter")], "filtered", "400", id="filtered question"),
        pytest.param([says(None)], "empty", "empty", id="no content"),
        pytest.param([says("  ")], "empty", "empty", id="blank content"),
        pytest.param([raw(b"")] * 4, "empty", "empty", id="empty body"),
        pytest.param([raw(b'{"choices": []}')] * 4, "empty", "no answer", id="no choices"),
        pytest.param([says('{"facts": [', finish="length")], "truncated", "cut off", id="cut answer"),
        pytest.param([says("", finish="length")], "truncated", "cut off", id="cut before it began"),
        pytest.param(
            [says(None, finish="length", reasoning_content="hm")],
            "truncated",
            "reasoning",
            id="all reasoning",
        ),
        pytest.param([says("<think>so {")], "truncated", "no end", id="reasoning without end"),
        pytest.param([says({"fact": 1})] * 2, "unparsed", "facts: Field required", id="wrong schema"),
        pytest.param([says("No JSON today.")] * 2, "unparsed", "no complete JSON", id="prose"),
        pytest.param([says(FACTS.schema)] * 2, "unparsed", "schema itself", id="echoed schema"),
        pytest.param([status(400, "context length exceeded")], "too_long", "400", id="too long"),
        pytest.param([status(429)] * 4, "error", "429", id="always 429"),
        pytest.param([status(500, "boom")] * 4, "error", "500: boom", id="always 500"),
        pytest.param([closes] * 4, "error", "connection broke", id="closed connections"),
        pytest.param([cut] * 4, "error", "connection broke", id="cut bodies"),
        pytest.param([raw(completion(GOOD)[:90])] * 4, "error", "cut off", id="half JSON as a whole body"),
        pytest.param([raw(b"<html>")] * 4, "error", "isn't JSON", id="a web page"),
        pytest.param([status(401, "who?")], "error", "401", id="key refused"),
        pytest.param([status(403, "no entry")], "error", "403", id="forbidden"),
        pytest.param([status(404, "no such model")], "error", "404", id="no model"),
    ],
)
def test_every_outcome_has_its_status(
    server: ScriptedServer, llm: Llm, behaviours: list[Behaviour], found: str, note: str
) -> None:
    server.then(*behaviours)
    server.otherwise(lambda _: status(500, "one request too many"))
    answer = one(llm)

    assert (answer.status, answer.value) == (Status(found), None)
    assert note in answer.note
    assert len(server.requests) == len(behaviours)


def test_a_slow_answer_is_given_up(server: ScriptedServer, open_llm: OpenLlm) -> None:
    llm = open_llm(patience=Patience(timeout=0.2, deadline=5, tries=2, first_wait=0.01))
    server.otherwise(lambda _: slowly(1, says(GOOD)))
    answer = one(llm)
    assert answer.status is Status.ERROR
    assert "no answer within" in answer.note
    assert len(server.requests) == 2
    assert llm.spendings()[0].lost == 2


def test_one_bad_item_leaves_the_others_alone(server: ScriptedServer, llm: Llm) -> None:
    bad = {"1": says(None, refusal="no"), "2": says({}), "3": status(403)}

    def behave(body: Body) -> Behaviour:
        text = body["messages"][1]["content"]
        return next((found for key, found in bad.items() if f"Document {key}." in text), says(GOOD))

    server.otherwise(behave)
    answers = llm.ask([ask(str(number)) for number in range(5)], "m")
    assert [answer.status.value for answer in answers] == ["ok", "refused", "unparsed", "error", "ok"]


# Retries.


@pytest.mark.parametrize(
    "trouble", [status(429, retry_after=0.05), status(500), status(503), closes, cut, raw(b""), raw(b"{")]
)
def test_passing_trouble_is_waited_out(server: ScriptedServer, llm: Llm, trouble: Behaviour) -> None:
    server.then(trouble, trouble, says(GOOD))
    assert one(llm).status is Status.OK
    assert len(server.requests) == 3


def test_retry_after_is_honoured(server: ScriptedServer, llm: Llm) -> None:
    server.then(status(429, retry_after=0.4), says(GOOD))
    started = time.monotonic()
    assert one(llm).status is Status.OK
    assert time.monotonic() - started >= 0.4


def test_a_wait_beyond_all_patience_stops_the_run(server: ScriptedServer, llm: Llm) -> None:
    server.then(status(429, "daily limit", retry_after=86_400))
    assert one(llm).status is Status.ERROR
    assert one(llm, ask("d2")).status is Status.PENDING
    with pytest.raises(PartialError, match="asks to wait 86400 s"):
        llm.check()


def test_there_is_a_deadline(server: ScriptedServer, open_llm: OpenLlm) -> None:
    llm = open_llm(patience=Patience(timeout=5, deadline=0.3, tries=1000, first_wait=0.05, longest_wait=0.05))
    server.otherwise(lambda _: status(500))
    started = time.monotonic()
    assert one(llm).status is Status.ERROR
    assert time.monotonic() - started < 3


def test_concurrency_shrinks_under_429_and_grows_again(server: ScriptedServer, open_llm: OpenLlm) -> None:
    llm = open_llm(concurrency=8)
    server.otherwise(lambda _: slowly(0.1, says(GOOD)))
    llm.ask([ask(f"a{number}") for number in range(50)], "m")
    gate = llm._endpoints["m"].gate
    assert 4 < server.most_at_once <= 8
    grown = gate.limit

    server.then(*[status(429, retry_after=0.02)] * 3)
    server.otherwise(lambda _: says(GOOD))
    llm.ask([ask(f"b{number}") for number in range(3)], "m")
    assert gate.least <= grown / 2

    shrunk = gate.limit
    llm.ask([ask(f"c{number}") for number in range(20)], "m")
    assert gate.limit > shrunk


# The one re-ask.


def test_a_re_ask_shows_the_answer_and_the_error(server: ScriptedServer, llm: Llm) -> None:
    server.then(says("<think>hm</think>" + json.dumps({"facts": [{}]})), says(GOOD))
    answer = one(llm)

    assert (answer.status, answer.asked_again, answer.calls) == (Status.OK, True, 2)
    first, second = (request["messages"] for request in server.requests)
    assert second[:2] == first
    assert second[2] == {"role": "assistant", "content": '{"facts": [{}]}'}
    assert "facts.0.subject: Field required" in second[3]["content"]
    assert llm.spendings()[0].asked_again == 1


def no_quote(reply: FactsReply) -> str:
    return "; ".join(f"the quote of {fact.value} isn't there" for fact in reply.facts if fact.value == "1974")


def without_bad_quotes(reply: FactsReply) -> FactsReply | None:
    return FactsReply(facts=[fact for fact in reply.facts if fact.value != "1974"])


def test_what_the_asker_finds_wrong_is_asked_again_once(server: ScriptedServer, llm: Llm) -> None:
    server.then(says({"facts": [{**FACT, "value": "1974"}]}), says(GOOD))
    answer = one(llm, ask(check=no_quote))
    assert answer.status is Status.OK
    assert "the quote of 1974 isn't there" in server.requests[1]["messages"][3]["content"]


def test_what_stays_wrong_is_unparsed(server: ScriptedServer, llm: Llm) -> None:
    server.otherwise(lambda _: says({"facts": [{**FACT, "value": "1974"}]}))
    answer = one(llm, ask(check=no_quote))
    assert (answer.status, answer.value, len(server.requests)) == (Status.UNPARSED, None, 2)


@pytest.mark.parametrize("second", [says({"facts": [FACT, {**FACT, "value": "1974"}]}), says("oh")])
def test_what_is_left_is_kept_where_the_asker_can_tell(
    server: ScriptedServer, llm: Llm, second: Behaviour
) -> None:
    server.then(says({"facts": [FACT, {**FACT, "value": "1974"}]}), second)
    answer = one(llm, ask(check=no_quote, salvage=without_bad_quotes))
    assert answer.status is Status.OK
    assert answer.value
    assert [fact.value for fact in answer.value.facts] == ["1976"]
    assert "1974" in answer.note


def test_trouble_during_the_re_ask_is_not_told_to_the_model(server: ScriptedServer, llm: Llm) -> None:
    server.then(says({}), *[status(500)] * 4)
    assert one(llm).status is Status.ERROR
    server.otherwise(lambda _: says(GOOD))
    assert one(llm).status is Status.OK
    assert len(server.requests) == 6  # the first answer came from the cache this time


def test_a_whole_object_counts_even_if_the_model_went_on(server: ScriptedServer, llm: Llm) -> None:
    server.then(says(json.dumps(GOOD) + "\nAnd another thing: {", finish="length"))
    assert one(llm).status is Status.OK


# What an endpoint understands, learnt once.


@pytest.mark.parametrize(
    ("refused", "form"),
    [
        ([], Form.JSON_SCHEMA),
        (["json_schema"], Form.OBJECT_WITH_SCHEMA),
        (["json_schema", "json_object"], Form.TEXT),
    ],
)
def test_the_form_of_answers_is_learnt_once(
    server: ScriptedServer, llm: Llm, refused: list[str], form: Form
) -> None:
    server.otherwise(without_schemas(*refused)(says(GOOD)))
    llm.probe("m")
    probing = len(server.requests)
    answers = llm.ask([ask(str(number)) for number in range(4)], "m")

    assert [answer.status for answer in answers] == [Status.OK] * 4
    assert len(server.requests) == probing + 4
    assert llm.dialect("m").form is form
    shown = ["JSON schema" in request["messages"][1]["content"] for request in server.requests[probing:]]
    assert shown == [form is Form.TEXT] * 4


def test_an_endpoint_that_takes_json_object_without_schema(server: ScriptedServer, llm: Llm) -> None:
    def behave(body: Body) -> Behaviour:
        given = body.get("response_format", {})
        plain = given == {"type": "json_object"}
        return says(GOOD) if plain else status(422, "response_format: extra inputs are not permitted")

    server.otherwise(behave)
    assert one(llm).status is Status.OK
    assert llm.dialect("m").form is Form.JSON_OBJECT


def test_what_was_learnt_stays_for_the_next_command(server: ScriptedServer, open_llm: OpenLlm) -> None:
    server.otherwise(without_schemas("json_schema", "json_object")(says(GOOD)))
    one(open_llm())
    learning = len(server.requests)
    one(open_llm(), ask("d2"))
    assert len(server.requests) == learning + 1


def test_an_endpoint_that_ignores_the_schema(server: ScriptedServer, llm: Llm) -> None:
    server.otherwise(lambda body: says("Gladly!" if "response_format" in body else GOOD))
    for number in range(5):
        one(llm, ask(str(number)))
    assert llm.dialect("m").form is Form.TEXT
    assert one(llm, ask("last")).status is Status.OK


def test_one_odd_answer_unlearns_nothing(server: ScriptedServer, llm: Llm) -> None:
    server.then(says(GOOD), says("Gladly!"), status(400, "odd"))
    for key in ("d1", "d2"):
        one(llm, ask(key))
    assert llm.dialect("m").form is Form.JSON_SCHEMA


@pytest.mark.parametrize(
    ("parameters", "refusal", "sent"),
    [
        (
            {"max_tokens": 50},
            status(
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead.",
                param="max_tokens",
                code="unsupported_parameter",
            ),
            {"max_completion_tokens": 50},
        ),
        (
            {"max_completion_tokens": 50},
            status(422, "Unknown field: max_completion_tokens"),
            {"max_tokens": 50},
        ),
        (
            {"temperature": 0, "top_p": 0.9},
            status(
                400,
                "Unsupported value: 'temperature' does not support 0 with this model. "
                "Only the default (1) value is supported.",
                param="temperature",
            ),
            {"top_p": 0.9},
        ),
    ],
)
def test_refused_parameters_are_learnt_and_recorded(
    server: ScriptedServer,
    open_llm: OpenLlm,
    parameters: dict[str, Any],
    refusal: Behaviour,
    sent: dict[str, Any],
) -> None:
    refused = next(iter(parameters))
    server.otherwise(lambda body: refusal if refused in body else says(GOOD))
    llm = open_llm(parameters=parameters)
    answers = llm.ask([ask(str(number)) for number in range(3)], "m")

    assert [answer.status for answer in answers] == [Status.OK] * 3
    last = server.requests[-1]
    assert {name: last[name] for name in last.keys() - {"model", "messages", "response_format"}} == sent
    dialect = llm.dialect("m")
    assert refused in {**dialect.renamed, **dialect.refused}
    assert dialect.form is Form.JSON_SCHEMA


def test_a_model_without_system_messages(server: ScriptedServer, llm: Llm) -> None:
    def behave(body: Body) -> Behaviour:
        alone = [message["role"] for message in body["messages"]] == ["user"]
        return says(GOOD) if alone else status(400, "System role not supported")

    server.otherwise(behave)
    assert one(llm).status is Status.OK
    assert one(llm, ask("d2")).status is Status.OK
    assert len(server.requests) == 3
    assert FACTS.system in server.requests[-1]["messages"][0]["content"]
    assert llm.dialect("m").form is Form.JSON_SCHEMA


def test_a_wrong_value_is_not_dropped_but_told(server: ScriptedServer, open_llm: OpenLlm) -> None:
    llm = open_llm(parameters={"temperature": 9})
    server.otherwise(lambda _: status(400, "temperature must be at most 2", param="temperature"))
    with pytest.raises(ConfigError, match="temperature must be at most 2"):
        llm.probe("m")


# Before any work.


def test_a_probe_is_one_short_question(server: ScriptedServer, llm: Llm) -> None:
    llm.probe("m")
    llm.probe("m")
    assert len(server.requests) == 1
    assert [spending.prompt for spending in llm.spendings()] == ["probe@1"]


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        (status(401, "Incorrect API key provided"), "refuses the key.*OPENAI_API_KEY"),
        (status(404, "The model `m` does not exist"), "has no model 'm'.*model's name"),
        (status(404, "Not Found"), "can't be asked.*base URL"),
        (status(402, "Insufficient balance"), "no credit"),
        (status(500, "boom"), "can't be asked.*boom"),
        (raw(b"<html>It works!</html>"), "can't be asked.*isn't JSON"),
    ],
)
def test_what_can_not_work_is_told_before_any_work(
    server: ScriptedServer, llm: Llm, behaviour: Behaviour, message: str
) -> None:
    server.otherwise(lambda _: behaviour)
    with pytest.raises(ConfigError, match=message):
        llm.probe("m")


def test_nobody_at_the_address(open_llm: OpenLlm) -> None:
    llm = open_llm(base_url="http://127.0.0.1:1/v1")
    with pytest.raises(ConfigError, match=r"127\.0\.0\.1:1/v1: .*can't be reached"):
        llm.probe("m")


def test_a_busy_endpoint_is_there_all_the_same(server: ScriptedServer, llm: Llm) -> None:
    server.then(*[status(429)] * 3)
    llm.probe("m")


def test_openai_without_a_key(open_llm: OpenLlm) -> None:
    with pytest.raises(ConfigError, match="needs a key"):
        open_llm(base_url="https://api.openai.com/v1").probe("m")


@pytest.mark.parametrize(
    "url", ["http://user:secret@host/v1", "https://host/v1?key=secret", "host/v1", "ftp://h"]
)
def test_addresses_that_will_not_do(open_llm: OpenLlm, url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        open_llm(base_url=url)
    assert "secret" not in str(caught.value)


def test_a_key_that_is_revoked_in_mid_run_stops_the_asking(server: ScriptedServer, open_llm: OpenLlm) -> None:
    llm = open_llm(concurrency=1)
    server.then(says(GOOD), status(401, "revoked"))
    server.otherwise(lambda _: says(GOOD))
    found = [answer.status.value for answer in llm.ask([ask(str(number)) for number in range(5)], "m")]
    assert sorted(found) == ["error", "ok", "pending", "pending", "pending"]
    with pytest.raises(ConfigError, match="refuses the key"):
        llm.check()


# Money.


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """A model at $10 a million tokens in and out: the scripted server's answers cost $0.0011."""
    file = tmp_path / "models.yaml"
    file.write_text("models: {m: {input: 10, output: 10, context: 100000}}", encoding="utf-8")
    return file


def test_a_budget_needs_a_price(open_llm: OpenLlm) -> None:
    with pytest.raises(ConfigError, match="no price of model 'unheard-of'"):
        open_llm(model="unheard-of", budget=1)
    with pytest.raises(ConfigError, match="no price of model 'other'"):
        open_llm(model="qwen", model_for={"facts": "other"}, budget=1)


def test_a_budget_ends_a_batch_and_can_be_raised(
    server: ScriptedServer, open_llm: OpenLlm, prices: Path
) -> None:
    server.otherwise(lambda _: says(GOOD))
    items = [ask(str(number)) for number in range(10)]
    probe = open_llm(models=prices).estimate(items[:1], "m")
    assert probe.dollars
    llm = open_llm(models=prices, budget=probe.dollars * 1.2 + 0.0022, concurrency=1)

    first = llm.ask(items, "m")
    done = [answer.key for answer in first if answer.status is Status.OK]
    assert 1 <= len(done) < 10
    assert {answer.status for answer in first} == {Status.OK, Status.PENDING}
    assert llm.budget is not None
    assert llm.spent <= llm.budget
    assert llm.spent == pytest.approx(0.0011 * len(done))
    with pytest.raises(PartialError, match="budget"):
        llm.check()

    llm.budget = 1.0
    llm.check()
    assert [answer.status for answer in llm.ask(items, "m")] == [Status.OK] * 10
    assert len(server.requests) == 10  # no answered call was paid for twice


def test_spending_is_told_by_prompt(server: ScriptedServer, open_llm: OpenLlm, prices: Path) -> None:
    server.otherwise(lambda _: says(GOOD, usage={"prompt_tokens": 900, "completion_tokens": 100}))
    llm = open_llm(models=prices)
    llm.probe("m")
    llm.ask([ask("1"), ask("2")], "m")
    llm.ask([ask("1")], "m")
    found = {spending.prompt: spending for spending in llm.spendings()}
    assert found["facts@1"].calls == 2
    assert found["facts@1"].from_cache == 1
    assert found["facts@1"].usage.input == 1800
    assert found["facts@1"].dollars == pytest.approx(0.02)


def test_unreported_usage_stays_unknown(server: ScriptedServer, open_llm: OpenLlm, prices: Path) -> None:
    server.otherwise(lambda _: says(GOOD, usage=None))
    llm = open_llm(models=prices, budget=1.0)
    assert one(llm).usage.input is None
    [spending] = llm.spendings()
    assert (spending.usage.output, spending.dollars) == (None, None)
    assert llm.spent > 0


def test_an_estimate_spends_nothing(open_llm: OpenLlm, server: ScriptedServer, prices: Path) -> None:
    llm = open_llm(base_url=server.url, models=prices)
    items = [ask(str(number)) for number in range(4)]
    server.otherwise(lambda _: says(GOOD))
    one(llm, items[0])
    before = len(server.requests)

    found = llm.estimate(items, "m")

    assert len(server.requests) == before
    assert (found.calls, found.from_cache) == (3, 1)
    assert found.usage.output == 3 * FACTS.output_tokens
    assert found.usage.input
    assert found.dollars == pytest.approx((found.usage.input + 3 * FACTS.output_tokens) * 10 / 1e6)
    assert found.longest <= found.usage.input
    assert (found + found).calls == 6


def test_an_estimate_learns_from_answers_so_far(
    open_llm: OpenLlm, server: ScriptedServer, prices: Path
) -> None:
    server.otherwise(lambda _: says(GOOD, usage={"prompt_tokens": 1, "completion_tokens": 77}))
    llm = open_llm(models=prices)
    llm.ask([ask(str(number)) for number in range(20)], "m")
    assert llm.estimate([ask("new")], "m").usage.output == 77


def test_what_is_too_long_is_not_sent(server: ScriptedServer, open_llm: OpenLlm) -> None:
    llm = open_llm(context=2000)
    long = Ask("long", FACTS, {"document": "word " * 3000, "most": "10"})
    assert one(llm, long).status is Status.TOO_LONG
    assert server.requests == []
    server.then(says(GOOD))
    assert one(llm).status is Status.OK


# The cache.


def test_an_answer_is_paid_for_once(server: ScriptedServer, open_llm: OpenLlm) -> None:
    server.otherwise(lambda _: says(GOOD))
    paid = one(open_llm())
    again = one(open_llm())
    assert (paid.calls, again.calls) == (1, 0)
    assert (again.value, again.text, again.usage) == (paid.value, paid.text, paid.usage)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "other",
    [{"parameters": {"temperature": 1}}, {"parameters": {"max_tokens": 9}}],
)
def test_other_settings_are_another_question(
    server: ScriptedServer, open_llm: OpenLlm, other: dict[str, Any]
) -> None:
    server.otherwise(lambda _: says(GOOD))
    one(open_llm())
    one(open_llm(**other))
    assert len(server.requests) == 2


def test_samples_stay_apart_and_come_back_the_same(server: ScriptedServer, open_llm: OpenLlm) -> None:
    server.then(*(says({"facts": [{**FACT, "value": str(number)}]}) for number in range(8)))
    samples = [ask(sample=index) for index in range(8)]

    def values(llm: Llm) -> list[str]:
        return [a.value.facts[0].value for a in llm.ask(samples, "m") if a.value]

    first = values(open_llm(concurrency=1))
    assert sorted(first) == list("01234567")
    assert values(open_llm()) == first


def test_equal_questions_of_one_batch_are_one_call(server: ScriptedServer, llm: Llm) -> None:
    server.otherwise(lambda _: slowly(0.05, says(GOOD)))
    answers = llm.ask([ask(), ask(), ask()], "m")
    assert [answer.status for answer in answers] == [Status.OK] * 3
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("behaviour", "kept"),
    [
        (says({"wrong": 1}), True),
        (says('{"facts": [', finish="length"), True),
        (says(None, refusal="no"), False),
        (says("I cannot help with that."), False),
        (says(None), False),
        (says(None, finish="content_filter"), False),
        (status(403), False),
    ],
)
def test_what_is_kept(server: ScriptedServer, open_llm: OpenLlm, behaviour: Behaviour, kept: bool) -> None:
    server.otherwise(lambda _: behaviour)
    first = one(open_llm())
    sent = len(server.requests)
    again = one(open_llm())
    assert again.status is first.status
    assert len(server.requests) == (sent if kept else 2 * sent)


def test_a_narrower_schema(server: ScriptedServer, llm: Llm) -> None:
    prompt = load_prompt("knowledge_points", KnowledgePointsReply)
    narrow = json.loads(json.dumps(prompt.schema))
    narrow["properties"]["labels"]["items"]["properties"]["path"]["enum"] = ["Science / Physics / Acoustics"]
    server.then(says({"labels": []}))
    values = {"document": "d", "taxonomy": "Science / Physics / Acoustics"}
    [answer] = llm.ask([Ask("d", prompt, values, narrower=narrow)], "m")
    assert answer.status is Status.OK
    assert server.requests[0]["response_format"]["json_schema"]["schema"] == narrow


def test_the_identity_of_results(open_llm: OpenLlm) -> None:
    llm = open_llm(model="m", model_for={"facts": "n"}, parameters={"temperature": 0})
    assert (llm.model_for("facts"), llm.model_for("relations")) == ("n", "m")
    assert llm.identity(FACTS, "n") == {
        "model": "n",
        "prompt": f"facts@1:{FACTS.fingerprint}",
        "parameters": {"temperature": 0},
    }


# Ends.


def test_an_unwritable_cache_ends_the_spending(
    server: ScriptedServer, llm: Llm, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.otherwise(lambda _: says(GOOD))

    def full(*_: object) -> None:
        raise GraphProbeError("the answer cache can't be used: database or disk is full")

    monkeypatch.setattr(llm._cache, "put", full)
    with pytest.raises(GraphProbeError, match="disk is full"):
        llm.ask([ask(str(number)) for number in range(50)], "m")
    assert len(server.requests) < 50


def test_closing_drops_what_is_under_way(server: ScriptedServer, open_llm: OpenLlm) -> None:
    server.otherwise(lambda _: slowly(3, says(GOOD)))
    llm = open_llm()

    def in_the_background() -> None:
        with suppress(CancelledError):
            one(llm)

    asking = threading.Thread(target=in_the_background)
    asking.start()
    while not server.requests:
        time.sleep(0.01)
    started = time.monotonic()
    llm.close()
    asking.join()
    llm.close()
    assert time.monotonic() - started < 2


def test_patience_waits_longer_each_time() -> None:
    waits = [[Patience(first_wait=1).wait(tries) for _ in range(50)] for tries in (1, 2)]
    assert 0.5 <= min(waits[0]) < max(waits[0]) <= 1.5
    assert 1 <= min(waits[1]) < max(waits[1]) <= 3
    assert Patience(first_wait=1, longest_wait=10).wait(50) <= 15


def test_a_slow_model_has_minutes_by_default() -> None:
    """A small machine takes a minute over an answer, a reasoning model several."""
    settings = LlmSettings()
    assert (settings.timeout, settings.deadline) == (Patience().timeout, Patience().deadline) == (300, 1800)
