"""JSON text to plain values, strictly: no duplicate key, no NaN, no bottomless nesting."""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

from mcpgen.diagnostics import Location, McpgenError, failure
from mcpgen.openapi.model import Json
from mcpgen.openapi.yaml_values import MAX_DEPTH

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:]|-?Infinity|NaN|-?[0-9]{4000,}', re.DOTALL)


class _DuplicateKeyError(Exception):
    pass


def read_json(text: str, name: str) -> Json:
    """Parse one JSON document; raises McpgenError with the position of what is wrong.

    A plain syntax mistake stays a `json.JSONDecodeError`: the text may be YAML.
    """
    try:
        root: Json = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
        )
    except RecursionError:
        raise _too_deep(text, name) from None
    except _DuplicateKeyError:
        raise _duplicate(text, name) from None
    except json.JSONDecodeError:
        raise
    except ValueError:
        raise _number(text, name) from None
    if _deeper_than(root, MAX_DEPTH):
        raise _too_deep(text, name)
    return root


def syntax_failure(problem: json.JSONDecodeError, name: str) -> McpgenError:
    return failure(
        f"{name} is not valid JSON",
        location=Location(name, "", problem.lineno, problem.colno),
        detail=f"The parser says: {problem.msg[0].lower()}{problem.msg[1:]}.",
        hint="look for a missing or extra comma, quote or bracket just before that spot",
    )


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DuplicateKeyError
    return found


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


def _float(text: str) -> float | str:
    number = float(text)
    # JSON has no infinity: such a number stays the text it is.
    return number if math.isfinite(number) else text


def _deeper_than(root: Json, limit: int) -> bool:
    level: list[Json] = [root]
    for _ in range(limit + 1):
        below: list[Json] = []
        for value in level:
            if isinstance(value, dict):
                below += [child for child in value.values() if isinstance(child, (dict, list))]
            elif isinstance(value, list):
                below += [child for child in value if isinstance(child, (dict, list))]
        if not below:
            return False
        level = below
    return True


def _too_deep(text: str, name: str) -> McpgenError:
    depth = 0
    location = Location(name)
    for found in _TOKEN.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found.group(), 0)
        if depth > MAX_DEPTH:
            location = _location(text, name, found.start())
            break
    return failure(f"the document is nested more than {MAX_DEPTH} levels deep", location=location)


def _duplicate(text: str, name: str) -> McpgenError:
    """Find the second of two equal keys; only the failing run pays for this walk."""
    scopes: list[set[str]] = [set()]
    last = ("", 0)
    for found in _TOKEN.finditer(text):
        token = found.group()
        if token in "{[":
            scopes.append(set())
        elif token in "}]":
            scopes.pop()
        elif token == ":":
            key = json.loads(last[0])
            if key in scopes[-1]:
                return failure(
                    f"the key `{key}` is given twice",
                    location=_location(text, name, last[1]),
                    detail="JSON does not say which of the two counts.",
                    hint="remove or rename one of them",
                )
            scopes[-1].add(key)
        last = (token, found.start())
    return failure("a key is given twice", location=Location(name))


def _number(text: str, name: str) -> McpgenError:
    for found in _TOKEN.finditer(text):
        if found.group()[0] not in '"{}[]:':
            shown = found.group()[:20]
            location = _location(text, name, found.start())
            return failure(f"`{shown}` is not a number JSON can hold", location=location)
    return failure("a number is not one JSON can hold", location=Location(name))


def _location(text: str, name: str, offset: int) -> Location:
    line_start = text.rfind("\n", 0, offset) + 1
    return Location(name, "", text.count("\n", 0, offset) + 1, offset - line_start + 1)
