"""Checks a call's arguments and says what is wrong in words a model can act on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .errors import CallError
from .jsontext import dump
from .model import EXTRA, SELECTOR, Operation, Tool
from .validation import Validator, compile_validator

PROBLEMS_TOLD = 5

_MAX_DEPTH = 100
_NAMES_TOLD = 40
_PROBLEM_CHARS = 600


class ArgumentChecker:
    """Checks arguments; the validators of a tool are made on its first call and kept."""

    def __init__(self) -> None:
        self._validators: dict[str, dict[str, Validator]] = {}

    def check(
        self, tool: Tool, arguments: Mapping[str, Any]
    ) -> tuple[dict[str, Any], Operation | None]:
        """The arguments to send and the operation to call; CallError tells every problem at once.

        The operation is None for a tool without any, which only a hook can answer; defaults are
        then filled in. An optional argument that is null where its schema or the action takes no
        null counts as not given.
        """
        arguments = _with_extra(tool, arguments)
        action, operation = _choose(tool, arguments)
        taken = list(operation.arguments) if operation else list(tool.arguments)
        required = operation.required if operation else tool.required
        given = {name: value for name, value in arguments.items() if name != SELECTOR or not action}
        validators = self._validators_of(tool)
        optional = [name for name in validators if name not in required]
        for name in [name for name in optional if name in given and given[name] is None]:
            if name not in taken or validators[name].problems(name, None):
                del given[name]
        problems = [
            *_unknown(tool, action, taken, given),
            *_missing(tool, action, required, given),
            *_invalid(validators, given),
        ]
        if problems:
            raise CallError(_told(tool, action, problems, taken))
        if operation is None:
            given = {**_defaults(tool), **given}
        return given, operation

    def _validators_of(self, tool: Tool) -> dict[str, Validator]:
        validators = self._validators.get(tool.name)
        if validators is None:
            validators = {
                name: compile_validator(schema)
                for name, schema in (*tool.arguments.items(), *tool.rare.items())
            }
            self._validators[tool.name] = validators
        return validators


def _with_extra(tool: Tool, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments with those given through `extra` among them."""
    extra = arguments.get(EXTRA)
    if not tool.rare or EXTRA not in arguments:
        return arguments
    if extra is not None and not isinstance(extra, Mapping):
        raise CallError(f"`{EXTRA}` must be an object of arguments by name. Nothing was sent.")
    plain = {name: value for name, value in arguments.items() if name != EXTRA}
    twice = [f"`{name}`" for name in extra or {} if name in plain]
    if twice:
        raise CallError(f"{', '.join(twice)} is given twice, once in `{EXTRA}`. Nothing was sent.")
    return {**plain, **(extra or {})}


def suggest(name: str, names: Iterable[str]) -> str:
    """A question for the name that was probably meant, or nothing."""
    close = difflib.get_close_matches(name[:100], list(names), n=1, cutoff=0.6)
    return f" Did you mean `{close[0]}`?" if close else ""


def _choose(tool: Tool, arguments: Mapping[str, Any]) -> tuple[str, Operation | None]:
    """The action's name, empty for a tool that has no choice of actions, and its operation."""
    if len(tool.operations) < 2:
        return "", next(iter(tool.operations.values()), None)
    actions = ", ".join(f"`{name}`" for name in tool.operations)
    action = arguments.get(SELECTOR)
    if action is None:
        raise CallError(f"`{SELECTOR}` is missing. It is one of {actions}. Nothing was sent.")
    if not isinstance(action, str) or action not in tool.operations:
        guess = suggest(action, tool.operations) if isinstance(action, str) else ""
        raise CallError(
            f"`{SELECTOR}` must be one of {actions}, not {_short(action)}.{guess} Nothing was sent."
        )
    return action, tool.operations[action]


def _defaults(tool: Tool) -> dict[str, Any]:
    return {
        name: schema["default"] for name, schema in tool.arguments.items() if "default" in schema
    }


def _unknown(tool: Tool, action: str, taken: list[str], given: Mapping[str, Any]) -> Iterator[str]:
    for name in given:
        if name in taken:
            continue
        if action and (name in tool.arguments or name in tool.rare):
            others = [f"`{a}`" for a, o in tool.operations.items() if name in o.arguments]
            yield f"`{name}` is not taken by action `{action}`, only by {', '.join(others)}."
        else:
            yield f"`{name[:100]}` is not an argument of this tool.{suggest(name, taken)}"


def _missing(
    tool: Tool, action: str, required: Iterable[str], given: Mapping[str, Any]
) -> Iterator[str]:
    for name in required:
        if name not in given:
            description = str(tool.arguments.get(name, {}).get("description", ""))
            where = f" for action `{action}`" if action else ""
            yield f"`{name}` is missing; it is required{where}." + (
                f" It is: {description[:160]}" if description else ""
            )


def _invalid(validators: Mapping[str, Validator], given: Mapping[str, Any]) -> Iterator[str]:
    for name, value in given.items():
        if problem := _unsendable(value):
            yield f"`{name}` {problem}."
        elif name in validators:
            yield from validators[name].problems(name, value)


def _told(tool: Tool, action: str, problems: list[str], taken: list[str]) -> str:
    lines = [f"- {_cut(problem, _PROBLEM_CHARS)}" for problem in problems[:PROBLEMS_TOLD]]
    if len(problems) > PROBLEMS_TOLD:
        lines.append(f"- and {len(problems) - PROBLEMS_TOLD} more")
    names = ", ".join(f"`{name}`" for name in taken[:_NAMES_TOLD]) or "no arguments"
    more = ", …" if len(taken) > _NAMES_TOLD else ""
    subject = f"Action `{action}`" if action else f"`{tool.name}`"
    return "\n".join(
        ["Nothing was sent, because of the arguments:", *lines, f"{subject} takes {names}{more}."]
    )


def _unsendable(value: Any) -> str:
    """Why a value cannot be written as JSON in UTF-8; empty where it can."""
    waiting = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if depth > _MAX_DEPTH:
            return f"is nested more than {_MAX_DEPTH} levels deep"
        if isinstance(item, dict):
            waiting += [(part, depth + 1) for pair in item.items() for part in pair]
        elif isinstance(item, list):
            waiting += [(part, depth + 1) for part in item]
        elif not _is_writable(item):
            return "holds a number or character that cannot be sent (NaN, infinity, half a pair)"
    return ""


def _is_writable(item: Any) -> bool:
    try:
        dump(item).encode()
    except (ValueError, TypeError):
        return False
    return True


def _short(value: Any) -> str:
    return _cut(dump(value) if _is_writable(value) else repr(value), 60)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
