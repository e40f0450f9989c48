"""Path keys: the names in their template, and the query or fragment some documents put there."""

from __future__ import annotations

import re
from urllib.parse import unquote_plus

_NAME = re.compile(r"\{([^{}]+)\}")
_BEYOND = re.compile(r"\{[?&#][^{}]*\}|[?#].*", re.DOTALL)
_EXPRESSION = re.compile(r"\{[?&#][^{}]*\}")


def request_path(path: str) -> str:
    """A path key without the query or fragment some documents write into it.

    A fragment (`/#X-Amz-Target=…`) only tells path keys apart and is never sent. A query
    (`/search?type=user`) is sent: the reader turns it into query parameters with one value.
    """
    route = _BEYOND.sub("", path)
    return route if route.startswith("/") else f"/{route}"


def template_names(route: str) -> tuple[str, ...]:
    """The parameters a path template needs, in order."""
    return tuple(dict.fromkeys(_NAME.findall(route)))


def key_query(path: str) -> tuple[tuple[str, str], ...]:
    """The names and values of a query written into a path key, as `/search?type=user` has it.

    `{?page,limit}` (RFC 6570) names parameters that take their own name: `("page", "{page}")`.
    """
    found: list[tuple[str, str]] = []
    for expression in _EXPRESSION.findall(path):
        if expression[1] != "#":
            names = (name.strip().rstrip("*") for name in expression[2:-1].split(","))
            found += [(name, f"{{{name}}}") for name in names if name]
    query = _EXPRESSION.sub("", path).partition("#")[0].partition("?")[2]
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        if name:
            found.append((unquote_plus(name), unquote_plus(value)))
    return tuple(dict(found).items())


def placeholder(value: str) -> str:
    """The parameter a query value stands for, where it is nothing but `{name}`; else ""."""
    matched = _NAME.fullmatch(value)
    return matched.group(1) if matched else ""
