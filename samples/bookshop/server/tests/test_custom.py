"""Yours: tests of `hooks.py` and whatever else you add. mcpgen never touches this file again."""

from bookshop_mcp.server import SERVICE


def test_hooks_name_existing_tools() -> None:
    assert SERVICE.hooks.unknown_tools(tool.name for tool in SERVICE.tools) == ()
