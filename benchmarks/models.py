"""What a language model adds to the rules, and what it costs: relations, facts and knowledge points.

Needs an endpoint: the one of the settings (GRAPHPROBE_LLM__MODEL, GRAPHPROBE_LLM__BASE_URL ...), else a model
named `qwen` on 127.0.0.1:18080. Answers are kept in the cache of the settings, so that a run that was stopped
goes on, and a second one asks nothing. The page shows Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, behind llama.cpp's
own server, a very weak model for this.

- *relations*: a sample of the labelled pairs, stratified by source and label. The rules alone; the model
  alone, which reads every pair: once held to its own booleans, values and quotes as `reading: pairwise` has
  it, where unparsed answers count as `none`, and once by its label as it stands; and both, as `reading: open`
  has it, where the model is asked only about what rules leave open. All from the same answers.
- *facts*: gold answers found in the first documents of the labelled corpus (see benchmarks/facts.py), by
  rules, by the model, and by both. They are those that `graphprobe mine --limit` reads; it asks little anew.
- *knowledge points*: how often the model's labels hold the nearest label, by whether that was in doubt.
- *cost*: tokens and seconds an item with its re-ask, how many needed it, and how many stayed unparsed.

    python -m benchmarks.models [--rows 100] [--documents 40] [--errors]
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import orjson

from benchmarks import data_folder
from benchmarks.facts import found as holds
from benchmarks.facts import gold_answers
from benchmarks.relations import Judged, interval, precision_recall
from graphprobe.config import KnowledgePointSettings, RelationSettings, Settings, load_settings
from graphprobe.llm import Answer, Llm
from graphprobe.llm.extraction import UnreadableError, read_object
from graphprobe.mining.classified import Classified, label_of
from graphprobe.mining.evidence import Pair
from graphprobe.mining.facts import extract_facts
from graphprobe.mining.knowledge_points import choose_labeller
from graphprobe.mining.model_facts import ModelFactExtractor, joined_with_rules, pieces
from graphprobe.mining.model_facts import ask_about as ask_about_facts
from graphprobe.mining.model_labels import ModelLabeller
from graphprobe.mining.model_relations import PROMPT as RELATION_PROMPT
from graphprobe.mining.model_relations import ask_about as ask_about_pair
from graphprobe.mining.model_relations import relation_read
from graphprobe.mining.pair_files import read_pairs
from graphprobe.mining.parsing import Parser
from graphprobe.mining.reading import DocumentReading
from graphprobe.mining.relations import choose_classifier
from graphprobe.mining.taxonomy import load_taxonomy
from graphprobe.records import Document, RelationLabel, Status

T = TypeVar("T")
Row = dict[str, Any]

SEED = 20_261_130
LOCAL = {
    "model": "qwen",
    "base_url": "http://127.0.0.1:18080/v1",
    "parameters": {"temperature": 0, "max_tokens": 600},
    "concurrency": 1,
    "timeout": 1800,
    "deadline": 7200,
}


def read_jsonl(name: str) -> list[Row]:
    return [orjson.loads(line) for line in (data_folder() / name).read_bytes().splitlines()]


def sample(rows: Sequence[Row], size: int, strata: Sequence[str]) -> list[Row]:
    """A fixed sample in which each stratum has its share, in a fixed order."""
    by_stratum: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["id"]):
        by_stratum[tuple(str(row[name]) for name in strata)].append(row)
    choose = random.Random(SEED)
    chosen = [
        row
        for stratum in sorted(by_stratum)
        for row in choose.sample(by_stratum[stratum], round(size * len(by_stratum[stratum]) / len(rows)))
    ]
    choose.shuffle(chosen)
    return chosen


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(f'{cell:.3f}' if isinstance(cell, float) else str(cell) for cell in row)} |")


def relations(llm: Llm, model: str, size: int, *, errors: bool) -> list[Answer[Any]]:
    """Rules, model and both on labelled pairs; the answers of the model that reads every pair."""
    rows = sample(read_jsonl("pairs.dev.jsonl"), size, ("source", "label"))
    settings = RelationSettings()
    with Parser() as parser:
        pairs = read_pairs(parser, [(row["text_a"], row["text_b"]) for row in rows])
    both = choose_classifier(settings, llm).classify(pairs)
    answers = llm.ask([ask_about_pair(*pair) for pair in pairs], model)
    ways = {
        "rules alone": choose_classifier(settings).classify(pairs),
        "model alone": [as_read(pair, answer) for pair, answer in zip(pairs, answers, strict=True)],
        "both": both,
    }
    judged = {way: judge(rows, found) for way, found in ways.items()}
    judged["the model's label, unchecked"] = by_label(rows, answers)
    print(f"\n### relations: {len(rows)} pairs\n")
    print("Of conflict; in parentheses 95 % intervals over groups of rows that share a subject.")
    for source in ("all", *sorted({row["source"] for row in rows})):
        print(f"\n{source}:")
        of_source = (
            scores(way, [one for one in ones if source in ("all", one.row["source"])])
            for way, ones in judged.items()
        )
        table(("way", "called", "precision", "recall", "F1"), of_source)
    if errors:
        show_errors(judged)
    return answers


def as_read(pair: tuple[DocumentReading, DocumentReading], answer: Answer[Any]) -> Classified:
    """What a model says of a pair, rules left aside."""
    read = relation_read(Pair(*pair), answer.value) if answer.value else None
    return Classified([read] if read else [])


def by_label(rows: Sequence[Row], answers: Sequence[Answer[Any]]) -> list[Judged]:
    """What a model calls each pair, whatever else it says; what can't be read at all is ``none``."""
    judged = []
    for row, answer in zip(rows, answers, strict=True):
        called, sure = RelationLabel.NONE.value, 0.0
        with suppress(UnreadableError):
            reply = read_object(answer.text or "", RELATION_PROMPT.reply, RELATION_PROMPT.schema)
            called = reply.label
            sure = reply.confidence if called == RelationLabel.CONFLICT.value else 0.0
        judged.append(Judged(row, called, sure, []))
    return judged


