"""The plan as one JSON object, for programs and benchmarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mcpgen.diagnostics import Diagnostic, Location
from mcpgen.plan.model import Annotations, CatalogueEntry, Decision, Tool, ToolPlan


def plan_object(
    plan: ToolPlan, generator: str, tokens: Mapping[str, int], found: Iterable[Diagnostic]
) -> dict[str, Any]:
    """Everything `mcpgen inspect --json` prints, in an order that is always the same."""
    tools = sorted(plan.tools, key=lambda tool: tool.name)
    left_out = sorted(plan.left_out, key=lambda entry: (entry.path, entry.method))
    decisions = sorted(plan.decisions, key=lambda made: (made.subject, made.rule, made.reason))
    return {
        "api": plan.name,
        "generator": generator,
        "title": plan.title,
        "baseUrl": plan.base_url,
        "instructions": plan.instructions,
        "tokens": sum(tokens.values()),
        "tools": [_tool(plan, tool, tokens[tool.name]) for tool in tools],
        "leftOut": left_out_list(left_out),
        "decisions": [_decision(made) for made in decisions],
        "warnings": warning_list(found),
    }


def left_out_list(entries: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {
            "method": entry.method,
            "path": entry.path,
            "reason": entry.reason,
            "location": location_object(entry.location),
        }
        for entry in entries
    ]


def warning_list(found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The diagnostics of a run as JSON objects."""
    objects = []
    for diagnostic in found:
        entry: dict[str, Any] = {"level": str(diagnostic.level), "title": diagnostic.title}
        if diagnostic.detail:
            entry["detail"] = diagnostic.detail
        if diagnostic.hint:
            entry["hint"] = diagnostic.hint
        if diagnostic.location is not None:
            entry["location"] = location_object(diagnostic.location)
        objects.append(entry)
    return objects


def location_object(location: Location) -> dict[str, Any]:
    entry: dict[str, Any] = {"file": location.file, "pointer": location.pointer}
    if location.line:
        entry |= {"line": location.line, "column": location.column}
    return entry


def _tool(plan: ToolPlan, tool: Tool, tokens: int) -> dict[str, Any]:
    written = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": None,
        "annotations": _annotations(tool.annotations),
        "operations": [
            {"method": call.method, "path": call.path, "action": call.action} for call in tool.calls
        ],
        "tokens": tokens,
    }
    if plan.catalogue is not None and not tool.calls:
        written["catalog"] = True
        written["operations"] = [_entry(one) for one in plan.catalogue.reached_by(tool.name)]
    return written


def _entry(entry: CatalogueEntry) -> dict[str, Any]:
    """An operation of the catalogue; `text` is what its search reads."""
    return {
        "method": entry.call.method,
        "path": entry.call.path,
        "action": entry.id,
        "via": "catalog",
        "text": f"{entry.id} {entry.text}",
    }


def _annotations(hints: Annotations) -> dict[str, bool]:
    return {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }


def _decision(made: Decision) -> dict[str, Any]:
    entry: dict[str, Any] = {"rule": made.rule, "subject": made.subject, "reason": made.reason}
    if made.location is not None:
        entry["location"] = location_object(made.location)
    return entry
