"""Lists are read page by page: a cursor leads on, and only where it was given."""

from typing import Any

import pytest
from paged_api import PagedApi, items_of
from samples import sample_call

from bookshop_mcp.runtime.call import Caller
from bookshop_mcp.runtime.model import CURSOR, ClientCertificate, Tool
from bookshop_mcp.runtime.service import Service
from bookshop_mcp.runtime.settings import Settings
from bookshop_mcp.server import SERVICE

pytestmark = pytest.mark.anyio

# Without a certificate there is nothing to call these with.
CREDENTIALS = SERVICE.api.credentials
CERTIFIED = {name for name in CREDENTIALS if isinstance(CREDENTIALS[name], ClientCertificate)}

LISTS = [
    pytest.param(tool, action, id=f"{tool.name}-{action}")
    for tool in SERVICE.tools
    for action, operation in tool.operations.items()
    if operation.paging is not None and CERTIFIED.isdisjoint(sum(operation.security, ()))
]

# A large API is sampled, so that the tests stay quick; pages are never cut here.
LISTS = LISTS[:60]
MAX_CHARS = 10_000_000


@pytest.mark.parametrize(("tool", "action"), LISTS)
async def test_a_walk_meets_every_item_once(
    service: Service, settings: Settings, tool: Tool, action: str
) -> None:
    paging = tool.operations[action].paging
    assert paging is not None
    api = PagedApi(tool.operations[action])
    arguments: dict[str, Any] = sample_call(tool, action)
    met: list[Any] = []
    for _ in range(4):
        # A new caller for each page: a cursor holds all there is to know.
        caller = Caller(service.api, service.hooks, settings, api.transport)
        outcome = await caller.call(tool, arguments, max_chars=MAX_CHARS)
        assert outcome.structured is not None, outcome
        met += items_of(outcome.structured, paging)
        if "next_cursor" not in outcome.structured:
            break
        arguments = {**arguments, CURSOR: outcome.structured["next_cursor"]}
    assert met == api.items


@pytest.mark.parametrize(("tool", "action"), LISTS)
async def test_a_cursor_from_elsewhere_is_told_and_nothing_is_sent(
    service: Service, settings: Settings, tool: Tool, action: str
) -> None:
    api = PagedApi(tool.operations[action])
    caller = Caller(service.api, service.hooks, settings, api.transport)
    outcome = await caller.call(tool, {**sample_call(tool, action), CURSOR: "no-such-cursor"})
    assert outcome.is_error
    assert outcome.structured is None
    assert api.requests == 0