def judge(rows: Sequence[Row], found: Sequence[Classified]) -> list[Judged]:
    judged = []
    for row, one in zip(rows, found, strict=True):
        conflicts = [r.confidence for r in one.relations if r.label is RelationLabel.CONFLICT]
        called = label_of(one.relations).value
        judged.append(Judged(row, called, max(conflicts, default=0.0), list(one.relations)))
    return judged


def scores(way: str, judged: Sequence[Judged]) -> tuple[Any, ...]:
    precision, recall = precision_recall(judged, "conflict")
    of_precision, of_recall = interval(judged, "conflict")
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    called = sum(one.called == "conflict" for one in judged)
    return way, called, f"{precision:.3f} ({of_precision})", f"{recall:.3f} ({of_recall})", f1


def show_errors(judged: Mapping[str, Sequence[Judged]]) -> None:
    """Lists the rows that any way calls wrong, for reading."""
    for ones in zip(*judged.values(), strict=True):
        called = dict(zip(judged, (one.called for one in ones), strict=True))
        if set(called.values()) != {ones[0].truth}:
            said = ", ".join(f"{way}: {label}" for way, label in called.items())
            print(f"{ones[0].row['id']} is {ones[0].truth} ({ones[0].row['kind']}); {said}")


def facts(llm: Llm, model: str, documents: Sequence[Row]) -> list[Answer[Any]]:
    """Gold answers that the facts of rules, model and both hold."""
    texts = [Document(row["id"], row["text"], title=row.get("title")) for row in documents]
    with Parser() as parser:
        docs = parser.parse([document.text for document in texts])
    asks = [ask_about_facts(document, piece) for document in texts for piece in pieces(document.text)]
    answers = llm.ask(asks, model)
    read = ModelFactExtractor(llm, model).extract(texts)
    by_rules = {d.id: extract_facts(d.id, doc, d.title) for d, doc in zip(texts, docs, strict=True)}
    by_model = {d.id: list(one.facts) for d, one in zip(texts, read, strict=True)}
    both = {d.id: joined_with_rules(by_rules[d.id], by_model[d.id]) for d in texts}
    golds = [
        (group, answer, document)
        for group, answer, document in gold_answers(read_jsonl("corpus.dev.gold.jsonl"))
        if document in both
    ]
    print(f"\n### facts: {len(texts)} documents with {len(golds)} gold answers")
    table(
        ("way", "facts", "gold answers found"),
        (
            (way, sum(map(len, some.values())), sum(holds(some, *gold) for gold in golds))
            for way, some in (("rules alone", by_rules), ("model alone", by_model), ("both", both))
        ),
    )
    return answers


