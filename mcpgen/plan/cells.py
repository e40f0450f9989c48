"""Which operations share a tool: those of one domain and one effect, at most a dozen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mcpgen.naming import shorten, singular
from mcpgen.openapi.model import Operation
from mcpgen.plan.actions import outcome_words
from mcpgen.plan.model import Effect
from mcpgen.plan.subjects import Subject

MAX_ACTIONS = 12
"""A tool with more is split: curated servers stay at ten (median three)."""

_WORTH_A_TOOL = 3
_NAME_LIMIT = 40
_DEEPEST = 6


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Operations that become one tool. `words` name what they act on, as the document does."""

    words: tuple[str, ...]
    effect: Effect
    operations: tuple[Operation, ...]
    split: str = ""
    """Why it is only a part of its domain; empty where it is the whole."""
    verb: str = ""
    """The verb of a cell that holds one verb across resources; empty for one of a resource."""
    name: str = ""
    """The tool's name where an earlier run gave it; empty where it is to be found."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """The action names that an earlier run gave, by identity."""


def group(
    operations: Iterable[Operation], subjects: dict[str, Subject], effects: dict[str, Effect]
) -> list[Cell]:
    """Put operations into cells by domain and effect, splitting those that grow too large."""
    found: dict[tuple[tuple[str, ...], Effect], list[Operation]] = defaultdict(list)
    for operation in operations:
        key = subjects[operation.identity].domain, effects[operation.identity]
        found[key].append(operation)
    cells: list[Cell] = []
    for (_, effect), members in sorted(found.items()):
        members.sort(key=lambda operation: (operation.path, operation.method))
        labels = Counter(subjects[operation.identity].label for operation in members)
        label = min(labels, key=lambda one: (-labels[one], one))
        cells += split(Cell(label, effect, tuple(members)), subjects, MAX_ACTIONS)
    return cells


def split(cell: Cell, subjects: dict[str, Subject], limit: int) -> list[Cell]:
    """Divide a cell until none has more than `limit` operations.

    First by what stands below the domain, then collection from item, then in equal parts.
    """
    if len(cell.operations) <= limit:
        return [cell]
    for parts in (_by_trail(cell, subjects, limit), _by_level(cell, limit)):
        if len(parts) > 1:
            return [piece for part in parts for piece in split(part, subjects, limit)]
    return _evenly(cell, limit)


def _by_trail(cell: Cell, subjects: dict[str, Subject], limit: int) -> list[Cell]:
    parts: dict[tuple[str, ...], list[Operation]] = defaultdict(list)
    for operation in cell.operations:
        trail = subjects[operation.identity].trail
        depth = len(cell.words)
        known = {singular(word) for word in cell.words}
        rest = [part for part in trail if not {singular(word) for word in part} <= known]
        parts[rest[0] if rest and depth < _DEEPEST else ()].append(operation)
    own = {key for key, members in parts.items() if key and len(members) >= _WORTH_A_TOOL}
    if not own:
        return [cell]
    pooled = [o for key, members in parts.items() if key not in own for o in members]
    why = f"more than {limit} operations"
    cells = [Cell((*cell.words, *key), cell.effect, tuple(parts[key]), why) for key in sorted(own)]
    if pooled:
        cells.insert(0, Cell(cell.words, cell.effect, tuple(pooled), why))
    return cells


def _by_level(cell: Cell, limit: int) -> list[Cell]:
    items = [o for o in cell.operations if "}" in o.path.rsplit("/", 1)[-1]]
    rest = [o for o in cell.operations if o not in items]
    if min(len(items), len(rest)) < _WORTH_A_TOOL:
        return [cell]
    why = f"more than {limit} operations"
    return [
        Cell(cell.words, cell.effect, tuple(rest), why),
        Cell((*cell.words, "item"), cell.effect, tuple(items), why),
    ]


def _evenly(cell: Cell, limit: int) -> list[Cell]:
    count = -(-len(cell.operations) // limit)
    size = -(-len(cell.operations) // count)
    why = f"more than {limit} operations"
    return [
        Cell(
            cell.words,
            cell.effect,
            cell.operations[start : start + size],
            why,
        )
        for start in range(0, len(cell.operations), size)
    ]


def name_cells(
    cells: list[Cell],
    prefix: str,
    subjects: dict[str, Subject],
    reserved: frozenset[str] = frozenset(),
) -> list[tuple[str, Cell]]:
    """A unique tool name for each cell, `<prefix>_<verb>_<noun>`, whatever their order.

    None of them is one of `reserved`.
    """
    kept = [(cell.name, cell) for cell in cells if cell.name]
    reserved |= {name for name, _ in kept}
    named = [(_name(cell, prefix, subjects), cell) for cell in cells if not cell.name]
    counts = Counter(name for name, _ in named)
    used: set[str] = set(reserved)
    unique = kept
    for name, cell in sorted(named, key=lambda pair: (pair[0], pair[1].operations[0].identity)):
        if counts[name] > 1 and len(cell.operations) == 1:
            identity = cell.operations[0].identity
            containers = subjects[identity].containers
            domain = "_".join(subjects[identity].domain)
            if containers:
                name = shorten(f"{name}_for_{singular(containers[-1])}", _NAME_LIMIT)
            elif domain not in name:
                name = shorten(f"{name}_{domain}", _NAME_LIMIT)
        candidate, number = name, 2
        while candidate in used:
            candidate = f"{shorten(name, _NAME_LIMIT - 3)}_{number}"
            number += 1
        used.add(candidate)
        unique.append((candidate, cell))
    return sorted(unique, key=lambda pair: pair[0])


def _name(cell: Cell, prefix: str, subjects: dict[str, Subject]) -> str:
    if len(cell.operations) == 1:
        operation = cell.operations[0]
        parts = outcome_words(operation, subjects[operation.identity], cell.effect)
    else:
        parts = [cell.verb or cell.effect.value, *cell.words]
    own = prefix.split("_")
    telling = [word for word in parts if word not in own] if len(parts) > 2 else parts
    name = shorten(
        "_".join([prefix, *(_distinct(telling if len(telling) > 1 else parts))]), _NAME_LIMIT
    )
    return name.removesuffix("_and")  # where the limit cut the second of two resources


def _distinct(parts: list[str]) -> list[str]:
    """Drop a word that repeats the one before it."""
    return [word for at, word in enumerate(parts) if at == 0 or word != parts[at - 1]]
