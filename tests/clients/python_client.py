"""The official Python client, second generation: `python_client.py ERA URL | COMMAND…`."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from mcp import Client, MCPError, StdioServerParameters


async def talk(era: str, target: list[str], tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    stdio = StdioServerParameters(command=target[0], args=target[1:])
    notes: list[float] = []

    async def note(progress: float, *_: object) -> None:
        notes.append(progress)

    async with Client(target[0] if target[0].startswith("http") else stdio, mode=era) as client:
        page = await client.list_tools()
        names = [tool.name for tool in page.tools]
        while page.next_cursor is not None:
            page = await client.list_tools(cursor=page.next_cursor)
            names += [tool.name for tool in page.tools]
        good = await client.call_tool(tool, arguments, progress_callback=note)
        bad = await client.call_tool(tool, arguments | {"no_such_argument": 1})
        try:
            await client.call_tool("no_such_tool", {})
            unknown = None
        except MCPError as error:
            unknown = error.code
        return {
            "version": client.protocol_version,
            "names": names,
            "good": not good.is_error and good.structured_content is not None,
            "bad": bad.is_error,
            "unknown": unknown,
            "progress": notes,
        }


if __name__ == "__main__":
    call = json.loads(os.environ["CALL"])
    print(json.dumps(asyncio.run(talk(sys.argv[1], sys.argv[2:], *call))))
