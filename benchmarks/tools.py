"""What every tool of a tools/list must satisfy, whatever the document behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

# The strictest host's rule for tool names, and Anthropic's for property keys.
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
DESCRIPTION_LIMIT = 2048
SCHEMA_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
SCHEMAS = (
    "items",
    "additionalProperties",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
)
SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")


def faults(tools: Sequence[dict[str, Any]]) -> list[str]:
    """Each broken rule, with the tool it is broken by."""
    found = [f"{tool.get('name')!r}: {fault}" for tool in tools for fault in tool_faults(tool)]
    names = [str(tool.get("name")) for tool in tools]
    found += [
        f"{name!r} is listed twice" for name in sorted({n for n in names if names.count(n) > 1})
    ]
    return found


def tool_faults(tool: dict[str, Any]) -> Iterator[str]:
    if not NAME.fullmatch(tool.get("name", "")):
        yield "its name is not legal"
    description = tool.get("description", "")
    if not description.strip():
        yield "it has no description"
    if len(description) > DESCRIPTION_LIMIT:
        yield f"its description has {len(description)} characters"
    hints = tool.get("annotations", {})
    for hint in HINTS:
        if not isinstance(hints.get(hint), bool):
            yield f"`{hint}` is not explicit"
    yield from schema_faults(tool.get("inputSchema", {}))


def schema_faults(schema: dict[str, Any]) -> Iterator[str]:
    if schema.get("type") != "object":
        yield "its inputSchema is not an object at the root"
    for keyword in ("allOf", "anyOf", "oneOf", "not", "if", "$ref"):
        if keyword in schema:
            yield f"its inputSchema has `{keyword}` at the root"
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"its inputSchema is invalid at {error.json_path}: {error.message[:200]}"
    for part in subschemas(schema):
        if "$ref" in part:
            yield f"its inputSchema refers to `{part['$ref']}`"
        for key in part.get("properties", {}):
            if not KEY.fullmatch(key):
                yield f"the property key {key!r} is not legal"


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all schemas inside it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword in SCHEMA_MAPS:
        inside = schema.get(keyword)
        for part in inside.values() if isinstance(inside, dict) else ():
            yield from subschemas(part)
    for keyword in SCHEMAS:
        yield from subschemas(schema.get(keyword))
    for keyword in SCHEMA_LISTS:
        inside = schema.get(keyword)
        for part in inside if isinstance(inside, list) else ():
            yield from subschemas(part)
