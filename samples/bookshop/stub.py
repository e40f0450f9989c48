"""A stub of the bookshop API, for the demo and for trying a generated server by hand.

python3 samples/bookshop/stub.py --port 8321

It listens on this machine only, keeps everything in memory and needs nothing but Python. The API
key is `bookshop-demo`.
"""

from __future__ import annotations

import argparse
import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from catalogue import Json, cover
from shop import ApiError, Shop, invalid

BASE_PATH = "/v2"
API_KEY = "bookshop-demo"


@dataclass(frozen=True, slots=True)
class Call:
    """One request, taken apart."""

    shop: Shop
    path: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    content: Any = None
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path template; `open` needs no API key."""

    method: str
    template: str
    answer: Callable[[Call], Answer]
    open: bool = False

    def match(self, method: str, path: str) -> dict[str, str] | None:
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template)
        found = re.fullmatch(pattern, path) if method == self.method else None
        return {k: unquote(v) for k, v in found.groupdict().items()} if found else None


def page(items: list[Json], query: dict[str, str]) -> Answer:
    """One page of a list; the cursor names the last item of the page before."""
    limit = int(query.get("limit", "20"))
    start = 0
    if cursor := query.get("cursor"):
        keys = [item["id"] for item in items]
        if cursor not in keys:
            raise invalid("`cursor` is not one this API gave out")
        start = keys.index(cursor) + 1
    shown = items[start : start + limit]
    more = start + limit < len(items)
    return Answer(200, {"items": shown, "next_cursor": shown[-1]["id"] if more else None})


def delete_book(call: Call) -> Answer:
    call.shop.delete_book(call.path["book_id"])
    return Answer(204)


def book_cover(call: Call) -> Answer:
    return Answer(200, cover(call.shop.book(call.path["book_id"])["id"]), "image/png")


def list_orders(call: Call) -> Answer:
    query = call.query
    orders = call.shop.list_orders(query.get("status", ""), query.get("placed_after", ""))
    return page(orders, query)


def create_order(call: Call) -> Answer:
    key = call.headers.get("idempotency-key", "")
    return Answer(201, call.shop.create_order(call.body, key))


def cancel_order(call: Call) -> Answer:
    reason = call.body.get("reason", "customer_request")
    return Answer(200, call.shop.cancel_order(call.path["order_id"], reason))


def ship_order(call: Call) -> Answer:
    return Answer(200, call.shop.ship_order(call.path["order_id"], call.body))


def set_inventory(call: Call) -> Answer:
    return Answer(200, {"counts": call.shop.set_inventory(call.body.get("counts", []))})


def update_book(call: Call) -> Answer:
    return Answer(200, call.shop.update_book(call.path["book_id"], call.body))


ROUTES = (
    Route("GET", "/books", lambda c: page(c.shop.list_books(c.query), c.query), open=True),
    Route("POST", "/books", lambda c: Answer(201, c.shop.create_book(c.body))),
    Route(
        "POST",
        "/books/search",
        lambda c: Answer(200, {"items": c.shop.search_books(c.body)}),
        open=True,
    ),
    Route(
        "GET",
        "/books/{book_id}",
        lambda c: Answer(200, c.shop.book(c.path["book_id"])),
        open=True,
    ),
    Route("PATCH", "/books/{book_id}", update_book),
    Route("DELETE", "/books/{book_id}", delete_book),
    Route("GET", "/books/{book_id}/cover", book_cover, open=True),
    Route(
        "GET",
        "/isbn/{isbn}",
        lambda c: Answer(200, c.shop.book_by_isbn(c.path["isbn"])),
        open=True,
    ),
    Route(
        "GET",
        "/authors",
        lambda c: page(c.shop.list_authors(c.query.get("name", "")), c.query),
        open=True,
    ),
    Route(
        "GET",
        "/authors/{author_id}",
        lambda c: Answer(200, c.shop.author(c.path["author_id"])),
        open=True,
    ),
    Route("GET", "/orders", list_orders),
    Route("POST", "/orders", create_order),
    Route("GET", "/orders/{order_id}", lambda c: Answer(200, c.shop.order(c.path["order_id"]))),
    Route("POST", "/orders/{order_id}/cancel", cancel_order),
    Route("POST", "/orders/{order_id}/ship", ship_order),
    Route("PUT", "/inventory", set_inventory),
)


class Handler(BaseHTTPRequestHandler):
    """Answers from the shop of its server, or with a problem document."""

    protocol_version = "HTTP/1.1"
    server: StubServer

    def _answer(self) -> None:
        try:
            answer = self._route()
        except ApiError as problem:
            body = {"title": problem.title, "status": problem.status, "detail": problem.detail}
            answer = Answer(problem.status, body, "application/problem+json")
        except (KeyError, TypeError, ValueError) as error:
            body = {"title": "Invalid", "status": 422, "detail": f"not understood: {error}"}
            answer = Answer(422, body, "application/problem+json")
        content = answer.content
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(answer.status)
        if answer.status != 204:
            self.send_header("Content-Type", answer.media_type)
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if answer.status != 204:
            self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815 - http.server's names

    def _route(self) -> Answer:
        headers = {name.lower(): value for name, value in self.headers.items()}
        raw = self.rfile.read(int(headers.get("content-length", "0")))
        url = urlsplit(self.path)
        path = url.path.removeprefix(BASE_PATH)
        for route in ROUTES:
            values = route.match(self.command, path)
            if values is None:
                continue
            if not route.open and headers.get("x-api-key") != API_KEY:
                raise ApiError(401, "Unauthorised", "the header `X-Api-Key` is missing or wrong")
            body = json.loads(raw) if raw else {}
            call = Call(self.server.shop, values, dict(parse_qsl(url.query)), headers, body)
            with self.server.turn:
                return route.answer(call)
        raise ApiError(404, "Not found", f"{self.command} {url.path} is no operation of this API")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it
        """Silent: the caller's own output is what matters."""


class StubServer(ThreadingHTTPServer):
    """The stub with a shop of its own."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.shop = Shop()
        self.turn = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{BASE_PATH}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a stub of the bookshop API")
    parser.add_argument("--port", type=int, default=8321, help="0 takes a free one")
    with StubServer(parser.parse_args().port) as server:
        print(server.url, flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
