"""Speed of ``corpus add`` beside a bare UNWIND loop: same driver, same batch, same machine, one run.

    python benchmarks/corpus_add.py [--documents 20000] [--neo4j bolt://... ] [--json]

The corpus is made of words drawn from the real documents of ``GRAPHPROBE_DATA``, about 600 characters a
document. The bare loop reads the JSONL and writes, in transactions of as many rows, the properties that
``corpus add`` stores; it computes nothing (constants stand in for language, quality, groups and bands) and
looks nothing up. ``fields`` is the same loop with no more than the record's own fields. Each round has a
graph of its own, warmed up by every way, and begins with another way. The ratio is the median of the rounds',
and stands with the least and the greatest; CPU time is that of this process, without the engine's.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import neo4j
import orjson

from graphprobe.config import CorpusSettings, GraphSettings
from graphprobe.corpus import add_corpus
from graphprobe.corpus.steps import BATCH_DOCUMENTS
from graphprobe.graph import Graph, embedded, engine, open_graph
from graphprobe.graph.maintenance import wipe

DATA = Path(os.environ.get("GRAPHPROBE_DATA", Path(__file__).parents[2] / "shared" / "data"))
TARGET = 0.8

ALL_PROPERTIES = (
    "text", "text_sha", "url", "title", "date", "corpus", "source", "language", "quality", "partition",
    "n_chars", "dup_group", "band_0", "band_1", "band_2", "band_3", "corpus_fingerprint",
)  # fmt: skip
FIELDS = ("text", "url", "title", "source")


def make_corpus(path: Path, documents: int) -> None:
    """Writes documents whose words are drawn at random from real ones, as often as they stand there."""
    rng = random.Random(7)
    with (DATA / "corpus.dev.jsonl").open(encoding="utf-8") as file:
        words = [word for line in file for word in json.loads(line)["text"].split()]
    with path.open("wb") as out:
        for number in range(documents):
            sentences = [" ".join(rng.choices(words, k=rng.randint(8, 25))) for _ in range(6)]
            text = ". ".join(sentences) + "."
            record = {"id": f"d{number:07d}", "url": f"http://example.org/{number}", "text": text}
            out.write(orjson.dumps(record) + b"\n")


def bare_rows(path: Path, properties: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The rows of the bare loop."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            record = orjson.loads(line)
            values = {
                "text_sha": "0" * 32, "date": None, "corpus": None, "title": None, "language": "en",
                "quality": 0.5, "partition": "low", "dup_group": record["id"], "corpus_fingerprint": "0" * 20,
                "n_chars": len(record["text"]), "source": f"{path}:{number}",
                **{f"band_{band}": hash((band, record["id"])) for band in range(4)},
                **record,
            }  # fmt: skip
            yield {"key": record["id"], **{name: values[name] for name in properties}}


def bare_loop(driver: neo4j.Driver, database: str | None, path: Path, properties: tuple[str, ...]) -> None:
    """Reads JSONL and merges documents, a batch a transaction."""
    assignments = ", ".join(f"d.{name} = row.{name}" for name in properties)
    query = f"UNWIND $rows AS row MERGE (d:Document {{id: row.key}}) SET {assignments}"
    rows = bare_rows(path, properties)
    with driver.session(database=database) as session:
        while batch := list(islice(rows, BATCH_DOCUMENTS)):
            session.execute_write(lambda tx, batch=batch: tx.run(query, rows=batch).consume())


@contextmanager
def fresh_graph(neo4j_uri: str | None, folder: Path) -> Iterator[tuple[Graph, neo4j.Driver, str | None]]:
    """An empty graph with its schema, and a plain driver for it."""
    with ExitStack() as stack:
        if neo4j_uri:
            password = os.environ.get("GRAPHPROBE_GRAPH_PASSWORD", "")
            settings = GraphSettings(uri=neo4j_uri, password=password)  # type: ignore[arg-type]
            graph = stack.enter_context(open_graph(settings))
            driver = stack.enter_context(neo4j.GraphDatabase.driver(neo4j_uri, auth=("neo4j", password)))
            driver.execute_query(
                "MATCH (d:Document) CALL (d) { DETACH DELETE d } IN TRANSACTIONS OF 5000 ROWS"
            )
            yield graph, driver, None
            return
        graph = stack.enter_context(open_graph(GraphSettings(uri=f"embedded:{folder}")))
        endpoint = stack.enter_context(embedded.joined(folder))
        auth = (engine.USER, endpoint.password)
        driver = stack.enter_context(neo4j.GraphDatabase.driver(endpoint.address, auth=auth))
        yield graph, driver, engine.DATABASE


class Cost(NamedTuple):
    """What one way took: seconds by the clock, and seconds of CPU time (user and system) in this process."""

    wall: float
    cpu: float


def measure(path: Path, rounds: int, neo4j_uri: str | None) -> dict[str, list[Cost]]:
    """The cost of each way in each round."""
    ways: dict[str, Callable[[Graph, neo4j.Driver, str | None], object]] = {
        "bare": lambda graph, driver, database: bare_loop(driver, database, path, ALL_PROPERTIES),  # noqa: ARG005
        "corpus add": lambda graph, driver, database: add_corpus(graph, [path], CorpusSettings()),  # noqa: ARG005
        "fields": lambda graph, driver, database: bare_loop(driver, database, path, FIELDS),  # noqa: ARG005
    }
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for number in range(rounds):
        with (
            tempfile.TemporaryDirectory() as folder,
            fresh_graph(neo4j_uri, Path(folder) / "graph") as (graph, driver, database),
        ):
            for way in ways.values():  # the server compiles what it runs often
                way(graph, driver, database)
                wipe(graph)
            names = list(ways)
            for name in names[number % len(names) :] + names[: number % len(names)]:
                wall, cpu = time.monotonic(), time.process_time()
                ways[name](graph, driver, database)
                costs[name].append(Cost(time.monotonic() - wall, time.process_time() - cpu))
                wipe(graph)
                print(f"round {number + 1} {name}: {costs[name][-1].wall:.2f} s", file=sys.stderr)
    return costs


def key(way: str) -> str:
    """The name of a way in the result."""
    return way.replace(" ", "_")


def main() -> int:
    """Prints rates and the ratio; exit code 1 below the target."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--neo4j", metavar="URI", help="a server whose documents may be deleted")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.jsonl"
        make_corpus(path, options.documents)
        costs = measure(path, options.rounds, options.neo4j)
    ratios = [bare.wall / add.wall for bare, add in zip(costs["bare"], costs["corpus add"], strict=True)]
    walls = {name: statistics.median(cost.wall for cost in found) for name, found in costs.items()}
    cpus = {name: statistics.median(cost.cpu for cost in found) for name, found in costs.items()}
    result = {
        "documents": options.documents,
        "engine": "neo4j" if options.neo4j else "embedded",
        **{f"{key(name)}_per_second": round(options.documents / wall) for name, wall in walls.items()},
        **{f"{key(name)}_cpu_us": round(cpu / options.documents * 1e6) for name, cpu in cpus.items()},
        "ratio": round(statistics.median(ratios), 3),
        "ratio_least": round(min(ratios), 3),
        "ratio_greatest": round(max(ratios), 3),
        "ratio_to_fields": round(walls["fields"] / walls["corpus add"], 3),
        "target": TARGET,
    }
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:24} {value}")
    return 0 if result["ratio"] >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
