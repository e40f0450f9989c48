"""One small document for each way to page, and the API behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2

ITEMS = [{"id": f"item-{number:02}", "name": f"Item {number}"} for number in range(1, 24)]
HOST = "https://shop.example"

Query = dict[str, str]


@dataclass(frozen=True)
class Style:
    """A list at `/items`: its parameters and answer in YAML, and what the API answers."""

    name: str
    kind: str
    parameters: str
    answer: str
    page: Callable[[Query], Any]
    headers: Callable[[Query], dict[str, str]] = field(default=lambda _: {})
    declared_headers: str = ""

    @property
    def document(self) -> str:
        headers = f"\n          headers: {self.declared_headers}" if self.declared_headers else ""
        return f"""
paths:
  /items:
    get:
      operationId: listItems
      parameters:
        - {{name: colour, in: query, schema: {{type: string}}}}
{_indented(self.parameters, 8)}
      responses:
        "200":
          description: A page{headers}
          content:
            application/json:
              schema:
{_indented(self.answer, 16)}
components:
  schemas:
    Items: {{type: array, items: {{$ref: "#/components/schemas/Item"}}}}
    Item: {{type: object, properties: {{id: {{type: string}}, name: {{type: string}}}}}}
"""


class PagingApi:
    """Answers a style's pages and remembers what it was asked; an unknown parameter is an error."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.queries: list[Query] = []
        self.transport = httpx2.MockTransport(self._answer)

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        query = dict(request.url.params)
        self.queries.append(query)
        assert request.url.path == "/v1/items"
        return httpx2.Response(200, json=self.style.page(query), headers=self.style.headers(query))


def _indented(text: str, columns: int) -> str:
    return "\n".join(" " * columns + line for line in text.strip().splitlines())


def _number(query: Query, name: str, default: int) -> int:
    return int(query.get(name, default))


def _token(query: Query, name: str) -> int:
    """The API's own cursors: `t7` is before the eighth item."""
    return int(query.get(name, "t0").removeprefix("t"))


def _after(query: Query, name: str) -> int:
    ids = [item["id"] for item in ITEMS]
    return ids.index(query[name]) + 1 if name in query else 0


def _slice(start: int, size: int) -> tuple[list[Any], int | None]:
    end = start + size
    return ITEMS[start:end], end if end < len(ITEMS) else None


def cursor_page(query: Query) -> Any:
    items, end = _slice(_token(query, "cursor"), _number(query, "limit", 10))
    return {"items": items, "next_cursor": f"t{end}" if end else None}


def page_token_page(query: Query) -> Any:
    items, end = _slice(_token(query, "pageToken"), _number(query, "maxResults", 10))
    return {"data": items} | ({"nextPageToken": f"t{end}"} if end else {})


def metadata_page(query: Query) -> Any:
    items, end = _slice(_token(query, "cursor"), _number(query, "limit", 10))
    return {
        "ok": True,
        "items": items,
        "response_metadata": {"next_cursor": f"t{end}" if end else ""},
    }


def meta_next_page(query: Query) -> Any:
    items, end = _slice(_token(query, "next_token"), _number(query, "size", 10))
    return {"results": items, "meta": {"next_token": f"t{end}" if end else None}}


def starting_after_page(query: Query) -> Any:
    items, end = _slice(_after(query, "starting_after"), _number(query, "limit", 10))
    return {"object": "list", "data": items, "has_more": end is not None}


def after_page(query: Query) -> Any:
    items, end = _slice(_after(query, "after"), _number(query, "limit", 10))
    return {"data": items, "last_id": items[-1]["id"], "has_more": end is not None}


def number_page(query: Query) -> Any:
    size = _number(query, "per_page", 5)
    return _slice((_number(query, "page", 1) - 1) * size, size)[0]


