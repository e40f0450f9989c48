"""Line and column of a JSON pointer, worked out only when a message needs them."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import make_scanner

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from mcpgen.openapi.documents import Index, Position, escape
from mcpgen.openapi.yaml_values import events

_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(slots=True)
class _Frame:
    pointer: str
    count: int | None
    """The number of the next item; None in a mapping."""
    key: str | None = None


def yaml_index(text: str, name: str) -> Index:
    """Replay the parser once: a member stands where its key does, an item where it starts."""
    found: dict[str, Position] = {"": (1, 1)}
    stack: list[_Frame] = []
    for event in events(text, name):
        kind = type(event)
        if kind is MappingEndEvent or kind is SequenceEndEvent:
            stack.pop()
            continue
        opens = kind is MappingStartEvent or kind is SequenceStartEvent
        if not opens and kind is not ScalarEvent and kind is not AliasEvent:
            continue
        pointer = _step(stack[-1], event, found) if stack else ""
        if opens:
            stack.append(_Frame(pointer, 0 if kind is SequenceStartEvent else None))
    return lambda pointer: _nearest(found, pointer)


def _step(frame: _Frame, event: object, found: dict[str, Position]) -> str:
    """Note where the next member or item stands, and move on; returns its pointer."""
    mark = event.start_mark  # type: ignore[attr-defined]
    if frame.count is not None:
        pointer = f"{frame.pointer}/{frame.count}"
        frame.count += 1
    elif frame.key is None:
        frame.key = getattr(event, "value", "")
        found[f"{frame.pointer}/{escape(frame.key)}"] = (mark.line + 1, mark.column + 1)
        return ""
    else:
        pointer, frame.key = f"{frame.pointer}/{escape(frame.key)}", None
        return pointer
    found[pointer] = (mark.line + 1, mark.column + 1)
    return pointer


def _nearest(found: dict[str, Position], pointer: str) -> Position:
    # What an alias or a merge key brought in is known by the place that used it.
    while pointer not in found:
        pointer = pointer.rpartition("/")[0]
    return found[pointer]


def json_index(text: str) -> Index:
    """Walk to a pointer, skipping its siblings with the C scanner; objects are walked once."""
    return _JsonIndex(text).position


class _JsonIndex:
    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0] + [found.end() for found in re.finditer("\n", text)]
        self._scan = make_scanner(json.JSONDecoder())  # type: ignore[arg-type]
        self._starts: dict[str, dict[str, tuple[int, int]]] = {}
        """For each container walked: where each member's key and its value start."""

    def position(self, pointer: str) -> Position:
        spot = value = self._skip(0)
        walked = ""
        for token in pointer.split("/")[1:]:
            if walked not in self._starts:
                self._starts[walked] = self._walk(value)
            if token not in self._starts[walked]:
                break
            spot, value = self._starts[walked][token]
            walked = f"{walked}/{token}"
        line = bisect_right(self._lines, spot)
        return line, spot - self._lines[line - 1] + 1

    def _walk(self, offset: int) -> dict[str, tuple[int, int]]:
        opening = self._text[offset]
        if opening not in "{[":
            return {}
        found: dict[str, tuple[int, int]] = {}
        offset = self._skip(offset + 1)
        while self._text[offset] not in "}]":
            key_start = offset
            token = str(len(found))
            if opening == "{":
                key, offset = scanstring(self._text, offset + 1, True)
                token = escape(key)
                offset = self._skip(self._skip(offset) + 1)
            found[token] = (key_start, offset)
            _, offset = self._scan(self._text, offset)
            offset = self._skip(offset)
            if self._text[offset] == ",":
                offset = self._skip(offset + 1)
        return found

    def _skip(self, offset: int) -> int:
        matched = _SPACE.match(self._text, offset)
        return matched.end() if matched else offset
