"""The change report speaks of tools, and knows what breaks those who call them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mcpgen.diagnostics import Location, McpgenError
from mcpgen.report.changes import github_lines, is_finding, markdown_lines, report_lines
from mcpgen.report.compare import compare
from mcpgen.report.difference import RULES, Difference, Severity
from mcpgen.report.formats import FailOn, Format
from mcpgen.report.offer import Definition, Offer, Reach, offer_text, read_offer
from mcpgen.report.schema_differences import property_differences, schema_differences

READ = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": True,
}


def tool(*arguments: str, **changes: Any) -> Definition:
    properties = {name: {"type": "string", "description": f"The {name}."} for name in arguments}
    schema = {"type": "object", "properties": properties}
    return replace(Definition("Read", "Reads.", schema, READ, 100), **changes)


def reach(name: str, *arguments: str, action: str = "get", **changes: Any) -> Reach:
    made = Reach(name, action, "#/paths/~1a/get", list(arguments), [], [])
    return replace(made, **changes)


def offer(
    tools: dict[str, Definition], operations: dict[str, Reach], base_url: str = "https://a.example"
) -> Offer:
    return Offer("openapi.yaml", base_url, tools, operations, {})


OLD = offer({"x_read": tool("id")}, {"GET /a": reach("x_read", "id")})


def found(old: Offer, new: Offer) -> set[tuple[str, str]]:
    return {(one.rule, one.subject) for one in compare(old, new)}


def test_nothing_changed_is_no_difference() -> None:
    assert compare(OLD, OLD) == ()


def test_a_tool_goes_comes_and_gets_another_name() -> None:
    nothing = offer({}, {})
    assert found(OLD, nothing) == {("tool-removed", "x_read")}
    assert found(nothing, OLD) == {("tool-added", "x_read")}
    renamed = offer({"x_find": tool("id")}, {"GET /a": reach("x_find", "id")})
    assert found(OLD, renamed) == {("tool-renamed", "x_read")}
    assert [one.text for one in compare(OLD, renamed)] == ["is called x_find now"]


ONE_CHANGE = {
    "tool-text-changed": ({"description": "Other."}, {}),
    "read-only-hint-lost": ({"annotations": READ | {"readOnlyHint": False}}, {}),
    "destructive-hint-gained": ({"annotations": READ | {"destructiveHint": True}}, {}),
    "idempotent-hint-changed": ({"annotations": READ | {"idempotentHint": False}}, {}),
    "open-world-hint-changed": ({"annotations": READ | {"openWorldHint": False}}, {}),
    "token-cost": ({"tokens": 121}, {}),
    "in-became-required": ({}, {"required": ["id"]}),
    "in-required-property-added": ({}, {"arguments": ["id", "key"], "required": ["key"]}),
    "in-optional-property-added": ({}, {"arguments": ["id", "key"]}),
    "auth-changed": ({}, {"security": [["key"]]}),
    "host-changed": ({}, {"base_url": "https://b.example"}),
}


@pytest.mark.parametrize("rule", ONE_CHANGE)
def test_one_change_is_one_difference(rule: str) -> None:
    definition, operation = ONE_CHANGE[rule]
    new = offer(
        {"x_read": tool("id", **definition)}, {"GET /a": reach("x_read", "id", **operation)}
    )
    assert {one.rule for one in compare(OLD, new)} == {rule}


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ([], [["a"]], "auth-changed"),
        ([["a"]], [], "auth-relaxed"),
        ([["a"], ["b"]], [["a"]], "auth-changed"),
        ([["a"]], [["a"], ["b"]], "auth-relaxed"),
        ([["o", "o:read"]], [["o", "o:read", "o:write"]], "auth-changed"),
        ([["o", "o:read", "o:write"]], [["o", "o:read"]], "auth-relaxed"),
        ([[], ["a"]], [["a"]], "auth-changed"),
    ],
)
def test_access_breaks_where_old_credentials_are_not_enough(
    old: list[list[str]], new: list[list[str]], rule: str
) -> None:
    before, after = (
        offer({"x_read": tool()}, {"GET /a": reach("x_read", security=security)})
        for security in (old, new)
    )
    assert found(before, after) == {(rule, "GET /a")}


def merged(*actions: str, paths: str = "/a") -> Offer:
    operations = {
        f"GET {paths}/{action}": reach("x_read", action=action) for action in sorted(actions)
    }
    properties: dict[str, Any] = {"action": {"enum": sorted(actions)}} if len(actions) > 1 else {}
    return offer({"x_read": tool(schema={"properties": properties})}, operations)


def test_operations_of_a_merged_tool_come_and_go() -> None:
    assert found(merged("get", "list", "find"), merged("get", "list")) == {
        ("operation-removed", "GET /a/find")
    }
    assert found(merged("get", "list"), merged("get", "list", "find")) == {
        ("operation-added", "GET /a/find")
    }
    assert found(merged("get", "list"), merged("get", "list", paths="/v2")) == {
        ("request-changed", "x_read")
    }


def test_a_tool_that_learns_a_second_thing_has_to_be_told_which() -> None:
    assert ("in-required-property-added", "x_read.action") in found(
        merged("get"), merged("get", "list")
    )
    assert ("in-property-removed", "x_read.action") in found(merged("get", "list"), merged("get"))


def test_an_operation_moves_and_an_action_is_renamed() -> None:
    old = merged("get", "list")
    operations = dict(old.operations)
    operations["GET /a/get"] = replace(operations["GET /a/get"], action="fetch")
    assert found(old, replace(old, operations=operations)) == {("action-renamed", "x_read")}
    operations["GET /a/get"] = reach("x_other")
    moved = replace(old, operations=operations, tools=dict(old.tools) | {"x_other": tool()})
    assert ("operation-moved", "GET /a/get") in found(old, moved)


STRING: dict[str, Any] = {"type": "string"}


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        (STRING, STRING | {"description": "x"}, []),
        (STRING, {"type": "integer"}, ["in-type-changed"]),
        (STRING, {"type": ["string", "null"]}, ["in-type-widened"]),
        (STRING, {"anyOf": [STRING, {"type": "null"}]}, ["in-type-widened"]),
        ({"anyOf": [STRING, {"type": "null"}]}, STRING, ["in-type-changed"]),
        ({"type": "integer"}, {"type": "number"}, ["in-type-widened"]),
        ({"type": "number"}, {"type": "integer"}, ["in-type-changed"]),
        (STRING, {}, ["in-type-widened"]),
        ({}, STRING, ["in-type-changed"]),
        (STRING, STRING | {"enum": ["a"]}, ["in-became-enum"]),
        (STRING | {"enum": ["a"]}, STRING, ["in-enum-dropped"]),
        ({"enum": ["a", "b"]}, {"enum": ["b", "c"]},
         ["in-enum-value-removed", "in-enum-value-added"]),
        ({"maximum": 9}, {"maximum": 8}, ["in-max-tightened"]),
        ({"maximum": 8}, {"maximum": 9}, ["in-limit-relaxed"]),
        ({}, {"maxLength": 9}, ["in-max-tightened"]),
        ({"minimum": 1}, {"minimum": 2}, ["in-min-tightened"]),
        ({"minItems": 2}, {}, ["in-limit-relaxed"]),
        ({"default": 1}, {"default": 2}, ["in-default-changed"]),
        ({"pattern": "a"}, {"pattern": "b"}, ["in-pattern-changed"]),
        ({}, {"format": "date"}, ["in-format-changed"]),
        ({"oneOf": [STRING]}, {"oneOf": [{}]}, ["in-alternatives-changed"]),
        ({"oneOf": [STRING]}, {"oneOf": [STRING | {"description": "x"}]}, []),
        ({}, {"additionalProperties": False}, ["in-closed"]),
        ({"additionalProperties": False}, {}, ["in-opened"]),
        ({"items": STRING}, {"items": {"type": "integer"}}, ["in-type-changed"]),
        ({"properties": {"a": STRING}}, {"properties": {}}, ["in-property-removed"]),
        ({"properties": {}}, {"properties": {"a": STRING}, "required": ["a"]},
         ["in-required-property-added"]),
        ({"properties": {"a": STRING}, "required": ["a"]}, {"properties": {"a": STRING}},
         ["in-became-optional"]),
    ],
)  # fmt: skip
def test_a_change_of_a_schema_has_its_rule(
    old: dict[str, Any], new: dict[str, Any], rules: list[str]
) -> None:
    assert [rule for rule, _, _ in schema_differences(old, new)] == rules
    assert set(rules) <= RULES.keys()


def test_a_nested_place_is_named() -> None:
    old, new = ({"type": "array", "items": {"properties": {"a": {"type": kind}}}} for kind in "xy")
    assert [way for _, way, _ in schema_differences(old, new)] == ["[].a"]
    assert list(property_differences({}, {}, None, None, "")) == []


def test_what_a_server_offers_reads_back() -> None:
    new = offer({"x_read": tool("id")}, {"GET /a": reach("x_read", schemas={"rare": STRING})})
    assert read_offer(offer_text(new), "openapi.yaml") == new
    with pytest.raises(McpgenError, match="is damaged"):
        read_offer(b'{"tools": {}}', "x")


DIFFERENCES = (
    Difference("tool-removed", "x_read", "the tool is gone", Location("a.yaml", "#/a", 3, 5)),
    Difference("tool-added", "x_find", "new | tool\n@team `x` <b>", None, Location("b,c.yaml")),
)


def test_the_report_for_a_pull_request_holds_no_markup_of_a_document() -> None:
    text = "\n".join(markdown_lines(DIFFERENCES))
    assert text.startswith("## Tool changes: 1 breaking, 1 info\n\n### Breaking: ")
    assert "- `x_read`: the tool is gone (`tool-removed`), `a.yaml:3`\n" in text
    assert "new \\| tool @\u2060team \\`x\\` \\<b\\>" in text


def test_annotations_stand_at_the_lines_of_the_document() -> None:
    assert list(github_lines(DIFFERENCES)) == [
        "::error file=a.yaml,line=3,col=5,title=tool-removed::x_read: the tool is gone",
        "::notice file=b%2Cc.yaml,title=tool-added::x_find: new | tool @team `x` <b>",
    ]


def test_the_report_for_a_program_is_json() -> None:
    value = json.loads("\n".join(report_lines(DIFFERENCES, Format.JSON)))
    assert value["counts"] == {"breaking": 1, "risky": 0, "info": 1}
    assert value["changes"][0]["old"] == {
        "file": "a.yaml",
        "pointer": "#/a",
        "line": 3,
        "column": 5,
    }
    assert len(value["changes"][0]["fingerprint"]) == 12


@pytest.mark.parametrize(
    ("fail_on", "rules"),
    [
        (None, set()),
        (FailOn.BREAKING, {"tool-removed"}),
        (FailOn.RISKY, {"tool-removed", "in-closed"}),
        (FailOn.ANY, {"tool-removed", "in-closed", "tool-added"}),
    ],
)
def test_a_report_is_a_finding_from_the_severity_wanted(
    fail_on: FailOn | None, rules: set[str]
) -> None:
    for rule in ("tool-removed", "in-closed", "tool-added"):
        assert is_finding([Difference(rule, "x", "x")], fail_on) == (rule in rules)


def test_every_rule_is_as_grave_as_documented() -> None:
    breaking = {rule for rule, severity in RULES.items() if severity is Severity.BREAKING}
    assert {"tool-renamed", "in-became-required", "auth-changed", "host-changed"} < breaking
