"""The project's entries for catalogues: the MCP registry's, and a bundle's manifest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcpgen.plan.model import ToolPlan
from mcpgen.render.views import VariableView

_REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_FIRST_VERSION = "0.1.0"


def registry_entry(name: str, title: str, secrets: Iterable[VariableView]) -> dict[str, Any]:
    """What the MCP registry publishes as `server.json`."""
    package: dict[str, Any] = {
        "registryType": "pypi",
        "identifier": name,
        "version": _FIRST_VERSION,
        "transport": {"type": "stdio"},
        "environmentVariables": [
            {"name": entry.name, "description": entry.help, "isSecret": entry.secret}
            for entry in secrets
        ],
    }
    return {
        "$schema": _REGISTRY_SCHEMA,
        "name": f"com.example/{name}",
        "description": _cut(f"Tools for {title}", 100),
        "version": _FIRST_VERSION,
        "packages": [package],
    }


def bundle_manifest(name: str, plan: ToolPlan, secrets: tuple[VariableView, ...]) -> dict[str, Any]:
    """The `manifest.json` of an MCPB bundle, which its host runs with uv."""
    run = {
        "command": "uv",
        "args": ["run", "--directory", "${__dirname}", "--no-dev", name],
        "env": {entry.name: f"${{user_config.{entry.name.lower()}}}" for entry in secrets},
    }
    tools = sorted(plan.tools, key=lambda tool: tool.name)
    return {
        "manifest_version": "0.4",
        "name": name,
        "display_name": _cut(plan.title, 100),
        "version": _FIRST_VERSION,
        "description": _cut(f"Tools for {plan.title}", 200),
        "author": {"name": f"The {name} authors"},
        "server": {
            "type": "uv",
            "entry_point": f"src/{plan.name}_mcp/__main__.py",
            "mcp_config": run,
        },
        "tools": [{"name": tool.name, "description": _cut(tool.title, 200)} for tool in tools],
        "compatibility": {"runtimes": {"python": ">=3.11"}},
        "user_config": {entry.name.lower(): _question(entry) for entry in secrets},
    }


def _question(entry: VariableView) -> dict[str, Any]:
    """What a host asks the person who installs the bundle."""
    return {
        "type": "file" if entry.is_file else "string",
        "title": entry.help,
        "description": f"{entry.help}, given to the server as {entry.name}",
        "required": False,
        "sensitive": entry.secret,
    }


def _cut(text: str, limit: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else f"{plain[: limit - 1].rstrip()}…"
