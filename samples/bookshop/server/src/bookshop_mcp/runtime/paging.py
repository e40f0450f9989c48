"""Walks a list page by page: an opaque cursor in, the next one out.

A cursor holds all there is to know of a position, so any replica can go on from it: the kind of
paging, what it belongs to, where the next page starts and how large the pages are. It is bound to
the operation and to the other arguments, because a position means nothing anywhere else.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .cap import NEXT_CURSOR
from .errors import CallError
from .jsontext import dump, load
from .model import CURSOR, Operation, Paging
from .next_page import Position, Seen, digest_of
from .next_url import may_set, with_query
from .request import Request
from .upstream import Response

_VERSION = 1
_MOST_CHARS = 16_000
_MOST_NUMBER = 2**53
_MOST_PAIRS = 20

_NOT_OURS = (
    "`cursor` is not one that this server gave. Give the `next_cursor` of the answer before as it "
    "is, or leave `cursor` out to start from the beginning. Nothing was sent."
)
_ELSEWHERE = (
    "`cursor` belongs to another tool or action. Give the `next_cursor` of an answer of this one, "
    "or leave `cursor` out to start from the beginning. Nothing was sent."
)
_OTHER_ARGUMENTS = (
    "`cursor` goes on with a call that had other arguments. Repeat that call with the same "
    "arguments and this `cursor`, or leave `cursor` out to start from the beginning. Nothing was "
    "sent."
)


@dataclass(frozen=True, slots=True)
class Page:
    """One page that a call asks for: the first, or the one its cursor points to.

    `arguments` are those of the call with the API's own position and size among them. `position`
    is None on the first page; `before` is a digest of the items on the page in front of it.
    `parameter` and `declared` are as in `Seen`.
    """

    paging: Paging
    arguments: dict[str, Any]
    parameter: str
    declared: frozenset[str]
    operation_digest: str
    arguments_digest: str
    position: Position | None = None
    before: str = ""

    @property
    def size(self) -> Any:
        """The number of items that was asked for."""
        return self.arguments.get(self.paging.limit) if self.paging.limit else None

    def requested(self, request: Request) -> Request:
        """The request for this page, where the position is not an argument of the API's."""
        if isinstance(self.position, list):
            return with_query(request, self.position)
        return request

    def answered(
        self,
        found: Any,
        response: Response,
        request: Request,
        hosts: frozenset[str],
        clean: Callable[[str], str],
    ) -> Any:
        """The answer with a cursor for the page after it, if there is one.

        `hosts` are those that a next URL may be on; `clean` takes secrets out of a text.
        """
        if not isinstance(found, dict | list) or response.cut:
            return found
        seen = Seen(
            paging=self.paging,
            found=found,
            request=request,
            link=response.headers.get("link", ""),
            position=self.position,
            size=self.size,
            before=self.before,
            parameter=self.parameter,
            hosts=hosts,
            declared=self.declared,
        )
        position = seen.next_position()
        answer = found if isinstance(found, dict) else {"items": found}
        if self.paging.kind == "cursor" or position or not seen.at(self.paging.next):
            answer = _without(answer, self.paging.next)
        # A position with a secret in it would carry the secret to the model.
        if position is None or clean(dump(position)) != dump(position):
            return answer
        cursor = self._cursor(position, seen.digest)
        return {**answer, NEXT_CURSOR: cursor} if len(cursor) <= _MOST_CHARS else answer

    def _cursor(self, position: Position, digest: str) -> str:
        told = [
            _VERSION,
            self.paging.kind,
            self.operation_digest,
            self.arguments_digest,
            position,
            self.size,
            digest,
        ]
        return base64.urlsafe_b64encode(dump(told).encode()).decode().rstrip("=")


