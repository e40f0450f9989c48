"""OAuth 2 tokens: got once, renewed early, kept out of every text, asked for only where allowed."""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import httpx2
import pytest
from wire_recorder import Recorded, Upstream, recording, response
from wire_tools import get, make_caller, make_tool, text_of

from package_name.runtime.call import Caller
from package_name.runtime.credentials import Credentials
from package_name.runtime.model import Api, OAuth, Operation
from package_name.runtime.redact import Redactor
from package_name.runtime.settings import Settings
from package_name.runtime.tokens import TokenSource
from package_name.runtime.upstream import Upstream as Client

CLIENT = {"ACME_LOGIN_CLIENT_ID": "me", "ACME_LOGIN_CLIENT_SECRET": "s3cret/of+client"}
REFRESH = {"ACME_LOGIN_REFRESH_TOKEN": "first-refresh-token"}
THINGS = get("/things", security=(("login",),))
TOOL = make_tool(THINGS)


@dataclass
class Provider:
    """The API and its token endpoint, on one loopback address."""

    accepts: str = "token-"
    lasts: Any = 3600
    status: str = "200 OK"
    error: dict[str, str] = field(default_factory=dict)
    only_body: bool = False
    rotates: bool = False
    seconds: float = 0
    given: int = 0

    async def answer(self, request: Recorded, writer: asyncio.StreamWriter) -> None:
        if request.path == "/token":
            await asyncio.sleep(self.seconds)
            status, body = self._token(request)
        elif request.path.startswith("/.well-known"):
            origin = f"http://{request.header('host')}"
            body = {"issuer": origin, "token_endpoint": f"{origin}/token"}
            status = "200 OK"
        else:
            known = request.header("authorization") or ""
            fits = known.startswith(f"Bearer {self.accepts}")
            status, body = ("200 OK" if fits else "401 Unauthorized"), {"said": known}
        writer.write(response(status, json.dumps(body).encode(), Content_Type="application/json"))

    def _token(self, request: Recorded) -> tuple[str, dict[str, Any]]:
        if self.status != "200 OK":
            return self.status, self.error
        if self.only_body and request.header("authorization"):
            return "401 Unauthorized", {"error": "invalid_client"}
        self.given += 1
        answer = {"access_token": f"token-{self.given}", "token_type": "Bearer"}
        renewed = {"refresh_token": f"refresh-token-{self.given}"} if self.rotates else {}
        return "200 OK", answer | renewed | ({"expires_in": self.lasts} if self.lasts else {})


def caller_for(upstream: Upstream, environ: dict[str, str], oauth: OAuth | None = None) -> Caller:
    oauth = oauth or OAuth("ACME_LOGIN", token_url=f"{upstream.origin}/token")
    return make_caller(base_url=upstream.origin, environ=environ, credentials={"login": oauth})


def asked(upstream: Upstream, path: str = "/token") -> list[Recorded]:
    return [request for request in upstream.requests if request.path == path]


def form(request: Recorded) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(request.body.decode()).items()}


def calls(
    provider: Provider, environ: dict[str, str], count: int = 1
) -> tuple[Upstream, list[Any]]:
    """The outcomes of calls one after the other."""

    async def run() -> tuple[Upstream, list[Any]]:
        async with recording(provider.answer) as upstream:
            caller = caller_for(upstream, environ)
            outcomes = [await caller.call(TOOL, {}) for _ in range(count)]
            await caller.aclose()
        return upstream, outcomes

    return asyncio.run(run())


def test_client_credentials_get_a_token_that_is_kept() -> None:
    upstream, outcomes = calls(Provider(), CLIENT, count=3)
    assert not any(outcome.is_error for outcome in outcomes)
    (request,) = asked(upstream)
    assert request.method == "POST"
    assert form(request) == {"grant_type": "client_credentials"}
    # RFC 6749 §2.3.1: both are form-encoded first.
    pair = base64.b64decode((request.header("authorization") or "").removeprefix("Basic "))
    assert pair == b"me:s3cret%2Fof%2Bclient"
    assert {r.header("authorization") for r in asked(upstream, "/things")} == {"Bearer token-1"}
    assert "token-1" not in text_of(outcomes[0])


def test_scopes_are_asked_for_where_they_are_set() -> None:
    upstream, _ = calls(Provider(), {**CLIENT, "ACME_LOGIN_SCOPE": "read write"})
    assert form(asked(upstream)[0])["scope"] == "read write"


def test_an_endpoint_that_reads_only_the_body_gets_the_client_there() -> None:
    upstream, (outcome,) = calls(Provider(only_body=True), CLIENT)
    assert not outcome.is_error
    _, second = asked(upstream)
    assert second.header("authorization") is None
    assert form(second)["client_secret"] == "s3cret/of+client"


def test_a_refresh_token_is_renewed_as_the_endpoint_says() -> None:
    upstream, outcomes = calls(Provider(lasts=0.000001, rotates=True), REFRESH, count=2)
    assert not any(outcome.is_error for outcome in outcomes)
    assert [form(request)["refresh_token"] for request in asked(upstream)] == [
        "first-refresh-token",
        "refresh-token-1",
    ]


