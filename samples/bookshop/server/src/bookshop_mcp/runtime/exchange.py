"""One HTTP request and its answer, as the SDK's handlers see it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from functools import cached_property
from typing import Any, NoReturn, TypeVar

import anyio
from mcp.shared.dispatcher import CallOptions
from mcp.shared.exceptions import NoBackChannelError
from mcp.shared.message import ServerMessageMetadata
from mcp.shared.transport_context import TransportContext

from .asgi import Receive, Send
from .message import Call, encode
from .view import View

Answer = TypeVar("Answer")

# Proxies close a stream that stays silent for long, many of them after a minute.
PING_SECONDS = 15.0

_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]


class Exchange:
    """Answers with plain JSON, or with an event stream once a notification comes before.

    To the SDK this is the `DispatchContext` of the request.
    """

    can_send_request = False

    def __init__(
        self, call: Call, view: View, headers: Mapping[str, str], send: Send, *, streams: bool
    ) -> None:
        self.transport = TransportContext(
            kind="streamable-http", can_send_request=False, headers=headers
        )
        self.request_id = call.id
        self.message_metadata = ServerMessageMetadata(request_context=view)
        self._token = call.progress_token
        self._send = send
        self._streams = streams
        self._pings: asyncio.Task[None] | None = None

    @cached_property
    def cancel_requested(self) -> anyio.Event:
        return anyio.Event()

    async def run(self, work: Awaitable[Answer], receive: Receive) -> Answer | None:
        """Await `work`, or give it up and return None when the client goes away."""
        # Plain tasks: a task group costs a fifth of what the whole call does.
        with anyio.CancelScope() as scope:
            watch = asyncio.create_task(self._watch(receive, scope))
            try:
                return await work
            finally:
                watch.cancel()
                if self._pings is not None:
                    self._pings.cancel()
        return None

    async def finish(self, status: int, body: bytes) -> None:
        """Send the response, which ends a stream that was opened."""
        if self._pings is not None:
            await self._write(_event(body), more=False)
        else:
            await send_json(self._send, status, body)

    async def notify(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> None:
        del opts
        if not self._streams:
            return
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        await self._open()
        await self._write(_event(encode(message)), more=True)

    async def progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        if self._token is None:
            return
        params: dict[str, Any] = {"progressToken": self._token, "progress": progress}
        if total is not None:
            params["total"] = total
        if message is not None:
            params["message"] = message
        await self.notify("notifications/progress", params)

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> NoReturn:
        del params, opts
        raise NoBackChannelError(method)

    async def _open(self) -> None:
        if self._pings is not None:
            return
        self._pings = asyncio.create_task(self._ping())
        await self._send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await self._write(b": still working\r\n\r\n", more=True)

    async def _watch(self, receive: Receive, scope: anyio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.cancel_requested.set()
        scope.cancel()

    async def _write(self, body: bytes, *, more: bool) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": more})


async def send_json(send: Send, status: int, body: bytes, *, allow: str = "") -> None:
    """Send a whole response."""
    headers = [(b"content-length", str(len(body)).encode())]
    if body:
        headers.append((b"content-type", b"application/json"))
    if allow:
        headers.append((b"allow", allow.encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _event(data: bytes) -> bytes:
    """A server-sent event. Some clients also end a line at Unicode's separators."""
    for separator in ("\x85", "\u2028", "\u2029"):
        data = data.replace(separator.encode(), b"\\u%04x" % ord(separator))
    return b"event: message\r\ndata: %s\r\n\r\n" % data
