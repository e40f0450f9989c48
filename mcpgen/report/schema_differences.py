"""What changed between two schemas of an argument, for somebody who fills it in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Found = tuple[str, str, str]
"""A rule, the way to the value inside the argument, and what happened."""

_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_WORDS = {"pattern": "in-pattern-changed", "format": "in-format-changed"}
_ALTERNATIVES = ("anyOf", "oneOf", "allOf", "not", "const", "$ref", "$defs")
_SPOKEN = {"description", "title", "examples"}
_ANY = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


def schema_differences(old: object, new: object, way: str = "") -> Iterator[Found]:
    """Every difference that a caller can notice."""
    before, after = _flat(old), _flat(new)
    yield from _types(before, after, way)
    yield from _enums(before, after, way)
    yield from _limits(before, after, way)
    if before.get("default") != after.get("default"):
        said = f"default {_told(before.get('default'))} became {_told(after.get('default'))}"
        yield "in-default-changed", way, said
    for key, rule in _WORDS.items():
        if before.get(key) != after.get(key):
            yield rule, way, f"{key} {_told(before.get(key))} became {_told(after.get(key))}"
    for key in _ALTERNATIVES:
        if _silent(before.get(key)) != _silent(after.get(key)):
            yield "in-alternatives-changed", way, f"`{key}` changed"
    yield from _members(before, after, way)


def _members(old: Mapping[str, Any], new: Mapping[str, Any], way: str) -> Iterator[Found]:
    before, after = _object(old.get("properties")), _object(new.get("properties"))
    yield from property_differences(before, after, old.get("required"), new.get("required"), way)
    closed = [schema.get("additionalProperties") is False for schema in (old, new)]
    if closed[0] != closed[1]:
        rule, said = ("in-closed", "no longer") if closed[1] else ("in-opened", "now")
        yield rule, way, f"other properties are {said} accepted"
    if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
        yield from schema_differences(old["items"], new["items"], f"{way}[]")


def property_differences(
    before: Mapping[str, Any], after: Mapping[str, Any], was: object, now: object, way: str
) -> Iterator[Found]:
    """Differences of the properties of one object; `was` and `now` are its required ones."""
    was, now = _names(was), _names(now)
    for name in sorted(before.keys() | after.keys()):
        place = f"{way}.{name}"
        if name not in before:
            kind = "required" if name in now else "optional"
            yield f"in-{kind}-property-added", place, f"new {kind} argument"
        elif name not in after:
            yield "in-property-removed", place, "no longer taken"
        else:
            if (name in was) != (name in now):
                word = "required" if name in now else "optional"
                yield f"in-became-{word}", place, f"became {word}"
            yield from schema_differences(before[name], after[name], place)


def _types(old: Mapping[str, Any], new: Mapping[str, Any], way: str) -> Iterator[Found]:
    before, after = _kinds(old), _kinds(new)
    if before == after:
        return
    said = f"type {_listed(before)} became {_listed(after)}"
    wider = after | ({"integer"} if "number" in after else set())
    yield ("in-type-widened" if before <= wider else "in-type-changed"), way, said


def _enums(old: Mapping[str, Any], new: Mapping[str, Any], way: str) -> Iterator[Found]:
    if not isinstance(old.get("enum"), list) and not isinstance(new.get("enum"), list):
        return
    before, after = (
        {_told(value) for value in schema["enum"]} if isinstance(schema.get("enum"), list) else None
        for schema in (old, new)
    )
    if before is None:
        yield "in-became-enum", way, f"only {_listed(after or ())} are taken now"
    elif after is None:
        yield "in-enum-dropped", way, "any value is taken now"
    else:
        if before - after:
            yield "in-enum-value-removed", way, f"no longer takes {_listed(before - after)}"
        if after - before:
            yield "in-enum-value-added", way, f"also takes {_listed(after - before)}"


def _limits(old: Mapping[str, Any], new: Mapping[str, Any], way: str) -> Iterator[Found]:
    for keys, rule, sign in ((_UPPER, "in-max-tightened", 1), (_LOWER, "in-min-tightened", -1)):
        for key in keys:
            before, after = _number(old.get(key)), _number(new.get(key))
            if before == after:
                continue
            tighter = after is not None and (before is None or sign * after < sign * before)
            said = f"`{key}` {_told(old.get(key))} became {_told(new.get(key))}"
            yield (rule if tighter else "in-limit-relaxed"), way, said


def _flat(schema: object) -> dict[str, Any]:
    """A schema without its texts; `anyOf` a schema and null is that schema, nullable."""
    if not isinstance(schema, dict):
        return {"not": {}} if schema is False else {}
    rest = {key: value for key, value in schema.items() if key not in _SPOKEN}
    options = rest.get("anyOf")
    if isinstance(options, list) and len(options) == 2 and {"type": "null"} in options:
        other: object = next((one for one in options if one != {"type": "null"}), {})
        if isinstance(other, dict) and set(other).isdisjoint(_ALTERNATIVES):
            del rest["anyOf"]
            rest = {key: value for key, value in other.items() if key not in _SPOKEN} | rest
            rest["type"] = sorted(_kinds(other) | {"null"})
    return rest


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    kinds = schema.get("type")
    if kinds is None:
        return _ANY
    return frozenset(map(str, kinds)) if isinstance(kinds, list) else frozenset((str(kinds),))


def _silent(value: object) -> object:
    """A value without the texts in it."""
    if isinstance(value, dict):
        return {key: _silent(one) for key, one in value.items() if key not in _SPOKEN}
    return [_silent(one) for one in value] if isinstance(value, list) else value


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _names(value: object) -> set[str]:
    return set(map(str, value)) if isinstance(value, list | set | tuple) else set()


def _number(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _listed(values: Iterable[str]) -> str:
    values = sorted(values)
    if set(values) == _ANY:
        return "any"
    shown = ", ".join(values[:6])
    return f"{shown} and {len(values) - 6} more" if len(values) > 6 else shown


def _told(value: object) -> str:
    if value is None:
        return "none"
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 60 else f"{text[:59]}…"
