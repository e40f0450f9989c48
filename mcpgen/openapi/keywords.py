"""The keywords of a schema: every dialect's words become JSON Schema 2020-12's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mcpgen.diagnostics import Report
from mcpgen.openapi.documents import Node, ReadingError
from mcpgen.openapi.model import Json, Schema, SchemaRef

if TYPE_CHECKING:
    from mcpgen.openapi.schemas import Schemas

_TYPES = ("string", "number", "integer", "boolean", "array", "object")


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
    items = node.get("items")
    listed = items is not None and isinstance(items.value, list)
    return replace(
        _limits(node),
        types=_types(node, types, schemas.report),
        nullable="null" in types or node.flag("nullable") or node.flag("x-nullable"),
        title=node.text("title"),
        description=node.text("description"),
        # Swagger 2.0's `type: file` is a string of bytes.
        format="binary" if "file" in types else node.text("format"),
        examples=_one(node, "example") or _list(node, "examples"),
        deprecated=node.flag("deprecated"),
        read_only=node.flag("readOnly"),
        write_only=node.flag("writeOnly"),
        properties=tuple((name, schemas.at(child)) for name, child in _properties(node, schemas)),
        additional=_additional(node, schemas),
        items=schemas.at(items) if items is not None and not listed else None,
        prefix_items=_refs(node.elements("items" if listed else "prefixItems"), schemas),
        all_of=_refs(node.elements("allOf"), schemas),
        any_of=_refs(node.elements("anyOf"), schemas),
        one_of=_refs(node.elements("oneOf"), schemas),
        discriminator=_discriminator(node),
    )


def _limits(node: Node) -> Schema:
    """What a value is held against, whatever its parts are."""
    low = _bound(node, "minimum", "exclusiveMinimum")
    high = _bound(node, "maximum", "exclusiveMaximum")
    return Schema(
        enum=_list(node, "enum"),
        const=_one(node, "const"),
        default=_one(node, "default"),
        required=tuple(dict.fromkeys(node.texts("required"))),
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


def _type_words(node: Node) -> tuple[str, ...]:
    value = node.raw("type")
    found = value if isinstance(value, list) else [value]
    return tuple(word for word in found if isinstance(word, str))


def _types(node: Node, found: tuple[str, ...], report: Report) -> tuple[str, ...]:
    given = node.raw("type")
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
    value = node.raw(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _count(node: Node, key: str) -> int | None:
    value = _number(node, key)
    return int(value) if value is not None and value >= 0 and value == int(value) else None


def _list(node: Node, key: str) -> tuple[Json, ...]:
    value = node.raw(key)
    return tuple(value) if isinstance(value, list) else ()


def _one(node: Node, key: str) -> tuple[Json, ...]:
    """The value of a keyword for which null is a value too."""
    value = node.value
    return (value[key],) if isinstance(value, dict) and key in value else ()
