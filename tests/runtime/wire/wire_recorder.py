"""A real HTTP server on loopback that keeps every request as the bytes that arrived."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


@dataclass(frozen=True)
class Recorded:
    """One request: its line taken apart, its headers in order, its body."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        return self.target.partition("?")[2]

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        assert len(found) < 2, f"{name} was sent twice"
        return found[0] if found else None


@dataclass
class Upstream:
    """The server's address, and what it was asked."""

    origin: str = ""
    requests: list[Recorded] = field(default_factory=list)


Handler = Callable[[Recorded, asyncio.StreamWriter], Awaitable[None]]


async def answer_ok(_: Recorded, writer: asyncio.StreamWriter) -> None:
    writer.write(OK)


def response(status: str, body: bytes = b"", **headers: str) -> bytes:
    """A complete response; header names are written with `_` for `-`."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@asynccontextmanager
async def recording(handler: Handler = answer_ok) -> AsyncIterator[Upstream]:
    """Serve until the block ends; the handler writes the response, raw."""
    upstream = Upstream()
    connections: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        connections.add(task)
        try:
            while (recorded := await _read(reader)) is not None:
                upstream.requests.append(recorded)
                await handler(recorded, writer)
                await writer.drain()
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    upstream.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield upstream
    finally:
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def _read(reader: asyncio.StreamReader) -> Recorded | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    line, *rest = head.removesuffix("\r\n\r\n").split("\r\n")
    method, target, _ = line.split(" ")
    headers = []
    for header in rest:
        name, _, value = header.partition(":")
        headers.append((name, value.strip()))
    sizes = [int(value) for name, value in headers if name.lower() == "content-length"]
    body = await reader.readexactly(sizes[0]) if sizes else b""
    return Recorded(method, target, headers, body)
