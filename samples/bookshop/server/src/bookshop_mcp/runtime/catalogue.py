"""The operations without a tool of their own: found by a search, called by their id."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import resources
from typing import Any

from .errors import CallError
from .model import (
    SELECTOR,
    Annotations,
    Body,
    Constant,
    Field,
    Operation,
    Paging,
    Parameter,
    Tool,
)
from .search import Index

_NAME, _PATH, _TEXT, _ARGUMENTS = 2.0, 1.5, 1.0, 0.3
_SUMMARY_CHARS = 160
_SUGGESTIONS = 3


class Catalogue:
    """The long tail of a large API.

    `find` is the tool that searches it, `calls` the tools that call its operations, by effect.
    The file of the operations, in the package that `package` names, is read at first use. A
    search also points to the operations of `tools`, the server's other ones.
    """

    def __init__(
        self,
        package: str | None,
        file: str,
        find: str,
        calls: Mapping[str, str],
        tools: Sequence[Tool] = (),
    ) -> None:
        self._package = package
        self._file = file
        self._find = find
        self._calls = dict(calls)
        self._tools = [tool for tool in tools if not self.holds(tool)]

    def holds(self, tool: Tool) -> bool:
        """Is this one of the catalogue's own tools?"""
        return tool.name == self._find or tool.name in self._calls.values()

    def target(self, tool: Tool, arguments: Mapping[str, Any]) -> Tool | None:
        """The operation a call asks for, as a tool of its own; None for a search."""
        if tool.name == self._find:
            return None
        wanted = str(arguments["operation"])
        entry = self._entries.get(wanted)
        if entry is None:
            raise CallError(f"{self._unknown(wanted)} Nothing was sent.")
        caller = self._calls[entry["effect"]]
        if caller != tool.name:
            raise CallError(f"`{wanted}` is called with `{caller}`. Nothing was sent.")
        return self._tool(wanted)

    def answer(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a search answers: one operation with its arguments, or those that fit best."""
        wanted = arguments.get("operation", "")
        if wanted:
            if wanted not in self._entries:
                raise CallError(self._unknown(wanted))
            return self._described(wanted)
        query = arguments.get("query", "").strip()
        if not query:
            raise CallError("Give `query`, what you want to do, or `operation`, the id of one.")
        return self._search(query, int(arguments.get("limit", 10)))

    @cached_property
    def _entries(self) -> dict[str, dict[str, Any]]:
        text = resources.files(self._package or "").joinpath(self._file).read_text("utf-8")
        return {entry["id"]: entry for entry in json.loads(text)}

    @cached_property
    def _index(self) -> Index:
        return Index(
            (
                (_NAME, entry["id"]),
                (_PATH, entry["path"]),
                (_TEXT, f"{entry['summary']} {entry['text']}"),
                (_ARGUMENTS, " ".join(entry["arguments"])),
            )
            for entry in self._entries.values()
        )

    def _search(self, query: str, limit: int) -> dict[str, Any]:
        entries = list(self._entries.values())
        found = [entries[number] for number in self._index.search(query)]
        answer: dict[str, Any] = {"operations": [self._line(entry) for entry in found[:limit]]}
        if direct := self._direct(query):
            answer["tools"] = direct
        if len(found) > limit:
            answer["more"] = len(found) - limit
        if not found:
            answer["note"] = "Nothing fits. Use other words, or fewer."
        return answer

    def _direct(self, query: str) -> list[str]:
        """The other tools that answer a query best, with the action to take."""
        choices, index = self._direct_index
        best = [choices[number] for number in index.search(query)[:_SUGGESTIONS]]
        return [
            f"{tool.name} {SELECTOR}={action}" if len(tool.operations) > 1 else tool.name
            for tool, action in best
        ]

    @cached_property
    def _direct_index(self) -> tuple[list[tuple[Tool, str]], Index]:
        choices = [(tool, action) for tool in self._tools for action in tool.operations or ("",)]
        texts = [
            tool.description if len(tool.operations) < 2 else _action_line(tool, action)
            for tool, action in choices
        ]
        index = Index(
            ((_NAME, f"{tool.name} {action}"), (_TEXT, text))
            for (tool, action), text in zip(choices, texts, strict=True)
        )
        return choices, index

    def _line(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "operation": entry["id"],
            "call_with": self._calls[entry["effect"]],
            "does": entry["summary"][:_SUMMARY_CHARS],
            "needs": entry["required"],
        }

    def _described(self, wanted: str) -> dict[str, Any]:
        entry = self._entries[wanted]
        return {
            "operation": wanted,
            "call_with": self._calls[entry["effect"]],
            "does": entry["text"] or entry["summary"],
            "arguments": self._tool(wanted).input_schema,
        }

    def _unknown(self, wanted: str) -> str:
        close = [list(self._entries)[n] for n in self._index.search(wanted)[:_SUGGESTIONS]]
        guess = f" Did you mean {', '.join(f'`{name}`' for name in close)}?" if close else ""
        return f"There is no operation `{wanted[:100]}`.{guess} Search with `{self._find}`."

    def _tool(self, wanted: str) -> Tool:
        """One operation as a tool that has it alone, which is how it is checked and called."""
        entry = self._entries[wanted]
        return Tool(
            name=wanted,
            title=entry["summary"],
            description=entry["text"],
            annotations=Annotations(False, True, False, True),
            arguments=entry["arguments"],
            operations={wanted: _operation(entry)},
        )


def _action_line(tool: Tool, action: str) -> str:
    """What a merged tool says of one action."""
    lines = str(tool.arguments.get(SELECTOR, {}).get("description", "")).splitlines()
    return next((line for line in lines if line.startswith(f"- {action}:")), "")


def _operation(entry: Mapping[str, Any]) -> Operation:
    body, paging = entry.get("body"), entry.get("paging")
    return Operation(
        method=entry["method"],
        path=entry["path"],
        parameters=tuple(Parameter(**parameter) for parameter in entry.get("parameters", ())),
        constants=tuple(Constant(**constant) for constant in entry.get("constants", ())),
        body=None if body is None else _body(body),
        required=tuple(entry["required"]),
        security=tuple(tuple(schemes) for schemes in entry.get("security", ())),
        base_url=entry.get("base_url", ""),
        paging=None if paging is None else _paging(paging),
    )


def _paging(paging: Mapping[str, Any]) -> Paging:
    given: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in paging.items()
    }
    return Paging(**given)


def _body(body: Mapping[str, Any]) -> Body:
    fields = tuple(Field(**{**field, "path": tuple(field["path"])}) for field in body["fields"])
    return Body(**{**body, "fields": fields})
