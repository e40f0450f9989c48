"""Lists a server's tools and calls one, with the official MCP client. Prints one JSON object.

python samples/client.py --mode auto --tool NAME --arguments JSON -- URL
python samples/client.py --mode auto --tool NAME --arguments JSON -- COMMAND ARGUMENT …

`--mode` is the era to speak: `auto`, `legacy` (2025-11-25 and older) or `2026-07-28`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from typing import Any

from mcp import Client, StdioServerParameters


async def ask(target: str | StdioServerParameters, mode: str, tool: str, arguments: Any) -> Any:
    """The tools a server lists, and its answer to one call."""
    async with Client(target, mode=mode) as client:
        listed = await client.list_tools()
        answer = await client.call_tool(tool, arguments)
        return {
            "protocol": client.protocol_version,
            "tools": [listing.name for listing in listed.tools],
            "is_error": answer.is_error,
            "text": "\n".join(getattr(block, "text", block.type) for block in answer.content),
            "structured": answer.structured_content,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="List a server's tools and call one")
    parser.add_argument("--mode", default="auto")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--arguments", type=json.loads, default={})
    parser.add_argument("target", nargs="+", help="the URL of a server, or the command to start it")
    given = parser.parse_args()
    first, *rest = given.target
    target: str | StdioServerParameters = first
    if not first.startswith("http"):
        # The client hands only a few variables on by itself; the server reads its settings there.
        target = StdioServerParameters(command=first, args=rest, env=dict(os.environ))
    print(json.dumps(asyncio.run(ask(target, given.mode, given.tool, given.arguments))))


if __name__ == "__main__":
    main()
