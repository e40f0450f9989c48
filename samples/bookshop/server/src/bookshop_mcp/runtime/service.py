"""The parts of this server, as `server.py` puts them together."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from .catalogue import Catalogue
from .hooks import Hooks
from .model import Api, Tool


@dataclass(frozen=True, slots=True)
class Service:
    """A named set of tools in front of one API."""

    name: str
    title: str
    instructions: str
    api: Api
    tools: tuple[Tool, ...]
    hooks: Hooks
    website: str = ""
    catalogue: Catalogue | None = None

    @property
    def version(self) -> str:
        """The installed version of this project."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return "0.0.0"

    @property
    def all_tools(self) -> tuple[Tool, ...]:
        """The generated tools and the team's own, by name; an own one replaces its namesake."""
        tools = {tool.name: tool for tool in (*self.tools, *self.hooks.own_tools)}
        return tuple(tools[name] for name in sorted(tools))
