"""The team's word over the planner's: what is in, what it does, how it is called and told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from finding import argument_of, tool_of

from mcpgen.curation import check_pattern, matches
from mcpgen.diagnostics import McpgenError, Report
from mcpgen.plan.model import ToolPlan

OK = "responses: {'200': {description: fine}}"
SHOP = f"""
paths:
  /pets:
    get: {{operationId: listPets, tags: [pets], parameters: [{{name: q, in: query, schema: {{type: string}}}}], {OK}}}
    delete: {{operationId: dropPets, tags: [admin], {OK}}}
  /pets/lookup:
    post: {{operationId: guessPets, tags: [pets], {OK}}}
  /orders/{{id}}/notes:
    get: {{operationId: listNotes, tags: [orders], {OK}}}
"""


@pytest.mark.parametrize(
    ("pattern", "hit"),
    [
        ("GET /pets", True),
        ("get /pets", True),
        ("* /pets", True),
        ("GET /**", True),
        ("GET **", True),
        ("GET /pe*", True),
        ("POST /pets", False),
        ("GET /pets/*", False),
        ("tag:pets", True),
        ("tag:p*", True),
        ("tag:admin", False),
        ("id:list*", True),
        ("id:List*", False),
    ],
)
def test_patterns(pattern: str, hit: bool) -> None:
    assert matches(check_pattern(pattern), "GET", "/pets", "listPets", ("pets",)) is hit


@pytest.mark.parametrize("pattern", ["/pets", "GET", "GET pets", "tag:", "", "GET /a b"])
def test_what_is_no_pattern(pattern: str) -> None:
    with pytest.raises(ValueError, match="METHOD"):
        check_pattern(pattern)


def test_hidden_operations_are_left_out_by_name(plan_of: Callable[..., ToolPlan]) -> None:
    report = Report()
    hide = ("DELETE **", "tag:orders", "GET /nothing")
    plan = plan_of(SHOP, report=report, include=("* /**",), hide=hide)
    assert {call.identity for call in plan.calls} == {"GET /pets", "POST /pets/lookup"}
    reasons = {f"{out.method} {out.path}": out.reason for out in plan.left_out}
    assert reasons == {
        "DELETE /pets": "`hide: DELETE **` of the plan file",
        "GET /orders/{id}/notes": "`hide: tag:orders` of the plan file",
    }
    assert [problem.title for problem in report] == [
        "`GET /nothing` in the plan file names no operation"
    ]


def test_a_plan_file_that_leaves_nothing_is_refused(plan_of: Callable[..., ToolPlan]) -> None:
    with pytest.raises(McpgenError, match="leaves no operation in"):
        plan_of(SHOP, hide=("* **",))


def test_the_teams_effect_wins_within_reason(plan_of: Callable[..., ToolPlan]) -> None:
    said = {"operations": {"POST /pets/lookup": {"effect": "read"}}}
    plan = plan_of(SHOP, **said)
    assert tool_of(plan, "POST", "/pets/lookup").annotations.read_only
    assert any(decision.reason == "read: the plan file says so" for decision in plan.decisions)
    with pytest.raises(McpgenError, match="`DELETE /pets` cannot be a read"):
        plan_of(SHOP, operations={"DELETE /pets": {"effect": "read"}})


def test_tools_are_called_and_told_as_the_team_wants(plan_of: Callable[..., ToolPlan]) -> None:
    report = Report()
    name = tool_of(plan_of(SHOP), "GET", "/pets").name
    edit = {
        "name": "shop_find_pets",
        "title": "Find pets",
        "description": "Find pets.",
        "annotations": {"openWorldHint": False},
        "arguments": {"q": "Words to look for", "w": "?"},
    }
    plan = plan_of(SHOP, report=report, tools={name: edit, "shop_find_pet": {"title": "?"}})
    tool = tool_of(plan, "GET", "/pets")
    assert (tool.name, tool.title, tool.description) == (
        "shop_find_pets",
        "Find pets",
        "Find pets.",
    )
    assert tool.annotations.open_world is False
    assert argument_of(tool, "q").schema["description"] == "Words to look for"
    assert "shop_find_pets" in plan.instructions
    assert [f"{problem.title} / {problem.hint}" for problem in report] == [
        f"`{name}` has no argument `w` / ",
        f"`shop_find_pet` in the plan file is no tool / did you mean `{name}` or `shop_drop_pets`?",
    ]


def test_a_name_is_given_once(plan_of: Callable[..., ToolPlan]) -> None:
    names = [tool.name for tool in plan_of(SHOP).tools]
    with pytest.raises(McpgenError, match="would be called"):
        plan_of(SHOP, tools={names[0]: {"name": names[1]}})
    swapped = plan_of(SHOP, tools={names[0]: {"name": "shop_first"}})
    assert "shop_first" in [tool.name for tool in swapped.tools]


def test_a_writing_tool_cannot_be_called_read_only(plan_of: Callable[..., ToolPlan]) -> None:
    name = tool_of(plan_of(SHOP), "DELETE", "/pets").name
    with pytest.raises(McpgenError, match="cannot be read-only"):
        plan_of(SHOP, tools={name: {"annotations": {"readOnlyHint": True}}})
