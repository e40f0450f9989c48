"""Calls to try a tool with."""

from typing import Any

from schema_samples import sample

from bookshop_mcp.runtime.model import SELECTOR, Tool


def sample_call(tool: Tool, action: str = "") -> dict[str, Any]:
    """The arguments a call cannot do without, for the first operation unless `action` names one."""
    if not tool.operations:
        return {name: sample(tool.arguments[name]) for name in tool.required}
    action = action or next(iter(tool.operations))
    needed = tool.operations[action].required
    arguments = {name: sample(tool.arguments[name]) for name in needed}
    return arguments | ({SELECTOR: action} if len(tool.operations) > 1 else {})
