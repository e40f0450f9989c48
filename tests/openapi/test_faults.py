"""Whatever stands at any place of a document: a problem is reported, and never a traceback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mcpgen.diagnostics import McpgenError, Report
from mcpgen.openapi.check import check_structure, warn_structure
from mcpgen.openapi.documents import Document
from mcpgen.openapi.model import Api, SchemaRef
from mcpgen.openapi.parse import parse_document
from mcpgen.openapi.read import Origin, read_api
from mcpgen.openapi.references import Library
from mcpgen.openapi.yaml_values import read_yaml

THREE = """
openapi: 3.2.0
info: {title: T, version: "1", description: D}
externalDocs: {url: https://a.example}
tags: [{name: a, description: A}]
servers: [{url: "https://{b}.example", variables: {b: {default: a, enum: [a]}}}]
security: [{k: [s]}]
webhooks: {w: {post: {}}}
paths:
  /a/{id}?x=1:
    parameters: [{$ref: "#/components/parameters/P"}]
    servers: [{url: /v1}]
    post:
      operationId: o
      tags: [a]
      security: [{}]
      parameters: [{name: q, in: query, style: form, explode: true, schema: {type: array}}]
      requestBody:
        required: true
        content: {a/b: {schema: {$ref: "#/components/schemas/S"}, encoding: {f: {style: form}}}}
      responses:
        "200": {description: D, headers: {H: {}}, content: {a/b: {itemSchema: {type: string}}}}
    additionalOperations: {COPY: {}}
components:
  parameters: {P: {name: id, in: path, content: {a/b: {schema: {type: string}}}}}
  schemas:
    S:
      type: [object, "null"]
      required: [f]
      properties: {f: {$ref: "#/components/schemas/S", description: D}, g: {enum: [1]}}
      patternProperties: {x: {minLength: 1}}
      additionalProperties: false
      allOf: [{prefixItems: [{items: {maximum: 1, exclusiveMaximum: 2}}]}]
      discriminator: {propertyName: f}
  securitySchemes:
    k: {type: apiKey, in: header, name: K}
    o: {type: oauth2, flows: {password: {tokenUrl: https://a.example, scopes: {s: S}}}}
"""
TWO = """
swagger: "2.0"
info: {title: T}
host: a.example
basePath: /v1
schemes: [https]
consumes: [a/b]
produces: [a/b]
paths:
  /a:
    post:
      parameters:
        - {name: f, in: formData, type: array, collectionFormat: multi, required: true}
        - {name: h, in: header, type: array, collectionFormat: pipes}
      responses: {"200": {description: D, schema: {type: file}}}
    put:
      parameters: [{name: b, in: body, schema: {discriminator: d, x-nullable: true}}]
securityDefinitions:
  o: {type: oauth2, flow: accessCode, scopes: {s: S}}
  b: {type: basic}
"""
VALUES = [
    *(
        "null",
        "true",
        "0",
        "-1.5",
        '""',
        "text",
        '"{x}"',
        '"\\uFFFF"',
        "[]",
        "[null]",
        "[[]]",
        "{}",
    ),
    *('{$ref: "#"}', '{$ref: "#/paths"}', "{$ref: 5}", '{$ref: "http://[x"}', '{$ref: "%00"}'),
    *("{a: null}", "[{}]", "[a, 1]"),
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("text", [THREE, TWO], ids=["three", "two"])
def test_any_value_at_any_place(text: str, value: str) -> None:
    dialect = "3.2" if text is THREE else "2.0"
    replacement = read_yaml(value, "value")
    for place in range(sum(1 for _ in _places(read_yaml(text, "x")))):
        root = read_yaml(text, "x")
        container, key = list(_places(root))[place]
        container[key] = replacement
        _read(parse_document(b"{}", "x", "/nowhere/x"), root, dialect)


def _places(value: object) -> Iterator[tuple[object, object]]:
    if isinstance(value, dict):
        keys: list[object] = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _read(empty: Document, root: object, dialect: str) -> None:
    document = Document("x", empty.address, root, lambda: lambda _: (1, 1))
    report = Report()
    library = Library(document, "/nowhere", (), _no_file, _no_file)
    try:
        findings = check_structure(library, dialect, report, strict=False)
        warn_structure(document, findings, report)
        api = read_api(library, dialect, Origin("x", "http://h.example/x", ""), report)
        _read_schemas(api)
    except McpgenError as error:
        report.add(error.diagnostic)
    assert all(found.location and str(found) for found in report)


def _no_file(address: str) -> bytes:
    raise FileNotFoundError(address)


def _read_schemas(api: Api) -> None:
    waiting: list[SchemaRef | None] = [
        *(item.schema for found in api.operations for item in found.parameters),
        *(
            media.schema
            for found in api.operations
            if found.body
            for media in found.body.media_types
        ),
        *(m.schema for found in api.operations for r in found.responses for m in r.media_types),
    ]
    seen: set[str] = set()
    while waiting:
        reference = waiting.pop()
        if reference is None or reference.key in seen:
            continue
        seen.add(reference.key)
        schema = reference.read()
        waiting += (child for _, child in schema.properties)
        waiting += (*schema.all_of, *schema.prefix_items, schema.items)
        waiting += [schema.additional] if not isinstance(schema.additional, bool) else []
