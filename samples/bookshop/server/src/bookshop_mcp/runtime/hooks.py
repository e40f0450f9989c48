"""Where the team's own code meets the generated tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .model import Tool

Arguments: TypeAlias = dict[str, Any]
Before: TypeAlias = Callable[[Arguments], Awaitable[Arguments | None]]
After: TypeAlias = Callable[[Arguments, Any], Awaitable[Any]]
Replace: TypeAlias = Callable[[Arguments], Awaitable[Any]]


@dataclass(slots=True)
class Hooks:
    """The functions to run around tools, registered by decorators.

    * `before` gets the arguments as the model gave them; it returns other ones, or None to keep
      them. The arguments are checked after it.
    * `replace` gets the checked arguments and answers instead of the API.
    * `after` gets the checked arguments and the answer (a JSON value, a text, or an `Outcome` with
      media); it returns another one, or None to keep it.
    * `tool` adds a tool of the team's own.

    Answers are JSON values (an object is best), texts, or an `Outcome`. A hook refuses a call with
    `CallError`, whose text goes to the model; any other exception is an internal error to it.
    """

    _before: dict[str, list[Before]] = field(default_factory=dict)
    _after: dict[str, list[After]] = field(default_factory=dict)
    _replace: dict[str, Replace] = field(default_factory=dict)
    _own: dict[str, Tool] = field(default_factory=dict)

    def before(self, tool_name: str) -> Callable[[Before], Before]:
        """Run before a tool's arguments are checked; several run in order."""

        def register(function: Before) -> Before:
            self._before.setdefault(tool_name, []).append(function)
            return function

        return register

    def after(self, tool_name: str) -> Callable[[After], After]:
        """Run on a tool's answer before it is cut to size; several run in order."""

        def register(function: After) -> After:
            self._after.setdefault(tool_name, []).append(function)
            return function

        return register

    def replace(self, tool_name: str) -> Callable[[Replace], Replace]:
        """Answer a tool's calls instead of the API."""

        def register(function: Replace) -> Replace:
            if tool_name in self._replace:
                raise ValueError(f"{tool_name} is answered by two hooks")
            self._replace[tool_name] = function
            return function

        return register

    def tool(self, tool: Tool) -> Callable[[Replace], Replace]:
        """Add a tool; the function gets its checked arguments."""

        def register(function: Replace) -> Replace:
            self._own[tool.name] = tool
            return self.replace(tool.name)(function)

        return register

    @property
    def own_tools(self) -> tuple[Tool, ...]:
        """The team's own tools, in the order they were added."""
        return tuple(self._own.values())

    def unknown_tools(self, tool_names: Iterable[str]) -> tuple[str, ...]:
        """Hooked tools that do not exist, given the names of the generated ones."""
        known = {*tool_names, *self._own}
        return tuple(sorted({*self._before, *self._after, *self._replace} - known))

    async def run_before(self, tool_name: str, arguments: Arguments) -> Arguments:
        """The arguments after every `before` hook of the tool."""
        for function in self._before.get(tool_name, ()):
            changed = await function(arguments)
            arguments = arguments if changed is None else changed
        return arguments

    async def run_after(self, tool_name: str, arguments: Arguments, answer: Any) -> Any:
        """The answer after every `after` hook of the tool."""
        for function in self._after.get(tool_name, ()):
            changed = await function(arguments, answer)
            answer = answer if changed is None else changed
        return answer

    def replacement(self, tool_name: str) -> Replace | None:
        """The function that answers the tool's calls, if one does."""
        return self._replace.get(tool_name)
