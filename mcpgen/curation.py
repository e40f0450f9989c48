"""What a team decides about single operations and tools, as `mcpgen.yaml` says it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict


def check_pattern(value: str) -> str:
    """A pattern over operations: `GET /pets/**`, `tag:admin` or `id:list*`."""
    if value.startswith(("tag:", "id:")):
        if value.partition(":")[2]:
            return value
    elif re.fullmatch(r"([A-Za-z]+|\*) (/\S*|\*\*)", value):
        return value
    raise ValueError("write `METHOD /path`, `tag:NAME` or `id:NAME`; * and ** stand for any text")


def check_tool_name(value: str) -> str:
    """A name every client takes, with room for the prefix hosts put in front."""
    if value and not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
        raise ValueError("use lower-case letters, digits and _, at most 40, a letter first")
    return value


Pattern = Annotated[str, AfterValidator(check_pattern)]
_CLOSED = ConfigDict(extra="forbid", frozen=True, strict=True)


class Hints(BaseModel):
    """MCP's hints where the team knows better."""

    model_config = _CLOSED

    readOnlyHint: bool | None = None  # noqa: N815 - MCP's own names
    destructiveHint: bool | None = None  # noqa: N815
    idempotentHint: bool | None = None  # noqa: N815
    openWorldHint: bool | None = None  # noqa: N815


class ToolEdit(BaseModel):
    """What the team says of a tool instead of mcpgen; an empty text leaves it as it is."""

    model_config = _CLOSED

    name: Annotated[str, AfterValidator(check_tool_name)] = ""
    title: str = ""
    description: str = ""
    annotations: Hints = Hints()
    arguments: dict[str, str] = {}
    """Descriptions of arguments, by name."""


class OperationEdit(BaseModel):
    """What the team says of an operation, by `METHOD /path`."""

    model_config = _CLOSED

    effect: Literal["", "read", "create", "change"] = ""


def matches(pattern: str, method: str, path: str, operation_id: str, tags: tuple[str, ...]) -> bool:
    """Does a pattern name an operation? `*` stays inside a path segment, `**` does not."""
    kind, _, rest = pattern.partition(":")
    if kind == "tag" and not pattern.startswith("tag: "):
        return any(_expression(rest).fullmatch(tag) for tag in tags)
    if kind == "id":
        return bool(_expression(rest).fullmatch(operation_id))
    wanted, _, where = pattern.partition(" ")
    return wanted.upper() in ("*", method) and bool(_expression(where).fullmatch(path))


@lru_cache(maxsize=256)
def _expression(pattern: str) -> re.Pattern[str]:
    parts = (
        ".*" if part == "**" else "[^/]*" if part == "*" else re.escape(part)
        for part in re.split(r"(\*\*|\*)", pattern)
    )
    return re.compile("".join(parts), re.DOTALL)
