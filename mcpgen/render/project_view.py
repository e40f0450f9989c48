"""The view of the whole project: names, settings and tools."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.plan.model import Tool, ToolPlan
from mcpgen.render.catalogue import CATALOGUE_FILE
from mcpgen.render.code import Construct, Name, Open, Value
from mcpgen.render.credentials import read_credentials
from mcpgen.render.listings import bundle_manifest, registry_entry
from mcpgen.render.settings import settings_of
from mcpgen.render.tool_modules import class_names, tool_views
from mcpgen.render.views import ProjectView, ToolRow


def project_view(plan: ToolPlan, tokens: Mapping[str, int]) -> ProjectView:
    """Build the view; `tokens` is the cost of each tool's definition by tool name."""
    settings = settings_of(plan.name)
    found = read_credentials(plan.security_schemes, plan.name, (entry.name for entry in settings))
    tools = sorted(plan.tools, key=lambda tool: tool.name)
    modules = tool_views(plan.tools, f"{plan.prefix}_")
    name = plan.project_name
    return ProjectView(
        short=plan.name,
        name=name,
        package=f"{plan.name}_mcp",
        title=plan.title,
        instructions=plan.instructions,
        base_url=plan.base_url,
        docs_url=plan.docs_url,
        credentials=found.by_scheme,
        imports=tuple(sorted({"Api"} | class_names(found.by_scheme))),
        tools=modules,
        catalogue=_catalogue(plan),
        registry=Open(tuple(Name(module.constant) for module in modules)),
        rows=tuple(_row(plan, tool, tokens[tool.name]) for tool in tools),
        tokens=sum(tokens[tool.name] for tool in tools),
        settings=settings,
        secrets=found.variables,
        registry_entry=registry_entry(name, plan.title, found.variables),
        bundle_manifest=bundle_manifest(name, plan, found.variables),
    )


def _catalogue(plan: ToolPlan) -> Value:
    if plan.catalogue is None:
        return ()
    callers = {str(effect): name for effect, name in plan.catalogue.callers}
    return Construct(
        "Catalogue",
        (Name("__package__"), CATALOGUE_FILE),
        (("find", plan.catalogue.find), ("calls", callers), ("tools", Name("TOOLS"))),
    )


def _row(plan: ToolPlan, tool: Tool, tokens: int) -> ToolRow:
    actions = [call.action for call in tool.calls] if len(tool.calls) > 1 else []
    if plan.catalogue is not None and not tool.calls:
        reached = len(plan.catalogue.reached_by(tool.name)) or len(plan.catalogue.entries)
        actions = [f"{reached} operations of the catalogue"]
    return ToolRow(tool.name, tool.title, str(tool.effect), ", ".join(actions), tokens)
