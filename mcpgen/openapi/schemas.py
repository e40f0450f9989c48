"""Schemas where they stand: references followed on first use, each schema read once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mcpgen.diagnostics import Report
from mcpgen.openapi.documents import Node, ReadingError, unescape
from mcpgen.openapi.keywords import translate, words
from mcpgen.openapi.model import Schema, SchemaRef
from mcpgen.openapi.references import Library

_NOTES = frozenset(
    (
        *("title", "description", "deprecated", "readOnly", "writeOnly", "default", "example"),
        *("examples", "$comment", "summary", "externalDocs", "xml", "nullable"),
    )
)
_COMPONENT_PLACES = ("/components/schemas/", "/definitions/", "/$defs/")


@dataclass(frozen=True, slots=True)
class FixedSchema:
    """A schema no document holds: one that mcpgen made up to say what the document means."""

    key: str
    schema: Schema
    name: str = ""

    def read(self) -> Schema:
        return self.schema


@dataclass(slots=True)
class Schemas:
    """The schemas of one API by the place they stand in."""

    library: Library
    report: Report
    siblings: bool
    """Whether keywords beside `$ref` count: since OpenAPI 3.1 they do."""
    _read: dict[str, Schema] = field(default_factory=dict)
    _reading: set[str] = field(default_factory=set)

    def at(self, node: Node) -> SchemaRef:
        return LazySchema(self, node)

    def find(self, node: Node) -> Node:
        """Where a schema stands: past its `$ref`, unless words beside that add to it."""
        seen: set[str] = set()
        while isinstance(reference := node.raw("$ref"), str):
            if self.siblings and len(words(node)) > 1:
                return node
            if node.key in seen:
                raise ReadingError(f"`$ref: {reference}` leads back to itself", node.location)
            seen.add(node.key)
            node = self.library.follow(node, reference)
        return node

    def read(self, node: Node) -> Schema:
        key = node.key
        if key not in self._read:
            if key in self._reading:
                self.report.warn("a schema is nothing but a reference to itself", node.location)
                return Schema()
            self._reading.add(key)
            try:
                self._read[key] = self._translate(node)
            finally:
                self._reading.discard(key)
        return self._read[key]

    def _translate(self, node: Node) -> Schema:
        reference = node.raw("$ref")
        if isinstance(reference, str):
            return self._beside_reference(node, reference)
        return translate(node, self)

    def _beside_reference(self, node: Node, reference: str) -> Schema:
        own = translate(node, self)
        try:
            target = self.at(self.library.follow(node, reference))
        except ReadingError as fault:
            self.warn(fault)
            return own
        if words(node) <= _NOTES | {"$ref"}:
            return _annotate(target.read(), own)
        return replace(own, all_of=(target, *own.all_of))

    def warn(self, fault: ReadingError) -> None:
        detail = f"{fault.detail} Any value is accepted there.".strip()
        self.report.warn(fault.title, fault.location, detail, fault.hint)


class LazySchema:
    """A schema in a document. A reference that leads nowhere reads as "any value"."""

    __slots__ = ("_found", "_node", "_schemas")

    def __init__(self, schemas: Schemas, node: Node) -> None:
        self._schemas = schemas
        self._node = node
        self._found: Node | None = None

    @property
    def key(self) -> str:
        return self._place().key

    @property
    def name(self) -> str:
        place = self._place()
        reference = place.raw("$ref")
        if isinstance(reference, str) and words(place) <= _NOTES | {"$ref"}:
            return reference.rpartition("/")[2] if "/schemas/" in reference else ""
        for start in _COMPONENT_PLACES:
            head, found, tail = place.pointer.rpartition(start)
            if found and "/" not in tail and (start == "/$defs/" or not head):
                return unescape(tail)
        return ""

    def read(self) -> Schema:
        return self._schemas.read(self._place())

    def _place(self) -> Node:
        if self._found is None:
            try:
                self._found = self._schemas.find(self._node)
            except ReadingError as fault:
                self._schemas.warn(fault)
                self._found = Node(self._node.document, self._node.pointer, True)
        return self._found


def _annotate(target: Schema, own: Schema) -> Schema:
    """A referenced schema with the notes written beside the reference."""
    return replace(
        target,
        title=own.title or target.title,
        description=own.description or target.description,
        default=own.default or target.default,
        examples=own.examples or target.examples,
        deprecated=own.deprecated or target.deprecated,
        nullable=own.nullable or target.nullable,
        read_only=own.read_only or target.read_only,
        write_only=own.write_only or target.write_only,
    )
