"""The HTTP side: `/mcp` for clients of both protocol eras, `/healthz` and `/readyz` for probes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import mcp_types as types
from mcp.server.connection import Connection
from mcp.server.runner import modern_error_data, serve_one
from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS, validate_mcp_param_headers

from .asgi import Receive, Scope, Send
from .call import Caller
from .exchange import Exchange, send_json
from .guard import Guard, accepts, check_request, read_body, read_headers
from .message import Call, RefusedError, encode, encode_error, encode_result, read_call, reject
from .protocol import ToolServer
from .view import View, ViewError, read_view

# Each entry is one page of tools, which rarely exceeds 100 kB.
PREPARED_ANSWERS = 32

_Key: TypeAlias = tuple[str, str, frozenset[str] | None, str | None]


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP status and a JSON-RPC response."""

    status: int
    body: bytes


class Endpoint:
    """MCP's Streamable HTTP without sessions: any replica can answer any request."""

    def __init__(self, tools: ToolServer, guard: Guard) -> None:
        self._tools = tools
        self._guard = guard
        self._prepared: OrderedDict[_Key, bytes] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            headers = read_headers(scope["headers"])
            self._guard.check(headers)
            check_request(scope["method"], headers)
            view = self._read_view(scope["query_string"])
            body = await read_body(headers, receive)
            if body is None:
                return
            call = read_call(body, headers)
            if call is not None:
                self._check_argument_headers(call, headers)
        except RefusedError as refused:
            await send_json(send, refused.status, refused.body, allow=refused.allow)
            return
        if call is None:
            await send_json(send, 202, b"")
            return
        key = _key(call, view)
        if key is not None and key in self._prepared:
            self._prepared.move_to_end(key)
            await send_json(send, 200, encode_result(call.id, self._prepared[key]))
            return
        streams = accepts(headers, "text/event-stream")
        exchange = Exchange(call, view, headers, send, streams=streams)
        answer: Answer | None = await exchange.run(self._answer(call, key, exchange), receive)
        if answer is not None:
            await exchange.finish(answer.status, answer.body)

    async def _answer(self, call: Call, key: _Key | None, exchange: Exchange) -> Answer:
        connection = Connection.from_envelope(
            call.version, call.client_info, call.client_capabilities
        )
        try:
            result = await serve_one(
                self._tools.server,
                exchange,
                call.method,
                call.params,
                connection=connection,
                lifespan_state={},
            )
            body = encode(result)
        except Exception as exception:
            # The wording for 2026-07-28 leaks nothing, so the older revisions get it as well.
            error = modern_error_data(exception)
            # Until 2025-11-25 an answered request is a 200, whatever the answer says.
            status = ERROR_CODE_HTTP_STATUS.get(error.code, 200) if call.modern else 200
            return Answer(status, encode_error(call.id, error))
        if key is not None:
            self._keep(key, body)
        return Answer(200, encode_result(call.id, body))

    def _keep(self, key: _Key, body: bytes) -> None:
        self._prepared[key] = body
        if len(self._prepared) > PREPARED_ANSWERS:
            self._prepared.popitem(last=False)

    def _read_view(self, query: bytes) -> View:
        try:
            return read_view(query, self._tools.listing.names)
        except ViewError as error:
            raise RefusedError(400, types.INVALID_PARAMS, str(error)) from None

    def _check_argument_headers(self, call: Call, headers: Mapping[str, str]) -> None:
        """Compare `Mcp-Param-*` with the arguments, for the team's own tools that ask for it."""
        arguments = call.params.get("arguments") or {}
        name = call.params.get("name")
        if not call.modern or call.method != "tools/call" or not isinstance(arguments, dict):
            return
        schema = self._tools.header_schemas.get(name) if isinstance(name, str) else None
        if schema is None:
            return
        if rejection := validate_mcp_param_headers(schema, arguments, headers):
            reject(call.id, rejection)


class Application:
    """The ASGI application."""

    def __init__(self, endpoint: Endpoint, caller: Caller, *, ready: bool) -> None:
        self._endpoint = endpoint
        self._caller = caller
        self._ready = ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._route(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path in ("/mcp", "/mcp/"):
            await self._endpoint(scope, receive, send)
        elif path == "/healthz":
            await send_json(send, 200, b'{"status":"ok"}')
        elif path == "/readyz" and self._ready:
            await send_json(send, 200, b'{"status":"ready"}')
        elif path == "/readyz":
            await send_json(send, 503, b'{"status":"the base URL of the API is not set"}')
        else:
            await send_json(send, 404, b'{"error":"MCP is served at /mcp"}')

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._caller.aclose()
                await send({"type": "lifespan.shutdown.complete"})
                return


def _key(call: Call, view: View) -> _Key | None:
    """What the answer depends on, for the requests answered alike to everyone."""
    if call.method == "server/discover" and call.modern:
        return (call.version, call.method, None, None)
    cursor = call.params.get("cursor")
    if call.method == "tools/list" and (cursor is None or isinstance(cursor, str)):
        return (call.version, call.method, view.names, cursor)
    return None
