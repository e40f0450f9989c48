"""Writes multipart bodies (RFC 7578; names quoted as browsers do)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import media
from .files import read_file
from .jsontext import dump, rename, scalar
from .model import Field
from .styles import VERBATIM, write_pairs

_QUOTED = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A", "\0": "%00"})


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a multipart body."""

    name: str
    data: bytes
    media_type: str = ""
    filename: str = ""


def write_multipart(
    media_type: str, fields: list[Field], arguments: Mapping[str, Any]
) -> tuple[str, bytes]:
    """The Content-Type with its boundary, and the body."""
    parts = [
        part
        for field in fields
        for part in _parts(field, rename(arguments[field.argument], field.names))
    ]
    # 128 random bits: no file that could be sent contains them by chance.
    boundary = secrets.token_hex(16)
    body = b"".join(_head(part, boundary) + part.data + b"\r\n" for part in parts)
    kind = media.essence(media_type)
    return f"{kind}; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def _head(part: Part, boundary: str) -> bytes:
    lines = [f"--{boundary}", f'Content-Disposition: form-data; name="{_quote(part.name)}"']
    if part.filename:
        lines[1] += f'; filename="{_quote(part.filename)}"'
    if part.media_type:
        lines.append(f"Content-Type: {part.media_type}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _quote(text: str) -> str:
    return text.translate(_QUOTED)


def _parts(field: Field, value: Any) -> Iterator[Part]:
    name = field.path[0] + "".join(f"[{part}]" for part in field.path[1:])
    if value is None:
        return
    if field.style:
        explode = field.explode if field.explode is not None else field.style == "form"
        for key, text in write_pairs(name, value, field.style, explode, VERBATIM):
            yield Part(key, text.encode())
    elif isinstance(value, list) and not media.is_json(field.content_type):
        for item in value:
            yield from _parts(field, item)
    else:
        yield _part(field, name, value)


def _part(field: Field, name: str, value: Any) -> Part:
    wanted = [kind.strip() for kind in field.content_type.split(",") if kind.strip()]
    if _is_file(wanted, value):
        file = read_file(field.argument, value)
        exact = wanted[0] if len(wanted) == 1 and "*" not in wanted[0] else ""
        media_type = file.media_type or exact or "application/octet-stream"
        return Part(name, file.data, media_type, file.filename or name)
    if isinstance(value, dict | list) or media.is_json(field.content_type):
        return Part(name, dump(value).encode(), field.content_type or "application/json")
    return Part(name, scalar(value).encode(), field.content_type)


def _is_file(wanted: list[str], value: Any) -> bool:
    if isinstance(value, dict):
        return "data_base64" in value
    return any(media.is_binary(kind) for kind in wanted)
