"""Looks at every text of a document for what is meant for a model, or better kept from one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from mcpgen.diagnostics import Diagnostic, Level, Location, Report, failure
from mcpgen.openapi.documents import Document, Spot, escape
from mcpgen.openapi.model import Json
from mcpgen.suspicion import covert, holds_secret, invisible, order_in

_SHOWN = 5
_LONGEST = 64 * 1024
_QUOTED = 80
_PROSE = {"description", "summary", "title", "example", "examples", "$comment", "comment"}

Trail: TypeAlias = "tuple[Trail, str] | None"
"""The keys on the way to a value, innermost first."""


class _Kind(StrEnum):
    COVERT = "a text holds hidden characters"
    INVISIBLE = "a text holds invisible characters"
    ORDER = "a text speaks to the model"
    SECRET = "a text looks like a credential"


_DETAILS = {
    _Kind.COVERT: "The first is {}. A person does not see them and a model does; they were taken out.",
    _Kind.INVISIBLE: "The first is {}. They were taken out of what a model reads.",
    _Kind.ORDER: "It says “{}”.",
    _Kind.SECRET: "It is not copied; anyone who has the document has it.",
}
_HINTS = {
    _Kind.COVERT: "ask where the document comes from: there is no honest use for them here",
    _Kind.INVISIBLE: "",
    _Kind.ORDER: "read it as a model would, and reword the tool in `mcpgen.yaml` if it stays",
    _Kind.SECRET: "revoke it if it is real, and put a made-up value in its place",
}


def check_texts(document: Document, report: Report, *, strict: bool) -> None:
    """Warn about suspicious texts; raise McpgenError for one where `strict`, or for an endless one."""
    counts: Counter[_Kind] = Counter()
    for trail, text in _texts(document.root.value):
        if len(text) > _LONGEST and not _is_prose(trail):
            raise failure(
                f"a text is longer than {_LONGEST >> 10} KiB", location=_spot(document, trail)
            )
        for kind, shown in _suspicions(text):
            counts[kind] += 1
            if counts[kind] <= _SHOWN:
                _tell(kind, shown, _spot(document, trail), report, strict)
    for kind, count in counts.items():
        if count > _SHOWN:
            report.warn(f"{kind}, and {count - _SHOWN} more do", document.root.location)


def _tell(kind: _Kind, shown: str, spot: Location, report: Report, strict: bool) -> None:
    diagnostic = Diagnostic(
        Level.WARNING, str(kind), spot, _DETAILS[kind].format(shown), _HINTS[kind]
    )
    if strict and kind in (_Kind.COVERT, _Kind.ORDER):
        raise failure(str(kind), location=spot, detail=diagnostic.detail, hint=diagnostic.hint)
    report.add(diagnostic)


def _suspicions(text: str) -> Iterator[tuple[_Kind, str]]:
    if found := covert(text):
        yield _Kind.COVERT, _named(found)
    elif found := invisible(text):
        yield _Kind.INVISIBLE, _named(found)
    if len(text) < 8:
        return
    if " " in text and (found := order_in(text)):
        yield _Kind.ORDER, found[:_QUOTED]
    if holds_secret(text):
        yield _Kind.SECRET, ""


def _named(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip()


def _texts(root: Json) -> Iterator[tuple[Trail, str]]:
    """Every string and every key of a document, in its order, with the keys that lead to it."""
    waiting: list[tuple[Trail, Json]] = [(None, root)]
    while waiting:
        trail, value = waiting.pop()
        if isinstance(value, str):
            yield trail, value
        elif isinstance(value, dict):
            for key in value:
                if not key.isascii() or len(key) > _QUOTED:
                    yield (trail, key), key
            waiting += [((trail, key), entry) for key, entry in reversed(value.items())]
        elif isinstance(value, list):
            last = len(value) - 1
            waiting += [
                ((trail, str(last - at)), entry) for at, entry in enumerate(reversed(value))
            ]


def _keys(trail: Trail) -> Iterator[str]:
    while trail is not None:
        trail, key = trail
        yield key


def _is_prose(trail: Trail) -> bool:
    """Whether a text may be long: prose is cut where it is shown, and the rest is not emitted."""
    return any(key in _PROSE or key.startswith("x-") for key in _keys(trail))


def _spot(document: Document, trail: Trail) -> Spot:
    return Spot(document, "".join(f"/{escape(key)}" for key in reversed(list(_keys(trail)))))
