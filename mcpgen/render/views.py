"""What templates receive: finished values, which a template only has to place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcpgen.render.code import Construct, Value


@dataclass(frozen=True, slots=True)
class ToolView:
    """One tool module. `imports` are the names it uses of the runtime's model, sorted."""

    module: str
    name: str
    title: str
    description: str
    annotations: Construct
    arguments: Value
    operations: Value
    rare: Value
    imports: tuple[str, ...]

    @property
    def constant(self) -> str:
        """The name of the tool in the registry."""
        return self.module.upper()


@dataclass(frozen=True, slots=True)
class ToolRow:
    """A tool in the README. `tokens` is what its definition costs a model."""

    name: str
    title: str
    effect: str
    actions: str
    tokens: int


@dataclass(frozen=True, slots=True)
class VariableView:
    """An environment variable of the generated server; `help` is mcpgen's own text."""

    name: str
    help: str
    secret: bool = False
    default: str = ""
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class ProjectView:
    """The project as a whole.

    `short` is `acme`, `name` is `acme-mcp`, `package` is `acme_mcp`. `registry` holds
    the tools' constants; `catalogue` is empty where every operation has a tool.
    """

    short: str
    name: str
    package: str
    title: str
    instructions: str
    base_url: str
    docs_url: str
    credentials: Value
    imports: tuple[str, ...]
    tools: tuple[ToolView, ...]
    catalogue: Value
    registry: Value
    rows: tuple[ToolRow, ...]
    tokens: int
    settings: tuple[VariableView, ...]
    secrets: tuple[VariableView, ...]
    registry_entry: dict[str, Any]
    bundle_manifest: dict[str, Any]
