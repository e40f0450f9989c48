"""What `tools/call` answers in both eras."""

from __future__ import annotations

import json
from typing import Any

import anyio
import httpx2
import pytest
from mcp_wire import LEGACY, META, Wire
from shop_service import BOOK, SECRET, Recorder

from package_name.runtime import exchange
from package_name.runtime.http import Application
from package_name.runtime.jsontext import dump

pytestmark = pytest.mark.anyio

ERAS = ["modern", "legacy"]


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_gives_the_same_bytes_on_both_channels(wire: Wire, era: str) -> None:
    answer = await wire.call(era, "shop_read_books", {"action": "get", "book_id": 7})
    result = answer.json()["result"]
    assert result["isError"] is False
    assert result["structuredContent"]["price"] == BOOK["price"]
    text: str = result["content"][0]["text"]
    assert text == dump(result["structuredContent"])
    assert b'"structuredContent":' + text.encode() in answer.content
    assert b'"text":' + dump(text).encode() in answer.content


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("shop_read_books", {"action": "get", "book_id": "seven"}),
        ("shop_read_books", {"action": "get"}),
        ("shop_read_books", {"action": "burn"}),
        ("shop_read_books", {}),
        ("shop_read_books", None),
        ("shop_create_book", {"title": "T", "colour": "red"}),
    ],
    ids=str,
)
async def test_bad_arguments_are_told_to_the_model(
    wire: Wire, api: Recorder, era: str, name: str, arguments: dict[str, Any] | None
) -> None:
    answer = await wire.call(era, name, arguments)
    result = answer.json()["result"]
    assert (answer.status_code, result["isError"]) == (200, True)
    assert result["content"][0]["text"]
    assert "structuredContent" not in result
    assert api.requests == []


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("arguments", [[1], "text", 5])
async def test_arguments_that_are_no_object_are_a_protocol_error(
    wire: Wire, era: str, arguments: Any
) -> None:
    answer = await wire.call(era, "shop_read_books", arguments)
    assert answer.status_code == (400 if era == "modern" else 200)
    assert answer.json()["error"]["code"] == -32602


@pytest.mark.parametrize("era", ERAS)
async def test_an_unknown_tool_is_a_protocol_error(wire: Wire, era: str) -> None:
    answer = await wire.call(era, "shop_delete_everything", {})
    assert answer.status_code == (400 if era == "modern" else 200)
    assert answer.json()["error"]["code"] == -32602
    assert "shop_delete_everything" in answer.json()["error"]["message"]


@pytest.mark.parametrize("era", ERAS)
async def test_a_crash_tells_nothing(wire: Wire, era: str) -> None:
    answer = await wire.call(era, "shop_crash", {})
    assert answer.status_code == 200
    assert answer.json()["error"] == {"code": -32603, "message": "Internal server error"}
    assert SECRET not in answer.text


@pytest.mark.parametrize("era", ERAS)
async def test_arguments_nested_without_end_are_survived(wire: Wire, era: str) -> None:
    deep = "[" * 900 + "]" * 900
    body = await _body(era, "shop_create_book", f'{{"title":"T","pages":{deep}}}')
    answer = await wire.raw(*body)
    assert answer.status_code in (200, 400)
    assert "result" in answer.json() or answer.json()["error"]["code"] in (-32603, -32700)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("token", ["token", 7, 0])
async def test_progress_turns_the_answer_into_a_stream(wire: Wire, era: str, token: Any) -> None:
    name, arguments = "shop_read_books", {"action": "list"}
    params: dict[str, Any] = {"name": name, "arguments": arguments}
    if era == "modern":
        answer = await wire.modern("tools/call", params, meta=META | {"progressToken": token})
    else:
        answer = await wire.legacy("tools/call", params | {"_meta": {"progressToken": token}})
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.headers["x-accel-buffering"] == "no"
    *notes, last = _events(answer)
    assert {note["method"] for note in notes} == {"notifications/progress"}
    assert {note["params"]["progressToken"] for note in notes} == {token}
    steps = [note["params"]["progress"] for note in notes]
    assert len(steps) >= 2
    assert steps == sorted(set(steps))
    assert last["result"]["isError"] is False


async def test_a_silent_stream_is_kept_open(
    wire: Wire, api: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "PING_SECONDS", 0.02)
    api.slow_seconds = 0.2
    params = {"name": "shop_read_slow", "_meta": {"progressToken": 1}}
    answer = await wire.legacy("tools/call", params)
    first, second, *others = answer.text.split("\r\n\r\n")
    assert first.startswith("event: message\r\ndata: ")
    assert second == ": still working"
    assert others[-1] == ""
    assert _events(answer)[-1]["result"]["isError"] is False


async def test_no_stream_without_a_token(wire: Wire) -> None:
    answer = await wire.call("modern", "shop_read_books", {"action": "list"})
    assert answer.headers["content-type"] == "application/json"


async def test_no_stream_for_a_client_that_takes_json_only(wire: Wire) -> None:
    wire.default_headers["accept"] = "application/json"
    params = {"name": "shop_print", "_meta": {"progressToken": 1}}
    answer = await wire.legacy("tools/call", params)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["result"]["isError"] is False


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_that_leaves_stops_the_call(
    application: Application, api: Recorder, era: str
) -> None:
    left = anyio.Event()
    sent: list[Any] = []
    headers, body = await _request(era, "shop_read_slow", "{}")
    inbox = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if inbox:
            return inbox.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "query_string": b"",
        "headers": headers,
    }
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(application, scope, receive, send)
            await api.slow_started.wait()
            left.set()
    assert api.slow_cancelled.is_set()
    assert sent == []


async def _request(era: str, name: str, arguments: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    body, headers = await _body(era, name, arguments)
    base = {"host": "localhost", "content-type": "application/json", "accept": "*/*"}
    pairs = (base | {key: value for key, value in headers.items() if value}).items()
    return [(key.encode(), value.encode()) for key, value in pairs], body.encode()


async def _body(era: str, name: str, arguments: str) -> tuple[str, dict[str, str | None]]:
    meta = f',"_meta":{json.dumps(META)}' if era == "modern" else ""
    params = f'{{"name":"{name}","arguments":{arguments}{meta}}}'
    body = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}'
    if era == "legacy":
        return body, {"mcp-protocol-version": LEGACY}
    return body, {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
    }


def _events(answer: httpx2.Response) -> list[Any]:
    lines = answer.text.splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
