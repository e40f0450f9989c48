"""Budgets: natural tools if they fit, else relaxed ones, else a catalogue; nothing unreachable."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from mcpgen.plan.model import Effect, ToolPlan
from mcpgen.plan.tokens import tool_tokens

OK = "responses: {'200': {description: fine}}"
WORDS = """
album anchor artist badge basket beacon bridge bucket camera candle canvas carpet castle cellar
chapel cloud coach comet copper cotton desert dragon engine fabric falcon feather field forest
fossil garden glacier guitar hammer harbor island jacket
""".split()


def shop(resources: list[str]) -> str:
    """A document of five operations on each resource."""
    parts = []
    for name in resources:
        body = "{content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}"
        parts.append(f"""
  /{name}s:
    get: {{summary: List {name}s, {OK}}}
    post: {{summary: Add a {name}, requestBody: {body}, {OK}}}
  /{name}s/{{id}}:
    parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}]
    get: {{summary: Get a {name}, {OK}}}
    patch: {{summary: Change a {name}, requestBody: {body}, {OK}}}
    delete: {{summary: Remove a {name}, {OK}}}
""")
    return "paths:" + "".join(parts)


def rules(plan: ToolPlan) -> set[str]:
    return {decision.rule for decision in plan.decisions if decision.subject == "plan"}


def test_natural_tools_are_kept_where_they_fit(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(shop(WORDS[:5]))
    assert len(plan.tools) == 15
    assert plan.catalogue is None
    assert rules(plan) == set()


def test_writes_fold_before_a_catalogue_is_needed(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(shop(WORDS[:12]))
    assert len(plan.tools) <= 25
    assert plan.catalogue is None
    assert "folded" in rules(plan)
    effects = {tool.effect for tool in plan.tools}
    assert Effect.READ in effects
    for tool in plan.tools:
        if tool.effect is Effect.WRITE:
            assert tool.annotations.destructive
            assert {call.effect for call in tool.calls} == {Effect.CREATE, Effect.CHANGE}


def test_a_long_tail_is_found_and_called(plan_of: Callable[..., ToolPlan]) -> None:
    plan = plan_of(shop(WORDS))
    catalogue = plan.catalogue
    assert catalogue is not None
    assert rules(plan) == {"catalogue"}
    assert len(plan.tools) <= 15
    assert sum(tool_tokens(tool) for tool in plan.tools) <= 8000
    assert len(plan.calls) == len({call.identity for call in plan.calls}) == 5 * len(WORDS)
    ids = [entry.id for entry in catalogue.entries]
    assert ids == sorted(set(ids))
    names = {tool.name: tool for tool in plan.tools}
    assert names[catalogue.find].annotations.read_only
    for effect, caller in catalogue.callers:
        assert names[caller].annotations.read_only == (effect is Effect.READ)
        assert {entry.call.effect for entry in catalogue.reached_by(caller)} == {effect}
    assert catalogue.find in plan.instructions


def test_the_teams_own_number_is_a_promise(plan_of: Callable[..., ToolPlan]) -> None:
    many = plan_of(shop(WORDS), max_tools=300, max_tokens=100_000)
    assert many.catalogue is None
    assert len(many.tools) == 3 * len(WORDS)
    few = plan_of(shop(WORDS[:12]), max_tools=8)
    assert len(few.tools) <= 8


def test_rare_arguments_are_named_and_stay_reachable(plan_of: Callable[..., ToolPlan]) -> None:
    filters = ", ".join(
        f"{{name: {one}_{other}, in: query, description: Keep what {one} and {other} have in common,"
        " schema: {type: string}}"
        for one, other in product(WORDS, WORDS[:5])
    )
    plan = plan_of(
        f"paths: {{/things: {{get: {{parameters: [{filters},"
        f" {{name: limit, in: query, schema: {{type: integer}}}}], {OK}}}}}}}"
    )
    (tool,) = plan.tools
    assert tool_tokens(tool) <= 1500
    shown = {argument.name for argument in tool.arguments}
    assert {"limit", "extra"} <= shown
    assert set(tool.calls[0].arguments) == (shown - {"extra"}) | {a.name for a in tool.rare}
    assert tool.rare[0].name in str(tool.arguments[-1].schema["description"])


def test_parameters_of_nearly_every_operation_are_left_out(
    plan_of: Callable[..., ToolPlan],
) -> None:
    plumbing = "{name: prettyPrint, in: query, schema: {type: boolean}}, {name: limit, in: query, schema: {type: integer}}"
    paths = "".join(
        f"  /{name}s: {{get: {{parameters: [{plumbing}], {OK}}}}}\n" for name in WORDS[:12]
    )
    plan = plan_of(f"paths:\n{paths}")
    names = {argument for call in plan.calls for argument in call.arguments}
    assert names == {"limit"}
    assert sum(decision.rule == "left-out-common" for decision in plan.decisions) == 12


def test_a_parameter_with_one_value_is_sent_without_asking(
    plan_of: Callable[..., ToolPlan],
) -> None:
    target = "{name: X-Target, in: header, required: true, schema: {type: string, enum: [Db.Get]}}"
    plan = plan_of(f"paths: {{'/#X-Target=Db.Get': {{post: {{parameters: [{target}], {OK}}}}}}}")
    (call,) = plan.calls
    assert [(c.place, c.name, c.value) for c in call.constants] == [
        ("header", "X-Target", "Db.Get")
    ]
    assert call.arguments == ()
    assert call.request_path == "/"


def test_an_operation_whose_address_is_a_placeholder_is_left_out(
    plan_of: Callable[..., ToolPlan],
) -> None:
    plan = plan_of(f"""
paths:
  /a: {{get: {{{OK}}}}}
  /b: {{get: {{servers: [{{url: "https://{{your-host}}"}}], {OK}}}}}
  /c: {{get: {{servers: [{{url: "https://other.example/"}}], {OK}}}}}
""")
    (out,) = plan.left_out
    assert (out.path, out.reason) == (
        "/b",
        "its own address is a placeholder: `https://{your-host}`",
    )
    assert {call.path: call.base_url for call in plan.calls} == {
        "/a": "",
        "/c": "https://other.example",
    }


def test_a_resource_with_many_operations_is_split_with_the_reason(
    plan_of: Callable[..., ToolPlan],
) -> None:
    parts = "".join(f"  /books/{word}: {{get: {{{OK}}}}}\n" for word in WORDS[:14])
    plan = plan_of(f"paths:\n  /shops: {{get: {{{OK}}}}}\n{parts}")
    split = {tool.name for tool in plan.tools if "books" in tool.name}
    assert len(split) == 2
    reasons = {d.subject: d.reason for d in plan.decisions if d.rule == "split"}
    assert set(reasons) == split
    assert set(reasons.values()) == {
        "its resource has several tools, so that none holds more than 12 operations"
    }
