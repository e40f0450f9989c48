"""The shop's server in one process with the tests, without sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2
import pytest
from mcp_wire import Wire
from shop_service import SERVICE, Recorder

from package_name.runtime.call import Caller
from package_name.runtime.guard import Guard
from package_name.runtime.http import Application, Endpoint
from package_name.runtime.protocol import ToolServer
from package_name.runtime.settings import Settings


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def api() -> Recorder:
    return Recorder()


@pytest.fixture
def caller(api: Recorder) -> Caller:
    settings = Settings.from_environment(SERVICE.api, {"SHOP_TOKEN": "token-of-the-shop"})
    return Caller(SERVICE.api, SERVICE.hooks, settings, api.transport)


@pytest.fixture
def tool_server(caller: Caller) -> ToolServer:
    return ToolServer(SERVICE, caller)


@pytest.fixture
def application(tool_server: ToolServer, caller: Caller) -> Application:
    return Application(Endpoint(tool_server, Guard()), caller, ready=True)


@pytest.fixture
async def wire(application: Application) -> AsyncIterator[Wire]:
    transport = httpx2.ASGITransport(app=application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        yield Wire(http)
