"""Credentials: the right ones, only where they belong, and never in a text."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from wire_recorder import Recorded, recording
from wire_tools import answering, call, get, make_caller, make_tool, text_of

from package_name.runtime.call import Caller
from package_name.runtime.errors import CallError
from package_name.runtime.hooks import Hooks
from package_name.runtime.model import (
    Api,
    ApiKey,
    Basic,
    Bearer,
    ClientCertificate,
    Credential,
    Operation,
    Parameter,
)
from package_name.runtime.settings import Settings, SettingsError

SCHEMES: dict[str, Credential] = {
    "header": ApiKey("ACME_KEY", "header", "X-Key"),
    "query": ApiKey("ACME_QUERY_KEY", "query", "api key"),
    "cookie": ApiKey("ACME_SID", "cookie", "sid"),
    "basic": Basic("ACME_USER", "ACME_PASSWORD"),
    "bearer": Bearer("ACME_TOKEN"),
    "token": Bearer("ACME_OTHER_TOKEN", scheme="Token"),
    "bare": Bearer("ACME_BARE", scheme=""),
}
VALUES = {
    "ACME_KEY": "key-secret",
    "ACME_QUERY_KEY": "query/secret+",
    "ACME_SID": "cookie;secret",
    "ACME_USER": "user-name",
    "ACME_PASSWORD": "pass:word",
    "ACME_TOKEN": "token-secret",
    "ACME_OTHER_TOKEN": "other-secret",
    "ACME_BARE": "bare-secret",
}


def sent_with(operation: Operation, variables: dict[str, str], **arguments: Any) -> Recorded:
    async def run() -> Recorded:
        async with recording() as upstream:
            caller = make_caller(base_url=upstream.origin, credentials=SCHEMES, environ=variables)
            outcome = await caller.call(make_tool(operation), arguments)
            await caller.aclose()
        assert not outcome.is_error, outcome
        return upstream.requests[0]

    return asyncio.run(run())


def needing(*alternatives: tuple[str, ...], **more: Any) -> Operation:
    return get("/x", security=alternatives, **more)


def error_with(operation: Operation, variables: dict[str, str], **more: Any) -> str:
    caller = make_caller(
        credentials=SCHEMES, environ=variables, transport=answering(httpx2.Response(200)), **more
    )
    outcome = call(caller, make_tool(operation))
    assert outcome.is_error
    return text_of(outcome)


@pytest.mark.parametrize(
    ("scheme", "header", "value"),
    [
        ("header", "x-key", "key-secret"),
        ("cookie", "cookie", "sid=cookie%3Bsecret"),
        ("basic", "authorization", "Basic dXNlci1uYW1lOnBhc3M6d29yZA=="),
        ("bearer", "authorization", "Bearer token-secret"),
        ("token", "authorization", "Token other-secret"),
        ("bare", "authorization", "bare-secret"),
    ],
)
def test_each_scheme(scheme: str, header: str, value: str) -> None:
    assert sent_with(needing((scheme,)), VALUES).header(header) == value


def test_a_key_in_the_query() -> None:
    operation = get("/x", Parameter("q", "query", "q"), security=(("query",),))
    request = sent_with(operation, VALUES, q="a")
    assert request.query == "q=a&api%20key=query%2Fsecret%2B"


def test_an_operation_without_security_gets_nothing() -> None:
    request = sent_with(needing(), VALUES)
    assert request.target == "/x"
    assert not {"authorization", "cookie", "x-key"} & {name.lower() for name, _ in request.headers}


def test_schemes_of_one_alternative_go_together() -> None:
    request = sent_with(needing(("header", "bearer")), VALUES)
    assert request.header("x-key") == "key-secret"
    assert request.header("authorization") == "Bearer token-secret"


def test_the_first_complete_alternative_is_used() -> None:
    operation = needing(("header", "bearer"), ("query",), ("basic",))
    some = {name: VALUES[name] for name in ("ACME_KEY", "ACME_USER", "ACME_PASSWORD")}
    request = sent_with(operation, some)
    assert request.header("authorization") == "Basic dXNlci1uYW1lOnBhc3M6d29yZA=="
    assert request.header("x-key") is None


def test_anonymous_is_for_want_of_anything_better() -> None:
    operation = needing((), ("header",))
    assert sent_with(operation, {}).header("x-key") is None
    assert sent_with(operation, VALUES).header("x-key") == "key-secret"


def test_a_basic_password_may_be_left_out() -> None:
    request = sent_with(needing(("basic",)), {"ACME_USER": "sk_key"})
    assert request.header("authorization") == "Basic c2tfa2V5Og=="


def test_what_is_missing_is_named() -> None:
    text = error_with(needing(("header", "bearer"), ("basic",)), {"ACME_KEY": "key-secret"})
    assert "ACME_TOKEN or ACME_USER and ACME_PASSWORD" in text
    assert "ACME_KEY" not in text
    caller = make_caller(credentials=SCHEMES, environ={"ACME_KEY": "k"})
    tool = make_tool(
        {"a": needing(("bearer",)), "b": needing(("header",)), "c": needing((), ("bare",))}
    )
    (missing,) = caller.credentials.missing([tool])
    assert (missing.tool, missing.action, str(missing)) == ("acme_test", "a", "ACME_TOKEN")


def test_a_credential_wins_over_an_argument_of_its_name() -> None:
    operation = get("/x", Parameter("k", "header", "X-Key"), security=(("header",),))
    assert sent_with(operation, VALUES, k="mine").header("x-key") == "key-secret"


@pytest.mark.parametrize("value", [" ", "\t \n", "a\nb", "secret\n", "a\0"])
def test_secrets_that_cannot_be_right_stop_the_start(value: str) -> None:
    with pytest.raises(SettingsError, match="ACME_KEY holds only blanks") as caught:
        make_caller(credentials=SCHEMES, environ={"ACME_KEY": value})
    assert "secret" not in str(caught.value)


def test_an_empty_variable_is_not_set() -> None:
    assert "ACME_KEY" in error_with(needing(("header",)), {"ACME_KEY": ""})


def test_a_secret_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("from-file\n")
    environ = {"ACME_KEY_FILE": str(file)}
    assert sent_with(needing(("header",)), environ).header("x-key") == "from-file"
    with pytest.raises(SettingsError, match="ACME_KEY_FILE cannot be read"):
        make_caller(credentials=SCHEMES, environ={"ACME_KEY_FILE": str(tmp_path / "none")})


def test_a_secret_no_header_can_hold() -> None:
    text = error_with(needing(("bearer",)), {"ACME_TOKEN": "tökén-secret"})
    assert "tökén" not in text


ELSEWHERE = needing(("header",), base_url="https://uploads.acme.test/v2")
SAME_HOST = needing(("header",), base_url="https://api.acme.test/alt")


def urls_of(operation: Operation, environ: dict[str, str]) -> list[tuple[str, str | None]]:
    """Where the call went and the key it carried."""
    seen: list[tuple[str, str | None]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append((str(request.url), request.headers.get("x-key")))
        return httpx2.Response(204)

    caller = make_caller(
        credentials=SCHEMES,
        environ={"ACME_KEY": "key-secret", **environ},
        transport=httpx2.MockTransport(answer),
    )
    call(caller, make_tool(operation))
    return seen


def test_the_documents_own_other_host_gets_the_credentials() -> None:
    assert urls_of(ELSEWHERE, {}) == [("https://uploads.acme.test/v2/x", "key-secret")]


def test_a_base_url_set_by_hand_takes_the_credentials_with_it() -> None:
    moved = {"ACME_BASE_URL": "https://staging.acme.test/v1/"}
    assert urls_of(needing(("header",)), moved) == [
        ("https://staging.acme.test/v1/x", "key-secret")
    ]
    assert urls_of(SAME_HOST, moved) == [("https://staging.acme.test/alt/x", "key-secret")]
    assert urls_of(ELSEWHERE, moved) == []
    assert urls_of(replace(ELSEWHERE, security=()), moved) == [
        ("https://uploads.acme.test/v2/x", None)
    ]
    trusted = {**moved, "ACME_TRUSTED_ORIGINS": "https://a.test, https://uploads.acme.test:443"}
    assert urls_of(ELSEWHERE, trusted) == [("https://uploads.acme.test/v2/x", "key-secret")]


def test_no_credentials_over_plain_http() -> None:
    plain = {"ACME_BASE_URL": "http://api.acme.test", "ACME_KEY": "key-secret"}
    with pytest.raises(SettingsError, match="ACME_ALLOW_HTTP=1") as caught:
        make_caller(credentials=SCHEMES, environ=plain)
    assert "key-secret" not in str(caught.value)
    make_caller(credentials=SCHEMES, environ={**plain, "ACME_ALLOW_HTTP": "1"})
    make_caller(credentials=SCHEMES, environ={"ACME_BASE_URL": "http://api.acme.test"})
    for host in ("localhost:8080", "127.0.0.1", "[::1]:81"):
        make_caller(credentials=SCHEMES, environ={**plain, "ACME_BASE_URL": f"http://{host}"})
    other = needing(("header",), base_url="http://files.acme.test")
    assert "unencrypted" in error_with(other, {"ACME_KEY": "key-secret"})


def test_no_redirect_takes_the_credentials_anywhere() -> None:
    requests: list[str] = []

    def redirect(request: httpx2.Request) -> httpx2.Response:
        requests.append(str(request.url))
        return httpx2.Response(302, headers={"Location": "https://evil.test/?k=key-secret"})

    caller = make_caller(
        credentials=SCHEMES, environ=VALUES, transport=httpx2.MockTransport(redirect)
    )
    outcome = call(caller, make_tool(needing(("header",))))
    assert requests == ["https://api.acme.test/x"]
    assert "https://evil.test/?k=***" in text_of(outcome)


def test_no_secret_in_any_text(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    everything = needing(("header", "query", "cookie", "basic"), ("bearer",))

    async def run() -> str:
        async with recording() as upstream:
            caller = make_caller(base_url=upstream.origin, credentials=SCHEMES, environ=VALUES)
            tool = make_tool(everything)
            await caller.call(tool, {})
            await caller.aclose()
            return repr([caller, caller.credentials, vars(caller)]) + caller.dry_run(tool, {})

    texts = asyncio.run(run()) + caplog.text
    settings = Settings.from_environment(Api("acme", "", "", SCHEMES), VALUES)
    texts += repr(settings) + repr(Caller(Api("acme", "", "", SCHEMES), Hooks(), settings))
    assert not [value for value in VALUES.values() if value in texts and value != "user-name"]
    assert "dXNlci1uYW1lOnBhc3M6d29yZA" not in texts


def test_a_dry_run_shows_everything_but_secrets() -> None:
    operation = Operation(
        "POST",
        "/x/{id}",
        (
            Parameter("id", "path", "id"),
            Parameter("q", "query", "q"),
            Parameter("c", "cookie", "c"),
        ),
        security=(("header", "query", "cookie", "basic"),),
    )
    caller = make_caller(credentials=SCHEMES, environ={**VALUES, "ACME_KEY": "ab"})
    assert caller.dry_run(make_tool(operation), {"id": "a b", "q": "ab", "c": "1"}) == "\n".join(
        [
            "POST https://api.acme.test/x/a%20b?q=ab&api%20key=***",
            "Accept: application/json, */*;q=0.8",
            "X-Key: ***",
            "Authorization: ***",
            "Cookie: c=1; sid=***",
        ]
    )
    with pytest.raises(CallError, match="`id` is needed"):
        caller.dry_run(make_tool(operation), {})


def test_a_client_certificate(tmp_path: Path) -> None:
    certificate: dict[str, Credential] = {"mtls": ClientCertificate("ACME_CERT", "ACME_CERT_KEY")}
    environ = {"ACME_CERT": str(tmp_path / "c.pem"), "ACME_CERT_KEY": str(tmp_path / "k.pem")}
    caller = make_caller(credentials=certificate, environ=environ)
    assert caller.credentials.client_certificate() == (
        environ["ACME_CERT"],
        environ["ACME_CERT_KEY"],
    )
    outcome = call(caller, make_tool(needing(("mtls",))))
    assert "The client certificate cannot be used" in text_of(outcome)
    bare = make_caller(credentials=certificate)
    assert "ACME_CERT and ACME_CERT_KEY" in text_of(call(bare, make_tool(needing(("mtls",)))))


def test_a_dry_run_needs_no_credentials() -> None:
    caller = make_caller(credentials=SCHEMES)
    text = caller.dry_run(make_tool(needing(("bearer",))), {})
    assert text.startswith("GET https://api.acme.test/x\nAccept: ")
    assert "This needs a credential that is not set up: ACME_TOKEN." in text
