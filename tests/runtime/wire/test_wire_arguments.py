"""Wrong arguments: nothing is sent, and the model is told what to write instead."""

from __future__ import annotations

import time
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wire_tools import answering, call, get, make_caller, make_tool, post, text_of

from package_name.runtime.arguments import ArgumentChecker
from package_name.runtime.errors import CallError
from package_name.runtime.model import Body, Field, Parameter, Tool
from package_name.runtime.validation import compile_validator

THINGS = make_tool(
    {
        "list": get("/things", Parameter("limit", "query", "limit")),
        "get": get("/things/{id}", Parameter("id", "path", "id"), required=("id",)),
        "add": post(
            Body("application/json", True, (Field("name", ("name",)), Field("kind", ("kind",)))),
            required=("name",),
        ),
    },
    action={"type": "string", "enum": ["list", "get", "add"]},
    limit={"type": "integer", "minimum": 1, "maximum": 100},
    id={"type": "string", "description": "The thing's id"},
    name={"type": "string", "maxLength": 10},
    kind={"type": "string", "enum": ["big", "small"]},
)


def told(tool: Tool, /, **arguments: Any) -> str:
    with pytest.raises(CallError) as caught:
        ArgumentChecker().check(tool, arguments)
    return str(caught.value)


def problem(schema: dict[str, Any], value: Any) -> str:
    """The one problem with a value, without the sentence about what is taken."""
    return "\n".join(compile_validator(schema).problems("v", value))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, "`action` is missing. It is one of `list`, `get`, `add`. Nothing was sent."),
        (
            {"action": "lst"},
            '`action` must be one of `list`, `get`, `add`, not "lst". Did you mean `list`? '
            "Nothing was sent.",
        ),
        ({"action": 5}, "`action` must be one of `list`, `get`, `add`, not 5. Nothing was sent."),
    ],
)
def test_the_action(arguments: dict[str, Any], expected: str) -> None:
    assert told(THINGS, **arguments) == expected


def test_a_missing_argument() -> None:
    assert told(THINGS, action="get") == (
        "Nothing was sent, because of the arguments:\n"
        "- `id` is missing; it is required for action `get`. It is: The thing's id\n"
        "Action `get` takes `id`."
    )


def test_an_argument_of_another_action() -> None:
    assert "- `limit` is not taken by action `get`, only by `list`.\n" in told(
        THINGS, action="get", id="1", limit=5
    )


def test_an_unknown_argument() -> None:
    text = told(THINGS, action="add", nmae="x", name="y")
    assert "- `nmae` is not an argument of this tool. Did you mean `name`?\n" in text
    assert text.endswith("Action `add` takes `name`, `kind`.")


def test_all_problems_are_told_at_once() -> None:
    text = told(THINGS, action="add", nope=1, name="far too long a name", kind="huge")
    assert text.count("\n- ") == 3


def test_more_than_five_problems_are_counted() -> None:
    text = told(THINGS, action="add", name="x", **{f"extra{n}": n for n in range(8)})
    assert text.count("is not an argument") == 5
    assert "- and 3 more\n" in text


def test_a_tool_of_one_operation_has_no_action() -> None:
    tool = make_tool(get("/x", Parameter("action", "query", "action")), action={"type": "string"})
    assert ArgumentChecker().check(tool, {"action": "go"})[0] == {"action": "go"}
    assert told(tool, limit=1).endswith("`acme_test` takes `action`.")


def test_null_for_an_optional_argument_means_not_given() -> None:
    checked, _ = ArgumentChecker().check(THINGS, {"action": "list", "limit": None})
    assert checked == {}
    checked, _ = ArgumentChecker().check(THINGS, {"action": "get", "id": "1", "limit": None})
    assert checked == {"id": "1"}
    assert "`nope` is not an argument" in told(THINGS, action="get", id="1", nope=None)
    assert "`id` must be a string, not null" in told(THINGS, action="get", id=None)


