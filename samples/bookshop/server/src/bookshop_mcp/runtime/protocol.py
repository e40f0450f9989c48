"""MCP's methods on top of the tools: the SDK's low-level server for both protocol eras."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, TypeAlias

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.caching import CacheHint
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import X_MCP_HEADER_KEY

from .call import Caller
from .listing import TTL_MS, Listing
from .model import Tool
from .result import Audio, Block, Image, Outcome, Text
from .service import Service
from .view import WHOLE, View

logger = logging.getLogger(__name__)

Context: TypeAlias = ServerRequestContext[dict[str, Any], Any]


class ToolServer:
    """Answers `tools/list` and `tools/call`."""

    def __init__(self, service: Service, caller: Caller) -> None:
        self.listing = Listing(service.all_tools)
        self.header_schemas = _header_schemas(self.listing)
        self._caller = caller
        self.server: Server[dict[str, Any]] = Server(
            service.name,
            version=service.version,
            title=service.title,
            instructions=service.instructions or None,
            website_url=service.website or None,
            cache_hints={"server/discover": CacheHint(ttl_ms=TTL_MS, scope="public")},
            get_tool_input_schema=self._input_schema,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
        )

    async def _list_tools(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return self.listing.page(params.cursor if params else None, _view(context))

    async def _call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        view = _view(context)
        tool = self.listing.find(params.name, view)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:200]}")
        if not context.meta or "progress_token" not in context.meta:
            return write_result(await self._run(tool, params.arguments or {}, view))
        await context.session.report_progress(0, 1, f"Calling {tool.title}")
        outcome = await self._run(tool, params.arguments or {}, view)
        await context.session.report_progress(1, 1, "Answered")
        return write_result(outcome)

    async def _run(self, tool: Tool, arguments: Mapping[str, Any], view: View) -> Outcome:
        try:
            return await self._caller.call(tool, arguments, max_chars=view.max_chars)
        except MCPError:
            raise
        except Exception:
            # The SDK would send the exception's text to clients of the older revisions.
            logger.exception("%s failed", tool.name)
            raise MCPError(types.INTERNAL_ERROR, "Internal server error") from None

    def _input_schema(self, name: str) -> dict[str, Any] | None:
        tool = self.listing.find(name)
        return tool.input_schema if tool else None


def write_result(outcome: Outcome) -> types.CallToolResult:
    """An outcome as MCP's result; the text block and `structuredContent` say the same."""
    return types.CallToolResult(
        content=[_write_block(block) for block in outcome.content],
        structured_content=outcome.structured,
        is_error=outcome.is_error,
    )


def _write_block(block: Block) -> types.ContentBlock:
    if isinstance(block, Text):
        return types.TextContent(type="text", text=block.text)
    if isinstance(block, Image):
        return types.ImageContent(type="image", data=block.data_base64, mime_type=block.media_type)
    if isinstance(block, Audio):
        return types.AudioContent(type="audio", data=block.data_base64, mime_type=block.media_type)
    resource = types.BlobResourceContents(
        uri=block.uri, blob=block.data_base64, mime_type=block.media_type
    )
    return types.EmbeddedResource(type="resource", resource=resource)


def _header_schemas(listing: Listing) -> dict[str, dict[str, Any]]:
    """The schemas that ask clients to repeat arguments in `Mcp-Param-*` headers."""
    tools = (tool for name in listing.names if (tool := listing.find(name)))
    return {
        tool.name: tool.input_schema
        for tool in tools
        if any(X_MCP_HEADER_KEY in schema for schema in tool.arguments.values())
    }


def _view(context: Context) -> View:
    """The connection's view; on stdio there is none, and everything is shown."""
    return context.request if isinstance(context.request, View) else WHOLE
