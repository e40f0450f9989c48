"""Gets OAuth 2 access tokens: by client credentials or a refresh token (RFC 6749 §4.4, §6).

A token is kept until shortly before it expires, and asked for once however many calls wait for it.
It goes only to the token endpoint that the API's document or the configuration names.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlencode

import anyio

from .errors import CallError
from .jsontext import load
from .model import OAuth
from .origins import BaseUrlError, is_loopback, normalise_base_url, origin_of
from .redact import Redactor
from .request import Request
from .settings import Settings
from .upstream import Response

Send = Callable[[Request], Awaitable[Response]]

EARLY_SECONDS = 60.0
"""How long before its end a token is renewed; a tenth of its life where that is shorter."""

_WELL_KNOWN = "/.well-known/openid-configuration"
_TOLD_CHARS = 200


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    renew_at: float
    """By the clock of the source; infinite where the endpoint does not say when it expires."""


class TokenSource:
    """The access tokens of one security scheme. Use it from one event loop."""

    def __init__(
        self,
        oauth: OAuth,
        settings: Settings,
        send: Send,
        redactor: Redactor,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._oauth = oauth
        self._settings = settings
        self._send = send
        self._redactor = redactor
        self._clock = clock
        self._lock = anyio.Lock()
        self._token: _Token | None = None
        self._endpoint = ""
        self._refresh_token = settings.secrets.get(oauth.refresh_token_variable, "")
        self._in_body = False
        # How often a token was asked for, and what came of the last time if it went wrong.
        self._turns = 0
        self._failure = ""

    async def token(self, refused: str = "") -> str:
        """A token that is good for now, and not the one that the API just refused."""
        if found := self._good(refused):
            return found
        turns = self._turns
        async with self._lock:
            if found := self._good(refused):
                return found
            if self._turns != turns and self._failure:
                # Another call asked while this one waited: one failure answers them all.
                raise CallError(self._failure)
            self._turns += 1
            self._failure = ""
            try:
                self._token = await self._fetch()
            except CallError as error:
                self._failure = str(error)
                raise
            return self._token.text

    def _good(self, refused: str) -> str:
        token = self._token
        good = token is not None and token.text != refused and self._clock() < token.renew_at
        return token.text if good and token is not None else ""

    async def _fetch(self) -> _Token:
        asked_at = self._clock()
        self._endpoint = self._endpoint or await self._find_endpoint()
        grant = self._grant()
        response = await self._ask(grant)
        if response.status in (400, 401) and not self._in_body and self._has_secret:
            # RFC 6749 §2.3.1 wants Basic of every server; some only read the body.
            self._in_body = True
            second = await self._ask(grant)
            self._in_body = second.status == 200
            response = second if self._in_body else response
        answer = _object(response)
        text = answer.get("access_token")
        kind = answer.get("token_type", "bearer")
        if response.status != 200 or not isinstance(text, str) or not text:
            raise CallError(self._refused(response.status, answer))
        if not isinstance(kind, str) or kind.lower() != "bearer":
            raise CallError(f"{self._where} gave a token that is no bearer token. Tell the user.")
        self._redactor.add(text)
        if isinstance(renewed := answer.get("refresh_token"), str) and self._refresh_token:
            self._redactor.add(renewed)
            self._refresh_token = renewed
        return _Token(text, _renew_at(asked_at, answer.get("expires_in")))

    def _grant(self) -> dict[str, str]:
        if self._refresh_token:
            grant = {"grant_type": "refresh_token", "refresh_token": self._refresh_token}
        else:
            grant = {"grant_type": "client_credentials"}
        scope = self._setting(self._oauth.scope_variable)
        return grant | ({"scope": scope} if scope else {})

    async def _ask(self, grant: dict[str, str]) -> Response:
        client, secret = (
            self._setting(name)
            for name in (self._oauth.client_id_variable, self._oauth.client_secret_variable)
        )
        headers = [
            ("Accept", "application/json"),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        if secret and not self._in_body:
            pair = f"{quote_plus(client)}:{quote_plus(secret)}"
            basic = base64.b64encode(pair.encode()).decode()
            self._redactor.add(basic)
            headers.append(("Authorization", f"Basic {basic}"))
        elif client:
            grant = {**grant, "client_id": client}
            grant |= {"client_secret": secret} if secret else {}
        request = _request("POST", self._endpoint)
        body = urlencode(grant).encode()
        return await self._send(replace(request, headers=tuple(headers), body=body))

    async def _find_endpoint(self) -> str:
        """The token endpoint: configured, in the document, or by OpenID Connect Discovery."""
        configured = self._setting(self._oauth.token_url_variable)
        if configured or self._oauth.token_url:
            url = configured or self._oauth.token_url
            self._check_place(url, trusted=bool(configured))
            return url
        url = self._oauth.discovery_url
        self._check_place(url, trusted=False)
        response = await self._send(_request("GET", url))
        answer = _object(response)
        endpoint, issuer = answer.get("token_endpoint"), answer.get("issuer")
        if response.status != 200 or not isinstance(endpoint, str):
            raise CallError(f"{_origin(url)} does not tell its token endpoint. Tell the user.")
        if url.endswith(_WELL_KNOWN) and issuer not in (
            url.removesuffix(_WELL_KNOWN),
            url.removesuffix(_WELL_KNOWN) + "/",
        ):
            # OpenID Connect Discovery §4.3: another issuer's endpoints are not to be used.
            raise CallError(f"{_origin(url)} describes another issuer than itself. Tell the user.")
        self._check_place(endpoint, trusted=True)
        return endpoint

    def _check_place(self, url: str, *, trusted: bool) -> None:
        """Refuse an endpoint that may not be sent credentials.

        Where the API's address was set by hand, the document no longer speaks for other hosts.
        """
        settings, origin = self._settings, _origin(url)
        known = (origin_of(settings.base_url), *settings.trusted_origins)
        if settings.moved and not trusted and origin not in known:
            raise CallError(
                f"The token endpoint is on {origin}, but the API's address was set to "
                f"{settings.base_url}, so no credentials are sent there. Nothing was sent. Whoever "
                f"runs this server sets {self._oauth.token_url_variable}."
            )
        if origin.startswith("http://") and not (is_loopback(origin) or settings.allow_http):
            raise CallError(
                f"The token endpoint on {origin} would get the credentials unencrypted. Nothing "
                f"was sent. Whoever runs this server sets {self._oauth.token_url_variable} to an "
                "https address."
            )

    @property
    def _has_secret(self) -> bool:
        return bool(self._setting(self._oauth.client_secret_variable))

    @property
    def _where(self) -> str:
        return f"The token endpoint on {_origin(self._endpoint)}"

    def _setting(self, variable: str) -> str:
        return self._settings.secrets.get(variable, "")

    def _refused(self, status: int, answer: dict[str, Any]) -> str:
        told = [answer[key] for key in ("error", "error_description") if key in answer]
        said = ": ".join(text[:_TOLD_CHARS] for text in told if isinstance(text, str))
        return (
            f"{self._where} gave no token (HTTP {status}{': ' + said if said else ''}). The API was "
            f"not called. Tell the user: whoever runs this server checks {self._variables()}."
        )

    def _variables(self) -> str:
        oauth = self._oauth
        names = (
            oauth.client_id_variable,
            oauth.client_secret_variable,
            oauth.refresh_token_variable,
        )
        return ", ".join(name for name in names if self._setting(name))


def _request(method: str, url: str) -> Request:
    address, _, query = url.partition("?")
    pairs = tuple(f"{quote_plus(name)}={quote_plus(value)}" for name, value in parse_qsl(query))
    plain = normalise_base_url(address)
    origin = origin_of(plain)
    headers = (("Accept", "application/json"),)
    return Request(method, origin, plain[len(origin) :] or "/", pairs, headers)


def _renew_at(asked_at: float, expires_in: Any) -> float:
    if isinstance(expires_in, str) and expires_in.isascii() and expires_in.isdigit():
        expires_in = int(expires_in[:12])
    if isinstance(expires_in, bool) or not isinstance(expires_in, int | float):
        return float("inf")
    return asked_at + expires_in - min(EARLY_SECONDS, expires_in / 10)


def _origin(url: str) -> str:
    try:
        return origin_of(normalise_base_url(url.partition("?")[0]))
    except BaseUrlError as error:
        raise CallError(
            f"The token endpoint's address cannot be used: {error}. Tell the user."
        ) from None


def _object(response: Response) -> dict[str, Any]:
    try:
        answer = load(response.body.decode())
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}
