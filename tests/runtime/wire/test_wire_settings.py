"""Settings from the environment: what is read, and what stops the start."""

from __future__ import annotations

import pytest

from package_name.runtime.model import Api
from package_name.runtime.origins import BaseUrlError, is_loopback, normalise_base_url, origin_of
from package_name.runtime.settings import Settings, SettingsError

API = Api("acme", "Acme", "https://api.acme.test/v1/")


def test_defaults() -> None:
    settings = Settings.from_environment(API, {})
    assert settings == Settings("https://api.acme.test/v1")
    assert settings.max_chars == 40_000
    assert settings.timeout_seconds == 30


def test_every_variable() -> None:
    environ = {
        "ACME_BASE_URL": " https://other.test/ ",
        "ACME_TIMEOUT": "2.5",
        "ACME_MAX_CHARS": "5000",
        "ACME_MAX_RESPONSE_BYTES": "2048",
        "ACME_MAX_CONCURRENCY": "3",
        "ACME_RETRIES": "0",
        "ACME_ALLOW_HTTP": "yes",
        "ACME_TRUSTED_ORIGINS": "https://a.test/x,",
    }
    assert Settings.from_environment(API, environ) == Settings(
        "https://other.test", True, 2.5, 5000, 2048, 3, 0, True, ("https://a.test",)
    )


def test_the_option_wins_over_the_variable() -> None:
    environ = {"ACME_BASE_URL": "https://b.test"}
    settings = Settings.from_environment(API, environ, base_url="https://a.test")
    assert (settings.base_url, settings.moved) == ("https://a.test", True)
    with pytest.raises(SettingsError, match=r"^--base-url: must be an absolute URL"):
        Settings.from_environment(API, environ, base_url="a.test")


def test_a_document_without_an_address() -> None:
    assert Settings.from_environment(Api("acme", "", ""), {}).base_url == ""


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("ACME_TIMEOUT", "soon", "ACME_TIMEOUT must be a number from 0.1 to 3600.0, got 'soon'"),
        ("ACME_TIMEOUT", "nan", "ACME_TIMEOUT must be a number"),
        ("ACME_TIMEOUT", "inf", "ACME_TIMEOUT must be a number"),
        ("ACME_MAX_CHARS", "999", "ACME_MAX_CHARS must be a number from 1000"),
        ("ACME_MAX_CHARS", "1e5", "ACME_MAX_CHARS must be a number"),
        ("ACME_RETRIES", "-1", "ACME_RETRIES must be a number from 0 to 10"),
        ("ACME_ALLOW_HTTP", "maybe", "ACME_ALLOW_HTTP must be 1 or 0, got 'maybe'"),
        ("ACME_BASE_URL", "ftp://a.test", "ACME_BASE_URL: must be an absolute URL"),
        ("ACME_TRUSTED_ORIGINS", "a.test", "ACME_TRUSTED_ORIGINS: must be an absolute URL"),
    ],
)
def test_bad_values_are_named(variable: str, value: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(API, {variable: value})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("HTTPS://API.Acme.Test:443/V1/", "https://api.acme.test/V1"),
        ("http://a.test:80", "http://a.test"),
        ("http://a.test:8080//", "http://a.test:8080"),
        ("https://[2001:DB8::0001]:8443/x", "https://[2001:db8::1]:8443/x"),
        ("https://a.test/a%20b/é".replace("é", "%C3%A9"), "https://a.test/a%20b/%C3%A9"),
        ("https://a.test/{tenant}", "https://a.test/%7Btenant%7D"),
    ],
)
def test_base_urls(url: str, normal: str) -> None:
    assert normalise_base_url(url) == normal
    assert normalise_base_url(normal) == normal


@pytest.mark.parametrize(
    "url",
    [
        *("", "api", "/v1", "//a.test", "https://", "https:///x", "file:///etc", "javascript:x"),
        *("https://user:pw@a.test", "https://a.test@evil.test", "https://a.test\\@evil.test"),
        *(
            "https://a.test?x=1",
            "https://a.test/#x",
            "https://a.test/a/../b",
            "https://a.test/%2e%2E",
        ),
        *("https://a b.test", "https://é.test", "https://a.test:99999", "https://a.test:x"),
        *("https://a.test/\r\nX: 1", "https://-a.test", "https://[::1", "https://[nope]"),
    ],
)
def test_what_is_no_base_url(url: str) -> None:
    with pytest.raises(BaseUrlError):
        normalise_base_url(url)


def test_origins() -> None:
    assert origin_of("https://a.test:8443/v1/x") == "https://a.test:8443"
    assert origin_of("https://a.test") == "https://a.test"
    for url in ("http://localhost", "http://127.9.9.9:1/x", "http://[::1]"):
        assert is_loopback(url)
    for url in ("http://a.test", "http://10.0.0.1", "http://localhost.evil.test"):
        assert not is_loopback(url)
