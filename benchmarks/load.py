"""Servers under load: one at a time, over kept connections, measured in CPU time of the server.

The load comes from Python on the same machine, so requests a second are only good for comparing
servers within one run; CPU time a request does not depend on who asks.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from measure import cpu_seconds

CONNECTIONS = 8


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its process and its port."""

    pid: int
    port: int


@dataclass(frozen=True, slots=True)
class Rate:
    """What one round of requests cost."""

    per_second: float
    cpu_microseconds: float


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(command: Sequence[str], port: int, env: Mapping[str, str]) -> Iterator[Server]:
    """Start a server, wait until it listens on `port`, and stop it at the end."""
    with subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL) as process:
        try:
            _wait_until_open(port, process)
            yield Server(process.pid, port)
        finally:
            process.terminate()
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"nothing listens on port {port}: {process.args!r}")


@dataclass(frozen=True, slots=True)
class Post:
    """A POST request."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    def to(self, server: Server) -> bytes:
        """Its bytes; servers that guard their Host header want their own port there."""
        lines = [f"POST {self.path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}", "", ""]
        return "\r\n".join(lines).encode() + self.body


def ask(server: Server, request: Post) -> bytes:
    """The body of the answer to one request."""

    async def one() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        try:
            return await _exchange(reader, writer, request.to(server))
        finally:
            writer.close()

    return asyncio.run(one())


def drive(server: Server, request: Post, count: int) -> Rate:
    """Send the same request `count` times over a few connections."""

    async def one(times: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for _ in range(times):
            await _exchange(reader, writer, data)
        writer.close()

    async def every() -> None:
        await asyncio.gather(*(one(count // CONNECTIONS) for _ in range(CONNECTIONS)))

    data = request.to(server)
    sent = count // CONNECTIONS * CONNECTIONS
    used, start = cpu_seconds(server.pid), time.perf_counter()
    asyncio.run(every())
    elapsed = time.perf_counter() - start
    return Rate(sent / elapsed, (cpu_seconds(server.pid) - used) / sent * 1e6)


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
) -> bytes:
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if not head.startswith(b"http/1.1 200"):
        rest = await reader.read(500)
        raise RuntimeError(f"answer {head.splitlines()[0].decode()}: {rest.decode()!r}")
    if b"transfer-encoding: chunked" in head:
        return await _chunks(reader)
    length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
    return await reader.readexactly(length)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body
