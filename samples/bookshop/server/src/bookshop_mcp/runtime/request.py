"""Builds the HTTP request of an operation from a tool's arguments, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .bodies import write_body, write_content
from .errors import CallError
from .jsontext import dump, rename
from .model import Operation, Parameter
from .origins import origin_of
from .paths import check_value, fill_path, fill_query, split_template
from .styles import (
    QUERY,
    QUERY_RESERVED,
    VERBATIM,
    Pairs,
    percent,
    percent_segment,
    verbatim,
    write_pairs,
    write_text,
)

MAX_TARGET_BYTES = 64 * 1024

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VISIBLE = re.compile(r"[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?")
_COOKIE_OCTETS = re.compile(r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")

# A document must not let a model speak for the caller or the connection.
_DENIED_HEADERS = frozenset(
    (
        *("authorization", "cookie", "host", "content-length", "content-type", "expect"),
        *("connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"),
        "forwarded",
    )
)
_DENIED_PREFIXES = ("proxy-", "x-forwarded-")


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request, encoded. `base_url` is normalised, `path` starts with a slash."""

    method: str
    base_url: str
    path: str
    query: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    cookies: tuple[str, ...] = ()
    body: bytes | None = None

    @property
    def url(self) -> str:
        query = "&".join(self.query)
        return f"{self.base_url}{self.path}{'?' + query if query else ''}"

    @property
    def target(self) -> str:
        """Path and query, exactly as they go on the request line."""
        return self.url[len(origin_of(self.base_url)) :]

    @property
    def all_headers(self) -> tuple[tuple[str, str], ...]:
        """The headers with the cookies among them."""
        if not self.cookies:
            return self.headers
        return (*self.headers, ("Cookie", "; ".join(self.cookies)))


def build_request(operation: Operation, arguments: Mapping[str, Any], base_url: str) -> Request:
    """The request of `operation` without its credentials; CallError names a value it cannot send.

    `base_url` is where this operation goes. Arguments are checked against their schemas before.
    """
    template, fixed = split_template(operation.path)
    segments: dict[str, str] = {}
    query: list[str] = []
    headers: list[tuple[str, str]] = [("Accept", "application/json, */*;q=0.8")]
    cookies: list[str] = []
    for parameter, value in _values(operation, arguments):
        if value is None:
            continue
        if parameter.place == "path":
            segments[parameter.name] = _write_segment(parameter, value)
        elif parameter.place == "header":
            headers = _with_header(headers, parameter, value)
        elif parameter.place == "cookie":
            cookies += [f"{key}={text}" for key, text in _write_cookie(parameter, value)]
        else:
            query += _write_query(parameter, value)
    request = Request(
        method=operation.method.upper(),
        base_url=base_url,
        path=_fill(operation, template, segments),
        query=tuple(part for part in (fill_query(fixed, segments), *query) if part),
        headers=tuple(headers),
        cookies=tuple(cookies),
    )
    if len(request.target) > MAX_TARGET_BYTES:
        raise CallError(
            f"The arguments make a URL of {len(request.target)} characters; "
            f"at most {MAX_TARGET_BYTES} are sent. Ask for less at once."
        )
    return _with_body(request, operation, arguments)


def _values(operation: Operation, arguments: Mapping[str, Any]) -> Iterator[tuple[Parameter, Any]]:
    """Each parameter with what is sent for it: a constant, or what its argument says."""
    for constant in operation.constants:
        yield Parameter("", constant.place, constant.name), constant.value
    for parameter in operation.parameters:
        yield parameter, rename(arguments.get(parameter.argument), parameter.names)


def _with_body(request: Request, operation: Operation, arguments: Mapping[str, Any]) -> Request:
    written = write_body(operation.body, arguments) if operation.body else None
    if written is None:
        return request
    media_type, body = written
    if not _VISIBLE.fullmatch(media_type):
        raise CallError(f"The API's document gives {media_type[:60]!r} as the body's media type.")
    return replace(request, headers=(*request.headers, ("Content-Type", media_type)), body=body)


def _fill(operation: Operation, template: str, segments: Mapping[str, str]) -> str:
    missing = [name for name in re.findall(r"\{([^{}]*)\}", template) if name not in segments]
    if missing:
        arguments = {p.name: p.argument for p in operation.parameters if p.place == "path"}
        names = ", ".join(f"`{arguments.get(name, name)}`" for name in missing)
        raise CallError(f"{names} is needed: it is part of the path.")
    return fill_path(template, segments)


def _write_segment(parameter: Parameter, value: Any) -> str:
    if parameter.media_type:
        text = write_content(parameter.media_type, value)
        check_value(parameter.argument, text)
        return percent(text)
    if not isinstance(value, dict | list):
        check_value(parameter.argument, value if isinstance(value, str) else dump(value))
    encode = percent_segment if parameter.allow_reserved else percent
    style = parameter.style or "simple"
    return write_text(parameter.name, value, style, bool(parameter.explode), encode)


def _write_query(parameter: Parameter, value: Any) -> list[str]:
    if parameter.place == "querystring":
        media_type = parameter.media_type or "application/x-www-form-urlencoded"
        text = write_content(media_type, value)
        return [text if "form-urlencoded" in media_type else percent(text)]
    if parameter.media_type:
        return [
            f"{QUERY.name(parameter.name)}={percent(write_content(parameter.media_type, value))}"
        ]
    encoding = QUERY_RESERVED if parameter.allow_reserved else QUERY
    pairs = write_pairs(parameter.name, value, *_form_style(parameter), encoding)
    if not pairs and parameter.allow_empty:
        pairs = [(QUERY.name(parameter.name), "")]
    return [f"{key}={text}" for key, text in pairs]


def _form_style(parameter: Parameter) -> tuple[str, bool]:
    style = parameter.style or "form"
    explode = parameter.explode
    return style, style in ("form", "cookie", "deepObject") if explode is None else explode


def _write_cookie(parameter: Parameter, value: Any) -> Pairs:
    if parameter.media_type:
        text = percent(write_content(parameter.media_type, value))
        return [(percent(parameter.name), text)]
    style, explode = _form_style(parameter)
    if style != "cookie":
        return write_pairs(parameter.name, value, style, explode, QUERY)
    # OpenAPI 3.2: style `cookie` does not encode, so what cannot stand as it is, is refused.
    pairs = write_pairs(parameter.name, value, style, explode, VERBATIM)
    for key, text in pairs:
        if not _TOKEN.fullmatch(key) or not _COOKIE_OCTETS.fullmatch(text.replace(",", "")):
            raise CallError(
                f"`{parameter.argument}` may not hold blanks, quotes, `;`, `\\`, control or "
                "non-ASCII characters: it is sent as a cookie."
            )
    return pairs


def _with_header(
    headers: list[tuple[str, str]], parameter: Parameter, value: Any
) -> list[tuple[str, str]]:
    name = parameter.name.lower()
    if (
        name in _DENIED_HEADERS
        or name.startswith(_DENIED_PREFIXES)
        or not _TOKEN.fullmatch(parameter.name)
    ):
        raise CallError(f"`{parameter.argument}` sets the header {name!r}, which is not allowed.")
    if parameter.media_type:
        text = write_content(parameter.media_type, value, ascii_only=True)
    else:
        text = write_text(parameter.name, value, "simple", bool(parameter.explode), verbatim)
    if text and not _VISIBLE.fullmatch(text):
        raise CallError(
            f"`{parameter.argument}` may hold only visible ASCII characters with blanks between: "
            "it is sent as a header."
        )
    kept = [header for header in headers if header[0].lower() != name]
    return [*kept, (parameter.name, text)]
