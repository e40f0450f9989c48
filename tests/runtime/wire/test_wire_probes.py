"""Every probe of the shared request-serialisation set is sent exactly as it expects."""

from __future__ import annotations

import asyncio
import base64
import json
from email import message_from_bytes
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, unquote

import pytest
from wire_recorder import Recorded, recording
from wire_tools import make_caller, make_tool

from package_name.runtime.model import Body, Field, Operation, Parameter
from package_name.runtime.result import Outcome

PROBES = Path(__file__).parents[3].parent / "shared" / "probes"

if not PROBES.is_dir():
    pytest.skip("the shared probes are not here", allow_module_level=True)

DOCUMENT = json.loads((PROBES / "openapi.json").read_text())
CASES = json.loads((PROBES / "expected.json").read_text())


def resolve(node: Any) -> Any:
    while isinstance(node, dict) and "$ref" in node:
        target: Any = DOCUMENT
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node


def bind(case: dict[str, Any]) -> tuple[Operation, dict[str, Any]]:
    """The operation of a probe and its call as arguments, each named by place and name."""
    item = DOCUMENT["paths"][case["template"]]
    operation = item[case["method"].lower()]
    parameters = []
    for parameter in map(resolve, item.get("parameters", []) + operation.get("parameters", [])):
        parameters.append(
            Parameter(
                f"{parameter['in']}:{parameter['name']}",
                parameter["in"],
                parameter["name"],
                style=parameter.get("style", ""),
                explode=parameter.get("explode"),
                allow_reserved=parameter.get("allowReserved", False),
                media_type=next(iter(parameter.get("content", {})), ""),
            )
        )
    call = case["call"]
    arguments = {
        f"{place}:{name}": value
        for place in ("path", "query", "header", "cookie")
        for name, value in call.get(place, {}).items()
    }
    body = bind_body(resolve(operation.get("requestBody")))
    if body is not None and "body" in call:
        if body.argument:
            arguments[body.argument] = encode_file(call["body"])
        else:
            arguments |= {f"body:{key}": encode_file(v) for key, v in call["body"].items()}
    return Operation(case["method"], case["template"], tuple(parameters), body=body), arguments


def bind_body(body: Any) -> Body | None:
    if body is None:
        return None
    media_type = next((m for m in body["content"] if "json" in m), next(iter(body["content"])))
    content = body["content"][media_type]
    properties = properties_of(content["schema"])
    required = body.get("required", False)
    if not properties:
        return Body(media_type, required, argument="body:")
    fields = []
    for name, schema in properties.items():
        encoding = content.get("encoding", {}).get(name, {})
        binary = "application/octet-stream" if schema.get("format") == "binary" else ""
        fields.append(
            Field(
                f"body:{name}",
                (name,),
                content_type=encoding.get("contentType", binary),
                style=encoding.get("style", ""),
                explode=encoding.get("explode"),
            )
        )
    return Body(media_type, required, tuple(fields))


def properties_of(schema: Any) -> dict[str, Any]:
    schema = resolve(schema)
    found = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []) + schema.get("oneOf", []):
        found |= properties_of(part)
    return {name: resolve(part) for name, part in found.items() if not part.get("readOnly")}


def encode_file(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("@bin:"):
        return base64.b64encode(value.removeprefix("@bin:").encode()).decode()
    return value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["operationId"])
def test_probe(case: dict[str, Any]) -> None:
    requests, outcome = asyncio.run(run(case))
    expect = case["expect"]
    if expect.get("refuse_ok") and outcome.is_error:
        assert requests == []
        return
    assert not outcome.is_error, outcome
    (request,) = requests
    check_line(request, expect)
    check_body(request, expect)


async def run(case: dict[str, Any]) -> tuple[list[Recorded], Outcome]:
    operation, arguments = bind(case)
    async with recording() as upstream:
        caller = make_caller(base_url=f"{upstream.origin}/base")
        outcome = await caller.call(make_tool(operation), arguments)
        await caller.aclose()
    return upstream.requests, outcome


def check_line(request: Recorded, expect: dict[str, Any]) -> None:
    assert request.method == expect.get("method", request.method)
    if "path" in expect:
        assert request.path.removeprefix("/base") in expect["path"]
    if "query" in expect:
        assert request.query in expect["query"]
    if "query_decoded_exact" in expect:
        decoded = {key: value[0] for key, value in parse_qs(request.query).items()}
        assert decoded == expect["query_decoded_exact"]
    if "query_pairs_exact" in expect:
        assert parse_qsl(request.query) == [tuple(pair) for pair in expect["query_pairs_exact"]]
    if "query_json" in expect:
        pairs = [pair.split("=", 1) for pair in request.query.split("&")]
        decoded = {unquote(key): json.loads(unquote(text)) for key, text in pairs}
        assert decoded == expect["query_json"]
    for name, allowed in expect.get("headers", {}).items():
        assert request.header(name) in allowed


def check_body(request: Recorded, expect: dict[str, Any]) -> None:
    if "content_type" in expect:
        assert (request.header("content-type") or "").split(";")[0] in expect["content_type"]
    if "json" in expect:
        assert json.loads(request.body) == expect["json"]
    if "text" in expect:
        assert request.body.decode() == expect["text"]
    if "form_pairs" in expect:
        pairs = parse_qsl(request.body.decode(), keep_blank_values=True)
        assert sorted(pairs) == sorted(tuple(pair) for pair in expect["form_pairs"])
    if "empty_body_or_json" in expect:
        assert not request.body or json.loads(request.body) in expect["empty_body_or_json"]
    if "multipart" in expect:
        check_parts(request, expect["multipart"])


def check_parts(request: Recorded, expected: list[dict[str, Any]]) -> None:
    head = f"Content-Type: {request.header('content-type')}\r\n\r\n".encode()
    parts = message_from_bytes(head + request.body).get_payload()
    found = {part.get_param("name", header="content-disposition"): part for part in parts}
    assert set(found) == {part["name"] for part in expected}
    for part in expected:
        assert found[part["name"]].get_payload(decode=True).decode() == part["text"]
        assert bool(found[part["name"]].get_filename()) == part.get("filename", False)
