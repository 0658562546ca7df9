"""The embedded engine: shared, never left behind, and durable, however its users and it end."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphprobe.config import GraphSettings
from graphprobe.errors import GraphError, GraphLockedError, GraphVersionError
from graphprobe.graph import Graph, embedded, engine, locks, open_graph

WHOLE = os.environ.get("GRAPHPROBE_FAULTS") == "whole"
PROBES = Path(__file__).parent / "cypher"

# A command in a process of its own: opens the graph of a folder, runs `body`, and says what it sees.
COMMAND = """
import sys, time
from pathlib import Path
from graphprobe.config import GraphSettings
from graphprobe.errors import GraphProbeError
from graphprobe.graph import embedded, loader, open_graph

probes = Path(sys.argv[2])
shipped = loader.load
loader.load = lambda name: (
    loader.parse(name, (probes / (name[6:] + ".cypher")).read_text("utf-8"))
    if name.startswith("probe/") else shipped(name)
)
folder = Path(sys.argv[1])
def say(*words): print(*words, flush=True)
try:
    with open_graph(GraphSettings(uri=f"embedded:{folder}")) as graph:
        say("open", embedded.running(folder).pid)
{body}
except GraphProbeError as error:
    say("error", type(error).__name__, error.line())
"""
WAITS = "time.sleep(600)"
WRITES = """
for number in range(100000):
    key = f"d{number:05}"
    graph.write_together([("probe/document", [{"key": key, "text": "t"}]), ("probe/mark", [{"key": key}])])
    say("wrote", number)
"""


@contextmanager
def command(folder: Path, body: str = WAITS) -> Iterator[subprocess.Popen[str]]:
    """Runs a command beside the test, and ends it with the test."""
    source = COMMAND.replace("{body}", textwrap.indent(textwrap.dedent(body), " " * 8))
    with subprocess.Popen(
        [sys.executable, "-c", source, str(folder), str(PROBES)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def hear(process: subprocess.Popen[str], word: str) -> list[str]:
    """The next thing a command says; it must begin with ``word``."""
    assert process.stdout is not None
    said = process.stdout.readline().split()
    assert said[:1] == [word], said
    return said[1:]


def settings(folder: Path) -> GraphSettings:
    return GraphSettings(uri=f"embedded:{folder}")


def keys(graph: Graph) -> list[str]:
    return [row["key"] for page in graph.pages("probe/page") for row in page]


def is_running(pid: int) -> bool:
    """True unless the process is gone, or is a zombie that its parent hasn't reaped."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    except OSError:
        os.kill(pid, 0)
        return True


