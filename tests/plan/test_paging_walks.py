"""A generated tool walks every style of paging: each item once, whichever replica answers."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from paging_styles import HOST, ITEMS, STYLES, PagingApi, Style

from mcpgen import assets
from mcpgen.plan.model import Catalogue as PlannedCatalogue
from mcpgen.plan.model import CatalogueEntry, Effect, ToolPlan
from mcpgen.render.catalogue import catalogue_text
from mcpgen.render.project import render_project
from package_name.runtime import model
from package_name.runtime.call import Caller
from package_name.runtime.catalogue import Catalogue
from package_name.runtime.hooks import Hooks
from package_name.runtime.model import Annotations, Api, Tool
from package_name.runtime.result import Outcome, Text
from package_name.runtime.settings import Settings

PlanOf = Callable[..., ToolPlan]

TEMPLATES = assets.read_templates(assets.templates_folder())
BY_NAME = {style.name: style for style in STYLES}


def tool_in(plan: ToolPlan) -> Tool:
    """The one tool of a plan as its generated module defines it."""
    files = render_project(plan, TEMPLATES, {tool.name: 1 for tool in plan.tools})
    (text,) = [
        file.text
        for file in files
        if file.path.parent.name == "tools" and file.path.name != "__init__.py"
    ]
    space: dict[str, Any] = dict(vars(model))
    exec(re.sub(r"^from \.[^\n]*\n", "", text, flags=re.MULTILINE), space)
    tool = space["TOOL"]
    assert isinstance(tool, Tool)
    return tool


def caller_of(
    transport: httpx2.AsyncBaseTransport, environ: dict[str, str] | None = None, **changed: Any
) -> Caller:
    api = Api("shop", "Shop", f"{HOST}/v1", {"key": model.ApiKey("SHOP_KEY", "query", "page_key")})
    settings = Settings.from_environment(api, environ or {})
    return Caller(api, Hooks(), replace(settings, **changed), transport)


def call(caller: Caller, tool: Tool, **arguments: Any) -> Outcome:
    return asyncio.run(caller.call(tool, arguments))


def page_of(outcome: Outcome) -> dict[str, Any]:
    assert not outcome.is_error, outcome
    assert outcome.structured is not None
    (block,) = outcome.content
    assert isinstance(block, Text)
    assert json.loads(block.text) == outcome.structured
    return outcome.structured


def items_of(page: dict[str, Any]) -> list[Any]:
    (items,) = [value for value in page.values() if isinstance(value, list)]
    return items


def walk(tool: Tool, *replicas: Caller, **arguments: Any) -> Iterator[list[Any]]:
    """The pages of a walk that goes from replica to replica."""
    cursor: dict[str, Any] = {}
    for turn in range(len(ITEMS) + 2):
        page = page_of(call(replicas[turn % len(replicas)], tool, **arguments, **cursor))
        yield items_of(page)
        if "next_cursor" not in page:
            return
        cursor = {"cursor": page["next_cursor"]}
    raise AssertionError("the walk does not end")


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
@pytest.mark.parametrize("limit", [None, 4, 23, 50])
def test_a_walk_meets_every_item_once(plan_of: PlanOf, style: Style, limit: int | None) -> None:
    tool = tool_in(plan_of(style.document))
    api = PagingApi(style)
    given: dict[str, Any] = {"colour": "red"}
    if limit is not None and "limit" in tool.arguments:
        given["limit"] = limit
    replicas = [caller_of(api.transport) for _ in range(2)]
    pages = list(walk(tool, *replicas, **given))
    assert [item for items in pages for item in items] == ITEMS
    assert all(query["colour"] == "red" for query in api.queries)
    # At most one page more than there is: an API without counts or flags has to be asked.
    assert len(pages) <= -(-len(ITEMS) // (len(pages[0]) or 1)) + 1
    assert pages == list(walk(tool, replicas[0], **given))


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_the_answer_has_no_other_cursor(plan_of: PlanOf, style: Style) -> None:
    tool = tool_in(plan_of(style.document))
    outcome = call(caller_of(PagingApi(style).transport), tool)
    text = json.dumps(page_of(outcome))
    assert text.count("next_cursor") == 1
    assert "t10" not in text
    assert HOST not in text


def test_the_limit_of_the_first_page_is_kept(plan_of: PlanOf) -> None:
    style = BY_NAME["page"]
    tool, api = tool_in(plan_of(style.document)), PagingApi(style)
    caller = caller_of(api.transport)
    first = page_of(call(caller, tool, limit=4))
    call(caller, tool, cursor=first["next_cursor"])
    assert api.queries[-1] == {"page": "2", "per_page": "4"}


def test_a_smaller_page_may_follow_where_it_starts_at_the_same_item(plan_of: PlanOf) -> None:
    style = BY_NAME["page"]
    tool, api = tool_in(plan_of(style.document)), PagingApi(style)
    caller = caller_of(api.transport)
    cursor = page_of(call(caller, tool, limit=10))["next_cursor"]
    assert items_of(page_of(call(caller, tool, limit=5, cursor=cursor))) == ITEMS[10:15]
    refused = call(caller, tool, limit=4, cursor=cursor)
    assert refused.is_error
    assert "as it was (10)" in str(refused.content)
    assert len(api.queries) == 2


def test_an_offset_goes_on_with_any_limit(plan_of: PlanOf) -> None:
    style = BY_NAME["offset"]
    tool = tool_in(plan_of(style.document))
    caller = caller_of(PagingApi(style).transport)
    cursor = page_of(call(caller, tool, limit=10))["next_cursor"]
    assert items_of(page_of(call(caller, tool, limit=3, cursor=cursor))) == ITEMS[10:13]


def forged(told: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(told).encode()).decode().rstrip("=")


def test_a_cursor_from_elsewhere_is_refused(plan_of: PlanOf) -> None:
    style, other = BY_NAME["cursor"], BY_NAME["page token"]
    tool, api = tool_in(plan_of(style.document)), PagingApi(style)
    elsewhere = tool_in(plan_of(other.document.replace("/items", "/things")))
    caller = caller_of(api.transport)
    own = page_of(call(caller, tool))["next_cursor"]
    told = json.loads(base64.urlsafe_b64decode(own + "=="))
    bad = {
        "t10": "not one that this server gave",
        "!": "not one that this server gave",
        "x" * 20_000: "not one that this server gave",
        forged([]): "not one that this server gave",
        forged(None): "not one that this server gave",
        forged(["[" * 10_000]): "not one that this server gave",
        forged([2, *told[1:]]): "not one that this server gave",
        forged([*told[:4], None, *told[5:]]): "not one that this server gave",
        forged([*told[:4], {"a": 1}, *told[5:]]): "not one that this server gave",
        forged([*told[:4], [["colour", "red"]], *told[5:]]): "not one that this server gave",
    }
    for cursor, said in bad.items():
        outcome = call(caller, tool, cursor=cursor)
        assert outcome.is_error, cursor[:40]
        assert said in str(outcome.content)
        assert outcome.structured is None
    assert "another tool or action" in str(call(caller, elsewhere, cursor=own).content)
    assert "other arguments" in str(call(caller, tool, cursor=own, colour="red").content)
    assert len(api.queries) == 1


def test_a_forged_position_cannot_set_another_parameter(plan_of: PlanOf) -> None:
    for name in ("link header", "next href, parameter not declared"):
        style = BY_NAME[name]
        tool, api = tool_in(plan_of(style.document)), PagingApi(style)
        caller = caller_of(api.transport)
        own = page_of(call(caller, tool))["next_cursor"]
        told = json.loads(base64.urlsafe_b64decode(own + "=" * (-len(own) % 4)))
        for pair in (["colour", "red"], ["sudo", "1"], ["page_key", "x"]):
            cursor = forged([*told[:4], [*told[4], pair], *told[5:]])
            assert call(caller, tool, cursor=cursor).is_error
        assert len(api.queries) == 1


ELSEWHERE = (
    "https://evil.example/v1/items?offset=10",
    "https://shop.example.evil.example/v1/items?offset=10",
    "//evil.example/v1/items?offset=10",
    "ftp://shop.example/v1/items?offset=10",
    "https://[bad/v1/items?offset=10",
    "https://shop.example/v1/items?colour=red",
    "https://shop.example/v1/items",
)


@pytest.mark.parametrize("url", ELSEWHERE)
def test_a_url_of_another_place_is_not_followed(plan_of: PlanOf, url: str) -> None:
    answer = {"results": ITEMS[:2], "next": url, "previous": None}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=answer))
    tool = tool_in(plan_of(BY_NAME["next url"].document))
    assert page_of(call(caller_of(transport), tool)) == answer


def test_a_url_of_another_path_counts_only_by_a_parameter_of_the_operation(plan_of: PlanOf) -> None:
    url = "https://shop.example/v1/shelves/7/things?offset=10&cursor=t1"
    answer = {"results": ITEMS[:2], "next": url, "previous": None}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=answer))
    declared = tool_in(plan_of(BY_NAME["next url"].document))
    assert "next_cursor" in page_of(call(caller_of(transport), declared))
    answer = {"items": ITEMS[:2], "_links": {"next": {"href": url}}}
    undeclared = tool_in(plan_of(BY_NAME["next href, parameter not declared"].document))
    assert "next_cursor" not in page_of(call(caller_of(transport), undeclared))


def test_an_api_behind_a_proxy_pages_by_its_own_urls(plan_of: PlanOf) -> None:
    style = BY_NAME["next url"]
    tool, api = tool_in(plan_of(style.document)), PagingApi(style)
    caller = caller_of(api.transport, {"SHOP_BASE_URL": "https://proxy.example/v1"})
    assert [item for items in walk(tool, caller) for item in items] == ITEMS


def test_an_api_that_repeats_itself_ends_the_walk(plan_of: PlanOf) -> None:
    for name, answer in (
        ("page", ITEMS[:5]),
        ("skip", ITEMS[:10]),
        ("cursor", {"items": ITEMS[:10], "next_cursor": "same"}),
        ("starting after", {"data": ITEMS[:10], "has_more": True}),
        ("next url", {"results": ITEMS[:10], "next": f"{HOST}/v1/items?offset=10"}),
        ("offset", {"items": [], "total": 90}),
    ):
        requests: list[httpx2.Request] = []

        def again(
            request: httpx2.Request, answer: Any = answer, seen: list[Any] = requests
        ) -> httpx2.Response:
            seen.append(request)
            return httpx2.Response(200, json=answer)

        tool = tool_in(plan_of(BY_NAME[name].document))
        list(walk(tool, caller_of(httpx2.MockTransport(again))))
        assert len(requests) <= 2, name


def test_an_api_that_gives_less_than_it_is_asked_for_is_asked_on(plan_of: PlanOf) -> None:
    style = BY_NAME["page"]

    def at_most_ten(query: dict[str, str]) -> Any:
        return style.page({**query, "per_page": str(min(10, int(query["per_page"])))})

    tool = tool_in(plan_of(style.document))
    caller = caller_of(PagingApi(replace(style, page=at_most_ten)).transport)
    assert [item for items in walk(tool, caller, limit=500) for item in items] == ITEMS


def test_a_cut_page_says_so_and_keeps_its_cursor(plan_of: PlanOf) -> None:
    style = BY_NAME["cursor"]
    tool = tool_in(plan_of(style.document))
    caller = caller_of(PagingApi(style).transport, max_chars=700)
    page = page_of(call(caller, tool, limit=20))
    assert len(json.dumps(page, separators=(",", ":"))) <= 700
    assert "a smaller `limit`" in page["truncated"]["hint"]
    assert 0 < len(page["items"]) < 20
    following = call(caller_of(PagingApi(style).transport), tool, cursor=page["next_cursor"])
    assert items_of(page_of(following)) == ITEMS[20:]


def test_a_position_with_a_secret_in_it_is_kept_back(plan_of: PlanOf) -> None:
    answer = {"items": ITEMS[:2], "next_cursor": "t10-very-secret"}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=answer))
    tool = tool_in(plan_of(BY_NAME["cursor"].document))
    caller = caller_of(transport, {"SHOP_KEY": "very-secret"})
    assert page_of(call(caller, tool)) == {"items": ITEMS[:2]}


def test_a_page_that_is_no_list_is_passed_on(plan_of: PlanOf) -> None:
    for style in STYLES:
        for answer in ({"message": "none"}, [], {}, 7, None, {"items": 3, "next": 4}):
            transport = httpx2.MockTransport(
                lambda _, answer=answer: httpx2.Response(200, json=answer)
            )
            page = page_of(call(caller_of(transport), tool_in(plan_of(style.document))))
            assert "next_cursor" not in page, style.name


def test_dry_run_shows_the_request_of_a_page(plan_of: PlanOf) -> None:
    style = BY_NAME["link header"]
    tool = tool_in(plan_of(style.document))
    caller = caller_of(PagingApi(style).transport)
    cursor = page_of(call(caller, tool))["next_cursor"]
    assert caller.dry_run(tool, {"cursor": cursor}).startswith(f"GET {HOST}/v1/items?page=2\n")


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_the_catalogue_holds_the_same_paging(
    plan_of: PlanOf, style: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(style.document)
    tool = tool_in(plan)
    entry = CatalogueEntry(plan.calls[0], plan.tools[0].arguments, "")
    callers = ((Effect.READ, "shop_call_read"),)
    package = f"shop_{STYLES.index(style)}"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    text = catalogue_text(PlannedCatalogue("shop_find", callers, (entry,)))
    (tmp_path / package / "catalog.json").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    catalogue = Catalogue(package, "catalog.json", "shop_find", {"read": "shop_call_read"})
    hints = Annotations(True, False, True, True)
    reader = Tool("shop_call_read", "", "", hints, {"operation": {}, "arguments": {}}, {})
    found = catalogue.target(reader, {"operation": entry.id})
    assert found is not None
    (operation,) = found.operations.values()
    assert operation.paging == next(iter(tool.operations.values())).paging
