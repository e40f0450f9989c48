"""The same tools over HTTP and over stdio."""

import os
import sys

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from samples import sample_call

from bookshop_mcp.runtime.http import Application
from bookshop_mcp.runtime.jsontext import dump
from bookshop_mcp.server import SERVICE

pytestmark = pytest.mark.anyio

PACKAGE = "bookshop_mcp"
URL = "http://127.0.0.1:8000"
HEADERS = {"Accept": "application/json", "MCP-Protocol-Version": "2025-11-25"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

FIRST = next(tool for tool in SERVICE.tools if tool.operations)


def connect(application: Application) -> httpx2.AsyncClient:
    """An HTTP client that talks to the application without a socket."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=application), base_url=URL)


async def test_http(application: Application, era: str) -> None:
    async with connect(application) as http:
        transport = streamable_http_client(f"{URL}/mcp", http_client=http)
        async with Client(transport, mode=era) as client:
            listed = await client.list_tools()
            good = await client.call_tool(FIRST.name, sample_call(FIRST))
            bad = await client.call_tool(FIRST.name, {"no_such_argument": 1})
    assert FIRST.name in [tool.name for tool in listed.tools]
    assert (good.is_error, bad.is_error) == (False, True)


async def test_http_sends_the_same_bytes_on_both_channels(application: Application) -> None:
    params = {"name": FIRST.name, "arguments": sample_call(FIRST)}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    async with connect(application) as http:
        answer = await http.post("/mcp", json=call, headers=HEADERS)
    text: str = answer.json()["result"]["content"][0]["text"]
    assert b'"text":' + dump(text).encode() in answer.content
    assert b'"structuredContent":' + text.encode() in answer.content


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "https://attacker.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "attacker.example"}, 421),
    ],
)
async def test_other_hosts_and_origins_are_refused(
    application: Application, headers: dict[str, str], status: int
) -> None:
    async with connect(application) as http:
        answer = await http.post("/mcp", json=LIST, headers=HEADERS | headers)
    assert answer.status_code == status


async def test_a_connection_may_narrow_the_tools(application: Application) -> None:
    async with connect(application) as http:
        narrow = await http.post(f"/mcp?tools={FIRST.name}", json=LIST, headers=HEADERS)
        unknown = await http.post("/mcp?tools=no_such_tool", json=LIST, headers=HEADERS)
    assert [tool["name"] for tool in narrow.json()["result"]["tools"]] == [FIRST.name]
    assert unknown.status_code == 400


async def test_stdio(era: str) -> None:
    environ = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    process = StdioServerParameters(command=sys.executable, args=["-m", PACKAGE], env=environ)
    async with Client(process, mode=era) as client:
        page = await client.list_tools()
        names = {tool.name for tool in page.tools}
        while page.next_cursor is not None:
            page = await client.list_tools(cursor=page.next_cursor)
            names |= {tool.name for tool in page.tools}
    # The team's own tools are served beside the generated ones.
    assert names == {tool.name for tool in SERVICE.all_tools}
