"""`?tools=` and `?max_chars=` on the URL of the endpoint."""

from __future__ import annotations

import pytest
from mcp_wire import Wire
from shop_service import NAMES

from package_name.runtime.view import ViewError, read_view


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("tools=shop_print", ["shop_print"]),
        ("tools=shop_read_*", ["shop_read_books", "shop_read_slow"]),
        ("tools=shop_print,%20shop_crash&utm=1", ["shop_crash", "shop_print"]),
        ("tools=shop_print&tools=shop_crash", ["shop_crash", "shop_print"]),
    ],
)
async def test_a_view_narrows_listing_and_calling(wire: Wire, query: str, names: list[str]) -> None:
    wire.path = f"/mcp?{query}"
    for _ in range(2):
        result = (await wire.modern("tools/list")).json()["result"]
        assert [tool["name"] for tool in result["tools"]] == names
        assert result["cacheScope"] == "private"
    assert "error" not in (await wire.call("modern", names[-1], {"action": "list"})).json()
    hidden = await wire.call("modern", "shop_create_book", {"title": "T"})
    assert (hidden.status_code, hidden.json()["error"]["code"]) == (400, -32602)
    wire.path = "/mcp"
    whole = (await wire.modern("tools/list")).json()["result"]
    assert [tool["name"] for tool in whole["tools"]] == NAMES
    assert whole["cacheScope"] == "public"


@pytest.mark.anyio
@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_a_view_that_shows_nothing_is_refused(wire: Wire, era: str) -> None:
    wire.path = "/mcp?tools=shop_print,shop_write_*"
    answer = await (wire.modern if era == "modern" else wire.legacy)("tools/list")
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": -32602,
        "message": "tools: no tool is named shop_write_*",
    }


@pytest.mark.anyio
async def test_a_view_caps_results(wire: Wire) -> None:
    arguments = {"title": "x" * 5_000}
    wire.path = "/mcp?max_chars=2000"
    short = (await wire.call("modern", "shop_create_book", arguments)).json()["result"]
    assert len(short["content"][0]["text"]) <= 2_000
    wire.path = "/mcp"
    long = (await wire.call("modern", "shop_create_book", arguments)).json()["result"]
    assert len(long["content"][0]["text"]) > 5_000


def test_every_tool_by_name_is_the_whole() -> None:
    assert read_view(b"tools=*", NAMES) == read_view(b"", NAMES)


@pytest.mark.parametrize(
    "query",
    [
        "tools=",
        "tools=a,",
        "tools=[a-z]*",
        "tools=shop_?rint",
        "tools=" + "*a" * 200,
        "max_chars=",
        "max_chars=999",
        "max_chars=1000001",
        "max_chars=-1",
        "max_chars=1e4",
        "max_chars=" + "9" * 5_000,
        "max_chars=%D9%A3000",
        "&".join("a=1" for _ in range(60)),
    ],
    ids=lambda query: query[:30],
)
def test_a_query_that_cannot_be_honoured(query: str) -> None:
    with pytest.raises(ViewError):
        read_view(query.encode(), NAMES)


def test_bytes_that_are_no_query() -> None:
    with pytest.raises(ViewError):
        read_view(b"tools=\xff", NAMES)
