"""A real HTTP server on loopback that speaks OpenAI's chat completions and behaves as a script says.

::

    with ScriptedServer() as server:
        server.then(status(429, retry_after=1), says({"ready": True}))   # the next two requests
        server.otherwise(lambda request: says(answer_to(request)))       # all later ones

A behaviour is a function that gets the handler and the request's body and writes whatever it likes to the
socket. ``server.requests`` has every body as it was received, ``server.most_at_once`` how many were under way
together.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Body = dict[str, Any]
Behaviour = Callable[["Handler", Body], None]


class ScriptedServer:
    """The server; a context manager. Listens on a free port of 127.0.0.1."""

    def __init__(self, key: str | None = None) -> None:
        """``key``: the only key that is taken; None: any."""
        self.key = key
        self.requests: list[Body] = []
        self.most_at_once = 0
        self._under_way = 0
        self._script: deque[Behaviour] = deque()
        self._default: Callable[[Body], Behaviour] = lambda _: says({"ready": True})
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.scripted = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL for clients."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def then(self, *behaviours: Behaviour) -> None:
        """What the next requests meet, one after the other."""
        self._script.extend(behaviours)

    def otherwise(self, choose: Callable[[Body], Behaviour]) -> None:
        """What requests meet when the script is over."""
        self._default = choose

    def meet(self, body: Body) -> Behaviour:
        """Records a request; what it meets."""
        with self._lock:
            self.requests.append(body)
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
            return self._script.popleft() if self._script else self._default(body)

    def left(self) -> None:
        """A request is over."""
        with self._lock:
            self._under_way -= 1

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    scripted: ScriptedServer
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is none of the server's errors."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        body = json.loads(self.rfile.read(length))
        scripted = self.server.scripted
        behaviour = scripted.meet(body)
        if scripted.key is not None and self.headers.get("Authorization") != f"Bearer {scripted.key}":
            behaviour = status(401, f"Incorrect API key provided: {self.headers.get('Authorization')}")
        try:
            with suppress(BrokenPipeError, ConnectionResetError):
                behaviour(self, body)
        finally:
            scripted.left()

    def reply(self, code: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        """Writes a whole response."""
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def drop(self) -> None:
        """Ends the connection without another byte."""
        self.close_connection = True
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing goes to standard error."""


def completion(
    content: Any,
    *,
    finish: str | None = "stop",
    usage: Any = "default",
    **message: Any,
) -> bytes:
    """The body of a chat completion; objects become JSON text as content."""
    text = json.dumps(content) if isinstance(content, dict) else content
    data: Body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted-1",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
    }
    if usage is not None:
        data["usage"] = (
            {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
            if usage == "default"
            else usage
        )
    return json.dumps(data).encode()


def says(content: Any, **options: Any) -> Behaviour:
    """An answer; see :func:`completion`."""
    return lambda handler, _: handler.reply(200, completion(content, **options))


def slowly(seconds: float, behaviour: Behaviour) -> Behaviour:
    """Another behaviour, after a while."""

    def behave(handler: Handler, body: Body) -> None:
        time.sleep(seconds)
        behaviour(handler, body)

    return behave


def status(code: int, message: str = "no", /, *, retry_after: float | None = None, **error: Any) -> Behaviour:
    """An error response in OpenAI's form."""
    data = json.dumps({"error": {"message": message, **error}}).encode()
    headers = {} if retry_after is None else {"Retry-After": f"{retry_after:g}"}
    return lambda handler, _: handler.reply(code, data, headers)


def raw(data: bytes, code: int = 200) -> Behaviour:
    """Any bytes as a whole body."""
    return lambda handler, _: handler.reply(code, data)


def closes(handler: Handler, body: Body) -> None:  # noqa: ARG001
    """The connection ends without an answer."""
    handler.drop()


def cut(handler: Handler, body: Body) -> None:  # noqa: ARG001
    """The connection ends in the middle of the body."""
    data = completion({"ready": True})
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data[: len(data) // 2])
    handler.wfile.flush()
    handler.drop()


def without_schemas(*types: str) -> Callable[[Behaviour], Callable[[Body], Behaviour]]:
    """For ``otherwise``: refuses those types of ``response_format``, and behaves as given without them."""

    def wrap(behaviour: Behaviour) -> Callable[[Body], Behaviour]:
        def choose(body: Body) -> Behaviour:
            asked = body.get("response_format", {}).get("type")
            if asked in types:
                return status(400, f"response_format of type {asked} is not supported")
            return behaviour

        return choose

    return wrap