def assert_ends(pid: int, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while is_running(pid):
        assert time.monotonic() < deadline, f"process {pid} was left behind"
        time.sleep(0.05)


def test_what_is_written_is_there_the_next_time(tmp_path: Path) -> None:
    with open_graph(settings(tmp_path)) as graph:
        graph.write("probe/document", [{"key": "d1", "text": "t"}])

    with open_graph(settings(tmp_path)) as graph:
        assert keys(graph) == ["d1"]


def test_it_stops_with_its_last_user_and_its_folder_may_go(tmp_path: Path) -> None:
    with embedded.joined(tmp_path / "graph") as endpoint:
        assert is_running(endpoint.pid)

    assert not is_running(endpoint.pid)
    assert embedded.running(tmp_path / "graph") is None


def test_it_listens_on_loopback_and_keeps_its_password_to_its_owner(embedded_settings: GraphSettings) -> None:
    folder = embedded_settings.embedded_folder
    assert folder is not None
    endpoint = embedded.running(folder)
    assert endpoint is not None

    assert stat.S_IMODE((folder / engine.ENDPOINT_FILE).stat().st_mode) == 0o600
    assert endpoint.password not in repr(endpoint)
    assert len(endpoint.password) >= 24
    outside = socket.gethostbyname(socket.gethostname())
    if not outside.startswith("127."):
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((outside, endpoint.port), timeout=5).close()


def test_two_commands_share_it(tmp_path: Path) -> None:
    with command(
        tmp_path, 'graph.write("probe/document", [{"key": "theirs", "text": "t"}])\n' + WAITS
    ) as first:
        [pid] = hear(first, "open")
        with open_graph(settings(tmp_path)) as graph:
            endpoint = embedded.running(tmp_path)
            assert endpoint is not None
            assert str(endpoint.pid) == pid
            graph.write("probe/document", [{"key": "ours", "text": "t"}])
            first.send_signal(signal.SIGKILL)
            first.wait()
            time.sleep(3 * engine.POLL_SECONDS)
            assert "ours" in keys(graph)

    assert_ends(int(pid))


def test_two_commands_that_start_at_once_get_one_engine(tmp_path: Path) -> None:
    with command(tmp_path) as first, command(tmp_path) as second:
        assert hear(first, "open") == hear(second, "open")


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    body = """
    for number in range(40):
        graph.write("probe/document", [{{"key": f"d{{n:03}}", "text": "{who}"}} for n in range(number, 60)])
    say("done")
    """
    with command(tmp_path, body.format(who="a")) as first, command(tmp_path, body.format(who="b")) as second:
        for process in (first, second):
            hear(process, "open")
        for process in (first, second):
            hear(process, "done")
            process.wait()

    with open_graph(settings(tmp_path)) as graph:
        assert keys(graph) == [f"d{n:03}" for n in range(60)]


@pytest.mark.fault
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_orphan_however_the_command_ends(tmp_path: Path, ending: signal.Signals) -> None:
    with command(tmp_path) as process:
        [pid] = hear(process, "open")
        process.send_signal(ending)
        process.wait()

        assert_ends(int(pid))


@pytest.mark.fault
def test_no_orphan_when_the_command_is_killed_while_the_engine_starts(tmp_path: Path) -> None:
    with command(tmp_path) as process:
        deadline = time.monotonic() + 60
        while not locks.is_held(tmp_path / engine.ENGINE_LOCK) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.kill()
        process.wait()

    deadline = time.monotonic() + 60
    while locks.is_held(tmp_path / engine.ENGINE_LOCK):
        assert time.monotonic() < deadline, "the engine was left behind"
        time.sleep(0.05)


def test_a_forked_worker_that_outlives_its_command_holds_nothing(tmp_path: Path) -> None:
    body = """
    import os
    worker = os.fork()
    if worker == 0:
        time.sleep(600)
    say("worker", worker)
    time.sleep(600)
    """
    with command(tmp_path, body) as process:
        [pid] = hear(process, "open")
        [worker] = hear(process, "worker")
        process.kill()
        process.wait()
        try:
            assert_ends(int(pid))
        finally:
            os.kill(int(worker), signal.SIGKILL)


@pytest.mark.fault
@pytest.mark.parametrize("seed", range(10 if WHOLE else 2))
def test_nothing_is_lost_or_halved_when_the_engine_is_killed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with command(tmp_path, WRITES) as writer:
        [pid] = hear(writer, "open")
        for _ in range(chance.randrange(1, 60)):
            [written] = hear(writer, "wrote")
        time.sleep(chance.random() * 0.05)
        os.kill(int(pid), signal.SIGKILL)
        assert writer.stdout is not None
        rest = writer.stdout.read().splitlines()

    acknowledged = max([int(written), *(int(line.split()[1]) for line in rest if line.startswith("wrote"))])
    assert rest[-1].startswith("error GraphError"), rest[-1]
    assert "run the same command again" in rest[-1].lower()
    with open_graph(settings(tmp_path)) as graph:
        found = keys(graph)
        assert found[: acknowledged + 1] == [f"d{number:05}" for number in range(acknowledged + 1)]
        assert len(found) <= acknowledged + 2
        assert list(graph.pages("probe/page_without_mark")) == []


def test_it_stays_when_asked_to_and_stops_when_told(tmp_path: Path) -> None:
    kept = embedded.keep(tmp_path)
    time.sleep(3 * engine.POLL_SECONDS)
    assert is_running(kept.pid)

    with open_graph(settings(tmp_path)) as graph:
        assert embedded.running(tmp_path) == kept
        assert embedded.release(tmp_path) is False, "a command still uses it"
        assert keys(graph) == []

    assert_ends(kept.pid)
    assert embedded.release(tmp_path) is True


def test_a_mark_left_by_an_earlier_engine_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / engine.KEEP_FILE).write_text("1")

    with embedded.joined(tmp_path) as endpoint:
        pass

    assert_ends(endpoint.pid)


