"""The style table of OpenAPI 3.2 ("Style Examples"), read off a real wire, and what it leaves open."""

from __future__ import annotations

from typing import Any

import pytest
from wire_tools import get, refused, sent

from package_name.runtime.model import Parameter

STRING = "blue"
ARRAY = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}


def parameter(place: Any, style: str = "", explode: bool | None = None, **more: Any) -> Parameter:
    return Parameter("value", place, "color", style=style, explode=explode, **more)


def query_of(value: Any, style: str = "", explode: bool | None = None, **more: Any) -> str:
    return sent(get("/x", parameter("query", style, explode, **more)), value=value).query


@pytest.mark.parametrize(
    ("style", "explode", "string", "array", "object_"),
    [
        ("simple", False, "blue", "blue,black,brown", "R,100,G,200,B,150"),
        ("simple", True, "blue", "blue,black,brown", "R=100,G=200,B=150"),
        ("label", False, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
        ("label", True, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
        ("matrix", False, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
        (
            "matrix",
            True,
            ";color=blue",
            ";color=blue;color=black;color=brown",
            ";R=100;G=200;B=150",
        ),
    ],
)
def test_path(style: str, explode: bool, string: str, array: str, object_: str) -> None:
    for value, expected in ((STRING, string), (ARRAY, array), (OBJECT, object_)):
        request = sent(get("/x/{color}/y", parameter("path", style, explode)), value=value)
        assert request.target == f"/x/{expected}/y"


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", False, "", "color="),
        ("form", False, STRING, "color=blue"),
        ("form", False, ARRAY, "color=blue,black,brown"),
        ("form", False, OBJECT, "color=R,100,G,200,B,150"),
        ("form", True, "", "color="),
        ("form", True, STRING, "color=blue"),
        ("form", True, ARRAY, "color=blue&color=black&color=brown"),
        ("form", True, OBJECT, "R=100&G=200&B=150"),
        ("spaceDelimited", False, ARRAY, "color=blue%20black%20brown"),
        ("spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
        ("spaceDelimited", True, ARRAY, "color=blue&color=black&color=brown"),
        ("pipeDelimited", False, ARRAY, "color=blue%7Cblack%7Cbrown"),
        ("pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
        ("pipeDelimited", True, ARRAY, "color=blue&color=black&color=brown"),
        ("tabDelimited", False, ARRAY, "color=blue%09black%09brown"),
        ("deepObject", True, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
        ("deepObject", None, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
        ("deepObject", True, STRING, "color=blue"),
    ],
)
def test_query(style: str, explode: bool | None, value: Any, expected: str) -> None:
    assert query_of(value, style, explode) == expected


@pytest.mark.parametrize(
    ("explode", "value", "expected"),
    [
        (False, STRING, "blue"),
        (False, ARRAY, "blue,black,brown"),
        (False, OBJECT, "R,100,G,200,B,150"),
        (True, ARRAY, "blue,black,brown"),
        (True, OBJECT, "R=100,G=200,B=150"),
        (None, OBJECT, "R,100,G,200,B,150"),
        (None, "a b/c?d=%41", "a b/c?d=%41"),
        (None, "", ""),
        (None, True, "true"),
    ],
)
def test_header(explode: bool | None, value: Any, expected: str) -> None:
    request = sent(get("/x", Parameter("value", "header", "X-Color", explode=explode)), value=value)
    assert request.header("x-color") == expected


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", False, "", "color="),
        ("form", False, STRING, "color=blue"),
        ("form", False, ARRAY, "color=blue,black,brown"),
        ("form", False, OBJECT, "color=R,100,G,200,B,150"),
        ("form", True, ARRAY, "color=blue; color=black; color=brown"),
        ("form", None, OBJECT, "R=100; G=200; B=150"),
        ("form", None, "a; admin=1", "color=a%3B%20admin%3D1"),
        ("cookie", False, ARRAY, "color=blue,black,brown"),
        ("cookie", False, OBJECT, "color=R,100,G,200,B,150"),
        ("cookie", True, ARRAY, "color=blue; color=black; color=brown"),
        ("cookie", None, OBJECT, "R=100; G=200; B=150"),
        ("cookie", None, "a%3Bb=c", "color=a%3Bb=c"),
    ],
)
def test_cookie(style: str, explode: bool | None, value: Any, expected: str) -> None:
    request = sent(get("/x", parameter("cookie", style, explode)), value=value)
    assert request.header("cookie") == expected


def test_an_unencoded_cookie_cannot_add_another() -> None:
    operation = get("/x", parameter("cookie", "cookie"))
    assert "`value` may not hold" in refused(operation, value="a; admin=1")
    assert "`value` may not hold" in refused(operation, value="a\r\nX-Evil: 1")


def test_cookies_of_several_parameters_share_one_header() -> None:
    operation = get("/x", Parameter("a", "cookie", "a"), Parameter("b", "cookie", "b"))
    assert sent(operation, a="1", b="2").header("cookie") == "a=1; b=2"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (1.0, "1.0"),
        (-2.5e-07, "-2.5e-07"),
        (12345678901234567890, "12345678901234567890"),
        ("", ""),
        ("a&b=c+d e%f#g", "a%26b%3Dc%2Bd%20e%25f%23g"),
        ("-._~", "-._~"),
        ("!*'();:@$,/?[]", "%21%2A%27%28%29%3B%3A%40%24%2C%2F%3F%5B%5D"),
        ("æ漢😀", "%C3%A6%E6%BC%A2%F0%9F%98%80"),
        ('"<>\\^`{|}', "%22%3C%3E%5C%5E%60%7B%7C%7D"),
        ("a\r\nb\0", "a%0D%0Ab%00"),
        ("..", ".."),
    ],
)
def test_a_query_value_arrives_as_it_was_given(value: Any, expected: str) -> None:
    assert query_of(value) == f"color={expected}"


@pytest.mark.parametrize(
    ("style", "value", "expected"),
    [
        ("form", ["a,b", "c&d"], "color=a%2Cb,c%26d"),
        ("spaceDelimited", ["a b", "c"], "color=a%20b%20c"),
        ("pipeDelimited", ["a|b", "c,d"], "color=a%7Cb%7Cc%2Cd"),
        ("form", [1, None, True, ""], "color=1,true,"),
        ("form", {"a b": "c,d", "e": None}, "color=a%20b,c%2Cd"),
        ("form", [["a"], {"b": 1}], "color=%5B%22a%22%5D,%7B%22b%22%3A1%7D"),
    ],
)
def test_items_of_a_delimited_value(style: str, value: Any, expected: str) -> None:
    assert query_of(value, style, False) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": {"b": {"c": 1}}}, "color[a][b][c]=1"),
        ({"a": ["x", "y"]}, "color[a][]=x&color[a][]=y"),
        ({"a": [{"b": 1}, {"b": 2}]}, "color[a][0][b]=1&color[a][1][b]=2"),
        ({"a": None, "b": True}, "color[b]=true"),
        ({"k]&": "]="}, "color[k]%26]=%5D%3D"),
        (["x", "y"], "color[]=x&color[]=y"),
    ],
)
def test_deep_object_nests(value: Any, expected: str) -> None:
    readable = query_of(value, "deepObject").replace("%5B", "[")
    names = [pair.partition("=") for pair in readable.split("&")]
    assert "&".join(key.replace("%5D", "]") + eq + text for key, eq, text in names) == expected


