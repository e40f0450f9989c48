"""Texts that name operations name tools instead: a model knows nothing of operation ids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from mcpgen.openapi.model import Json, Operation
from mcpgen.plan.model import Argument, Tool

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{4,}")
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Za-z]_[A-Za-z]")


def tool_names(operations: Mapping[str, Operation], tools: tuple[Tool, ...]) -> dict[str, str]:
    """Operation ids that are no ordinary words, and how a model reaches their operations."""
    names = {}
    for tool in tools:
        for call in tool.calls:
            found = operations[call.identity].operation_id
            if _NAME.fullmatch(found) and _COMPOUND.search(found):
                names[found] = f"{tool.name} {call.action}" if len(tool.calls) > 1 else tool.name
    return names


def speak_of_tools(tool: Tool, names: Mapping[str, str]) -> Tool:
    """The same tool, every operation id in its texts replaced by the tool that holds it."""
    if not names:
        return tool
    return replace(
        tool,
        description=_replaced(tool.description, names),
        arguments=tuple(_speaking(argument, names) for argument in tool.arguments),
        rare=tuple(_speaking(argument, names) for argument in tool.rare),
    )


def _speaking(argument: Argument, names: Mapping[str, str]) -> Argument:
    told = {key: _told(value, key, names) for key, value in argument.schema.items()}
    return Argument(argument.name, told)


def _told(value: Json, key: str, names: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        return _replaced(value, names) if key == "description" else value
    if isinstance(value, dict) and key not in ("default",):
        return {inner: _told(part, inner, names) for inner, part in value.items()}
    if isinstance(value, list) and key == "anyOf":
        return [_told(part, key, names) for part in value]
    return value


def _replaced(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda match: names.get(match.group(), match.group()), text)
