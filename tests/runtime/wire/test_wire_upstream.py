"""An API at its worst: every answer or the lack of one ends in a result the model can act on."""

from __future__ import annotations

import asyncio
import email.utils
import gzip
import time
from typing import Any

import httpx2
import pytest
from wire_recorder import Handler, Recorded, Upstream, recording, response
from wire_tools import get, make_caller, make_tool, text_of

from package_name.runtime.model import Operation
from package_name.runtime.result import Outcome
from package_name.runtime.upstream import retry_after

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def run(handler: Handler, method: str = "GET", **settings: Any) -> tuple[Outcome, list[Recorded]]:
    """Call once against the handler; a hang fails the test."""

    async def main() -> tuple[Outcome, list[Recorded]]:
        async with recording(handler) as upstream:
            caller = make_caller(base_url=upstream.origin, **settings)
            tool = make_tool(Operation(method, "/things"))
            outcome = await asyncio.wait_for(caller.call(tool, {}), 20)
            await caller.aclose()
            return outcome, upstream.requests

    return asyncio.run(main())


def answers(*messages: bytes) -> Handler:
    """Write the messages in turn, the last one for ever."""
    left = list(messages)

    async def handle(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(left.pop(0) if len(left) > 1 else left[0])

    return handle


def broken_off(message: bytes) -> Handler:
    async def handle(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(message)
        await writer.drain()
        writer.transport.abort()

    return handle


def test_a_drip_ends_at_the_deadline() -> None:
    async def drip(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"1\r\n1\r\n")
            await writer.drain()
            await asyncio.sleep(0.02)

    outcome, requests = run(drip, timeout_seconds=0.3)
    assert text_of(outcome) == (
        "The API did not answer within 0.3 seconds. It can be tried again, or asked for less."
    )
    assert len(requests) == 1


def test_silence_after_a_post_may_have_been_a_success() -> None:
    async def silence(_: Recorded, __: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    outcome, _ = run(silence, "POST", timeout_seconds=0.2)
    assert "The POST may or may not have taken effect" in text_of(outcome)


def test_a_gzip_bomb_is_read_to_the_limit_only() -> None:
    bomb = gzip.compress(b"[" + b"1," * 20_000_000)
    head = HEAD + f"Content-Encoding: gzip\r\nContent-Length: {len(bomb)}\r\n\r\n".encode()
    outcome, _ = run(answers(head + bomb), max_response_bytes=100_000)
    assert not outcome.is_error
    assert text_of(outcome).startswith(
        "[The answer is longer than the 100000 bytes this server reads. Its start:]\n[1,1,"
    )
    assert len(text_of(outcome)) <= 40_000


def test_an_endless_body_is_read_to_the_limit_only() -> None:
    async def endless(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            await writer.drain()

    outcome, _ = run(endless, max_response_bytes=50_000)
    assert text_of(outcome).startswith("[The answer is longer than the 50000 bytes")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_redirects_are_named_and_never_followed(status: int, method: str) -> None:
    message = response(f"{status} Moved", Location="https://evil.test/x?y=1")
    outcome, requests = run(answers(message), method)
    assert outcome.is_error
    assert f"The API answered {status} " in text_of(outcome)
    assert "It points to https://evil.test/x?y=1, and this server follows no" in text_of(outcome)
    assert len(requests) == 1


@pytest.mark.parametrize("location", ["", "http://[broken", "/" + "a" * 5_000, "\x7f"])
def test_strange_redirects(location: str) -> None:
    outcome, requests = run(answers(response("302 Found", Location=location)))
    assert outcome.is_error
    assert len(text_of(outcome)) < 1_000
    assert len(requests) == 1


@pytest.mark.parametrize("status", ["429 Too Many Requests", "502 Bad Gateway", "503 X", "504 X"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "QUERY", "PUT", "DELETE"])
def test_what_is_safe_is_tried_again(status: str, method: str) -> None:
    later = response("204 No Content")
    outcome, requests = run(answers(response(status, Retry_After="0"), later), method)
    assert not outcome.is_error
    assert [request.method for request in requests] == [method, method]


@pytest.mark.parametrize("method", ["POST", "PATCH"])
@pytest.mark.parametrize("status", ["429 Too Many Requests", "502 Bad Gateway", "503 X"])
def test_what_is_not_safe_is_sent_once(method: str, status: str) -> None:
    outcome, requests = run(answers(response(status, Retry_After="0")), method)
    assert outcome.is_error
    assert len(requests) == 1


@pytest.mark.parametrize("status", ["400 X", "404 X", "500 X", "501 X"])
def test_what_will_not_get_better_is_sent_once(status: str) -> None:
    outcome, requests = run(answers(response(status)))
    assert outcome.is_error
    assert len(requests) == 1


def test_retries_end() -> None:
    outcome, requests = run(answers(response("503 X", b"busy", Retry_After="0")), retries=2)
    assert "The API answered 503 Service Unavailable" in text_of(outcome)
    assert len(requests) == 3


def test_a_wait_beyond_the_deadline_is_told() -> None:
    outcome, requests = run(answers(response("429 X", Retry_After="3600")))
    assert "The API asks to wait 3600 seconds." in text_of(outcome)
    assert len(requests) == 1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        (" 120 ", 120.0),
        ("1000000000", 1e9),
        ("9" * 5_000, 999999999999.0),
        *((text, None) for text in ("", "-1", "1.5", "soon", "1e9", "٣", "Mon, 99 Foo")),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
    ],
)
def test_retry_after(text: str, seconds: float | None) -> None:
    assert retry_after(text) == seconds


def test_retry_after_as_a_date() -> None:
    found = retry_after(email.utils.formatdate(time.time() + 500, usegmt=True))
    assert found is not None
    assert 400 < found <= 500


@pytest.mark.parametrize(
    "message", [b"", b"HTTP/1.1 200 OK\r\nContent-Le", HEAD + b"Content-Length: 9\r\n\r\n{"]
)
def test_a_lost_connection(message: bytes) -> None:
    outcome, requests = run(broken_off(message), "POST")
    assert "may or may not have taken effect" in text_of(outcome)
    assert len(requests) == 1
    outcome, requests = run(broken_off(message), "GET", retries=1)
    assert "It can be tried again" in text_of(outcome)
    assert len(requests) == 2


@pytest.mark.parametrize(
    "message",
    [
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
    ],
)
def test_broken_http(message: bytes) -> None:
    outcome, _ = run(answers(message), retries=0)
    assert outcome.is_error
    assert "The connection to the API failed" in text_of(outcome)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nobody_there(method: str) -> None:
    async def main() -> Outcome:
        async with recording() as upstream:
            origin = upstream.origin
        caller = make_caller(base_url=origin, retries=1)
        return await caller.call(make_tool(Operation(method, "/things")), {})

    outcome = asyncio.run(main())
    assert "could not be reached" in text_of(outcome)
    assert "Nothing was sent" in text_of(outcome)


def test_a_post_is_tried_again_only_if_it_was_never_sent() -> None:
    tries: list[str] = []

    def refuse_once(request: httpx2.Request) -> httpx2.Response:
        tries.append(request.method)
        if len(tries) == 1:
            raise httpx2.ConnectError("refused")
        return httpx2.Response(201, json={"id": 1})

    caller = make_caller(transport=httpx2.MockTransport(refuse_once))
    outcome = asyncio.run(caller.call(make_tool(Operation("POST", "/things")), {}))
    assert outcome.structured == {"id": 1}
    assert tries == ["POST", "POST"]


def test_no_cookie_is_kept() -> None:
    message = response("200 OK", b"{}", Set_Cookie="sid=caller-one; Path=/")

    async def main(upstream: Upstream) -> None:
        caller = make_caller(base_url=upstream.origin)
        for _ in range(2):
            await caller.call(make_tool(get("/things")), {})
        await caller.aclose()

    async def serve() -> list[Recorded]:
        async with recording(answers(message)) as upstream:
            await main(upstream)
            return upstream.requests

    assert [request.header("cookie") for request in asyncio.run(serve())] == [None, None]


def test_a_cancelled_call_closes_its_request() -> None:
    closed = asyncio.Event()

    async def wait_for_close(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        try:
            while True:
                writer.write(b"1\r\n1\r\n")
                await writer.drain()
                await asyncio.sleep(0.01)
        except ConnectionError:
            closed.set()
            raise

    async def main() -> None:
        async with recording(wait_for_close) as upstream:
            caller = make_caller(base_url=upstream.origin)
            call = asyncio.create_task(caller.call(make_tool(get("/things")), {}))
            while not upstream.requests:
                await asyncio.sleep(0.01)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await asyncio.wait_for(closed.wait(), 20)
            await caller.aclose()

    asyncio.run(main())


def test_only_so_many_calls_run_at_once() -> None:
    running: list[int] = [0, 0]

    async def count(_: Recorded, writer: asyncio.StreamWriter) -> None:
        running[0] += 1
        running[1] = max(running)
        await asyncio.sleep(0.02)
        running[0] -= 1
        writer.write(response("204 No Content"))

    async def main() -> None:
        async with recording(count) as upstream:
            caller = make_caller(base_url=upstream.origin, max_concurrency=3)
            tool = make_tool(get("/things"))
            outcomes = await asyncio.gather(*(caller.call(tool, {}) for _ in range(12)))
            assert not any(outcome.is_error for outcome in outcomes)
            await caller.aclose()

    asyncio.run(main())
    assert running[1] == 3


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    outcome, requests = run(answers(response("204 No Content")))
    assert not outcome.is_error
    assert len(requests) == 1
