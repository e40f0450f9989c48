"""The generated tools in front of a stub of the API, without the hooks of `hooks.py`."""

from dataclasses import replace

import pytest
from stub_api import StubApi

from bookshop_mcp.runtime.call import Caller
from bookshop_mcp.runtime.guard import Guard
from bookshop_mcp.runtime.hooks import Hooks
from bookshop_mcp.runtime.http import Application, Endpoint
from bookshop_mcp.runtime.model import ClientCertificate
from bookshop_mcp.runtime.protocol import ToolServer
from bookshop_mcp.runtime.service import Service
from bookshop_mcp.runtime.settings import Settings, credential_variables
from bookshop_mcp.server import SERVICE


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["legacy", "2026-07-28"])
def era(request: pytest.FixtureRequest) -> str:
    """A protocol era, as the official client names it."""
    return str(request.param)


@pytest.fixture
def service() -> Service:
    return replace(SERVICE, hooks=Hooks())


@pytest.fixture
def settings(service: Service) -> Settings:
    """Every credential is set. A document without an address gets one that leads nowhere."""
    api = service.api
    environ = {api.variable("ALLOW_HTTP"): "1"}
    for credential in api.credentials.values():
        if not isinstance(credential, ClientCertificate):
            environ |= dict.fromkeys(credential_variables(credential), "sample-credential")
    return Settings.from_environment(
        api, environ, base_url=None if api.base_url else "https://api.invalid"
    )


@pytest.fixture
def stub() -> StubApi:
    return StubApi()


@pytest.fixture
def caller(service: Service, settings: Settings, stub: StubApi) -> Caller:
    return Caller(service.api, service.hooks, settings, stub.transport, service.catalogue)


@pytest.fixture
def tool_server(service: Service, caller: Caller) -> ToolServer:
    return ToolServer(service, caller)


@pytest.fixture
def application(tool_server: ToolServer, caller: Caller) -> Application:
    return Application(Endpoint(tool_server, Guard()), caller, ready=True)
