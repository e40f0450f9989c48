"""The HTTP server as a process: sockets, signals, and what a parser of headers leaves to us."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from mcp_wire import META
from shop_service import NAMES, running_api

from package_name.runtime.serve import listen

HERE = Path(__file__).parent
RUNTIME = Path(__file__).parents[3] / "templates" / "python" / "src"


@dataclass
class Running:
    """A server process and its port."""

    process: subprocess.Popen[str]
    port: int
    announcement: str

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def send(self, lines: str) -> str:
        """Send one raw request and read until the server closes the connection."""
        with self.connect() as connection:
            connection.sendall(lines.encode())
            answer = b""
            while chunk := connection.recv(65_536):
                answer += chunk
        return answer.decode()


@pytest.fixture
def server() -> Iterator[Running]:
    with running_api() as api_url:
        environ = os.environ | {"PYTHONPATH": str(RUNTIME), "SHOP_BASE_URL": api_url}
        process = subprocess.Popen(
            [sys.executable, str(HERE / "shop_service.py"), "http", "--port", "0"],
            env=environ,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr
        announcement = process.stderr.readline()
        port = re.search(r"http://127\.0\.0\.1:(\d+)/mcp", announcement)
        assert port, announcement + process.stderr.read()
        yield Running(process, int(port[1]), announcement)
        process.kill()
        process.wait()
        process.stderr.close()


def request(method: str, name: str = "", *, more: str = "", after: str = "") -> str:
    params = {"name": name, "arguments": {}} if name else {}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params | {"_meta": META}}
    body = json.dumps(message)
    return (
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        f"MCP-Protocol-Version: 2026-07-28{after}\r\nMcp-Method: {method}{after}\r\n"
        + (f"Mcp-Name: {name}{after}\r\n" if name else "")
        + f"{more}Content-Length: {len(body)}\r\n\r\n{body}"
    )


def test_it_lists_and_calls(server: Running) -> None:
    listed = server.send(request("tools/list"))
    assert listed.startswith("HTTP/1.1 200 ")
    names = [
        tool["name"] for tool in json.loads(listed.partition("\r\n\r\n")[2])["result"]["tools"]
    ]
    assert names == NAMES
    # Blanks after a header's value are no part of it, whatever the HTTP parser thinks.
    assert server.send(request("tools/call", "shop_print", after=" \t")).startswith("HTTP/1.1 200 ")
    assert server.send(request("tools/list", more="Host: localhost\r\n")).startswith(
        "HTTP/1.1 400 "
    )
    assert server.send(
        "GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    ).startswith("HTTP/1.1 405 ")


def test_a_client_that_hangs_up_harms_no_one(server: Running) -> None:
    with server.connect() as connection:
        connection.sendall(request("tools/call", "shop_read_slow").encode())
    with server.connect() as connection:
        connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
    assert server.send(request("tools/list")).startswith("HTTP/1.1 200 ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_in_good_order(server: Running, number: signal.Signals) -> None:
    assert server.send(request("tools/list")).startswith("HTTP/1.1 200 ")
    server.process.send_signal(number)
    assert server.process.wait(timeout=20) in (0, -number)
    assert server.process.stderr
    assert "Traceback" not in server.process.stderr.read()


def test_a_port_that_is_taken(server: Running) -> None:
    command = [sys.executable, str(HERE / "shop_service.py"), "http", "--port", str(server.port)]
    environ = os.environ | {"PYTHONPATH": str(RUNTIME)}
    done = subprocess.run(
        command, env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    told = f"shop-mcp: Cannot listen on 127.0.0.1:{server.port}: Address already in use"
    assert done.stderr.startswith(told)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.anyio
async def test_answers_are_sent_without_waiting_for_more() -> None:
    """Nagle's algorithm would hold back the body of each answer for some 40 ms."""
    accepted: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()

    class Accept(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted.set_result(transport.get_extra_info("socket"))

    with listen("127.0.0.1", 0) as listener:
        server = await asyncio.get_running_loop().create_server(Accept, sock=listener)
        with socket.create_connection(listener.getsockname()):
            connection = await accepted
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        server.close()
