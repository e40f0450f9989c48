"""stdio as a client meets it: the server in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_wire import LEGACY, META
from shop_service import NAMES, SECRET, running_api

HERE = Path(__file__).parent
RUNTIME = Path(__file__).parents[3] / "templates" / "python" / "src"

INITIALIZE = {
    "protocolVersion": LEGACY,
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.fixture(scope="module")
def api_url() -> Iterator[str]:
    with running_api() as url:
        yield url


def start(api_url: str) -> subprocess.Popen[bytes]:
    environ = os.environ | {"PYTHONPATH": str(RUNTIME), "SHOP_BASE_URL": api_url}
    return subprocess.Popen(
        [sys.executable, str(HERE / "shop_service.py")],
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def exchange(api_url: str, messages: list[dict[str, Any]]) -> tuple[list[Any], str]:
    """Write everything at once, close stdin, and read what comes until the server exits."""
    process = start(api_url)
    text = "".join(json.dumps({"jsonrpc": "2.0"} | message) + "\n" for message in messages)
    out, err = process.communicate(text.encode(), timeout=60)
    assert process.returncode == 0, err.decode()
    return [json.loads(line) for line in out.splitlines()], err.decode()


def opening(era: str) -> list[dict[str, Any]]:
    if era == "modern":
        return [{"id": "first", "method": "server/discover", "params": {"_meta": META}}]
    return [
        {"id": "first", "method": "initialize", "params": INITIALIZE},
        {"method": "notifications/initialized"},
    ]


def request(era: str, request_id: int, method: str, **params: Any) -> dict[str, Any]:
    meta = {"_meta": META} if era == "modern" else {}
    return {"id": request_id, "method": method, "params": params | meta}


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_a_conversation(api_url: str, era: str) -> None:
    answers, err = exchange(
        api_url,
        [
            *opening(era),
            request(era, 1, "tools/list"),
            request(era, 2, "tools/call", name="shop_read_books", arguments={"action": "list"}),
            request(era, 3, "tools/call", name="shop_print"),
            request(era, 4, "tools/call", name="shop_crash"),
            request(era, 5, "tools/call", name="shop_nothing"),
            request(era, 6, "tools/list", cursor="nonsense"),
            request(era, 7, "tools/call", name="shop_read_books", arguments={"action": "burn"}),
        ],
    )
    by_id = {answer["id"]: answer for answer in answers}
    assert by_id.keys() == {"first", 1, 2, 3, 4, 5, 6, 7}
    assert [tool["name"] for tool in by_id[1]["result"]["tools"]] == NAMES
    result = by_id[2]["result"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert by_id[3]["result"]["content"][0]["text"] == "printed"
    assert by_id[4]["error"] == {"code": -32603, "message": "Internal server error"}
    assert by_id[5]["error"]["code"] == -32602
    assert by_id[6]["error"]["code"] == -32602
    assert by_id[7]["result"]["isError"] is True
    assert "a stray line on stdout" in err
    assert SECRET in err


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_everything_asked_before_the_end_is_answered(api_url: str, era: str) -> None:
    calls = [
        request(era, n, "tools/call", name="shop_read_books", arguments={"action": "list"})
        for n in range(200)
    ]
    slow = request(era, 200, "tools/call", name="shop_read_slow")
    answers, _ = exchange(api_url, [*opening(era), slow, *calls])
    assert {answer["id"] for answer in answers} == {"first", *range(201)}
    assert all("result" in answer for answer in answers)


def test_a_cancelled_request_is_not_waited_for(api_url: str) -> None:
    answers, _ = exchange(
        api_url,
        [
            *opening("legacy"),
            request("legacy", 1, "tools/call", name="shop_read_slow"),
            {"method": "notifications/cancelled", "params": {"requestId": 1}},
            {"method": "notifications/cancelled", "params": {"requestId": ["odd"]}},
        ],
    )
    assert [answer["id"] for answer in answers] == ["first"]


def test_progress_is_told_between_request_and_answer(api_url: str) -> None:
    call = request("legacy", 1, "tools/call", name="shop_read_books", arguments={"action": "list"})
    call["params"]["_meta"] = {"progressToken": "p"}
    answers, _ = exchange(api_url, [*opening("legacy"), call])
    notes = [answer["params"] for answer in answers if "id" not in answer]
    assert [note["progress"] for note in notes] == [0, 1]
    assert answers[-1]["id"] == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_at_once(api_url: str, number: signal.Signals) -> None:
    process = start(api_url)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(json.dumps({"jsonrpc": "2.0"} | opening("modern")[0]).encode() + b"\n")
    process.stdin.flush()
    assert b'"first"' in process.stdout.readline()
    process.send_signal(number)
    assert process.wait(timeout=10) in (130, -number)
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()


def test_a_client_that_stops_reading(api_url: str) -> None:
    process = start(api_url)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(json.dumps({"jsonrpc": "2.0"} | opening("modern")[0]).encode() + b"\n")
    process.stdin.close()
    assert process.wait(timeout=10) == 1
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


def test_the_start_says_what_is_missing(api_url: str) -> None:
    _, err = exchange(api_url, opening("modern"))
    assert err.splitlines() == [
        f"shop-mcp 0.0.0 on stdio, API at {api_url}",
        "  1 operation needs SHOP_TOKEN, not set",
    ]
