"""The long tail: operations an agent finds by search and calls by id, so that all stay reachable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcpgen.naming import shorten, snake
from mcpgen.openapi.model import Operation
from mcpgen.plan.actions import action_name, numbered
from mcpgen.plan.arguments import Taking, share_arguments
from mcpgen.plan.descriptions import summary_of
from mcpgen.plan.effects import combine
from mcpgen.plan.model import (
    Annotations,
    Argument,
    Catalogue,
    CatalogueEntry,
    Decision,
    Effect,
    Tool,
)
from mcpgen.plan.schemas import DETAILS
from mcpgen.plan.text import brief
from mcpgen.plan.tools import Reading, make_call

_FIND_ARGUMENTS = (
    Argument(
        "query",
        {"type": "string", "default": "", "description": "What you want to do, in a few words"},
    ),
    Argument(
        "operation",
        {
            "type": "string",
            "default": "",
            "description": "The id of an operation, to get its arguments",
        },
    ),
    Argument(
        "limit",
        {
            "type": "integer",
            "minimum": 1,
            "maximum": 25,
            "default": 10,
            "description": "How many operations to answer (1-25, default 10)",
        },
    ),
)
_CALL_ARGUMENTS = (
    Argument("operation", {"type": "string", "description": "The id of the operation"}),
    Argument(
        "arguments",
        {"type": "object", "default": {}, "description": "The operation's arguments, by name"},
    ),
)
_ID_LIMIT = 64
_TEXT = 400
_AREAS = 900
_VERBS = {
    Effect.READ: "reads and changes nothing",
    Effect.CREATE: "adds something new",
    Effect.CHANGE: "changes, removes or triggers something",
}


@dataclass(frozen=True, slots=True)
class LongTail:
    """The catalogue, the tools that reach it, and what was decided on the way."""

    catalogue: Catalogue
    tools: tuple[Tool, ...]
    decisions: tuple[Decision, ...]


def catalogue_names(prefix: str) -> frozenset[str]:
    """The names the catalogue's tools have."""
    calls = {f"{prefix}_call_{effect.value}" for effect in _VERBS}
    return frozenset({f"{prefix}_find_operation", *calls})


def make_catalogue(
    tail: Sequence[Operation], reading: Reading, prefix: str, docs: str, fixed: Mapping[str, str]
) -> LongTail:
    """Describe the operations of the long tail, and the tools that find and call them.

    `fixed` are the ids that an earlier run gave, by identity.
    """
    ids = _name_entries(tail, reading, fixed)
    entries, decisions = list[CatalogueEntry](), list[Decision]()
    for operation in sorted(tail, key=lambda one: ids[one.identity]):
        taking = Taking(ids[operation.identity], operation, reading.inputs[operation.identity])
        arguments = share_arguments([taking], DETAILS[0])
        decisions += [
            Decision(d.rule, f"{taking.action}{d.subject}", d.reason, d.location)
            for d in arguments.decisions
        ]
        call = make_call(taking, reading, arguments)
        entries.append(CatalogueEntry(call, arguments.arguments, _text(operation)))
    find = f"{prefix}_find_operation"
    callers = tuple(
        (effect, f"{prefix}_call_{effect.value}")
        for effect in _VERBS
        if any(entry.call.effect is effect for entry in entries)
    )
    catalogue = Catalogue(find, callers, tuple(entries))
    tools = (
        _find_tool(catalogue, reading, prefix),
        *(_call_tool(catalogue, effect, name, reading, docs) for effect, name in callers),
    )
    return LongTail(catalogue, tools, tuple(decisions))


def _name_entries(
    tail: Sequence[Operation], reading: Reading, fixed: Mapping[str, str]
) -> dict[str, str]:
    """An id for each identity: `issues.create_comment`, unique whatever the order."""
    named = {}
    for operation in (one for one in tail if one.identity not in fixed):
        subject = reading.subjects[operation.identity]
        effect = reading.effects[operation.identity].effect
        action = action_name(operation, subject, effect)
        named[operation.identity] = shorten(f"{'_'.join(subject.label)}.{action}", _ID_LIMIT - 12)
    counts = Counter(named.values())
    for identity, name in named.items():
        containers = reading.subjects[identity].containers
        if counts[name] > 1 and containers:
            named[identity] = f"{name}_for_{shorten(snake(containers[-1]), 10)}"
    kept = {one.identity: fixed[one.identity] for one in tail if one.identity in fixed}
    return kept | numbered(named, kept.values())


def _text(operation: Operation) -> str:
    """What the search reads beside the id and the path."""
    told = brief(operation.description, _TEXT) or summary_of(operation)
    tags = " ".join(operation.tags)
    return f"{told} ({brief(tags, 80)})" if tags else told


def _find_tool(catalogue: Catalogue, reading: Reading, prefix: str) -> Tool:
    counts = Counter(
        " ".join(reading.subjects[entry.call.identity].label) for entry in catalogue.entries
    )
    areas = ", ".join(f"{area} ({count})" for area, count in sorted(counts.items()))
    return Tool(
        name=catalogue.find,
        title="Find an operation",
        description=(
            f"Find an operation of {reading.title} that no other tool offers. First give `query`,"
            " a few words on what you want: it answers the operations that fit best and the tool"
            " that calls each. Then give `operation`, the id of one, to get its arguments, and"
            f" call it with `{prefix}_call_…`. {len(catalogue.entries)} operations on:"
            f" {brief(areas, _AREAS)}"
        ),
        effect=Effect.READ,
        annotations=Annotations(True, False, True, False),
        arguments=_FIND_ARGUMENTS,
        calls=(),
    )


def _call_tool(
    catalogue: Catalogue, effect: Effect, name: str, reading: Reading, docs: str
) -> Tool:
    calls = [entry.call for entry in catalogue.reached_by(name)]
    return Tool(
        name=name,
        title=f"Call an operation that {_VERBS[effect].split()[0].rstrip(',')}",
        description=(
            f"Call one of {len(calls)} operations of {reading.title}: each {_VERBS[effect]}. Give"
            f" its id and its arguments as `{catalogue.find}` tells them."
            f" Documentation of the API: {docs or reading.title}"
        ),
        effect=effect,
        annotations=combine([call.annotations for call in calls]),
        arguments=_CALL_ARGUMENTS,
        calls=(),
    )
