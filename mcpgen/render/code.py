"""Python source for data, in the shape black gives it: what is written here needs no formatter."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.openapi.model import Json

WIDTH = 100
STEP = 4

Value: TypeAlias = "Json | tuple[Value, ...] | Mapping[str, Value] | Construct | Name | Open"


@dataclass(frozen=True, slots=True)
class Construct:
    """A call of one of the runtime's classes: `Parameter("limit", "query", "limit")`."""

    name: str
    positional: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *(name for name, _ in self.keywords)):
            _require_name(name)


@dataclass(frozen=True, slots=True)
class Name:
    """A name that the file defines or imports; it is mcpgen's own."""

    text: str

    def __post_init__(self) -> None:
        _require_name(self.text)


@dataclass(frozen=True, slots=True)
class Open:
    """A value written one entry a line even where it would fit on one: edits then merge well."""

    value: Value


def _require_name(text: str) -> None:
    if not text.isascii() or not text.isidentifier():
        raise ValueError(f"not a name: {text!r}")


def keyword_argument(name: str, value: Value, indent: int) -> str:
    """One line of an exploded call, `name=…,`, or several."""
    return f"{name}={write(value, indent, len(name) + 1)},"


def write(value: Value, indent: int = 0, lead: int = 0, tail: int = 1) -> str:
    """Write a value that starts `lead` columns after `indent` and has `tail` characters behind."""
    room = WIDTH - indent - lead - tail
    line = _one_line(value, room)
    return line if line is not None else _exploded(value, indent)


def _one_line(value: Value, room: int) -> str | None:
    """The value on one line, or None where it does not fit or may not be."""
    if room <= 0:
        return None
    match value:
        case Open(value=inner):
            return _one_line(inner, room) if _is_plain(inner) else None
        case str() if len(value) > room:
            return None
        case list() | tuple() | Mapping() | Construct():
            line = _join(value, room)
        case Name(text=name):
            line = name
        case _:
            line = literal(value)
    return line if line is not None and len(line) <= room else None


def _join(value: Value, room: int) -> str | None:
    opening, closing, entries = _entries(value)
    parts: list[str] = []
    room -= len(opening) + len(closing)
    for label, entry in entries:
        line = _one_line(entry, room - len(label))
        if line is None:
            return None
        parts.append(label + line)
        room -= len(label) + len(line) + 2 * (len(parts) > 1)
    if isinstance(value, tuple) and len(parts) == 1:
        closing = "," + closing
    return opening + ", ".join(parts) + closing


def _exploded(value: Value, indent: int) -> str:
    match value:
        case Open(value=inner):
            return _exploded(inner, indent)
        case str():
            return _long_text(value, indent)
        case Name(text=name):
            return name
        case None | bool() | int() | float():
            return literal(value)
        case _:
            return _one_entry_a_line(value, indent)


def _one_entry_a_line(value: Value, indent: int) -> str:
    opening, closing, entries = _entries(value)
    inner = indent + STEP
    margin = "\n" + " " * inner
    body = "".join(f"{margin}{label}{_entry(label, entry, inner)}," for label, entry in entries)
    return f"{opening}{body}\n{' ' * indent}{closing}" if body else opening + closing


def _entry(label: str, entry: Value, indent: int) -> str:
    # black takes the parentheses of a lone list item away, so only labelled texts are split.
    if isinstance(entry, str) and not label:
        return literal(entry)
    return write(entry, indent, len(label))


def _entries(value: Value) -> tuple[str, str, Iterator[tuple[str, Value]]]:
    """The brackets of a collection, and its entries with what stands before each."""
    match value:
        case Mapping():
            return "{", "}", ((f"{literal(key)}: ", entry) for key, entry in value.items())
        case list():
            return "[", "]", (("", entry) for entry in value)
        case tuple():
            return "(", ")", (("", entry) for entry in value)
        case Construct():
            unnamed = [("", entry) for entry in value.positional]
            named = [(f"{name}=", entry) for name, entry in value.keywords]
            return f"{value.name}(", ")", iter(unnamed + named)
        case _:
            raise TypeError(f"not a collection: {type(value).__name__}")


def _is_plain(value: Value) -> bool:
    """Whether a value has no entries to put on lines of their own."""
    match value:
        case Construct():
            return False
        case tuple():
            return len(value) < 2  # black draws a tuple of one together
        case list() | Mapping():
            return not value
        case _:
            return True


def literal(value: Json) -> str:
    """A JSON scalar as a Python literal: one line, ASCII, quoted the way black prefers."""
    match value:
        case str():
            return _quoted(value)
        case float() if not math.isfinite(value):
            raise ValueError("a number outside JSON")
        case None | bool() | int() | float():
            return repr(value).replace("e+", "e")
        case _:
            raise TypeError(f"not a JSON scalar: {type(value).__name__}")


def _quoted(text: str) -> str:
    body = text.encode("unicode_escape").decode("ascii")
    quote = "'" if text.count("'") < text.count('"') else '"'
    return quote + body.replace(quote, "\\" + quote) + quote


_SENTENCE = re.compile(r"(?<=[.!?;]) +(?=[^\s])|(?<=\n)(?=[^\n])")


def _long_text(text: str, indent: int) -> str:
    """A text over several lines, one sentence a line, so that a changed one changes only itself."""
    inner = indent + STEP
    lines = [literal(part) for part in split_text(text, WIDTH - inner - 2)]
    if len(lines) == 1:
        return lines[0]
    margin = "\n" + " " * inner
    whole = literal(text)
    # black would draw short pieces together on one line.
    if sum(map(len, lines)) + len(lines) - 1 + inner <= WIDTH:
        lines = [whole]
    return f"({margin}{margin.join(lines)}\n{' ' * indent})"


def split_text(text: str, room: int) -> list[str]:
    """Cut a text after lines and sentences, and these at words where they are too long."""
    parts: list[str] = []
    start = 0
    for match in _SENTENCE.finditer(text):
        parts += _wrap(text[start : match.end()], room)
        start = match.end()
    return parts + _wrap(text[start:], room)


def _wrap(sentence: str, room: int) -> list[str]:
    if len(sentence) * 6 <= room or len(literal(sentence)) <= room + 2:
        return [sentence]
    lines: list[str] = []
    line = ""
    for word in re.findall(r"\S*\s*", sentence):
        if line and len(literal(line + word.rstrip(" "))) > room + 2:
            lines.append(line)
            line = ""
        line += word
    return [*lines, line] if line else lines
