"""What changed for single operations: where they are reached, and what they ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.report.difference import Difference
from mcpgen.report.offer import Offer, Reach
from mcpgen.report.schema_differences import schema_differences

Pair = tuple[str, str]
"""The same operation in both documents: two identities, equal unless its request changed."""


def operation_differences(
    old: Offer, new: Offer, renamed: Mapping[str, str]
) -> Iterator[Difference]:
    """Differences of the operations whose tools are in both offers."""
    pairs = _pairs(old, new, renamed)
    for before, after in pairs:
        spots = old.location(before), new.location(after)
        was, now = old.operations[before], new.operations[after]
        if before != after:
            yield Difference("request-changed", now.tool, f"{before} became {after}", *spots)
        shared = len(old.reached_by(was.tool)) > 1 and len(new.reached_by(now.tool)) > 1
        for rule, subject, text in _operation(before, was, now, renamed, shared=shared):
            yield Difference(rule, subject, text, *spots)
    gone = old.operations.keys() - {before for before, _ in pairs}
    for identity in sorted(gone):
        tool = renamed.get(old.operations[identity].tool, old.operations[identity].tool)
        if tool in new.tools:
            text = f"{tool} no longer reaches it{_by(old.operations[identity])}"
            yield Difference("operation-removed", identity, text, old.location(identity))
    for identity in sorted(new.operations.keys() - {after for _, after in pairs}):
        reach = new.operations[identity]
        if reach.tool in old.tools or reach.tool in renamed.values():
            text = f"{reach.tool} reaches it{_by(reach)}"
            yield Difference("operation-added", identity, text, None, new.location(identity))


def _pairs(old: Offer, new: Offer, renamed: Mapping[str, str]) -> list[Pair]:
    """Operations with the same identity, then those that a tool reaches by the same action."""
    same = old.operations.keys() & new.operations.keys()
    pairs = [(identity, identity) for identity in sorted(same)]
    by_action = {
        (reach.tool, reach.action): identity
        for identity, reach in new.operations.items()
        if identity not in same
    }
    for identity in sorted(old.operations.keys() - same):
        reach = old.operations[identity]
        after = by_action.pop((renamed.get(reach.tool, reach.tool), reach.action), None)
        if after is not None:
            pairs.append((identity, after))
    return pairs


def _operation(
    identity: str, old: Reach, new: Reach, renamed: Mapping[str, str], *, shared: bool
) -> Iterator[tuple[str, str, str]]:
    by = _by(new) if shared else ""
    if renamed.get(old.tool, old.tool) != new.tool:
        said = f"is reached by {new.tool}{_by(new)}, no longer by {old.tool}"
        yield "operation-moved", identity, said
    elif old.action != new.action and shared:
        yield "action-renamed", new.tool, f"action {old.action} is called {new.action} now"
    for name in sorted({*old.arguments, *new.arguments}):
        subject = f"{new.tool}.{name}"
        if name not in old.arguments:
            kind = "required" if name in new.required else "optional"
            yield f"in-{kind}-property-added", subject, f"new {kind} argument{by}"
        elif name not in new.arguments:
            yield "in-property-removed", subject, f"no longer taken{by}"
        elif (name in old.required) != (name in new.required):
            word = "required" if name in new.required else "optional"
            yield f"in-became-{word}", subject, f"became {word}{by}"
    for name in sorted(old.schemas.keys() & new.schemas.keys()):
        for rule, way, text in schema_differences(old.schemas[name], new.schemas[name]):
            yield rule, f"{new.tool}.{name}{way}", f"{text}{by}"
    yield from _access(identity, old, new)


def _access(identity: str, old: Reach, new: Reach) -> Iterator[tuple[str, str, str]]:
    before = [frozenset(one) for one in old.security] or [frozenset[str]()]
    after = [frozenset(one) for one in new.security] or [frozenset[str]()]
    if set(before) == set(after):
        return
    # Whoever could call it before must be able to call it now.
    enough = all(any(now <= was for now in after) for was in before)
    said = f"needs {_told(after)} instead of {_told(before)}"
    yield "auth-relaxed" if enough else "auth-changed", identity, said


def _told(alternatives: list[frozenset[str]]) -> str:
    return " or ".join(sorted(" and ".join(sorted(one)) or "no credential" for one in alternatives))


def _by(reach: Reach) -> str:
    return f" (action {reach.action})" if reach.action else ""
