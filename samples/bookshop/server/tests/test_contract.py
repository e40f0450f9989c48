"""What every client may rely on, through the official client in both protocol eras."""

import json
import math
from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent
from samples import sample_call
from stub_api import NAME, StubApi

from bookshop_mcp.runtime.model import ClientCertificate, Tool
from bookshop_mcp.runtime.protocol import ToolServer
from bookshop_mcp.runtime.settings import Settings
from bookshop_mcp.server import SERVICE

pytestmark = pytest.mark.anyio

Item = TypeVar("Item")

# A large API is sampled evenly, so that the tests stay quick.
MOST_OPERATIONS = 60


def sampled(items: Sequence[Item]) -> Sequence[Item]:
    return items[:: max(1, math.ceil(len(items) / MOST_OPERATIONS))]


def has_credential(security: Sequence[Sequence[str]]) -> bool:
    """Whether texts are enough of a credential: there are no certificates here."""
    known = SERVICE.api.credentials
    usable = {name for name in known if not isinstance(known[name], ClientCertificate)}
    return not security or any(usable.issuperset(names) for names in security)


OPERATIONS = sampled(
    [
        (tool, action)
        for tool in SERVICE.tools
        for action, operation in tool.operations.items()
        if has_credential(operation.security)
    ]
)


def text_of(result: CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, TextContent)
    return block.text


async def test_the_list_is_the_tool_modules(tool_server: ToolServer, era: str) -> None:
    async with Client(tool_server.server, mode=era) as client:
        page = await client.list_tools()
        listed = list(page.tools)
        while page.next_cursor is not None:
            page = await client.list_tools(cursor=page.next_cursor)
            listed += page.tools
    assert [tool.name for tool in listed] == sorted(tool.name for tool in SERVICE.tools)
    modules = {tool.name: tool for tool in SERVICE.tools}
    for shown in listed:
        tool = modules[shown.name]
        assert (shown.title, shown.description) == (tool.title, tool.description)
        assert shown.input_schema == tool.input_schema
        assert shown.annotations is not None
        assert shown.annotations.read_only_hint is tool.annotations.read_only
        assert shown.annotations.destructive_hint is tool.annotations.destructive
        assert shown.annotations.idempotent_hint is tool.annotations.idempotent
        assert shown.annotations.open_world_hint is tool.annotations.open_world


@pytest.mark.parametrize("tool", SERVICE.tools, ids=[tool.name for tool in SERVICE.tools])
def test_input_schemas_are_json_schema(tool: Tool) -> None:
    Draft202012Validator.check_schema(tool.input_schema)
    assert tool.input_schema["type"] == "object"


@pytest.mark.parametrize(
    ("tool", "action"), OPERATIONS, ids=[f"{tool.name}-{action}" for tool, action in OPERATIONS]
)
async def test_an_operation_reaches_the_api_and_its_answer_the_client(
    tool_server: ToolServer, stub: StubApi, settings: Settings, era: str, tool: Tool, action: str
) -> None:
    async with Client(tool_server.server, mode=era) as client:
        result = await client.call_tool(tool.name, sample_call(tool, action))
    operation = tool.operations[action]
    assert not result.is_error, text_of(result)
    assert [request.method for request in stub.requests] == [operation.method.upper()]
    assert_fits(stub.path, operation.path, operation.base_url or settings.base_url)
    assert NAME in text_of(result)
    assert json.loads(text_of(result)) == result.structured_content


@pytest.mark.parametrize("tool", SERVICE.tools[:MOST_OPERATIONS], ids=lambda tool: tool.name)
async def test_a_bad_argument_is_told_and_nothing_is_sent(
    tool_server: ToolServer, stub: StubApi, era: str, tool: Tool
) -> None:
    arguments = sample_call(tool)
    async with Client(tool_server.server, mode=era) as client:
        result = await client.call_tool(tool.name, arguments | {"no_such_argument": 1})
    assert result.is_error
    assert "no_such_argument" in text_of(result)
    assert result.structured_content is None
    assert stub.requests == []


async def test_an_unknown_tool_is_a_protocol_error(tool_server: ToolServer, era: str) -> None:
    async with Client(tool_server.server, mode=era) as client:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("no_such_tool", {})
    assert caught.value.code == INVALID_PARAMS


async def test_a_cursor_from_elsewhere_is_a_protocol_error(
    tool_server: ToolServer, era: str
) -> None:
    async with Client(tool_server.server, mode=era) as client:
        with pytest.raises(MCPError) as caught:
            await client.list_tools(cursor="no-such-cursor")
    assert caught.value.code == INVALID_PARAMS


def assert_fits(path: str, template: str, base_url: str) -> None:
    """The path has the segments of its template, with a value where a parameter stands."""
    own = template.partition("#")[0].partition("?")[0]
    sent, expected = path.split("/"), (urlsplit(base_url).path.rstrip("/") + own).split("/")
    assert len(sent) == len(expected), path
    for segment, wanted in zip(sent, expected, strict=True):
        if "{" in wanted:
            assert segment, path
        else:
            assert unquote(segment) == unquote(wanted), path