def knowledge_points(llm: Llm, model: str, documents: Sequence[Row]) -> list[Answer[Any]]:
    """How a model's labels agree with the nearest label, where that is in doubt and where it isn't."""
    settings = KnowledgePointSettings()
    nearest = choose_labeller(settings)
    reader = ModelLabeller(load_taxonomy(), llm, model)
    answers = reader.ask([{"key": r["id"], "text": r["text"], "title": r.get("title")} for r in documents])
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row, answer in zip(documents, answers, strict=True):
        label = nearest.label(row["text"])
        doubt = "none" if label is None else "in doubt" if label.confidence < settings.doubt else "clear"
        labels = reader.labels(row["text"], answer)
        count = counts[doubt]
        count[0] += 1
        count[1] += len(labels)
        count[2] += label is not None and any(one.point.path == label.point.path for one in labels)
        count[3] += label is not None and any(one.point.field == label.point.field for one in labels)
    print(f"\n### knowledge points: {len(documents)} documents")
    table(
        ("nearest label", "documents", "the model's labels", "with the nearest", "with one of its field"),
        ((doubt, *count) for doubt, count in sorted(counts.items())),
    )
    return answers


def costs(answered: Mapping[str, Sequence[Answer[Any]]], at_once: int) -> None:
    print("\n### cost\n\nAn item is a pair or a piece of a document; its re-ask is in its numbers.")
    print(f"Seconds are those an item waits for its answers, with {at_once} asked at once, also if they were")
    print("asked in an earlier run.")
    table(
        ("prompt", "items", "tokens in", "tokens out", "seconds", "asked again", "unparsed", "no answer"),
        (
            (
                name,
                len(answers),
                f"{_mean(a.usage.input for a in answers):.0f}",
                f"{_mean(a.usage.output for a in answers):.0f}",
                f"{_mean(a.seconds for a in answers):.1f}",
                f"{_mean(a.asked_again for a in answers):.2f}",
                f"{_mean(a.status is Status.UNPARSED for a in answers):.2f}",
                f"{_mean(a.status not in (Status.OK, Status.UNPARSED) for a in answers):.2f}",
            )
            for name, answers in answered.items()
        ),
    )


def _mean(numbers: Iterable[float | None]) -> float:
    known = [number for number in numbers if number is not None]
    return sum(known) / len(known) if known else 0.0


def calls_a_document(documents: Sequence[Row]) -> None:
    """What mining with rules first asks, as far as documents tell: facts, and labels in doubt."""
    settings = KnowledgePointSettings()
    nearest = choose_labeller(settings)
    labels = [nearest.label(row["text"]) for row in documents]
    doubtful = sum(label is not None and label.confidence < settings.doubt for label in labels)
    cut = sum(len(pieces(row["text"])) for row in documents)
    print(f"\n### calls a document, rules first, of {len(documents)} documents\n")
    print(f"facts {cut / len(documents):.3f}, knowledge points {doubtful / len(documents):.3f}")


def endpoint(settings: Settings) -> Settings:
    """The settings, with the local model where they name none."""
    if settings.llm.model:
        return settings
    return settings.model_copy(update={"llm": settings.llm.model_copy(update=LOCAL)})


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--rows", type=int, default=100, help="pairs of the sample")
    arguments.add_argument("--documents", type=int, default=40, help="documents that are read")
    arguments.add_argument("--errors", action="store_true", help="list the pairs that are called wrong")
    options = arguments.parse_args()
    settings = endpoint(load_settings())
    model = str(settings.llm.model)
    corpus = read_jsonl("corpus.dev.jsonl")
    answered: dict[str, Sequence[Answer[Any]]] = {}
    with Llm(settings.llm) as llm:
        llm.probe(model)
        print(f"Model: {model}, parameters {orjson.dumps(settings.llm.parameters).decode()}")
        answered["relations"] = relations(llm, model, options.rows, errors=options.errors)
        documents = corpus[: options.documents]
        answered["facts"] = facts(llm, model, documents)
        answered["knowledge_points"] = knowledge_points(llm, model, documents)
        costs(answered, settings.llm.concurrency)
    calls_a_document(corpus)


if __name__ == "__main__":
    main()
