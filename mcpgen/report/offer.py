"""What a server offers to agents, as it is remembered in `.mcpgen/tools.json` to be compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mcpgen.diagnostics import Location, failure
from mcpgen.openapi.model import Api, Operation
from mcpgen.openapi.model import Requirement as AskedScopes
from mcpgen.plan.model import Annotations, Argument, Call, Tool, ToolPlan
from mcpgen.project.record import RECORD_FOLDER

TOOLS_FILE = RECORD_FOLDER / "tools.json"
Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool as `tools/list` shows it, and what that costs a model."""

    title: str
    description: str
    schema: Schema
    annotations: dict[str, bool]
    tokens: int


@dataclass(frozen=True, slots=True)
class Reach:
    """An operation: the tool and action that reach it, and what these ask for.

    `schemas` are arguments that no tool definition shows. `security` lists alternatives of schemes
    and scopes, as in `oauth` and `oauth:read`. `pointer` is its place in the document.
    """

    tool: str
    action: str
    pointer: str
    arguments: list[str]
    required: list[str]
    security: list[list[str]]
    base_url: str = ""
    schemas: Schema = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything a server offers. `spots` are the lines of operations, where they are known."""

    source: str
    base_url: str
    tools: Mapping[str, Definition]
    operations: Mapping[str, Reach]
    spots: Mapping[str, Location]

    def location(self, identity: str) -> Location | None:
        """Where an operation stands in the document."""
        reach = self.operations.get(identity)
        if reach is None:
            return None
        return self.spots.get(identity) or Location(self.source, reach.pointer)

    def reached_by(self, tool: str) -> list[str]:
        return sorted(one for one, reach in self.operations.items() if reach.tool == tool)


def offer_of(plan: ToolPlan, api: Api, tokens: Mapping[str, int], source: str) -> Offer:
    """What the server of a plan offers."""
    by_identity = {operation.identity: operation for operation in api.operations}
    tools = {tool.name: _definition(tool, tokens[tool.name]) for tool in plan.tools}
    operations = {}
    for tool in plan.tools:
        for call in tool.calls:
            hidden = [one for one in tool.rare if one.name in call.arguments]
            operations[call.identity] = _reach(tool.name, call, hidden, by_identity[call.identity])
    if plan.catalogue is not None:
        for _, caller in plan.catalogue.callers:
            for entry in plan.catalogue.reached_by(caller):
                operation = by_identity[entry.call.identity]
                operations[operation.identity] = _reach(
                    caller, entry.call, entry.arguments, operation
                )
    spots = {identity: by_identity[identity].location for identity in operations}
    return Offer(source, plan.base_url, tools, operations, spots)


def _definition(tool: Tool, tokens: int) -> Definition:
    return Definition(
        tool.title, tool.description, tool.input_schema, _hints(tool.annotations), tokens
    )


def _hints(annotations: Annotations) -> dict[str, bool]:
    return {
        "readOnlyHint": annotations.read_only,
        "destructiveHint": annotations.destructive,
        "idempotentHint": annotations.idempotent,
        "openWorldHint": annotations.open_world,
    }


def _reach(tool: str, call: Call, hidden: Iterable[Argument], operation: Operation) -> Reach:
    return Reach(
        tool=tool,
        action=call.action,
        pointer=operation.location.pointer,
        arguments=sorted(call.arguments),
        required=sorted(call.required),
        security=sorted(_alternative(one) for one in operation.security),
        base_url=call.base_url,
        schemas={one.name: one.schema for one in hidden},
    )


def _alternative(requirement: AskedScopes) -> list[str]:
    asked = [(scheme, f"{scheme}:{scope}") for scheme, scopes in requirement.schemes
             for scope in scopes]  # fmt: skip
    return sorted({scheme for scheme, _ in requirement.schemes}.union(*asked))


def offer_text(offer: Offer) -> bytes:
    """The bytes of `tools.json`: sorted, a line for every value, no line numbers of a document."""
    value = {
        "version": 1,
        "baseUrl": offer.base_url,
        "tools": {name: _plain(tool) for name, tool in offer.tools.items()},
        "operations": {identity: _plain(reach) for identity, reach in offer.operations.items()},
    }
    return (json.dumps(value, indent=1, sort_keys=True, allow_nan=False) + "\n").encode()


def _plain(value: Definition | Reach) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


_TOOLS = TypeAdapter(dict[str, Definition])
_OPERATIONS = TypeAdapter(dict[str, Reach])


def read_offer(content: bytes, source: str) -> Offer:
    """What a server offered at its last run; `source` is what its document was called."""
    try:
        value = json.loads(content)
        return Offer(
            source,
            str(value["baseUrl"]),
            _TOOLS.validate_python(value["tools"]),
            _OPERATIONS.validate_python(value["operations"]),
            {},
        )
    except (ValueError, KeyError, TypeError, ValidationError, RecursionError) as error:
        first = str(error).splitlines()[0]
        raise failure(
            f"`{TOOLS_FILE}` is damaged",
            detail=first,
            hint="bring it back from version control, or remove it: the next run writes it again",
        ) from None
