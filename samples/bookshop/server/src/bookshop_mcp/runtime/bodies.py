"""Writes request bodies: JSON, forms, multipart, text and binary.

Forms follow OpenAPI 3.2 §4.15.1. A property with `style`, `explode` or `allowReserved` is written
as a query parameter would be (so Stripe's deepObject gives `address[city]=Oslo`). Without them its
content type decides, and by default an array repeats its name, an object is JSON, null is absent,
and everything else is plain text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from . import media
from .errors import CallError
from .files import read_file
from .jsontext import dump, rename, scalar
from .model import Body, Field
from .multipart import write_multipart
from .styles import FORM, FORM_RESERVED, form_encode, write_pairs

Written = tuple[str, bytes]
"""The Content-Type and the bytes of a body."""


def write_body(body: Body, arguments: Mapping[str, Any]) -> Written | None:
    """The body made of a call's arguments; None where nothing is to be sent."""
    if body.argument:
        if body.argument not in arguments:
            return None
        return _write_whole(body, rename(arguments[body.argument], body.names))
    given = [field for field in body.fields if field.argument in arguments]
    if not given and not body.required:
        return None
    kind = media.essence(body.media_type)
    if kind == media.FORM:
        return body.media_type, "&".join(_form_pairs(given, arguments)).encode()
    if kind.startswith("multipart/"):
        return write_multipart(body.media_type, given, arguments)
    return _json_type(body.media_type), dump(_nest(given, arguments)).encode()


def write_content(media_type: str, value: Any, *, ascii_only: bool = False) -> str:
    """A parameter's value as a document of `media_type`."""
    if media.essence(media_type) == media.FORM and isinstance(value, dict):
        return "&".join(_form_value(Field("", (key,)), item) for key, item in _present(value))
    if isinstance(value, str) and not _is_json(media_type):
        return value
    text = dump(value)
    if not ascii_only:
        return text
    return "".join(char if char.isascii() else _escape(char) for char in text)


def _write_whole(body: Body, value: Any) -> Written | None:
    kind = media.essence(body.media_type)
    if _is_json(kind):
        return _json_type(body.media_type), dump(value).encode()
    if value is None:
        return None
    if kind == media.FORM and isinstance(value, dict):
        return body.media_type, write_content(kind, value).encode()
    if kind.startswith("multipart/") and isinstance(value, dict):
        fields = [Field(key, (key,)) for key in value]
        return write_multipart(body.media_type, fields, value)
    if media.is_json_lines(kind) and isinstance(value, list):
        return body.media_type, "".join(f"{dump(item)}\n" for item in value).encode()
    if media.is_text(kind):
        return body.media_type, scalar(value).encode()
    file = read_file(body.argument, value)
    known = body.media_type if "*" not in kind else file.media_type
    return known or "application/octet-stream", file.data


def _is_json(media_type: str) -> bool:
    # A range that takes anything takes JSON.
    return media.is_json(media_type) or media.essence(media_type) in ("", "*/*", "application/*")


def _json_type(media_type: str) -> str:
    return "application/json" if "*" in media_type or not media_type else media_type


def _nest(fields: list[Field], arguments: Mapping[str, Any]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for field in fields:
        place = root
        for key in field.path[:-1]:
            inner = place.setdefault(key, {})
            if not isinstance(inner, dict):
                raise CallError(f"`{field.argument}` goes into `{key}`, which is no object here.")
            place = inner
        place[field.path[-1]] = rename(arguments[field.argument], field.names)
    return root


def _form_pairs(fields: list[Field], arguments: Mapping[str, Any]) -> Iterator[str]:
    for field in fields:
        if text := _form_value(field, rename(arguments[field.argument], field.names)):
            yield text


def _form_value(field: Field, value: Any) -> str:
    """One property as `name=value` pairs joined by `&`; empty where there is nothing to say."""
    if value is None:
        return ""
    name = field.path[0] + "".join(f"[{part}]" for part in field.path[1:])
    if field.style or field.explode is not None or field.allow_reserved:
        style = field.style or "form"
        explode = field.explode if field.explode is not None else style in ("form", "deepObject")
        encoding = FORM_RESERVED if field.allow_reserved else FORM
        pairs = write_pairs(name, value, style, explode, encoding)
    elif isinstance(value, dict) or _is_json(field.content_type or "text/plain"):
        pairs = [(form_encode(name), form_encode(dump(value)))]
    else:
        pairs = write_pairs(name, value, "form", True, FORM)
    return "&".join(f"{key}={text}" for key, text in pairs)


def _present(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, item) for key, item in value.items() if item not in (None, [], {}))


def _escape(char: str) -> str:
    units = char.encode("utf-16-be").hex()
    return "".join(f"\\u{units[start:start + 4]}" for start in range(0, len(units), 4))
