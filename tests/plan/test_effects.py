"""Effects and annotations: what an operation does, and why the plan thinks so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from finding import tool_of

from mcpgen.plan.model import Annotations, Effect, ToolPlan

BODY = "requestBody: {content: {application/json: {schema: {type: object}}}}"
OK = "responses: {'200': {description: fine}}"


@pytest.mark.parametrize(
    ("method", "path", "operation_id", "effect"),
    [
        ("get", "/pets", "listPets", Effect.READ),
        ("get", "/views.open", "views_open", Effect.CHANGE),
        ("get", "/user/logout", "logoutUser", Effect.CHANGE),
        ("get", "/pets/{id}/update", "", Effect.READ),
        ("head", "/pets", "", Effect.READ),
        ("delete", "/pets/{id}", "", Effect.CHANGE),
        ("put", "/user/following/{id}", "", Effect.CREATE),
        ("patch", "/pets/{id}", "", Effect.CHANGE),
        ("post", "/pets", "addPet", Effect.CREATE),
        ("post", "/pets/search", "searchPets", Effect.READ),
        ("post", "/search", "post-search", Effect.READ),
        ("post", "/pets/{id}", "", Effect.CHANGE),
        ("post", "/orders/{id}/cancel", "", Effect.CHANGE),
        ("post", "/droplets/{id}/actions", "droplet_actions_post", Effect.CHANGE),
        ("post", "/messages/send", "", Effect.CREATE),
        ("post", "/sql/query", "runSql", Effect.CHANGE),
        ("post", "/searchAndDelete", "searchAndDelete", Effect.CHANGE),
        ("post", "/answerCallbackQuery", "", Effect.CHANGE),
        ("post", "/frobnicate", "", Effect.CHANGE),
    ],
)
def test_effect(
    plan_of: Callable[..., ToolPlan], method: str, path: str, operation_id: str, effect: Effect
) -> None:
    named = f"operationId: {operation_id}, " if operation_id else ""
    plan = plan_of(f"paths: {{'{path}': {{{method}: {{{named}{OK}}}}}}}")
    (call,) = plan.tools[0].calls
    assert call.effect is effect
    (why,) = [d.reason for d in plan.decisions if d.rule == "effect"]
    assert why.startswith(f"{effect.value}: ")


def test_a_post_on_a_collection_creates(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /pets:
    post: {{{OK}}}
  /pets/{{id}}:
    get: {{{OK}}}
""")
    assert tool_of(plan, "POST", "/pets").effect is Effect.CREATE


def test_a_post_that_answers_created_is_no_read(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of("paths: {/search: {post: {responses: {'201': {description: made}}}}}")
    assert plan.tools[0].effect is Effect.CHANGE


def test_hints_are_the_worst_of_a_merged_tool(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /pets/{{id}}:
    put: {{{BODY}, {OK}}}
    patch: {{{OK}}}
    delete: {{{OK}}}
    get: {{{OK}}}
""")
    change = tool_of(plan, "PATCH", "/pets/{id}")
    assert {call.method for call in change.calls} == {"PUT", "PATCH", "DELETE"}
    assert change.annotations == Annotations(
        read_only=False, destructive=True, idempotent=False, open_world=True
    )
    read = tool_of(plan, "GET", "/pets/{id}")
    assert read.annotations == Annotations(
        read_only=True, destructive=False, idempotent=True, open_world=True
    )


def test_trace_is_left_out_with_its_reason(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"paths: {{/pets: {{get: {{{OK}}}, trace: {{{OK}}}}}}}")
    (out,) = plan.left_out
    assert (out.method, out.path) == ("TRACE", "/pets")
    assert "echoes the request" in out.reason
