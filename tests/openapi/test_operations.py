"""Paths, parameters and bodies of OpenAPI 3, and what one fault costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.openapi.model import Api, Parameter, Place, Style

HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [{url: https://a.example}]\n'
Read = Callable[..., Api]
Titles = Callable[[], list[str]]


def _parameters(read: Read, text: str, path: str = "/a") -> dict[str, Parameter]:
    api = read(f"{HEAD}paths:\n  {path}:\n    get:\n      parameters: {text}\n")
    return {found.name: found for found in api.operations[0].parameters}


def test_an_operation_replaces_a_path_parameter_of_equal_name_and_place(read: Read) -> None:
    api = read(HEAD + """
paths:
  /a:
    parameters:
      - {name: x, in: query, schema: {type: string}}
      - {name: y, in: query, schema: {type: string}}
    get:
      parameters:
        - {name: x, in: query, schema: {type: integer}}
        - {name: x, in: header, schema: {type: boolean}}
""")
    found = [(p.name, p.place, p.schema.read().types) for p in api.operations[0].parameters]
    assert found == [
        ("x", Place.QUERY, ("integer",)),
        ("y", Place.QUERY, ("string",)),
        ("x", Place.HEADER, ("boolean",)),
    ]


@pytest.mark.parametrize(
    ("written", "style", "explode"),
    [
        ("{name: p, in: query}", Style.FORM, True),
        ("{name: p, in: query, explode: false}", Style.FORM, False),
        ("{name: p, in: query, style: deepObject}", Style.DEEP_OBJECT, False),
        ("{name: p, in: query, style: pipeDelimited}", Style.PIPE_DELIMITED, False),
        ("{name: p, in: header}", Style.SIMPLE, False),
        ("{name: p, in: cookie}", Style.FORM, True),
        ("{name: p, in: cookie, style: cookie}", Style.COOKIE, True),
    ],
)
def test_styles_have_the_defaults_of_their_place(
    read: Read, written: str, style: Style, explode: bool
) -> None:
    found = _parameters(read, f"[{written[:-1]}, schema: {{type: array}}}}]")["p"]
    assert (found.style, found.explode) == (style, explode)


def test_a_style_of_another_place_is_replaced_and_reported(read: Read, titles: Titles) -> None:
    found = _parameters(read, "[{name: p, in: header, style: form, schema: {type: string}}]")
    assert found["p"].style is Style.SIMPLE
    assert titles() == ["`style: form` is not one for the place `header`"]


def test_headers_the_client_sets_itself_are_not_parameters(read: Read) -> None:
    text = (
        "[{name: ACCEPT, in: header}, {name: Authorization, in: header}, {name: X-A, in: header}]"
    )
    assert list(_parameters(read, text)) == ["X-A"]


def test_a_content_parameter_keeps_its_media_type(read: Read) -> None:
    text = "[{name: p, in: query, content: {application/json: {schema: {type: object}}}}]"
    found = _parameters(read, text)["p"]
    assert (found.media_type, found.schema.read().types) == ("application/json", ("object",))


def test_swagger_habits_in_a_parameter_are_understood(read: Read) -> None:
    found = _parameters(read, "[{name: p, in: query, type: integer}, {name: q, in: query}]")
    assert found["p"].schema.read().types == ("integer",)
    assert found["q"].schema.read().types == ("string",)


def test_template_and_declarations_are_made_to_agree(read: Read, titles: Titles) -> None:
    text = "[{name: gone, in: path, schema: {type: string}}]"
    found = _parameters(read, text, "/a/{id}")
    assert list(found) == ["id"]
    assert (found["id"].required, found["id"].schema.read().types) == (True, ("string",))
    assert titles() == [
        "the path parameter `gone` has no place in `/a/{id}`",
        "the path parameter `id` is not declared",
    ]


@pytest.mark.parametrize(
    ("path", "declared", "request_path", "sent"),
    [
        ("/a#b", "[]", "/a", {}),
        ("/#X-Target=Shop.Find", "[]", "/", {}),
        ("/a?type=user&x=%2B", "[]", "/a", {"type": ("user",), "x": ("+",)}),
        ("/a?type=user", "[{name: type, in: query}]", "/a", {"type": ("user",)}),
        ("/a?q={term}", "[{name: term, in: path}]", "/a", {"q": ()}),
        ("/a{?page,size}", "[{name: page, in: query}, {name: size, in: path}]", "/a", None),
        ("a/b", "[]", "/a/b", {}),
    ],
)
def test_a_query_in_a_path_key_is_sent_and_a_fragment_is_not(
    read: Read, path: str, declared: str, request_path: str, sent: dict[str, object] | None
) -> None:
    found = _parameters(read, declared, f'"{path}"')
    api = read(f'{HEAD}paths:\n  "{path}":\n    get: {{parameters: {declared}}}\n')
    assert api.operations[0].identity == f"GET {path}"
    assert api.operations[0].request_path == request_path
    expected = sent if sent is not None else {"page": (), "size": ()}
    assert {name: p.schema.read().const for name, p in found.items()} == expected
    assert all(p.place is Place.QUERY and p.style is Style.FORM for p in found.values())


def test_one_fault_costs_one_operation(read: Read, titles: Titles) -> None:
    api = read(HEAD + """
