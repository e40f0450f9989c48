"""Adds the credentials an operation asks for, and only where they belong.

Credentials go to the origin of the base URL. The document may place single operations on other
hosts; it said so itself, so they get the credentials too. Once the base URL is set by hand that no
longer holds: the credentials are then for the place the operator chose, and another host of the
document gets them only when `ACME_TRUSTED_ORIGINS` lists it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .errors import CallError
from .model import (
    Api,
    ApiKey,
    Basic,
    Bearer,
    ClientCertificate,
    Credential,
    OAuth,
    Operation,
    Tool,
)
from .origins import BaseUrlError, is_loopback, normalise_base_url, origin_of
from .redact import MASK, Redactor
from .request import Request
from .settings import Settings, credential_variables
from .styles import percent
from .tokens import Send, TokenSource

_HEADER_SAFE = re.compile(r"[\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class MissingCredential:
    """An operation that cannot be called until one of the variable sets is complete."""

    tool: str
    action: str
    alternatives: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return " or ".join(" and ".join(names) for names in self.alternatives)


class Credentials:
    """The credentials of one API as they are set up here."""

    def __init__(self, api: Api, settings: Settings) -> None:
        self._api = api
        self._settings = settings
        self.redactor = Redactor(_secret_texts(api, settings))
        self._sources: dict[str, TokenSource] = {}

    def connect(self, send: Send) -> None:
        """Get the tokens of OAuth schemes, where clients are set up for that, through `send`."""
        for name, credential in self._api.credentials.items():
            if isinstance(credential, OAuth) and self._gets_tokens(credential):
                self._sources[name] = TokenSource(credential, self._settings, send, self.redactor)

    async def tokens(
        self, request: Request, operation: Operation, refused: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """The access tokens to call an operation with, none of them one that was refused."""
        names = [name for name in self._choose(operation) if name in self._sources]
        if names:
            self._check_place(request.base_url)
        given = refused or {}
        return {name: await self._sources[name].token(given.get(name, "")) for name in names}

    def authorise(
        self, request: Request, operation: Operation, tokens: Mapping[str, str] | None = None
    ) -> Request:
        """The request with the credentials of the first alternative that is complete.

        `tokens` are those of this moment by scheme; a mask stands for one that is not there.
        """
        scheme_names = self._choose(operation)
        if not scheme_names:
            return request
        self._check_place(request.base_url)
        for name in scheme_names:
            token = (tokens or {}).get(name, MASK) if name in self._sources else ""
            request = self._add(request, self._api.credentials[name], token)
        return request

    def variables(self, operation: Operation) -> tuple[str, ...]:
        """The variables that set the credentials the operation is called with."""
        credentials = [self._api.credentials[name] for name in self._choose(operation)]
        return tuple(name for one in credentials for name in self._variables_of(one))

    def missing(self, tools: Iterable[Tool]) -> tuple[MissingCredential, ...]:
        """What cannot be called for want of credentials; for the report at start-up."""
        found = []
        for tool in tools:
            for action, operation in tool.operations.items():
                if operation.security and not self._complete(operation):
                    lacking = self._lacking(operation)
                    found.append(MissingCredential(tool.name, action, lacking))
        return tuple(found)

    def client_certificate(self) -> tuple[str, str] | None:
        """Paths of the client certificate and its key, where the API uses mutual TLS."""
        for credential in self._api.credentials.values():
            if isinstance(credential, ClientCertificate) and self._is_set(credential):
                certificate, key = credential_variables(credential)
                return self._settings.secrets[certificate], self._settings.secrets[key]
        return None

    def _choose(self, operation: Operation) -> tuple[str, ...]:
        if not operation.security:
            return ()
        complete = self._complete(operation)
        if not complete:
            lacking = MissingCredential("", "", self._lacking(operation))
            raise CallError(
                f"This needs a credential that is not set up: {lacking}. Nothing was sent. "
                "Tell the user: whoever runs this server sets it in the environment."
            )
        # `{}` allows anonymous calls, but a credential that is there is used.
        return next((names for names in complete if names), ())

    def _complete(self, operation: Operation) -> list[tuple[str, ...]]:
        return [
            names
            for names in operation.security
            if all(
                name in self._api.credentials and self._is_set(self._api.credentials[name])
                for name in names
            )
        ]

    def _lacking(self, operation: Operation) -> tuple[tuple[str, ...], ...]:
        alternatives = []
        for names in operation.security:
            variables: list[str] = []
            for name in names:
                credential = self._api.credentials.get(name)
                needed = self._variables_of(credential) if credential else (f"scheme {name}",)
                variables += [n for n in needed if n not in self._settings.secrets]
            alternatives.append(tuple(dict.fromkeys(variables)))
        return tuple(dict.fromkeys(alternatives))

    def _is_set(self, credential: Credential) -> bool:
        names = credential_variables(credential)
        if isinstance(credential, Basic):
            # Many APIs take a key as the user name with an empty password (or the other way).
            return any(name in self._settings.secrets for name in names)
        if isinstance(credential, OAuth) and self._gets_tokens(credential):
            return True
        return all(name in self._settings.secrets for name in names)

    def _gets_tokens(self, oauth: OAuth) -> bool:
        secrets = self._settings.secrets
        client = {oauth.client_id_variable, oauth.client_secret_variable}
        return oauth.refresh_token_variable in secrets or client <= secrets.keys()

    def _variables_of(self, credential: Credential) -> tuple[str, ...]:
        """The variables of a credential, in the way that it is set up or begun to be."""
        secrets = self._settings.secrets
        if isinstance(credential, OAuth) and credential.token_variable not in secrets:
            if credential.refresh_token_variable in secrets:
                return (credential.refresh_token_variable,)
            client = (credential.client_id_variable, credential.client_secret_variable)
            if any(name in secrets for name in client):
                return client
        return credential_variables(credential)

    def _check_place(self, base_url: str) -> None:
        origin, settings = origin_of(base_url), self._settings
        if settings.moved and origin not in (
            origin_of(settings.base_url),
            *settings.trusted_origins,
        ):
            raise CallError(
                f"This is on {origin}, but the API's address was set to {settings.base_url}, so "
                "its credentials are not sent there. Nothing was sent. Whoever runs this server "
                f"can allow it: {self._api.variable('TRUSTED_ORIGINS')}={origin}"
            )
        plain = base_url.startswith("http://") and not is_loopback(base_url)
        if plain and not settings.allow_http:
            raise CallError(
                f"{origin} would get the credentials unencrypted. Nothing was sent. Whoever runs "
                f"this server can use an https address or set {self._api.variable('ALLOW_HTTP')}=1."
            )

    def _add(self, request: Request, credential: Credential, token: str) -> Request:
        if isinstance(credential, ClientCertificate):
            return request
        if isinstance(credential, ApiKey):
            return _with_key(request, credential, self._settings.secrets[credential.variable])
        if isinstance(credential, Basic):
            return _with_header(request, "Authorization", f"Basic {self._pair(credential)}")
        if isinstance(credential, OAuth):
            token = token or self._settings.secrets[credential.token_variable]
            return _with_header(request, "Authorization", f"Bearer {token}")
        token = self._settings.secrets[credential.variable]
        value = f"{credential.scheme} {token}" if credential.scheme else token
        return _with_header(request, "Authorization", value)

    def _pair(self, credential: Basic) -> str:
        user, password = (
            self._settings.secrets.get(name, "") for name in credential_variables(credential)
        )
        return base64.b64encode(f"{user}:{password}".encode()).decode()


def operation_base_url(operation: Operation, api: Api, settings: Settings) -> str:
    """Where an operation goes, normalised.

    A base URL set by hand moves every operation that the document has on the API's own origin.
    """
    if not operation.base_url:
        if not settings.base_url:
            raise CallError(
                "The API's address is not set up. Nothing was sent. Tell the user: whoever runs "
                f"this server sets {api.variable('BASE_URL')}."
            )
        return settings.base_url
    try:
        own = normalise_base_url(operation.base_url)
        document = normalise_base_url(api.base_url) if api.base_url else ""
    except BaseUrlError as error:
        raise CallError(
            f"The API's document gives an address that cannot be used: {error}."
        ) from None
    if settings.moved and document and origin_of(own) == origin_of(document):
        return origin_of(settings.base_url) + own[len(origin_of(own)) :]
    return own


def _with_key(request: Request, credential: ApiKey, value: str) -> Request:
    if credential.place == "header":
        return _with_header(request, credential.name, value)
    pair = f"{percent(credential.name)}={percent(value)}"
    if credential.place == "query":
        return replace(request, query=(*request.query, pair))
    return replace(request, cookies=(*request.cookies, f"{credential.name}={percent(value)}"))


def _with_header(request: Request, name: str, value: str) -> Request:
    if not _HEADER_SAFE.fullmatch(value):
        raise CallError(f"A credential for the header {name} holds characters a header cannot.")
    # An argument never stands beside a credential of the same name.
    kept = tuple(header for header in request.headers if header[0].lower() != name.lower())
    return replace(request, headers=(*kept, (name, value)))


def _secret_texts(api: Api, settings: Settings) -> list[str]:
    texts = []
    for credential in api.credentials.values():
        names = credential_variables(credential)
        values = [settings.secrets.get(name, "") for name in names]
        if isinstance(credential, OAuth):
            hidden = (
                credential.token_variable,
                credential.client_secret_variable,
                credential.refresh_token_variable,
            )
            texts += [settings.secrets.get(name, "") for name in hidden]
        if isinstance(credential, ClientCertificate):
            continue
        if isinstance(credential, Basic):
            texts += [values[1], ":".join(values)]
        elif isinstance(credential, ApiKey | Bearer):
            texts += values
    return texts
