"""The official Python client, first generation: `python_first_client.py URL | COMMAND…`."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import PaginatedRequestParams


async def talk(session: ClientSession, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    notes: list[float] = []

    async def note(progress: float, *_: object) -> None:
        notes.append(progress)

    hello = await session.initialize()
    page = await session.list_tools()
    names = [tool.name for tool in page.tools]
    while page.nextCursor is not None:
        page = await session.list_tools(params=PaginatedRequestParams(cursor=page.nextCursor))
        names += [tool.name for tool in page.tools]
    good = await session.call_tool(tool, arguments, progress_callback=note)
    bad = await session.call_tool(tool, arguments | {"no_such_argument": 1})
    try:
        await session.call_tool("no_such_tool", {})
        unknown = None
    except McpError as error:
        unknown = error.error.code
    return {
        "version": hello.protocolVersion,
        "names": names,
        "good": not good.isError and good.structuredContent is not None,
        "bad": bad.isError,
        "unknown": unknown,
        "progress": notes,
    }


async def main(target: list[str]) -> None:
    stdio = StdioServerParameters(command=target[0], args=target[1:])
    http = target[0].startswith("http")
    call = json.loads(os.environ["CALL"])
    async with (
        streamablehttp_client(target[0]) if http else stdio_client(stdio) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        print(json.dumps(await talk(session, *call)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
