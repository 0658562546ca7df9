"""The whole of mining: from files to a release, stage after stage, resumable at any point."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from graphprobe.graph import Graph, open_graph
from graphprobe.llm import DryLlm, Estimate, Llm, Spending
from graphprobe.mining.candidates import candidates_stage
from graphprobe.mining.clusters import Clusters
from graphprobe.mining.conflicts import Conflicts
from graphprobe.mining.descriptions import Descriptions
from graphprobe.mining.entities import Entities
from graphprobe.mining.facts import Facts, RuleFactExtractor
from graphprobe.mining.knowledge_points import KnowledgePoints
from graphprobe.mining.parsing import Parser
from graphprobe.mining.relations import Relations
from graphprobe.mining.runner import StageReport, count_pending, fingerprints, run_stage
from graphprobe.mining.stage import Stage
from graphprobe.mining.terms import Terms
from graphprobe.questions.release import BENCHMARK, Release, export
from graphprobe.questions.stage import Questions
from graphprobe.tasks import write_tasks

MANIFEST = "mine.json"
TASKS = "tasks"
MODEL_STAGES = ("knowledge_points", "facts", "relations", "descriptions", "questions", "grounding")
"""What ``--model-for`` can name: the stages that can use a model, and the last check of questions."""
# Settings of models that bound what a run costs, and change no result.
_LIMITS = {"api_key", "budget", "cache", "concurrency", "deadline", "models", "timeout"}
OTHER_FOLDER = "Choose another folder, or pass --force."
ANOTHER_PLACE = "Choose another place for --out."


@dataclass(slots=True)
class MineReport:
    """What a ``mine`` did.

    Attributes:
        corpus: what was read and added.
        stages: what each stage did.
        spendings: calls of models, tokens and dollars, by prompt and model.
        release: what was exported; None when nothing was asked for.
    """

    corpus: CorpusReport
    stages: list[StageReport] = field(default_factory=list)
    spendings: list[Spending] = field(default_factory=list)
    release: Release | None = None

    @property
    def failed(self) -> int:
        """Records and items that will be retried on the next run."""
        return self.corpus.failed + sum(stage.failed for stage in self.stages)


def build_stages(settings: Settings, parser: Parser, llm: Llm | None = None) -> list[Stage]:
    """All stages over documents in the graph, each after those it follows; ``llm`` None: rules alone."""
    return [
        Entities(settings.entities, parser),
        KnowledgePoints(settings.knowledge_points, llm),
        Clusters(settings.clusters),
        Facts(RuleFactExtractor(parser), llm),
        Terms(settings.candidates),
        candidates_stage(settings.candidates),
        Relations(settings.relations, parser, llm),
        Conflicts(),
        *([Descriptions(llm)] if llm is not None and llm.model_for(Descriptions.name) else []),
        Questions(parser, llm),
    ]


def open_parser(settings: Settings) -> Parser:
    """The parser that the stages share; it keeps parses beside an embedded graph, else in ``.graphprobe``."""
    parsing = settings.parsing
    if parsing.cache is None:
        folder = settings.graph.embedded_folder or GraphSettings().embedded_folder
        assert folder is not None, "the default graph is embedded"
        parsing = parsing.model_copy(update={"cache": folder / "parses.sqlite"})
    return Parser(parsing)


@contextmanager
def open_models(settings: Settings, *, dry: bool = False) -> Iterator[Llm | None]:
    """The language models that the settings name, each reached by one short question; None: no model.

    Args:
        settings: all settings.
        dry: nothing is sent, calls are only counted.

    Raises:
        ConfigError: ``model_for`` names no stage that uses a model, or a model can't be reached.
    """
    unknown = sorted(set(settings.llm.model_for) - set(MODEL_STAGES))
    if unknown:
        raise ConfigError(
            f"no stage {unknown[0]!r} uses a model",
            where="--model-for",
            remedy=f"Those that can are {', '.join(MODEL_STAGES)}.",
        )
    models = sorted({*filter(None, [settings.llm.model]), *settings.llm.model_for.values()})
    if not models:
        yield None
        return
    with DryLlm(settings.llm) if dry else Llm(settings.llm) as llm:
        for model in models:
            llm.probe(model)
        yield llm


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
        corpora: files, folders and globs; none: what the graph holds is mined.
        settings: all settings.
        out: folder of the release; None: no release.
        force: write into a folder that holds something else.
        progress: told of what goes on.

    Raises:
        ConfigError: ``out`` holds something that isn't an earlier release of the same command.
        GraphProbeError: a setting, a model or the database is wrong; what was written stays.
    """
    check_request(corpora, settings, out=out, force=force)
    with open_models(settings) as llm:
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
        report = MineReport(_add(graph, corpora, settings, progress))
        report.stages = run_stages(graph, settings, llm=llm, progress=progress)
        report.spendings = llm.spendings() if llm else []
    if out is not None:
        report.release = write_release(graph, out, force=True)
        _write_manifest(out, _with_corpora(_asked(corpora, settings), out), report)
    return report


