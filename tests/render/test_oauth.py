"""What a security scheme with a token endpoint becomes: a credential and its variables."""

from __future__ import annotations

import pytest

from mcpgen.openapi.model import OAuthFlow, OAuthScheme, OpenIdScheme, SecurityScheme
from mcpgen.render.code import write
from mcpgen.render.credentials import read_credentials

TOKEN_URL = "https://login.shop.example/token"


@pytest.mark.parametrize(
    ("scheme", "literal"),
    [
        (
            OAuthScheme(
                "login",
                (
                    OAuthFlow("authorizationCode", "https://login.shop.example/other"),
                    OAuthFlow("clientCredentials", TOKEN_URL),
                ),
            ),
            f'OAuth("SHOP_LOGIN", token_url="{TOKEN_URL}")',
        ),
        (
            OpenIdScheme("login", "https://login.shop.example/.well-known/openid-configuration"),
            'OAuth("SHOP_LOGIN", discovery_url='
            '"https://login.shop.example/.well-known/openid-configuration")',
        ),
        (OAuthScheme("login", (OAuthFlow("implicit"),)), 'Bearer("SHOP_LOGIN_TOKEN")'),
        (OAuthScheme("login", (OAuthFlow("password", "/token"),)), 'Bearer("SHOP_LOGIN_TOKEN")'),
        (OpenIdScheme("login", "javascript:alert(1)"), 'Bearer("SHOP_LOGIN_TOKEN")'),
    ],
)
def test_a_token_endpoint_is_taken_where_it_is_an_address(
    scheme: SecurityScheme, literal: str
) -> None:
    found = read_credentials([scheme], "shop", ())
    assert write(found.by_scheme["login"]) == literal


def test_every_variable_of_the_runtime_is_listed() -> None:
    from package_name.runtime.model import OAuth

    found = read_credentials(
        [OAuthScheme("login", (OAuthFlow("clientCredentials", TOKEN_URL),))], "shop", ()
    )
    assert tuple(one.name for one in found.variables) == OAuth("SHOP_LOGIN").variables
    assert [one.name for one in found.variables if one.secret] == [
        "SHOP_LOGIN_TOKEN",
        "SHOP_LOGIN_CLIENT_SECRET",
        "SHOP_LOGIN_REFRESH_TOKEN",
    ]
