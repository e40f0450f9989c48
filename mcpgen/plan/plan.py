"""The planner: few tools, flat, truthful, and every operation in exactly one or accounted for."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.config import PlanFile
from mcpgen.diagnostics import Report
from mcpgen.openapi.model import Api, Operation
from mcpgen.plan.addresses import base_url_of, fill_base_url, is_address
from mcpgen.plan.budget import AIM, CEILING, Budget, Layout, fit
from mcpgen.plan.catalogue import LongTail, catalogue_names, make_catalogue
from mcpgen.plan.cells import name_cells
from mcpgen.plan.curate import choose_operations, edit_tools, set_effects
from mcpgen.plan.descriptions import write_instructions
from mcpgen.plan.effects import classify
from mcpgen.plan.inputs import common_parameters, read_inputs
from mcpgen.plan.mentions import speak_of_tools, tool_names
from mcpgen.plan.model import Decision, LeftOut, ToolPlan
from mcpgen.plan.paged_inputs import page_inputs
from mcpgen.plan.paths import collection_paths, resource_paths
from mcpgen.plan.sticky import Known, keep
from mcpgen.plan.subjects import read_subjects
from mcpgen.plan.text import clean
from mcpgen.plan.titles import headline_of, short_name
from mcpgen.plan.tools import Built, Reading, named_tool

_UNSENDABLE = {
    "TRACE": "TRACE echoes the request, credentials with it, and is no API operation",
    "CONNECT": "CONNECT opens a tunnel and is no API operation",
}


def plan_tools(
    api: Api, file: PlanFile, known: Known | None = None, report: Report | None = None
) -> ToolPlan:
    """Turn an API into a plan. The same API and plan file give the same plan.

    `known` are the tool and action that an earlier run gave each identity: they keep their names,
    and a new operation never renames or moves one of them. Entries of the plan file that match
    nothing are warnings in `report`.
    """
    report = Report() if report is None else report
    name = file.name or short_name(api)
    prefix = file.prefix or name
    title = clean(api.title) or name
    sendable = tuple(o for o in api.operations if not _why_unsendable(o))
    usable, hidden = choose_operations(sendable, file, report)
    reading, decisions = _read(usable, headline_of(title), name, file, report)
    budget = _budget(file)
    layout = keep(usable, reading, known, prefix, budget) if known else fit(usable, reading, budget)
    built = _named(layout, prefix, reading)
    tail = _long_tail(layout, reading, prefix, api, known or {})
    made = tuple(one.tool for one in built) + (tail.tools if tail else ())
    mentioned = tool_names({o.identity: o for o in usable}, made)
    told = [speak_of_tools(tool, mentioned) for tool in made]
    tools, edits = edit_tools(told, file.tools, report)
    decisions += [*layout.decisions, *_explained(built, reading)]
    decisions += [*(tail.decisions if tail else ()), *edits]
    return ToolPlan(
        name=name,
        prefix=prefix,
        title=title,
        api_version=api.version,
        docs_url=api.docs_url,
        base_url=file.base_url.rstrip("/") or base_url_of(api),
        instructions=write_instructions(api, tools, tail.catalogue.find if tail else ""),
        tools=tools,
        left_out=_left_out(api, hidden),
        decisions=tuple(decisions),
        security_schemes=api.security_schemes,
        catalogue=tail.catalogue if tail else None,
    )


def _budget(file: PlanFile) -> Budget:
    """The team's own number of tools is a promise; the default may be passed a little."""
    if file.max_tools is None:
        return Budget(AIM, CEILING, file.max_tokens)
    return Budget(file.max_tools, file.max_tools, file.max_tokens)


def _read(
    operations: tuple[Operation, ...], title: str, name: str, file: PlanFile, report: Report
) -> tuple[Reading, list[Decision]]:
    collections = collection_paths(operations)
    effects = {o.identity: classify(o, collections) for o in operations}
    set_effects(effects, operations, file, report)
    common = common_parameters(operations)
    inputs = {
        o.identity: page_inputs(o, read_inputs(o, common), effects[o.identity].effect)
        for o in operations
    }
    subjects = read_subjects(operations, resource_paths(operations), name)
    decisions = []
    for operation in sorted(operations, key=lambda o: (o.path, o.method)):
        found = effects[operation.identity]
        reason = f"{found.effect.value}: {found.reason}"
        decisions.append(Decision("effect", operation.identity, reason, operation.location))
        decisions += inputs[operation.identity].decisions
    return Reading(title, subjects, effects, inputs), decisions


def _named(layout: Layout, prefix: str, reading: Reading) -> list[Built]:
    by_cell = {built.cell: built for built in layout.built}
    reserved = catalogue_names(prefix) if layout.tail else frozenset()
    named = name_cells(list(by_cell), prefix, dict(reading.subjects), reserved)
    return [named_tool(by_cell[cell], name) for name, cell in named]


def _long_tail(
    layout: Layout, reading: Reading, prefix: str, api: Api, known: Known
) -> LongTail | None:
    if not layout.tail:
        return None
    own = catalogue_names(prefix)
    ids = {identity: action for identity, (tool, action) in known.items() if tool in own}
    return make_catalogue(layout.tail, reading, prefix, api.docs_url, ids)


def _explained(all_built: list[Built], reading: Reading) -> Iterator[Decision]:
    for built in all_built:
        tool = built.tool
        if len(tool.calls) > 1:
            domains = {" ".join(reading.subjects[call.identity].domain) for call in tool.calls}
            shared = ", ".join(sorted(domains))
            reason = f"{len(tool.calls)} operations that {tool.effect.value} `{shared}`"
            yield Decision("merged", tool.name, reason)
        if built.cell.split:
            reason = f"its resource has several tools, so that none holds {built.cell.split}"
            yield Decision("split", tool.name, reason)
        yield from built.decisions


def _why_unsendable(operation: Operation) -> str:
    """Why no request can be made of an operation; empty where one can."""
    if operation.base_urls:
        base = operation.base_urls[0]
        if not is_address(fill_base_url(base)):
            return f"its own address is a placeholder: `{clean(base.url)}`"
    return _UNSENDABLE.get(operation.method, "")


def _left_out(api: Api, hidden: tuple[LeftOut, ...]) -> tuple[LeftOut, ...]:
    out = [LeftOut(u.method, u.path, u.reason, u.location) for u in api.unusable]
    out += [
        LeftOut(o.method, o.path, why, o.location)
        for o in api.operations
        if (why := _why_unsendable(o))
    ]
    return tuple(sorted((*out, *hidden), key=lambda one: (one.path, one.method)))
