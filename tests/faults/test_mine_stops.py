"""What stops `mine` from outside: SIGTERM, a full disk, the end of the engine. One line, nothing halved."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

import pytest
from folders import files_of

from graphprobe.config import GraphSettings
from graphprobe.corpus import count_documents
from graphprobe.demo import CORPUS
from graphprobe.graph import embedded, open_graph

pytestmark = [pytest.mark.fault, pytest.mark.timeout(600)]

DOCUMENTS = 5
PATIENCE = 240


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A few documents of the demo."""
    path = tmp_path / "corpus.jsonl"
    with CORPUS.open("rb") as file:
        path.write_bytes(b"".join(islice(file, DOCUMENTS)))
    return path


def command(corpus: Path, graph: Path, out: Path) -> list[str]:
    start = [sys.executable, "-m", "graphprobe", "mine"]
    return [*start, str(corpus), "--graph", f"embedded:{graph}", "--out", str(out)]


def finish(corpus: Path, graph: Path, out: Path) -> subprocess.CompletedProcess[str]:
    line = command(corpus, graph, out)
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=PATIENCE)


def errors(said: str) -> list[str]:
    """What was said on standard error beside the stages' progress."""
    assert "Traceback" not in said
    return [line for line in said.splitlines() if line.startswith(("Error:", "Stopped."))]


@contextmanager
def reading(corpus: Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A `mine` that has its documents and works on them."""
    line = command(corpus, folder / "graph", folder / "out")
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == f"corpus: {DOCUMENTS} documents\n"
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.communicate()


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system in memory; skips the test where we may not mount one."""
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(["mount", *options], check=False).returncode != 0:
        pytest.skip("mounting a tmpfs needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Leaves no byte free."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"\0" * 4096):
            pass
    return ballast


def test_sigterm_stops_as_ctrl_c_does(corpus: Path, tmp_path: Path) -> None:
    with reading(corpus, tmp_path) as process:
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
    assert errors(said) == ["Stopped. What was written stays; run the same command again to continue."]
    assert embedded.running(tmp_path / "graph") is None
    assert finish(corpus, tmp_path / "graph", tmp_path / "out").returncode == 0


def test_the_engine_killed_in_mid_run(corpus: Path, tmp_path: Path) -> None:
    graph, out = tmp_path / "graph", tmp_path / "out"
    with reading(corpus, tmp_path) as process:
        pid = json.loads((graph / "engine.json").read_bytes())["pid"]
        os.kill(pid, signal.SIGKILL)
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 2
    [error] = errors(said)
    assert "the embedded engine has stopped. Run the same command again, it continues" in error
    assert not list(out.iterdir())
    assert finish(corpus, graph, out).returncode == 0
    with open_graph(GraphSettings(uri=f"embedded:{graph}")) as opened:
        assert count_documents(opened)["documents"] == DOCUMENTS


def test_a_full_disk_for_the_release_leaves_the_last_one_whole(corpus: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    with small_disk(tmp_path / "disk", megabytes=1) as disk:
        out = disk / "out"
        assert finish(corpus, graph, out).returncode == 0
        before = files_of(out)
        ballast = fill(disk)
        done = finish(corpus, graph, out)
        assert done.returncode == 2
        [error] = errors(done.stderr)
        assert "No space left on device. Free space and run the same command again, it continues." in error
        assert files_of(out) == before
        ballast.unlink()
        assert finish(corpus, graph, out).returncode == 0


def test_a_full_disk_for_the_graph(corpus: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", megabytes=16) as disk:
        ballast = fill(disk)
        done = finish(corpus, disk / "graph", tmp_path / "out")
        assert done.returncode == 2
        [error] = errors(done.stderr)
        assert "the disk is full. Free space or give --graph another folder." in error
        ballast.unlink()
