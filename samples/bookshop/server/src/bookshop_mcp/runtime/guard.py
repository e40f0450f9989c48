"""Who may reach the HTTP endpoint, and with what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import mcp_types as types
from mcp.shared.inbound import find_duplicated_routing_header

from .asgi import Receive
from .message import RefusedError
from .model import Api
from .settings import SettingsError

MAX_BODY_BYTES = 4 * 1024 * 1024

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True, slots=True)
class Guard:
    """The hosts and origins this server answers to besides the machine it runs on.

    A page in a browser can make its own domain point at this server (DNS rebinding), but it can
    change neither the `Host` nor the `Origin` the browser then sends.
    """

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    @classmethod
    def from_environment(cls, api: Api, environ: Mapping[str, str]) -> Guard:
        return cls(
            frozenset(_read_hosts(api.variable("ALLOWED_HOSTS"), environ)),
            frozenset(_read_origins(api.variable("ALLOWED_ORIGINS"), environ)),
        )

    def check(self, headers: Mapping[str, str]) -> None:
        """Refuse a request for another host, or from a page of another origin."""
        host = headers.get("host", "").lower()
        if not self._allows_host(host):
            raise RefusedError(
                421, types.INVALID_REQUEST, "This server does not answer to that Host"
            )
        origin = headers.get("origin")
        if origin is not None and not self._allows_origin(origin.lower()):
            raise RefusedError(403, types.INVALID_REQUEST, "This Origin is not allowed")

    def _allows_host(self, host: str) -> bool:
        name = _without_port(host)
        return host in self.hosts or name in self.hosts or name in LOOPBACK

    def _allows_origin(self, origin: str) -> bool:
        if origin in self.origins:
            return True
        scheme, separator, host = origin.partition("://")
        return bool(separator) and scheme in ("http", "https") and _without_port(host) in LOOPBACK


def check_bind(api: Api, host: str, guard: Guard, *, unauthenticated: bool) -> None:
    """Refuse to serve other machines unless that was asked for and the hosts are named."""
    if _is_loopback(host):
        return
    if not unauthenticated:
        raise SettingsError(
            f"Listening on {host} lets other machines call the API with this server's credentials. "
            f"Add --allow-unauthenticated or set {api.variable('ALLOW_UNAUTHENTICATED')}=1 "
            "if something in front of it checks who calls"
        )
    if not guard.hosts:
        raise SettingsError(
            f"Set {api.variable('ALLOWED_HOSTS')} to the host names clients use for this server, "
            "separated by commas"
        )


def read_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by lower-case name; the ones that decide something may come only once."""
    pairs = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in raw]
    names = [name for name, _ in pairs]
    if names.count("host") > 1 or names.count("origin") > 1:
        raise RefusedError(400, types.INVALID_REQUEST, "Host and Origin may each be sent once")
    if repeated := find_duplicated_routing_header(pairs):
        raise RefusedError(400, types.HEADER_MISMATCH, f"{repeated} may be sent once")
    # Some HTTP parsers keep the blanks around a value, which are no part of it (RFC 9110 5.5).
    return {name: value.strip(" \t") for name, value in pairs}


def check_request(method: str, headers: Mapping[str, str]) -> None:
    """Refuse what is not a POST of JSON that accepts JSON."""
    if method != "POST":
        raise RefusedError(405, types.INVALID_REQUEST, "Only POST is served here", allow="POST")
    content_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise RefusedError(415, types.INVALID_REQUEST, "Content-Type must be application/json")
    if not accepts(headers, "application/json"):
        raise RefusedError(406, types.INVALID_REQUEST, "Accept must include application/json")


def accepts(headers: Mapping[str, str], media_type: str) -> bool:
    """Whether the client takes an answer of that type; without Accept it takes any."""
    wanted = {media_type, media_type.partition("/")[0] + "/*", "*/*"}
    ranges = headers.get("accept", "*/*").lower().split(",")
    return any(each.partition(";")[0].strip() in wanted for each in ranges)


async def read_body(headers: Mapping[str, str], receive: Receive) -> bytes | None:
    """The whole body within the limit, or None when the client left before its end."""
    declared = headers.get("content-length", "")
    if re.fullmatch(r"[0-9]{1,18}", declared) and int(declared) > MAX_BODY_BYTES:
        raise _too_large()
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MAX_BODY_BYTES:
            raise _too_large()
        more = message.get("more_body", False)
    return bytes(body)


def _too_large() -> RefusedError:
    return RefusedError(
        413, types.INVALID_REQUEST, f"The body is larger than {MAX_BODY_BYTES} bytes"
    )


def _read_hosts(variable: str, environ: Mapping[str, str]) -> Iterable[str]:
    for entry in _entries(variable, environ):
        parts = urlsplit(f"//{entry}")
        if parts.netloc != entry or not parts.hostname or "*" in entry or "@" in entry:
            raise SettingsError(
                f"{variable} takes host names such as mcp.example.com or mcp.example.com:8443, "
                f"separated by commas, not {entry!r}"
            )
        yield entry


def _read_origins(variable: str, environ: Mapping[str, str]) -> Iterable[str]:
    for entry in _entries(variable, environ):
        parts = urlsplit(entry)
        if f"{parts.scheme}://{parts.netloc}" != entry or not parts.hostname or "*" in entry:
            raise SettingsError(
                f"{variable} takes origins such as https://app.example.com, "
                f"separated by commas, not {entry!r}"
            )
        yield entry


def _entries(variable: str, environ: Mapping[str, str]) -> list[str]:
    entries = environ.get(variable, "").lower().split(",")
    return [entry.strip() for entry in entries if entry.strip()]


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isascii() and port.isdigit() else host


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
