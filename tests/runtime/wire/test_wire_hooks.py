"""The team's own code around and beside the generated tools."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from wire_tools import READ, answering, call, get, make_caller, make_tool, text_of

from package_name.runtime.errors import CallError
from package_name.runtime.hooks import Hooks
from package_name.runtime.model import Parameter, Tool
from package_name.runtime.result import Image, Outcome

TOOL = make_tool(get("/things", Parameter("limit", "query", "limit")), limit={"type": "integer"})
OWN = Tool(
    "acme_own",
    "Own",
    "A tool of the team",
    READ,
    {"name": {"type": "string"}, "loud": {"type": "boolean", "default": False}},
    {},
)


def echo() -> httpx2.MockTransport:
    return httpx2.MockTransport(
        lambda request: httpx2.Response(200, json={"url": str(request.url)})
    )


def run(hooks: Hooks, tool: Tool = TOOL, /, **arguments: Any) -> Outcome:
    return call(make_caller(hooks=hooks, transport=echo()), tool, **arguments)


def test_before_changes_arguments_and_they_are_checked_after_it() -> None:
    hooks = Hooks()

    @hooks.before("acme_test")
    async def as_number(arguments: dict[str, Any]) -> dict[str, Any]:
        return {**arguments, "limit": int(arguments["limit"])}

    @hooks.before("acme_test")
    async def look(arguments: dict[str, Any]) -> None:
        assert arguments == {"limit": 5}

    assert run(hooks, limit="5").structured == {"url": "https://api.acme.test/things?limit=5"}

    @hooks.before("acme_test")
    async def spoil(_: dict[str, Any]) -> dict[str, Any]:
        return {"limit": "many"}

    assert "must be an integer" in text_of(run(hooks, limit="5"))


def test_after_changes_the_answer_before_it_is_cut() -> None:
    hooks = Hooks()

    @hooks.after("acme_test")
    async def shorten(arguments: dict[str, Any], answer: Any) -> Any:
        assert arguments == {"limit": 1}
        return {"length": len(answer["url"])}

    @hooks.after("acme_test")
    async def keep(_: dict[str, Any], answer: Any) -> None:
        assert set(answer) == {"length"}

    assert run(hooks, limit=1).structured == {"length": 36}


def test_after_does_not_see_errors() -> None:
    hooks = Hooks()

    @hooks.after("acme_test")
    async def never(_: dict[str, Any], answer: Any) -> Any:
        raise AssertionError(answer)

    caller = make_caller(hooks=hooks, transport=answering(httpx2.Response(404)))
    assert call(caller, TOOL).is_error


@pytest.mark.parametrize(
    ("returned", "structured"),
    [({"a": 1}, {"a": 1}), ([1], {"items": [1]}), (5, {"value": 5}), ("text", None)],
)
def test_replace_answers_instead_of_the_api(returned: Any, structured: Any) -> None:
    hooks = Hooks()

    @hooks.replace("acme_test")
    async def answer(arguments: dict[str, Any]) -> Any:
        assert arguments == {"limit": 2}
        return returned

    outcome = run(hooks, limit=2)
    assert outcome.structured == structured
    assert structured or text_of(outcome) == "text"
    assert "must be an integer" in text_of(run(hooks, limit="x"))


def test_an_own_tool() -> None:
    hooks = Hooks()

    @hooks.tool(OWN)
    async def greet(arguments: dict[str, Any]) -> Any:
        return arguments

    assert hooks.own_tools == (OWN,)
    assert OWN.required == ("name",)
    assert run(hooks, OWN, name="Ann").structured == {"name": "Ann", "loud": False}
    assert run(hooks, OWN, name="Ann", loud=True).structured == {"name": "Ann", "loud": True}
    assert "`name` is missing" in text_of(run(hooks, OWN))
    assert "`naem` is not an argument" in text_of(run(hooks, OWN, naem="Ann"))
    assert "no request of its own" in make_caller(hooks=hooks).dry_run(OWN, {"name": "Ann"})


def test_an_outcome_is_passed_on_as_it_is() -> None:
    hooks = Hooks()
    outcome = Outcome((Image("AA==", "image/png"),))

    @hooks.replace("acme_test")
    async def picture(_: dict[str, Any]) -> Any:
        return outcome

    assert run(hooks) is outcome


def test_a_hook_refuses_with_a_text_and_fails_with_an_exception() -> None:
    hooks = Hooks()

    @hooks.before("acme_test")
    async def refuse(arguments: dict[str, Any]) -> None:
        if arguments:
            raise CallError("Only on weekdays.")
        raise ValueError("a bug")

    outcome = run(hooks, limit=1)
    assert (outcome.is_error, text_of(outcome)) == (True, "Only on weekdays.")
    with pytest.raises(ValueError, match="a bug"):
        run(hooks)


def test_a_tool_is_answered_by_one_hook_only() -> None:
    hooks = Hooks()

    async def answer(_: dict[str, Any]) -> Any:
        return None

    hooks.replace("acme_test")(answer)
    with pytest.raises(ValueError, match="acme_test is answered by two hooks"):
        hooks.replace("acme_test")(answer)


def test_hooks_of_tools_that_do_not_exist() -> None:
    hooks = Hooks()

    async def answer(_: dict[str, Any]) -> Any:
        return None

    hooks.before("acme_gone")(answer)
    hooks.replace("acme_test")(answer)
    hooks.tool(OWN)(answer)
    assert hooks.unknown_tools(["acme_test"]) == ("acme_gone",)
