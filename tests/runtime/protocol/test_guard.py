"""Who may reach the endpoint: allow-lists from the environment, and where it may listen."""

from __future__ import annotations

import pytest

from package_name.runtime.guard import Guard, check_bind
from package_name.runtime.message import RefusedError
from package_name.runtime.model import Api
from package_name.runtime.settings import SettingsError

API = Api("shop", "Shop", "https://api.shop.test")

PUBLIC = Guard.from_environment(
    API,
    {
        "SHOP_ALLOWED_HOSTS": " MCP.example.com, other.example.com:8443,[2001:db8::1],",
        "SHOP_ALLOWED_ORIGINS": "https://app.example.com, http://dev.example.com:3000",
    },
)


@pytest.mark.parametrize(
    "host",
    [
        "mcp.example.com",
        "mcp.example.com:443",
        "Mcp.Example.Com",
        "other.example.com:8443",
        "[2001:db8::1]:80",
        "localhost",
    ],
)
def test_named_hosts_are_answered(host: str) -> None:
    PUBLIC.check({"host": host})


@pytest.mark.parametrize(
    "host",
    [
        "",
        "example.com",
        "other.example.com",
        "other.example.com:80",
        "mcp.example.com.evil.test",
        "evil.test:mcp.example.com",
        "mcp.example.com:8080:80",
        "mcp.example.com:٣",
        "2001:db8::1",
    ],
)
def test_other_hosts_are_not(host: str) -> None:
    with pytest.raises(RefusedError) as refused:
        PUBLIC.check({"host": host})
    assert refused.value.status == 421


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://app.example.com", True),
        ("HTTPS://APP.example.com", True),
        ("http://dev.example.com:3000", True),
        ("http://127.0.0.1:6274", True),
        ("https://[::1]", True),
        ("http://app.example.com", False),
        ("https://app.example.com:8443", False),
        ("https://app.example.com.evil.test", False),
        ("http://localhost@evil.test", False),
        ("file://localhost", False),
        ("localhost", False),
        ("null", False),
        ("", False),
    ],
)
def test_origins(origin: str, allowed: bool) -> None:
    headers = {"host": "localhost", "origin": origin}
    if allowed:
        PUBLIC.check(headers)
        return
    with pytest.raises(RefusedError) as refused:
        PUBLIC.check(headers)
    assert refused.value.status == 403


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SHOP_ALLOWED_HOSTS", "*"),
        ("SHOP_ALLOWED_HOSTS", "*.example.com"),
        ("SHOP_ALLOWED_HOSTS", "https://mcp.example.com"),
        ("SHOP_ALLOWED_HOSTS", "mcp.example.com/mcp"),
        ("SHOP_ALLOWED_HOSTS", "user@mcp.example.com"),
        ("SHOP_ALLOWED_ORIGINS", "*"),
        ("SHOP_ALLOWED_ORIGINS", "null"),
        ("SHOP_ALLOWED_ORIGINS", "app.example.com"),
        ("SHOP_ALLOWED_ORIGINS", "https://app.example.com/"),
    ],
)
def test_a_list_that_is_none_names_its_variable(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        Guard.from_environment(API, {variable: value})


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "::1", "localhost", "LOCALHOST"])
def test_this_machine_may_always_be_served(host: str) -> None:
    check_bind(API, host, Guard(), unauthenticated=False)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "", "192.168.1.5", "example.com", "::ffff:1.2.3.4"]
)
def test_other_machines_are_served_on_request_only(host: str) -> None:
    with pytest.raises(SettingsError, match="SHOP_ALLOW_UNAUTHENTICATED"):
        check_bind(API, host, PUBLIC, unauthenticated=False)
    with pytest.raises(SettingsError, match="SHOP_ALLOWED_HOSTS"):
        check_bind(API, host, Guard(), unauthenticated=True)
    check_bind(API, host, PUBLIC, unauthenticated=True)
