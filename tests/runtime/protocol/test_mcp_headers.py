"""What the endpoint accepts: eras, headers and bodies."""

from __future__ import annotations

import json

import pytest
from mcp_wire import LEGACY, META, Wire

pytestmark = pytest.mark.anyio

PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


@pytest.mark.parametrize(
    "meta",
    [None, {PROTOCOL_VERSION: META[PROTOCOL_VERSION]}, {CAPABILITIES: {}}],
    ids=["no _meta", "no capabilities", "no version"],
)
async def test_a_modern_request_describes_its_client(wire: Wire, meta: dict[str, object]) -> None:
    answer = await wire.modern("tools/list", meta=meta)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32602


async def test_client_info_may_be_missing(wire: Wire) -> None:
    assert (await wire.modern("tools/list")).status_code == 200


async def test_an_unserved_version_names_the_served_ones(wire: Wire) -> None:
    answer = await wire.modern(
        "tools/list",
        meta=META | {PROTOCOL_VERSION: "2031-01-01"},
        headers={"mcp-protocol-version": "2031-01-01"},
    )
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, -32022)
    assert error["data"] == {"supported": ["2026-07-28"], "requested": "2031-01-01"}


@pytest.mark.parametrize(
    "headers",
    [
        {"mcp-protocol-version": "2031-01-01"},
        {"mcp-protocol-version": None},
        {"mcp-protocol-version": LEGACY},
        {"mcp-method": None},
        {"mcp-method": "tools/list"},
        {"mcp-method": "Tools/Call"},
        {"mcp-name": None},
        {"mcp-name": "shop_read_slow"},
        {"mcp-name": "=?base64?%%%?="},
    ],
    ids=str,
)
async def test_headers_agree_with_the_body(wire: Wire, headers: dict[str, str | None]) -> None:
    answer = await wire.modern("tools/call", {"name": "shop_print"}, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32020
    assert answer.json()["id"] == 1


@pytest.mark.parametrize("name", ["=?base64?c2hvcF9wcmludA==?=", "  shop_print \t"])
async def test_the_value_of_a_header_counts_not_its_form(wire: Wire, name: str) -> None:
    answer = await wire.modern("tools/call", {"name": "shop_print"}, headers={"mcp-name": name})
    assert answer.status_code == 200


async def test_a_repeated_routing_header_is_refused(wire: Wire) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    headers = [
        *wire.default_headers.items(),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
        ("mcp-method", "tools/call"),
    ]
    answer = await wire.http.post("/mcp", content=json.dumps(body), headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost.evil.example"}, 403),
        ({"origin": "http://localhost:3000"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:8000"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "LOCALHOST:8000"}, 200),
        ({"host": "[::1]:8000"}, 200),
    ],
    ids=str,
)
async def test_other_hosts_and_origins_are_refused(
    wire: Wire, headers: dict[str, str | None], status: int
) -> None:
    assert (await wire.modern("tools/list", headers=headers)).status_code == status


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS", "HEAD"])
@pytest.mark.parametrize("version", [None, LEGACY, "2026-07-28"])
async def test_only_post_is_served(wire: Wire, method: str, version: str | None) -> None:
    answer = await wire.raw("", {"mcp-protocol-version": version}, method)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("request_id", [None, 1.5, True, [], {}])
async def test_ids_are_strings_or_integers(wire: Wire, request_id: object) -> None:
    answer = await wire.modern("tools/list", request_id=request_id)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32600)
    assert answer.json()["id"] is None


@pytest.mark.parametrize("request_id", [0, -7, 2**60, "", "ü", "7"])
async def test_the_id_comes_back_unchanged(wire: Wire, request_id: object) -> None:
    assert (await wire.modern("tools/list", request_id=request_id)).json()["id"] == request_id


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("[]", -32600),
        ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1,"result":{}}', -32600),
        ('"text"', -32600),
        ("", -32700),
        ("{", -32700),
        (b"\xff\xfe{", -32700),
        ('{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700),
        ('{"jsonrpc":"2.0","method":"ping","id":' + "1" * 5_000 + "}", -32700),
        ("[" * 100_000, -32700),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.parametrize("version", [None, "2026-07-28"])
async def test_a_body_that_is_no_request(
    wire: Wire, body: str, code: int, version: str | None
) -> None:
    answer = await wire.raw(body, {"mcp-protocol-version": version})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert answer.json()["id"] is None


@pytest.mark.parametrize("length", [None, "5000000"])
async def test_a_body_over_the_limit_is_not_read(wire: Wire, length: str | None) -> None:
    answer = await wire.raw("x" * 5_000_000, {"content-length": length})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"accept": "text/html"}, 406),
        ({"accept": "application/jsonp"}, 406),
        ({"accept": "application/json"}, 200),
        ({"accept": "text/html, application/*;q=0.5"}, 200),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/json-rpc"}, 415),
        ({"content-type": None}, 415),
        ({"content-type": "application/json; charset=utf-8"}, 200),
    ],
    ids=str,
)
async def test_content_negotiation(wire: Wire, headers: dict[str, str | None], status: int) -> None:
    assert (await wire.modern("tools/list", headers=headers)).status_code == status


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/cancelled", "x"])
@pytest.mark.parametrize("version", [None, LEGACY, "2026-07-28"])
async def test_notifications_are_taken_and_not_answered(
    wire: Wire, method: str, version: str | None
) -> None:
    body = json.dumps({"jsonrpc": "2.0", "method": method})
    answer = await wire.raw(body, {"mcp-protocol-version": version})
    assert (answer.status_code, answer.content) == (202, b"")


async def test_no_session_is_made(wire: Wire) -> None:
    answer = await wire.modern("tools/list", headers={"mcp-session-id": "made-up"})
    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers


async def test_an_id_that_utf8_cannot_hold_is_escaped(wire: Wire) -> None:
    body = '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}'
    answer = await wire.raw(body)
    assert b'"id":"\\ud800"' in answer.content


async def test_params_may_be_null(wire: Wire) -> None:
    answer = await wire.raw('{"jsonrpc":"2.0","id":1,"method":"ping","params":null}')
    assert answer.json()["result"] == {}
