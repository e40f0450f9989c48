"""Request bodies, read off a real wire."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from wire_tools import get, post, refused, sent

from package_name.runtime.model import Body, Field, Parameter

FORM = "application/x-www-form-urlencoded"
PNG = b"\x89PNG\r\n\x1a\n\x00\xff"
PNG_TEXT = base64.b64encode(PNG).decode()


def form(field: Field, value: Any) -> str:
    request = sent(post(Body(FORM, fields=(field,))), value=value)
    assert request.header("content-type") == FORM
    return request.body.decode()


def parts(request: Any) -> list[tuple[str, bytes]]:
    """The head and the data of each part."""
    boundary = re.search(r"boundary=(\w+)", request.header("content-type"))
    assert boundary
    mark = f"--{boundary[1]}".encode()
    first, *found, last = request.body.split(mark)
    assert (first, last) == (b"", b"--\r\n")
    heads_and_data = [part.removeprefix(b"\r\n").partition(b"\r\n\r\n") for part in found]
    return [(head.decode(), data.removesuffix(b"\r\n")) for head, _, data in heads_and_data]


def multipart(field: Field, value: Any) -> list[tuple[str, bytes]]:
    return parts(sent(post(Body("multipart/form-data", fields=(field,))), value=value))


def test_json_from_fields_at_any_depth() -> None:
    body = Body(
        "application/json",
        required=True,
        fields=(
            Field("name", ("name",)),
            Field("city", ("address", "city")),
            Field("zip", ("address", "zip")),
            Field("rest", ("address", "geo"), names={"lat_deg": "lat.deg"}),
            Field("note", ("note",)),
            Field("left_out", ("left_out",)),
        ),
    )
    request = sent(
        post(body), name="Ann", city="Oslo", zip="", rest=[{"lat_deg": 1.0, "x": False}], note=None
    )
    assert request.header("content-type") == "application/json"
    assert request.body == (
        b'{"name":"Ann","address":{"city":"Oslo","zip":"","geo":[{"lat.deg":1.0,"x":false}]},'
        b'"note":null}'
    )


def test_unicode_is_sent_as_utf_8() -> None:
    body = Body("application/json", fields=(Field("a", ("a",)),))
    assert sent(post(body), a="æ😀\u2028").body == '{"a":"æ😀\u2028"}'.encode()


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "application/merge-patch+json",
        "application/json-patch+json",
        "application/vnd.api+json; profile=x",
        "application/json; charset=utf-8",
    ],
)
@pytest.mark.parametrize("value", [[{"op": "add"}], "text", 3, 1.5, True, None, {"a": None}])
def test_a_whole_json_body(media_type: str, value: Any) -> None:
    request = sent(post(Body(media_type, argument="body")), body=value)
    assert request.header("content-type") == media_type
    assert json.loads(request.body) == value


@pytest.mark.parametrize("media_type", ["*/*", "application/*"])
def test_a_range_that_takes_json_gets_json(media_type: str) -> None:
    request = sent(post(Body(media_type, argument="body")), body={"a": 1})
    assert (request.header("content-type"), request.body) == ("application/json", b'{"a":1}')


def test_nothing_given() -> None:
    fields = (Field("a", ("a",)),)
    optional = sent(post(Body("application/json", fields=fields)))
    assert (optional.body, optional.header("content-type")) == (b"", None)
    required = sent(post(Body("application/json", required=True, fields=fields)))
    assert required.body == b"{}"
    whole = sent(post(Body("application/json", argument="body")))
    assert (whole.body, whole.header("content-type")) == (b"", None)


def test_body_and_parameters_of_one_name_stay_apart() -> None:
    body = Body("application/json", fields=(Field("id_body", ("id",)),))
    parameters = (Parameter("id_path", "path", "id"), Parameter("id_query", "query", "id"))
    operation = post(body, "/x/{id}", parameters=parameters)
    request = sent(operation, id_path="p", id_query="q", id_body="b")
    assert (request.target, request.body) == ("/x/p?id=q", b'{"id":"b"}')


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (Field("value", ("v",)), "a b&c=d+é", "v=a+b%26c%3Dd%2B%C3%A9"),
        (Field("value", ("v",)), True, "v=true"),
        (Field("value", ("v",)), 1.5, "v=1.5"),
        (Field("value", ("v",)), "", "v="),
        (Field("value", ("v",)), None, ""),
        (Field("value", ("v",)), ["a", "b,c"], "v=a&v=b%2Cc"),
        (Field("value", ("v",)), {"a": 1}, "v=%7B%22a%22%3A1%7D"),
        (Field("value", ("v",)), [{"a": 1}, {"b": 2}], "v=%7B%22a%22%3A1%7D&v=%7B%22b%22%3A2%7D"),
        (
            Field("value", ("v",), content_type="application/json"),
            ["a"],
            "v=%5B%22a%22%5D",
        ),
        (Field("value", ("v",), style="form", explode=False), ["a", "b,c"], "v=a,b%2Cc"),
        (Field("value", ("v",), explode=False), ["a", "b"], "v=a,b"),
        (Field("value", ("v",), style="form"), {"a": 1, "b": "c d"}, "a=1&b=c+d"),
        (Field("value", ("v",), style="pipeDelimited"), ["a", "b"], "v=a%7Cb"),
        (Field("value", ("v",), style="spaceDelimited"), ["a", "b"], "v=a+b"),
        (
            Field("value", ("v",), style="deepObject"),
            {"city": "Oslo", "lines": ["a", "b"]},
            "v%5Bcity%5D=Oslo&v%5Blines%5D%5B%5D=a&v%5Blines%5D%5B%5D=b",
        ),
        (
            Field("value", ("v",), style="deepObject", explode=True),
            [{"price": "p", "quantity": 2}],
            "v%5B0%5D%5Bprice%5D=p&v%5B0%5D%5Bquantity%5D=2",
        ),
        (Field("value", ("v",), allow_reserved=True), "/a:b&c", "v=/a:b%26c"),
        (Field("value", ("v", "w")), "x", "v%5Bw%5D=x"),
    ],
)
def test_form(field: Field, value: Any, expected: str) -> None:
    assert form(field, value) == expected


def test_a_whole_form() -> None:
    request = sent(post(Body(FORM, argument="body")), body={"a": "1 2", "b": [1, 2], "c": None})
    assert request.body == b"a=1+2&b=1&b=2"


@pytest.mark.parametrize(
    "value",
    [
        PNG_TEXT,
        f"data:image/png;base64,{PNG_TEXT}",
        PNG_TEXT.rstrip("="),
        PNG_TEXT.replace("+", "-").replace("/", "_"),
        {"data_base64": PNG_TEXT},
        {"filename": "a.png", "media_type": "image/png", "data_base64": PNG_TEXT},
    ],
)
def test_binary_bodies(value: Any) -> None:
    request = sent(post(Body("application/octet-stream", argument="body")), body=value)
    assert (request.header("content-type"), request.body) == ("application/octet-stream", PNG)


def test_a_binary_range_takes_the_files_own_media_type() -> None:
    value = {"media_type": "image/png", "data_base64": PNG_TEXT}
    request = sent(post(Body("image/*", argument="body")), body=value)
    assert (request.header("content-type"), request.body) == ("image/png", PNG)
    untyped = sent(post(Body("image/*", argument="body")), body=PNG_TEXT)
    assert untyped.header("content-type") == "application/octet-stream"


@pytest.mark.parametrize(
    "value", ["/etc/passwd.x", "not base64!", "é", {"filename": "a"}, 5, ["x"], {"data_base64": 1}]
)
def test_what_is_no_file_is_refused(value: Any) -> None:
    assert "`body` must be" in refused(post(Body("image/png", argument="body")), body=value)


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "text/csv; charset=utf-8",
        "application/xml",
        "application/soap+xml",
        "application/graphql",
        "application/x-ndjson",
    ],
)
def test_text_is_passed_through(media_type: str) -> None:
    text = '<a b="é">&amp;</a>\r\n"quoted"'
    request = sent(post(Body(media_type, argument="body")), body=text)
    assert (request.header("content-type"), request.body) == (media_type, text.encode())


def test_json_lines() -> None:
    request = sent(post(Body("application/x-ndjson", argument="body")), body=[{"a": 1}, "b"])
    assert request.body == b'{"a":1}\n"b"\n'


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (Field("value", ("v",)), "tëxt", [("", "tëxt".encode())]),
        (Field("value", ("v",)), 5, [("", b"5")]),
        (Field("value", ("v",)), None, []),
        (Field("value", ("v",)), ["a", "b"], [("", b"a"), ("", b"b")]),
        (
            Field("value", ("v",)),
            {"a": [1]},
            [("\r\nContent-Type: application/json", b'{"a":[1]}')],
        ),
        (
            Field("value", ("v",), content_type="application/json"),
            ["a"],
            [("\r\nContent-Type: application/json", b'["a"]')],
        ),
        (
            Field("value", ("v",), content_type="text/csv"),
            "a,b",
            [("\r\nContent-Type: text/csv", b"a,b")],
        ),
        (
            Field("value", ("v",), content_type="application/sdp"),
            "v=0\r\n",
            [("\r\nContent-Type: application/sdp", b"v=0\r\n")],
        ),
        (Field("value", ("v",), style="form", explode=False), ["a", "b"], [("", b"a,b")]),
    ],
)
def test_multipart_values(field: Field, value: Any, expected: list[tuple[str, bytes]]) -> None:
    head = 'Content-Disposition: form-data; name="v"'
    assert multipart(field, value) == [(head + more, data) for more, data in expected]


def test_multipart_deep_object() -> None:
    found = multipart(Field("value", ("v",), style="deepObject"), {"a": "1", "b": "2"})
    assert [head.partition("name=")[2] for head, _ in found] == ['"v[a]"', '"v[b]"']


@pytest.mark.parametrize(
    ("content_type", "value", "filename", "media_type"),
    [
        ("application/octet-stream", PNG_TEXT, "v", "application/octet-stream"),
        ("image/png", PNG_TEXT, "v", "image/png"),
        ("image/png, image/jpeg", PNG_TEXT, "v", "application/octet-stream"),
        (
            "image/*",
            {"data_base64": PNG_TEXT, "filename": "a.png"},
            "a.png",
            "application/octet-stream",
        ),
        (
            "",
            {"data_base64": PNG_TEXT, "filename": "é.png", "media_type": "image/png"},
            "é.png",
            "image/png",
        ),
        (
            "image/png",
            {"data_base64": PNG_TEXT, "filename": '../x"\r\n'},
            "../x%22%0D%0A",
            "image/png",
        ),
    ],
)
def test_multipart_files(content_type: str, value: Any, filename: str, media_type: str) -> None:
    assert multipart(Field("value", ("v",), content_type=content_type), value) == [
        (
            f'Content-Disposition: form-data; name="v"; filename="{filename}"\r\n'
            f"Content-Type: {media_type}",
            PNG,
        )
    ]


def test_several_files_under_one_name() -> None:
    field = Field("value", ("files",), content_type="application/octet-stream")
    first = {"filename": "1.txt", "data_base64": base64.b64encode(b"one").decode()}
    found = multipart(field, [first, base64.b64encode(b"two").decode()])
    assert [data for _, data in found] == [b"one", b"two"]
    assert 'filename="1.txt"' in found[0][0]


def test_a_file_cannot_write_headers() -> None:
    operation = post(Body("multipart/form-data", fields=(Field("f", ("f",)),)))
    value = {"data_base64": "", "media_type": "text/plain\r\nX-Evil: 1"}
    assert "is not a media type" in refused(operation, f=value)


def test_a_whole_multipart_body() -> None:
    request = sent(
        post(Body("multipart/form-data", argument="body")), body={"a": 1, "b": ["x", "y"]}
    )
    assert [data for _, data in parts(request)] == [b"1", b"x", b"y"]


@pytest.mark.parametrize(
    "value",
    ["a\r\nX-Evil: 1", "a\nb", "a\0b", " a", "a ", "\ta", "é", "😀", "\x7f"],
)
def test_header_values_that_are_refused(value: str) -> None:
    operation = get("/x", Parameter("tag", "header", "X-Tag"))
    assert refused(operation, tag=value).startswith("`tag` may hold only visible ASCII")


@pytest.mark.parametrize(
    "name",
    [
        *("Authorization", "cookie", "Host", "Content-Length", "Transfer-Encoding", "Connection"),
        *("Proxy-Authorization", "X-Forwarded-For", "Content-Type", "Bad Name", "a:b"),
    ],
)
def test_headers_no_argument_sets(name: str) -> None:
    assert "is not allowed" in refused(get("/x", Parameter("h", "header", name)), h="v")


def test_an_accept_header_from_the_document_replaces_ours() -> None:
    operation = get("/x", Parameter("accept", "header", "accept"))
    assert sent(operation, accept="text/csv").header("accept") == "text/csv"
    assert sent(operation).header("accept") == "application/json, */*;q=0.8"
    assert sent(operation).header("user-agent") == "acme-mcp"
