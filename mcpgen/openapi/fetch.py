"""Fetching a document over HTTP within limits: size, time, redirects and where they lead."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit, urlunsplit

from mcpgen.diagnostics import ExitCode, Location, McpgenError, failure
from mcpgen.openapi.files import MAX_BYTES
from mcpgen.openapi.references import url_within

if TYPE_CHECKING:
    import httpx2

_MAX_SECONDS = 60.0
_MAX_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_SECRET_NAME = re.compile(r"key|token|secret|sig|pass|auth|code|cred|session|jwt", re.IGNORECASE)
_SECRET_VALUE = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[^=]{20,}")
_SAVE_IT = "download it another way and give mcpgen the file"


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a URL answered, and the address it was found at after redirects."""

    data: bytes
    url: str


def public_url(url: str) -> str:
    """A URL fit to be shown and stored: without user, password, query secrets and fragment."""
    parts = urlsplit(url)
    kept = [pair for pair in parts.query.split("&") if not _is_secret(pair)]
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "&".join(kept), ""))


def _is_secret(pair: str) -> bool:
    name, _, value = pair.partition("=")
    return bool(_SECRET_NAME.search(name) or _SECRET_VALUE.fullmatch(value))


def fetch(url: str, allowed: Callable[[str], bool] | None = None) -> Fetched:
    """Read a URL; where `allowed` is given it must agree to every address on the way."""
    import anyio  # these two take their time to import, and only a document from the web needs them
    import httpx2

    shown = public_url(url)
    try:
        return anyio.run(_Fetch(url, shown, allowed).run)
    except TimeoutError:
        problem = f"it took longer than {_MAX_SECONDS:.0f} seconds"
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        problem = _reason(error, url)
    raise failure(
        f"{shown} cannot be fetched",
        exit_code=ExitCode.ENVIRONMENT,
        location=Location(shown),
        detail=f"The reason: {problem}.",
        hint=f"check the address and the network, or {_SAVE_IT}",
    )


def reference_reader(allow_refs: tuple[str, ...]) -> Callable[[str], bytes]:
    """Fetches what references name, and never leaves what the user allowed."""

    def allowed(url: str) -> bool:
        return any(url_within(url, prefix) for prefix in allow_refs)

    return lambda url: fetch(url, allowed).data


def _reason(error: Exception, url: str) -> str:
    said = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    user = urlsplit(url).netloc.rpartition("@")[0]
    # A library's message may quote the URL it was given.
    return said.replace(url, public_url(url)).replace(f"{user}@" if user else url, "")


@dataclass(slots=True)
class _Fetch:
    url: str
    shown: str
    allowed: Callable[[str], bool] | None

    async def run(self) -> Fetched:
        import anyio
        import httpx2

        started_inside = await is_inside(self.url)
        with anyio.fail_after(_MAX_SECONDS):
            async with httpx2.AsyncClient(timeout=_MAX_SECONDS) as client:
                for _ in range(_MAX_REDIRECTS + 1):
                    async with client.stream("GET", self.url) as response:
                        if response.status_code not in _REDIRECTS:
                            return Fetched(await self._body(response), public_url(self.url))
                        await self._redirect(response, started_inside)
        raise self._refuse(f"redirects more than {_MAX_REDIRECTS} times")

    async def _body(self, response: httpx2.Response) -> bytes:
        status = response.status_code
        if status != 200:
            hint = f"check the address, or {_SAVE_IT}"
            if status in (401, 403):
                hint = f"it needs a login: {_SAVE_IT}"
            code = ExitCode.ENVIRONMENT if status >= 500 else ExitCode.DOCUMENT
            raise self._refuse(f"answered with status {status}", hint, code)
        parts: list[bytes] = []
        size = 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > MAX_BYTES:
                raise self._refuse(f"is larger than {MAX_BYTES >> 20} MiB")
            parts.append(chunk)
        return b"".join(parts)

    async def _redirect(self, response: httpx2.Response, started_inside: bool) -> None:
        target = urljoin(self.url, response.headers.get("location", ""))
        shown = public_url(target)
        if urlsplit(target).scheme not in ("http", "https") or (
            self.allowed is not None and not self.allowed(target)
        ):
            raise self._refuse(f"redirects to {shown}, which is not allowed")
        if not started_inside and await is_inside(target):
            raise self._refuse(f"redirects to {shown}, an address inside your network")
        self.url = target

    def _refuse(self, what: str, hint: str = "", code: ExitCode = ExitCode.DOCUMENT) -> McpgenError:
        return failure(
            f"{self.shown} {what}", exit_code=code, location=Location(self.shown), hint=hint
        )


async def is_inside(url: str) -> bool:
    """Whether the host has an address the public internet cannot reach."""
    import ipaddress
    import socket

    import anyio

    parts = urlsplit(url)
    try:
        found = await anyio.getaddrinfo(parts.hostname or "", parts.port or 443)
    except (socket.gaierror, UnicodeError):
        return False
    addresses = (ipaddress.ip_address(str(item[4][0]).partition("%")[0]) for item in found)
    return any(not address.is_global for address in addresses)
