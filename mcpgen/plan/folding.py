"""Fewer tools from the same operations: related resources joined, creates and changes folded."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from mcpgen.naming import singular
from mcpgen.plan.cells import MAX_ACTIONS, Cell
from mcpgen.plan.model import Effect
from mcpgen.plan.subjects import Subject

_SMALL = 3


def fold_writes(cells: list[Cell]) -> list[Cell]:
    """Put create and change of each resource together, for all resources alike."""
    by_words: dict[tuple[str, ...], list[Cell]] = defaultdict(list)
    kept = []
    for cell in cells:
        if cell.effect in (Effect.CREATE, Effect.CHANGE):
            by_words[cell.words].append(cell)
        else:
            kept.append(cell)
    for words, members in by_words.items():
        operations = tuple(operation for cell in members for operation in cell.operations)
        effects = {cell.effect for cell in members}
        if len(effects) == 1 or len(operations) > MAX_ACTIONS:
            kept += members
        else:
            kept.append(Cell(words, Effect.WRITE, operations))
    return kept


def join_related(cells: list[Cell], subjects: dict[str, Subject], limit: int) -> list[Cell]:
    """Join cells of one effect until `limit` is met: first kin, then any two small ones."""
    cells = sorted(cells, key=_order)
    for kin_only in (True, False):
        while len(cells) > limit:
            pair = _next_pair(cells, subjects, kin_only=kin_only)
            if pair is None:
                break
            joined = _join(*pair)
            cells = sorted([c for c in cells if c not in pair] + [joined], key=_order)
    return cells


def _next_pair(
    cells: list[Cell], subjects: dict[str, Subject], *, kin_only: bool
) -> tuple[Cell, Cell] | None:
    """The two smallest cells that may be joined."""
    best: tuple[int, tuple[Cell, Cell]] | None = None
    for one, other in combinations(cells, 2):
        size = len(one.operations) + len(other.operations)
        if one.effect is not other.effect or size > MAX_ACTIONS:
            continue
        if kin_only and not _kin(one, other, subjects):
            continue
        if not kin_only and max(len(one.operations), len(other.operations)) > _SMALL:
            continue
        if best is None or size < best[0]:
            best = size, (one, other)
    return best[1] if best else None


def _kin(one: Cell, other: Cell, subjects: dict[str, Subject]) -> bool:
    """Do two cells share a word of their resource, or the tenant it stands below?"""
    words = [{singular(word) for word in cell.words} for cell in (one, other)]
    tenants = [
        {container for o in cell.operations for container in subjects[o.identity].containers}
        for cell in (one, other)
    ]
    return bool(words[0] & words[1]) or bool(tenants[0] & tenants[1])


def _join(one: Cell, other: Cell) -> Cell:
    shared = tuple(word for word in one.words if word in other.words)
    words = shared or (*one.words[:2], "and", *other.words[:2])
    return Cell(words, one.effect, (*one.operations, *other.operations))


def _order(cell: Cell) -> tuple[int, str, str]:
    return len(cell.operations), cell.effect.value, cell.operations[0].identity
