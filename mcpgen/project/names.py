"""Names that stay: what the lock says an operation was called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mcpgen.config import Moved
from mcpgen.project.record import ToolEntry


def followed(operations: Mapping[str, ToolEntry], moved: Iterable[Moved]) -> dict[str, ToolEntry]:
    """The operations of the lock, those that moved under the identity they have now."""
    names = dict(operations)
    for one in moved:
        if one.from_ in names:
            names.setdefault(one.to, names.pop(one.from_))
    return names


def renamed_tools(old: Mapping[str, ToolEntry], new: Mapping[str, ToolEntry]) -> dict[str, str]:
    """Ids of tool files that follow an old one: the new tool holds most of its operations."""
    gone = {entry.tool for entry in old.values()} - {entry.tool for entry in new.values()}
    come = {entry.tool for entry in new.values()} - {entry.tool for entry in old.values()}
    shared = Counter(
        (old[identity].tool, entry.tool)
        for identity, entry in new.items()
        if identity in old and old[identity].tool in gone and entry.tool in come
    )
    moves: dict[str, str] = {}
    for (before, after), _ in sorted(shared.items(), key=lambda pair: (-pair[1], pair[0])):
        if f"tool:{after}" not in moves and f"tool:{before}" not in moves.values():
            moves[f"tool:{after}"] = f"tool:{before}"
    return moves
