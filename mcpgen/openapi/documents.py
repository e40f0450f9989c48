"""Documents as plain values, and cursors that know where in a file each value stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from mcpgen.diagnostics import Diagnostic, ExitCode, Level, Location, McpgenError
from mcpgen.openapi.model import Json

Position = tuple[int, int]
Index = Callable[[str], Position]
"""Finds the line and column of a JSON pointer, both from 1."""


class Document:
    """One parsed file. `name` is what messages call it, `address` what references resolve against."""

    def __init__(
        self, name: str, address: str, root: Json, make_index: Callable[[], Index]
    ) -> None:
        self.name = name
        self.address = address
        self.root = Node(self, "", root)
        self._make_index = make_index

    @cached_property
    def position(self) -> Index:
        # Reading the text a second time pays off because most documents have no problem to show.
        return self._make_index()


class Spot(Location):
    """A location whose line and column are looked up when somebody asks."""

    __slots__ = ("_document",)
    _document: Document

    def __init__(self, document: Document, pointer: str) -> None:
        object.__setattr__(self, "file", document.name)
        object.__setattr__(self, "pointer", f"#{pointer}" if pointer else "")
        object.__setattr__(self, "_document", document)

    @property
    def line(self) -> int:
        return self._document.position(self.pointer[1:])[0]

    @property
    def column(self) -> int:
        return self._document.position(self.pointer[1:])[1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Location):
            return NotImplemented
        return (self.file, self.pointer, self.line, self.column) == (
            other.file,
            other.pointer,
            other.line,
            other.column,
        )

    def __hash__(self) -> int:
        return hash((self.file, self.pointer, self.line, self.column))


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A value in a document and its JSON pointer (RFC 6901, without the `#`)."""

    document: Document
    pointer: str
    value: Json

    @property
    def location(self) -> Spot:
        return Spot(self.document, self.pointer)

    @property
    def key(self) -> str:
        return f"{self.document.address}#{self.pointer}"

    def get(self, key: str) -> Node | None:
        """The member called `key`, or None where it is absent or null or this is no object."""
        if isinstance(self.value, dict):
            value = self.value.get(key)
            if value is not None:
                return Node(self.document, f"{self.pointer}/{escape(key)}", value)
        return None

    def items(self) -> Iterator[tuple[str, Node]]:
        """The members of an object; nothing where this is none."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield key, Node(self.document, f"{self.pointer}/{escape(key)}", value)

    def each(self) -> Iterator[Node]:
        """The items of a list; nothing where this is none."""
        if isinstance(self.value, list):
            for number, value in enumerate(self.value):
                yield Node(self.document, f"{self.pointer}/{number}", value)

    def members(self, key: str) -> Iterator[tuple[str, Node]]:
        child = self.get(key)
        return child.items() if child else iter(())

    def elements(self, key: str) -> Iterator[Node]:
        child = self.get(key)
        return child.each() if child else iter(())

    def raw(self, key: str) -> Json:
        return self.value.get(key) if isinstance(self.value, dict) else None

    def text(self, key: str) -> str:
        """The text at `key`; "" where there is none."""
        value = self.raw(key)
        return value if isinstance(value, str) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(item.value for item in self.elements(key) if isinstance(item.value, str))

    def flag(self, key: str) -> bool:
        return self.raw(key) is True


def escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def unescape(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


class ReadingError(Exception):
    """Something wrong in one place; who catches it decides whether it costs one part or the run."""

    def __init__(self, title: str, location: Location, detail: str = "", hint: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.location = location
        self.detail = detail
        self.hint = hint

    def error(self) -> McpgenError:
        diagnostic = Diagnostic(Level.ERROR, self.title, self.location, self.detail, self.hint)
        return McpgenError(diagnostic, ExitCode.DOCUMENT)
