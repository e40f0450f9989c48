"""How an API hands out a list in pages, and the two arguments that stand for all of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CURSOR = "cursor"
"""The argument that takes the `next_cursor` of the answer before."""

LIMIT = "limit"
"""The argument that takes the number of items on a page."""

Path: TypeAlias = tuple[str, ...]
"""The way to a property of the answer, in wire names; empty where the answer has none."""


class PagingKind(StrEnum):
    """What says where the next page starts."""

    CURSOR = "cursor"  # a value in the answer
    ITEM = "item"  # the key of the page's last item
    PAGE = "page"  # the number of the page
    OFFSET = "offset"  # the number of items before it
    LINK = "link"  # the URL in the header `Link: …; rel="next"` (RFC 8288)
    URL = "url"  # a URL in the answer


@dataclass(frozen=True, slots=True)
class Paging:
    """How the pages of one operation follow each other.

    `limit` is the argument with the size of a page, `size` the size where it is not given and
    `most` the largest allowed, both None where the document does not say. `next` leads to the next
    cursor or URL, `more` to a flag that says whether there is one, `last` to its opposite, `total`
    to the number of all items, `pages` to the number of pages and `current` to the number of this
    one. `first` is the number of the first page or item, which is sent if `sends_first`. `names`
    are the query parameters a next URL may set; with none, those that are named like a position.
    """

    kind: PagingKind
    items: Path = ()
    limit: str = ""
    size: int | None = None
    most: int | None = None
    next: Path = ()
    more: Path = ()
    last: Path = ()
    total: Path = ()
    pages: Path = ()
    current: Path = ()
    key: str = ""
    first: int = 0
    sends_first: bool = False
    names: tuple[str, ...] = ()
