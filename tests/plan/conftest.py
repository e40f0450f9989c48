"""Small documents in, plans out: the planner is tested from the outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mcpgen.config import PlanFile
from mcpgen.diagnostics import Report
from mcpgen.openapi.load import load_api
from mcpgen.plan.model import Argument, Tool, ToolPlan
from mcpgen.plan.plan import plan_tools

HEAD = """\
openapi: 3.1.0
info: {title: Shop API, version: "1"}
servers: [{url: https://shop.example/v1}]
"""


@pytest.fixture
def plan_of(tmp_path: Path) -> Callable[..., ToolPlan]:
    """Plan a document given as YAML; one without a head gets HEAD."""

    def plan(text: str, **settings: str) -> ToolPlan:
        path = tmp_path / "openapi.yaml"
        path.write_text(text if text.startswith(("openapi:", "swagger:")) else HEAD + text, "utf-8")
        file = PlanFile(spec=str(path), **settings)
        return plan_tools(load_api(str(path), Report()), file)

    return plan


def tool_of(plan: ToolPlan, method: str, path: str) -> Tool:
    """The one tool that makes a request."""
    (found,) = [t for t in plan.tools if (method, path) in {(c.method, c.path) for c in t.calls}]
    return found


def argument_of(tool: Tool, name: str) -> Argument:
    (found,) = [argument for argument in tool.arguments if argument.name == name]
    return found
