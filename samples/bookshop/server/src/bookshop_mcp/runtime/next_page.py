"""Where the next page starts, as an answer tells it, or that there is none."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from .jsontext import dump
from .model import Paging
from .next_url import links, position_in
from .request import Request

Position: TypeAlias = "int | str | list[list[str]]"
"""A number, a cursor of the API's, or query parameters with their values."""

_URL = re.compile(r"https?://|[/?]")


@dataclass(frozen=True, slots=True)
class Seen:
    """A page that was read: how it was asked for and what came.

    `position` is None for the first page. `before` is the digest of the page in front of it,
    `parameter` the name of the API's own cursor parameter. A next URL may be on one of `hosts` and
    must leave the `declared` query parameters alone.
    """

    paging: Paging
    found: dict[str, Any] | list[Any]
    request: Request
    link: str
    position: Position | None
    size: Any
    before: str
    parameter: str
    hosts: frozenset[str]
    declared: frozenset[str]

    @property
    def items(self) -> list[Any] | None:
        found = self.found if isinstance(self.found, list) else self.at(self.paging.items)
        return found if isinstance(found, list) else None

    @property
    def digest(self) -> str:
        """What tells this page from another; empty where its position does that."""
        by_count = self.paging.kind in ("item", "page", "offset")
        return digest_of(self.items) if by_count else ""

    def next_position(self) -> Position | None:
        """Where the next page starts; None on the last one."""
        if self._flag() is False or (self.digest and self.digest == self.before):
            # An API that gives the same items again would give them for ever.
            return None
        position = _FINDERS[self.paging.kind](self)
        return None if position == self.position else position

    def at(self, path: tuple[str, ...]) -> Any:
        """What the answer has at the end of a path."""
        value: Any = self.found
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value if path else None

    def number(self, path: tuple[str, ...]) -> int | None:
        value = self.at(path)
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,15}", value):
            return int(value)
        return int(value) if isinstance(value, int | float) and value is not True else None

    def by_cursor(self) -> Position | None:
        value = self.at(self.paging.next)
        if isinstance(value, str) and _URL.match(value) and "?" in value:
            names = (self.parameter,)
            pairs = position_in(value, self.request, self.hosts, names, self.declared)
            return pairs[-1][1] if pairs else None
        if isinstance(value, int):
            return value if value > 0 and value is not True else None
        return value if isinstance(value, str) and value else None

    def by_item(self) -> Position | None:
        items = self.items
        last = items[-1] if items else None
        key = last.get(self.paging.key) if isinstance(last, dict) else None
        if isinstance(key, bool) or not isinstance(key, int | str) or key == "":
            return None
        return key if self._goes_on(None) else None

    def by_page(self) -> Position | None:
        first, here = self.paging.first, self.position
        if not isinstance(here, int):
            told = self.number(self.paging.current)
            here = told if told is not None else first
        pages, size = self.number(self.paging.pages), self._size()
        done = here - first + 1
        more = None
        if pages is not None:
            more = done < pages
        elif size is not None and (total := self.number(self.paging.total)) is not None:
            more = done * size < total
        return here + 1 if self._goes_on(more) else None

    def by_offset(self) -> Position | None:
        here = self.position if isinstance(self.position, int) else self.paging.first
        there = here + len(self.items or ())
        total = self.number(self.paging.total)
        more = None if total is None else there - self.paging.first < total
        return there if self._goes_on(more) else None

    def by_link(self) -> Position | None:
        return self._from_url(links(self.link).get("next"))

    def by_url(self) -> Position | None:
        return self._from_url(self.at(self.paging.next))

    def _from_url(self, url: Any) -> Position | None:
        if not isinstance(url, str) or not url:
            return None
        return position_in(url, self.request, self.hosts, self.paging.names, self.declared)

    def _flag(self) -> bool | None:
        """What the answer itself says: is there a next page?"""
        more, last = self.at(self.paging.more), self.at(self.paging.last)
        if isinstance(more, bool):
            return more
        return not last if isinstance(last, bool) else None

    def _goes_on(self, counted: bool | None) -> bool:
        """The API's own word first, then its counts, then the number of items."""
        said = self._flag()
        if said is None and not {"next", "prev", "first", "last"}.isdisjoint(links(self.link)):
            said = "next" in links(self.link)
        if said is not None:
            return said
        if not self.items:
            return False
        return not self._is_short(len(self.items)) if counted is None else counted

    def _is_short(self, count: int) -> bool:
        """Does a page have fewer items than were asked for, which makes it the last?"""
        asked = self._size()
        if asked is None or count >= asked:
            return False
        if self.size is None or (self.paging.most is not None and asked <= self.paging.most):
            return True
        # An API may give less than it is asked for, but then its limit is a round number.
        return count % 5 != 0

    def _size(self) -> int | None:
        size = self.paging.size if self.size is None else self.size
        return size if type(size) is int and size > 0 else None


def digest_of(value: Any) -> str:
    """Eight characters that differ where values differ."""
    digest = hashlib.sha256(dump(value).encode(errors="surrogatepass")).digest()
    return base64.urlsafe_b64encode(digest[:6]).decode()


_FINDERS: dict[str, Callable[[Seen], Position | None]] = {
    "cursor": Seen.by_cursor,
    "item": Seen.by_item,
    "page": Seen.by_page,
    "offset": Seen.by_offset,
    "link": Seen.by_link,
    "url": Seen.by_url,
}