def test_a_folder_that_something_else_holds_is_locked(tmp_path: Path) -> None:
    with (tmp_path / engine.ENGINE_LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        with pytest.raises(GraphLockedError, match="locked: a running engine holds it") as caught:
            open_graph(settings(tmp_path)).__enter__()

    assert str(tmp_path) in caught.value.line()


def test_files_that_another_program_holds_are_locked(tmp_path: Path) -> None:
    with open_graph(settings(tmp_path)):
        pass
    source = """
import sys, time, arcadedb_embedded
database = arcadedb_embedded.open_database(sys.argv[1])
print("open", flush=True)
time.sleep(600)
"""
    database = tmp_path / "databases" / engine.DATABASE
    with subprocess.Popen(
        [sys.executable, "-c", source, str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    ) as other:
        try:
            hear(other, "open")
            with pytest.raises(GraphLockedError, match="a process other than GraphProbe holds its files"):
                open_graph(settings(tmp_path)).__enter__()
        finally:
            other.kill()


def test_a_folder_of_a_newer_engine_is_refused(tmp_path: Path) -> None:
    (tmp_path / "engine-version").write_text("99.1.0")

    with pytest.raises(
        GraphVersionError, match=r"written by arcadedb-embedded 99\.1\.0.*pip install --upgrade"
    ):
        open_graph(settings(tmp_path)).__enter__()


def test_a_file_in_the_way_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "graph").write_text("a file")

    with pytest.raises(
        GraphError, match=r"can't be written: (File exists|Not a directory)\. Change its permissions"
    ):
        open_graph(settings(tmp_path / "graph")).__enter__()


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A small file system in memory; skips the test where we may not mount one."""
    folder.mkdir()
    tried = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode != 0:
        pytest.skip(f"mounting a tmpfs needs root: {tried.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.fault
def test_a_folder_we_may_not_write_is_one_line(tmp_path: Path) -> None:
    with (
        mounted(tmp_path / "disk", "ro,size=1m") as disk,
        pytest.raises(GraphError, match="can't be written: Read-only file system"),
    ):
        open_graph(settings(disk / "graph")).__enter__()


@pytest.mark.fault
def test_a_full_disk_at_the_start_is_one_line(tmp_path: Path) -> None:
    with (
        mounted(tmp_path / "disk", "size=64k") as disk,
        pytest.raises(GraphError, match=r"the disk .*is full"),
    ):
        open_graph(settings(disk / "graph")).__enter__()


def fill(disk: Path, acknowledged: list[str]) -> None:
    with open_graph(settings(disk)) as graph:
        for number in range(1000):
            graph.write("probe/document", [{"key": f"d{number:04}", "text": os.urandom(100_000).hex()}])
            acknowledged.append(f"d{number:04}")


@pytest.mark.fault
def test_a_disk_that_fills_up_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=48m") as disk:
        acknowledged: list[str] = []
        with pytest.raises(GraphError, match=r"the disk .*is full"):
            fill(disk, acknowledged)

        subprocess.run(["mount", "-o", "remount,size=512m", str(disk)], check=True)
        with open_graph(settings(disk)) as graph:
            assert keys(graph)[: len(acknowledged)] == acknowledged
