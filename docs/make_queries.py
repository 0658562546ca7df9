"""Writes docs/queries.md: every named query, with an example and what it gives on the demo corpus.

It mines the demo corpus, which takes about a minute. A test compares the page with what both engines give.
"""

from __future__ import annotations

import io
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from graphprobe.cli.tables import print_table
from graphprobe.config import GraphSettings, load_settings
from graphprobe.demo import CORPUS
from graphprobe.explore import answer, named_queries, named_query
from graphprobe.graph import Graph, open_graph
from graphprobe.pipeline import mine

PAGE = Path(__file__).parent / "queries.md"
WIDTH = 110
SOME_MOMENT = "2026-11-30T12:00:00.000+00:00"  # stands for the moments at which the demo was mined

HEAD = """# Named queries

Questions that people ask a graph of conflicts again and again. The statements are the files of
`cypher/explore/`; this page is made from them and from the demo corpus by `make docs`, and a test runs every
example on both engines.

```
graphprobe query list                                               all of them
graphprobe query show conflicts_of_entity                           parameters, columns and Cypher
graphprobe query run conflicts_of_entity -p entity="Mother Teresa"  the rows
graphprobe shell                                                    the same at a prompt, and Cypher
```

- A parameter without a default must be given. The name of an entity may differ in case, article, punctuation
  and the kind of dash; documents, conflicts, questions and facts go by their ids, which the answers have, and
  the queries at the end of this page.
- `--format table|json|csv`; a table that is too wide for the terminal becomes a list of records. Where
  `limit` leaves rows out, a line on standard error says so.
- Tab completes names and parameters after `eval "$(_GRAPHPROBE_COMPLETE=bash_source graphprobe)"` (or
  `zsh_source`, `fish_source`), and always at the prompt of the shell.
- Sources are independent sources: near-duplicate documents count once.
- Nothing that is asked here, and no Cypher typed in the shell, can change the graph: the server refuses it
  (Neo4j by the access mode of the session, the embedded engine by the rights of the user).

The examples are of `graphprobe demo --keep demo-out`; give each `--graph embedded:demo-out/graph`.
"""

HALIFAX = "e02359abbbabab0ed242"

# By theme; at most as many rows as a reader wants to see.
EXAMPLES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "Conflicts": {
        "most_contested_slots": {"limit": 5},
        "conflicts_of_entity": {"entity": "Mother Teresa"},
        "accounts_of_conflict": {"conflict": HALIFAX},
        "support_of_accounts": {"conflict": HALIFAX},
        "copied_accounts": {},
        "ties": {"limit": 3},
        "undecided_facts": {"conflict": HALIFAX},
        "edges_of_conflict": {"conflict": HALIFAX},
        "conflict_subgraph": {"first": "halifax-1", "second": "halifax-3"},
        "most_contested_attributes": {"limit": 5},
        "changes_since": {"since": "2026-01-01", "limit": 3},
    },
    "Evidence": {
        "evidence_of_question": {"question": "4bd50ce49eeb304873ef"},
        "questions_about_entity": {"entity": "the Halifax explosion"},
        "provenance_of_fact": {"fact": "116ec4fa06bb31087732"},
    },
    "Entities": {
        "entities_with_most_conflicts": {"limit": 5},
        "values_of_entity": {"entity": "Mother Teresa"},
        "facts_of_one_source": {"entity": "Mother Teresa"},
        "documents_of_entity": {"entity": "Mother Teresa"},
    },
    "Documents and sites": {
        "facts_of_document": {"document": "teresa-1"},
        "facts_only_in_document": {"document": "teresa-4"},
        "entities_of_document": {"document": "teresa-1"},
        "neighbours_of_document": {"document": "halifax-1"},
        "candidates_of_document": {"document": "halifax-1", "limit": 4},
        "documents_against_majority": {"limit": 4},
        "sites_against_majority": {"limit": 4},
        "near_duplicates": {},
    },
    "Knowledge points and topics": {
        "knowledge_points": {"limit": 5},
        "contested_entities_by_knowledge_point": {"knowledge_point": "Law"},
        "bridge_conflicts": {},
        "bridge_documents": {"first": "Law", "second": "Management"},
        "bridge_entities": {"first": "Economics", "second": "Management"},
        "topic_clusters": {"limit": 3},
        "documents_of_cluster": {"cluster": "0b99d78488788e71889e", "limit": 4},
    },
    "From documents to items": {
        "funnel": {},
        "dropped_conflicts": {"limit": 4},
        "pairs_without_result": {"limit": 4},
        "pairs_not_compared": {},
    },
    "Finding ids": {
        "find_conflicts": {"words": "death toll", "limit": 4},
        "find_documents": {"words": "halifax"},
        "find_entities": {"words": "explosion"},
    },
}

