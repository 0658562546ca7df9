"""Runs of conditional perplexity: a model's log-probabilities of every item's answers, in a folder.

::

    OUT/settings.json        model, endpoint, chat template, way of scoring, benchmark; others are refused
    OUT/perplexities.jsonl   one line an item as soon as it's scored; only appended to
    OUT/summary.json         counts, and means by outcome where a judged run is given

Before the first item, texts with an obvious continuation show whether the endpoint's log-probabilities are
those of the tokens they stand beside, in the very chat template that the items are put into.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

from graphprobe.config import config_file
from graphprobe.corpus.files import atomic_write
from graphprobe.errors import ConfigError, DataError
from graphprobe.evaluation.benchmark import Benchmark
from graphprobe.evaluation.logs import appending, last_of_each
from graphprobe.evaluation.perplexity import (
    Group,
    ItemPerplexity,
    Unscorable,
    by_bin,
    by_outcome,
    item_perplexity,
    place,
)
from graphprobe.evaluation.records import Item, Outcome
from graphprobe.evaluation.run import Watcher, messages_of
from graphprobe.llm import Llm, Method, ScoreAsk, Scored
from graphprobe.llm.chat_templates import ChatTemplate
from graphprobe.llm.logprobs import Trust, verdict
from graphprobe.llm.templates import load_instruction
from graphprobe.records import Status

SETTINGS, LOG, SUMMARY = "settings.json", "perplexities.jsonl", "summary.json"


class _Obvious(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    response: str


class _Wording(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    sentence: str
    obvious: tuple[_Obvious, ...]


@cache
def _wording() -> _Wording:
    return _Wording.model_validate(yaml.safe_load(config_file("perplexity.yaml").read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class PerplexitySettings:
    """What perplexities depend on.

    Attributes:
        model: the model, as its endpoint calls it.
        base_url: its endpoint.
        chat_template: name of the template.
        chat_template_sha256: hash of its text.
        sentence: the response that gives the answers.
        prompt: the closed-book instruction: name, version and hash.
        method: ``echo`` or ``next`` (:mod:`graphprobe.llm.logprobs`).
        benchmark: where the items come from.
        benchmark_sha256: hash of the benchmark.
        limit: how many items of it; None: all.
    """

    model: str
    base_url: str
    chat_template: str
    chat_template_sha256: str
    sentence: str
    prompt: str
    method: str
    benchmark: str
    benchmark_sha256: str
    limit: int | None = None


def choose_method(llm: Llm, model: str, template: ChatTemplate, wanted: Method | None = None) -> Method:
    """The way to log-probabilities that an endpoint's own answers show to be sound.

    Args:
        llm: the endpoint.
        model: the model.
        template: its chat template.
        wanted: the only way to try; None: the echo, then token by token.

    Raises:
        ConfigError: neither can be believed; says what is wrong with each.
        PartialError: the budget is spent.
    """
    found: list[str] = []
    for method in [wanted] if wanted else list(Method):
        scored: list[Scored] = []
        asks = [_ask(one.question, one.question, one.response, template) for one in _wording().obvious]
        llm.score_texts(asks, model, method, lambda _, one: scored.append(one))  # noqa: B023
        llm.check()
        failed = next((one for one in scored if one.status is not Status.OK), None)
        trust = None if failed else verdict([one.scores for one in scored])
        if trust is Trust.SOUND:
            return method
        found.append(f"{method.value}: {trust.value if trust else failed.note if failed else ''}")
    raise ConfigError(
        f"the endpoint's log-probabilities of given texts can't be used ({'; '.join(found)})",
        where=llm.base_url,
        remedy="They need /completions with echo and logprobs, as vLLM has it; check --chat-template too.",
    )


def measure(
    out: Path,
    benchmark: Benchmark,
    llm: Llm,
    model: str,
    template: ChatTemplate,
    *,
    wanted: Method | None = None,
    limit: int | None = None,
    watcher: Watcher | None = None,
) -> list[ItemPerplexity]:
    """Scores the answers of every item that has no perplexity yet.

    Args:
        out: the folder; one of the same settings is continued.
        benchmark: the items.
        llm: the endpoint.
        model: the model.
        template: its chat template.
        wanted: the way to log-probabilities; None: the first that is sound.
        limit: how many items; None: all.
        watcher: what follows the run.

    Returns:
        the perplexities of all items, in the order of the benchmark.

    Raises:
        ConfigError: the folder holds something else, or log-probabilities can't be used.
        PartialError: the budget is spent; what was scored is logged.
    """
    method = choose_method(llm, model, template, wanted)
    instruction = load_instruction("closed_book")
    settings = PerplexitySettings(
        model=model,
        base_url=llm.base_url,
        chat_template=template.name,
        chat_template_sha256=hashlib.sha256(template.source.encode()).hexdigest(),
        sentence=_wording().sentence,
        prompt=f"{instruction.id}:{instruction.fingerprint}",
        method=method.value,
        benchmark=benchmark.source,
        benchmark_sha256=benchmark.sha256,
        limit=limit,
    )
    _claim(out, settings)
    items = benchmark.items[:limit]
    with appending(out / LOG) as append:
        done = {one.item: one for one in read_perplexities(out) if one.status is Status.OK}
        if watcher:
            watcher.start(len(items), len(done))

        def heard(ask: ScoreAsk, scored: Scored) -> None:
            found = _perplexity(ask.key, scored)
            if found.status is not Status.PENDING:
                append(_record(found))
                if watcher:
                    watcher.heard(found.status, llm.spent)

        try:
            llm.score_texts(_asks(items, done, template), model, method, heard)
        finally:
            if watcher:
                watcher.end()
    llm.check()
    known = {one.item: one for one in read_perplexities(out)}
    return [known[item.id] for item in items if item.id in known]


def read_perplexities(out: Path) -> Iterator[ItemPerplexity]:
    """The perplexities of a folder, of each item the last that was logged."""
    return last_of_each(out / LOG, _of_record)


def summarize(items: Iterable[ItemPerplexity], outcomes: Mapping[str, Outcome]) -> dict[str, Any]:
    """Counts by status, and geometric-mean perplexities: of all, by outcome and by bin.

    Args:
        items: perplexities.
        outcomes: outcomes of a judged run by item; none: no groups.
    """
    found = list(items)
    losses = [one.nll for one in found if one.nll is not None]
    summary: dict[str, Any] = {
        "items": len(found),
        "statuses": dict(Counter(one.status.value for one in found)),
        "ppl": math.exp(math.fsum(losses) / len(losses)) if losses else None,
        "mean": "geometric, over items with status ok",
    }
    if outcomes:
        groups = by_outcome(found, dict(outcomes))
        summary["by_outcome"] = {outcome.value: _group(one) for outcome, one in groups.items()}
        summary["by_bin"] = [_group(one) for one in by_bin(found, dict(outcomes))]
    return summary


def write_summary(out: Path, summary: Mapping[str, Any]) -> None:
    """Writes the summary of a folder anew."""
    with atomic_write(out / SUMMARY) as file:
        file.write(json.dumps(summary, indent=2).encode() + b"\n")


def _asks(
    items: Iterable[Item], done: Mapping[str, ItemPerplexity], template: ChatTemplate
) -> Iterator[ScoreAsk]:
    for item in items:
        if item.id not in done:
            response = place(_wording().sentence, item.gold_answers).text
            yield _ask(item, item.question, response, template)


def _ask(key: Any, question: str, response: str, template: ChatTemplate) -> ScoreAsk:
    before = template.render(messages_of(question, load_instruction("closed_book")))
    return ScoreAsk(key, before + response, len(before))


def _perplexity(item: Item, scored: Scored) -> ItemPerplexity:
    if scored.status is not Status.OK:
        return ItemPerplexity(item.id, scored.status, note=scored.note)
    try:
        return item_perplexity(item.id, place(_wording().sentence, item.gold_answers), scored.scores)
    except Unscorable as error:
        return ItemPerplexity(item.id, Status.UNPARSED, note=error.what)


def _claim(out: Path, settings: PerplexitySettings) -> None:
    """Makes the folder, or makes sure that the one that is there is of the same settings.

    Raises:
        ConfigError: it is of others (names what differs), or holds something else.
        DataError: its settings can't be read.
    """
    file = out / SETTINGS
    if not file.exists():
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise ConfigError(
                "holds something else", where=str(out), remedy="Choose another folder with --out."
            )
        out.mkdir(parents=True, exist_ok=True)
        with atomic_write(file) as target:
            target.write(json.dumps(asdict(settings), indent=2).encode() + b"\n")
        return
    try:
        before = json.loads(file.read_bytes())
        differing = [name for name, value in asdict(settings).items() if before.get(name) != value]
    except (OSError, ValueError, AttributeError) as error:
        raise DataError(f"the settings can't be read: {error}", where=str(file)) from None
    if differing:
        raise ConfigError(
            f"holds perplexities of another {', '.join(differing)}",
            where=str(out),
            remedy="Choose another folder with --out.",
        )


def _record(found: ItemPerplexity) -> dict[str, Any]:
    return {
        "benchmark_id": found.item,
        "status": found.status.value,
        "nll": found.nll,
        "ppl": found.ppl,
        "tokens": found.tokens,
        "nll_by_answer": list(found.by_answer),
        "note": found.note,
    }


def _of_record(record: Mapping[str, Any]) -> ItemPerplexity:
    return ItemPerplexity(
        str(record["benchmark_id"]),
        Status(record["status"]),
        record["nll"],
        record["tokens"],
        tuple(record["nll_by_answer"]),
        record["note"],
    )


def _group(group: Group) -> dict[str, Any]:
    outcomes = {outcome.value: count for outcome, count in group.outcomes.items()}
    return {"n": group.n, "ppl": group.ppl, "low": group.low, "high": group.high, "outcomes": outcomes}
