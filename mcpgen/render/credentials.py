"""Security schemes as the runtime's credentials, and the variables their secrets come from."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from mcpgen.naming import snake
from mcpgen.openapi.model import (
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuthScheme,
    OpenIdScheme,
    Place,
    SecurityScheme,
)
from mcpgen.render.code import Construct
from mcpgen.render.views import VariableView

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")

_CARRIERS = {Place.HEADER: "a header", Place.QUERY: "the query", Place.COOKIE: "a cookie"}


@dataclass(frozen=True, slots=True)
class Credentials:
    """Credentials by scheme id, and their variables in the same order."""

    by_scheme: dict[str, Construct]
    variables: tuple[VariableView, ...]


def read_credentials(
    schemes: Iterable[SecurityScheme], short: str, taken: Iterable[str]
) -> Credentials:
    """Give every scheme its variables, none of which is in `taken`."""
    used = set(taken)
    by_scheme: dict[str, Construct] = {}
    variables: list[VariableView] = []
    for scheme in sorted(schemes, key=lambda scheme: scheme.id):
        found = _unused(scheme, f"{short}_{snake(scheme.id) or 'credential'}".upper(), used)
        if found is not None:
            by_scheme[scheme.id], own = found
            variables += own
            # The server reads a secret from the file that `<variable>_FILE` names, too.
            used |= {f"{variable.name}{suffix}" for variable in own for suffix in ("", "_FILE")}
    return Credentials(by_scheme, tuple(variables))


def _unused(
    scheme: SecurityScheme, stem: str, used: set[str]
) -> tuple[Construct, list[VariableView]] | None:
    for number in itertools.count(1):
        found = _credential(scheme, stem if number == 1 else f"{stem}_{number}")
        if found is None or used.isdisjoint(variable.name for variable in found[1]):
            return found
    raise AssertionError("count never ends")


def _credential(scheme: SecurityScheme, stem: str) -> tuple[Construct, list[VariableView]] | None:
    """The credential and its variables, or None for a scheme no request can carry."""
    match scheme:
        case ApiKeyScheme(place=Place.HEADER | Place.QUERY | Place.COOKIE):
            construct = Construct("ApiKey", (stem, str(scheme.place), scheme.name))
            return construct, [_secret(stem, f"API key, sent in {_CARRIERS[scheme.place]}")]
        case ApiKeyScheme():
            return None
        case HttpScheme(scheme="basic"):
            user, password = f"{stem}_USER", f"{stem}_PASSWORD"
            variables = [_secret(user, "User name"), _secret(password, "Password")]
            return Construct("Basic", (user, password)), variables
        case HttpScheme(scheme="bearer"):
            return Construct("Bearer", (stem,)), [_secret(stem, "Bearer token")]
        case HttpScheme():
            if not _TOKEN.fullmatch(scheme.scheme):
                return None
            word = (("scheme", scheme.scheme.capitalize()),)
            return Construct("Bearer", (stem,), word), [_secret(stem, "HTTP credentials")]
        case OAuthScheme() | OpenIdScheme():
            return _oauth(scheme, stem)
        case MutualTlsScheme():
            paths = f"{stem}_CERTIFICATE", f"{stem}_KEY"
            helps = "Path of the client certificate (PEM)", "Path of its private key (PEM)"
            variables = [
                VariableView(name, text, is_file=True)
                for name, text in zip(paths, helps, strict=True)
            ]
            return Construct("ClientCertificate", paths), variables
        case _:
            assert_never(scheme)


def _oauth(scheme: OAuthScheme | OpenIdScheme, stem: str) -> tuple[Construct, list[VariableView]]:
    """A token from outside, and where there is a token endpoint all to get tokens there."""
    token = _secret(f"{stem}_TOKEN", "OAuth 2 access token")
    where = _token_endpoint(scheme)
    if where is None:
        return Construct("Bearer", (token.name,)), [token]
    variables = [
        token,
        VariableView(f"{stem}_CLIENT_ID", "Or the OAuth 2 client to get tokens with: its id"),
        _secret(f"{stem}_CLIENT_SECRET", "Secret of the OAuth 2 client"),
        _secret(f"{stem}_REFRESH_TOKEN", "Or an OAuth 2 refresh token to get tokens with"),
        VariableView(f"{stem}_SCOPE", "Scopes to ask for, with blanks between"),
        VariableView(f"{stem}_TOKEN_URL", "Token endpoint, in place of the one in the document"),
    ]
    return Construct("OAuth", (stem,), (where,)), variables


def _token_endpoint(scheme: OAuthScheme | OpenIdScheme) -> tuple[str, str] | None:
    """The keyword and the address of what leads to tokens, if it is an address at all."""
    if isinstance(scheme, OpenIdScheme):
        return ("discovery_url", scheme.url) if _is_address(scheme.url) else None
    flows = sorted(scheme.flows, key=lambda flow: flow.kind != "clientCredentials")
    urls = [flow.token_url for flow in flows if _is_address(flow.token_url)]
    return ("token_url", urls[0]) if urls else None


def _is_address(url: str) -> bool:
    return re.fullmatch(r"https?://[A-Za-z0-9][!$-;=?-Z_a-z~]*", url) is not None


def _secret(name: str, text: str) -> VariableView:
    return VariableView(name, text, secret=True)
