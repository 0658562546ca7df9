"""`mine` on files that can't be read, never end or lead in circles: a clear line, the right exit code."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphprobe import cli
from graphprobe.config import GraphSettings
from graphprobe.corpus import count_documents
from graphprobe.corpus.identity import LONGEST_TEXT
from graphprobe.graph import Graph

TOWER = {"id": "a", "text": "The Aldwick Tower is 56 metres high. It was completed in 1173."}
OTHER = {"id": "b", "text": "The Aldwick Tower is 81 metres high. It was completed in 1173."}
NOBODY = 65534

# What the permissions are taken of, the arguments of `mine`, and what it says.
REFUSALS = [
    ("corpus/a.jsonl", "corpus/a.jsonl", "graph", "out", "corpus/a.jsonl: no permission to read it"),
    ("corpus", "corpus", "graph", "out", "corpus: the folder can't be read (Permission denied)"),
    ("corpus", "corpus/a.jsonl", "graph", "out", "corpus/a.jsonl: Permission denied. Check the path"),
    ("corpus/below", "corpus", "graph", "out", "below: the folder can't be read (Permission denied)"),
    ("locked", "corpus", "locked/graph", "out", "locked/graph: the folder of the graph can't be written"),
    ("locked", "corpus", "graph", "locked/out", "locked/out: Permission denied. Check the path"),
]

# Root may read everything, so the commands run in a process that gives root up once its modules are loaded.
AS_NOBODY = f"""
import contextlib, io, json, os, sys
import graphprobe.cli.mine, graphprobe.graph.embedded, graphprobe.pipeline
from graphprobe.corpus import inputs, readers
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
given = json.load(sys.stdin)
results = []
for arguments in given["commands"]:
    with contextlib.redirect_stderr(io.StringIO()) as said:
        results.append([graphprobe.cli.run(arguments), said.getvalue()])
