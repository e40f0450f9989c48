"""What the methods answer in both eras."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from mcp_wire import LEGACY, Wire
from shop_service import NAMES

from package_name.runtime.call import Caller
from package_name.runtime.guard import Guard
from package_name.runtime.http import Application, Endpoint
from package_name.runtime.listing import Listing
from package_name.runtime.protocol import ToolServer

pytestmark = pytest.mark.anyio

ERAS = ["modern", "legacy"]
REMOVED = ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"]
UNSERVED = ["resources/list", "prompts/list", "subscriptions/listen", "x/y"]


async def test_discover(wire: Wire) -> None:
    result = (await wire.modern("server/discover")).json()["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["capabilities"] == {"tools": {"listChanged": False}}
    assert result["instructions"] == "Books of a shop."
    assert result["resultType"] == "complete"
    assert (result["ttlMs"] > 0, result["cacheScope"]) == (True, "public")
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"] == {
        "name": "shop-mcp",
        "title": "Shop",
        "version": "0.0.0",
        "websiteUrl": "https://shop.test/docs",
    }


@pytest.mark.parametrize("method", REMOVED + UNSERVED)
async def test_methods_not_served_to_modern_clients(wire: Wire, method: str) -> None:
    answer = await wire.modern(method, {"notifications": {}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, -32601)


@pytest.mark.parametrize("method", ["server/discover", "resources/list", "x/y"])
@pytest.mark.parametrize("version", [None, LEGACY])
async def test_methods_not_served_to_legacy_clients(
    wire: Wire, method: str, version: str | None
) -> None:
    answer = await wire.legacy(method, {}, version=version)
    assert (answer.status_code, answer.json()["error"]["code"]) == (200, -32601)


@pytest.mark.parametrize(
    ("asked", "agreed"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("yesterday", "2025-11-25"),
    ],
)
async def test_initialize(wire: Wire, asked: str, agreed: str) -> None:
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": client}
    result = (await wire.legacy("initialize", params, version=None)).json()["result"]
    assert result["protocolVersion"] == agreed
    assert result["capabilities"] == {"tools": {"listChanged": False}}
    assert result["serverInfo"]["name"] == "shop-mcp"
    assert "resultType" not in result


@pytest.mark.parametrize("version", [None, "2024-11-05", "2025-03-26", "2025-06-18", LEGACY])
async def test_legacy_clients_need_no_handshake_here(wire: Wire, version: str | None) -> None:
    assert (await wire.legacy("ping", version=version)).json()["result"] == {}
    listed = (await wire.legacy("tools/list", version=version)).json()["result"]
    assert [tool["name"] for tool in listed["tools"]] == NAMES
    assert not {"ttlMs", "cacheScope", "resultType", "_meta"} & listed.keys()


async def test_an_unknown_legacy_version_is_refused(wire: Wire) -> None:
    assert (await wire.legacy("tools/list", version="2025-01-01")).status_code == 400


async def test_the_list(wire: Wire) -> None:
    first = await wire.modern("tools/list")
    result = first.json()["result"]
    assert [tool["name"] for tool in result["tools"]] == NAMES
    assert (result["ttlMs"], result["cacheScope"]) == (300_000, "public")
    assert "nextCursor" not in result
    books = result["tools"][3]
    assert books["title"] == "Read books"
    assert books["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": True,
    }
    assert books["inputSchema"]["required"] == ["action"]
    again = await wire.modern("tools/list", request_id="again")
    assert again.json()["result"] == result


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("cursor", ["", "nonsense", "YWZ0ZXI6", 5, ["a"]])
async def test_a_cursor_from_elsewhere_is_refused(wire: Wire, era: str, cursor: Any) -> None:
    send = wire.modern if era == "modern" else wire.legacy
    answer = await send("tools/list", {"cursor": cursor})
    assert answer.status_code == (400 if era == "modern" else 200)
    assert answer.json()["error"]["code"] == -32602


@pytest.mark.parametrize("era", ERAS)
async def test_pages_join_to_the_whole_list(wire: Wire, tool_server: ToolServer, era: str) -> None:
    tools = [tool for name in NAMES if (tool := tool_server.listing.find(name))]
    tool_server.listing = Listing(tools, page_size=2)
    send = wire.modern if era == "modern" else wire.legacy
    names: list[str] = []
    cursor: dict[str, str] | None = {}
    while cursor is not None:
        result = (await send("tools/list", cursor)).json()["result"]
        assert result.get("cacheScope") == ("public" if era == "modern" else None)
        names += [tool["name"] for tool in result["tools"]]
        cursor = {"cursor": result["nextCursor"]} if "nextCursor" in result else None
    assert names == NAMES


async def test_probes(wire: Wire) -> None:
    assert (await wire.http.get("/healthz")).status_code == 200
    assert (await wire.http.get("/readyz")).status_code == 200
    assert (await wire.http.get("/elsewhere")).status_code == 404


async def test_not_ready_without_an_address_of_the_api(
    tool_server: ToolServer, caller: Caller
) -> None:
    application = Application(Endpoint(tool_server, Guard()), caller, ready=False)
    transport = httpx2.ASGITransport(app=application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        assert (await http.get("/readyz")).status_code == 503
        assert (await http.get("/healthz")).status_code == 200
