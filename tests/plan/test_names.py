"""Names of servers, tools, actions and arguments."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from finding import tool_of

from mcpgen.plan.model import ToolPlan

BODY = "requestBody: {content: {application/json: {schema: {type: object}}}}"
LIST = "responses: {'200': {description: fine, content: {application/json: {schema: {type: array, items: {type: object}}}}}}"
ONE = "responses: {'200': {description: fine}}"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Swagger Petstore - OpenAPI 3.0", "petstore"),
        ("GitHub's official OpenAPI spec", "github"),
        ("Spotify Web API with fixes", "spotify"),
        ("The Jira Cloud REST API", "jira"),
        ("3D Print API", "n3d_print"),
        ("API", "shop"),
        ("日本語", "shop"),
        ("X" * 80, "x" * 16),
    ],
)
def test_short_name(plan_of: Callable[..., ToolPlan], title: str, name: str) -> None:
    plan = plan_of(f"""openapi: 3.1.0
info: {{title: "{title}", version: "1"}}
servers: [{{url: https://api.shop.example/v1}}]
paths: {{/pets: {{get: {{{ONE}}}}}}}
""")
    assert plan.name == name
    assert plan.tools[0].name.startswith(f"{name}_")


def actions(plan: ToolPlan) -> dict[str, str]:
    return {call.identity: call.action for tool in plan.tools for call in tool.calls}


def test_actions_from_paths(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /v1/pets:
    get: {{{LIST}}}
    delete: {{{ONE}}}
    post: {{{ONE}}}
  /v1/pets/{{id}}:
    get: {{{ONE}}}
    put: {{{BODY}, {ONE}}}
    patch: {{{ONE}}}
    delete: {{{ONE}}}
  /v1/pets/{{id}}/toys:
    get: {{{LIST}}}
  /v1/pets/{{id}}/toys/{{toy}}:
    get: {{{ONE}}}
  /v1/pets/{{id}}/groom:
    post: {{{ONE}}}
""")
    assert actions(plan) == {
        "GET /v1/pets": "list",
        "DELETE /v1/pets": "delete_all",
        "POST /v1/pets": "create",
        "GET /v1/pets/{id}": "get",
        "PUT /v1/pets/{id}": "replace",
        "PATCH /v1/pets/{id}": "update",
        "DELETE /v1/pets/{id}": "delete",
        "GET /v1/pets/{id}/toys": "list_toys",
        "GET /v1/pets/{id}/toys/{toy}": "get_toy",
        "POST /v1/pets/{id}/groom": "groom",
    }
    assert [tool.name for tool in plan.tools] == [
        "shop_change_pets",
        "shop_create_pet",
        "shop_read_pets",
    ]


def test_operation_ids_that_say_more_win(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /books/{{id}}:
    get: {{operationId: getBook, {ONE}}}
  /books/isbn/{{isbn}}:
    get: {{operationId: getBookByIsbn, {ONE}}}
  /books/{{id}}/cover:
    get: {{operationId: read_books_books__id__cover_get, {ONE}}}
  /orders/{{id}}/ship:
    post: {{operationId: shipOrder, {ONE}}}
""")
    named = actions(plan)
    assert named["GET /books/{id}"] == "get"
    assert named["GET /books/isbn/{isbn}"] == "get_by_isbn"
    assert named["GET /books/{id}/cover"] == "get_cover"
    assert named["POST /orders/{id}/ship"] == "ship"


def test_remote_calls(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /chat.postMessage: {{post: {{{ONE}}}}}
  /chat.update: {{post: {{{ONE}}}}}
  /apps.approved.list: {{get: {{{ONE}}}}}
  /jobs/{{id}}:cancel: {{post: {{{ONE}}}}}
  /#X-Target=Db.GetItem: {{post: {{operationId: GetItem, {ONE}}}}}
""")
    assert actions(plan) == {
        "POST /chat.postMessage": "post_message",
        "POST /chat.update": "update",
        "GET /apps.approved.list": "list_approved",
        "POST /jobs/{id}:cancel": "cancel",
        "POST /#X-Target=Db.GetItem": "get",
    }


def test_names_do_not_depend_on_the_order_of_the_document(
    plan_of: Callable[..., ToolPlan],
) -> None:
    paths = [
        f"  /pets: {{get: {{tags: [a], {LIST}}}, post: {{{ONE}}}}}",
        f"  /owners/{{id}}/pets: {{get: {{{LIST}}}}}",
        f"  /shops/{{id}}/pets: {{get: {{{LIST}}}}}",
        f"  /pets/{{id}}: {{get: {{{ONE}}}, delete: {{{ONE}}}}}",
    ]
    forward = plan_of("paths:\n" + "\n".join(paths))
    backward = plan_of("paths:\n" + "\n".join(reversed(paths)))
    assert forward.tools == backward.tools


def test_arguments_are_named_legally_and_told_apart(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(f"""
paths:
  /pets/{{id}}:
    patch:
      parameters:
        - {{name: id, in: path, required: true, schema: {{type: string}}}}
        - {{name: status, in: query, schema: {{type: string}}}}
        - {{name: "filter[name]", in: query, schema: {{type: string}}}}
        - {{name: $top, in: query, schema: {{type: integer}}}}
        - {{name: Authorization, in: header, schema: {{type: string}}}}
        - {{name: X-Forwarded-For, in: header, schema: {{type: string}}}}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                status: {{type: string}}
                "StartTime<": {{type: string}}
                nested: {{type: object, properties: {{"a b": {{type: string}}}}}}
      {ONE}
""")
    tool = tool_of(plan, "PATCH", "/pets/{id}")
    (call,) = tool.calls
    wires = {binding.argument: binding.name for binding in call.parameters}
    assert wires == {
        "pet_id": "id",
        "status": "status",
        "filter_name": "filter[name]",
        "top": "$top",
    }
    assert call.body is not None
    fields = {field.argument: (field.path, field.names) for field in call.body.fields}
    assert fields == {
        "status_body": (("status",), ()),
        "start_time": (("StartTime<",), ()),
        "nested": (("nested",), (("a_b", "a b"),)),
    }
    rules = {decision.rule for decision in plan.decisions}
    assert {"renamed-argument", "renamed-property", "left-out-header"} <= rules


def test_an_argument_called_action_makes_way_for_the_selector(
    plan_of: Callable[..., ToolPlan],
) -> None:
    parameter = "parameters: [{name: action, in: query, schema: {type: string}}]"
    plan = plan_of(f"""
paths:
  /events: {{get: {{{parameter}, {LIST}}}}}
  /events/{{id}}: {{get: {{{ONE}}}}}
""")
    (tool,) = plan.tools
    assert [argument.name for argument in tool.arguments] == ["action", "event_id", "action_query"]
    assert tool.required == ("action",)
