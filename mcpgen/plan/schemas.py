"""Argument schemas: a document's schema as a small, closed-form JSON Schema every client takes.

No `$ref`, no type lists, no boolean or untyped schemas; nullable is an `anyOf` with null, recursion
and depth end in an open object that says so, property keys are `[a-zA-Z0-9_-]{1,64}`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mcpgen.naming import shorten, snake
from mcpgen.openapi.model import Json, Schema, SchemaRef
from mcpgen.plan.combine import Combined, combined
from mcpgen.plan.text import brief
from mcpgen.plan.wording import keywords_in_words, notes_on

JsonSchema = dict[str, Json]

_KEY = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_FORMATS = frozenset(
    [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "idn-email",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "iri",
        "json-pointer",
        "time",
        "uri",
        "uri-reference",
        "uri-template",
        "uuid",
    ]
)
_SCALARS = ("string", "integer", "number", "boolean")
_MAX_ENUM = 60
_MAX_PROPERTIES = 40


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is told: characters of a description, levels of nesting, optional arguments,
    characters of a line on an action.
    """

    text: int
    depth: int
    properties: int = _MAX_PROPERTIES
    optional: int = 10_000
    line: int = 160


DETAILS = (
    Detail(280, 3),
    Detail(140, 2, 24, 12, 140),
    Detail(80, 1, 10, 6, 110),
    Detail(50, 1, 6, 3, 80),
)
"""From full to terse: the planner takes the first that fits the tool's token budget."""


@dataclass(slots=True)
class Emission:
    """One schema being written: what was renamed and what was left out, in the order it was met."""

    detail: Detail
    write: bool = True
    names: dict[str, str] = field(default_factory=dict)
    trimmed: list[str] = field(default_factory=list)

    def emit(self, ref: SchemaRef, *, nullable: bool = True, text: str = "") -> JsonSchema:
        """Write `ref` as an argument schema; `text` replaces its own description."""
        return self._schema(ref, (), nullable, text)

    def _schema(
        self, ref: SchemaRef, above: tuple[str, ...], nullable: bool, text: str = ""
    ) -> JsonSchema:
        schema = combined(ref)
        told = brief(text or schema.description or schema.title, self.detail.text)
        if ref.key in above:
            self._trim("a type that contains itself is an open object where it repeats")
            written: JsonSchema = {"type": "object"}
            if schema.types == ("array",):
                written = {"type": "array", "items": {"type": "object"}}
            elif schema.types != ("object",):
                written = anything()
            return _described(written, f"{told} (nested {ref.name or 'object'})".strip())
        written = self._written(schema, (*above, ref.key))
        words = notes_on(schema, written)
        if above:  # an argument's own bounds are worded when all its operations are known
            words.append(keywords_in_words(written))
        described = _described(written, with_words(told, words))
        if nullable and schema.nullable:
            return _with_null(described)
        return described

    def _written(self, schema: Combined, above: tuple[str, ...]) -> JsonSchema:
        if schema.enum:
            return self._enum(schema)
        if len(schema.types) > 1:
            return self._several_types(schema, above)
        kind = schema.types[0] if schema.types else ""
        if kind == "object":
            return self._object(schema, above)
        if kind == "array":
            return self._array(schema, above)
        if kind in _SCALARS:
            return _scalar(schema, kind)
        return anything()

    def _several_types(self, schema: Combined, above: tuple[str, ...]) -> JsonSchema:
        choices = [self._written(schema.only(kind), above) for kind in schema.types]
        return {"anyOf": list(choices)}

    def _enum(self, schema: Combined) -> JsonSchema:
        by_type: dict[str, list[Json]] = {}
        for value in schema.enum:
            by_type.setdefault(json_type(value), []).append(value)
        if set(by_type) <= {"object", "array"}:
            return anything()
        written: list[Json] = []
        for kind, values in by_type.items():
            if kind == "null":
                continue
            if len(values) > _MAX_ENUM:
                self._trim(f"{len(values)} allowed values are told as examples only")
                written.append({"type": kind})
            elif kind in _SCALARS:
                written.append({"type": kind, "enum": values})
        if len(written) != 1:
            return {"anyOf": written} if written else anything()
        only = written[0]
        assert isinstance(only, dict)
        if schema.default and schema.default[0] in schema.enum:
            only["default"] = schema.default[0]
        return only

    def _array(self, schema: Combined, above: tuple[str, ...]) -> JsonSchema:
        written: JsonSchema = {"type": "array"}
        if schema.items is None:
            written["items"] = anything(nested=False)
        else:
            written["items"] = self._schema(schema.items, above, True)
        low, high = ordered(schema.min_items, schema.max_items)
        if low:
            written["minItems"] = low
        if high is not None:
            written["maxItems"] = high
        return written

    def _object(self, schema: Combined, above: tuple[str, ...]) -> JsonSchema:
        visible = [(n, r) for n, r in schema.properties if not self._hidden(r)]
        written: JsonSchema = {"type": "object"}
        if not visible:
            if schema.values is not None and len(above) <= self.detail.depth:
                written["additionalProperties"] = self._schema(schema.values, above, True)
            return written
        if len(above) > self.detail.depth:
            self._trim("objects below the depth limit are open, their fields only named")
            named = ", ".join(brief(name, 40) for name, _ in visible[:12])
            return _described(written, f"fields: {named}{', …' if len(visible) > 12 else ''}")
        required = [name for name, _ in visible if name in schema.required]
        shown = _first(visible, required, self.detail.properties)
        if len(shown) < len(visible):
            rest = ", ".join(n for n, _ in visible if n not in dict(shown))
            self._trim(f"optional fields beyond {self.detail.properties} are not told: {rest}")
        keys = {name: self._key(name) for name, _ in shown}
        written["properties"] = {keys[n]: self._schema(r, above, True) for n, r in shown}
        if required:
            written["required"] = [keys[name] for name in required]
        return written

    def _hidden(self, ref: SchemaRef) -> bool:
        """A field the caller may not send (readOnly), or one of the `false` schema."""
        schema = ref.read()
        return schema.never or (self.write and schema.read_only)

    def _key(self, wire: str) -> str:
        """A property key every client accepts, the same for the same wire name."""
        if _KEY.fullmatch(wire):
            return wire
        name = base = shorten(snake(wire), 60) or "field"
        number = 2
        while self.names.get(name, wire) != wire:
            name = f"{base}_{number}"
            number += 1
        self.names[name] = wire
        return name

    def _trim(self, what: str) -> None:
        if what not in self.trimmed:
            self.trimmed.append(what)