def zero_page(query: Query) -> Any:
    size = _number(query, "pageSize", 5)
    number = _number(query, "pageNumber", 0)
    items = _slice(number * size, size)[0]
    return {"content": items, "page": {"number": number, "totalPages": -(-len(ITEMS) // size)}}


def offset_page(query: Query) -> Any:
    start = _number(query, "offset", 0)
    items = _slice(start, _number(query, "limit", 10))[0]
    return {"items": items, "offset": start, "total": len(ITEMS)}


def skip_page(query: Query) -> Any:
    return _slice(_number(query, "skip", 0), _number(query, "take", 10))[0]


def link_page(query: Query) -> Any:
    return number_page(query)


def link_headers(query: Query) -> dict[str, str]:
    size, number = _number(query, "per_page", 5), _number(query, "page", 1)
    url = f"{HOST}/v1/items?per_page={size}&colour={query.get('colour', '')}&page="
    links = [f'<{url}1>; rel="first"']
    if number * size < len(ITEMS):
        links.append(f'<{url}{number + 1}>; rel="next"')
    return {"Link": ", ".join(links)}


def url_page(query: Query) -> Any:
    start, size = _number(query, "offset", 0), _number(query, "limit", 10)
    items, end = _slice(start, size)
    url = f"{HOST}/v1/items?limit={size}&offset={end}"
    return {"count": len(ITEMS), "next": url if end else None, "previous": None, "results": items}


def href_page(query: Query) -> Any:
    items, end = _slice(_token(query, "cursor"), 10)
    return {
        "items": items,
        "_links": {"next": {"href": f"/v1/items?cursor=t{end}"} if end else None},
    }


def odata_page(query: Query) -> Any:
    items, end = _slice(_token(query, "$skiptoken"), 10)
    return {"value": items} | (
        {"@odata.nextLink": f"{HOST}/v1/items?$skiptoken=t{end}"} if end else {}
    )


_LIMIT = "- {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}"
_ANY_OBJECT = "{type: object, properties: {%s}}"


def _object(properties: str) -> str:
    return _ANY_OBJECT % properties


def _text(name: str) -> str:
    return f"- {{name: {name}, in: query, schema: {{type: string}}}}"


def _whole(name: str, more: str = "") -> str:
    return f"- {{name: {name}, in: query, schema: {{type: integer{more}}}}}"


_LIST = '{$ref: "#/components/schemas/Items"}'

STYLES = (
    Style(
        "cursor",
        "cursor",
        _text("cursor") + "\n" + _LIMIT,
        _object(f"items: {_LIST}, next_cursor: {{type: [string, 'null']}}"),
        cursor_page,
    ),
    Style(
        "page token",
        "cursor",
        _text("pageToken") + "\n" + _whole("maxResults"),
        _object(f"data: {_LIST}, nextPageToken: {{type: string}}"),
        page_token_page,
    ),
    Style(
        "cursor in response metadata",
        "cursor",
        _text("cursor") + "\n" + _LIMIT,
        _object(
            f"ok: {{type: boolean}}, items: {_LIST}, response_metadata: "
            "{type: object, properties: {next_cursor: {type: string}}}"
        ),
        metadata_page,
    ),
    Style(
        "token in meta",
        "cursor",
        _text("next_token") + "\n" + _whole("size"),
        _object(
            f"results: {_LIST}, meta: {{type: object, properties: {{next_token: {{type: string}}}}}}"
        ),
        meta_next_page,
    ),
    Style(
        "starting after",
        "item",
        _text("starting_after") + "\n" + _text("ending_before") + "\n" + _LIMIT,
        _object(f"object: {{type: string}}, data: {_LIST}, has_more: {{type: boolean}}"),
        starting_after_page,
    ),
    Style(
        "last id",
        "cursor",
        _text("after") + "\n" + _LIMIT,
        _object(f"data: {_LIST}, last_id: {{type: string}}, has_more: {{type: boolean}}"),
        after_page,
    ),
    Style("page", "page", _whole("page") + "\n" + _whole("per_page"), _LIST, number_page),
    Style(
        "page from zero",
        "page",
        "- {name: pageNumber, in: query, description: Zero-based number, schema: {type: integer}}\n"
        + _whole("pageSize"),
        _object(
            f"content: {_LIST}, page: {{type: object, properties: "
            "{number: {type: integer}, totalPages: {type: integer}}}"
        ),
        zero_page,
    ),
    Style(
        "offset",
        "offset",
        _whole("offset") + "\n" + _LIMIT,
        _object(f"items: {_LIST}, offset: {{type: integer}}, total: {{type: integer}}"),
        offset_page,
    ),
    Style("skip", "offset", _whole("skip") + "\n" + _whole("take"), _LIST, skip_page),
    Style(
        "link header",
        "link",
        _whole("page") + "\n" + _whole("per_page"),
        _LIST,
        link_page,
        link_headers,
        "{Link: {schema: {type: string}}}",
    ),
    Style(
        "next url",
        "url",
        _whole("offset") + "\n" + _LIMIT,
        _object(
            f"count: {{type: integer}}, next: {{type: [string, 'null'], format: uri}}, "
            f"previous: {{type: [string, 'null'], format: uri}}, results: {_LIST}"
        ),
        url_page,
    ),
    Style(
        "next href, parameter not declared",
        "url",
        "",
        _object(
            f"items: {_LIST}, _links: {{type: object, properties: {{next: {{type: object, "
            "properties: {href: {type: string}}}}}"
        ),
        href_page,
    ),
    Style(
        "odata",
        "url",
        "",
        _object(f'value: {_LIST}, "@odata.nextLink": {{type: string}}'),
        odata_page,
    ),
    Style(
        "link header, not declared",
        "page",
        _whole("page", ", default: 1") + "\n" + _whole("per_page"),
        _LIST,
        link_page,
        link_headers,
    ),
)