@pytest.mark.parametrize("environ", [{}, CLIENT])
def test_a_token_from_outside_is_sent_as_before(environ: dict[str, str]) -> None:
    partly = {k: v for k, v in environ.items() if "SECRET" not in k}
    upstream, _ = calls(Provider(), {**partly, "ACME_LOGIN_TOKEN": "token-mine"})
    assert asked(upstream) == []
    assert asked(upstream, "/things")[0].header("authorization") == "Bearer token-mine"


def test_fifty_calls_at_once_ask_for_one_token() -> None:
    async def run() -> tuple[int, int]:
        async with recording(Provider(seconds=0.05).answer) as upstream:
            caller = caller_for(upstream, CLIENT)
            outcomes = await asyncio.gather(*(caller.call(TOOL, {}) for _ in range(50)))
            await caller.aclose()
        assert not any(outcome.is_error for outcome in outcomes)
        return len(asked(upstream)), len(asked(upstream, "/things"))

    assert asyncio.run(run()) == (1, 50)


def test_a_call_that_is_given_up_while_it_asks_holds_up_no_other() -> None:
    async def run() -> int:
        async with recording(Provider(seconds=0.05).answer) as upstream:
            caller = caller_for(upstream, CLIENT)
            first = asyncio.create_task(caller.call(TOOL, {}))
            while not asked(upstream):
                await asyncio.sleep(0.001)
            others = [asyncio.create_task(caller.call(TOOL, {})) for _ in range(5)]
            await asyncio.sleep(0)
            first.cancel()
            outcomes = await asyncio.gather(*others)
            await caller.aclose()
        assert not any(outcome.is_error for outcome in outcomes)
        return len(asked(upstream))

    assert asyncio.run(run()) == 2


def test_fifty_calls_at_once_fail_together() -> None:
    provider = Provider(status="503 Service Unavailable", seconds=0.05)

    async def run() -> int:
        async with recording(provider.answer) as upstream:
            caller = caller_for(upstream, REFRESH)
            outcomes = await asyncio.gather(*(caller.call(TOOL, {}) for _ in range(50)))
            later = await caller.call(TOOL, {})
            await caller.aclose()
        assert all(outcome.is_error for outcome in (*outcomes, later))
        assert asked(upstream, "/things") == []
        return len(asked(upstream))

    assert asyncio.run(run()) == 2


@pytest.mark.parametrize(
    ("lasts", "good_for"), [(3600, 3540), ("3600", 3540), (100, 90), (None, 10**9)]
)
def test_a_token_is_renewed_before_it_ends(lasts: Any, good_for: float) -> None:
    now = [0.0]

    async def run() -> list[str]:
        async with recording(Provider(lasts=lasts).answer) as upstream:
            oauth = OAuth("ACME_LOGIN", token_url=f"{upstream.origin}/token")
            settings = Settings(upstream.origin, secrets=CLIENT)
            client = Client(settings, "acme-mcp")
            source = TokenSource(oauth, settings, client.send, Redactor(()), lambda: now[0])
            tokens = []
            for at in (0, good_for - 1, good_for + 1):
                now[0] = at
                tokens.append(await source.token())
            await client.aclose()
            return tokens

    first, second, third = asyncio.run(run())
    assert first == second
    assert (third == first) == (lasts is None)


def test_a_refused_token_is_replaced_once() -> None:
    upstream, (outcome,) = calls(Provider(accepts="token-2"), CLIENT)
    assert not outcome.is_error
    sent = [request.header("authorization") for request in asked(upstream, "/things")]
    assert sent == ["Bearer token-1", "Bearer token-2"]
    upstream, (outcome,) = calls(Provider(accepts="none"), CLIENT)
    assert outcome.is_error
    assert (len(asked(upstream)), len(asked(upstream, "/things"))) == (2, 2)
    assert "ACME_LOGIN_CLIENT_SECRET" in text_of(outcome)
    assert "token-2" not in text_of(outcome)