@pytest.mark.parametrize("value", [None, [], {}, [None], {"a": None}])
@pytest.mark.parametrize("explode", [True, False])
def test_nothing_is_sent_for_nothing(value: Any, explode: bool) -> None:
    assert query_of(value, "form", explode) == ""


def test_an_empty_value_is_sent_where_the_document_allows_it() -> None:
    assert query_of([], allow_empty=True) == "color="
    assert query_of("", allow_empty=True) == "color="
    assert query_of(None, allow_empty=True) == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("/a/b:c", "/a/b:c"),
        ("a?b@c!d$e'(f)*,;=", "a?b@c!d$e'(f)*,;="),
        ("%2Fa%zz%4", "%2Fa%25zz%254"),
        ("a&admin=1#x+[y]", "a%26admin=1%23x%2B%5By%5D"),
        ("a b", "a%20b"),
    ],
)
def test_allow_reserved(value: str, expected: str) -> None:
    assert query_of(value, allow_reserved=True) == f"color={expected}"


def test_allow_reserved_cannot_leave_a_path_segment() -> None:
    operation = get("/x/{color}/y", parameter("path", allow_reserved=True))
    assert sent(operation, value="a:b@c/d?e#f").target == "/x/a:b@c%2Fd%3Fe%23f/y"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("$top", "$top=v"),
        ("filter[status]", "filter%5Bstatus%5D=v"),
        ("a&b=c d", "a%26b%3Dc%20d=v"),
        ("X-Y.z_~", "X-Y.z_~=v"),
    ],
)
def test_names(name: str, expected: str) -> None:
    assert sent(get("/x", Parameter("a", "query", name)), a="v").query == expected


def test_content_parameters() -> None:
    value = {"a": [1, 2], "b": "ü /"}
    text = "%7B%22a%22%3A%5B1%2C2%5D%2C%22b%22%3A%22%C3%BC%20%2F%22%7D"
    json_ = {"media_type": "application/json"}
    assert query_of(value, **json_) == f"color={text}"
    assert query_of("blue", **json_) == "color=%22blue%22"
    assert query_of("a b", media_type="text/plain") == "color=a%20b"
    path = sent(get("/x/{color}", parameter("path", **json_)), value=value)
    assert path.target == f"/x/{text}"
    cookie = sent(get("/x", parameter("cookie", **json_)), value=value)
    assert cookie.header("cookie") == f"color={text}"
    header = sent(get("/x", Parameter("value", "header", "X-C", **json_)), value={"b": "ü😀"})
    assert header.header("x-c") == '{"b":"\\u00fc\\ud83d\\ude00"}'


def test_the_whole_query_string() -> None:
    form = parameter("querystring", media_type="application/x-www-form-urlencoded")
    request = sent(get("/x", form), value={"a": "1 2", "b": ["x", "y"], "c": {"d": 1}, "e": None})
    assert request.query == "a=1+2&b=x&b=y&c=%7B%22d%22%3A1%7D"
    json_ = parameter("querystring", media_type="application/json")
    assert sent(get("/x", json_), value={"a": 1}).query == "%7B%22a%22%3A1%7D"


def test_property_names_get_their_wire_names_at_any_depth() -> None:
    deep = Parameter("f", "query", "filter", style="deepObject", names={"created_at": "created.at"})
    request = sent(get("/x", deep), f={"a": [{"created_at": 1}]})
    assert request.query == "filter%5Ba%5D%5B0%5D%5Bcreated.at%5D=1"


def test_parameters_of_the_same_name_in_all_places_stay_apart() -> None:
    operation = get(
        "/x/{id}",
        Parameter("id_path", "path", "id"),
        Parameter("id_query", "query", "id"),
        Parameter("id_header", "header", "id"),
        Parameter("id_cookie", "cookie", "id"),
    )
    request = sent(operation, id_path="p", id_query="q", id_header="h", id_cookie="c")
    assert request.target == "/x/p?id=q"
    assert (request.header("id"), request.header("cookie")) == ("h", "id=c")
