"""Schemas: every dialect's words in one, references lazy, recursion noticed by key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.openapi.model import Api, Schema, SchemaRef

Read = Callable[..., Api]
Titles = Callable[[], list[str]]


@pytest.fixture
def schema(read: Read) -> Callable[..., SchemaRef]:
    """The schema of the only request body of a document of the given version."""

    def read_schema(written: str, components: str = "{}", version: str = "3.1.0") -> SchemaRef:
        text = f"""
openapi: {version}
info: {{title: T, version: "1"}}
servers: [{{url: https://a.example}}]
paths:
  /a:
    post: {{requestBody: {{content: {{application/json: {{schema: {written}}}}}}}}}
components:
  schemas: {components}
"""
        body = read(text).operations[0].body
        assert body is not None
        found = body.media_types[0].schema
        assert found is not None
        return found

    return read_schema


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{type: [string, 'null']}", Schema(("string",), nullable=True)),
        ("{type: 'null'}", Schema(nullable=True)),
        ("{type: string, nullable: true}", Schema(("string",), nullable=True)),
        ("{minimum: 1, exclusiveMinimum: true}", Schema(exclusive_minimum=1)),
        ("{minimum: 1, exclusiveMinimum: false}", Schema(minimum=1)),
        ("{exclusiveMaximum: 5.5}", Schema(exclusive_maximum=5.5)),
        ("{const: null}", Schema(const=(None,))),
        ("{default: null}", Schema(default=(None,))),
        ("{enum: [1, null]}", Schema(enum=(1, None))),
        ("{example: 0}", Schema(examples=(0,))),
        ("{examples: [1, 2]}", Schema(examples=(1, 2))),
        ("{minLength: 2.0, maxLength: -1, minItems: x}", Schema(min_length=2)),
        ("{minimum: true, multipleOf: 0.5}", Schema(multiple_of=0.5)),
        ("{required: true}", Schema()),
        ("{required: [a, a, 3]}", Schema(required=("a",))),
        ("{additionalProperties: false}", Schema(additional=False)),
        ("{unevaluatedProperties: false}", Schema(additional=False)),
        ("{discriminator: {propertyName: kind}}", Schema(discriminator="kind")),
        ("true", Schema()),
        ("false", Schema(never=True)),
        ("{readOnly: true, deprecated: true}", Schema(read_only=True, deprecated=True)),
    ],
)
def test_words_become_those_of_2020_12(
    schema: Callable[..., SchemaRef], written: str, expected: Schema
) -> None:
    assert schema(written).read() == expected


def test_types_nobody_knows_are_ignored_and_reported(
    schema: Callable[..., SchemaRef], titles: Titles
) -> None:
    assert schema("{type: [null, string, decimal]}").read().types == ("string",)
    assert titles() == ["`decimal` is not a JSON type"]


def test_items_may_be_a_tuple(schema: Callable[..., SchemaRef]) -> None:
    for word in ("items", "prefixItems"):
        found = schema(f"{{type: array, {word}: [{{type: string}}, {{type: integer}}]}}").read()
        assert [item.read().types for item in found.prefix_items] == [("string",), ("integer",)]
        assert found.items is None


def test_equal_keys_are_one_schema(schema: Callable[..., SchemaRef]) -> None:
    node = "{Node: {type: object, properties: {next: {$ref: '#/components/schemas/Node'}}}}"
    outer = schema("{$ref: '#/components/schemas/Node'}", node)
    _, inner = outer.read().properties[0]
    assert outer.key == inner.key
    assert outer.key.endswith("openapi.yaml#/components/schemas/Node")
    assert outer.name == inner.name == "Node"
    assert outer.read() is inner.read()


def test_words_beside_a_reference_count_since_3_1(schema: Callable[..., SchemaRef]) -> None:
    components = "{Name: {type: string, description: Any name, maxLength: 9}}"
    noted = "{$ref: '#/components/schemas/Name', description: The owner}"
    narrowed = "{$ref: '#/components/schemas/Name', minLength: 1}"
    new = schema(noted, components)
    assert (new.read().description, new.read().max_length, new.name) == ("The owner", 9, "Name")
    assert schema(noted, components, "3.0.0").read().description == "Any name"
    both = schema(narrowed, components)
    assert (both.read().min_length, both.name) == (1, "")
    assert [part.read().max_length for part in both.read().all_of] == [9]


def test_references_that_only_refer_to_each_other_end(
    schema: Callable[..., SchemaRef], titles: Titles
) -> None:
    components = """
    A: {$ref: '#/components/schemas/B', description: a}
    B: {$ref: '#/components/schemas/A', description: b}
    C: {allOf: [{$ref: '#/components/schemas/C'}]}
    D: {$ref: '#/components/schemas/E'}
    E: {$ref: '#/components/schemas/D'}
"""
    assert schema("{$ref: '#/components/schemas/A'}", components).read() == Schema(description="a")
    looping = schema("{$ref: '#/components/schemas/C'}", components)
    assert looping.read().all_of[0].key == looping.key
    deep = schema("{properties: {d: {$ref: '#/components/schemas/D'}}}", components)
    assert deep.read().properties[0][1].read() == Schema()
    assert "`$ref: #/components/schemas/E` leads back to itself" in titles()


def test_an_unresolved_reference_costs_its_schema_only(
    schema: Callable[..., SchemaRef], titles: Titles
) -> None:
    found = schema("{properties: {a: {$ref: '#/none'}, b: {type: string}, c: 3, d: null}}").read()
    assert [child.read() for _, child in found.properties] == [
        Schema(),
        Schema(("string",)),
        Schema(),
        Schema(),
    ]
    assert titles() == [
        "`$ref: #/none` leads nowhere",
        "a schema must be an object",
        "a schema must be an object",
    ]


@pytest.mark.parametrize(
    "reference",
    [
        "#/components/schemas/a~1b~0c",
        "#/components/schemas/a~1b%7E0c",
        "#named",
        "openapi.yaml#named",
    ],
)
def test_a_fragment_is_a_pointer_or_an_anchor(
    schema: Callable[..., SchemaRef], reference: str
) -> None:
    components = '{"a/b~c": {$anchor: named, type: integer}}'
    assert schema(f"{{$ref: '{reference}'}}", components).read().types == ("integer",)


def test_a_bomb_of_references_is_read_one_level_at_a_time(
    schema: Callable[..., SchemaRef],
) -> None:
    components = "\n"
    for level in range(9):
        reference = f"{{$ref: '#/components/schemas/L{level + 1}'}}"
        components += f"    L{level}: {{allOf: [{', '.join([reference] * 10)}]}}\n"
    components += "    L9: {type: string}\n"
    found = schema("{$ref: '#/components/schemas/L0'}", components)
    for _ in range(9):
        found = found.read().all_of[-1]
    assert found.read().types == ("string",)
