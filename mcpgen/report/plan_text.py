"""The plan for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mcpgen.plan.model import Decision, LeftOut, Tool, ToolPlan
from mcpgen.report.text import count, line, plain, table


def plan_lines(plan: ToolPlan, tokens: Mapping[str, int], separate_tokens: int) -> Iterator[str]:
    """The tools with what they do and cost, then what was left out."""
    tools = sorted(plan.tools, key=lambda tool: tool.name)
    yield f"{line(plan.title)} {line(plan.api_version)}".rstrip()
    yield f"API address: {line(plan.base_url) or 'none in the document'}"
    yield ""
    if tools:
        rows = [("tool", "effect", "tokens", "actions")]
        rows += [_row(plan, tool, tokens[tool.name]) for tool in tools]
        yield from table(rows, right=(2,))
        yield ""
    yield cost_line(len(tools), sum(tokens.values()), len(plan.calls), separate_tokens)
    yield from left_out_lines(plan.left_out)


def cost_line(tools: int, tokens: int, operations: int, separate_tokens: int) -> str:
    """What the tools cost a model, against one tool for every operation."""
    return (
        f"{count(tools, 'tool')} for {count(operations, 'operation')}: "
        f"{count(tokens, 'token')} of definitions. "
        f"One tool per operation would cost {separate_tokens:,}."
    )


def left_out_lines(entries: Iterable[LeftOut]) -> Iterator[str]:
    """Every operation no tool reaches, with its reason."""
    entries = sorted(entries, key=lambda entry: (entry.path, entry.method))
    if not entries:
        return
    yield ""
    yield f"{count(len(entries), 'operation')} left out:"
    for entry in entries:
        yield f"  {entry.method} {line(entry.path)}: {line(entry.reason)}"
        yield f"    {line(str(entry.location))}"


def tool_lines(plan: ToolPlan, tool: Tool, tokens: int) -> Iterator[str]:
    """One tool as a model sees it, and why it is so."""
    yield f"{tool.name}  {line(tool.title)}  {count(tokens, 'token')}"
    yield ""
    yield from plain(tool.description).splitlines()
    yield ""
    required = set(tool.required)
    for argument in tool.arguments:
        mark = "required" if argument.name in required else "optional"
        yield f"  {argument.name} ({_kind(argument.schema)}, {mark})"
    yield ""
    for call in tool.calls:
        yield f"  {line(call.action)}: {call.method} {line(call.path)}"
    yield from decision_lines(_decisions_of(plan, tool))


def decision_lines(decisions: Iterable[Decision]) -> Iterator[str]:
    """What the plan did to the document, and why."""
    decisions = sorted(decisions, key=lambda made: (made.subject, made.rule, made.reason))
    if not decisions:
        return
    yield ""
    yield f"{count(len(decisions), 'decision')}:"
    for made in decisions:
        yield f"  {made.rule} {line(made.subject)}: {line(made.reason)}"


def _decisions_of(plan: ToolPlan, tool: Tool) -> list[Decision]:
    identities = {call.identity for call in tool.calls}
    return [
        made
        for made in plan.decisions
        if made.subject in identities or made.subject.split(".", 1)[0] == tool.name
    ]


def _row(plan: ToolPlan, tool: Tool, tokens: int) -> tuple[str, str, str, str]:
    actions = ", ".join(call.action for call in tool.calls)
    if plan.catalogue is not None and not tool.calls:
        reached = len(plan.catalogue.reached_by(tool.name)) or len(plan.catalogue.entries)
        actions = f"({count(reached, 'operation')} of the catalogue)"
    return tool.name, str(tool.effect), f"{tokens:,}", actions


def _kind(schema: Mapping[str, object]) -> str:
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        return " or ".join(_kind(choice) for choice in choices if isinstance(choice, Mapping))
    return str(schema.get("type", "any"))
