"""How a list is paged is recognised, and becomes `cursor` and `limit`; nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from finding import argument_of, tool_of
from paging_styles import STYLES, Style

from mcpgen.plan.model import Call, ToolPlan

PlanOf = Callable[..., ToolPlan]


def listing(
    parameters: str, answer: str, *, path: str = "/books", more: str = "", method: str = "get"
) -> str:
    return f"""
paths:
  {path}:
    {method}:
      parameters: [{parameters}]
      {more}
      responses:
        "200":
          description: Books
          content: {{application/json: {{schema: {answer}}}}}
"""


def call_of(plan: ToolPlan) -> Call:
    (call,) = plan.calls
    return call


def names_of(plan: ToolPlan) -> list[str]:
    (tool,) = plan.tools
    return [argument.name for argument in tool.arguments]


BOOKS = "{type: array, items: {type: object, properties: {id: {type: string}}}}"
NUMBER = "schema: {type: integer}"
TEXT = "schema: {type: string}"


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_style_is_recognised(plan_of: PlanOf, style: Style) -> None:
    plan = plan_of(style.document)
    paging = call_of(plan).paging
    assert paging is not None
    assert str(paging.kind) == style.kind
    names = set(names_of(plan))
    sized = {"limit"} if paging.limit else set()
    assert names == {"colour", "cursor", *sized} | names & {"ending_before"}
    reason, *_ = [d.reason for d in plan.decisions if d.rule == "paging"]
    assert "`cursor`" in reason


THIN = {
    "no list": (f"{{name: cursor, in: query, {TEXT}}}", "{type: object, properties: {id: {}}}"),
    "a cursor without an answer to it": (f"{{name: cursor, in: query, {TEXT}}}", BOOKS),
    "a page without a size": (f"{{name: page, in: query, {NUMBER}}}", BOOKS),
    "an offset without a size": (f"{{name: offset, in: query, {NUMBER}}}", BOOKS),
    "a page that is a text": (
        f"{{name: page, in: query, {TEXT}}}, {{name: limit, in: query, {NUMBER}}}",
        BOOKS,
    ),
    "an offset that is an id": (
        f"{{name: offset, in: query, description: Identifier of the first, {NUMBER}}}, "
        f"{{name: limit, in: query, {NUMBER}}}",
        BOOKS,
    ),
    "an index from zero or one": (
        f"{{name: page_index, in: query, {NUMBER}}}, {{name: limit, in: query, {NUMBER}}}",
        BOOKS,
    ),
    "a size alone": (f"{{name: limit, in: query, {NUMBER}}}", BOOKS),
    "after without a flag": (f"{{name: after, in: query, {TEXT}}}", BOOKS),
    "several lists": (
        f"{{name: page, in: query, {NUMBER}}}, {{name: size, in: query, {NUMBER}}}",
        f"{{type: object, properties: {{old: {BOOKS}, new: {BOOKS}}}}}",
    ),
    "a cursor that is needed": (
        f"{{name: cursor, in: query, required: true, {TEXT}}}",
        f"{{type: object, properties: {{items: {BOOKS}, next_cursor: {{type: string}}}}}}",
    ),
    "a header": (
        f"{{name: cursor, in: header, {TEXT}}}",
        f"{{type: object, properties: {{items: {BOOKS}, next_cursor: {{type: string}}}}}}",
    ),
}


@pytest.mark.parametrize(("parameters", "answer"), THIN.values(), ids=THIN)
def test_nothing_is_guessed(plan_of: PlanOf, parameters: str, answer: str) -> None:
    plan = plan_of(listing(parameters, answer))
    assert call_of(plan).paging is None
    assert not [d for d in plan.decisions if d.rule == "paging"]
    assert ("cursor" in names_of(plan)) == ("name: cursor" in parameters)


def test_a_change_is_never_paged(plan_of: PlanOf) -> None:
    answer = f"{{type: object, properties: {{items: {BOOKS}, next_cursor: {{type: string}}}}}}"
    plan = plan_of(
        listing(f"{{name: cursor, in: query, {TEXT}}}", answer, method="delete", path="/books")
    )
    assert call_of(plan).paging is None


def test_a_search_by_post_pages_in_its_body(plan_of: PlanOf) -> None:
    body = (
        "requestBody: {content: {application/json: {schema: {type: object, properties: "
        "{query: {type: string}, start_cursor: {type: string}, page_size: {type: integer}}}}}}"
    )
    answer = (
        f"{{type: object, properties: {{results: {BOOKS}, has_more: {{type: boolean}}, "
        "next_cursor: {type: string, nullable: true}}}"
    )
    plan = plan_of(listing("", answer, path="/search", method="post", more=body))
    call = call_of(plan)
    assert call.paging is not None
    assert call.paging.next == ("next_cursor",)
    assert call.paging.more == ("has_more",)
    assert call.body is not None
    paths = {field.argument: field.path for field in call.body.fields}
    assert paths == {
        "query": ("query",),
        "cursor": ("start_cursor",),
        "limit": ("page_size",),
    }


def test_the_first_page_is_what_the_document_says(plan_of: PlanOf) -> None:
    size = f"{{name: size, in: query, {NUMBER}}}"
    for words, first in (
        ("schema: {type: integer, default: 0}", 0),
        ("schema: {type: integer, default: 1}", 1),
        ("schema: {type: integer, minimum: 0}", 0),
        ("description: 'The page, starting from 0', schema: {type: integer}", 0),
        ("schema: {type: integer}", 1),
    ):
        plan = plan_of(listing(f"{{name: page, in: query, {words}}}, {size}", BOOKS))
        paging = call_of(plan).paging
        assert paging is not None
        assert paging.first == first


def test_a_page_number_that_is_needed_is_sent_by_the_server(plan_of: PlanOf) -> None:
    page = f"{{name: page, in: query, required: true, {NUMBER}}}"
    plan = plan_of(listing(f"{page}, {{name: size, in: query, {NUMBER}}}", BOOKS))
    call = call_of(plan)
    assert call.paging is not None
    assert call.paging.sends_first
    assert call.required == ()


def test_the_size_keeps_its_bounds_and_tells_them(plan_of: PlanOf) -> None:
    size = "{name: per_page, in: query, schema: {type: integer, maximum: 50, default: 20}}"
    plan = plan_of(listing(f"{{name: page, in: query, {NUMBER}}}, {size}", BOOKS))
    paging = call_of(plan).paging
    assert paging is not None
    assert (paging.size, paging.most) == (20, 50)
    limit = argument_of(tool_of(plan, "GET", "/books"), "limit").schema
    assert (limit["type"], limit["maximum"], limit["default"]) == ("integer", 50, 20)


def test_other_ways_to_say_the_position_are_no_arguments(plan_of: PlanOf) -> None:
    parameters = ", ".join(
        f"{{name: {name}, in: query, {NUMBER}}}" for name in ("page", "offset", "limit", "before")
    )
    plan = plan_of(listing(parameters, BOOKS))
    assert set(names_of(plan)) == {"cursor", "limit", "before"}
    reasons = [d.reason for d in plan.decisions if d.rule == "paging"]
    assert any("`offset` is no argument" in reason for reason in reasons)


def test_arguments_of_the_api_with_these_names_are_told_apart(plan_of: PlanOf) -> None:
    parameters = ", ".join(
        (
            f"{{name: page, in: query, {NUMBER}}}",
            f"{{name: per_page, in: query, {NUMBER}}}",
            f"{{name: limit, in: query, {NUMBER}}}",
            f"{{name: cursor, in: header, {TEXT}}}",
        )
    )
    # `limit` is the plainest name of a size, so `per_page` is the one that is something else.
    plan = plan_of(listing(parameters, BOOKS))
    bindings = {one.argument: one.name for one in call_of(plan).parameters}
    assert bindings == {
        "cursor": "page",
        "limit": "limit",
        "per_page": "per_page",
        "cursor_header": "cursor",
    }


def test_a_merged_tool_tells_its_cursor_from_that_of_the_api(plan_of: PlanOf) -> None:
    raw = f"{{name: cursor, in: query, {TEXT}}}"
    paged = f"{{name: page, in: query, {NUMBER}}}, {{name: per_page, in: query, {NUMBER}}}"
    plan = plan_of(
        "\n".join(
            (
                listing(paged, BOOKS),
                listing(raw, BOOKS, path="/books/archive").replace("paths:", ""),
            )
        )
    )
    (tool,) = plan.tools
    bound = {call.path: {p.argument for p in call.parameters} for call in tool.calls}
    assert bound == {"/books": {"cursor", "limit"}, "/books/archive": {"cursor_query"}}


def test_a_list_is_found_under_the_name_of_its_resource(plan_of: PlanOf) -> None:
    parameters = f"{{name: page, in: query, {NUMBER}}}, {{name: size, in: query, {NUMBER}}}"
    answer = f"{{type: object, properties: {{tags: {BOOKS}, books: {BOOKS}}}}}"
    paging = call_of(plan_of(listing(parameters, answer))).paging
    assert paging is not None
    assert paging.items == ("books",)


def test_the_cursor_is_shown_where_only_a_few_arguments_are(plan_of: PlanOf) -> None:
    filters = ", ".join(
        f"{{name: {name}, in: query, description: {'much to say ' * 40}, {TEXT}}}"
        for name in ("q", "query", "search", "filter", "fields", "sort", "since", "until", "after")
    )
    noise = ", ".join(
        f"{{name: only_if_{n}, in: query, description: {'much to say ' * 40}, {TEXT}}}"
        for n in range(60)
    )
    paging = f"{{name: page, in: query, {NUMBER}}}, {{name: size, in: query, {NUMBER}}}"
    plan = plan_of(listing(f"{filters}, {noise}, {paging}", BOOKS))
    assert "extra" in names_of(plan)
    assert {"cursor", "limit"} <= set(names_of(plan))
