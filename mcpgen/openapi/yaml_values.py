"""YAML text to plain values by the YAML 1.2 core schema, in one pass of libyaml."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yaml import MarkedYAMLError, YAMLError
from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from mcpgen.diagnostics import Location, failure
from mcpgen.openapi.model import Json

MAX_DEPTH = 200
MAX_NODES = 5_000_000

_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, Json] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAYBE_NUMBER = frozenset("-+.0123456789")
_MAX_DIGITS = 1_000


@dataclass(slots=True)
class _Frame:
    """A mapping or sequence being filled, and what is needed to close it."""

    value: dict[str, Json] | list[Json]
    anchor: str | None
    before: int
    """Nodes met before it began: what came since is its expanded size."""
    height: int = 1
    key: str | None = None
    merges: list[dict[str, Json]] | None = None


@dataclass(frozen=True, slots=True)
class _Anchored:
    value: Json
    size: int
    height: int


def read_yaml(text: str, name: str) -> Json:
    """Parse one YAML document; raises McpgenError with the position of what is wrong."""
    return _Builder(text, name).build()


class _Builder:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored | None] = {}
        self._nodes = 0
        self._root: Json = None
        self._documents = 0
        self._keys: dict[str, str] = {}

    def build(self) -> Json:
        for event in events(self._text, self._name):
            kind = type(event)
            if kind is ScalarEvent:
                self._scalar(event)
            elif kind is MappingStartEvent:
                self._open(event, {})
            elif kind is SequenceStartEvent:
                self._open(event, [])
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._close()
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    raise self._failure(
                        "the file holds more than one YAML document",
                        event,
                        hint="keep the OpenAPI document in a file of its own",
                    )
        return self._root

    def _scalar(self, event: Any) -> None:
        if event.tag is not None:
            raise self._tag(event)
        self._nodes += 1
        text: str = event.value
        plain: bool = event.implicit[0]
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.key is None and isinstance(frame.value, dict):
            self._key(frame, text, plain, event)
            value: Json = text
        else:
            value = _resolve(text) if plain else text
            self._put(value)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, 0)

    def _key(self, frame: _Frame, text: str, plain: bool, event: Any) -> None:
        if text in frame.value:
            raise self._failure(
                f"the key `{text}` is given twice",
                event,
                detail="YAML does not say which of the two counts.",
                hint="remove or rename one of them",
            )
        if plain and text == "<<" and frame.merges is None:
            frame.merges = []
        frame.key = self._keys.setdefault(text, text)

    def _open(self, event: Any, value: dict[str, Json] | list[Json]) -> None:
        if event.tag is not None:
            raise self._tag(event)
        parent = self._stack[-1] if self._stack else None
        if parent is not None and isinstance(parent.value, dict) and parent.key is None:
            raise self._complex_key(event)
        self._nodes += 1
        self._spend(event)
        if len(self._stack) >= MAX_DEPTH:
            raise self._too_deep(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._stack.append(_Frame(value, event.anchor, self._nodes - 1))

    def _close(self) -> None:
        frame = self._stack.pop()
        if frame.merges and isinstance(frame.value, dict):
            own = dict(frame.value)
            frame.value.clear()
            for merged in reversed(frame.merges):
                frame.value.update(merged)
            frame.value.update(own)
            self._nodes += len(frame.value)
        if frame.anchor is not None:
            size = self._nodes - frame.before
            self._anchors[frame.anchor] = _Anchored(frame.value, size, frame.height)
        self._put(frame.value, frame.height)

    def _alias(self, event: Any) -> None:
        known = self._anchors.get(event.anchor)
        if known is None:
            problem = "contains itself" if event.anchor in self._anchors else "is not defined"
            raise self._failure(f"the anchor `{event.anchor}` {problem}", event)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and isinstance(frame.value, dict) and frame.key is None:
            if not isinstance(known.value, str):
                raise self._complex_key(event)
            self._key(frame, known.value, False, event)
            return
        self._nodes += known.size
        self._spend(event)
        if len(self._stack) + known.height > MAX_DEPTH:
            raise self._too_deep(event)
        self._put(known.value, known.height)

    def _put(self, value: Json, height: int = 0) -> None:
        if not self._stack:
            self._root = value
            return
        frame = self._stack[-1]
        if height >= frame.height:
            frame.height = height + 1
        if isinstance(frame.value, list):
            frame.value.append(value)
            return
        key, frame.key = frame.key, None
        assert key is not None
        if key == "<<" and frame.merges is not None and (merged := _mergeable(value)):
            frame.merges += merged
        else:
            frame.value[key] = value

    def _spend(self, event: Any) -> None:
        if self._nodes > MAX_NODES:
            raise self._failure(
                f"the document has more than {MAX_NODES:,} values once its aliases are expanded",
                event,
                hint="use `$ref` instead of YAML aliases for what is shared",
            )

    def _tag(self, event: Any) -> Exception:
        return self._failure(
            f"the YAML tag `{event.tag.replace('tag:yaml.org,2002:', '!!')}` is not allowed",
            event,
            detail="An OpenAPI document holds JSON values only.",
            hint="remove the tag; put quotes around the value to make it text",
        )

    def _complex_key(self, event: Any) -> Exception:
        return self._failure("a key must be text, not a list or a mapping", event)

    def _too_deep(self, event: Any) -> Exception:
        return self._failure(f"the document is nested more than {MAX_DEPTH} levels deep", event)

    def _failure(self, title: str, event: Any, detail: str = "", hint: str = "") -> Exception:
        mark = event.start_mark
        location = Location(self._name, "", mark.line + 1, mark.column + 1)
        return failure(title, location=location, detail=detail, hint=hint)


def events(text: str, name: str) -> Iterator[Event]:
    """The events of a YAML stream; a mistake in it is a located McpgenError."""
    parser = CParser(text)
    try:
        while (event := parser.get_event()) is not None:
            yield event
    except MarkedYAMLError as problem:
        raise _syntax(problem, name) from None
    except YAMLError as problem:
        offset = getattr(problem, "position", 0) or 0
        line = text.encode("utf-8", "replace")[:offset].count(b"\n") + 1
        reason = getattr(problem, "reason", None) or "it holds a character YAML does not allow"
        location = Location(name, "", line, 1)
        raise failure(f"{name} is not valid YAML", location=location, detail=reason) from None


def _syntax(problem: MarkedYAMLError, name: str) -> Exception:
    mark = problem.problem_mark or problem.context_mark
    location = Location(name, "", mark.line + 1, mark.column + 1) if mark else Location(name)
    if problem.problem == "exceeded maximum nesting depth":
        title = f"the document is nested more than {MAX_DEPTH} levels deep"
        return failure(title, location=location)
    said = ", ".join(part for part in (problem.problem, problem.context) if part)
    return failure(
        f"{name} is not valid YAML",
        location=location,
        detail=f"The parser says: {said}.",
        hint="look at the indentation there, and put quotes around text that holds `: ` or ` #`",
    )


def _resolve(text: str) -> Json:
    """A plain scalar by YAML 1.2 §10.3.2: no dates, no octal `010`, no yes and no."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAYBE_NUMBER or len(text) > _MAX_DIGITS:
        return text
    if _INTEGER.fullmatch(text):
        return int(text, 10) if text.lstrip("+-").isdigit() else int(text, 0)
    if _FLOAT.fullmatch(text):
        number = float(text)
        # JSON has no infinity: such a number stays the text it is.
        return number if math.isfinite(number) else text
    return text


def _mergeable(value: Json) -> list[dict[str, Json]]:
    """The mappings a `<<` key brings in: one, or several of which the first wins."""
    values = value if isinstance(value, list) else [value]
    found = [item for item in values if isinstance(item, dict)]
    return found if len(found) == len(values) else []
