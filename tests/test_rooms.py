"""The rooms of docs/architecture.md: who may import whom, and what may stand where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "graphprobe"
MODULES = sorted(PACKAGE.rglob("*.py"))

# A room may import those named here and itself.
BELOW_QUESTIONS = {"mining", "corpus", "graph", "llm", "text", "records", "config", "errors", "processes"}
BELOW_PIPELINE = {"tasks", "questions", *BELOW_QUESTIONS}
BELOW_ANALYSIS = {"evaluation", *BELOW_PIPELINE}
MAY_IMPORT = {
    "errors": set(),
    "processes": set(),
    "text": {"errors"},
    "records": {"text"},
    "config": {"errors"},
    "graph": {"config", "errors", "records"},
    "explore": {"graph", "text", "records", "config", "errors"},
    "llm": {"text", "records", "config", "errors"},
    "corpus": {"graph", "text", "records", "config", "errors", "processes"},
    "mining": {"corpus", "graph", "llm", "text", "records", "config", "errors", "processes"},
    "questions": BELOW_QUESTIONS,
    "pipeline": BELOW_PIPELINE,
    "evaluation": BELOW_PIPELINE,
    "tasks": BELOW_ANALYSIS,
    "analysis": {"explore", *BELOW_ANALYSIS},
    "demo": {"pipeline", *BELOW_PIPELINE},
    "cli": {"analysis", "demo", "explore", "pipeline", *BELOW_ANALYSIS},
    "": {"analysis", "explore", *BELOW_ANALYSIS},
}
QUERY = re.compile(r"\b(MATCH|MERGE|UNWIND|OPTIONAL MATCH)\b\s*[($\[]|\bRETURN\b.*\bAS\b|\bDETACH DELETE\b")


def room(module: Path) -> str:
    first = module.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return {"__init__": "", "__main__": "cli"}.get(first, first)


def imports(module: Path) -> Iterator[str]:
    """Full dotted names that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def strings(module: Path) -> Iterator[str]:
    """String constants that aren't docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_only_the_rooms_below_it(module: Path) -> None:
    own = room(module)
    used = {name.split(".")[1] for name in imports(module) if name.startswith("graphprobe.")}
    assert used - {own} <= MAY_IMPORT[own]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_query_text_in_python(module: Path) -> None:
    assert [text for text in strings(module) if QUERY.search(text)] == []


def test_the_query_pattern_sees_a_query() -> None:
    assert QUERY.search("MATCH (d:Document) RETURN d.id AS id")
    assert QUERY.search("UNWIND $rows AS row")
    assert not QUERY.search("Match the two documents")


def test_the_driver_is_used_in_the_graph_room_only() -> None:
    users = {room(module) for module in MODULES for name in imports(module) if name.split(".")[0] == "neo4j"}
    assert users == {"graph"}


def test_models_are_talked_to_in_the_llm_room_only() -> None:
    clients = {"openai", "httpx", "httpx2"}
    users = {room(module) for module in MODULES for name in imports(module) if name.split(".")[0] in clients}
    assert users == {"llm"}


def test_the_pure_room_does_no_input_or_output() -> None:
    pure = [module for module in MODULES if room(module) == "text"]
    outside = {"pathlib", "os", "io", "socket", "sqlite3", "subprocess", "spacy", "neo4j", "httpx"}
    assert {name for module in pure for name in imports(module) if name.split(".")[0] in outside} == set()
