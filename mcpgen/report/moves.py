"""Operations that look as if they had only moved: proposed, never taken for granted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.report.offer import Offer


def move_lines(old: Offer, new: Offer) -> Iterator[str]:
    """What to write in `mcpgen.yaml` if it is so."""
    found = list(likely_moves(old, new))
    if not found:
        return
    yield "These may be one operation each. If so, say it in `mcpgen.yaml`, and names and edits stay:"
    yield "  moved:"
    for before, after in found:
        yield f'    - {{from: "{before}", to: "{after}"}}'


def likely_moves(old: Offer, new: Offer) -> Iterator[tuple[str, str]]:
    """Pairs of one operation that went and one that came, where no other comes into question."""
    gone = sorted(old.operations.keys() - new.operations.keys())
    come = sorted(new.operations.keys() - old.operations.keys())
    for before in gone:
        after = [one for one in come if _alike(before, one)]
        if len(after) != 1 or sum(_alike(one, after[0]) for one in gone) != 1:
            continue
        was, now = old.operations[before], new.operations[after[0]]
        if (was.tool, was.action) != (now.tool, now.action):
            yield before, after[0]


def _alike(one: str, other: str) -> bool:
    """Whether two identities share the method and the end of the path, but for a parameter's name."""
    methods, ends = zip(*(_parts(identity) for identity in (one, other)), strict=True)
    return methods[0] == methods[1] and _shared(*ends)


def _parts(identity: str) -> tuple[str, list[str]]:
    method, _, path = identity.partition(" ")
    return method, ["{}" if part.startswith("{") else part for part in path.split("/") if part]


def _shared(one: list[str], other: list[str]) -> bool:
    shorter = min(len(one), len(other))
    same = next((size for size in range(shorter) if one[-1 - size] != other[-1 - size]), shorter)
    return bool(same) and _words(one[-same:]) and max(len(one), len(other)) - same <= 2


def _words(parts: Iterable[str]) -> bool:
    return any(part != "{}" for part in parts)
