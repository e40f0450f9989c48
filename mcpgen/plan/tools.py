"""A tool from a cell: its actions, arguments, hints and texts, as full as its budget allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from mcpgen.openapi.model import Operation
from mcpgen.plan.actions import action_name, name_actions, outcome_words
from mcpgen.plan.addresses import fill_base_url
from mcpgen.plan.arguments import ArgumentSet, Taking, selector, share_arguments
from mcpgen.plan.cells import Cell
from mcpgen.plan.descriptions import action_line, merged_description, single_description, summary_of
from mcpgen.plan.effects import Classified, annotations_of, combine
from mcpgen.plan.inputs import Inputs
from mcpgen.plan.model import Call, Decision, Effect, Tool
from mcpgen.plan.schemas import DETAILS
from mcpgen.plan.subjects import Subject
from mcpgen.plan.tokens import tool_tokens

MAX_TOOL_TOKENS = 1500
"""A tool's definition should stay below this many o200k tokens."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the planner found out about the operations, by identity."""

    title: str
    subjects: Mapping[str, Subject]
    effects: Mapping[str, Classified]
    inputs: Mapping[str, Inputs]


@dataclass(frozen=True, slots=True)
class Built:
    """A tool made from a cell, why it looks as it does, and what its definition costs."""

    cell: Cell
    tool: Tool
    decisions: tuple[Decision, ...]
    tokens: int


def build_tool(cell: Cell, reading: Reading, terse: int = 0) -> Built:
    """Build the fullest tool that fits the token budget; the tersest one if none does.

    It has no name yet. `terse` is the detail to begin with, an index of DETAILS.
    """
    actions = name_actions(
        cell.operations, dict(reading.subjects), _naming(cell, reading), cell.actions
    )
    takings = [
        Taking(actions[o.identity], o, reading.inputs[o.identity])
        for o in sorted(cell.operations, key=lambda o: actions[o.identity])
    ]
    for detail in DETAILS[terse:]:
        arguments = share_arguments(takings, detail)
        tool = _assemble(cell, reading, takings, arguments)
        tokens = tool_tokens(tool)
        if tokens <= MAX_TOOL_TOKENS:
            break
    decisions = list(arguments.decisions)
    if detail is not DETAILS[terse]:
        how = "texts are shortened, nesting is told less deeply, rare arguments are only named"
        reason = f"{how} to keep the definition near {MAX_TOOL_TOKENS} tokens ({tokens})"
        decisions.append(Decision("trimmed", "", reason))
    return Built(cell, tool, tuple(decisions), tokens)


def _naming(cell: Cell, reading: Reading) -> Callable[[Operation], str]:
    """How the actions of a cell are called: without the words that all of them share."""
    domains = {reading.subjects[operation.identity].domain for operation in cell.operations}

    def name(operation: Operation) -> str:
        subject = reading.subjects[operation.identity]
        effect = reading.effects[operation.identity].effect
        if cell.verb:
            nouns = outcome_words(operation, subject, effect)[1:]
            return "_".join(nouns or subject.label)
        if len(domains) > 1:
            return "_".join(outcome_words(operation, subject, effect))
        return action_name(operation, subject, effect)

    return name


def named_tool(built: Built, name: str) -> Built:
    """The same tool under its name, which its decisions then speak of."""
    words = " ".join(name.split("_")[1:])
    tool = replace(built.tool, name=name, title=words[:1].upper() + words[1:])
    decisions = tuple(replace(d, subject=f"{name}{d.subject}") for d in built.decisions)
    return replace(built, tool=tool, decisions=decisions)


def _assemble(cell: Cell, reading: Reading, takings: list[Taking], arguments: ArgumentSet) -> Tool:
    calls = tuple(make_call(taking, reading, arguments) for taking in takings)
    shared = arguments.arguments
    if len(calls) == 1:
        description = single_description(takings[0].operation, reading.title)
    else:
        lines = {
            t.action: action_line(
                t.operation, arguments.bound[t.action].required, arguments.detail.line
            )
            for t in takings
        }
        shared = (selector(lines), *shared)
        noun = " ".join(cell.words) if not cell.verb else f"and {cell.verb} {cell.words[0]}"
        names = [call.action for call in calls]
        description = merged_description(noun, reading.title, cell.effect, names)
    return Tool(
        name="",
        title="",
        description=description,
        effect=cell.effect,
        annotations=combine([call.annotations for call in calls]),
        arguments=shared,
        calls=calls,
        rare=arguments.rare,
    )


def make_call(taking: Taking, reading: Reading, arguments: ArgumentSet) -> Call:
    """The request an operation makes, filled from the arguments of its tool."""
    operation = taking.operation
    effect: Effect = reading.effects[operation.identity].effect
    bound = arguments.bound[taking.action]
    return Call(
        action=taking.action,
        method=operation.method,
        path=operation.path,
        summary=summary_of(operation),
        effect=effect,
        annotations=annotations_of(effect, operation.method),
        request_path=operation.request_path,
        parameters=bound.parameters,
        constants=taking.inputs.constants,
        body=bound.body,
        required=bound.required,
        security=_security(operation),
        base_url=fill_base_url(operation.base_urls[0]) if operation.base_urls else "",
        paging=bound.paging,
    )


def _security(operation: Operation) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(scheme for scheme, _ in requirement.schemes) for requirement in operation.security
    )
