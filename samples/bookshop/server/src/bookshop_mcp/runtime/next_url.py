"""Takes the position out of a URL that an API gives for the next page.

The URL is never followed: what it says of a position is put into the request of the same
operation. So an answer cannot send this server, or its credentials, to another place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import parse_qsl, unquote, unquote_plus, urljoin, urlsplit

from .request import Request
from .styles import percent

_MOST_FIELDS = 100
_MOST_HEADER = 16_384

_LINK = re.compile(r'<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"[^"]*"|[^";,]*))?)*)')
_RELATION = re.compile(r';\s*rel\s*=\s*(?:"([^"]*)"|([^";,\s]*))', re.IGNORECASE)

# What a query parameter of a position may be called that the document does not declare.
_POSITIONS = frozenset("""
    cursor pagecursor nextcursor startcursor aftercursor pagetoken nextpagetoken nexttoken
    continuationtoken continuation continue paginationtoken skiptoken marker bookmark scrollid
    startkey nextkey pageafter startingafter after before sinceid maxid page pagenumber pageindex
    offset skip start startat startindex
    """.split())


def links(header: str) -> dict[str, str]:
    """The URLs of a `Link` header by their relation (RFC 8288)."""
    found: dict[str, str] = {}
    for url, parameters in _LINK.findall(header[:_MOST_HEADER]):
        for quoted, plain in _RELATION.findall(parameters):
            for relation in (quoted or plain).lower().split():
                found.setdefault(relation, url)
    return found


def may_set(name: str, names: Iterable[str], declared: Iterable[str]) -> bool:
    """May a next URL set this query parameter? With `names` these alone, else any position."""
    if names:
        return name in names
    return name not in declared and re.sub(r"[^a-z]", "", name.lower()) in _POSITIONS


def position_in(
    url: str,
    request: Request,
    hosts: Iterable[str],
    names: tuple[str, ...],
    declared: frozenset[str],
) -> list[list[str]] | None:
    """The query parameters that lead to the next page; None where the URL leads elsewhere.

    A parameter of the operation means the same whatever the path is written like. Where the
    operation has none, the URL has to have the path of the request.
    """
    try:
        parts = urlsplit(urljoin(request.url, url))
        pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        return None
    own = urlsplit(request.base_url).hostname
    if parts.scheme not in ("http", "https") or parts.hostname not in {own, *hosts}:
        return None
    if not names and not _path(parts.path).endswith(_path(request.path)):
        return None
    position = [[name, value] for name, value in pairs if may_set(name, names, declared)]
    sent = {tuple(map(unquote_plus, pair.partition("=")[::2])) for pair in request.query}
    return position if any((name, value) not in sent for name, value in position) else None


def with_query(request: Request, position: list[list[str]]) -> Request:
    """The request with the parameters of a position in place of those it has of these names."""
    names = {name for name, _ in position}
    kept = [pair for pair in request.query if unquote_plus(pair.partition("=")[0]) not in names]
    added = [f"{percent(name)}={percent(value)}" for name, value in position]
    return replace(request, query=(*kept, *added))


def _path(path: str) -> str:
    return unquote(path).rstrip("/") or "/"