def anything(*, nested: bool = True) -> JsonSchema:
    """Any JSON value but null, spelled out: clients refuse a schema without a type."""
    choices: list[Json] = [{"type": kind} for kind in ("object", *_SCALARS) if kind != "integer"]
    if nested:
        choices.insert(1, {"type": "array", "items": anything(nested=False)})
    return {"anyOf": choices}


def with_words(text: str, words: list[str]) -> str:
    """A description with its bounds behind it: `Page size (1-100, default 20)`."""
    said = ", ".join(word for word in words if word)
    if not text:
        return said[:1].upper() + said[1:]
    return f"{text.rstrip('.')} ({said})" if said else text


def json_type(value: Json) -> str:
    """The JSON Schema type of a value; a whole number is an integer."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def fits(value: Json, kind: str) -> bool:
    """Is `value` of the JSON Schema type `kind`?"""
    actual = json_type(value)
    return actual == kind or (kind == "number" and actual == "integer")


def ordered(low: int | None, high: int | None) -> tuple[int | None, int | None]:
    """Bounds that can be met; a document's contradictory ones are dropped."""
    return (low, high) if low is None or high is None or low <= high else (None, None)


def _scalar(schema: Combined, kind: str) -> JsonSchema:
    written: JsonSchema = {"type": kind}
    if kind == "string":
        low, high = ordered(schema.min_length, schema.max_length)
        written |= {"minLength": low} if low else {}
        written |= {"maxLength": high} if high is not None else {}
        written |= {"format": schema.format} if schema.format in _FORMATS else {}
    elif kind in ("integer", "number"):
        written |= _numeric_bounds(schema)
    if schema.default and fits(schema.default[0], kind):
        written["default"] = schema.default[0]
    return written


def _numeric_bounds(schema: Schema | Combined) -> JsonSchema:
    lows = [n for n in (schema.minimum, schema.exclusive_minimum) if n is not None]
    highs = [n for n in (schema.maximum, schema.exclusive_maximum) if n is not None]
    if lows and highs and max(lows) > min(highs):
        return {}
    bounds = {
        "minimum": schema.minimum,
        "exclusiveMinimum": schema.exclusive_minimum,
        "maximum": schema.maximum,
        "exclusiveMaximum": schema.exclusive_maximum,
        "multipleOf": schema.multiple_of if (schema.multiple_of or 0) > 0 else None,
    }
    return {name: value for name, value in bounds.items() if value is not None}


def _first(
    properties: list[tuple[str, SchemaRef]], required: list[str], limit: int
) -> list[tuple[str, SchemaRef]]:
    """All required properties and the first optional ones, in document order."""
    room = max(0, limit - len(required))
    optional = [name for name, _ in properties if name not in required][:room]
    return [(name, ref) for name, ref in properties if name in required or name in optional]


def _described(written: JsonSchema, text: str) -> JsonSchema:
    if not text:
        return written
    own = written.get("description")
    return {**written, "description": f"{text} ({own})" if isinstance(own, str) else text}


def _with_null(written: JsonSchema) -> JsonSchema:
    text = written.get("description")
    inner = {key: value for key, value in written.items() if key != "description"}
    choices = inner["anyOf"] if list(inner) == ["anyOf"] else [inner]
    assert isinstance(choices, list)
    nullable: JsonSchema = {"anyOf": [*choices, {"type": "null"}]}
    return _described(nullable, text if isinstance(text, str) else "")
