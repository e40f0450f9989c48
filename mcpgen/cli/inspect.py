"""`mcpgen inspect`: the tools a document would become, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mcpgen.cli import options
from mcpgen.cli.screen import Steps, give, give_object, say, say_problem
from mcpgen.diagnostics import ExitCode, McpgenError, Report, failure

if TYPE_CHECKING:
    from mcpgen.pipeline import Planned


def inspect(
    spec: options.Spec,
    name: options.Name = "",
    prefix: options.Prefix = "",
    base_url: options.BaseUrl = "",
    include: options.Include = None,
    hide: options.Hide = None,
    max_tools: options.MaxTools = None,
    max_tokens: options.MaxTokens = 8000,
    allow_ref: options.AllowRef = None,
    strict: options.Strict = False,
    why: Annotated[
        str, typer.Option(metavar="TOOL", help="Show one tool and every decision behind it.")
    ] = "",
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Show every decision, not only the tools.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Show the tools a document would become, their cost, and why."""
    from mcpgen import assets, pipeline
    from mcpgen.report import plan_json

    report = Report()
    wishes = pipeline.Wishes(
        *(spec, name, prefix, base_url, max_tools, max_tokens, strict, tuple(allow_ref or ())),
        include=tuple(include or ()),
        hide=tuple(hide or ()),
    )
    with Steps() as steps:
        planned = pipeline.make_plan(wishes, report, steps)
    if json:
        give_object(plan_json.plan_object(planned.plan, assets.generator(), planned.tokens, report))
        return
    for diagnostic in report:
        say_problem(diagnostic)
        say()
    _show(planned, why, decisions=decisions)


def _show(planned: Planned, why: str, *, decisions: bool) -> None:
    from mcpgen.report import plan_text

    plan, tokens = planned.plan, planned.tokens
    if why:
        tool = next((tool for tool in plan.tools if tool.name == why), None)
        if tool is None:
            raise _no_such_tool(why, planned)
        give(plan_text.tool_lines(plan, tool, tokens[tool.name]))
        return
    give(plan_text.plan_lines(plan, tokens, planned.separate_tokens))
    if decisions:
        give(plan_text.decision_lines(plan.decisions))


def _no_such_tool(name: str, planned: Planned) -> McpgenError:
    from difflib import get_close_matches

    near = get_close_matches(name, [tool.name for tool in planned.plan.tools], n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else ""
    return failure(f"there is no tool `{name}`", exit_code=ExitCode.USAGE, hint=hint)
