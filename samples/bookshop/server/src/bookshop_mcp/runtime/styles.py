"""How a parameter's value is written: the style table of OpenAPI 3.2 §4.12, on RFC 6570.

Where the standard leaves a combination open, this is what is written:

* null is absent, also as an item or a property, and so is an empty array or object.
* A value inside an array or object that is itself one is written as JSON, except by deepObject.
* deepObject nests (`a[b][c]=1`); a list of plain values is `a[b][]=1`, any other list is numbered
  (`a[0][b]=1`), as PHP, Rails, qs and Stripe read them.
* spaceDelimited, pipeDelimited and tabDelimited with explode repeat the name, as form does.
* `allowReserved` keeps `& + # [ ]` encoded: OpenAPI makes that the sender's duty, because in a
  query they would end or change the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import quote, quote_plus

from .jsontext import scalar

Encode: TypeAlias = Callable[[str], str]
Pairs: TypeAlias = list[tuple[str, str]]
"""Names and values as they stand on the wire."""

_DELIMITERS = {"form": ",", "spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
_TRIPLET = re.compile(r"(%[0-9A-Fa-f]{2})")


def percent(text: str) -> str:
    """Encode everything that RFC 3986 does not call unreserved."""
    return quote(text, safe="")


def _percent_name(text: str) -> str:
    # `$` starts OData's names and is left readable; RFC 3986 allows it in a query.
    return quote(text, safe="$")


def _percent_reserved(text: str) -> str:
    return _keep(text, ":/?@!$'()*,;=")


def percent_segment(text: str) -> str:
    """Encode for `allowReserved` inside one path segment, which `/` and `?` would end."""
    return _keep(text, ":@!$&'()*+,;=")


def form_encode(text: str) -> str:
    """Encode for application/x-www-form-urlencoded, where a space is `+`."""
    return quote_plus(text, safe="")


def verbatim(text: str) -> str:
    """Leave the text alone, where the place has no encoding of its own."""
    return text


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the names and the values of one place are made safe for it."""

    name: Encode
    value: Encode


QUERY = Encoding(_percent_name, percent)
QUERY_RESERVED = Encoding(_percent_name, _percent_reserved)
FORM = Encoding(form_encode, form_encode)
FORM_RESERVED = Encoding(form_encode, _percent_reserved)
VERBATIM = Encoding(verbatim, verbatim)


def write_pairs(name: str, value: Any, style: str, explode: bool, encoding: Encoding) -> Pairs:
    """A value as name-value pairs, for a query, a form or a cookie."""
    if value is None:
        return []
    if style == "deepObject" and isinstance(value, dict | list):
        return [(encoding.value(key), encoding.value(text)) for key, text in _deep(name, value)]
    key, encode = encoding.name(name), encoding.value
    if not isinstance(value, dict | list):
        return [(key, encode(scalar(value)))]
    if explode and isinstance(value, dict):
        return [(encoding.name(member), text) for member, text in _present(value, encode)]
    parts = _parts(value, False, encode)
    if explode:
        return [(key, part) for part in parts]
    return [(key, _delimiter(style, encode).join(parts))] if parts else []


def write_text(name: str, value: Any, style: str, explode: bool, encode: Encode) -> str:
    """A value as one text, for a path segment (simple, label, matrix) or a header (simple)."""
    if style == "matrix":
        return _matrix(name, value, explode, encode)
    separator = "." if style == "label" and explode else ","
    return ("." if style == "label" else "") + separator.join(_parts(value, explode, encode))


def _parts(value: Any, explode: bool, encode: Encode) -> list[str]:
    if isinstance(value, list):
        return [encode(scalar(item)) for item in value if item is not None]
    if isinstance(value, dict):
        members = [(encode(key), text) for key, text in _present(value, encode)]
        if explode:
            return [f"{key}={text}" for key, text in members]
        return [part for member in members for part in member]
    return [encode(scalar(value))]


def _matrix(name: str, value: Any, explode: bool, encode: Encode) -> str:
    key = percent(name)
    if isinstance(value, dict) and explode:
        pairs = [(encode(member), text) for member, text in _present(value, encode)]
    elif isinstance(value, list) and explode:
        pairs = [(key, text) for text in _parts(value, explode, encode)]
    else:
        pairs = [(key, ",".join(_parts(value, explode, encode)))]
    # RFC 6570 §3.2.7: with nothing to say, the name stands without its `=`.
    return "".join(f";{key}={text}" if text else f";{key}" for key, text in pairs)


def _present(value: dict[str, Any], encode: Encode) -> Pairs:
    return [(key, encode(scalar(item))) for key, item in value.items() if item is not None]


def _delimiter(style: str, encode: Encode) -> str:
    delimiter = _DELIMITERS.get(style, ",")
    return delimiter if delimiter == "," else encode(delimiter)


def _deep(name: str, value: Any) -> Pairs:
    if value is None:
        return []
    if isinstance(value, dict):
        children = [(f"{name}[{key}]", item) for key, item in value.items()]
    elif isinstance(value, list):
        plain = not any(isinstance(item, dict | list) for item in value)
        children = [
            (f"{name}[]" if plain else f"{name}[{index}]", item) for index, item in enumerate(value)
        ]
    else:
        return [(name, scalar(value))]
    return [pair for key, item in children for pair in _deep(key, item)]


def _keep(text: str, safe: str) -> str:
    parts = _TRIPLET.split(text)
    return "".join(
        part if index % 2 else quote(part, safe=safe) for index, part in enumerate(parts)
    )
