"""One flat view of a schema: allOf joined, oneOf and anyOf widened to what every branch allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from mcpgen.openapi.model import Json, Schema, SchemaRef
from mcpgen.suspicion import covert, holds_secret

_MAX_BRANCHES = 24
_ORDER = ("string", "integer", "number", "boolean", "array", "object")


@dataclass(frozen=True, slots=True)
class _Joined:
    """Several schemas of one property: all of them hold, or any of them does."""

    parts: tuple[SchemaRef, ...]
    alternatives: bool

    @property
    def key(self) -> str:
        return ("|" if self.alternatives else "&").join(part.key for part in self.parts)

    @property
    def name(self) -> str:
        return self.parts[0].name

    def read(self) -> Schema:
        return Schema(one_of=self.parts) if self.alternatives else Schema(all_of=self.parts)


@dataclass(frozen=True, slots=True)
class Combined:
    """A schema without combinators. Alternatives are widened: what any of them takes, this takes.

    `values` is the schema of a map's values, None where they are unknown or there are none.
    """

    types: tuple[str, ...] = ()
    nullable: bool = False
    title: str = ""
    description: str = ""
    format: str = ""
    enum: tuple[Json, ...] = ()
    default: tuple[Json, ...] = ()
    read_only: bool = False
    deprecated: bool = False
    properties: tuple[tuple[str, SchemaRef], ...] = ()
    required: frozenset[str] = frozenset()
    values: SchemaRef | None = None
    items: SchemaRef | None = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: int | float | None = None
    exclusive_maximum: int | float | None = None
    multiple_of: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str = ""
    min_items: int | None = None
    max_items: int | None = None
    content_encoding: str = ""

    def only(self, kind: str) -> Combined:
        """The part of it that is of one type."""
        return replace(self, types=(kind,), nullable=False, description="", title="")


class _Same:
    """A schema as a cache key: itself, not what it equals, for schemas are large."""

    __slots__ = ("schema",)

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def __hash__(self) -> int:
        return id(self.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.schema is other.schema


def combined(ref: SchemaRef) -> Combined:
    """Read `ref` and join its combinators, each component at most once on the way down."""
    return _combined(_Same(ref.read()), ref.key)


@lru_cache(maxsize=20_000)
def _combined(same: _Same, key: str) -> Combined:
    return _combine(same.schema, (key,))


def _combine(schema: Schema, above: tuple[str, ...]) -> Combined:
    whole = _own(schema)
    for part in schema.all_of:
        if part.key not in above:
            whole = _both(whole, _combine(part.read(), (*above, part.key)))
    for branches in (schema.one_of, schema.any_of):
        if branches:
            whole = _both(whole, _any_of(branches, above))
    return whole if whole.types or whole.enum else replace(whole, types=_implied(whole))


def _own(schema: Schema) -> Combined:
    return Combined(
        types=schema.types,
        nullable=schema.nullable,
        title=schema.title,
        description=schema.description,
        format=schema.format,
        enum=_matching(_shown(schema.const or schema.enum), schema.types),
        default=_shown(schema.default),
        read_only=schema.read_only,
        deprecated=schema.deprecated,
        properties=schema.properties,
        required=frozenset(schema.required),
        values=None if isinstance(schema.additional, bool) else schema.additional,
        items=schema.items or (schema.prefix_items[0] if len(schema.prefix_items) == 1 else None),
        minimum=schema.minimum,
        maximum=schema.maximum,
        exclusive_minimum=schema.exclusive_minimum,
        exclusive_maximum=schema.exclusive_maximum,
        multiple_of=schema.multiple_of,
        min_length=schema.min_length,
        max_length=schema.max_length,
        pattern=schema.pattern,
        min_items=schema.min_items,
        max_items=schema.max_items,
        content_encoding=schema.content_encoding,
    )


def _matching(values: tuple[Json, ...], types: tuple[str, ...]) -> tuple[Json, ...]:
    """Allowed values of a `string` written as bare numbers are strings; null is `nullable`."""
    found = [value for value in values if value is not None]
    if types == ("string",):
        found = [_as_text(value) if not isinstance(value, str) else value for value in found]
    distinct: list[Json] = []
    for value in found:
        if not any(value == other and type(value) is type(other) for other in distinct):
            distinct.append(value)
    return tuple(distinct)


def _as_text(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _implied(schema: Combined) -> tuple[str, ...]:
    """The type a schema leaves out but its keywords imply."""
    if schema.properties or schema.values is not None:
        return ("object",)
    return ("array",) if schema.items is not None else ()


def _both(one: Combined, other: Combined) -> Combined:
    """What meets both: the narrower of each, the properties of both."""
    merged = _gathered((*one.properties, *other.properties), alternatives=False)
    enum = one.enum or other.enum
    if one.enum and other.enum:
        enum = tuple(value for value in one.enum if value in other.enum) or one.enum
    return Combined(
        types=_narrower(one.types, other.types),
        nullable=one.nullable or other.nullable,
        title=one.title or other.title,
        description=one.description or other.description,
        format=one.format or other.format,
        enum=enum,
        default=one.default or other.default,
        read_only=one.read_only or other.read_only,
        deprecated=one.deprecated or other.deprecated,
        properties=merged,
        required=one.required | other.required,
        values=one.values or other.values,
        items=one.items or other.items,
        minimum=_first(one.minimum, other.minimum),
        maximum=_first(one.maximum, other.maximum),
        exclusive_minimum=_first(one.exclusive_minimum, other.exclusive_minimum),
        exclusive_maximum=_first(one.exclusive_maximum, other.exclusive_maximum),
        multiple_of=_first(one.multiple_of, other.multiple_of),
        min_length=one.min_length if one.min_length is not None else other.min_length,
        max_length=one.max_length if one.max_length is not None else other.max_length,
        pattern=one.pattern or other.pattern,
        min_items=one.min_items if one.min_items is not None else other.min_items,
        max_items=one.max_items if one.max_items is not None else other.max_items,
        content_encoding=one.content_encoding or other.content_encoding,
    )


def _gathered(
    properties: Iterable[tuple[str, SchemaRef]], *, alternatives: bool
) -> tuple[tuple[str, SchemaRef], ...]:
    """Each property once; one that was given several schemas gets them joined."""
    found: dict[str, dict[str, SchemaRef]] = {}
    for name, ref in properties:
        found.setdefault(name, {}).setdefault(ref.key, ref)
    return tuple(
        (
            (name, next(iter(refs.values())))
            if len(refs) == 1
            else (name, _Joined(tuple(refs.values()), alternatives))
        )
        for name, refs in found.items()
    )


def _first(one: int | float | None, other: int | float | None) -> int | float | None:
    return other if one is None else one


def _narrower(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    if not one or not other:
        return one or other
    shared = tuple(kind for kind in one if kind in other)
    if shared:
        return shared
    return ("integer",) if {"integer", "number"} <= {*one, *other} else one


def _any_of(branches: tuple[SchemaRef, ...], above: tuple[str, ...]) -> Combined:
    """What any branch takes: all properties, only what all require, no bound but a shared one."""
    read = [
        _combine(branch.read(), (*above, branch.key))
        for branch in branches[:_MAX_BRANCHES]
        if branch.key not in above
    ]
    nullable = any(one.nullable or one.types == ("null",) for one in read)
    real = [one for one in read if one.types or one.enum or one.properties]
    if len(real) == 1 and len(read) - len(real) <= 1:
        return replace(real[0], nullable=real[0].nullable or nullable)
    if not real or len(real) < len(read):
        return Combined(nullable=nullable)
    return replace(_widest(real), nullable=nullable)


def _widest(branches: list[Combined]) -> Combined:
    kinds = {kind for one in branches for kind in one.types or _implied(one) or _enum_types(one)}
    objects = [one for one in branches if "object" in one.types or one.properties]
    lists = [one for one in branches if "array" in one.types]
    properties = _gathered([p for one in objects for p in one.properties], alternatives=True)
    closed = all(one.enum for one in branches)
    enum = tuple(value for one in branches for value in one.enum) if closed else ()
    same_items = {one.items.key for one in lists if one.items} if lists else set()
    if "integer" in kinds and "number" in kinds:
        kinds.discard("integer")
    return Combined(
        types=tuple(kind for kind in _ORDER if kind in kinds),
        enum=_matching(enum, ()),
        description=next((one.description for one in branches if one.description), ""),
        properties=properties,
        required=(
            frozenset.intersection(*(one.required for one in objects)) if objects else frozenset()
        ),
        values=(
            next((one.values for one in objects if one.values), None) if not properties else None
        ),
        items=lists[0].items if len(same_items) == 1 else None,
        format=branches[0].format if len({one.format for one in branches}) == 1 else "",
    )


def _shown(values: tuple[Json, ...]) -> tuple[Json, ...]:
    """Without what no model should read: values with a hidden message, and credentials."""
    return tuple(
        value
        for value in values
        if not (isinstance(value, str) and (covert(value) or holds_secret(value)))
    )


def _enum_types(schema: Combined) -> tuple[str, ...]:
    return ("string",) if schema.enum and all(isinstance(v, str) for v in schema.enum) else ()
