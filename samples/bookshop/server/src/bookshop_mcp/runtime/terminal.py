"""The tools for a person at a terminal."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .call import Caller
from .errors import CallError
from .model import JsonSchema, Tool
from .result import Block, Outcome, Text
from .service import Service
from .settings import Settings

USAGE_ERROR = 2


class InputError(ValueError):
    """A command line that names no tool, or an argument in no readable form."""


def call_tool(
    service: Service, settings: Settings, name: str, pairs: Sequence[str], *, dry_run: bool
) -> int:
    """Call a tool and print its result, or print the request it would send."""
    try:
        tool = find_tool(service, name)
        arguments = read_arguments(tool, pairs)
    except InputError as error:
        return _complain(service, error)
    caller = Caller(service.api, service.hooks, settings, catalogue=service.catalogue)
    if dry_run:
        return _show_request(caller, tool, arguments)
    outcome = asyncio.run(_call(caller, tool, arguments))
    for block in outcome.content:
        print(_as_text(block), file=sys.stderr if outcome.is_error else sys.stdout)
    return 1 if outcome.is_error else 0


def show_tools(service: Service, name: str | None) -> int:
    """List every tool, or describe one."""
    if name is None:
        width = max((len(tool.name) for tool in service.all_tools), default=0)
        for tool in service.all_tools:
            print(f"{tool.name:<{width}}  {tool.title}")
        return 0
    try:
        tool = find_tool(service, name)
    except InputError as error:
        return _complain(service, error)
    print(f"{tool.name}  {tool.title}\n\n{tool.description}\n")
    for argument, schema in (*tool.arguments.items(), *tool.rare.items()):
        need = "required" if argument in tool.required else "optional"
        print(f"  {argument}  {' or '.join(_types(schema)) or 'any type'}, {need}")
    return 0


def find_tool(service: Service, name: str) -> Tool:
    """The tool of that name."""
    tools = {tool.name: tool for tool in service.all_tools}
    if name in tools:
        return tools[name]
    near = get_close_matches(name, tools, n=1)
    hint = f"did you mean {near[0]}?" if near else f"`{service.name} tools` lists them"
    raise InputError(f"no tool is named {name!r}; {hint}")


def read_arguments(tool: Tool, pairs: Sequence[str]) -> dict[str, Any]:
    """Read `key=value` pairs by the schemas of the tool's arguments."""
    schemas = {**tool.rare, **tool.arguments}
    arguments: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not key or not equals:
            raise InputError(f"{pair!r} is not KEY=VALUE")
        if key in arguments:
            raise InputError(f"{key} is given twice")
        arguments[key] = _read_value(schemas.get(key, {}), text)
    return arguments


def _read_value(schema: JsonSchema, text: str) -> Any:
    """JSON where the schema wants something else than a string, else the text as it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    types = _types(schema)
    if "string" in types and not (value is None and "null" in types):
        return text
    return value


def _types(schema: JsonSchema) -> tuple[str, ...]:
    """The JSON types a schema names, itself or in its alternatives."""
    named = schema.get("type", ())
    types = [named] if isinstance(named, str) else list(named)
    if not types:
        types += ["string" for value in schema.get("enum", ()) if isinstance(value, str)]
    for keyword in ("anyOf", "oneOf"):
        for alternative in schema.get(keyword, ()):
            types += _types(alternative) if isinstance(alternative, Mapping) else ()
    return tuple(dict.fromkeys(types))


def _show_request(caller: Caller, tool: Tool, arguments: Mapping[str, Any]) -> int:
    try:
        print(caller.dry_run(tool, arguments))
    except CallError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _call(caller: Caller, tool: Tool, arguments: Mapping[str, Any]) -> Outcome:
    try:
        return await caller.call(tool, arguments)
    finally:
        await caller.aclose()


def _as_text(block: Block) -> str:
    if isinstance(block, Text):
        return block.text
    return f"[{block.media_type}] {block.data_base64}"


def _complain(service: Service, error: InputError) -> int:
    print(f"{service.name}: {error}", file=sys.stderr)
    return USAGE_ERROR
