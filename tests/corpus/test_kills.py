"""No process stays when one that adds a corpus is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ADD = """
import sys
from graphprobe.config import CorpusSettings, GraphSettings
from graphprobe.corpus import add_corpus
from graphprobe.graph import open_graph

if __name__ == "__main__":
    folder, workers = sys.argv[1], int(sys.argv[2])
    address = GraphSettings(uri=f"embedded:{folder}/graph")
    with open_graph(address) as graph:
        print("ready", flush=True)
        add_corpus(graph, [f"{folder}/*.jsonl"], CorpusSettings(workers=workers), address=address)
"""


def is_anyone_left(group: int, *, seconds: float) -> bool:
    """Whether a process group still has a member after some seconds at most."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.parametrize(("workers", "moment"), [(1, 0.5), (2, 2.5)])
def test_a_killed_command_leaves_no_process(tmp_path: Path, workers: int, moment: float) -> None:
    for part in range(2):
        with (tmp_path / f"part{part}.jsonl").open("w", encoding="utf-8") as file:
            for number in range(50_000):
                text = (
                    f"Record {part}-{number} of the archive of Halden speaks of the flood of {number % 900}."
                )
                file.write(json.dumps({"id": f"{part}-{number}", "text": text}) + "\n")
    script = tmp_path / "add.py"
    script.write_text(ADD, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path), str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(moment)
        assert process.poll() is None, "it was over too soon"
        process.kill()
        process.wait()
        assert not is_anyone_left(process.pid, seconds=30)
    finally:
        if is_anyone_left(process.pid, seconds=0.2):
            os.killpg(process.pid, signal.SIGKILL)
        if process.stdout:
            process.stdout.close()