def test_a_failure_says_what_to_do_and_no_secret() -> None:
    echo = {"error": "invalid_client", "error_description": "not s3cret/of+client " + "x" * 999}
    _, (outcome,) = calls(Provider(status="401 Unauthorized", error=echo), CLIENT)
    told = text_of(outcome)
    assert "gave no token (HTTP 401: invalid_client: not ***" in told
    assert "ACME_LOGIN_CLIENT_ID, ACME_LOGIN_CLIENT_SECRET" in told
    assert "s3cret" not in told
    assert len(told) < 600


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"<html>", b'{"access_token":7}', b'{"access_token":"x","token_type":"mac"}'],
)
def test_an_answer_without_a_token_is_told(body: bytes) -> None:
    async def handler(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(response("200 OK", body))

    async def run() -> Any:
        async with recording(handler) as upstream:
            caller = caller_for(upstream, CLIENT)
            outcome = await caller.call(TOOL, {})
            await caller.aclose()
            assert asked(upstream, "/things") == []
            return outcome

    outcome = asyncio.run(run())
    assert outcome.is_error
    assert "token" in text_of(outcome)


def test_a_redirect_of_the_endpoint_is_not_followed() -> None:
    async def handler(_: Recorded, writer: asyncio.StreamWriter) -> None:
        writer.write(response("307 Temporary Redirect", Location="/elsewhere"))

    async def run() -> list[str]:
        async with recording(handler) as upstream:
            caller = caller_for(upstream, CLIENT)
            assert (await caller.call(TOOL, {})).is_error
            await caller.aclose()
            return [request.path for request in upstream.requests]

    assert asyncio.run(run()) == ["/token"]


@pytest.mark.parametrize("same_issuer", [True, False])
def test_openid_connect_tells_the_endpoint(same_issuer: bool) -> None:
    async def run() -> tuple[Upstream, Any]:
        async with recording(Provider().answer) as upstream:
            # The provider answers below `/.well-known` and always says it is the one at the root.
            issuer = upstream.origin + ("" if same_issuer else "/.well-known/tenant")
            oauth = OAuth("ACME_LOGIN", discovery_url=f"{issuer}/.well-known/openid-configuration")
            caller = caller_for(upstream, CLIENT, oauth)
            outcome = await caller.call(TOOL, {})
            await caller.aclose()
            return upstream, outcome

    upstream, outcome = asyncio.run(run())
    assert outcome.is_error != same_issuer
    assert bool(asked(upstream)) == same_issuer
    if not same_issuer:
        assert "another issuer" in text_of(outcome)


def refused(oauth: OAuth, environ: dict[str, str]) -> str:
    def fail(request: httpx2.Request) -> httpx2.Response:
        raise AssertionError(f"sent {request.url}")

    caller = make_caller(
        environ=environ, credentials={"login": oauth}, transport=httpx2.MockTransport(fail)
    )
    outcome = asyncio.run(caller.call(TOOL, {}))
    assert outcome.is_error
    return text_of(outcome)


def test_no_secret_goes_where_it_must_not() -> None:
    plain = OAuth("ACME_LOGIN", token_url="http://login.acme.test/token")
    assert "unencrypted" in refused(plain, CLIENT)
    good = OAuth("ACME_LOGIN", token_url="https://login.acme.test/token")
    moved = {**CLIENT, "ACME_BASE_URL": "https://staging.acme.test"}
    assert "ACME_LOGIN_TOKEN_URL" in refused(good, moved)
    odd = OAuth("ACME_LOGIN", token_url="https://user@login.acme.test/token")
    assert "cannot be used" in refused(odd, CLIENT)


def test_a_moved_api_uses_the_endpoint_that_is_set() -> None:
    seen: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(str(request.url))
        return httpx2.Response(200, json={"access_token": "token-1"})

    environ = {
        **CLIENT,
        "ACME_BASE_URL": "https://staging.acme.test",
        "ACME_LOGIN_TOKEN_URL": "https://login.staging.test/token?v=2",
    }
    oauth = OAuth("ACME_LOGIN", token_url="https://login.acme.test/token")
    caller = make_caller(
        environ=environ, credentials={"login": oauth}, transport=httpx2.MockTransport(answer)
    )
    asyncio.run(caller.call(TOOL, {}))
    assert seen == ["https://login.staging.test/token?v=2", "https://staging.acme.test/things"]


def test_what_is_missing_is_told_in_the_way_it_was_begun() -> None:
    oauth = OAuth("ACME_LOGIN", token_url="https://login.acme.test/token")
    api = Api("acme", "Acme", "https://api.acme.test", {"login": oauth})

    def missing(environ: dict[str, str]) -> list[str]:
        credentials = Credentials(api, Settings.from_environment(api, environ))
        return [str(one) for one in credentials.missing([TOOL])]

    assert missing({}) == ["ACME_LOGIN_TOKEN"]
    assert missing({"ACME_LOGIN_CLIENT_ID": "me"}) == ["ACME_LOGIN_CLIENT_SECRET"]
    assert missing(CLIENT) == missing(REFRESH) == []


def test_a_dry_run_asks_for_no_token() -> None:
    oauth = OAuth("ACME_LOGIN", token_url="https://login.acme.test/token")
    operation: Operation = THINGS
    caller = make_caller(environ=CLIENT, credentials={"login": oauth})
    shown = caller.dry_run(make_tool(operation), {})
    assert "Authorization: ***" in shown
    assert "s3cret" not in shown


def test_a_placeholder_that_no_client_filled_in_is_no_credential() -> None:
    oauth = OAuth("ACME_LOGIN", token_url="https://login.acme.test/token")
    api = Api("acme", "Acme", "https://api.acme.test", {"login": oauth})
    environ = dict.fromkeys(oauth.variables, "${user_config.acme_login}")
    assert Settings.from_environment(api, environ).secrets == {}
