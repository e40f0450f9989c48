"""When two inputs of one name can be one argument, and the schema that takes both."""

from __future__ import annotations

from mcpgen.openapi.model import Json
from mcpgen.plan.schemas import JsonSchema

_TEXT = frozenset({"description", "title", "default", "examples"})
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems")
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")


def without_text(schema: JsonSchema) -> JsonSchema:
    """What a schema accepts, without what it says about it."""
    return {key: value for key, value in schema.items() if key not in _TEXT}


def widened(one: JsonSchema, other: JsonSchema, *, text_only: bool) -> JsonSchema | None:
    """A schema that takes what either takes, or None where that would mix meanings.

    `text_only` says that both are written as text, where a number and a string are the same.
    """
    accepts = _accepting(without_text(one), without_text(other), text_only=text_only)
    if accepts is None:
        return None
    texts = [s["description"] for s in (one, other) if isinstance(s.get("description"), str)]
    if texts:
        accepts["description"] = texts[0]
    if "default" in one and one["default"] == other.get("default"):
        accepts["default"] = one["default"]
    return accepts


def _accepting(one: JsonSchema, other: JsonSchema, *, text_only: bool) -> JsonSchema | None:
    if one == other:
        return dict(one)
    kinds = (one.get("type"), other.get("type"))
    if kinds[0] != kinds[1]:
        return _across_types(one, other, text_only=text_only)
    if kinds[0] in ("string", "integer", "number", "boolean"):
        return _scalars(one, other)
    if kinds[0] == "array":
        return _arrays(one, other)
    if kinds[0] == "object":
        return _objects(one, other)
    return _unions(one, other, text_only=text_only)


def _across_types(one: JsonSchema, other: JsonSchema, *, text_only: bool) -> JsonSchema | None:
    kinds = {one.get("type"), other.get("type")}
    if kinds == {"integer", "number"}:
        return {"type": "number"}
    if text_only and kinds <= {"string", "integer", "number"}:
        return {"type": "string"}
    nullable, plain = (one, other) if "anyOf" in one else (other, one)
    inner = without_null(nullable)
    if inner is None or "anyOf" in plain:
        return None
    same = _accepting(inner, without_text(plain), text_only=text_only)
    return None if same is None else _or_null(same)


def _or_null(schema: JsonSchema) -> JsonSchema:
    return {"anyOf": [schema, {"type": "null"}]}


def without_null(schema: JsonSchema) -> JsonSchema | None:
    """The one real choice of a nullable schema."""
    choices = schema.get("anyOf")
    if not isinstance(choices, list) or {"type": "null"} not in choices or len(choices) != 2:
        return None
    inner = next(choice for choice in choices if choice != {"type": "null"})
    return inner if isinstance(inner, dict) else None


def _unions(one: JsonSchema, other: JsonSchema, *, text_only: bool) -> JsonSchema | None:
    first, second = without_null(one), without_null(other)
    if first is None or second is None:
        return None
    inner = _accepting(first, second, text_only=text_only)
    return None if inner is None else _or_null(inner)


def _scalars(one: JsonSchema, other: JsonSchema) -> JsonSchema | None:
    first, second = one.get("enum"), other.get("enum")
    if isinstance(first, list) and isinstance(second, list):
        if not any(value in second for value in first):
            return None
        values: list[Json] = [*first, *(value for value in second if value not in first)]
        return {"type": one["type"], "enum": values}
    if (first is None) != (second is None):
        return None
    shared: JsonSchema = {key: value for key, value in one.items() if other.get(key) == value}
    return shared | _wider_bounds(one, other)


def _wider_bounds(one: JsonSchema, other: JsonSchema) -> JsonSchema:
    bounds: JsonSchema = {}
    for keys, widest in ((_LOWER, min), (_UPPER, max)):
        for key in keys:
            low, high = one.get(key), other.get(key)
            if isinstance(low, int | float) and isinstance(high, int | float):
                bounds[key] = widest(low, high)
    return bounds


def _arrays(one: JsonSchema, other: JsonSchema) -> JsonSchema | None:
    first, second = one.get("items"), other.get("items")
    if not isinstance(first, dict) or not isinstance(second, dict):
        return None
    items = widened(first, second, text_only=False)
    if items is None:
        return None
    array: JsonSchema = {"type": "array", "items": items}
    return array | _wider_bounds(one, other)


def _objects(one: JsonSchema, other: JsonSchema) -> JsonSchema | None:
    """Objects of the same fields; what only one of them requires is not required."""
    first, second = one.get("properties"), other.get("properties")
    if not isinstance(first, dict) or not isinstance(second, dict) or set(first) != set(second):
        return None
    properties: dict[str, Json] = {}
    for name, schema in first.items():
        against = second[name]
        both = (
            widened(schema, against, text_only=False)
            if isinstance(schema, dict) and isinstance(against, dict)
            else None
        )
        if both is None:
            return None
        properties[name] = both
    written: JsonSchema = {"type": "object", "properties": properties}
    needed, also = one.get("required"), other.get("required")
    if isinstance(needed, list) and isinstance(also, list):
        shared: list[Json] = [name for name in needed if name in also]
        written |= {"required": shared} if shared else {}
    return written
