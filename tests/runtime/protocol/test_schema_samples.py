"""The values that generated tests call tools with fit their schemas."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SOURCE = Path(__file__).parents[3] / "templates" / "python" / "tests" / "schema_samples.py"


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("schema_samples", SOURCE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


sample = _load().sample

SCHEMAS: list[dict[str, Any]] = [
    {},
    {"const": [1]},
    {"enum": ["", "ü", "plain"]},
    {"enum": [None, 3]},
    {"type": "string", "minLength": 12, "maxLength": 12},
    {"type": "string", "maxLength": 2},
    {"type": "string", "format": "date-time"},
    {"type": "string", "contentEncoding": "base64"},
    {"type": "integer", "minimum": 1000},
    {"type": "integer", "maximum": -5},
    {"type": "integer", "exclusiveMinimum": 4, "multipleOf": 5},
    {"type": "integer", "minimum": 7, "maximum": 7},
    {"type": "integer", "minimum": 0, "maximum": 0},
    {"type": "integer", "maximum": 7, "multipleOf": 7},
    {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 2},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    {"type": "number", "minimum": 5},
    {"type": "number", "maximum": -0.5},
    {"type": "number", "multipleOf": 0.5, "minimum": 0.75},
    {"type": "boolean"},
    {"type": ["null", "integer"]},
    {"type": "null"},
    {"type": "array", "items": {"type": "integer"}, "minItems": 3},
    {"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": True},
    {"type": "array", "items": {"type": "string"}, "minItems": 12, "uniqueItems": True},
    {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": True},
    {"type": "array", "items": {"type": "string"}, "maxItems": 0},
    {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2},
    {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2},
    {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
        "required": ["b"],
        "additionalProperties": False,
    },
    {"type": "object", "properties": {"a": {"type": "integer"}}, "minProperties": 1},
    {"type": "object"},
    {"type": "object", "maxProperties": 0},
    {"type": "object", "additionalProperties": False},
    {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 3}]},
    {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
        "oneOf": [{"properties": {"b": {"type": "integer"}}, "required": ["b"]}],
    },
    {"allOf": [{"type": "integer"}, {"minimum": 9}]},
    {"properties": {"a": True}, "required": ["a"]},
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_a_sample_fits(schema: dict[str, Any]) -> None:
    Draft202012Validator(schema).validate(sample(schema))
