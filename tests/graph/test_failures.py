"""What goes wrong with a database becomes one line that says what, where and what to do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from pydantic import SecretStr

from graphprobe.config import GraphSettings
from graphprobe.errors import ConfigError, GraphError, GraphProbeError
from graphprobe.graph import open_graph


def refusal(settings: GraphSettings) -> str:
    """The one line a user sees when this graph is opened."""
    with pytest.raises(GraphProbeError) as caught:
        open_graph(settings).__enter__()
    line = caught.value.line()
    assert "\n" not in line
    assert settings.uri in line
    assert caught.value.exit_code == 2
    return line


@pytest.mark.neo4j
@pytest.mark.parametrize("password", ["wrong", "", None])
def test_a_wrong_password(neo4j_settings: GraphSettings, password: str | None) -> None:
    secret = None if password is None else SecretStr(password)

    line = refusal(neo4j_settings.model_copy(update={"password": secret}))

    assert "refuses this user and password" in line
    assert "GRAPHPROBE_GRAPH_PASSWORD" in line
    assert "wrong" not in line


@pytest.mark.neo4j
def test_an_unknown_database(neo4j_settings: GraphSettings) -> None:
    line = refusal(neo4j_settings.model_copy(update={"database": "nowhere"}))

    assert "no such database" in line
    assert "nowhere" in line
    assert "GRAPHPROBE_GRAPH_DATABASE" in line


@pytest.mark.neo4j
def test_the_named_database_is_the_one_used(neo4j_settings: GraphSettings) -> None:
    with open_graph(neo4j_settings.model_copy(update={"database": "neo4j"})) as graph:
        assert graph.read("probe/database") == [{"name": "neo4j"}]


@pytest.mark.neo4j
@pytest.mark.parametrize("scheme", ["bolt+s", "bolt+ssc", "neo4j+s"])
def test_encryption_where_the_server_has_none(neo4j_settings: GraphSettings, scheme: str) -> None:
    encrypted = neo4j_settings.model_copy(update={"uri": neo4j_settings.uri.replace("bolt", scheme, 1)})

    assert "encryption" in refusal(encrypted)


@pytest.mark.neo4j
def test_the_routing_scheme_works_on_a_single_server(neo4j_settings: GraphSettings) -> None:
    routed = neo4j_settings.model_copy(update={"uri": neo4j_settings.uri.replace("bolt", "neo4j", 1)})

    with open_graph(routed) as graph:
        assert graph.engine == "neo4j"


def test_a_dead_endpoint() -> None:
    line = refusal(GraphSettings(uri="bolt://127.0.0.1:1", password=SecretStr("p")))

    assert "no graph database answers" in line
    assert "docker compose up" in line


def test_a_host_that_does_not_exist() -> None:
    assert "no graph database answers" in refusal(
        GraphSettings(uri="bolt://nowhere.invalid:7687", password=SecretStr("p"))
    )


@pytest.mark.parametrize(
    "uri", ["http://127.0.0.1:7474", "bolt:/x", "postgres://127.0.0.1", "127.0.0.1:7687", "neo4j", "://"]
)
def test_what_is_not_an_address_of_a_graph(uri: str) -> None:
    with pytest.raises(ConfigError, match=r"not an address of a graph.*bolt://, neo4j://.*embedded:DIR"):
        open_graph(GraphSettings(uri=uri, password=SecretStr("p"))).__enter__()


class Proxy(threading.Thread):
    """A line to a server that a test can cut."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._ends: list[socket.socket] = []

    def run(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def cut(self) -> None:
        for end in [self._listener, *self._ends]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    @staticmethod
    def _pump(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)


@pytest.fixture
def proxied(neo4j_settings: GraphSettings) -> Iterator[tuple[GraphSettings, Proxy]]:
    """The Neo4j server behind a line that can be cut."""
    host, _, port = neo4j_settings.uri.rpartition(":")
    proxy = Proxy(int(port))
    proxy.start()
    yield neo4j_settings.model_copy(update={"uri": f"{host}:{proxy.port}"}), proxy
    proxy.cut()
    proxy.join()


@pytest.mark.neo4j
@pytest.mark.fault
def test_a_server_that_goes_away_in_mid_run(
    proxied: tuple[GraphSettings, Proxy], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, proxy = proxied
    monkeypatch.setattr("graphprobe.graph.connection._RETRY_SECONDS", 1.0)
    rows: list[dict[str, Any]] = [{"key": "d1", "text": "t"}]
    with open_graph(settings) as graph:
        graph.write("probe/document", rows)
        proxy.cut()

        with pytest.raises(GraphError, match="no graph database answers"):
            graph.write("probe/document", rows)
