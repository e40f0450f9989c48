"""JSON-RPC in a POST body: what was asked, in which revision of MCP, or why it is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import mcp_types as types
from mcp.shared.inbound import (
    ERROR_CODE_HTTP_STATUS,
    InboundLadderRejection,
    classify_inbound_request,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from .jsontext import dump, load

VERSION_HEADER = "mcp-protocol-version"

# Clients older than the header send none (MCP 2025-06-18, Streamable HTTP).
UNNAMED_VERSION = "2025-03-26"


class RefusedError(Exception):
    """A request that is answered without being run."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        request_id: types.RequestId | None = None,
        data: Any = None,
        allow: str = "",
    ) -> None:
        super().__init__(message)
        self.status = status
        self.allow = allow
        self.body = encode_error(request_id, types.ErrorData(code=code, message=message, data=data))


@dataclass(frozen=True, slots=True)
class Call:
    """One JSON-RPC request. A `modern` one (2026-07-28) describes its client in itself."""

    id: types.RequestId
    method: str
    params: Mapping[str, Any]
    version: str
    modern: bool = False
    client_info: Any = None
    client_capabilities: Any = None

    @property
    def progress_token(self) -> types.ProgressToken | None:
        meta = self.params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        return token if _is_id(token) else None


def read_call(body: bytes, headers: Mapping[str, str]) -> Call | None:
    """The request in a body, or None for a notification, which no one here waits for."""
    message = _decode(body)
    version = headers.get(VERSION_HEADER)
    if "id" not in message:
        if version is not None and not _is_known(version):
            _refuse(types.UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version")
        return None
    request_id, params = message["id"], message.get("params")
    if params is None:
        params = {}
    if not _is_id(request_id) or not isinstance(params, dict):
        _refuse(types.INVALID_REQUEST, "A request needs a string or integer id and object params")
    method = message["method"]
    meta = params.get("_meta")
    declared = isinstance(meta, dict) and types.PROTOCOL_VERSION_META_KEY in meta
    # The body says which era a request belongs to; the header then has to agree.
    if not declared and (version is None or version in HANDSHAKE_PROTOCOL_VERSIONS):
        return Call(request_id, method, params, version or UNNAMED_VERSION)
    route = classify_inbound_request(message, headers=headers)
    if isinstance(route, InboundLadderRejection):
        reject(request_id, route)
    return Call(
        request_id,
        method,
        params,
        route.protocol_version,
        modern=True,
        client_info=route.client_info,
        client_capabilities=route.client_capabilities,
    )


def reject(request_id: types.RequestId, rejection: InboundLadderRejection) -> NoReturn:
    """Refuse a request for the reason the SDK gives."""
    raise RefusedError(
        ERROR_CODE_HTTP_STATUS.get(rejection.code, 400),
        rejection.code,
        rejection.message,
        request_id=request_id,
        data=rejection.data,
    )


def encode(value: Any) -> bytes:
    """Compact JSON. A lone surrogate cannot be UTF-8, so it stays an escape."""
    try:
        return dump(value).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def encode_result(request_id: types.RequestId, result: bytes) -> bytes:
    """The response that carries a result already encoded."""
    return b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (encode(request_id), result)


def encode_error(request_id: types.RequestId | None, error: types.ErrorData) -> bytes:
    """The response that carries an error."""
    fields = error.model_dump(exclude_none=True)
    return encode({"jsonrpc": "2.0", "id": request_id, "error": fields})


def _decode(body: bytes) -> dict[str, Any]:
    try:
        message = load(body.decode())
    except ValueError:
        _refuse(types.PARSE_ERROR, "The body is not valid JSON")
    if (
        not isinstance(message, dict)
        or message.get("jsonrpc") != "2.0"
        or not isinstance(message.get("method"), str)
    ):
        _refuse(types.INVALID_REQUEST, "The body must be one JSON-RPC request or notification")
    return message


def _refuse(code: int, message: str) -> NoReturn:
    raise RefusedError(400, code, message)


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_known(version: str) -> bool:
    return version in HANDSHAKE_PROTOCOL_VERSIONS or version in MODERN_PROTOCOL_VERSIONS
