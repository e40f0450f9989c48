"""What a team adds by hand: a tool with several kinds of content in one result."""

from typing import Any

from .runtime.hooks import Hooks
from .runtime.model import Annotations, Tool
from .runtime.result import Blob, Image, Outcome, Text

hooks = Hooks()

_SAMPLE = "c2FtcGxl"


@hooks.tool(
    Tool(
        name="test_multiple_content_types",
        title="Several kinds",
        description="Gives a text, an image and a file.",
        annotations=Annotations(
            read_only=True, destructive=False, idempotent=True, open_world=False
        ),
        arguments={},
        operations={},
    )
)
async def several_kinds(_: dict[str, Any]) -> Outcome:
    return Outcome(
        (
            Text("A text, an image and a file."),
            Image(_SAMPLE, "image/png"),
            Blob("resource://sample", _SAMPLE, "application/octet-stream"),
        )
    )
