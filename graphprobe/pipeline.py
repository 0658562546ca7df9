"""The whole of mining: from files to a release, stage after stage, resumable at any point."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import orjson

from graphprobe.config import GraphSettings, Settings
from graphprobe.corpus.add import Progress, add_corpus
from graphprobe.corpus.files import atomic_write
from graphprobe.corpus.inputs import find_inputs
from graphprobe.corpus.report import CorpusReport
from graphprobe.errors import ConfigError
from graphprobe.graph import Graph
from graphprobe.mining.candidates import candidates_stage
from graphprobe.mining.clusters import Clusters
from graphprobe.mining.conflicts import Conflicts
from graphprobe.mining.entities import Entities
from graphprobe.mining.facts import Facts, RuleFactExtractor
from graphprobe.mining.knowledge_points import KnowledgePoints
from graphprobe.mining.parsing import Parser
from graphprobe.mining.relations import Relations
from graphprobe.mining.runner import StageReport, count_pending, fingerprints, run_stage
from graphprobe.mining.stage import Stage
from graphprobe.mining.terms import Terms
from graphprobe.questions.release import Release, export
from graphprobe.questions.stage import Questions

MANIFEST = "mine.json"
OTHER_FOLDER = "Choose another folder, or pass --force."
ANOTHER_PLACE = "Choose another place for --out."


@dataclass(slots=True)
class MineReport:
    """What a ``mine`` did: the corpus, each stage, and the release (None when none was asked for)."""

    corpus: CorpusReport
    stages: list[StageReport] = field(default_factory=list)
    release: Release | None = None

    @property
    def failed(self) -> int:
        """Records and items that will be retried on the next run."""
        return self.corpus.failed + sum(stage.failed for stage in self.stages)


def build_stages(settings: Settings, parser: Parser) -> list[Stage]:
    """All stages over documents in the graph, each after those it follows."""
    return [
        Entities(settings.entities, parser),
        KnowledgePoints(settings.knowledge_points),
        Clusters(settings.clusters),
        Facts(RuleFactExtractor(parser)),
        Terms(settings.candidates),
        candidates_stage(settings.candidates),
        Relations(settings.relations, parser),
        Conflicts(),
        Questions(parser),
    ]


def open_parser(settings: Settings) -> Parser:
    """The parser that the stages share; it keeps parses beside an embedded graph, else in ``.graphprobe``."""
    parsing = settings.parsing
    if parsing.cache is None:
        folder = settings.graph.embedded_folder or GraphSettings().embedded_folder
        assert folder is not None, "the default graph is embedded"
        parsing = parsing.model_copy(update={"cache": folder / "parses.sqlite"})
    return Parser(parsing)


def mine(
    graph: Graph,
    corpora: Sequence[str | Path],
    settings: Settings,
    *,
    out: Path | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> MineReport:
    """Adds corpora to the graph, runs every stage and writes the release.

    Repeating it continues where it stopped; with nothing new it writes nothing to the graph.

    Args:
        graph: the open graph.
        corpora: files, folders and globs.
        settings: all settings.
        out: folder of the release; None: no release.
        force: write into a folder that holds something else.
        progress: told of what goes on.

    Raises:
        ConfigError: ``out`` holds something that isn't an earlier release of the same command.
        GraphProbeError: a setting, a model or the database is wrong; what was written stays.
    """
    check_request(corpora, settings, out=out, force=force)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    read = add_corpus(graph, corpora, settings.corpus, progress=progress, address=settings.graph)
    report = MineReport(read)
    report.stages = run_stages(graph, settings, progress=progress)
    if out is not None:
        report.release = export(graph, out, force=True)
        _write_manifest(out, _asked(corpora, settings), report)
    return report


def check_request(
    corpora: Sequence[str | Path], settings: Settings, *, out: Path | None = None, force: bool = False
) -> None:
    """Finds what is wrong with a request for :func:`mine` before a graph is started or made for it.

    Raises:
        ConfigError: a corpus isn't there or can't be read, or ``out`` isn't for this request.
    """
    find_inputs(corpora)
    if out is not None:
        check_out(out, _asked(corpora, settings), force)


def run_stages(
    graph: Graph,
    settings: Settings,
    *,
    only: Callable[[Stage], bool] = lambda _: True,
    progress: Progress | None = None,
) -> list[StageReport]:
    """Runs the stages in their order; ``only`` leaves some out."""
    with open_parser(settings) as parser:
        stages = build_stages(settings, parser)
        known = fingerprints(stages)
        return [run_stage(graph, stage, known[stage.name], progress) for stage in stages if only(stage)]


def stage_named(name: str, settings: Settings) -> str:
    """The name of a stage, checked.

    Raises:
        ConfigError: there is no such stage; names those that are.
    """
    with open_parser(settings) as parser:
        names = [stage.name for stage in build_stages(settings, parser)]
    if name not in names:
        raise ConfigError(f"there is no stage {name!r}", remedy=f"The stages are {', '.join(names)}.")
    return name


def stage_states(graph: Graph, settings: Settings) -> list[dict[str, Any]]:
    """Each stage with its fingerprint under these settings and the number of items pending."""
    with open_parser(settings) as parser:
        stages = build_stages(settings, parser)
        known = fingerprints(stages)
        return [
            {
                "stage": stage.name,
                "items": stage.items,
                "follows": list(stage.follows),
                "pending": count_pending(graph, stage, known[stage.name]),
                "fingerprint": known[stage.name],
            }
            for stage in stages
        ]


def check_out(out: Path, asked: Mapping[str, Any], force: bool) -> None:
    """Lets a command write into ``out`` when it is new, empty, or holds the release of the same command.

    Raises:
        ConfigError: it holds something else and ``force`` isn't set, or it can't be a folder we write to.
    """
    nearest = next(place for place in (out, *out.absolute().parents) if place.exists())
    if not nearest.is_dir():
        raise ConfigError("is a file, not a folder", where=str(nearest), remedy=ANOTHER_PLACE)
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise ConfigError("the folder can't be written", where=str(nearest), remedy=ANOTHER_PLACE)
    if force or not out.is_dir() or not any(out.iterdir()):
        return
    manifest = out / MANIFEST
    if not manifest.is_file():
        raise ConfigError("holds other files", where=str(out), remedy=OTHER_FOLDER)
    try:
        before = orjson.loads(manifest.read_bytes())["asked"]
    except (orjson.JSONDecodeError, KeyError, TypeError, OSError):
        before = None
    if before != orjson.loads(orjson.dumps(asked)):
        raise ConfigError(
            "holds the release of another corpus or of other settings",
            where=str(out),
            remedy=OTHER_FOLDER,
        )


def _asked(corpora: Sequence[str | Path], settings: Settings) -> dict[str, Any]:
    """What the command was asked for, without secrets and without what changes no result."""
    kept = settings.model_dump(mode="json", exclude={"graph": True, "parsing": {"processes"}})
    return {"corpora": sorted(str(path) for path in corpora), "settings": kept}


def _write_manifest(out: Path, asked: Mapping[str, Any], report: MineReport) -> None:
    """What made this release. It holds no times, so that equal runs write equal bytes."""
    packages = ("graphprobe", "spacy", "datatrove", "neo4j", "networkx")
    body = {
        "asked": asked,
        "versions": {name: metadata.version(name) for name in packages},
        "fingerprints": {stage.stage: stage.fingerprint for stage in report.stages},
    }
    with atomic_write(out / MANIFEST) as file:
        file.write(orjson.dumps(body, option=orjson.OPT_INDENT_2))
