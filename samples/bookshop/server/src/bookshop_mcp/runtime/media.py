"""What a media type says of the bytes it labels."""

from __future__ import annotations

FORM = "application/x-www-form-urlencoded"

_TEXT_NAMES = frozenset(
    ("xml", "xml-dtd", "javascript", "graphql", "sql", "csv", "yaml", "x-yaml", "toml")
)
_BINARY_NAMES = frozenset(
    ("octet-stream", "pdf", "zip", "gzip", "x-gzip", "x-tar", "x-7z-compressed", "wasm")
)
_LINES_NAMES = frozenset(("jsonl", "ndjson", "x-ndjson", "x-jsonlines"))


def essence(media_type: str) -> str:
    """A media type without its parameters, in lower case."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    return essence(media_type).endswith(("/json", "+json"))


def is_json_lines(media_type: str) -> bool:
    """JSON Lines: one JSON value a line."""
    return _application(media_type) in _LINES_NAMES


def is_text(media_type: str) -> bool:
    """Readable as it is: text, XML, YAML and the like, JSON Lines, forms."""
    kind = essence(media_type)
    return (
        kind.startswith("text/")
        or kind.endswith(("+xml", "/xml", "+yaml"))
        or _application(kind) in _TEXT_NAMES | _LINES_NAMES
        or kind == FORM
    )


def is_binary(media_type: str) -> bool:
    """Surely not readable, so that an argument can only give it as base64."""
    kind = essence(media_type)
    top = kind.partition("/")[0]
    if top in ("image", "audio", "video", "font", "model") or "*" in kind:
        return not is_text(kind)
    name = _application(kind)
    return name in _BINARY_NAMES or name.startswith(("vnd.openxmlformats", "vnd.ms-", "msword"))


def parameter(media_type: str, name: str) -> str:
    """One parameter of a media type, such as its charset; empty where it is absent."""
    for part in media_type.split(";")[1:]:
        key, _, value = part.partition("=")
        if key.strip().lower() == name:
            return value.strip().strip('"')
    return ""


def _application(media_type: str) -> str:
    kind, _, name = essence(media_type).partition("/")
    return name if kind == "application" else ""
