"""JSON Schema checks of one argument, with messages written for a model.

`pattern` and `patternProperties` are never run: a document's regular expression can hang Python's
`re` on a short text, and many are not even in its dialect. `format` is not enforced either; the
API has the last word on both. No schema outside the document is ever fetched.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from .jsontext import dump
from .model import JsonSchema

_SHOWN_CHARS = 60
_VALUES_TOLD = 30
_PROBLEMS_OF_ONE = 5
_TYPE_NAMES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
    "null": "null",
}
_LIMITS = {
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "exclusiveMinimum": "must be more than {}",
    "exclusiveMaximum": "must be less than {}",
    "multipleOf": "must be a multiple of {}",
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items",
    "minProperties": "must have at least {} properties",
    "maxProperties": "must have at most {} properties",
    "const": "must be {}",
}


class ValidationError(Protocol):
    """What is used here of jsonschema's errors; the package carries no types."""

    validator: Any
    validator_value: Any
    instance: Any
    schema: Any
    context: Any
    absolute_path: Any


class Checker(Protocol):
    """What is used here of jsonschema's validators."""

    def iter_errors(self, instance: Any) -> Iterator[ValidationError]: ...


class Validator:
    """The check of one argument against its schema."""

    __slots__ = ("_checker", "_unresolvable")

    def __init__(self, checker: Checker, unresolvable: type[Exception]) -> None:
        self._checker = checker
        self._unresolvable = unresolvable

    def problems(self, name: str, value: Any) -> list[str]:
        """What is wrong with the value, a sentence each; empty where it is valid."""
        found = []
        try:
            for error in self._checker.iter_errors(value):
                found.append(_describe(name, error))
                if len(found) == _PROBLEMS_OF_ONE:
                    break
        except self._unresolvable:
            # Nothing is fetched; what cannot be checked here is left to the API.
            return found
        except RecursionError:
            found.append(f"`{name}` is nested too deeply.")
        return found


def compile_validator(schema: JsonSchema) -> Validator:
    """Prepare the check of one argument."""
    # Imported at the first call: a tenth of a second that a start need not wait for.
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    checker = _validator_class()(_without_dialects(schema), registry=Registry())
    return Validator(checker, Unresolvable)


@functools.cache
def _validator_class() -> Any:
    validators: Any = importlib.import_module("jsonschema.validators")
    standard = validators.Draft202012Validator.VALIDATORS

    def additional(checker: Any, allowed: Any, value: Any, schema: Any) -> Iterator[Any]:
        # Which properties are additional depends on the patterns that are not run.
        if "patternProperties" not in schema:
            yield from standard["additionalProperties"](checker, allowed, value, schema)

    def multiple(checker: Any, step: Any, value: Any, schema: Any) -> Iterator[Any]:
        # 19.99 is a multiple of 0.01, but not in binary arithmetic.
        if isinstance(step, int):
            yield from standard["multipleOf"](checker, step, value, schema)

    def skip(*_: Any) -> Iterator[Any]:
        return iter(())

    skipped = ("pattern", "patternProperties", "unevaluatedProperties", "format")
    changed = {
        "additionalProperties": additional,
        "multipleOf": multiple,
        # Documents' alternatives overlap; that more than one fits is no reason to refuse a call.
        "oneOf": standard["anyOf"],
    }
    return validators.extend(
        validators.Draft202012Validator, {**changed, **dict.fromkeys(skipped, skip)}
    )


def _without_dialects(schema: Any) -> Any:
    """The schema without `$schema`, which would bring back another dialect's `pattern`."""
    if isinstance(schema, Mapping):
        return {
            key: _without_dialects(part)
            for key, part in schema.items()
            if not (key == "$schema" and isinstance(part, str))
        }
    if isinstance(schema, list | tuple):
        return [_without_dialects(part) for part in schema]
    return schema


def _describe(name: str, error: ValidationError) -> str:
    where = _place(name, error)
    rule, wanted = str(error.validator), error.validator_value
    if rule in ("anyOf", "oneOf"):
        return _describe_choice(name, where, error)
    if rule == "type":
        return f"`{where}` must be {_types(wanted)}, not {_shown(error.instance)}.{_cure(error)}"
    if rule == "enum":
        return f"`{where}` must be one of {_values(wanted)}, not {_shown(error.instance)}."
    if rule == "required":
        lacking = [key for key in wanted if key not in error.instance]
        return f"`{where}` lacks {', '.join(f'`{key}`' for key in lacking)}."
    if rule == "additionalProperties":
        return _describe_extras(where, error)
    if rule == "uniqueItems":
        return f"`{where}` may not hold the same item twice."
    if rule in _LIMITS:
        return f"`{where}` {_LIMITS[rule].format(_shown(wanted))}, not {_given(rule, error)}."
    return f"`{where}` breaks the rule `{rule}`: {_shown(error.instance)} is not allowed."


def _describe_choice(name: str, where: str, error: ValidationError) -> str:
    """The problem with the alternative that comes closest."""
    context = list(error.context or ())
    deeper = [inner for inner in context if len(inner.absolute_path) > len(error.absolute_path)]
    # An alternative that the value is not even of the type of was not meant.
    near = deeper or [inner for inner in context if inner.validator != "type"]
    if near:
        return _describe(name, near[0])
    types: list[str] = []
    for inner in context:
        found = inner.validator_value
        types += [str(part) for part in (found if isinstance(found, list) else [found])]
    if types:
        unique = list(dict.fromkeys(types))
        return f"`{where}` must be {_types(unique)}, not {_shown(error.instance)}.{_cure(error)}"
    return f"`{where}` fits none of the allowed forms: {_shown(error.instance)}."


def _describe_extras(where: str, error: ValidationError) -> str:
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    allowed = list(schema.get("properties", {}))
    extras = [key for key in error.instance if key not in allowed]
    told = ", ".join(f"`{key[:_SHOWN_CHARS]}`" for key in extras[:5])
    known = ", ".join(f"`{key}`" for key in allowed[:_VALUES_TOLD]) or "none"
    return f"`{where}` does not take {told}; its properties are {known}."


def _place(name: str, error: ValidationError) -> str:
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path]
    return name + "".join(steps)


def _types(wanted: Any) -> str:
    names = wanted if isinstance(wanted, list) else [wanted]
    return " or ".join(_TYPE_NAMES.get(name, str(name)) for name in names)


def _values(wanted: Any) -> str:
    values = list(wanted)
    told = ", ".join(_shown(value) for value in values[:_VALUES_TOLD])
    return told + (f" and {len(values) - _VALUES_TOLD} more" if len(values) > _VALUES_TOLD else "")


def _given(rule: str, error: ValidationError) -> str:
    if rule.endswith(("Length", "Items", "Properties")):
        return str(len(error.instance))
    return _shown(error.instance)


def _cure(error: ValidationError) -> str:
    """How to write a string that only lacks to be a number, boolean or list."""
    value, text = error.instance, str(error.validator_value) + str(error.schema)
    if not isinstance(value, str):
        return ""
    bare = value.strip()
    number = bare.lstrip("-").replace(".", "", 1).isdigit() and (
        "integer" in text or "number" in text
    )
    boolean = bare.lower() in ("true", "false") and "boolean" in text
    if number or boolean:
        return f" Write it without quotes: {bare.lower()}"
    if bare.startswith(("[", "{")):
        return " Give the JSON itself, not a string of it."
    return ""


def _shown(value: Any) -> str:
    try:
        text = dump(value)
    except (ValueError, RecursionError):
        text = repr(value)
    kind = "the string " if isinstance(value, str) else ""
    return kind + (text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 1] + "…")
