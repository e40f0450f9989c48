"""Sends requests to the API: one client, hard limits on time and size, retries only where safe."""

from __future__ import annotations

import email.utils
import logging
import random
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy

import anyio
import httpx2

from .errors import CallError
from .origins import origin_of
from .request import Request
from .settings import Settings

CONNECT_SECONDS = 5.0

# RFC 9110 §9.2.2: sending these twice has the effect of sending them once.
_IDEMPOTENT_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "PUT", "DELETE"})
_RETRIED_STATUSES = frozenset({429, 502, 503, 504})
_BACKOFF_SECONDS = 0.5
_BACKOFF_LIMIT_SECONDS = 8.0

# Nothing was sent yet when these are raised, so even a POST can be tried again.
_BEFORE_SENDING = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Response:
    """What the API sent. `cut` says that the body was longer than this server reads."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cut: bool = False

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "")


class Upstream:
    """The HTTP client of one API. Use it from one event loop."""

    def __init__(
        self,
        settings: Settings,
        user_agent: str,
        certificate: tuple[str, str] | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = settings
        self._user_agent = user_agent
        self._certificate = certificate
        self._transport = transport
        self._client: httpx2.AsyncClient | None = None
        self._slots = anyio.Semaphore(settings.max_concurrency)

    async def send(self, request: Request) -> Response:
        """Send and read the whole answer within the deadline; CallError for what went wrong."""
        seconds = self._settings.timeout_seconds
        try:
            with anyio.fail_after(seconds) as scope:
                async with self._slots:
                    return await self._send_with_retries(request, scope)
        except TimeoutError:
            raise CallError(
                f"The API did not answer within {seconds:g} seconds. {_unsure(request)}"
            ) from None

    async def aclose(self) -> None:
        """Close the connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _send_with_retries(self, request: Request, scope: anyio.CancelScope) -> Response:
        left = self._settings.retries
        repeatable = request.method in _IDEMPOTENT_METHODS
        attempt = 0
        while True:
            try:
                response = await self._send_once(request)
            except _BEFORE_SENDING as error:
                if attempt >= left or not await _pause(attempt, None, scope):
                    raise CallError(_unreachable(request, error)) from None
            except (httpx2.NetworkError, httpx2.RemoteProtocolError) as error:
                if not repeatable or attempt >= left or not await _pause(attempt, None, scope):
                    raise CallError(_broken(request, error)) from None
            except (httpx2.HTTPError, httpx2.InvalidURL, ssl.SSLError, OSError) as error:
                raise CallError(_broken(request, error)) from None
            else:
                again = repeatable and response.status in _RETRIED_STATUSES and attempt < left
                wait = retry_after(response.headers.get("retry-after", ""))
                if not again or not await _pause(attempt, wait, scope):
                    return response
            attempt += 1

    async def _send_once(self, request: Request) -> Response:
        client = self._open()
        message = httpx2.Request(
            request.method,
            request.url,
            headers=[*self._default_headers(client, request), *request.all_headers],
            content=request.body,
            # The bytes of the request line are ours; the client would normalise them.
            extensions={"target": request.target.encode("ascii")},
        )
        if _origin(message.url) != origin_of(request.base_url):
            raise CallError("The URL of this call would leave the API's host; nothing was sent.")
        response = await client.send(message, stream=True)
        try:
            body, cut = await self._read(response)
        finally:
            await response.aclose()
        return Response(response.status_code, response.headers, body, cut)

    async def _read(self, response: httpx2.Response) -> tuple[bytes, bool]:
        limit = self._settings.max_response_bytes
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk[: limit + 1 - len(body)]
            if len(body) > limit:
                return bytes(body[:limit]), True
        return bytes(body), False

    def _default_headers(
        self, client: httpx2.AsyncClient, request: Request
    ) -> list[tuple[str, str]]:
        headers = [("Accept-Encoding", client.headers["Accept-Encoding"])]
        if not any(name.lower() == "user-agent" for name, _ in request.headers):
            headers.append(("User-Agent", self._user_agent))
        return headers

    def _open(self) -> httpx2.AsyncClient:
        if self._client is None:
            # At their more talkative levels these print URLs and headers, secrets among them.
            for name in ("httpx2", "httpcore2"):
                logging.getLogger(name).setLevel(logging.WARNING)
            self._client = httpx2.AsyncClient(
                transport=self._transport,
                verify=self._tls() if self._transport is None else True,
                trust_env=False,
                follow_redirects=False,
                timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
                limits=httpx2.Limits(max_connections=self._settings.max_concurrency),
                # No cookie of one caller may reach the next.
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            )
        return self._client

    def _tls(self) -> ssl.SSLContext:
        # SSL_CERT_FILE and SSL_CERT_DIR count; proxies and .netrc of the environment do not.
        context = httpx2.create_ssl_context(trust_env=True)
        try:
            if self._certificate is not None:
                context.load_cert_chain(*self._certificate)
        except (OSError, ssl.SSLError) as error:
            raise CallError(f"The client certificate cannot be used: {_reason(error)}.") from None
        return context


def retry_after(text: str) -> float | None:
    """The seconds that a Retry-After header asks for; None where it makes no sense."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        when = email.utils.parsedate_to_datetime(text)
        return max(0.0, when.timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


async def _pause(attempt: int, wait: float | None, scope: anyio.CancelScope) -> bool:
    """Wait before the next try; False, without waiting, where the deadline leaves no time for it."""
    seconds = wait
    if seconds is None:
        seconds = random.uniform(0, min(_BACKOFF_LIMIT_SECONDS, _BACKOFF_SECONDS * 2**attempt))
    if anyio.current_time() + seconds >= scope.deadline:
        return False
    await anyio.sleep(seconds)
    return True


def _origin(url: httpx2.URL) -> str:
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _unreachable(request: Request, error: Exception) -> str:
    return (
        f"The API at {origin_of(request.base_url)} could not be reached ({_reason(error)}). "
        "Nothing was sent; trying again later may help."
    )


def _broken(request: Request, error: Exception) -> str:
    return f"The connection to the API failed ({_reason(error)}). {_unsure(request)}"


def _unsure(request: Request) -> str:
    if request.method in ("GET", "HEAD", "OPTIONS", "QUERY"):
        return "It can be tried again, or asked for less."
    return (
        f"The {request.method} may or may not have taken effect: "
        "read the current state before trying again."
    )
