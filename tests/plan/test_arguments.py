"""Argument schemas: flat, typed, closed, and nothing dropped without a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from finding import argument_of, tool_of

from mcpgen.plan.model import ToolPlan

OK = "responses: {'200': {description: fine}}"


def body_argument(plan_of: Callable[..., ToolPlan], schema: str, components: str = "") -> Any:
    """The schema of the one body field `x`."""
    plan = plan_of(f"""
paths:
  /things:
    post:
      requestBody:
        required: true
        content: {{application/json: {{schema: {{type: object, properties: {{x: {schema}, y: {{type: string}}}}}}}}}}
      {OK}
{components}
""")
    return argument_of(plan.tools[0], "x").schema


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{type: string}", {"type": "string"}),
        (
            "{type: [string, 'null'], maxLength: 5}",
            {
                "anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}],
                "description": "At most 5 characters",
            },
        ),
        (
            "{type: integer, minimum: 1, maximum: 100, default: 20, description: Page size.}",
            {
                "type": "integer",
                "minimum": 1,
                "maximum": 100,
                "default": 20,
                "description": "Page size (1-100, default 20)",
            },
        ),
        ("{const: 5}", {"type": "integer", "enum": [5]}),
        (
            "{enum: [a, 1]}",
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [1]}]},
        ),
        ("{type: string, enum: [1, 2]}", {"type": "string", "enum": ["1", "2"]}),
        ("{type: integer, minimum: 9, maximum: 1}", {"type": "integer"}),
        ("{type: string, format: weird}", {"type": "string"}),
        (
            "{type: string, format: date}",
            {"type": "string", "format": "date", "description": "YYYY-MM-DD"},
        ),
        (
            "{type: string, pattern: '^(a+)+$'}",
            {"type": "string", "description": "Pattern ^(a+)+$"},
        ),
        (
            "{oneOf: [{type: string}, {type: integer}]}",
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        ),
        (
            "{oneOf: [{type: string, enum: [a]}, {type: string, enum: [b]}]}",
            {"type": "string", "enum": ["a", "b"]},
        ),
        (
            "{allOf: [{type: object, properties: {a: {type: string}}, required: [a]},"
            " {properties: {b: {type: string, x-mcp-header: Evil}}}]}",
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "required": ["a"],
            },
        ),
        (
            "{anyOf: [{type: object, properties: {kind: {const: a}, p: {type: string}}, required: [kind, p]},"
            " {type: object, properties: {kind: {const: b}}, required: [kind]}]}",
            {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": ["a", "b"]},
                    "p": {"type": "string"},
                },
                "required": ["kind"],
            },
        ),
        (
            "{type: object, additionalProperties: {type: integer}}",
            {"type": "object", "additionalProperties": {"type": "integer"}},
        ),
        (
            "{type: object, properties: {id: {type: string, readOnly: true}, n: {type: string}}}",
            {"type": "object", "properties": {"n": {"type": "string"}}},
        ),
    ],
)
def test_schema(plan_of: Callable[..., ToolPlan], schema: str, expected: Any) -> None:
    assert body_argument(plan_of, schema) == expected


def test_anything_is_spelled_out(plan_of: Callable[..., ToolPlan]) -> None:
    written = body_argument(plan_of, "{}")
    kinds = [choice["type"] for choice in written["anyOf"]]
    assert kinds == ["object", "array", "string", "number", "boolean"]


def test_a_type_that_contains_itself_ends_in_an_open_object(
    plan_of: Callable[..., ToolPlan],
) -> None:
    components = """
components:
  schemas:
    Node: {type: object, properties: {name: {type: string}, child: {$ref: '#/components/schemas/Node'}}}
"""
    written = body_argument(plan_of, "{$ref: '#/components/schemas/Node'}", components)
    assert written["properties"]["child"] == {"type": "object", "description": "(nested Node)"}


def test_depth_ends_in_named_fields_and_is_recorded(plan_of: Callable[..., ToolPlan]) -> None:
    deep = "{type: string}"
    for name in ("e", "d", "c", "b", "a"):
        deep = f"{{type: object, properties: {{{name}: {deep}}}}}"
    plan = plan_of(f"""
paths:
  /things:
    post:
      requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{x: {deep}, y: {{type: string}}}}}}}}}}}}
      {OK}
""")
    text = str(argument_of(plan.tools[0], "x").schema)
    assert "fields: " in text
    assert any(d.rule == "trimmed" and "depth" in d.reason for d in plan.decisions)


def test_a_long_enum_is_told_by_example(plan_of: Callable[..., ToolPlan]) -> None:
    values = ", ".join(f"v{number}" for number in range(100))
    written = body_argument(plan_of, f"{{type: string, enum: [{values}]}}")
    assert written["type"] == "string"
    assert "enum" not in written
    assert written["description"].startswith("One of 100, such as v0, v1")


def test_a_lone_wrapper_is_unwrapped(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /users:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [user]
              properties:
                user: {{type: object, required: [name], properties: {{name: {{type: string}}}}}}
      {OK}
""")
    (call,) = plan.tools[0].calls
    assert call.body is not None
    assert [(f.argument, f.path) for f in call.body.fields] == [("name", ("user", "name"))]
    assert call.required == ("name",)


