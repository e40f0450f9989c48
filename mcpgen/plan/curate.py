"""Apply the team's word: which operations are in, what they do, how tools are called and told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from mcpgen.config import PlanFile
from mcpgen.curation import ToolEdit, matches
from mcpgen.diagnostics import Report, failure
from mcpgen.openapi.model import Operation
from mcpgen.plan.effects import Classified
from mcpgen.plan.model import Argument, Decision, Effect, LeftOut, Tool

_UNSAFE = frozenset({"PUT", "PATCH", "DELETE"})


def choose_operations(
    operations: Sequence[Operation], file: PlanFile, report: Report
) -> tuple[tuple[Operation, ...], tuple[LeftOut, ...]]:
    """The operations the team wants, and those it does not with the entry that says so.

    `hide` wins over `include`; without `include`, everything is in.
    """
    used: set[str] = set()
    kept, out = [], []
    for operation in operations:
        hidden = _first_match(file.hide, operation, used)
        wanted = not file.include or _first_match(file.include, operation, used)
        if hidden:
            reason = f"`hide: {hidden}` of the plan file"
        elif not wanted:
            reason = "no entry of `include` in the plan file names it"
        else:
            kept.append(operation)
            continue
        out.append(LeftOut(operation.method, operation.path, reason, operation.location))
    for pattern in (*file.hide, *file.include):
        if pattern not in used:
            report.warn(f"`{pattern}` in the plan file names no operation")
    if operations and not kept:
        raise failure(
            "the plan file leaves no operation in",
            hint="look at its `include` and `hide`, or at `--include` and `--hide`",
        )
    return tuple(kept), tuple(out)


def _first_match(patterns: Iterable[str], operation: Operation, used: set[str]) -> str:
    found = ""
    for pattern in patterns:
        if matches(
            pattern, operation.method, operation.path, operation.operation_id, operation.tags
        ):
            used.add(pattern)
            found = found or pattern
    return found


def set_effects(
    effects: dict[str, Classified], operations: Sequence[Operation], file: PlanFile, report: Report
) -> None:
    """Put the team's effects over the planner's. What must write cannot be said to read."""
    methods = {operation.identity: operation.method for operation in operations}
    for identity, edit in file.operations.items():
        if identity not in methods:
            report.warn(
                f"`{identity}` in the plan file is no operation", hint=_near(identity, methods)
            )
        elif edit.effect:
            if edit.effect == "read" and methods[identity] in _UNSAFE:
                raise failure(
                    f"`{identity}` cannot be a read: {methods[identity]} changes something",
                    hint="take its `effect` out of the plan file",
                )
            effects[identity] = Classified(Effect(edit.effect), "the plan file says so")


def edit_tools(
    tools: Sequence[Tool], edits: Mapping[str, ToolEdit], report: Report
) -> tuple[tuple[Tool, ...], tuple[Decision, ...]]:
    """The tools as the team wants them called and told, and a decision for each change."""
    by_name = {tool.name: tool for tool in tools}
    decisions: list[Decision] = []
    for key, edit in edits.items():
        name = key if key in by_name else edit.name
        if name not in by_name:
            report.warn(f"`{key}` in the plan file is no tool", hint=_near(key, by_name))
            continue
        edited = _edited(by_name[name], edit, report)
        if edited != by_name[name]:
            decisions.append(Decision("edited", edited.name, "the plan file says how it is told"))
        if edited.name != name and edited.name in by_name:
            raise failure(
                f"two tools would be called `{edited.name}`",
                hint=f"choose another `name` for `{key}` in the plan file",
            )
        by_name[name] = edited
    edited_tools = sorted(by_name.values(), key=lambda tool: tool.name)
    if len({tool.name for tool in edited_tools}) < len(edited_tools):
        raise failure("two tools have one name", hint="look at the `name`s of the plan file")
    return tuple(edited_tools), tuple(decisions)


def _edited(tool: Tool, edit: ToolEdit, report: Report) -> Tool:
    hints = edit.annotations
    given = {
        "read_only": hints.readOnlyHint,
        "destructive": hints.destructiveHint,
        "idempotent": hints.idempotentHint,
        "open_world": hints.openWorldHint,
    }
    annotations = replace(tool.annotations, **{k: v for k, v in given.items() if v is not None})
    if annotations.read_only and any(call.method in _UNSAFE for call in tool.calls):
        raise failure(
            f"`{tool.name}` cannot be read-only: it holds an operation that changes something",
            hint="take `readOnlyHint` out of the plan file",
        )
    if edit.name and not tool.calls:
        raise failure(
            f"`{tool.name}` keeps its name: the catalogue's tools speak of each other",
            hint="take its `name` out of the plan file; `prefix` names all tools",
        )
    known = {argument.name for argument in tool.arguments}
    for name in edit.arguments:
        if name not in known:
            report.warn(f"`{tool.name}` has no argument `{name}`", hint=_near(name, known))
    return replace(
        tool,
        name=edit.name or tool.name,
        title=edit.title or tool.title,
        description=edit.description or tool.description,
        annotations=annotations,
        arguments=tuple(
            (
                Argument(one.name, {**one.schema, "description": edit.arguments[one.name]})
                if one.name in edit.arguments
                else one
            )
            for one in tool.arguments
        ),
    )


def _near(name: str, names: Iterable[str]) -> str:
    close = get_close_matches(name, list(names), n=2, cutoff=0.5)
    return f"did you mean {' or '.join(f'`{one}`' for one in close)}?" if close else ""
