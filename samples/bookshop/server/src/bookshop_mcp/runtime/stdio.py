"""MCP over stdin and stdout, for both protocol eras."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

_CANCELLED = "notifications/cancelled"

Incoming: TypeAlias = SessionMessage | Exception


async def serve_stdio(server: Server[Any], drain_seconds: float) -> None:
    """Serve one client until it closes stdin, and answer what it had asked by then."""
    _leave_on_interrupt()
    async with stdio_server() as (read, write):
        drain = Drain(drain_seconds)
        async with drain.between(read, write) as (received, to_send):
            await server.run(received, to_send, server.create_initialization_options())


class Drain:
    """Holds back the end of the input while requests are still being answered.

    The SDK's loop stops at the end of its input and would drop them.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pending: set[RequestId] = set()
        self._answered = anyio.Event()

    @asynccontextmanager
    async def between(
        self, read: Any, write: Any
    ) -> AsyncIterator[
        tuple[MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]]
    ]:
        """The two streams for the server, connected to the two of the transport."""
        into, received = anyio.create_memory_object_stream[Incoming](0)
        to_send, out_of = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._forward_input, read, into)
            tasks.start_soon(self._forward_output, out_of, write)
            yield received, to_send

    async def _forward_input(self, read: Any, into: MemoryObjectSendStream[Incoming]) -> None:
        async with into:
            async for item in read:
                if isinstance(item, SessionMessage):
                    self._note_request(item)
                await into.send(item)
            with anyio.move_on_after(self._seconds):
                while self._pending:
                    self._answered = anyio.Event()
                    await self._answered.wait()

    async def _forward_output(
        self, out_of: MemoryObjectReceiveStream[SessionMessage], write: Any
    ) -> None:
        async with write:
            async for item in out_of:
                await write.send(item)
                if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                    self._finish(item.message.id)

    def _note_request(self, item: SessionMessage) -> None:
        message = item.message
        if isinstance(message, JSONRPCRequest):
            self._pending.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
            self._finish((message.params or {}).get("requestId"))

    def _finish(self, request_id: Any) -> None:
        if isinstance(request_id, str | int):
            self._pending.discard(request_id)
            self._answered.set()


def _leave_on_interrupt() -> None:
    """Let Ctrl-C end the process at once: a thread waits for stdin and cannot be interrupted."""

    def leave(*_: object) -> None:
        sys.stderr.flush()
        os._exit(128 + signal.SIGINT)

    signal.signal(signal.SIGINT, leave)
