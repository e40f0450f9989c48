"""Schemas, read on first use and once: every dialect's words become JSON Schema 2020-12's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from mcpgen.diagnostics import Report
from mcpgen.openapi.documents import Node, ReadingError, unescape
from mcpgen.openapi.model import Json, Schema, SchemaRef
from mcpgen.openapi.references import Library

_TYPES = ("string", "number", "integer", "boolean", "array", "object")
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
        while isinstance(reference := _value(node, "$ref"), str):
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
        reference = _value(node, "$ref")
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
        reference = _value(place, "$ref")
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


def translate(node: Node, schemas: Schemas) -> Schema:
    """Read one schema's own keywords, leaving out those whose value makes no sense."""
    if isinstance(node.value, bool):
        return Schema(never=not node.value)
    if not isinstance(node.value, dict):
        schemas.report.warn(
            "a schema must be an object", node.location, "Any value is accepted there."
        )
        return Schema()
    types = _type_words(node)
    low = _bound(node, "minimum", "exclusiveMinimum")
    high = _bound(node, "maximum", "exclusiveMaximum")
    items = node.get("items")
    listed = items is not None and isinstance(items.value, list)
    prefix = node.elements("items" if listed else "prefixItems")
    return Schema(
        types=_types(node, types, schemas.report),
        nullable="null" in types or node.flag("nullable") or node.flag("x-nullable"),
        title=node.text("title"),
        description=node.text("description"),
        # Swagger 2.0's `type: file` is a string of bytes.
        format="binary" if "file" in types else node.text("format"),
        enum=_list(node, "enum"),
        const=_one(node, "const"),
        default=_one(node, "default"),
        examples=_one(node, "example") or _list(node, "examples"),
        deprecated=node.flag("deprecated"),
        read_only=node.flag("readOnly"),
        write_only=node.flag("writeOnly"),
        properties=tuple((name, schemas.at(child)) for name, child in _properties(node, schemas)),
        required=tuple(dict.fromkeys(node.texts("required"))),
        additional=_additional(node, schemas),
        items=schemas.at(items) if items is not None and not listed else None,
        prefix_items=_refs(prefix, schemas),
        all_of=_refs(node.elements("allOf"), schemas),
        any_of=_refs(node.elements("anyOf"), schemas),
        one_of=_refs(node.elements("oneOf"), schemas),
        discriminator=_discriminator(node),
        minimum=low[0],
        exclusive_minimum=low[1],
        maximum=high[0],
        exclusive_maximum=high[1],
        multiple_of=_number(node, "multipleOf"),
        min_length=_count(node, "minLength"),
        max_length=_count(node, "maxLength"),
        pattern=node.text("pattern"),
        min_items=_count(node, "minItems"),
        max_items=_count(node, "maxItems"),
        unique_items=node.flag("uniqueItems"),
        min_properties=_count(node, "minProperties"),
        max_properties=_count(node, "maxProperties"),
        content_encoding=node.text("contentEncoding"),
        content_media_type=node.text("contentMediaType"),
    )


def words(node: Node) -> set[str]:
    """The keywords of a schema that mean something; extensions do not."""
    value = node.value
    return {key for key in value if not key.startswith("x-")} if isinstance(value, dict) else set()


def _value(node: Node, key: str) -> Json:
    return node.value.get(key) if isinstance(node.value, dict) else None


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


def _type_words(node: Node) -> tuple[str, ...]:
    value = _value(node, "type")
    found = value if isinstance(value, list) else [value]
    return tuple(word for word in found if isinstance(word, str))


def _types(node: Node, found: tuple[str, ...], report: Report) -> tuple[str, ...]:
    given = _value(node, "type")
    size = len(given) if isinstance(given, list) else int(given is not None)
    unknown = [word for word in found if word not in (*_TYPES, "null", "file")]
    if unknown or size != len(found):
        shown = f"`{unknown[0]}`" if unknown else "what stands there"
        report.warn(
            f"{shown} is not a JSON type",
            Node(node.document, f"{node.pointer}/type", given).location,
            detail="The word was ignored.",
            hint=f"write one of {', '.join(f'`{word}`' for word in (*_TYPES, 'null'))}",
        )
    known = ("string" if word == "file" else word for word in found)
    return tuple(dict.fromkeys(word for word in known if word in _TYPES))


def _properties(node: Node, schemas: Schemas) -> Iterable[tuple[str, Node]]:
    properties = node.get("properties")
    # A property called `$ref` would be an object; a text is a reference to shared properties.
    if properties is None or not properties.text("$ref"):
        return node.members("properties")
    try:
        return schemas.library.resolve(properties).items()
    except ReadingError as fault:
        schemas.warn(fault)
        return ()


def _additional(node: Node, schemas: Schemas) -> SchemaRef | bool:
    patterns = [child for _, child in node.members("patternProperties")]
    for key in ("additionalProperties", "unevaluatedProperties"):
        child = node.get(key)
        if child is not None and isinstance(child.value, dict):
            return schemas.at(child)
        if child is not None and child.value is False:
            break
    else:
        return True
    if not patterns:
        return False
    return schemas.at(patterns[0]) if len(patterns) == 1 else True


def _refs(nodes: Iterable[Node], schemas: Schemas) -> tuple[SchemaRef, ...]:
    return tuple(schemas.at(node) for node in nodes)


def _discriminator(node: Node) -> str:
    # Swagger 2.0 writes the property's name itself.
    child = node.get("discriminator")
    return node.text("discriminator") or (child.text("propertyName") if child else "")


def _bound(
    node: Node, inclusive: str, exclusive: str
) -> tuple[int | float | None, int | float | None]:
    """OpenAPI 3.0 makes a bound exclusive by a flag, 3.1 by a number of its own."""
    if node.flag(exclusive):
        return None, _number(node, inclusive)
    return _number(node, inclusive), _number(node, exclusive)


def _number(node: Node, key: str) -> int | float | None:
    value = _value(node, key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _count(node: Node, key: str) -> int | None:
    value = _number(node, key)
    return int(value) if value is not None and value >= 0 and value == int(value) else None


def _list(node: Node, key: str) -> tuple[Json, ...]:
    value = _value(node, key)
    return tuple(value) if isinstance(value, list) else ()


def _one(node: Node, key: str) -> tuple[Json, ...]:
    """The value of a keyword for which null is a value too."""
    value = node.value
    return (value[key],) if isinstance(value, dict) and key in value else ()
