"""C: documents that hurt whoever reads them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcpgen.diagnostics import McpgenError

from .documents import BODY, NOTE, Made, base, changed, make, make_or_refuse, tools_of

CIRCLES: list[tuple[str, dict[str, Any]]] = [
    ("self", {"A": {"$ref": "#/components/schemas/A"}}),
    (
        "mutual",
        {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}}},
        },
    ),
    ("all_of", {"A": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object"}]}}),
    ("items", {"A": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}}),
    ("any_of", {"A": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "string"}]}}),
]


@pytest.mark.parametrize(("how", "schemas"), CIRCLES, ids=[how for how, _ in CIRCLES])
def test_c07_a_circle_of_references_ends(how: str, schemas: dict[str, Any]) -> None:
    document = changed(NOTE, {"$ref": "#/components/schemas/A"})
    document["components"]["schemas"] = schemas
    made = make_or_refuse(document)
    assert isinstance(made, Made), how
    (tool,) = tools_of(made)
    assert "$ref" not in json.dumps(tool.input_schema)
    assert len(json.dumps(tool.input_schema)) < 4_000


def test_c08_a_bomb_of_references_costs_no_more_than_a_tool() -> None:
    document = changed(BODY, {"$ref": "#/components/schemas/L0"})
    document["components"]["schemas"] = {
        f"L{level}": {
            "type": "object",
            "properties": {
                f"p{number}": {"$ref": f"#/components/schemas/L{level + 1}"} for number in range(10)
            },
        }
        for level in range(12)
    }
    document["components"]["schemas"]["L12"] = {"type": "string"}
    document["paths"]["/plain"] = {"get": {"responses": {"200": {"description": "Read"}}}}
    made = make(document)
    assert {call.path for call in made.plan.calls} == {"/pets/{petId}", "/plain"}
    assert max(len(json.dumps(tool.input_schema)) for tool in tools_of(made)) < 10_000


@pytest.mark.parametrize(
    "pattern", ["^(a+)+$", "^\\p{L}+$", "(?<n>a)", "(", "[", "a" * 5000], ids=lambda text: text[:8]
)
def test_c15_c16_a_pattern_is_told_and_never_run(pattern: str) -> None:
    made = make(changed(NOTE, {"type": "string", "pattern": pattern}))
    (tool,) = tools_of(made)
    assert "pattern" not in tool.arguments["note"]
    told = tool.arguments["note"].get("description", "")
    assert (pattern in told) == (len(pattern) < 60)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("paths",), []),
        (("paths", "/pets/{petId}", "post"), "text"),
        (("paths", "/pets/{petId}", "post", "parameters"), {}),
        ((*NOTE, "type"), [None]),
        ((*NOTE, "required"), True),
        ((*BODY, "properties"), []),
        ((*BODY, "required"), True),
    ],
    ids=str,
)
def test_c14_the_wrong_kind_of_value_is_told(place: Any, value: Any) -> None:
    document = base()
    at: Any = document
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    made = make_or_refuse(document)
    if isinstance(made, McpgenError):
        return
    assert all(found.location is not None for found in made.found)
    assert tools_of(made)


@pytest.mark.slow
def test_c10_thousands_of_operations_are_planned() -> None:
    document = base()
    operation = document["paths"]["/pets/{petId}"]["post"]
    document["paths"] = {
        f"/area{number % 50}/pets{number}/{{petId}}": {"post": operation} for number in range(5_000)
    }
    for item in document["paths"].values():
        item["post"] = {key: value for key, value in operation.items() if key != "operationId"}
    text = json.dumps(document)
    assert len(text) > 2_000_000
    steps: list[str] = []
    made = make(text, steps=steps)
    assert len(made.plan.tools) <= 25
    assert len(made.plan.calls) == 5_000
    assert "planning tools" in steps
