"""No path argument leaves its segment, and nothing but the template's path is called."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_tools import get, refused, sent

from package_name.runtime.errors import CallError
from package_name.runtime.model import Parameter
from package_name.runtime.request import build_request

BASE = "https://api.acme.test/v1"
ITEM = get("/users/{id}/items", Parameter("id", "path", "id"))


@pytest.mark.parametrize(
    ("value", "segment"),
    [
        ("../admin", "..%2Fadmin"),
        ("a/../../x", "a%2F..%2F..%2Fx"),
        ("x?y=1#z", "x%3Fy%3D1%23z"),
        ("//evil.com", "%2F%2Fevil.com"),
        ("@evil.com", "%40evil.com"),
        ("\\evil", "%5Cevil"),
        (":80@evil", "%3A80%40evil"),
        ("...", "..."),
        (".git", ".git"),
        ("a%2Fb", "a%252Fb"),
        ("é 😀", "%C3%A9%20%F0%9F%98%80"),
        (12, "12"),
    ],
)
def test_a_value_stays_one_segment(value: object, segment: str) -> None:
    assert sent(ITEM, "/v1", id=value).target == f"/v1/users/{segment}/items"


@pytest.mark.parametrize(
    "value",
    [
        *("", " ", "\t", ".", "..", "%2e", "%2e%2e", "%2E.", "%252e%252e", "%25252e."),
        *(
            "..;",
            "..;x=1",
            "\uff0e\uff0e",
            "\u2025",
            "\u2024\u2024",
            "a\nb",
            "a%00b",
            "a%0d%0ab",
            "\x7f",
        ),
    ],
)
def test_a_value_that_is_no_segment_is_refused(value: str) -> None:
    assert refused(ITEM, id=value).startswith("`id` may not")


@pytest.mark.parametrize(
    ("style", "value"), [("label", "."), ("simple", [".."]), ("label", []), ("simple", [])]
)
def test_a_style_cannot_make_a_dot_segment(style: str, value: object) -> None:
    operation = get("/a/{id}/b", Parameter("id", "path", "id", style=style))
    assert refused(operation, id=value).startswith("`id` may not")


def test_a_missing_value_is_named() -> None:
    assert refused(ITEM) == "`id` is needed: it is part of the path."


@pytest.mark.parametrize(
    ("template", "target"),
    [
        ("/x?action=list", "/v1/x?action=list"),
        ("/x?a=1&b={id}", "/v1/x?a=1&b=7"),
        ("/x?a=1&b={other}", "/v1/x?a=1"),
        ("/#X-Amz-Target=Do.It", "/v1/"),
        ("/x/{id}#note", "/v1/x/7"),
        ("/x#a?b=c", "/v1/x"),
        ("/x y/é/{id}", "/v1/x%20y/%C3%A9/7"),
        ("/a%20b/{id}", "/v1/a%20b/7"),
        ("/a//b/{id}/", "/v1/a//b/7/"),
        ("/a:go/{id}@v1;p=1,2", "/v1/a:go/7@v1;p=1,2"),
        ("x", "/v1/x"),
        ("", "/v1/"),
    ],
)
def test_templates(template: str, target: str) -> None:
    assert sent(get(template, Parameter("id", "path", "id")), "/v1", id=7).target == target


def test_a_fixed_query_stands_before_the_parameters() -> None:
    operation = get("/x?action=list", Parameter("page", "query", "page"))
    assert sent(operation, page=2).target == "/x?action=list&page=2"


def test_an_endless_url_is_refused() -> None:
    operation = get("/x", Parameter("q", "query", "q"))
    assert "Ask for less at once" in refused(operation, q="a" * 1_000_000)


@given(st.text(), st.text())
def test_any_text_is_sent_as_itself_or_refused(first: str, second: str) -> None:
    operation = get(
        "/users/{a}/x/{b}.json", Parameter("a", "path", "a"), Parameter("b", "path", "b")
    )
    try:
        request = build_request(operation, {"a": first, "b": second}, BASE)
    except CallError:
        return
    found = re.fullmatch(
        r"https://api\.acme\.test/v1/users/([^/?#]+)/x/([^/?#]+)\.json", request.url
    )
    assert found is not None
    assert (unquote(found[1]), unquote(found[2])) == (first, second)
    assert request.url.isascii()


def test_a_path_value_written_by_its_content_is_checked_too() -> None:
    operation = get("/x/{id}", Parameter("id", "path", "id", media_type="text/plain"))
    assert sent(operation, id="a b").target == "/x/a%20b"
    for value in ("", "..", "a\nb"):
        assert refused(operation, id=value).startswith("`id` may not")
    listed = get("/x/{id}", Parameter("id", "path", "id"))
    assert refused(listed, id=["a", "b\0"]).startswith("`id` may not hold control characters")
