"""The same tools on the SDK's own server, without anything mcpgen adds, to compare with.

python benchmarks/sdk_server.py TOOLS.json UPSTREAM_URL [PORT]      (stdio without PORT)

Every call gets UPSTREAM_URL and returns what came, with no check and no cap.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import httpx2
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server


def build(tools: list[dict[str, Any]], upstream: str) -> Server[Any]:
    listing = types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in tools])
    schemas = {tool["name"]: tool["inputSchema"] for tool in tools}
    client = httpx2.AsyncClient()

    async def list_tools(
        _: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return listing

    async def call_tool(
        _: ServerRequestContext[Any], _params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        answer = (await client.get(upstream)).json()
        text = types.TextContent(type="text", text=json.dumps(answer, separators=(",", ":")))
        return types.CallToolResult(content=[text], structured_content=answer)

    return Server(
        "sdk",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        # Without it the SDK lists all tools again before every call.
        get_tool_input_schema=schemas.get,
    )


async def serve_stdio(server: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def main(file: str, upstream: str, port: str = "") -> None:
    server = build(json.loads(Path(file).read_text(encoding="utf-8")), upstream)
    if not port:
        asyncio.run(serve_stdio(server))
        return
    import uvicorn

    app = server.streamable_http_app(json_response=True, stateless_http=True)
    uvicorn.run(app, port=int(port), log_level="warning", access_log=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
