"""Fixtures for every test: a graph on each engine, started once a session and wiped between tests.

Neo4j comes from the first of these that works:

1. a server whose address is in ``GRAPHPROBE_TEST_NEO4J_URI`` (and ``..._PASSWORD``): what it holds is wiped;
2. Docker, with the image of ``docker-compose.yml``;
3. a JDK and Maven, by ``tools/neo4j/serve``.

``GRAPHPROBE_TEST_NEO4J_VERSION`` chooses the version for 2 and 3. Where none works, the tests that need
Neo4j are skipped, and the last lines of the run say so; with ``GRAPHPROBE_REQUIRE_NEO4J=1`` it fails instead.
"""

from __future__ import annotations

import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr

from graphprobe.config import GraphSettings
from graphprobe.errors import GraphError
from graphprobe.graph import Graph, embedded, loader, maintenance, open_graph

REPOSITORY = Path(__file__).parents[1]
PROBES = REPOSITORY / "tests" / "graph" / "cypher"
LAUNCHER = REPOSITORY / "tools" / "neo4j" / "serve"
LONG_TERM_VERSION = "5.26.30"
START_SECONDS = 420
HOW_TO_GET_ONE = (
    "Start Docker; or install a JDK and Maven (Debian: apt-get install openjdk-17-jdk maven); or set "
    "GRAPHPROBE_TEST_NEO4J_URI and GRAPHPROBE_TEST_NEO4J_PASSWORD to a server that may be wiped."
)

_why_no_neo4j = pytest.StashKey[str]()

# A shell that runs the tests in the background has Ctrl-C ignored, and the commands that tests start would
# inherit that; a process with a handler of its own passes the default on.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def probe_statements() -> Iterator[None]:
    """Teaches the loader what only tests need: ``probe/NAME`` is ``tests/graph/cypher/NAME.cypher``."""
    shipped = loader.load

    def load(name: str) -> loader.Statement:
        folder, _, file = name.partition("/")
        if folder != "probe":
            return shipped(name)
        return loader.parse(name, (PROBES / f"{file}.cypher").read_text(encoding="utf-8"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "load", load)
        yield


@pytest.fixture(scope="session")
def embedded_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphSettings]:
    """An embedded graph whose engine runs through the whole session."""
    folder = tmp_path_factory.mktemp("embedded-graph")
    with embedded.joined(folder):
        yield GraphSettings(uri=f"embedded:{folder}")


@pytest.fixture(scope="session")
def neo4j_settings(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[GraphSettings]:
    """A Neo4j server that runs through the whole session; skips, or fails, where there is none."""
    with _neo4j_server(tmp_path_factory.mktemp("neo4j")) as found:
        if isinstance(found, str):
            request.config.stash[_why_no_neo4j] = found
            if os.environ.get("GRAPHPROBE_REQUIRE_NEO4J") == "1":
                pytest.fail(f"{found} {HOW_TO_GET_ONE}", pytrace=False)
            pytest.skip(found)
        yield found


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def graph_settings(request: pytest.FixtureRequest) -> GraphSettings:
    """Settings of an empty graph, on one engine after the other."""
    settings: GraphSettings = request.getfixturevalue(f"{request.param}_settings")
    with open_graph(settings) as graph:
        maintenance.wipe(graph)
    return settings


@pytest.fixture
def graph(graph_settings: GraphSettings) -> Iterator[Graph]:
    """An empty graph with its schema, on one engine after the other."""
    with open_graph(graph_settings) as opened:
        yield opened


@pytest.fixture
def embedded_graph(embedded_settings: GraphSettings) -> Iterator[Graph]:
    """An empty graph on the embedded engine, for what doesn't depend on the engine."""
    with open_graph(embedded_settings) as opened:
        maintenance.wipe(opened)
        yield opened


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    reason = config.stash.get(_why_no_neo4j, None)
    if reason:
        terminalreporter.section("Neo4j", yellow=True)
        terminalreporter.line(f"The tests on Neo4j did NOT run: {reason}")
        terminalreporter.line(HOW_TO_GET_ONE)


@contextmanager
def _neo4j_server(folder: Path) -> Iterator[GraphSettings | str]:
    """A running server, or why there is none."""
    uri = os.environ.get("GRAPHPROBE_TEST_NEO4J_URI")
    if uri:
        password = SecretStr(os.environ.get("GRAPHPROBE_TEST_NEO4J_PASSWORD", ""))
        yield GraphSettings(uri=uri, password=password)
    elif _docker_answers():
        with _by_docker() as found:
            yield found
    elif shutil.which("mvn"):
        with _by_maven(folder) as found:
            yield found
    else:
        yield "there is no Docker, no Maven and no GRAPHPROBE_TEST_NEO4J_URI."


def _version() -> str:
    return os.environ.get("GRAPHPROBE_TEST_NEO4J_VERSION", LONG_TERM_VERSION)


def _docker_answers() -> bool:
    if not shutil.which("docker"):
        return False
    asked = subprocess.run(["docker", "info"], capture_output=True, timeout=60, check=False)
    return asked.returncode == 0 and b"Server Version" in asked.stdout


@contextmanager
def _by_docker() -> Iterator[GraphSettings | str]:
    port, password = _free_port(), secrets.token_hex(8)
    name = f"graphprobe-test-{port}"
    image = f"neo4j:{_version()}-community"
    command = ["docker", "run", "--rm", "--detach", "--name", name, "--publish", f"127.0.0.1:{port}:7687"]
    started = subprocess.run(
        [*command, "--env", f"NEO4J_AUTH=neo4j/{password}", image],
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    if started.returncode != 0:
        yield f"Docker can't run {image}: {started.stderr.strip()[-300:]}"
        return
    try:
        settings = GraphSettings(uri=f"bolt://127.0.0.1:{port}", password=SecretStr(password))
        yield settings if _answers(settings) else f"{image} didn't answer within {START_SECONDS} seconds."
    finally:
        subprocess.run(["docker", "rm", "--force", name], capture_output=True, timeout=60, check=False)


@contextmanager
def _by_maven(folder: Path) -> Iterator[GraphSettings | str]:
    port, password = _free_port(), secrets.token_hex(8)
    options = ["--version", _version(), "--port", str(port), "--home", str(folder), "--password", password]
    log = folder / "serve.log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [str(LAUNCHER), *options, "--until-eof"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            bufsize=0,  # or select would miss a line that is read ahead
            start_new_session=True,  # Ctrl-C ends pytest, whose end is the server's end of input
        ) as server,
    ):
        try:
            if _says_ready(server):
                yield GraphSettings(uri=f"bolt://127.0.0.1:{port}", password=SecretStr(password))
            else:
                said = log.read_text(encoding="utf-8", errors="replace").strip()
                yield f"{LAUNCHER.relative_to(REPOSITORY)} failed: {said[-300:]}"
        finally:
            assert server.stdin is not None
            server.stdin.close()
            server.wait(timeout=60)


def _says_ready(server: subprocess.Popen[bytes]) -> bool:
    assert server.stdout is not None
    deadline = time.monotonic() + START_SECONDS
    while select.select([server.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
        line = server.stdout.readline()
        if line.startswith(b"ready ") or not line:
            return bool(line)
    return False


def _answers(settings: GraphSettings) -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            with open_graph(settings, migrate=False):
                return True
        except GraphError:
            time.sleep(1)
    return False


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
