"""A plan that keeps what an earlier run named: tools, actions and catalogue ids stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from mcpgen.openapi.model import Operation
from mcpgen.plan.budget import Budget, Layout, cost
from mcpgen.plan.catalogue import catalogue_names
from mcpgen.plan.cells import MAX_ACTIONS, Cell, group
from mcpgen.plan.model import Decision, Effect
from mcpgen.plan.schemas import DETAILS
from mcpgen.plan.tools import MAX_TOOL_TOKENS, Built, Reading, build_tool

Known: TypeAlias = Mapping[str, tuple[str, str]]
"""The (tool, action) of operations by identity; in the catalogue, the action is the id."""


def keep(
    operations: Sequence[Operation],
    reading: Reading,
    known: Known,
    prefix: str,
    budget: Budget,
) -> Layout:
    """Lay the operations out as before, and the new ones where they belong.

    A new operation joins the tool of its resource and effect if that has room, else it goes to the
    catalogue where there is one, else it gets a tool of its own.
    """
    own = catalogue_names(prefix)
    cells, moved = _known_cells(operations, reading, known, own)
    tail = [o for o in operations if known.get(o.identity, ("", ""))[0] in own]
    placed = {o.identity for cell in cells for o in cell.operations} | {o.identity for o in tail}
    new = [operation for operation in operations if operation.identity not in placed]
    has_catalogue = any(tool in own for tool, _ in known.values())
    for operation in sorted(new, key=lambda one: one.identity):
        at = _home(operation, cells, reading)
        if at is not None:
            grown = (*cells[at].operations, operation)
            cells[at] = replace(cells[at], operations=grown)
        elif has_catalogue:
            tail.append(operation)
        else:
            cells += group([operation], dict(reading.subjects), _effects(reading))
    order = {operation.identity: at for at, operation in enumerate(operations)}
    tail.sort(key=lambda operation: order[operation.identity])
    return Layout(tuple(_build(cells, reading, budget)), tuple(tail), tuple(moved))


def _known_cells(
    operations: Sequence[Operation], reading: Reading, known: Known, own: frozenset[str]
) -> tuple[list[Cell], list[Decision]]:
    """The tools of the earlier run with the operations that are still there."""
    members: dict[str, list[Operation]] = defaultdict(list)
    for operation in operations:
        tool, _ = known.get(operation.identity, ("", ""))
        if tool and tool not in own:
            members[tool].append(operation)
    cells, moved = [], []
    for tool, found in sorted(members.items()):
        effect, odd = _common_effect(found, reading)
        for operation in odd:
            now = reading.effects[operation.identity]
            reason = f"it left `{tool}`: now it is {now.effect.value}, for {now.reason}"
            moved.append(Decision("moved", operation.identity, reason, operation.location))
        staying = tuple(operation for operation in found if operation not in odd)
        if staying:
            label = reading.subjects[staying[0].identity].label
            actions = {one.identity: known[one.identity][1] for one in staying}
            cells.append(Cell(label, effect, staying, name=tool, actions=actions))
    return cells, moved


def _common_effect(operations: list[Operation], reading: Reading) -> tuple[Effect, list[Operation]]:
    """The effect a tool has, and the operations that no longer share it: reads never mix."""
    effects = {o.identity: reading.effects[o.identity].effect for o in operations}
    reads = [o for o in operations if effects[o.identity] is Effect.READ]
    writes = [o for o in operations if effects[o.identity] is not Effect.READ]
    if len(reads) > len(writes):
        return Effect.READ, writes
    kinds = {effects[o.identity] for o in writes}
    return (kinds.pop() if len(kinds) == 1 else Effect.WRITE), reads


def _home(operation: Operation, cells: list[Cell], reading: Reading) -> int | None:
    """The tool that holds most operations of the same resource and effect, if it has room."""
    subject = reading.subjects[operation.identity]
    effect = reading.effects[operation.identity].effect

    def kin(cell: Cell) -> int:
        return sum(reading.subjects[o.identity].domain == subject.domain for o in cell.operations)

    fitting = [
        (kin(cell), -at)
        for at, cell in enumerate(cells)
        if cell.effect is effect
        and len(cell.operations) < MAX_ACTIONS
        and 2 * kin(cell) > len(cell.operations)
    ]
    return -max(fitting)[1] if fitting else None


def _build(cells: list[Cell], reading: Reading, budget: Budget) -> list[Built]:
    """The tools as full as the budget allows, as terse as there is if it allows none."""
    built: list[Built] = []
    for terse in range(len(DETAILS)):
        built = [build_tool(cell, reading, terse) for cell in cells]
        if (
            cost(built) <= budget.tokens
            and max((b.tokens for b in built), default=0) <= MAX_TOOL_TOKENS
        ):
            break
    return built


def _effects(reading: Reading) -> dict[str, Effect]:
    return {identity: found.effect for identity, found in reading.effects.items()}