def test_null_is_kept_where_the_schema_takes_it() -> None:
    body = Body("application/json", fields=(Field("a", ("a",)),))
    tool = make_tool(post(body), a={"anyOf": [{"type": "string"}, {"type": "null"}]})
    assert ArgumentChecker().check(tool, {"a": None})[0] == {"a": None}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (
            {"type": "integer"},
            "5",
            '`v` must be an integer, not the string "5". Write it without quotes: 5',
        ),
        ({"type": "integer"}, True, "`v` must be an integer, not true."),
        ({"type": "integer"}, 1.5, "`v` must be an integer, not 1.5."),
        (
            {"type": "boolean"},
            "True",
            '`v` must be true or false, not the string "True". Write it without quotes: true',
        ),
        ({"type": "string"}, 5, "`v` must be a string, not 5."),
        (
            {"type": "array"},
            '["a"]',
            '`v` must be an array, not the string "[\\"a\\"]". '
            "Give the JSON itself, not a string of it.",
        ),
        ({"type": ["string", "null"]}, 5, "`v` must be a string or null, not 5."),
        ({"enum": ["a", 1]}, "b", '`v` must be one of the string "a", 1, not the string "b".'),
        ({"const": "a"}, "b", '`v` must be the string "a", not the string "b".'),
        ({"minimum": 1}, 0, "`v` must be at least 1, not 0."),
        ({"exclusiveMaximum": 1}, 1, "`v` must be less than 1, not 1."),
        ({"multipleOf": 5}, 7, "`v` must be a multiple of 5, not 7."),
        ({"maxLength": 2}, "abc", "`v` must have at most 2 characters, not 3."),
        ({"minItems": 1}, [], "`v` must have at least 1 items, not 0."),
        ({"uniqueItems": True}, [1, 1], "`v` may not hold the same item twice."),
        (
            {"properties": {"a": {"items": {"type": "string"}}}},
            {"a": ["x", 1]},
            "`v.a[1]` must be a string, not 1.",
        ),
        ({"required": ["a", "b"]}, {"a": 1}, "`v` lacks `b`."),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"b": 1},
            "`v` does not take `b`; its properties are `a`.",
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            1.5,
            "`v` must be a string or an integer or null, not 1.5.",
        ),
        (
            {"anyOf": [{"type": "integer", "maximum": 5}, {"type": "null"}]},
            7,
            "`v` must be at most 5, not 7.",
        ),
        (
            {
                "anyOf": [
                    {"type": "object", "properties": {"a": {"type": "string"}}},
                    {"type": "null"},
                ]
            },
            {"a": 1},
            "`v.a` must be a string, not 1.",
        ),
        ({"type": "string"}, {"long": "x" * 200}, None),
    ],
)
def test_messages(schema: dict[str, Any], value: Any, expected: str | None) -> None:
    found = problem(schema, value)
    if expected is not None:
        assert found == expected
    assert 0 < len(found) < 200


def test_patterns_are_never_run() -> None:
    started = time.process_time()
    evil = "^(a+)+$"
    text = "a" * 40 + "!"
    nested = {"$schema": "http://json-schema.org/draft-07/schema#", "pattern": evil}
    for schema in (
        {"pattern": evil},
        {"contains": nested, "items": nested},
        {"patternProperties": {evil: {"type": "integer"}}, "additionalProperties": False},
        {"patternProperties": {evil: {}}, "unevaluatedProperties": False},
        {"propertyNames": {"pattern": evil}},
        {"pattern": "(unclosed"},
        {"pattern": "\\p{L}", "format": "no-such-format"},
    ):
        for value in (text, [text], {text: 1}):
            assert compile_validator(schema).problems("v", value) == []
    assert time.process_time() - started < 5


def test_what_the_api_takes_is_not_refused() -> None:
    for schema, value in (
        ({"multipleOf": 0.01}, 19.99),
        ({"oneOf": [{"type": "object"}, {"properties": {"a": {}}}]}, {"a": 1}),
        ({"type": "integer"}, 1.0),
        ({"format": "uuid"}, "anything"),
        ({"patternProperties": {"^x-": {}}, "additionalProperties": False}, {"x-a": 1}),
    ):
        assert compile_validator(schema).problems("v", value) == []


def test_no_schema_is_fetched() -> None:
    validator = compile_validator({"$ref": "http://169.254.169.254/latest"})
    assert validator.problems("v", 1) == []


def test_values_that_cannot_be_written() -> None:
    tool = make_tool(get("/x", Parameter("v", "query", "v")))
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert "nested more than 100 levels deep" in told(tool, v=deep)
    for value in (float("nan"), float("inf"), "\ud800", {"\udfff": 1}, 10**5_000):
        assert "cannot be sent" in told(tool, v=value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["action", "limit", "id", "name", "kind", "x"]), json_values)
)
@settings(deadline=None)
def test_whatever_a_model_sends_is_answered(arguments: dict[str, Any]) -> None:
    caller = make_caller(transport=answering(httpx2.Response(200, json={"fine": True})))
    outcome = call(caller, THINGS, **arguments)
    assert outcome.is_error == (outcome.structured is None)
    text_of(outcome).encode()
