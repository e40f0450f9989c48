"""Documents of several files, and where references must not lead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mcpgen.openapi.model import Api
from mcpgen.openapi.references import url_within

Read = Callable[..., Api]
HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [{url: https://a.example}]\n'


def test_every_part_may_stand_in_another_file(read: Read) -> None:
    api = read(
        f"{HEAD}paths:\n  /a/{{id}}: {{$ref: 'parts/paths.yaml#/one'}}\n"
        "components: {schemas: {Home: {type: boolean}}}\n",
        parts__paths_yaml="""
        one:
          parameters:
            - {$ref: "parameters.yaml#/Id"}
          put:
            operationId: put
            requestBody: {$ref: bodies.yaml}
            responses: {"200": {$ref: "parameters.yaml#/Done"}}
          get: {$ref: get.yaml}
        """,
        parts__parameters_yaml="""
        Id: {name: id, in: path, required: true, schema: {$ref: "../openapi.yaml#/components/schemas/Home"}}
        Done: {description: Done, content: {text/plain: {}}}
        """,
        parts__bodies_yaml="""
        content: {application/json: {schema: {$ref: "./node.yaml"}}}
        """,
        parts__node_yaml="""
        type: object
        properties: {next: {$ref: "node.yaml"}, home: {$ref: "../openapi.yaml#/components/schemas/Home"}}
        """,
        parts__get_yaml="operationId: get",
    )
    put, get = api.operations
    assert (put.operation_id, get.operation_id) == ("put", "get")
    assert str(put.location) == "parts/paths.yaml:5:3  #/one/put"
    assert str(get.location) == "parts/get.yaml:1:1"
    assert put.parameters[0].schema.read().types == ("boolean",)
    assert put.parameters[0].schema.name == "Home"
    assert put.responses[0].description == "Done"
    assert put.body is not None
    schema = put.body.media_types[0].schema
    assert schema is not None
    following, home = (child for _, child in schema.read().properties)
    assert following.key == schema.key
    assert home.key == put.parameters[0].schema.key


def test_a_path_item_adds_to_the_one_it_refers_to(read: Read) -> None:
    api = read(HEAD + """
paths:
  /a: {get: {operationId: a}, put: {operationId: shared}}
  /b: {$ref: "#/paths/~1a", get: {operationId: b}}
  /c: {$ref: "#/paths/~1d"}
  /d: {$ref: "#/paths/~1c"}
""")
    assert [(found.identity, found.operation_id) for found in api.operations] == [
        ("GET /a", "a"),
        ("PUT /a", "shared"),
        ("GET /b", "b"),
        ("PUT /b", "shared"),
    ]
    assert [(found.method, found.path) for found in api.unusable] == [("*", "/c"), ("*", "/d")]


@pytest.mark.parametrize(
    "reference",
    [
        "../secret.yaml",
        "link.yaml",
        "%2e%2e/secret.yaml",
        "/etc/passwd",
        "file:///etc/passwd",
        "FILE:secret.yaml",
        "//host/x",
        "\\\\\\\\host\\\\share",
        "http://127.0.0.1:9/x",
        "https://a.example.evil.example/x",
        "ftp://a.example/x",
        "data:application/json,{}",
    ],
)
def test_a_reference_may_not_leave(
    read: Read, tmp_path: Path, titles: Callable[[], list[str]], reference: str
) -> None:
    folder = tmp_path / "api"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("get: {operationId: stolen}\n")
    (tmp_path / "link.yaml").symlink_to("/etc/passwd")
    allowed = ("https://a.example",)
    text = f'{HEAD}paths:\n  /a: {{get: {{}}}}\n  /b: {{$ref: "{reference}"}}\n'
    api = read(text, allow_refs=allowed)
    assert [found.identity for found in api.operations] == ["GET /a"]
    assert "the operations of `/b` were left out" in titles()


def test_a_folder_can_be_allowed(tmp_path: Path, read: Read) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-shared"
    outside.mkdir()
    (outside / "b.yaml").write_text("get: {operationId: b}\n")
    text = f"{HEAD}paths:\n  /b: {{$ref: ../{outside.name}/b.yaml}}\n"
    api = read(text, allow_refs=(str(outside),))
    assert [found.operation_id for found in api.operations] == ["b"]


@pytest.mark.parametrize(
    ("url", "prefix", "within"),
    [
        ("https://a.example/x/y.yaml", "https://a.example/x/", True),
        ("https://a.example/x/y.yaml", "https://a.example/x", True),
        ("https://a.example/x/y.yaml", "https://a.example", True),
        ("https://a.example", "https://a.example/", True),
        ("https://a.example/xy", "https://a.example/x", False),
        ("https://a.example.evil/x", "https://a.example", False),
        ("https://a.example@evil/x", "https://a.example", False),
        ("http://a.example/x", "https://a.example", False),
        ("https://a.example:8443/x", "https://a.example", False),
        ("https://a.example/x/../z", "https://a.example/x/", False),
        ("https://a.example/x/%2e%2e/z", "https://a.example/x/", False),
        ("https://a.example/x/%252e%252e/z", "https://a.example/x/", False),
        ("https://user@a.example/x", "https://a.example", False),
        ("https://a.example:port/x", "https://a.example", False),
    ],
)
def test_url_within(url: str, prefix: str, within: bool) -> None:
    assert url_within(url, prefix) is within
