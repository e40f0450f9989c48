"""A small service, written by hand, and stubs of the API behind it."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anyio
import httpx2

from package_name.runtime.commands import main
from package_name.runtime.hooks import Hooks
from package_name.runtime.model import (
    Annotations,
    Api,
    Bearer,
    Body,
    Field,
    Operation,
    Parameter,
    Tool,
)
from package_name.runtime.service import Service

SECRET = "postgres://owner:hunter2@database"

READ = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)
CREATE = Annotations(read_only=False, destructive=False, idempotent=False, open_world=True)
LOCAL = Annotations(read_only=True, destructive=False, idempotent=True, open_world=False)

TOOLS = (
    Tool(
        name="shop_read_books",
        title="Read books",
        description="Find books (list) or read one of them (get).",
        annotations=READ,
        arguments={
            "action": {"type": "string", "enum": ["list", "get"], "description": "What to do."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many."},
            "book_id": {"type": "integer", "description": "The book, for get."},
        },
        operations={
            "list": Operation("GET", "/books", (Parameter("limit", "query", "limit"),)),
            "get": Operation(
                "GET",
                "/books/{bookId}",
                (Parameter("book_id", "path", "bookId"),),
                required=("book_id",),
            ),
        },
    ),
    Tool(
        name="shop_create_book",
        title="Add a book",
        description="Add a book to the shop.",
        annotations=CREATE,
        arguments={
            "title": {"type": "string", "description": "Its title."},
            "pages": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "Pages."},
        },
        operations={
            "create": Operation(
                "POST",
                "/books",
                body=Body(
                    "application/json",
                    required=True,
                    fields=(Field("title", ("title",)), Field("pages", ("pages",))),
                ),
                required=("title",),
                security=(("token",),),
            )
        },
    ),
    Tool(
        name="shop_read_slow",
        title="Wait",
        description="An answer that takes its time.",
        annotations=READ,
        arguments={},
        operations={"get": Operation("GET", "/slow")},
    ),
)

HOOKS = Hooks()


def _own_tool(name: str) -> Tool:
    return Tool(name, name.title(), "The team's own.", LOCAL, arguments={}, operations={})


@HOOKS.tool(_own_tool("shop_crash"))
async def crash(_: Mapping[str, Any]) -> str:
    raise RuntimeError(SECRET)


@HOOKS.tool(_own_tool("shop_print"))
async def print_something(_: Mapping[str, Any]) -> str:
    print("a stray line on stdout", flush=True)
    return "printed"


SERVICE = Service(
    name="shop-mcp",
    title="Shop",
    instructions="Books of a shop.",
    api=Api("shop", "Shop", "https://api.shop.test/v1", {"token": Bearer("SHOP_TOKEN")}),
    tools=TOOLS,
    hooks=HOOKS,
    website="https://shop.test/docs",
)

NAMES = [
    "shop_crash",
    "shop_create_book",
    "shop_print",
    "shop_read_books",
    "shop_read_slow",
]

BOOK = {
    "id": 7,
    "title": "Düne \u2028 €",
    "note": 'a "quote" </script>',
    "price": 1e16,
    "big": 2**70,
}


class Recorder:
    """The API as a transport that remembers what it was asked."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []
        self.slow_seconds = 20.0
        self.slow_started = anyio.Event()
        self.slow_cancelled = anyio.Event()
        self.transport = httpx2.MockTransport(self._answer)

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        if request.url.path.endswith("/slow"):
            self.slow_started.set()
            try:
                await anyio.sleep(self.slow_seconds)
            except BaseException:
                self.slow_cancelled.set()
                raise
        if request.method == "POST":
            return httpx2.Response(201, json={"id": 8, **json.loads(request.content)})
        return httpx2.Response(200, json=BOOK)


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path.endswith("/slow"):
            time.sleep(0.5)
        body = json.dumps(BOOK).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the test output quiet."""


@contextmanager
def running_api() -> Iterator[str]:
    """The API on a port of this machine, for servers in other processes."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


if __name__ == "__main__":
    sys.exit(main(SERVICE))
