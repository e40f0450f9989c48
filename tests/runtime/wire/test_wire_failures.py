"""What a model is told when the API refuses."""

from __future__ import annotations

import json

import httpx2
import pytest
from wire_tools import answering, call, get, make_caller, make_tool, text_of

from package_name.runtime.model import Basic, Bearer, Operation, Parameter, Tool

TOOL = make_tool(get("/things/{id}", Parameter("id", "path", "id")))


def told(
    status: int, *, tool: Tool = TOOL, headers: dict[str, str] | None = None, **body: object
) -> str:
    response = httpx2.Response(status, headers=headers, **body)  # type: ignore[arg-type]
    outcome = call(make_caller(transport=answering(response), retries=0), tool, id="7")
    assert outcome.is_error
    assert outcome.structured is None
    text = text_of(outcome)
    assert len(text) <= 2_000
    return text


def said(body: object) -> str:
    """The API's own message, as it is passed on."""
    lines = told(400, json=body).split("\n")
    assert lines[0] == "The API answered 400 Bad Request to GET /things/7."
    return lines[1].removeprefix("It says: ") if len(lines) == 3 else ""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"message": "No such thing"}, "No such thing"),
        ({"error": "invalid_grant", "error_description": "Expired"}, "Expired; invalid_grant"),
        (
            {"error": {"code": 190, "message": "Bad token", "type": "OAuth"}},
            "Bad token; 190",
        ),
        ({"errors": [{"message": "a"}, {"message": "b"}, {"message": "a"}]}, "a; b"),
        (
            {"type": "about:blank", "title": "Bad", "status": 400, "detail": "id is odd"},
            "id is odd; Bad; 400",
        ),
        ({"email": ["is taken"], "age": "too low"}, "email: is taken; age: too low"),
        (
            {"message": "Validation Failed", "errors": {"name": ["is blank"]}},
            "Validation Failed; name: is blank",
        ),
        ({"detail": [{"loc": ["body", "x"], "msg": "missing"}]}, "missing"),
        ("just text", "just text"),
        (["one", "two"], "one; two"),
        ({}, ""),
        (None, ""),
        ({"ok": False, "error": "not_found"}, "not_found"),
    ],
)
def test_the_apis_own_message(body: object, message: str) -> None:
    assert said(body) == message


def test_html_is_reduced_to_its_title() -> None:
    page = (
        "<!DOCTYPE html><html><head><title>\n 502 Bad &amp; Gateway </title></head><body>"
        + "x" * 10**6
    )
    assert "It says: 502 Bad & Gateway\n" in told(502, html=page)
    bare = "<h1>Oops</h1><script>alert(1)</script><p>Gone&nbsp;away</p>"
    assert "It says: Oops Gone away\n" in told(500, html=bare)


def test_a_long_message_is_cut() -> None:
    text = told(500, json={"message": "m" * 10_000})
    assert "m…\nThe fault is on the API's side." in text


def test_a_message_that_never_ends() -> None:
    assert len(told(500, content=b"[" * 100_000)) <= 2_000
    assert (
        len(told(500, content=json.dumps({"errors": [{"message": "x" * 50}] * 9_999}).encode()))
        <= 2_000
    )
    assert told(
        500, content=b"\xff\xfe\x00" * 50, headers={"Content-Type": "text/plain; charset=x"}
    )


@pytest.mark.parametrize(
    ("status", "advice"),
    [
        (400, "Check the arguments"),
        (401, "does not accept this server's credential"),
        (403, "may not do this"),
        (404, "Nothing is there. Check the ids"),
        (409, "conflicts with the current state"),
        (418, "Check the arguments and try again."),
        (422, "refuses these values"),
        (429, "Too many requests"),
        (500, "The fault is on the API's side. Try again later."),
        (599, "The fault is on the API's side. Try again later."),
    ],
)
def test_what_to_do_next(status: int, advice: str) -> None:
    text = told(status)
    assert text.startswith(f"The API answered {status}")
    assert advice in text.split("\n")[1]


def test_a_refused_credential_is_named_by_its_variable() -> None:
    assert told(401).endswith("\nThe call carried no credential.")
    operation = get("/things", security=(("key",), ("other",)))
    caller = make_caller(
        transport=answering(httpx2.Response(403)),
        credentials={"key": Bearer("ACME_KEY"), "other": Basic("ACME_USER", "ACME_PASSWORD")},
        environ={"ACME_USER": "u", "ACME_PASSWORD": "p"},
    )
    text = text_of(call(caller, make_tool(operation)))
    assert text.endswith("\nThe call carried the credential in ACME_USER, ACME_PASSWORD.")


def test_a_failed_write_may_have_happened() -> None:
    post = make_tool(Operation("POST", "/things/{id}", (Parameter("id", "path", "id"),)))
    assert "It may or may not have taken effect" in told(502, tool=post)
    assert "may or may not" not in told(502)
    assert "may or may not" not in told(422, tool=post)


def test_nothing_hidden_in_an_error() -> None:
    text = told(400, json={"message": "a\U000e0041\u202eb\x1b[31m"})
    assert "It says: ab[31m\n" in text


def test_an_error_is_not_cut_by_the_cap() -> None:
    response = httpx2.Response(400, json={"message": "m" * 1_100})
    outcome = call(make_caller(transport=answering(response), max_chars=1_000), TOOL, id="7")
    assert "m" * 1_100 in text_of(outcome)