paths:
  /a:
    get: {parameters: [{$ref: "#/components/parameters/None"}]}
    put: {requestBody: {content: {application/json: {schema: {$ref: "#/nowhere"}}}}}
    post: {parameters: [3]}
    delete: {responses: {"200": {$ref: "#/nowhere"}}}
""")
    assert [found.identity for found in api.operations] == ["DELETE /a"]
    assert [(found.method, found.reason) for found in api.unusable] == [
        ("GET", "`$ref: #/components/parameters/None` leads nowhere"),
        ("PUT", "`$ref: #/nowhere` leads nowhere"),
        ("POST", "a parameter must be an object"),
    ]
    assert api.unusable[0].location.line == 7
    assert "`GET /a` was left out" in titles()


def test_media_types_and_encodings_keep_their_order(read: Read) -> None:
    body = """
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string}}}
            encoding: {file: {contentType: image/png, style: form, explode: true}}
          application/json: {}
"""
    found = read(f"{HEAD}paths:\n  /a:\n    post:{body}").operations[0].body
    assert found is not None
    assert found.required
    assert [media.name for media in found.media_types] == [
        "multipart/form-data",
        "application/json",
    ]
    (encoding,) = found.media_types[0].encodings
    assert (encoding.content_type, encoding.style, encoding.explode) == ("image/png", "form", True)
    assert found.media_types[1].schema is None


def test_openapi_3_2_adds_methods_a_place_and_streams(read: Read) -> None:
    api = read("""
openapi: 3.2.0
info: {title: T, version: "1"}
paths:
  /a:
    query:
      parameters:
        - {name: q, in: querystring, content: {application/x-www-form-urlencoded: {}}}
      requestBody:
        content: {application/jsonl: {itemSchema: {type: string}}}
    additionalOperations:
      COPY: {operationId: copy}
  /b:
    get:
      requestBody: {content: {text/plain: {$ref: "#/components/mediaTypes/Text"}}}
components: {mediaTypes: {Text: {schema: {type: string}}}}
""")
    assert [found.identity for found in api.operations] == ["QUERY /a", "COPY /a", "GET /b"]
    query, _, get = api.operations
    assert query.parameters[0].place is Place.QUERYSTRING
    assert query.parameters[0].media_type == "application/x-www-form-urlencoded"
    assert query.body is not None
    assert get.body is not None
    stream, text = query.body.media_types[0].schema, get.body.media_types[0].schema
    assert stream is not None
    assert text is not None
    assert stream.read().types == ("array",)
    items = stream.read().items
    assert items is not None
    assert items.read().types == text.read().types == ("string",)


def test_a_note_beside_a_reference_describes_the_parameter(read: Read) -> None:
    text = f"""{HEAD}
paths:
  /a:
    get:
      parameters:
        - {{$ref: "#/components/parameters/P", description: Here}}
components: {{parameters: {{P: {{name: p, in: query, description: There}}}}}}
"""
    assert read(text).operations[0].parameters[0].description == "Here"
    older = read(text.replace("3.1.0", "3.0.0"))
    assert older.operations[0].parameters[0].description == "There"


def test_query_is_no_method_before_3_2(read: Read) -> None:
    api = read(f"{HEAD}paths:\n  /a: {{query: {{}}, get: {{}}}}\n")
    assert [found.identity for found in api.operations] == ["GET /a"]


def test_security_falls_back_to_the_document_and_can_be_lifted(read: Read, titles: Titles) -> None:
    api = read(HEAD + """
security: [{Key: []}, {OAuth: [a, b], Key: []}, {}]
paths:
  /a:
    get: {}
    put: {security: []}
    post: {security: [{Unknown: []}, {Key: []}]}
components:
  securitySchemes:
    Key: {type: apiKey, in: header, name: X-Key}
    OAuth:
      type: oauth2
      flows: {clientCredentials: {tokenUrl: https://a.example/token, scopes: {a: A, b: B}}}
    Bearer: {type: http, scheme: Bearer}
    Strange: {type: magic}
""")
    get, put, post = api.operations
    assert [found.schemes for found in get.security] == [
        (("Key", ()),),
        (("OAuth", ("a", "b")), ("Key", ())),
        (),
    ]
    assert put.security == ()
    assert [found.schemes for found in post.security] == [(("Key", ()),)]
    assert [scheme.id for scheme in api.security_schemes] == ["Key", "OAuth", "Bearer"]
    assert titles() == [
        "the security scheme `Strange` was left out",
        "the security scheme `Unknown` is not declared",
    ]


def test_locations_point_at_the_key(read: Read) -> None:
    api = read(f"{HEAD}paths:\n  /a:\n    get: {{}}\n")
    location = api.operations[0].location
    assert str(location) == "openapi.yaml:6:5  #/paths/~1a/get"
    assert location == api.operations[0].location
    assert len({location, api.operations[0].location}) == 1
