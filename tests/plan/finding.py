"""Finding a tool or an argument in a plan."""

from __future__ import annotations

from mcpgen.plan.model import Argument, Tool, ToolPlan


def tool_of(plan: ToolPlan, method: str, path: str) -> Tool:
    """The one tool that makes a request."""
    (found,) = [t for t in plan.tools if (method, path) in {(c.method, c.path) for c in t.calls}]
    return found


def argument_of(tool: Tool, name: str) -> Argument:
    (found,) = [argument for argument in tool.arguments if argument.name == name]
    return found
