"""The view of the whole project: names, settings, tools and the two listings for catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcpgen.plan.model import Tool, ToolPlan
from mcpgen.render.code import Name, Open
from mcpgen.render.credentials import read_credentials
from mcpgen.render.settings import settings_of
from mcpgen.render.tool_modules import class_names, tool_views
from mcpgen.render.views import ProjectView, ToolRow, VariableView

_REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_FIRST_VERSION = "0.1.0"


def project_view(plan: ToolPlan, tokens: Mapping[str, int]) -> ProjectView:
    """Build the view; `tokens` is the cost of each tool's definition by tool name."""
    settings = settings_of(plan.name)
    found = read_credentials(plan.security_schemes, plan.name, (entry.name for entry in settings))
    tools = sorted(plan.tools, key=lambda tool: tool.name)
    modules = tool_views(plan.tools, f"{plan.prefix}_")
    name = f"{plan.name.replace('_', '-')}-mcp"
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
        registry=Open(tuple(Name(module.constant) for module in modules)),
        rows=tuple(_row(tool, tokens[tool.name]) for tool in tools),
        tokens=sum(tokens[tool.name] for tool in tools),
        settings=settings,
        secrets=found.variables,
        registry_entry=_registry_entry(name, plan.title, found.variables),
        bundle_manifest=_bundle_manifest(name, plan, found.variables),
    )


def _row(tool: Tool, tokens: int) -> ToolRow:
    actions = [call.action for call in tool.calls] if len(tool.calls) > 1 else []
    return ToolRow(tool.name, tool.title, str(tool.effect), ", ".join(actions), tokens)


def _registry_entry(name: str, title: str, secrets: tuple[VariableView, ...]) -> dict[str, Any]:
    """What the MCP registry publishes as `server.json`."""
    package: dict[str, Any] = {
        "registryType": "pypi",
        "identifier": name,
        "version": _FIRST_VERSION,
        "transport": {"type": "stdio"},
    }
    if secrets:
        package["environmentVariables"] = [
            {"name": entry.name, "description": entry.help, "isSecret": entry.secret}
            for entry in secrets
        ]
    return {
        "$schema": _REGISTRY_SCHEMA,
        "name": f"com.example/{name}",
        "description": _cut(f"Tools for {title}", 100),
        "version": _FIRST_VERSION,
        "packages": [package],
    }


def _bundle_manifest(
    name: str, plan: ToolPlan, secrets: tuple[VariableView, ...]
) -> dict[str, Any]:
    """The `manifest.json` of an MCPB bundle, which its host runs with uv."""
    package = f"{plan.name}_mcp"
    run: dict[str, Any] = {
        "command": "uv",
        "args": ["run", "--directory", "${__dirname}", "--no-dev", name],
    }
    manifest: dict[str, Any] = {
        "manifest_version": "0.4",
        "name": name,
        "display_name": _cut(plan.title, 100),
        "version": _FIRST_VERSION,
        "description": _cut(f"Tools for {plan.title}", 200),
        "author": {"name": f"The {name} authors"},
        "server": {
            "type": "uv",
            "entry_point": f"src/{package}/__main__.py",
            "mcp_config": run,
        },
        "tools": [
            {"name": tool.name, "description": _cut(tool.title, 200)}
            for tool in sorted(plan.tools, key=lambda tool: tool.name)
        ],
        "compatibility": {"runtimes": {"python": ">=3.11"}},
    }
    if secrets:
        keys = {entry.name: entry.name.lower() for entry in secrets}
        run["env"] = {variable: f"${{user_config.{key}}}" for variable, key in keys.items()}
        manifest["user_config"] = {
            keys[entry.name]: {
                "type": "string" if entry.secret else "file",
                "title": entry.help,
                "description": f"{entry.help}, given to the server as {entry.name}",
                "required": False,
                "sensitive": entry.secret,
            }
            for entry in secrets
        }
    return manifest


def _cut(text: str, limit: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else f"{plain[: limit - 1].rstrip()}…"
