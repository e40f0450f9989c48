"""Fills a path template so that no argument can leave its segment."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import quote, unquote

from .errors import CallError

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

# What RFC 3986 §3.3 allows in a segment, and triplets that are encoded already.
_LITERAL = "%:@!$&'()*+,;=~"
_DECODES = 3


def split_template(template: str) -> tuple[str, str]:
    """The path and the fixed query of a template such as `/x?action=list#note`.

    Some documents tell operations apart by a query or a fragment in the path. The query is sent;
    a fragment never is.
    """
    masked = _PLACEHOLDER.sub(lambda found: "{" + "_" * len(found[1]) + "}", template)
    end = masked.find("#") if "#" in masked else len(masked)
    start = masked.find("?", 0, end)
    if start < 0:
        return template[:end], ""
    return template[:start], template[start + 1 : end]


def fill_path(template: str, values: Mapping[str, str]) -> str:
    """Put encoded values into a template and prove that its segments are still the same ones."""
    segments = template.removeprefix("/").split("/")
    filled = [_fill_segment(segment, values) for segment in segments]
    if any(mark in segment for segment in filled for mark in "/?#"):
        raise CallError("A path argument would change the path that is called; nothing was sent.")
    return "/" + "/".join(filled)


def fill_query(template: str, values: Mapping[str, str]) -> str:
    """The fixed query of a template; a pair whose placeholder has no value is left out."""
    pairs = []
    for pair in template.split("&"):
        pieces = _PLACEHOLDER.split(pair)
        if all(name in values for name in pieces[1::2]):
            pairs.append(_join(pieces, values, _LITERAL + "/?"))
    return "&".join(pair for pair in pairs if pair)


def check_value(argument: str, text: str) -> None:
    """Refuse a value that can never be one path segment, whatever its encoding."""
    if not text.strip():
        raise CallError(f"`{argument}` may not be empty: it is part of the path.")
    for form in _decoded_forms(text):
        if _CONTROL.search(form):
            raise CallError(
                f"`{argument}` may not hold control characters: it is part of the path."
            )
        if form.split(";")[0] in (".", ".."):
            raise CallError(f"`{argument}` may not be `.` or `..`: it is part of the path.")


def _fill_segment(segment: str, values: Mapping[str, str]) -> str:
    pieces = _PLACEHOLDER.split(segment)
    filled = _join(pieces, values, _LITERAL)
    if len(pieces) == 1:
        return filled
    names = "`, `".join(pieces[1::2])
    # Pieces that are harmless alone can add up: a label's `.` before the value `.`.
    if not filled:
        raise CallError(f"`{names}` may not be empty: it is part of the path.")
    check_value(names, filled)
    return filled


def _join(pieces: list[str], values: Mapping[str, str], safe: str) -> str:
    return "".join(
        values[piece] if index % 2 else quote(piece, safe=safe)
        for index, piece in enumerate(pieces)
    )


def _decoded_forms(text: str) -> list[str]:
    forms = [text]
    for _ in range(_DECODES):
        forms.append(unquote(forms[-1], errors="replace"))
    return [unicodedata.normalize("NFKC", form) for form in forms]