# The demo holds no runs of models, so these are shown without answers.
ON_RUNS: Mapping[str, Mapping[str, str]] = {
    "runs": {},
    "recall_by_side": {},
    "accounts_never_recalled": {},
    "questions_never_complete": {},
    "formulations_that_disagree": {},
    "runs_that_complement": {},
    "judges_that_disagree": {"second": "JUDGE"},
}
ON_RUNS_HEAD = """## Runs of models

These ask a graph to which evaluation wrote ([evaluation.md](evaluation.md)); the demo holds no runs.
"""


def page(graph: Graph) -> str:
    """The whole page as Markdown, from the graph of the demo corpus."""
    check_examples()
    return "\n".join([HEAD, *_contents(), *_sections(graph), *_sections_on_runs()])


def check_examples() -> None:
    """Raises ValueError if a query has no example, or an example is of no query."""
    shown = {*ON_RUNS, *(name for examples in EXAMPLES.values() for name in examples)}
    differing = shown ^ {query.name for query in named_queries()}
    if differing:
        raise ValueError(f"no example, or no query: {', '.join(sorted(differing))}")


def _contents() -> Iterator[str]:
    for theme, examples in (*EXAMPLES.items(), ("Runs of models", ON_RUNS)):
        links = ", ".join(f"[{name}](#{name})" for name in examples)
        yield f"- {theme}: {links}"
    yield ""


def _sections(graph: Graph) -> Iterator[str]:
    for theme, examples in EXAMPLES.items():
        yield f"## {theme}\n"
        for name, parameters in examples.items():
            yield from _described(name)
            yield f"```\n{_command(name, parameters)}\n\n{_output(graph, name, parameters)}\n```\n"


def _sections_on_runs() -> Iterator[str]:
    yield ON_RUNS_HEAD
    for name, parameters in ON_RUNS.items():
        yield from _described(name)
        yield f"```\n{_command(name, parameters)}\n```\n"


def _described(name: str) -> Iterator[str]:
    query = named_query(name)
    yield f"### {name}\n\n{query.purpose}\n"
    for one in query.parameters:
        default = (
            "must be given" if one.required else f"default: {'any' if one.default is None else one.default}"
        )
        yield f"- `{one.name}` ({one.kind}, {default}): {one.help}"
    if query.parameters:
        yield ""


def _command(name: str, parameters: Mapping[str, Any]) -> str:
    given = [f"-p {key}={shlex.quote(str(value))}" for key, value in parameters.items()]
    return " ".join(["graphprobe query run", name, *given])


def _output(graph: Graph, name: str, parameters: Mapping[str, Any]) -> str:
    found = answer(graph, name, parameters)
    if not found.rows:
        return "Nothing found."
    text = io.StringIO()
    rows = [[_as_anywhere(column, value) for column, value in row.items()] for row in found.rows]
    print_table(Console(file=text, width=WIDTH, highlight=False), found.columns, rows)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip().splitlines())


def _as_anywhere(column: str, value: Any) -> Any:
    """The value without what differs from machine to machine and from day to day."""
    if column == "at":
        return SOME_MOMENT
    return value.replace(f"{CORPUS.parent}/", "") if column == "source" else value


def main() -> int:
    check_examples()  # before a minute of mining
    with tempfile.TemporaryDirectory() as scratch:
        settings = load_settings().model_copy(
            update={"graph": GraphSettings(uri=f"embedded:{scratch}/graph")}
        )
        with open_graph(settings.graph) as graph:
            mine(graph, [CORPUS], settings, out=Path(scratch) / "out")
            PAGE.write_text(page(graph), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