def open_page(operation: Operation, arguments: Mapping[str, Any]) -> Page | None:
    """The page a call asks for; None where its operation has no pages. CallError for a bad cursor."""
    paging = operation.paging
    if paging is None:
        return None
    plain = {name: value for name, value in arguments.items() if name != CURSOR}
    page = Page(
        paging,
        plain,
        next((p.name for p in operation.parameters if p.argument == CURSOR), ""),
        _declared(operation),
        digest_of([operation.method, operation.path, operation.base_url]),
        _digest_of_arguments(plain, paging),
    )
    cursor = arguments.get(CURSOR)
    if cursor:
        return _at(page, cursor)
    return _filled(page, paging.first) if paging.sends_first else page


def _digest_of_arguments(arguments: Mapping[str, Any], paging: Paging) -> str:
    told = {k: v for k, v in arguments.items() if k != paging.limit and v is not None}
    return digest_of(sorted(told.items()))


def _declared(operation: Operation) -> frozenset[str]:
    """The query parameters that a URL of another page must leave alone."""
    names = [one.name for one in operation.parameters]
    names += [one.name for one in operation.constants]
    kept = operation.paging.names if operation.paging else ()
    return frozenset(names) - frozenset(kept)


def _at(page: Page, cursor: str) -> Page:
    kind, operation, arguments, position, size, before = _read(cursor)
    if operation != page.operation_digest:
        raise CallError(_ELSEWHERE)
    if arguments != page.arguments_digest:
        raise CallError(_OTHER_ARGUMENTS)
    if kind != page.paging.kind or not _is_position(kind, position, page):
        raise CallError(_NOT_OURS)
    given = page.arguments
    if page.paging.limit and page.size is None and size is not None:
        given = {**given, page.paging.limit: size}
    page = replace(page, arguments=given, before=before)
    if kind == "page":
        position = _same_place(page, position, size)
    return _filled(page, position)


def _filled(page: Page, position: Position) -> Page:
    """The page with its position where the API wants it: as an argument, or later in the URL."""
    if isinstance(position, list):
        return replace(page, position=position)
    return replace(page, position=position, arguments={**page.arguments, CURSOR: position})


def _read(cursor: Any) -> list[Any]:
    try:
        if not isinstance(cursor, str) or len(cursor) > _MOST_CHARS:
            raise ValueError("too long")
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        told: list[Any]
        version, *told = load(text.decode())
        _, operation, arguments, _, size, before = told
        texts = all(isinstance(text, str) for text in (operation, arguments, before))
        if version != _VERSION or not texts or isinstance(size, bool | dict | list):
            raise ValueError("another version")
    except (ValueError, TypeError):
        raise CallError(_NOT_OURS) from None
    return told


def _is_position(kind: str, position: Any, page: Page) -> bool:
    """Could this server have given the position? Cursors come back from a model."""
    if kind in ("page", "offset"):
        return type(position) is int and page.paging.first <= position <= _MOST_NUMBER
    if kind in ("cursor", "item"):
        return type(position) is int or (isinstance(position, str) and position != "")
    if not isinstance(position, list) or not 0 < len(position) <= _MOST_PAIRS:
        return False
    pairs = [
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        for pair in position
    ]
    names = page.paging.names
    return all(pairs) and all(may_set(name, names, page.declared) for name, _ in position)


def _same_place(page: Page, position: int, size: Any) -> int:
    """The number of the page that starts at the same item, where its size is not the same."""
    limit, was = page.size, size if size is not None else page.paging.size
    if limit in (None, was):
        return position
    passed = (position - page.paging.first) * was if isinstance(was, int) else None
    if passed is None or not isinstance(limit, int) or limit < 1 or passed % limit:
        told = f"`{page.paging.limit}`"
        raise CallError(
            f"With another {told} no page starts where the last one ended. Repeat the call with "
            f"{told} as it was{f' ({was})' if was else ''}, or leave `cursor` out to start from the "
            "beginning. Nothing was sent."
        )
    return page.paging.first + passed // limit


def _without(answer: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """The answer without the API's own cursor or URL, which this server's stands for."""
    if not path or path[0] not in answer:
        return answer
    if len(path) == 1:
        return {key: value for key, value in answer.items() if key != path[0]}
    inner = answer[path[0]]
    return {**answer, path[0]: _without(inner, path[1:])} if isinstance(inner, dict) else answer
