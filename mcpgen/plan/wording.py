"""Bounds, formats and defaults in words: some clients drop the keywords, none drops the text."""

from __future__ import annotations

from mcpgen.openapi.model import Json
from mcpgen.plan.combine import Combined
from mcpgen.plan.text import visible

_MAX_PATTERN = 60
_MAX_EXAMPLE = 40


def keywords_in_words(written: dict[str, Json]) -> str:
    """What a written schema's keywords say, in words: `1-100, default 20`."""
    choices = written.get("anyOf")
    if isinstance(choices, list):
        real = [one for one in choices if isinstance(one, dict) and one.get("type") != "null"]
        return keywords_in_words(real[0]) if len(real) == 1 else ""
    parts = [
        _range(written),
        _length(written, "Length", "characters"),
        _length(written, "Items", "items"),
    ]
    if isinstance(written.get("format"), str):
        parts.append(_FORMATS_IN_WORDS.get(str(written["format"]), str(written["format"])))
    if "default" in written:
        parts.append(f"default {_literal(written['default'])}")
    return ", ".join(part for part in parts if part)


def notes_on(schema: Combined, written: dict[str, Json]) -> list[str]:
    """What the written schema leaves out of the document's: a pattern, a long list of values."""
    notes = []
    if schema.pattern and len(schema.pattern) <= _MAX_PATTERN:
        notes.append(f"pattern {visible(schema.pattern)}")
    if schema.enum and "enum" not in written and written.get("type") is not None:
        notes.append(f"one of {len(schema.enum)}, such as {_some(schema.enum)}")
    if schema.content_encoding == "base64" or schema.format in ("byte", "binary"):
        notes.append("base64")
    return notes


_FORMATS_IN_WORDS = {
    "date": "YYYY-MM-DD",
    "date-time": "RFC 3339 date-time",
    "uri": "URL",
    "uuid": "UUID",
}


def _range(written: dict[str, Json]) -> str:
    low, high = written.get("minimum"), written.get("maximum")
    above, below = written.get("exclusiveMinimum"), written.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f"{low}-{high}" if not str(low).startswith("-") else f"{low} to {high}"
    said = [
        f"at least {low}" if low is not None else "",
        f"at most {high}" if high is not None else "",
        f"more than {above}" if above is not None else "",
        f"less than {below}" if below is not None else "",
        f"a multiple of {written['multipleOf']}" if "multipleOf" in written else "",
    ]
    return ", ".join(part for part in said if part)


def _length(written: dict[str, Json], suffix: str, unit: str) -> str:
    low, high = written.get(f"min{suffix}"), written.get(f"max{suffix}")
    if low == 1 and high is None:
        return "not empty"
    if low is not None and high is not None:
        return f"{low} {unit}" if low == high else f"{low}-{high} {unit}"
    if high is not None:
        return f"at most {high} {unit}"
    return f"at least {low} {unit}" if low is not None else ""


def _literal(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = visible(str(value))
    shown = text if len(text) <= _MAX_EXAMPLE else f"{text[:_MAX_EXAMPLE]}…"
    return f'"{shown}"' if isinstance(value, str) and (not shown or " " in shown) else shown


def _some(values: tuple[Json, ...]) -> str:
    return ", ".join(_literal(value) for value in values[:8])
