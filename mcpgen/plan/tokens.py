"""What a tool definition costs a model, in o200k tokens."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from mcpgen.plan.model import Tool

_AT_ONCE = 1 << 18


@cache
def _encoder() -> Any:
    from bpe_openai import get_encoding  # half a second of import, paid only when counting

    return get_encoding("o200k_base")


def count_tokens(text: str) -> int:
    """The number of o200k tokens of a text."""
    # The encoder refuses a text of megabytes; a cut costs a token at most.
    parts = (text[at : at + _AT_ONCE] for at in range(0, len(text), _AT_ONCE))
    return sum(len(_encoder().encode_ordinary(part)) for part in parts)


def definition_tokens(name: str, description: str, input_schema: dict[str, Any]) -> int:
    """The tokens of a tool's definition as a host shows it to the model: compact JSON."""
    shown = {"name": name, "description": description, "inputSchema": input_schema}
    return count_tokens(json.dumps(shown, separators=(",", ":"), ensure_ascii=False))


def tool_tokens(tool: Tool) -> int:
    return definition_tokens(tool.name, tool.description, tool.input_schema)
