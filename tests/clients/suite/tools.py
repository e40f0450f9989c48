"""Tools with the names the conformance suite asks for, each one operation of its API."""

from ..runtime.model import Annotations, Operation, Parameter, Tool

READ = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)


def _tool(name: str, path: str) -> Tool:
    return Tool(
        name=name,
        title=name.replace("_", " "),
        description=f"Gives what {path} holds.",
        annotations=READ,
        arguments={},
        operations={"get": Operation(method="GET", path=path)},
    )


SUITE_TOOLS = (
    _tool("test_simple_text", "/text"),
    _tool("test_image_content", "/image"),
    _tool("test_audio_content", "/audio"),
    _tool("test_embedded_resource", "/file"),
    _tool("test_error_handling", "/error"),
    Tool(
        name="test_custom_header",
        title="Custom header",
        description="Repeats an argument in a header of the MCP request.",
        annotations=READ,
        arguments={
            "region": {"type": "string", "description": "A region.", "x-mcp-header": "Region"}
        },
        operations={
            "get": Operation(
                method="GET",
                path="/text",
                parameters=(Parameter("region", "query", "region"),),
                required=("region",),
            )
        },
    ),
)