def write_release(graph: Graph, out: Path, *, force: bool = False) -> Release:
    """Writes the release of a graph, and its task files for other harnesses.

    Raises:
        ConfigError: one of the files exists and ``force`` isn't set.
        DataError: a quote doesn't stand at its offsets, or a record breaks the format.
    """
    release = export(graph, out, force=force)
    write_tasks(out / TASKS, (out / BENCHMARK).read_bytes())
    return release


def dry_run(
    corpora: Sequence[str | Path], settings: Settings, *, progress: Progress | None = None
) -> dict[tuple[str, str], Estimate]:
    """What the models would be asked in a :func:`mine` of these corpora, by prompt and model.

    The corpora are mined by rules into a graph that is thrown away, and what rules leave open is counted
    instead of asked. So it takes as long as mining offline; parses are kept for the run itself.

    Raises:
        ConfigError: as :func:`mine`, or no model is named.
    """
    check_request(corpora, settings)
    with (
        tempfile.TemporaryDirectory(prefix="graphprobe-dry-") as folder,
        open_models(settings, dry=True) as llm,
    ):
        if not isinstance(llm, DryLlm):
            raise ConfigError(
                "there is no model to count for", where="--dry-run", remedy="Name one: --model."
            )
        scratch = GraphSettings(uri=f"embedded:{folder}")
        with open_graph(scratch) as graph:
            _add(graph, corpora, settings.model_copy(update={"graph": scratch}), progress)
            run_stages(graph, settings, llm=llm, progress=progress)
        return llm.estimates()


def _add(
    graph: Graph, corpora: Sequence[str | Path], settings: Settings, progress: Progress | None
) -> CorpusReport:
    if not corpora:
        return CorpusReport()
    return add_corpus(graph, corpora, settings.corpus, progress=progress, address=settings.graph)


def check_request(
    corpora: Sequence[str | Path], settings: Settings, *, out: Path | None = None, force: bool = False
) -> None:
    """Finds what is wrong with a request for :func:`mine` before a graph is started or made for it.

    Raises:
        ConfigError: a corpus isn't there or can't be read, or ``out`` isn't for this request.
    """
    if corpora:
        find_inputs(corpora)
    if out is not None:
        check_out(out, _asked(corpora, settings), force)


def run_stages(
    graph: Graph,
    settings: Settings,
    *,
    llm: Llm | None = None,
    only: Callable[[Stage], bool] = lambda _: True,
    progress: Progress | None = None,
) -> list[StageReport]:
    """Runs the stages in their order, with the models of ``llm``; ``only`` leaves some out."""
    with open_parser(settings) as parser:
        stages = build_stages(settings, parser, llm)
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
    with open_parser(settings) as parser, open_models(settings, dry=True) as llm:
        stages = build_stages(settings, parser, llm)
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

    A command that mines what the graph holds already may bring the release of any corpora up to date.

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
    if _asked_before(out) != orjson.loads(orjson.dumps(_with_corpora(asked, out))):
        raise ConfigError(
            "holds the release of another corpus or of other settings",
            where=str(out),
            remedy=f"{OTHER_FOLDER} To add documents: `graphprobe corpus add`, then `graphprobe mine --out`.",
        )


def _asked(corpora: Sequence[str | Path], settings: Settings) -> dict[str, Any]:
    """What the command was asked for, without secrets and without what changes no result."""
    kept = settings.model_dump(mode="json", exclude={"graph": True, "parsing": {"processes"}, "llm": _LIMITS})
    return {"corpora": sorted(str(path) for path in corpora), "settings": kept}


def _asked_before(out: Path) -> Any:
    """What the release in ``out`` was asked for; None where there is none that can be read."""
    try:
        return orjson.loads((out / MANIFEST).read_bytes())["asked"]
    except (orjson.JSONDecodeError, KeyError, TypeError, OSError):
        return None


def _with_corpora(asked: Mapping[str, Any], out: Path) -> Mapping[str, Any]:
    """A request that names no corpora is one for those of the release in ``out``."""
    before = _asked_before(out)
    if asked.get("corpora") or not isinstance(before, dict):
        return asked
    return {**asked, "corpora": before.get("corpora", [])}


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
