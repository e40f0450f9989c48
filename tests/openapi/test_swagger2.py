"""Swagger 2.0 in the terms of OpenAPI 3."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.openapi.model import (
    Api,
    ApiKeyScheme,
    Body,
    HttpScheme,
    OAuthFlow,
    OAuthScheme,
    Place,
    Style,
)

Read = Callable[..., Api]
HEAD = 'swagger: "2.0"\ninfo: {title: T, version: "1"}\nhost: a.example\n'


def _body(read: Read, operation: str, head: str = HEAD) -> Body:
    found = read(f"{head}paths:\n  /a:\n    post: {operation}\n").operations[0].body
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("words", "style", "explode"),
    [
        ("in: query", Style.FORM, False),
        ("in: query, collectionFormat: multi", Style.FORM, True),
        ("in: query, collectionFormat: ssv", Style.SPACE_DELIMITED, False),
        ("in: query, collectionFormat: tsv", Style.TAB_DELIMITED, False),
        ("in: query, collectionFormat: pipes", Style.PIPE_DELIMITED, False),
        ("in: header", Style.SIMPLE, False),
        ("in: header, collectionFormat: pipes", Style.PIPE_DELIMITED, False),
    ],
)
def test_collection_formats(read: Read, words: str, style: Style, explode: bool) -> None:
    parameter = f"{{name: p, {words}, type: array, items: {{type: integer}}}}"
    (found,) = read(f"{HEAD}paths: {{/a: {{get: {{parameters: [{parameter}]}}}}}}").operations
    (p,) = found.parameters
    assert (p.style, p.explode) == (style, explode)
    items = p.schema.read().items
    assert items is not None
    assert items.read().types == ("integer",)


def test_a_body_takes_what_the_document_consumes(read: Read) -> None:
    parameter = "{name: thing, in: body, required: true, schema: {$ref: '#/definitions/Thing'}}"
    head = f"{HEAD}consumes: [application/xml]\ndefinitions: {{Thing: {{type: object}}}}\n"
    body = _body(read, f"{{parameters: [{parameter}]}}", head)
    assert body.required
    assert [media.name for media in body.media_types] == ["application/xml"]
    schema = body.media_types[0].schema
    assert schema is not None
    assert (schema.name, schema.read().types) == ("Thing", ("object",))
    own = _body(read, f"{{consumes: [text/csv], parameters: [{parameter}]}}", head)
    assert [media.name for media in own.media_types] == ["text/csv"]
    plain = _body(read, f"{{parameters: [{parameter.replace('$ref', 'x-ref')}]}}")
    assert [media.name for media in plain.media_types] == ["application/json"]


def test_form_fields_become_a_form_body(read: Read) -> None:
    fields = """{parameters: [
      {name: a, in: formData, type: string, required: true},
      {name: b, in: formData, type: array, items: {type: string}, collectionFormat: multi}]}"""
    body = _body(read, fields)
    (media,) = body.media_types
    assert media.name == "application/x-www-form-urlencoded"
    assert media.schema is not None
    found = media.schema.read()
    assert [(name, child.read().types) for name, child in found.properties] == [
        ("a", ("string",)),
        ("b", ("array",)),
    ]
    assert found.required == ("a",)
    (encoding,) = media.encodings
    assert (encoding.name, encoding.style, encoding.explode) == ("b", Style.FORM, True)


def test_a_file_makes_the_form_multipart(read: Read) -> None:
    body = _body(read, "{parameters: [{name: f, in: formData, type: file}]}")
    (media,) = body.media_types
    assert media.name == "multipart/form-data"
    assert media.schema is not None
    _, file = media.schema.read().properties[0]
    assert (file.read().types, file.read().format) == (("string",), "binary")


def test_responses_give_what_the_document_produces(read: Read) -> None:
    operation = """{responses: {200: {description: x, schema: {type: file}, headers: {X-Next: {}}},
      204: {description: y}}, produces: [application/pdf]}"""
    (found,) = read(f"{HEAD}paths:\n  /a:\n    get: {operation}\n").operations
    first, second = found.responses
    assert (first.status, first.headers) == ("200", ("X-Next",))
    (media,) = first.media_types
    assert media.name == "application/pdf"
    assert second.media_types == ()


def test_security_definitions(read: Read) -> None:
    api = read(HEAD + """
paths: {/a: {get: {}}}
securityDefinitions:
  basic: {type: basic}
  key: {type: apiKey, in: query, name: k}
  app: {type: oauth2, flow: application, tokenUrl: https://a.example/t, scopes: {a: A}}
""")
    assert api.security_schemes == (
        HttpScheme("basic", "basic"),
        ApiKeyScheme("key", "k", Place.QUERY),
        OAuthScheme("app", (OAuthFlow("clientCredentials", "https://a.example/t", ("a",)),)),
    )


def test_nullable_has_an_extension(read: Read) -> None:
    parameter = "{name: p, in: query, type: string, x-nullable: true, discriminator: d}"
    (found,) = read(f"{HEAD}paths: {{/a: {{get: {{parameters: [{parameter}]}}}}}}").operations
    schema = found.parameters[0].schema.read()
    assert (schema.nullable, schema.discriminator) == (True, "d")
