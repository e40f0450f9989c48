"""Starts the server on one of its two transports."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress

import anyio

from .call import Caller
from .protocol import ToolServer
from .service import Service
from .settings import Settings, SettingsError

# A call ends by the deadline of the API; what is left is only to write its answer.
DRAIN_MARGIN_SECONDS = 5.0


def serve_on_stdio(service: Service, settings: Settings) -> int:
    """Serve the client on stdin and stdout until it leaves."""
    from .stdio import serve_stdio

    async def serve() -> None:
        caller = Caller(service.api, service.hooks, settings, catalogue=service.catalogue)
        try:
            server = ToolServer(service, caller).server
            _announce(service, caller, settings, "stdio")
            await serve_stdio(server, settings.timeout_seconds + DRAIN_MARGIN_SECONDS)
        finally:
            await caller.aclose()

    status = 0
    try:
        anyio.run(serve)
    except* BrokenPipeError:
        status = 1  # the client left without reading its answers
    return status


def serve_on_http(
    service: Service, settings: Settings, host: str, port: int, *, unauthenticated: bool
) -> int:
    """Serve HTTP until the process is told to stop."""
    import uvicorn

    from .guard import Guard, check_bind
    from .http import Application, Endpoint

    guard = Guard.from_environment(service.api, os.environ)
    override = os.environ.get(service.api.variable("ALLOW_UNAUTHENTICATED"), "")
    unauthenticated = unauthenticated or override.lower() in ("1", "true", "yes", "on")
    check_bind(service.api, host, guard, unauthenticated=unauthenticated)
    listener = listen(host, port)
    caller = Caller(service.api, service.hooks, settings, catalogue=service.catalogue)
    endpoint = Endpoint(ToolServer(service, caller), guard)
    config = uvicorn.Config(
        Application(endpoint, caller, ready=bool(settings.base_url)),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=int(settings.timeout_seconds + DRAIN_MARGIN_SECONDS),
    )
    address = _authority(host, listener.getsockname()[1])
    _announce(service, caller, settings, f"http://{address}/mcp")
    # Once it has stopped in good order, uvicorn raises the signal again.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, for any port if `port` is 0."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP, asyncio sends at once; otherwise each answer waits for the client's last ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        where = _authority(host, port)
        raise SettingsError(f"Cannot listen on {where}: {error.strerror}") from None
    return listener


def _announce(service: Service, caller: Caller, settings: Settings, transport: str) -> None:
    """Say on stderr what was started, and what will not work."""
    api = settings.base_url or f"unknown, set {service.api.variable('BASE_URL')} or --base-url"
    lines = [f"{service.name} {service.version} on {transport}, API at {api}"]
    closed: dict[str, int] = {}
    for missing in caller.credentials.missing(service.tools):
        closed[str(missing)] = closed.get(str(missing), 0) + 1
    for names, count in closed.items():
        what = "1 operation needs" if count == 1 else f"{count} operations need"
        lines.append(f"  {what} {names}, not set")
    unknown = service.hooks.unknown_tools(tool.name for tool in service.tools)
    lines += [f"  hooks.py names a tool that does not exist: {name}" for name in unknown]
    print("\n".join(lines), file=sys.stderr)


def _authority(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
