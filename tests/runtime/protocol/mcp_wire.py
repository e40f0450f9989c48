"""Posts JSON-RPC to the endpoint, in the form each era wants it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import httpx2

MODERN = "2026-07-28"
LEGACY = "2025-11-25"

META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass
class Wire:
    """The endpoint as an HTTP client of one test sees it."""

    http: httpx2.AsyncClient
    path: str = "/mcp"
    default_headers: dict[str, str] = field(
        default_factory=lambda: {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
        }
    )

    async def modern(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        meta: dict[str, Any] | None = META,
        headers: dict[str, str | None] | None = None,
        request_id: Any = 1,
    ) -> httpx2.Response:
        params = dict(params or {})
        if meta is not None:
            params["_meta"] = meta
        given: dict[str, str | None] = {"mcp-protocol-version": MODERN, "mcp-method": method}
        if isinstance(params.get("name"), str):
            given["mcp-name"] = params["name"]
        message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
        return await self.raw(json.dumps(message), given | (headers or {}))

    async def legacy(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        version: str | None = LEGACY,
    ) -> httpx2.Response:
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method}
        if params is not None:
            message["params"] = params
        return await self.raw(json.dumps(message), {"mcp-protocol-version": version})

    async def raw(
        self, body: str | bytes, headers: dict[str, str | None] | None = None, method: str = "POST"
    ) -> httpx2.Response:
        merged = self.default_headers | (headers or {})
        kept = {name: value for name, value in merged.items() if value is not None}
        return await self.http.request(method, self.path, content=body, headers=kept)

    async def call(
        self, era: str, name: str, arguments: Any = None, **more: Any
    ) -> httpx2.Response:
        params = {"name": name, **more} | ({} if arguments is None else {"arguments": arguments})
        return await (self.modern if era == "modern" else self.legacy)("tools/call", params)