files = inputs.find_inputs([given["corpus"]])
records = [str(found) for file in files for _, found in readers.read_records(file)]
json.dump({{"results": results, "records": records}}, sys.stdout)
"""


@pytest.fixture(scope="module")
def refused() -> Iterator[tuple[Path, dict[str, Any]]]:
    """What a user without permissions gets of each command, and of a folder with one locked file.

    Each command has a folder of its own. They are beside pytest's, which may be entered by its user alone.
    """
    with tempfile.TemporaryDirectory(prefix="graphprobe-permissions-") as name:
        base = Path(name)
        base.chmod(0o755)
        commands = []
        for number, (locked, corpus, graph, out, _) in enumerate(REFUSALS):
            place = make_place(base / str(number))
            (place / locked).chmod(0)
            flags = ["--graph", f"embedded:{place / graph}", "--out", str(place / out)]
            commands.append(["mine", str(place / corpus), *flags])
        last = make_place(base / "last") / "corpus"
        (last / "a.jsonl").chmod(0)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY],
            input=json.dumps({"commands": commands, "corpus": str(last)}),
            capture_output=True,
            text=True,
            check=False,
            timeout=280,
        )
        for path in base.rglob("*"):
            path.chmod(0o755)
        assert done.returncode == 0, done.stderr
        yield base, json.loads(done.stdout)


def make_place(place: Path) -> Path:
    """A folder where everybody may write, with a corpus in it and a folder to lock."""
    (place / "corpus" / "below").mkdir(parents=True)
    place.chmod(0o777)
    for folder in ("corpus", "corpus/below"):
        write(place / folder / "a.jsonl", [TOWER])
    (place / "locked").mkdir()
    return place


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_bytes(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    return path


def mine(path: Path, settings: GraphSettings, *flags: str) -> int:
    return cli.run(["mine", str(path), "--graph", settings.uri, "--out", str(path.parent / "out"), *flags])


def problems(capsys: pytest.CaptureFixture[str]) -> list[str]:
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return [line for line in said.splitlines() if line.startswith("! ")]


@pytest.mark.parametrize("number", range(len(REFUSALS)))
def test_no_permission_is_one_line_that_names_the_place(
    refused: tuple[Path, dict[str, Any]], number: int
) -> None:
    base, got = refused
    code, said = got["results"][number]
    assert code == 2, said
    [line] = said.strip().splitlines()
    assert line.startswith("Error: ")
    assert REFUSALS[number][-1] in line
    assert sorted(path.name for path in (base / str(number)).iterdir()) == ["corpus", "locked"]


def test_a_file_of_a_folder_without_permission_is_a_problem_of_its_own(
    refused: tuple[Path, dict[str, Any]],
) -> None:
    _, got = refused
    first, second = got["records"]
    assert "Permission denied" in first
    assert "Aldwick Tower" in second


@pytest.mark.parametrize("name", ["bomb.txt.gz", "bomb.jsonl.gz", "bomb.csv.gz"])
@pytest.mark.usefixtures("embedded_graph")
def test_a_tiny_archive_of_gigabytes_is_left_and_takes_no_memory(
    tmp_path: Path, embedded_settings: GraphSettings, name: str
) -> None:
    (tmp_path / name).write_bytes(gzip.compress(b"\0" * 2**26) * 48)  # 3 MB that expand to 3 GB
    said = (tmp_path / "said").open("w+b")
    command = [sys.executable, "-m", "graphprobe", "corpus", "add", str(tmp_path / name)]
    with said, subprocess.Popen([*command, "--graph", embedded_settings.uri], stdout=said) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    out = (tmp_path / "said").read_text(encoding="utf-8")
    assert process.returncode == 1, out
    assert f"{name}:1: unreadable: " in out
    assert "64 MB" in out or "expands to over 200 times its size" in out
    assert usage.ru_maxrss * 1024 < 600 * 2**20


def test_a_line_of_50_megabytes_is_named_and_its_neighbours_are_mined(
    tmp_path: Path,
    embedded_graph: Graph,
    embedded_settings: GraphSettings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    long = {"id": "long", "text": "Nothing new is said. " * (50 * 2**20 // 21)}
    assert mine(write(tmp_path / "a.jsonl", [TOWER, long, OTHER]), embedded_settings) == 1
    [problem] = problems(capsys)
    assert f"a.jsonl:2: the text is longer than {LONGEST_TEXT:,} characters; split it" in problem
    assert count_documents(embedded_graph)["documents"] == 2


def test_links_that_lead_in_a_circle_are_read_once(
    tmp_path: Path,
    embedded_graph: Graph,
    embedded_settings: GraphSettings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    write(folder / "a.jsonl", [TOWER, OTHER])
    for name in ("one", "two"):
        (folder / name).symlink_to(folder)
    (folder / "self.jsonl").symlink_to(folder / "self.jsonl")
    assert mine(folder, embedded_settings) == 1
    [problem] = problems(capsys)
    assert "self.jsonl:1: the file can't be read from here on: Too many levels" in problem
    assert count_documents(embedded_graph)["documents"] == 2


def test_whole_numbers_over_64_bits_are_ids(
    tmp_path: Path, embedded_graph: Graph, embedded_settings: GraphSettings
) -> None:
    ids = [2**70, 2**70 + 1, -(10**30)]
    texts = (f"The Aldwick Tower was closed in {year}." for year in range(1951, 1954))
    rows = [{"id": number, "text": text} for number, text in zip(ids, texts, strict=True)]
    assert mine(write(tmp_path / "a.jsonl", rows), embedded_settings) == 0
    keys = [row["key"] for page in embedded_graph.pages("corpus/stats") for row in page]
    assert keys == sorted(map(str, ids))


def test_a_text_of_one_and_a_half_million_characters_is_mined_to_its_end(
    tmp_path: Path,
    embedded_graph: Graph,
    embedded_settings: GraphSettings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    checksums = "\n".join(
        f"{number:064x}" for number in range(23_500)
    )  # long words: 1.5 million letters in seconds
    long = {"id": "long", "text": f"{checksums}\n\n{TOWER['text']}"}
    assert len(long["text"]) > 1_500_000
    assert mine(write(tmp_path / "a.jsonl", [long, OTHER]), embedded_settings) == 0
    assert problems(capsys) == []
    [conflict] = [row for page in embedded_graph.pages("mining/conflicts_list") for row in page]
    assert "56" in str(conflict)
    assert "81" in str(conflict)
    assert cli.run(["doctor", "--graph", embedded_settings.uri]) == 0, "each quote stands at its offsets"
