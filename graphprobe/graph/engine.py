"""The child process that runs the embedded engine: ``python -m graphprobe.graph.engine FOLDER``.

It leaves its parent's process group, so that Ctrl-C reaches only the commands that use the graph, and lives
as long as one of them holds the shared lock on ``users.lock`` (or ``graphprobe db up`` asked it to stay). Its
own exclusive lock on that file, once got, is the decision to stop: nobody can join an engine that is on its
way out, since the lock is let go only when the process has ended.

On standard output it writes one line of JSON, ``{"port": ...}`` or ``{"error": KIND, "detail": ...}``; what
the engine logs goes to ``engine.log`` in the folder.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from graphprobe.graph import loader, migrations
from graphprobe.graph.locks import FileLock

DATABASE = "graphprobe"
USER = "root"
READER = "reader"
ENGINE_LOCK = "engine.lock"
USERS_LOCK = "users.lock"
ENDPOINT_FILE = "engine.json"
LOG_FILE = "engine.log"
KEEP_FILE = "keep"

POLL_SECONDS = 0.2
_STOP_SECONDS = 10.0
_MESSAGE_BYTES = 256 * 1024 * 1024
_HEAP_MEGABYTES = (512, 4096)

_RELATIONSHIP = re.compile(r"\[:(\w+)\]")


def main(folder: Path) -> int:
    """Runs the engine until nobody uses it.

    Returns:
        The exit code of the process that was started; the engine is a child of it and never returns.
    """
    report = os.fdopen(os.dup(1), "w", encoding="utf-8")
    if os.fork():
        return 0  # the parent reaps us at once; the engine itself belongs to nobody
    os.setsid()
    os.chdir(folder)
    _send_output_to(folder / LOG_FILE)
    asked_to_stop = threading.Event()
    lock = FileLock(folder / ENGINE_LOCK)
    if not lock.acquire():
        _say(report, error="locked", detail="another engine runs on it")
        os._exit(1)
    try:
        server, port = _start(folder)
    except Exception as error:
        _say(report, error="failed", detail=str(error))
        os._exit(1)  # its threads would keep the process alive
    _say(report, port=port)
    # the JVM's own handler would take the Python interpreter down with it
    signal.signal(signal.SIGTERM, lambda *_: asked_to_stop.set())
    _wait_for_the_last_user(folder, asked_to_stop)
    (folder / ENDPOINT_FILE).unlink(missing_ok=True)
    (folder / KEEP_FILE).unlink(missing_ok=True)
    # A worker that outlived its command may hold a connection, for which the engine would wait for ever. What
    # isn't flushed by then is in the log, from which the next start takes it.
    stopping = threading.Thread(target=server.stop, daemon=True)
    stopping.start()
    stopping.join(_STOP_SECONDS)
    os._exit(0)


def _start(folder: Path) -> tuple[Any, int]:
    from arcadedb_embedded.jvm import start_jvm
    from arcadedb_embedded.server import ArcadeDBServer

    # A password lives as long as its engine; without the old file the engine takes the new one.
    (folder / "config" / "server-users.jsonl").unlink(missing_ok=True)
    password = secrets.token_urlsafe(24)
    port, http_port = _free_ports(2)
    start_jvm(heap_size=f"{_heap_megabytes()}m", jvm_args=[f"-XX:ErrorFile={folder}/jvm-crash.log"])
    server = ArcadeDBServer(
        str(folder),
        password,
        {
            # "production" would hide the reason of a refused statement from us; what it sets is set below
            "mode": "development",
            "host": "127.0.0.1",
            "http_port": str(http_port),
            "bolt_port": port,
            "bolt_maxMessageSize": _MESSAGE_BYTES,
            "bolt_packstream_maxValueLength": _MESSAGE_BYTES,
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
            "server_logsDirectory": str(folder / "log"),
            "opencypher_loadCsv_allowFileUrls": "false",
            "opencypher_loadCsv_allowRemoteUrls": "false",
            "txWalFlush": 1,
        },
    )
    server.start()
    database = server.create_database(DATABASE)
    _declare_properties(database)
    _declare_relationships(database)
    _admit_reader(server, password)
    _write_endpoint(folder / ENDPOINT_FILE, port, password)
    return server, port


def _declare_properties(database: Any) -> None:
    """Tells the engine what Neo4j needs no telling: indexed properties hold text, and keys are never null.

    Without a type the engine sorts all rows of a range for ``ORDER BY key LIMIT n``, and paging a corpus is
    quadratic; with it, it reads the index in order and stops. Without "not null" a MERGE on a null key, which
    Neo4j refuses, makes a node that nobody finds again.
    """
    for indexed in migrations.text_properties():
        database.schema.get_or_create_vertex_type(indexed.label)
        declared = database.schema.get_or_create_property(indexed.label, indexed.name, "STRING")
        if indexed.is_key:
            declared.setMandatory(True).setNotNull(True)


def _declare_relationships(database: Any) -> None:
    """Makes every relationship type beforehand.

    A MATCH on a type of which there is none yet would end its statement after the first few hundred rows, and
    what earlier clauses were to set on the others would be lost without a word.
    """
    for name in _RELATIONSHIP.findall(loader.load("graph/relationship_counts").text):
        database.schema.get_or_create_edge_type(name)


def _admit_reader(server: Any, password: str) -> None:
    """Makes the user under whom statements can only read.

    The engine doesn't look at the access mode of a Bolt session; what it does hold is the rights of users.
    """
    import jpype

    def as_json(value: Any) -> Any:
        return jpype.JClass("com.arcadedb.serializer.json.JSONObject")(json.dumps(value))

    security = server._java_server.getSecurity()  # the package has no public way to users and groups
    rights = {
        "resultSetLimit": -1,
        "readTimeout": -1,
        "access": [],
        "types": {"*": {"access": ["readRecord"]}},
    }
    security.saveGroup(DATABASE, READER, as_json(rights))
    encoded = str(security.encodePassword(password))
    security.createUser(as_json({"name": READER, "password": encoded, "databases": {DATABASE: [READER]}}))


def _wait_for_the_last_user(folder: Path, asked_to_stop: threading.Event) -> None:
    users = FileLock(folder / USERS_LOCK)
    while (_is_kept(folder) or not users.acquire()) and not asked_to_stop.wait(POLL_SECONDS):
        pass


def _is_kept(folder: Path) -> bool:
    """True when ``db up`` named this very process; a mark left by an earlier one doesn't count."""
    try:
        return (folder / KEEP_FILE).read_text(encoding="utf-8") == str(os.getpid())
    except OSError:
        return False


def _write_endpoint(path: Path, port: int, password: str) -> None:
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({"port": port, "pid": os.getpid(), "password": password}, file)
    fresh.replace(path)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for item in sockets:
            item.bind(("127.0.0.1", 0))
        return [item.getsockname()[1] for item in sockets]
    finally:
        for item in sockets:
            item.close()


def _heap_megabytes() -> int:
    """A quarter of the machine's memory, within bounds."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    smallest, largest = _HEAP_MEGABYTES
    return max(smallest, min(largest, total // 4))


def _send_output_to(log: Path) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (descriptor, 1), (descriptor, 2)):
        os.dup2(source, target)
    os.close(descriptor)
    os.close(null)


def _say(report: Any, **words: Any) -> None:
    try:
        print(json.dumps(words), file=report, flush=True)
        report.close()
    except BrokenPipeError:
        pass  # the command that started us is gone; the next look at users.lock ends us


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