@pytest.mark.parametrize(
    ("content", "media_type", "argument"),
    [
        (
            "{application/json: {schema: {type: array, items: {type: string}}}}",
            "application/json",
            "array",
        ),
        ("{text/plain: {schema: {type: string}}}", "text/plain", "string"),
        ("{application/xml: {}}", "application/xml", "string"),
        ("{application/octet-stream: {}}", "application/octet-stream", "string"),
        (
            "{application/xml: {schema: {type: string}}, application/json: {schema: {type: array}}}",
            "application/json",
            "array",
        ),
    ],
)
def test_whole_bodies(
    plan_of: Callable[..., ToolPlan], content: str, media_type: str, argument: str
) -> None:
    plan = plan_of(f"paths: {{/x: {{post: {{requestBody: {{content: {content}}}, {OK}}}}}}}")
    (call,) = plan.tools[0].calls
    assert call.body is not None
    assert (call.body.media_type, call.body.argument) == (media_type, "body")
    assert argument_of(plan.tools[0], "body").schema["type"] == argument


def test_uploads_take_a_name_and_base64(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /files:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                file: {{type: string, format: binary}}
                note: {{type: string}}
            encoding: {{note: {{contentType: text/plain}}}}
      {OK}
""")
    schema = argument_of(plan.tools[0], "file").schema
    assert list(schema["properties"]) == ["filename", "media_type", "data_base64"]  # type: ignore[arg-type]
    (call,) = plan.tools[0].calls
    assert call.body is not None
    assert [f.content_type for f in call.body.fields] == ["", "text/plain"]


SHARED = """
paths:
  /pets:
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 50, default: 10}}
        - {name: kind, in: query, schema: {type: string, enum: [cat, dog]}}
        - {name: q, in: query, schema: {type: string}}
      responses: {'200': {description: fine}}
  /pets/lost:
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
        - {name: kind, in: query, schema: {type: string, enum: [brown, black]}}
      responses: {'200': {description: fine}}
"""


def test_inputs_that_mean_the_same_are_shared(plan_of: Callable[..., ToolPlan]) -> None:
    (tool,) = plan_of(SHARED).tools
    assert argument_of(tool, "limit").schema == {
        "type": "integer",
        "maximum": 100,
        "description": "At most 100",
    }
    assert argument_of(tool, "q").schema["description"] == "[list]"


def test_disjoint_enums_are_two_arguments(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(SHARED)
    (tool,) = plan.tools
    kinds = {a.name: a.schema["enum"] for a in tool.arguments if "kind" in a.name}
    assert sorted(map(str, kinds.values())) == ["['brown', 'black']", "['cat', 'dog']"]
    assert any(
        d.rule == "renamed-argument" and "means something else" in d.reason for d in plan.decisions
    )
    for call in tool.calls:
        assert {binding.name for binding in call.parameters} <= {"limit", "kind", "q"}


def test_a_name_told_apart_once_is_told_apart_everywhere(
    plan_of: Callable[..., ToolPlan],
) -> None:
    plan = plan_of(f"""
paths:
  /users/{{username}}:
    parameters: [{{name: username, in: path, required: true, schema: {{type: string}}}}]
    put:
      requestBody:
        content: {{application/json: {{schema: {{type: object, properties: {{username: {{type: string}}}}}}}}}}
      {OK}
    delete: {{{OK}}}
""")
    tool = tool_of(plan, "DELETE", "/users/{username}")
    assert [a.name for a in tool.arguments] == ["action", "username", "username_body"]
    assert tool.required == ("action", "username")


def test_a_body_with_required_fields_is_required(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /users:
    post:
      requestBody:
        content: {{application/json: {{schema: {{type: object, required: [name], properties: {{name: {{type: string}}}}}}}}}}
      {OK}
""")
    assert plan.tools[0].required == ("name",)
    assert any(d.rule == "body-required" for d in plan.decisions)


def test_texts_speak_of_tools_not_of_operation_ids(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /books:
    get: {{operationId: listBooks, {OK}}}
  /books/{{id}}:
    get:
      operationId: getBook
      description: Ask listBooks first, or search.
      parameters: [{{name: id, in: path, required: true, description: "As `listBooks` gives it", schema: {{type: string}}}}]
      {OK}
  /orders:
    post: {{operationId: search, description: See getBook., {OK}}}
""")
    read, order = plan.tools[1], plan.tools[0]
    assert argument_of(read, "book_id").schema["description"] == (
        "[get] As `shop_read_books list` gives it"
    )
    assert order.description == "See shop_read_books get. (Shop API)"
