"""``graphprobe doctor``: what is wrong here, and what to do about it."""

from __future__ import annotations

import importlib.metadata
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

import click

from graphprobe.cli.common import json_option, print_json, print_table, settings_options
from graphprobe.config import GraphSettings, Settings
from graphprobe.errors import GraphProbeError

if TYPE_CHECKING:
    from graphprobe.graph import Graph

State = Literal["ok", "note", "problem"]

_LOW_DISK_BYTES = 2**30
_EXAMPLES = 3
_EXTRAS = (
    ("embeddings", "sentence-transformers", "topics and clusters come from words instead of embeddings"),
    ("rust", "neo4j-rust-ext", "the database driver is slower than it could be"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; ``remedy`` says what to do when it isn't ``ok``."""

    check: str
    state: State
    what: str
    remedy: str = ""


@click.command()
@settings_options
@json_option
def doctor(settings: Settings, as_json: bool) -> int:
    """Check graph, models and machine; each problem with its remedy.

    \b
    graphprobe doctor --graph bolt://127.0.0.1:7687

    Exit 0 when there is no problem, 1 when there is one.
    """
    findings = list(diagnose(settings))
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        rows = [(finding.check, finding.state, _told(finding)) for finding in findings]
        print_table(["check", "state", "what"], rows)
    return 1 if any(finding.state == "problem" for finding in findings) else 0


def diagnose(settings: Settings) -> Iterator[Finding]:
    """All findings, in the order of the checks; a graph that can't be opened ends those on it."""
    yield from _folder(settings.graph)
    yield from _graph(settings.graph)
    yield _spacy_model(settings.parsing.model)
    yield from _extras()


def _folder(settings: GraphSettings) -> Iterator[Finding]:
    """Room and permission where an embedded graph is, or would be."""
    folder = settings.embedded_folder
    if folder is None:
        return
    existing = next(parent for parent in (folder.resolve(), *folder.resolve().parents) if parent.exists())
    free = shutil.disk_usage(existing).free
    if free < _LOW_DISK_BYTES:
        yield Finding(
            "disk",
            "problem",
            f"{free / 2**20:,.0f} MB are free at {existing}",
            "Free space, or use another disk.",
        )
    else:
        yield Finding("disk", "ok", f"{free / 2**30:,.0f} GB are free at {existing}")


def _graph(settings: GraphSettings) -> Iterator[Finding]:
    from graphprobe.graph import open_graph

    try:
        with open_graph(settings, migrate=False) as graph:
            yield Finding("graph", "ok", f"{graph.engine} {graph.version} answers at {graph.where}")
            yield _attempt("schema", lambda: _schema(graph))
            yield _attempt("write", lambda: _write_permission(graph))
            yield _attempt("quotes", lambda: _quotes(graph))
            yield _attempt("relations", lambda: _relations(graph))
    except GraphProbeError as error:
        yield _failed("graph", error)


def _schema(graph: Graph) -> Finding:
    from graphprobe.graph import migrations

    pending = migrations.pending(graph)
    if pending:
        return Finding("schema", "note", f"{len(pending)} steps are pending", "Run `graphprobe db migrate`.")
    return Finding("schema", "ok", f"all {len(migrations.known())} steps are applied")


def _write_permission(graph: Graph) -> Finding:
    from graphprobe.graph import maintenance

    maintenance.try_writing(graph)
    return Finding("write", "ok", "the user may write")


def _quotes(graph: Graph) -> Finding:
    from graphprobe.graph import maintenance

    return _counted(
        "quotes",
        maintenance.misplaced_quotes(graph),
        "facts whose quote isn't at its offsets",
        "every quote is at its offsets",
    )


def _relations(graph: Graph) -> Finding:
    from graphprobe.graph import maintenance

    pairs = (" - ".join(pair) for pair in maintenance.dangling_relations(graph))
    return _counted("relations", pairs, "relations name a fact that is gone", "every relation has its facts")


def _counted(check: str, found: Iterator[str], problem: str, fine: str) -> Finding:
    examples = list(islice(found, _EXAMPLES))
    if not examples:
        return Finding(check, "ok", fine)
    count = len(examples) + sum(1 for _ in found)
    what = f"{count:,} {problem}, as {', '.join(examples)}"
    return Finding(check, "problem", what, "Empty the graph (`graphprobe db wipe`) and mine again.")


def _spacy_model(name: str | None) -> Finding:
    from graphprobe.mining.parsing import find_model

    def check() -> Finding:
        return Finding("spaCy model", "ok", find_model(name).id)

    return _attempt("spaCy model", check)


def _extras() -> Iterator[Finding]:
    for extra, package, without in _EXTRAS:
        check = f"extra {extra}"
        try:
            yield Finding(check, "ok", f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            remedy = f"`pip install 'graphprobe[{extra}]'` changes that."
            yield Finding(check, "note", f"not installed: {without}", remedy)


def _attempt(check: str, run: Callable[[], Finding]) -> Finding:
    try:
        return run()
    except GraphProbeError as error:
        return _failed(check, error)


def _failed(check: str, error: GraphProbeError) -> Finding:
    what = f"{error.where}: {error.what}" if error.where else error.what
    return Finding(check, "problem", what, error.remedy)


def _told(finding: Finding) -> str:
    return f"{finding.what.rstrip('.')}. {finding.remedy}" if finding.remedy else finding.what
