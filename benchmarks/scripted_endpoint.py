"""A fast endpoint for speed: one process, one event loop, chat completions that all take equally long.

``python -m benchmarks.scripted_endpoint SECONDS`` prints its base URL and serves until its input ends.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

ANSWER = "Sources differ: some give 1974, others 1976."


def response_bytes() -> bytes:
    """A whole HTTP response with one chat completion."""
    body = json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": "scripted-1",
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": ANSWER}}
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 12, "total_tokens": 112},
        }
    ).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def serve(seconds: float) -> None:
    """Listens on a free port until standard input ends."""
    answer = response_bytes()

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
                await reader.readexactly(length)
                await asyncio.sleep(seconds)
                writer.write(answer)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(connection, "127.0.0.1", 0, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


@contextmanager
def endpoint(seconds: float) -> Iterator[str]:
    """The base URL of an endpoint in a process of its own, whose every answer takes some seconds."""
    command = [sys.executable, "-m", "benchmarks.scripted_endpoint", str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.stdin.close()
            server.wait(timeout=10)


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
