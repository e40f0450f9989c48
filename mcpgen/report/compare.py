"""Compares what two servers offer, as those see it who call their tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from mcpgen.diagnostics import Location
from mcpgen.plan.model import EXTRA, SELECTOR
from mcpgen.report.difference import Difference, Severity
from mcpgen.report.offer import Definition, Offer
from mcpgen.report.operation_differences import operation_differences
from mcpgen.report.schema_differences import schema_differences
from mcpgen.report.text import count

_DEARER = 1.2
"""A list that costs a model more than this much of what it did is worth a word."""


def compare(old: Offer, new: Offer) -> tuple[Difference, ...]:
    """Every difference, the gravest first."""
    renamed = renamed_tools(old, new)
    found = [
        *_tools(old, new, renamed),
        *operation_differences(old, new, renamed),
        *_addresses(old, new),
        *_cost(old, new),
    ]
    ranks = list(Severity)
    unique = dict.fromkeys(found)
    return tuple(
        sorted(unique, key=lambda one: (ranks.index(one.severity), one.subject, one.rule, one.text))
    )


def renamed_tools(old: Offer, new: Offer) -> dict[str, str]:
    """Old name to new: the tools that went, where a new tool reaches most of what one did."""
    votes = Counter(
        (reach.tool, new.operations[identity].tool)
        for identity, reach in old.operations.items()
        if identity in new.operations
        and reach.tool not in new.tools
        and new.operations[identity].tool not in old.tools
    )
    renamed: dict[str, str] = {}
    for (before, after), _ in sorted(votes.items(), key=lambda pair: (-pair[1], pair[0])):
        if before not in renamed and after not in renamed.values():
            renamed[before] = after
    return renamed


def _tools(old: Offer, new: Offer, renamed: Mapping[str, str]) -> Iterator[Difference]:
    for name, tool in sorted(old.tools.items()):
        now = renamed.get(name, name)
        spots = _spot(old, name), _spot(new, now)
        if now not in new.tools:
            yield Difference("tool-removed", name, "the tool is gone", spots[0])
            continue
        if now != name:
            yield Difference("tool-renamed", name, f"is called {now} now", *spots)
        taken = {
            one for identity in new.reached_by(now) for one in new.operations[identity].arguments
        }
        for rule, subject, text in _tool(now, tool, new.tools[now], taken):
            yield Difference(rule, subject, text, *spots)
    for name in sorted(new.tools.keys() - old.tools.keys() - set(renamed.values())):
        text = f"new tool, {count(new.tools[name].tokens, 'token')}"
        yield Difference("tool-added", name, text, None, _spot(new, name))


def _tool(
    name: str, old: Definition, new: Definition, taken: set[str]
) -> Iterator[tuple[str, str, str]]:
    if texts := list(_texts(old, new)):
        yield "tool-text-changed", name, f"changed words: {', '.join(texts)}"
    before, after = _arguments(old), _arguments(new)
    for argument in sorted(before.keys() & after.keys()):
        for rule, way, text in schema_differences(before[argument], after[argument]):
            yield rule, f"{name}.{argument}{way}", text
    for argument in sorted((before.keys() - after.keys()) & taken):
        yield "in-property-removed", f"{name}.{argument}", f"is given through `{EXTRA}` now"
    chose, chooses = (SELECTOR in one.schema.get("properties", {}) for one in (old, new))
    if chooses and not chose:
        text = "the tool does several things now, and has to be told which"
        yield "in-required-property-added", f"{name}.{SELECTOR}", text
    elif chose and not chooses:
        yield "in-property-removed", f"{name}.{SELECTOR}", "the tool does one thing now"
    yield from _hints(name, old.annotations, new.annotations)


def _texts(old: Definition, new: Definition) -> Iterator[str]:
    if old.title != new.title:
        yield "title"
    if old.description != new.description:
        yield "description"
    before, after = (definition.schema.get("properties", {}) for definition in (old, new))
    for argument in sorted(before.keys() & after.keys()):
        if before[argument].get("description") != after[argument].get("description"):
            yield argument


def _arguments(tool: Definition) -> dict[str, object]:
    """The arguments that hold values; the actions and rare arguments are told by operation."""
    properties = tool.schema.get("properties", {})
    return {name: schema for name, schema in properties.items() if name not in (SELECTOR, EXTRA)}


def _hints(
    name: str, old: Mapping[str, bool], new: Mapping[str, bool]
) -> Iterator[tuple[str, str, str]]:
    for key, word in (
        ("readOnlyHint", "read-only"),
        ("destructiveHint", "destructive"),
        ("idempotentHint", "idempotent"),
        ("openWorldHint", "open-world"),
    ):
        before, after = old.get(key), new.get(key)
        if before != after:
            verb = "gained" if after else "lost"
            how = verb if word in ("read-only", "destructive") else "changed"
            said = f"`{key}` {str(before).lower()} became {str(after).lower()}"
            yield f"{word}-hint-{how}", name, said


def _addresses(old: Offer, new: Offer) -> Iterator[Difference]:
    if old.base_url != new.base_url:
        rule = "host-changed" if _host(old.base_url) != _host(new.base_url) else "base-url-changed"
        yield Difference(rule, "API", f"{old.base_url or 'none'} became {new.base_url or 'none'}")
    for identity in sorted(old.operations.keys() & new.operations.keys()):
        before, after = old.operations[identity].base_url, new.operations[identity].base_url
        if before != after:
            rule = "host-changed" if _host(before) != _host(after) else "base-url-changed"
            usual = "that of the API"
            text = f"its address {before or usual} became {after or usual}"
            yield Difference(rule, identity, text, old.location(identity), new.location(identity))


def _cost(old: Offer, new: Offer) -> Iterator[Difference]:
    before, after = (sum(one.tokens for one in offer.tools.values()) for offer in (old, new))
    if before and after > _DEARER * before:
        text = f"all definitions cost {after:,} tokens, after {before:,}"
        yield Difference("token-cost", "tools", text)


def _spot(offer: Offer, tool: str) -> Location | None:
    identities = offer.reached_by(tool)
    return offer.location(identities[0]) if identities else None


def _host(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()
