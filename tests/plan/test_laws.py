"""The planner's laws, held on every document at hand (DESIGN: reachability, flat schemas, hints)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mcpgen.config import PlanFile
from mcpgen.diagnostics import McpgenError, Report
from mcpgen.openapi.load import load_api
from mcpgen.openapi.model import Api
from mcpgen.plan.budget import CEILING, MAX_TOKENS
from mcpgen.plan.model import EXTRA, SELECTOR, Effect, Tool, ToolPlan
from mcpgen.plan.plan import plan_tools
from mcpgen.plan.tokens import tool_tokens

ROOT = Path(__file__).parents[2]
SPECS = ROOT.parent / "shared" / "specs"
SAMPLES = sorted(ROOT.glob("samples/*/openapi.yaml"))
_WORDS = frozenset("""
    type anyOf description enum items properties required additionalProperties default format
    minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems
    maxItems
    """.split())


def documents(*kinds: str) -> list[Path]:
    """The shared documents of some kinds, none where they are absent."""
    manifest = SPECS / "MANIFEST.tsv"
    if not manifest.exists():
        return []
    rows = [line.split("\t") for line in manifest.read_text("utf-8").splitlines()[1:]]
    return [SPECS / row[1] for row in rows if row[12] in kinds]


def schema_faults(schema: Any, where: str) -> Iterator[str]:
    """What a client could refuse in an argument schema."""
    if not isinstance(schema, dict) or not {"type", "anyOf"} & set(schema):
        yield f"{where}: no typed schema"
        return
    if unknown := set(schema) - _WORDS:
        yield f"{where}: {unknown}"
    if not isinstance(schema.get("type", ""), str):
        yield f"{where}: a list of types"
    if schema.get("type") == "array" and "items" not in schema:
        yield f"{where}: an array of nothing"
    for key, value in schema.get("properties", {}).items():
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", key):
            yield f"{where}: key {key!r}"
        yield from schema_faults(value, f"{where}.{key}")
    for part in schema.get("anyOf", ()):
        yield from schema_faults(part, where)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            yield from schema_faults(schema[name], f"{where}.{name}")


def tool_faults(tool: Tool) -> Iterator[str]:
    """Broken laws of one tool."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", tool.name):
        yield f"name {tool.name!r}"
    if not 0 < len(tool.description) <= 2048 or not tool.title:
        yield f"{tool.name}: description or title"
    Draft202012Validator.check_schema(tool.input_schema)
    for argument in (*tool.arguments, *tool.rare):
        if not re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}", argument.name):
            yield f"argument {argument.name!r}"
        yield from schema_faults(argument.schema, f"{tool.name}.{argument.name}")
    if tool.calls:
        yield from call_faults(tool)


def call_faults(tool: Tool) -> Iterator[str]:
    """Calls that do not fit their tool."""
    arguments = {argument.name for argument in (*tool.arguments, *tool.rare)}
    used = {name for call in tool.calls for name in call.arguments}
    used |= {SELECTOR} if len(tool.calls) > 1 else set()
    used |= {EXTRA} if tool.rare else set()
    if used != arguments:
        yield f"{tool.name}: arguments {used ^ arguments}"
    if len({call.action for call in tool.calls}) < len(tool.calls):
        yield f"{tool.name}: an action twice"
    if len({call.effect is Effect.READ for call in tool.calls}) > 1:
        yield f"{tool.name}: reads and writes"
    if tool.annotations.read_only and {c.method for c in tool.calls} & {"PUT", "PATCH", "DELETE"}:
        yield f"{tool.name}: says it only reads"
    for call in tool.calls:
        if not set(call.required) <= set(call.arguments):
            yield f"{tool.name}.{call.action}: requires what it does not take"


def reach_faults(api: Api, plan: ToolPlan) -> Iterator[str]:
    """Operations that are lost, reached twice, or without a reason for their effect."""
    reached = Counter(call.identity for call in plan.calls)
    reached.update(f"{out.method} {out.path}" for out in plan.left_out)
    for operation in api.operations:
        if reached[operation.identity] != 1:
            yield f"{operation.identity} is reached {reached[operation.identity]} times"
    explained = {decision.subject for decision in plan.decisions if decision.rule == "effect"}
    if missing := {call.identity for call in plan.calls} - explained:
        yield f"no reason for the effect of {sorted(missing)[:3]}"


def plan_faults(api: Api, plan: ToolPlan) -> Iterator[str]:
    """Broken laws of a plan."""
    yield from reach_faults(api, plan)
    if len({tool.name for tool in plan.tools}) < len(plan.tools):
        yield "a tool name twice"
    tokens = sum(tool_tokens(tool) for tool in plan.tools)
    if len(plan.tools) > CEILING or tokens > MAX_TOKENS:
        yield f"{len(plan.tools)} tools of {tokens} tokens"
    if len(plan.instructions) > 2048:
        yield "instructions are too long"
    for tool in plan.tools:
        yield from tool_faults(tool)
    for entry in plan.catalogue.entries if plan.catalogue else ():
        for argument in entry.arguments:
            yield from schema_faults(argument.schema, f"{entry.id}.{argument.name}")
        if {argument.name for argument in entry.arguments} != set(entry.call.arguments):
            yield f"{entry.id}: arguments do not fit"


def faults_of(path: Path) -> list[str]:
    try:
        api = load_api(str(path), Report(), allow_refs=(str(SPECS / "camara-qod"),))
    except McpgenError as error:
        if "only webhooks" not in str(error):
            raise
        pytest.skip("it describes webhooks only")
    return list(plan_faults(api, plan_tools(api, PlanFile(spec=str(path)))))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name)
def test_samples(path: Path) -> None:
    assert faults_of(path) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", documents("edge", "oai-example"), ids=lambda path: path.name)
def test_small_documents(path: Path) -> None:
    assert faults_of(path) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", documents("real", "restbench"), ids=lambda path: path.name)
def test_real_documents(path: Path) -> None:
    assert faults_of(path) == []
