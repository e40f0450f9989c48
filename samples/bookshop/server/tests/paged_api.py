"""An API that gives a list in three pages, the way an operation's `Paging` says."""

import json
import re
from typing import Any

import httpx2

from bookshop_mcp.runtime.model import Operation, Paging

POSITION = "position-{}"


class PagedApi:
    """Answers page by page, and only to a request that asks for the page whose turn it is."""

    def __init__(self, operation: Operation) -> None:
        assert operation.paging is not None
        self.paging: Paging = operation.paging
        self.size = self.paging.size or 2
        self.items = [{self.paging.key or "id": f"item-{n:06}"} for n in range(2 * self.size + 1)]
        self.requests = 0
        self.transport = httpx2.MockTransport(self._answer)
        names = [parameter.name for parameter in operation.parameters]
        free = [name for name in ("cursor", "page", "offset") if name not in names]
        self._parameter = [*self.paging.names, *free][0]

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        turn, self.requests = self.requests, self.requests + 1
        if turn:
            assert re.search(rf"\b{re.escape(self._expected(turn))}\b", _text_of(request))
        rest = self.items[turn * self.size :]
        more = len(rest) > self.size
        url = str(
            request.url.copy_with(query=f"{self._parameter}={POSITION.format(turn + 1)}".encode())
        )
        headers = {"Link": f'<{url}>; rel="next"'} if more and self.paging.kind == "link" else {}
        return httpx2.Response(
            200, json=self._page(rest[: self.size], turn, more, url), headers=headers
        )

    def _expected(self, turn: int) -> str:
        """What a request has to say to get this page."""
        if self.paging.kind == "item":
            return str(self.items[turn * self.size - 1][self.paging.key])
        if self.paging.kind == "page":
            return str(self.paging.first + turn)
        if self.paging.kind == "offset":
            return str(self.paging.first + min(turn * self.size, len(self.items)))
        return POSITION.format(turn)

    def _page(self, items: list[dict[str, str]], turn: int, more: bool, url: str) -> Any:
        paging = self.paging
        following = url if paging.kind == "url" else POSITION.format(turn + 1)
        told = {
            paging.next: following if more else None,
            paging.more: more,
            paging.last: not more,
            paging.total: len(self.items),
            paging.pages: 3,
            paging.current: paging.first + turn,
        }
        told.pop((), None)
        if not told and not paging.items:
            return items
        page: dict[str, Any] = {}
        for path, value in {**told, (paging.items or ("items",)): items}.items():
            inner = page
            for key in path[:-1]:
                inner = inner.setdefault(key, {})
            inner[path[-1]] = value
        return page


def items_of(page: Any, paging: Paging) -> list[Any]:
    """The list in a tool's answer."""
    for key in paging.items or ("items",):
        page = page[key]
    assert isinstance(page, list)
    return page


def _text_of(request: httpx2.Request) -> str:
    target: bytes = request.extensions["target"]
    body = json.dumps(json.loads(request.content)) if request.content else ""
    return f"{target.decode()} {body}"
