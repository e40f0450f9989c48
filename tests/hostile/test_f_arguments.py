"""F: whatever a model gives a tool, the request stays on its host, path and headers."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from package_name.runtime.call import Caller
from package_name.runtime.hooks import Hooks
from package_name.runtime.model import Api, ApiKey, Tool
from package_name.runtime.result import Outcome, Text
from package_name.runtime.settings import Settings

from .documents import BODY, base, benign, changed, make, tools_of

API = Api("pets", "Pets", "https://pets.example/v1", {"key": ApiKey("PETS_KEY", "header", "X-Key")})
ALLOWED = {"accept", "accept-encoding", "connection", "content-length", "content-type", "cookie"}
ALLOWED |= {"host", "user-agent", "x-key", "x-trace"}
CASES = 150


def call(tool: Tool, arguments: dict[str, Any]) -> tuple[Outcome, list[httpx2.Request]]:
    """The outcome, and what reached the API."""
    requests: list[httpx2.Request] = []

    def record(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        return httpx2.Response(200, json={})

    environ = {"PETS_KEY": "key-of-the-server"}
    sent = Settings.from_environment(API, environ)
    caller = Caller(API, Hooks(), sent, httpx2.MockTransport(record))
    return asyncio.run(caller.call(tool, arguments)), requests


def tag_pet() -> Tool:
    (tool,) = tools_of(benign())
    return tool


def assert_in_bounds(request: httpx2.Request) -> None:
    url = request.url
    assert (url.scheme, url.host, url.port) == ("https", "pets.example", None)
    assert request.headers["host"] == "pets.example"
    path, _, query = url.raw_path.decode().partition("?")
    segment = re.fullmatch(r"/v1/pets/([^/?#]+)", path)
    assert segment is not None
    assert segment[1].lower().replace("%2e", ".") not in (".", "..")
    assert re.fullmatch(r"(sort=[^&#]*)?", query)
    assert {name.lower() for name in request.headers} <= ALLOWED
    assert request.headers["x-key"] == "key-of-the-server"
    assert re.fullmatch(r"(theme=[^;\s]*)?", request.headers.get("cookie", ""))
    assert request.method == "POST"


HOSTILE = [
    *(
        "../admin",
        "..",
        ".",
        "%2e%2e",
        "..;",
        "\uff0e\uff0e",
        "x?y=1#z",
        "//evil.example",
        "\\evil",
    ),
    *("@evil.example", ":80@evil", "a\r\nX-Evil: 1", "\x00", "a; admin=1", "a&b=1", "", " ", "é"),
    *("<!ENTITY x>", "]]>", "\ud800", "x" * 20_000, "null", "undefined"),
]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(HOSTILE),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
TEXT = st.sampled_from(HOSTILE) | st.text()
NAMES = ["petId", "note", "sort", "x_trace", "theme"]


@settings(max_examples=CASES, deadline=None, derandomize=True)
@given(
    st.fixed_dictionaries({"petId": TEXT, "note": TEXT}, optional=dict.fromkeys(NAMES[2:], TEXT))
    | st.dictionaries(st.sampled_from(NAMES) | st.text(), ANYTHING, max_size=6)
)
def test_a_request_keeps_its_host_path_and_headers(arguments: dict[str, Any]) -> None:
    outcome, requests = call(tag_pet(), arguments)
    assert len(requests) == (0 if outcome.is_error else 1)
    for request in requests:
        assert_in_bounds(request)


def told(outcome: Outcome) -> str:
    (block,) = outcome.content
    assert isinstance(block, Text)
    return block.text


@pytest.mark.parametrize("value", [None, {}, [], {"a": 1}, "x" * 100_000], ids=lambda v: str(v)[:9])
def test_f03_what_is_no_segment_is_named(value: Any) -> None:
    """The words `null` and `undefined` are sent: an id may be called so, and the API knows."""
    outcome, requests = call(tag_pet(), {"petId": value, "note": "a"})
    assert outcome.is_error
    assert not requests
    assert "petId" in told(outcome) or "URL" in told(outcome)
    assert "key-of-the-server" not in told(outcome)


@pytest.mark.parametrize(
    "name",
    ["Authorization", "Cookie", "Host", "Content-Length", "Transfer-Encoding", "Proxy-X",
     "X-Forwarded-For"],
)  # fmt: skip
def test_f06_a_header_that_steers_the_request_is_no_argument(name: str) -> None:
    (tool,) = tools_of(
        make(changed(("paths", "/pets/{petId}", "post", "parameters", 2, "name"), name))
    )
    assert set(tool.arguments) == {"petId", "note", "sort", "theme"}


def test_f10_a_field_the_api_sets_itself_is_no_argument() -> None:
    fields = {"note": {"type": "string"}, "tenant": {"type": "string", "readOnly": True}}
    (tool,) = tools_of(make(changed((*BODY, "properties"), fields)))
    outcome, requests = call(tool, {"petId": "1", "note": "a", "tenant": "other"})
    assert outcome.is_error
    assert "tenant" in told(outcome)
    assert not requests


def test_f11_a_variable_of_the_address_is_no_argument() -> None:
    document = base()
    document["servers"] = [
        {
            "url": "https://{region}.pets.example",
            "variables": {"region": {"default": "evil.example/#", "enum": ["eu", "us"]}},
        }
    ]
    made = make(document)
    assert made.plan.base_url == "https://eu.pets.example"
    assert "region" not in made.plan.tools[0].input_schema["properties"]


def test_f14_an_address_in_an_argument_is_data() -> None:
    outcome, (request,) = call(
        tag_pet(), {"petId": "http://169.254.169.254/", "note": "http://[::1]/"}
    )
    assert not outcome.is_error
    assert_in_bounds(request)
