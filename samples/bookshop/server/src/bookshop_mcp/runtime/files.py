"""Files as arguments: base64 text, or an object with a name and a media type beside it."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any

from .errors import CallError

MEDIA_TYPE = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+(; *[\w!#$&^.+-]+=[\w!#$&^.+-]+)*", re.ASCII)

_DATA_URL = re.compile(r"data:([^,;]*)(?:;[^,;]*)*;base64,")


@dataclass(frozen=True, slots=True)
class File:
    """The bytes of a file, and what is known of it."""

    data: bytes
    filename: str = ""
    media_type: str = ""


def read_file(argument: str, value: Any) -> File:
    """The file an argument gives; CallError tells the form it has to have."""
    details = value if isinstance(value, dict) else {"data_base64": value}
    text: Any = details.get("data_base64")
    filename: Any = details.get("filename") or ""
    media_type: Any = details.get("media_type") or ""
    if not all(isinstance(part, str) for part in (text, filename, media_type)):
        raise CallError(
            f"`{argument}` must be a file: its bytes as base64 text, or an object "
            '{"filename": "…", "media_type": "…", "data_base64": "…"}.'
        )
    if found := _DATA_URL.match(text):
        media_type, text = media_type or found[1], text[found.end() :]
    if media_type and not MEDIA_TYPE.fullmatch(media_type):
        raise CallError(f"`{argument}`: {media_type[:60]!r} is not a media type.")
    return File(_decode(argument, text), filename, media_type)


def _decode(argument: str, text: str) -> bytes:
    compact = "".join(text.split()).translate(str.maketrans("-_", "+/")).rstrip("=")
    try:
        return base64.b64decode(compact + "=" * (-len(compact) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise CallError(
            f"`{argument}` must be base64 text of the file's bytes, not {text[:40]!r}. "
            "A path or a URL is not read."
        ) from None
