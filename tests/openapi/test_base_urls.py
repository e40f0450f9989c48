"""Base URLs: absolute where the document or its own address makes them so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.openapi.model import Api, Variable

Read = Callable[..., Api]

THREE = 'openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {}}}\n'
TWO = 'swagger: "2.0"\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {}}}\n'


@pytest.mark.parametrize(
    ("text", "url", "expected"),
    [
        ("servers: [{url: https://a.example/v1}]", "", ["https://a.example/v1"]),
        ("servers: [{url: /v1}]", "", []),
        ("servers: [{url: /v1}]", "https://b.example/docs/openapi.yaml", ["https://b.example/v1"]),
        ("servers: [{url: ../v1}]", "https://b.example/docs/o.yaml", ["https://b.example/v1"]),
        ("servers: [{url: //c.example}]", "https://b.example/o.yaml", ["https://c.example"]),
        ("servers: [{url: /v1}, {url: https://a.example}]", "", ["https://a.example"]),
        ("", "https://b.example/docs/openapi.yaml", ["https://b.example/"]),
        ("", "", []),
    ],
)
def test_openapi_3(read: Read, text: str, url: str, expected: list[str]) -> None:
    assert [base.url for base in read(THREE + text, url=url).base_urls] == expected


@pytest.mark.parametrize(
    ("text", "url", "expected"),
    [
        ("host: a.example\nbasePath: /v1/\n", "", ["https://a.example/v1"]),
        (
            "host: a.example\nschemes: [http, https, ws]\n",
            "",
            ["https://a.example", "http://a.example"],
        ),
        ("basePath: /v1\n", "", []),
        ("basePath: /v1\n", "http://b.example:8080/swagger.json", ["http://b.example:8080/v1"]),
    ],
)
def test_swagger_2(read: Read, text: str, url: str, expected: list[str]) -> None:
    assert [base.url for base in read(TWO + text, url=url).base_urls] == expected


def test_variables_stay_in_the_url(read: Read) -> None:
    api = read(THREE + """
servers:
  - url: "{root}/{region}/{port}"
    variables:
      root: {default: https://a.example}
      region: {enum: [eu, us], default: us}
      port: {default: 8443}
""")
    (base,) = api.base_urls
    assert base.url == "{root}/{region}/{port}"
    assert base.variables == (
        Variable("root", "https://a.example"),
        Variable("region", "us", ("eu", "us")),
        Variable("port", "8443"),
    )


def test_an_operation_can_live_elsewhere(read: Read) -> None:
    api = read("""
openapi: 3.0.0
info: {title: T, version: "1"}
servers: [{url: https://a.example}]
paths:
  /a:
    servers: [{url: https://path.example}]
    get: {}
    put: {servers: [{url: https://operation.example}]}
  /b: {get: {}}
""")
    found = [[base.url for base in operation.base_urls] for operation in api.operations]
    assert found == [["https://path.example"], ["https://operation.example"], []]


def test_a_missing_address_is_reported_once(read: Read, titles: Callable[[], list[str]]) -> None:
    read(THREE)
    assert titles() == ["the document does not say where the API is"]


def test_a_variable_takes_a_value_of_its_list(read: Read) -> None:
    text = (
        'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a: {get: {}}}\n'
        'servers: [{url: "https://{host}/v1", variables: {host: {default: evil.example/, enum: [a.example]}}}]\n'
    )
    ((variable,),) = [base.variables for base in read(text).base_urls]
    assert (variable.default, variable.enum) == ("a.example", ("a.example",))
