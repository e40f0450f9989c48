"""Shapes an API's answer into the result of a tool: one object, a text, or media."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import media
from .cap import cap, cap_text
from .jsontext import dump, load
from .redact import Redactor
from .upstream import Response

__all__ = [
    "Audio",
    "Blob",
    "Block",
    "Image",
    "Outcome",
    "Text",
    "answer",
    "dump",
    "failed",
    "shape",
]

MAX_DEPTH = 100
MAX_MEDIA_BYTES = 2 * 1024 * 1024

# Invisible characters that can carry text only a model sees: TAG characters, bidirectional
# overrides, zero-width ones, and variation selectors but for one behind a character that has some.
# Joiners are left between letters and emoji that need them.
_HIDDEN = re.compile(
    "[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\u00ad]"
    "|(?<![^\\x00-\\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\\x00-\\x7f])"
    "|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
    "|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")

_TOLD_HEADERS = ("location", "etag", "last-modified", "content-length", "content-type")


@dataclass(frozen=True, slots=True)
class Text:
    """A text block."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """An image block."""

    data_base64: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Audio:
    """An audio block."""

    data_base64: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Blob:
    """Any other binary, as an embedded resource."""

    uri: str
    data_base64: str
    media_type: str


Block: TypeAlias = Text | Image | Audio | Blob


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool call comes to. With `structured`, the one text block holds the same JSON."""

    content: tuple[Block, ...]
    structured: dict[str, Any] | None = None
    is_error: bool = False


def failed(text: str, redactor: Redactor) -> Outcome:
    """An error the model can read and act on."""
    return Outcome((Text(clean(redactor.clean(text))),), is_error=True)


def answer(value: Any, limit: int, redactor: Redactor, hint: str = "") -> Outcome:
    """A JSON value or a text as a result of at most `limit` characters."""
    if isinstance(value, str):
        return Outcome((Text(cap_text(clean(redactor.clean(value)), limit, hint)),))
    try:
        structured, text = _write(as_object(value), limit, redactor, hint)
    except RecursionError:
        return Outcome((Text("The API's answer is nested too deeply to be passed on."),))
    # Clients and libraries refuse JSON as deep as this, but nobody refuses a text.
    return Outcome((Text(text),), None if _is_deep(structured, text) else structured)


def _write(
    structured: dict[str, Any], limit: int, redactor: Redactor, hint: str
) -> tuple[dict[str, Any], str]:
    """The object as it may be shown, and its JSON text."""
    text = dump(structured)
    if redactor.clean(text) != text:
        structured = redactor.clean_value(structured)
        text = dump(structured)
    # In JSON text such characters can only be inside strings, so it stays valid without them.
    visible = _visible(text)
    if visible != text:
        structured, text = load(visible), visible
    if len(text) > limit:
        structured = cap(structured, limit, hint)
        text = dump(structured)
    return structured, text


def _is_deep(value: Any, text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    level = [value]
    for _ in range(MAX_DEPTH):
        inner = (item.values() if isinstance(item, dict) else item for item in level)
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
    return bool(level)


def shape(response: Response, uri: str) -> Any:
    """What a successful response holds: a JSON value, a text, or an Outcome with media."""
    kind = media.essence(response.media_type)
    if not response.body:
        return _fact(response)
    if kind.startswith(("image/", "audio/")) and not media.is_text(kind):
        return _media(response, kind, uri)
    if kind and not media.is_json(kind) and not media.is_text(kind) and not _is_readable(response):
        return _media(response, kind, uri)
    text = decode(response)
    if response.cut:
        size = len(response.body)
        return f"[The answer is longer than the {size} bytes this server reads. Its start:]\n{text}"
    return text if media.is_json_lines(kind) else _read_json(text, labelled=media.is_json(kind))


def as_object(value: Any) -> dict[str, Any]:
    """A JSON value as an object, which is what MCP's structured content has to be."""
    if isinstance(value, dict):
        return value
    return {"items": value} if isinstance(value, list) else {"value": value}


def decode(response: Response) -> str:
    """The body as text, whatever its bytes are."""
    charset = media.parameter(response.media_type, "charset") or "utf-8"
    try:
        return response.body.decode(charset, errors="replace").removeprefix("\ufeff")
    except (LookupError, UnicodeError):
        return response.body.decode("utf-8", errors="replace").removeprefix("\ufeff")


def clean(text: str) -> str:
    """The text without invisible and control characters."""
    return _CONTROL.sub("", _visible(text))


def _visible(text: str) -> str:
    if text.isascii():
        return text
    return _SURROGATE.sub("\ufffd", _HIDDEN.sub("", text))


def _read_json(text: str, *, labelled: bool) -> Any:
    if not labelled and text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        value = load(text)
        return as_object(value) if isinstance(value, str) else value
    except ValueError:
        return f"[The answer says it is JSON but is not:]\n{text}" if labelled else text


def _is_readable(response: Response) -> bool:
    """Whether a body of a type that says nothing is text after all."""
    if media.essence(response.media_type) not in (
        "application/octet-stream",
        "binary/octet-stream",
    ):
        return False
    try:
        start = response.body[:2048].decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not _CONTROL.search(start)


def _fact(response: Response) -> dict[str, Any]:
    """A response without a body, as a plain fact."""
    told = {name: response.headers[name] for name in _TOLD_HEADERS if name in response.headers}
    if response.status == 204 or told.get("content-length") == "0":
        told.pop("content-length", None)
        told.pop("content-type", None)
    message = "Done. The API sent no content."
    return {"status": response.status, "message": message, **({"headers": told} if told else {})}


def _media(response: Response, kind: str, uri: str) -> Outcome | dict[str, Any]:
    size = len(response.body)
    if response.cut or size > MAX_MEDIA_BYTES:
        more = "more than " if response.cut else ""
        message = f"The API sent {more}{size} bytes of {kind}, too many to pass on."
        return {"status": response.status, "message": message}
    data = base64.b64encode(response.body).decode()
    if kind.startswith("image/"):
        return Outcome((Image(data, kind),))
    if kind.startswith("audio/"):
        return Outcome((Audio(data, kind),))
    digest = hashlib.sha256(response.body).hexdigest()[:16]
    return Outcome((Text(f"{kind}, {size} bytes"), Blob(f"{uri}/{digest}", data, kind)))
