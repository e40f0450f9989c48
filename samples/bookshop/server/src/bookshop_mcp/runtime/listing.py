"""The tools as `tools/list` shows them, page by page."""

from __future__ import annotations

import base64
import binascii
from bisect import bisect_right
from collections.abc import Iterable

import mcp_types as types
from mcp.shared.exceptions import MCPError

from .model import Tool
from .view import WHOLE, View

# Some clients read the first page only, so a second one begins late.
PAGE_SIZE = 250

# How long a client may use the list without asking again. It changes only with a new release.
TTL_MS = 300_000


class Listing:
    """The tools of this server in the order of their names."""

    def __init__(self, tools: Iterable[Tool], page_size: int = PAGE_SIZE) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._wire = {name: _describe(tool) for name, tool in self._tools.items()}
        self._page_size = page_size
        self.names = tuple(sorted(self._tools))

    def find(self, name: str, view: View = WHOLE) -> Tool | None:
        """The tool of that name, if the connection may use it."""
        return self._tools.get(name) if view.shows(name) else None

    def page(self, cursor: str | None = None, view: View = WHOLE) -> types.ListToolsResult:
        """The page after the tool that `cursor` names, or the first one."""
        names = [name for name in self.names if view.shows(name)]
        start = 0 if cursor is None else bisect_right(names, read_cursor(cursor))
        shown = names[start : start + self._page_size]
        more = start + self._page_size < len(names)
        return types.ListToolsResult(
            tools=[self._wire[name] for name in shown],
            next_cursor=write_cursor(shown[-1]) if more else None,
            ttl_ms=TTL_MS,
            cache_scope="public" if view.names is None else "private",
        )


def write_cursor(name: str) -> str:
    """A cursor that resumes after `name`, also when a release adds or removes tools meanwhile."""
    return base64.urlsafe_b64encode(f"after:{name}".encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> str:
    """The name in a cursor this server wrote; anything else is refused."""
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        text = ""
    mark, _, name = text.partition(":")
    if mark != "after" or not name or write_cursor(name) != cursor:
        raise MCPError(types.INVALID_PARAMS, "Invalid cursor")
    return name


def _describe(tool: Tool) -> types.Tool:
    hints = tool.annotations
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=hints.read_only,
            destructive_hint=hints.destructive,
            idempotent_hint=hints.idempotent,
            open_world_hint=hints.open_world,
        ),
    )
