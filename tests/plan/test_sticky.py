"""What an earlier run named keeps its name, whatever the document brings."""

from __future__ import annotations

from collections.abc import Callable

from test_budget import WORDS, shop

from mcpgen.plan.model import ToolPlan

OK = "responses: {'200': {description: fine}}"


def known_of(plan: ToolPlan) -> dict[str, tuple[str, str]]:
    """What a lock holds of a plan."""
    known = {c.identity: (tool.name, c.action) for tool in plan.tools for c in tool.calls}
    if plan.catalogue is not None:
        for _, caller in plan.catalogue.callers:
            entries = plan.catalogue.reached_by(caller)
            known |= {entry.call.identity: (caller, entry.id) for entry in entries}
    return known


def test_the_same_document_gives_the_same_plan(plan_of: Callable[..., ToolPlan]) -> None:
    for resources in (WORDS[:4], WORDS):
        first = plan_of(shop(resources))
        again = plan_of(shop(resources), known=known_of(first))
        assert known_of(again) == known_of(first)
        assert [tool.name for tool in again.tools] == [tool.name for tool in first.tools]


def test_a_new_operation_joins_its_kin_and_renames_nothing(
    plan_of: Callable[..., ToolPlan],
) -> None:
    first = plan_of(f"paths: {{'/pets/{{id}}': {{get: {{operationId: getPet, {OK}}}}}}}")
    assert known_of(first) == {"GET /pets/{id}": ("shop_get_pet", "get")}
    second = plan_of(
        f"""
paths:
  /pets/{{id}}: {{get: {{operationId: fetchPet, {OK}}}}}
  /owners/{{id}}/pets/{{pet}}: {{get: {{operationId: getPet, {OK}}}}}
  /pets: {{get: {{operationId: getPets, {OK}}}, post: {{operationId: getPet2, {OK}}}}}
""",
        known=known_of(first),
    )
    now = known_of(second)
    assert now["GET /pets/{id}"] == ("shop_get_pet", "get")
    assert now["GET /pets"][0] == "shop_get_pet"
    assert len(set(now.values())) == len(now)


def test_a_new_resource_goes_to_the_catalogue_where_there_is_one(
    plan_of: Callable[..., ToolPlan],
) -> None:
    first = plan_of(shop(WORDS))
    second = plan_of(shop([*WORDS, "zebra"]), known=known_of(first))
    now = known_of(second)
    assert known_of(first).items() <= now.items()
    assert second.catalogue is not None
    assert {tool for identity, (tool, _) in now.items() if "/zebras" in identity} <= {
        name for _, name in second.catalogue.callers
    }


def test_an_operation_that_stops_reading_leaves_the_reading_tool(
    plan_of: Callable[..., ToolPlan],
) -> None:
    before = f"paths: {{/pets: {{get: {{{OK}}}}}, /pets/x/query: {{post: {{operationId: queryPets, {OK}}}}}}}"
    after = before.replace("queryPets", "deletePets")
    first = plan_of(before)
    second = plan_of(after, known=known_of(first))
    assert known_of(first)["POST /pets/x/query"][0] == known_of(first)["GET /pets"][0]
    assert known_of(second)["POST /pets/x/query"][0] != known_of(second)["GET /pets"][0]
    assert any(decision.rule == "moved" for decision in second.decisions)
