"""What a model gets for each kind of answer."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx2
import pytest
from wire_tools import answering, call, get, make_caller, make_tool, text_of

from package_name.runtime.model import ApiKey, Operation, Parameter
from package_name.runtime.result import Audio, Blob, Image, Outcome, Text, dump

TOOL = make_tool(get("/things"))
PNG = b"\x89PNG\r\n\x1a\n\x00\xff"
SECRET = "s3cr3t-value/+"


def outcome_of(
    status: int = 200,
    *,
    tool: Any = TOOL,
    headers: Any = None,
    max_chars: int = 40_000,
    **body: Any,
) -> Outcome:
    response = httpx2.Response(status, headers=headers, **body)
    caller = make_caller(
        transport=answering(response),
        retries=0,
        max_chars=max_chars,
        credentials={"key": ApiKey("ACME_KEY", "header", "X-Key")},
        environ={"ACME_KEY": SECRET},
    )
    return call(caller, tool)


def typed(content_type: str, content: bytes, **more: Any) -> Outcome:
    return outcome_of(content=content, headers={"Content-Type": content_type}, **more)


@pytest.mark.parametrize(
    ("content", "structured"),
    [
        (b'{"b": 1, "a": [true, null]}', {"b": 1, "a": [True, None]}),
        (b"[1, 2]", {"items": [1, 2]}),
        (b"[]", {"items": []}),
        (b'"text"', {"value": "text"}),
        (b"5", {"value": 5}),
        (b"null", {"value": None}),
        (b"\xef\xbb\xbf{}", {}),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        (b'{"a": "\\ud83d"}', {"a": "\ufffd"}),
    ],
)
@pytest.mark.parametrize("content_type", ["application/json", "application/vnd.api+json; v=1"])
def test_json(content_type: str, content: bytes, structured: Any) -> None:
    outcome = typed(content_type, content)
    assert not outcome.is_error
    assert outcome.structured == structured
    assert text_of(outcome) == dump(structured)


@pytest.mark.parametrize(
    "content",
    [
        *(b"<html>no</html>", b'{"a": ', b"", b"{'a': 1}", b'{"a": NaN}', b'{"a": -Infinity}'),
        *(b'{"a": 1e999}', b"1" * 5_000, b"[" * 100_000, b"\xff\xfe{"),
    ],
)
def test_json_that_is_none_is_a_text(content: bytes) -> None:
    outcome = typed("application/json", content or b" ")
    assert not outcome.is_error
    assert outcome.structured is None
    assert text_of(outcome).startswith("[The answer says it is JSON but is not:]")


@pytest.mark.parametrize("depth", [99, 150, 400, 900, 990])
@pytest.mark.parametrize("inside", [b"1", b'"s3cr3t-value/+"', b'"\\u202e"'])
def test_json_too_deep_for_clients_is_a_text(depth: int, inside: bytes) -> None:
    outcome = typed("application/json", b'{"a":' * depth + inside + b"}" * depth)
    assert not outcome.is_error
    assert (outcome.structured is None) == (depth > 100)
    assert text_of(outcome).startswith(('{"a":', "The API's answer is nested", "[The answer says"))
    assert SECRET not in text_of(outcome)


def test_json_under_a_label_that_says_text() -> None:
    assert typed("text/plain", b'{"a": 1}').structured == {"a": 1}
    assert typed("text/html", b"[1]").structured == {"items": [1]}
    assert outcome_of(content=b'{"a": 1}').structured == {"a": 1}
    assert typed("text/plain", b"[not json]").structured is None
    assert typed("text/plain", b"5").structured is None


@pytest.mark.parametrize(
    ("content_type", "content", "text"),
    [
        ("text/csv", b"a,b\r\n1,2\r\n", "a,b\r\n1,2\r\n"),
        ("application/xml", b"<a>\xc3\xa9</a>", "<a>é</a>"),
        ("image/svg+xml", b"<svg/>", "<svg/>"),
        ("text/plain; charset=latin-1", b"\xe9", "é"),
        ('text/plain; charset="utf-16"', "é".encode("utf-16"), "é"),
        ("text/plain; charset=no-such", b"a\xff", "a\ufffd"),
        ("text/plain; charset=base64", b"a", "a"),
        ("text/plain", b"a\xffb", "a\ufffdb"),
        ("application/x-ndjson", b'{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":2}\n'),
        ("application/octet-stream", b"plain after all", "plain after all"),
        ("text/plain", b"\x1b[31mred\x00\x07", "[31mred"),
    ],
)
def test_text(content_type: str, content: bytes, text: str) -> None:
    outcome = typed(content_type, content)
    assert outcome == Outcome((Text(text),))


def test_hidden_characters_are_taken_out_of_both_channels() -> None:
    hidden = "a\U000e0041\u202eb\u200bc\u2066d\ufeff\u200de\U000e0141\U000e0142"
    emoji = "👩\u200d👩 \u0645\u06cc\u200c\u062e ❤\ufe0f 葛\U000e0100"
    content = json.dumps({hidden: hidden, "kept": emoji}).encode()
    outcome = typed("application/json", content)
    assert outcome.structured == {"abcde": "abcde", "kept": emoji}
    assert text_of(outcome) == dump(outcome.structured)
    assert text_of(typed("text/plain", hidden.encode())) == "abcde"


@pytest.mark.parametrize("status", [200, 201, 202, 204, 205])
def test_no_content_is_a_plain_fact(status: int) -> None:
    outcome = outcome_of(status, headers={"Location": "/things/7"})
    assert outcome.structured == {
        "status": status,
        "message": "Done. The API sent no content.",
        "headers": {"location": "/things/7"},
    }
    assert text_of(outcome) == dump(outcome.structured)


def test_head_tells_the_headers() -> None:
    response = httpx2.Response(200, headers={"Content-Length": "12", "ETag": '"x"', "X-Other": "1"})
    caller = make_caller(transport=answering(response))
    outcome = call(caller, make_tool(Operation("HEAD", "/things")))
    assert outcome.structured is not None
    assert outcome.structured["headers"] == {"content-length": "12", "etag": '"x"'}


def test_images_audio_and_other_binary() -> None:
    data = base64.b64encode(PNG).decode()
    assert typed("image/png", PNG) == Outcome((Image(data, "image/png"),))
    assert typed("audio/mpeg; x=1", PNG) == Outcome((Audio(data, "audio/mpeg"),))
    text, blob = typed("application/pdf", PNG).content
    assert text == Text("application/pdf, 10 bytes")
    assert isinstance(blob, Blob)
    assert (blob.data_base64, blob.media_type) == (data, "application/pdf")
    assert blob.uri.startswith("resource://acme/acme_test/")
    assert isinstance(typed("application/octet-stream", PNG).content[1], Blob)


def test_binary_that_is_too_large_is_a_fact() -> None:
    outcome = typed("application/zip", b"\x00" * 3_000_000)
    assert outcome.structured is not None
    assert outcome.structured["message"] == (
        "The API sent 3000000 bytes of application/zip, too many to pass on."
    )


def test_a_cut_result_says_so_in_both_channels() -> None:
    tool = make_tool(get("/things", Parameter("page", "query", "page")))
    content = json.dumps([{"id": number} for number in range(2_000)]).encode()
    outcome = typed("application/json", content, tool=tool, max_chars=1_000)
    assert outcome.structured is not None
    assert len(text_of(outcome)) <= 1_000
    assert text_of(outcome) == dump(outcome.structured)
    note = outcome.structured["truncated"]
    assert note["cut"][0]["total"] == 2_000
    assert note["hint"] == "Use `page` to get the rest or less at once."
    text = text_of(typed("text/plain", b"x" * 5_000, tool=tool, max_chars=1_000))
    assert 980 < len(text) <= 1_000
    assert text.endswith("of 5000 characters. Use `page` to get the rest or less at once.]")


def test_the_secret_never_comes_back() -> None:
    for content in (
        json.dumps({"sent": {"X-Key": SECRET}, SECRET: 1}).encode(),
        f"X-Key: {SECRET}".encode(),
    ):
        for content_type in ("application/json", "text/plain"):
            assert SECRET not in repr(typed(content_type, content))
            assert SECRET not in repr(outcome_of(400, content=content))
    padded = b"x" * 1_190 + SECRET.encode() + b"y" * 1_000
    assert SECRET[:5] not in text_of(outcome_of(500, content=padded))
