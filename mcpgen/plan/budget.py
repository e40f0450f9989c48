"""Fit the tools into the budget: the natural ones if they fit, else relaxed, else a catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mcpgen.openapi.model import Operation
from mcpgen.plan.bundles import choose_bundles
from mcpgen.plan.cells import Cell, group, split
from mcpgen.plan.folding import fold_writes, join_related
from mcpgen.plan.model import Decision
from mcpgen.plan.schemas import DETAILS
from mcpgen.plan.tools import MAX_TOOL_TOKENS, Built, Reading, build_tool

AIM = 15
"""So many tools an agent tells apart well (curated servers have five to fifteen)."""
CEILING = 25
"""So many may be offered where that spares the catalogue."""
MAX_TOKENS = 8000
"""So many o200k tokens all definitions may cost together."""

CATALOGUE_TOOLS = 4
CATALOGUE_TOKENS = 900
_HOPELESS = 3
_NAME_TOKENS = 12
_TERSE = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Budget:
    """How many tools to aim for, how many at most, and what they may cost together."""

    aim: int = AIM
    ceiling: int = CEILING
    tokens: int = MAX_TOKENS


@dataclass(frozen=True, slots=True)
class Layout:
    """The tools that are offered directly, and the operations that go into the catalogue."""

    built: tuple[Built, ...]
    tail: tuple[Operation, ...]
    decisions: tuple[Decision, ...]


def fit(operations: Sequence[Operation], reading: Reading, budget: Budget) -> Layout:
    """Lay the operations out in tools within the budget, the mildest way that does."""
    subjects = dict(reading.subjects)
    effects = {identity: found.effect for identity, found in reading.effects.items()}
    natural = group(operations, subjects, effects)
    if len(natural) <= budget.ceiling * _HOPELESS:
        for cells, limit, terse, how in _attempts(natural, reading, budget):
            if len(cells) > limit:
                continue
            built = build_cells(cells, reading, terse)
            if len(built) <= limit and cost(built) <= budget.tokens:
                return Layout(tuple(built), (), _decided(how, terse))
    room = budget.tokens - CATALOGUE_TOKENS
    built = choose_bundles(operations, reading, max(0, budget.aim - CATALOGUE_TOOLS), room)
    direct = {call.identity for one in built for call in one.tool.calls}
    tail = tuple(operation for operation in operations if operation.identity not in direct)
    reason = (
        f"{len(operations)} operations do not fit {budget.ceiling} tools and {budget.tokens}"
        f" tokens: {len(tail)} are found and called through the catalogue"
    )
    return Layout(tuple(built), tail, (Decision("catalogue", "plan", reason),))


def cost(built: Sequence[Built]) -> int:
    """What tools cost together once they have their names."""
    return sum(one.tokens + _NAME_TOKENS for one in built)


def _attempts(
    natural: list[Cell], reading: Reading, budget: Budget
) -> Iterator[tuple[list[Cell], int, int, str]]:
    """(cells, most tools, shortest detail, what was done), the mildest first."""
    for terse in _TERSE:
        yield natural, budget.ceiling, terse, ""
    subjects = dict(reading.subjects)
    if len(natural) > budget.ceiling:  # with fewer there is nothing to join
        joined = join_related(natural, subjects, budget.ceiling)
        for terse in _TERSE:
            yield joined, budget.ceiling, terse, "related resources share tools"
    folded = join_related(fold_writes(natural), subjects, budget.ceiling)
    for terse in _TERSE:
        yield folded, budget.ceiling, terse, (
            "create and change of each resource share a `write` tool with the worst-case hints"
        )


def _decided(how: str, terse: int) -> tuple[Decision, ...]:
    decisions = []
    if how:
        decisions.append(Decision("folded", "plan", f"to fit the budget, {how}"))
    if terse:
        reason = f"to fit the budget, descriptions are at most {DETAILS[terse].text} characters"
        decisions.append(Decision("trimmed", "plan", reason))
    return tuple(decisions)


def build_cells(cells: list[Cell], reading: Reading, terse: int) -> list[Built]:
    """Build every cell; one that breaks a tool's own budget is divided while it can be."""
    pending, done = list(cells), list[Built]()
    while pending:
        cell = pending.pop()
        built = build_tool(cell, reading, terse)
        count = len(cell.operations)
        if built.tokens > MAX_TOOL_TOKENS and count > 1:
            pending += split(cell, dict(reading.subjects), -(-count // 2))
        else:
            done.append(built)
    return done
