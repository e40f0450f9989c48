"""Short ways to make tools and callers for the tests of this folder."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx2
from wire_recorder import Recorded, recording

from package_name.runtime.call import Caller
from package_name.runtime.hooks import Hooks
from package_name.runtime.model import (
    Annotations,
    Api,
    Body,
    Credential,
    Operation,
    Parameter,
    Tool,
)
from package_name.runtime.result import Outcome, Text
from package_name.runtime.settings import Settings

READ = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)


def make_tool(operations: Mapping[str, Operation] | Operation, **arguments: Any) -> Tool:
    """A tool named `acme_test`; arguments without a schema given take anything."""
    if isinstance(operations, Operation):
        operations = {"call": operations}
    names = [name for operation in operations.values() for name in operation.arguments]
    schemas = {**{name: {} for name in names}, **arguments}
    return Tool("acme_test", "Test", "A test tool", READ, schemas, operations)


def get(path: str, *parameters: Parameter, **more: Any) -> Operation:
    return Operation("GET", path, parameters, **more)


def post(body: Body, path: str = "/things", **more: Any) -> Operation:
    return Operation("POST", path, body=body, **more)


def make_caller(
    *,
    base_url: str = "https://api.acme.test",
    environ: Mapping[str, str] | None = None,
    hooks: Hooks | None = None,
    transport: httpx2.AsyncBaseTransport | None = None,
    credentials: Mapping[str, Credential] | None = None,
    **changed: Any,
) -> Caller:
    """A caller whose API's document gives `base_url`; `changed` replaces settings."""
    api = Api("acme", "Acme", base_url, credentials or {})
    settings = Settings.from_environment(api, environ or {})
    return Caller(api, hooks or Hooks(), replace(settings, **changed), transport)


def call(caller: Caller, tool: Tool, /, **arguments: Any) -> Outcome:
    return asyncio.run(caller.call(tool, arguments))


def answering(*responses: httpx2.Response) -> httpx2.MockTransport:
    """A transport that gives the responses in turn, the last one for ever."""
    left = list(responses)
    return httpx2.MockTransport(lambda _: left.pop(0) if len(left) > 1 else left[0])


def sent(operation: Operation, path: str = "", **arguments: Any) -> Recorded:
    """The request that a call of the operation puts on a real wire."""

    async def run() -> Recorded:
        async with recording() as upstream:
            caller = make_caller(base_url=upstream.origin + path)
            outcome = await caller.call(make_tool(operation), arguments)
            await caller.aclose()
        assert not outcome.is_error, outcome
        (request,) = upstream.requests
        return request

    return asyncio.run(run())


def refused(operation: Operation, **arguments: Any) -> str:
    """The error text of a call that must not send anything."""

    def fail(request: httpx2.Request) -> httpx2.Response:
        raise AssertionError(f"sent {request.url}")

    outcome = call(
        make_caller(transport=httpx2.MockTransport(fail)), make_tool(operation), **arguments
    )
    assert outcome.is_error
    assert outcome.structured is None
    return text_of(outcome)


def text_of(outcome: Outcome) -> str:
    (block,) = outcome.content
    assert isinstance(block, Text)
    return block.text
