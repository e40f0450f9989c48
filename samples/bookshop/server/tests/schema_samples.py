"""Makes values that fit a JSON Schema, to call tools with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

# What a value of a format or an encoding looks like; anything else is free text.
FORMATS = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:30:00Z",
    "time": "12:30:00Z",
    "duration": "P1D",
    "email": "someone@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "byte": "c2FtcGxl",
    "binary": "c2FtcGxl",
    "base64": "c2FtcGxl",
}

Schema = Mapping[str, Any]


def sample(schema: Schema) -> Any:
    """A value that fits the schema, as far as a schema can be followed without searching."""
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return _first_sendable(schema["enum"])
    for keyword in ("anyOf", "oneOf"):
        if schema.get(keyword):
            return sample(_merge(schema, _first_meaningful(schema[keyword]), keyword))
    if schema.get("allOf"):
        first, *rest = schema["allOf"]
        return sample(_merge({**schema, "allOf": rest}, first, ""))
    return _of_type(_type(schema), schema)


def _of_type(name: str, schema: Schema) -> Any:
    if name in ("integer", "number"):
        return _number(schema, whole=name == "integer")
    if name == "boolean":
        return True
    if name == "null":
        return None
    if name == "array":
        return _array(schema)
    if name == "object":
        return _object(schema)
    return _string(schema)


def _string(schema: Schema) -> str:
    kind = schema.get("format") or schema.get("contentEncoding")
    text = FORMATS.get(kind or "", "sample")
    shortest: int = schema.get("minLength", 0)
    longest: int = schema.get("maxLength", max(shortest, len(text)))
    return text.ljust(shortest, "x")[:longest]


def _number(schema: Schema, *, whole: bool) -> int | float:
    step = schema.get("multipleOf", 1 if whole else None)
    low = max(schema.get("minimum", -math.inf), schema.get("exclusiveMinimum", -math.inf))
    high = min(schema.get("maximum", math.inf), schema.get("exclusiveMaximum", math.inf))
    if step is None:
        return _between(low, high)
    start = 1 if low == -math.inf else low
    if high < start:
        start = high - step
    value = math.ceil(start / step) * step
    if value == schema.get("exclusiveMinimum"):
        value += step
    return int(value) if whole else value


def _between(low: float, high: float) -> float:
    if math.isinf(low) and math.isinf(high):
        return 1.5
    if math.isinf(low):
        return high - 1
    return low + 1 if math.isinf(high) else (low + high) / 2


def _array(schema: Schema) -> list[Any]:
    item = schema.get("items", {})
    fixed = [sample(part) for part in schema.get("prefixItems", ())]
    count = max(schema.get("minItems", 0), min(1, schema.get("maxItems", 1)))
    if schema.get("uniqueItems") and isinstance(item, Mapping) and item.get("enum"):
        return list(item["enum"][:count])
    more = [sample(item if isinstance(item, Mapping) else {}) for _ in range(count - len(fixed))]
    if schema.get("uniqueItems"):
        more = [_distinct(value, number) for number, value in enumerate(more)]
    return fixed + more


def _object(schema: Schema) -> dict[str, Any]:
    properties = schema.get("properties", {})
    names = list(schema.get("required", ()))
    # An empty object would do, but says little, and nothing at all in a path.
    count = max(schema.get("minProperties", 0), min(1, schema.get("maxProperties", 1)))
    optional = [name for name in properties if name not in names]
    names += optional[: max(0, count - len(names))]
    value = {name: sample(_schema(properties.get(name))) for name in names}
    extra = schema.get("additionalProperties", True)
    for number in range(count - len(value) if extra is not False else 0):
        value[f"key{number}"] = sample(_schema(extra))
    return value


def _distinct(value: Any, number: int) -> Any:
    """The value again, but another one for each number."""
    if isinstance(value, str):
        return value[: len(value) - len(str(number))] + str(number) if number else value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value + number
    return value


def _type(schema: Schema) -> str:
    named = schema.get("type")
    if isinstance(named, list | tuple):
        named = next((name for name in named if name != "null"), "null")
    if isinstance(named, str):
        return named
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    return "array" if "items" in schema else "string"


def _first_sendable(values: Any) -> Any:
    """The first value that fits everywhere in a request, headers and paths included."""
    fitting = (value for value in values if not isinstance(value, str) or _is_plain(value))
    return next(fitting, values[0])


def _is_plain(text: str) -> bool:
    return bool(text.strip(". ")) and text.isascii() and text.isprintable()


def _first_meaningful(alternatives: Any) -> Schema:
    schemas = [_schema(part) for part in alternatives]
    return next((part for part in schemas if part.get("type") != "null"), schemas[0])


def _merge(schema: Schema, part: Any, dropped: str) -> Schema:
    """The schema with the demands of one of its parts added."""
    rest = {keyword: value for keyword, value in schema.items() if keyword != dropped}
    merged = {**rest, **_schema(part)}
    if "properties" in rest and "properties" in merged:
        merged["properties"] = {**rest["properties"], **merged["properties"]}
    required = [*rest.get("required", ()), *_schema(part).get("required", ())]
    if required:
        merged["required"] = list(dict.fromkeys(required))
    return merged


def _schema(part: Any) -> Schema:
    """A schema that may also be written as a boolean, or not at all."""
    return part if isinstance(part, Mapping) else {}
