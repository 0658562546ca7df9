"""`mine` as a whole: nothing to do means no write, a new document costs its own work, --out is safe."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from folders import files_of

from graphprobe.config import RelationSettings, Settings, load_settings
from graphprobe.corpus.add import add_corpus
from graphprobe.demo import CORPUS
from graphprobe.errors import ConfigError
from graphprobe.graph import Graph
from graphprobe.pipeline import MANIFEST, build_stages, check_out, mine, open_parser, stage_named

SITE = "https://lives.example.org"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(flags={"parsing": {"cache": tmp_path / "parses.sqlite"}})


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the statements written, noted on their way to the database."""
    noted: list[str] = []
    run = Graph._run

    def noting(self: Graph, statement: str, work: Callable[..., Any], *, write: bool) -> Any:
        if write:
            noted.append(statement)
        return run(self, statement, work, write=write)

    monkeypatch.setattr(Graph, "_run", noting)
    return noted


def write_corpus(path: Path, texts: dict[str, str]) -> Path:
    lines = [json.dumps({"id": key, "url": f"{SITE}/{key}", "text": text}) for key, text in texts.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


TWO_ACCOUNTS = {
    "a": "Mother Teresa was born on August 26, 1910, in Skopje. She was a nun in Calcutta.",
    "b": "Mother Teresa was an Albanian nun. Mother Teresa was born on August 27, 1910.",
    "c": "Bread rises by yeast and rests overnight.",
}


def test_a_repeated_mine_does_no_work(
    graph: Graph, settings: Settings, tmp_path: Path, writes: list[str]
) -> None:
    corpus = write_corpus(tmp_path / "corpus.jsonl", TWO_ACCOUNTS)
    mine(graph, [corpus], settings, out=tmp_path / "out")
    first = files_of(tmp_path / "out")
    assert writes
    writes.clear()
    report = mine(graph, [corpus], settings, out=tmp_path / "out")
    assert writes == []
    assert {stage.stage: stage.done for stage in report.stages if stage.done} == {}
    assert (report.corpus.added, report.corpus.unchanged) == (0, 3)
    assert files_of(tmp_path / "out") == first


def test_a_new_document_costs_its_own_work(graph: Graph, settings: Settings, tmp_path: Path) -> None:
    mine(graph, [CORPUS], settings)
    more = write_corpus(
        tmp_path / "more.jsonl", {"moss": "Moss grows on the north side of the walls of Bergen."}
    )
    report = mine(graph, [more], settings)
    done = {stage.stage: stage.done for stage in report.stages}
    assert report.corpus.added == 1
    assert [
        done[name] for name in ("entities", "knowledge_points", "clusters", "facts", "terms", "candidates")
    ] == [1] * 6
    assert done["relations"] <= 3
    assert done["conflicts"] <= 3


def test_the_release_of_another_command_is_not_written_over(
    embedded_graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    corpus = write_corpus(tmp_path / "corpus.jsonl", TWO_ACCOUNTS)
    other = write_corpus(tmp_path / "other.jsonl", {"d": "Rain fell on the town of Bergen."})
    mine(embedded_graph, [corpus], settings, out=tmp_path / "out")
    before = (tmp_path / "out" / MANIFEST).read_bytes()
    with pytest.raises(ConfigError, match="another corpus or of other settings"):
        mine(embedded_graph, [other], settings, out=tmp_path / "out")
    assert (tmp_path / "out" / MANIFEST).read_bytes() == before
    mine(embedded_graph, [other], settings, out=tmp_path / "out", force=True)
    assert (tmp_path / "out" / MANIFEST).read_bytes() != before


def test_a_release_is_brought_up_to_date_with_what_was_added_to_the_graph(
    embedded_graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    corpus = write_corpus(tmp_path / "corpus.jsonl", TWO_ACCOUNTS)
    mine(embedded_graph, [corpus], settings, out=out)
    before = (out / MANIFEST).read_bytes()
    third = write_corpus(
        tmp_path / "more.jsonl", {"d": "Mother Teresa was born on August 28, 1910, in Skopje, as some say."}
    )
    add_corpus(embedded_graph, [third], settings.corpus)
    report = mine(embedded_graph, [], settings, out=out)
    assert report.release is not None
    assert {stage.stage: stage.done for stage in report.stages}["conflicts"] == 1
    assert (out / MANIFEST).read_bytes() == before
    mine(embedded_graph, [corpus], settings, out=out)
    other = settings.model_copy(update={"relations": RelationSettings(conflict=0.9)})
    with pytest.raises(ConfigError, match="another corpus or of other settings"):
        mine(embedded_graph, [], other, out=out)


@pytest.mark.parametrize("manifest", ["{", "[]", '{"asked": 3}', "", '"asked"'])
def test_a_broken_manifest_counts_as_another_release(tmp_path: Path, manifest: str) -> None:
    (tmp_path / MANIFEST).write_text(manifest, encoding="utf-8")
    with pytest.raises(ConfigError, match="another corpus"):
        check_out(tmp_path, {"corpora": []}, force=False)


def test_a_folder_with_other_files_or_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match="holds other files"):
        check_out(tmp_path, {}, force=False)
    with pytest.raises(ConfigError, match="is a file"):
        check_out(tmp_path / "notes.txt", {}, force=True)
    check_out(tmp_path, {}, force=True)
    check_out(tmp_path / "new", {}, force=False)


def test_each_stage_stands_after_those_it_follows(settings: Settings) -> None:
    with open_parser(settings) as parser:
        stages = build_stages(settings, parser)
    seen: set[str] = set()
    for stage in stages:
        assert set(stage.follows) <= seen, stage.name
        seen.add(stage.name)


def test_an_unknown_stage_is_named_with_those_that_are(settings: Settings) -> None:
    with pytest.raises(ConfigError, match=r"no stage 'fact'.*entities, knowledge_points"):
        stage_named("fact", settings)
