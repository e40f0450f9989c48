"""The plan: which tools a server offers, what they call, and why. It knows no target language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mcpgen.diagnostics import Location
from mcpgen.naming import kebab
from mcpgen.openapi.model import Json, Place, SecurityScheme
from mcpgen.plan.pages import CURSOR as CURSOR
from mcpgen.plan.pages import Paging as Paging

SELECTOR = "action"
"""The argument of a merged tool that names the operation to call."""


EXTRA = "extra"
"""The argument of a tool that takes, by their names, the arguments it does not show."""


class Effect(StrEnum):
    """What calling an operation does to the world. A tool holds operations of one effect.

    WRITE is create and change together, which only a budget may force.
    """

    READ = "read"
    CREATE = "create"
    CHANGE = "change"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Annotations:
    """MCP's four hints; all explicit."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing the plan did to the document, with its reason.

    `rule` is stable and lower-case with hyphens (`merged`, `renamed-argument`, `trimmed`, …);
    `subject` is what it was done to: an operation's identity, or `tool` or `tool.argument`.
    """

    rule: str
    subject: str
    reason: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class ParameterBinding:
    """An argument that fills a parameter. `style` and `media_type` exclude each other."""

    argument: str
    place: Place
    name: str
    style: str
    explode: bool
    allow_reserved: bool = False
    allow_empty: bool = False
    media_type: str = ""
    names: tuple[tuple[str, str], ...] = ()
    """(argument's property name, wire name) of properties inside the value that were renamed."""


@dataclass(frozen=True, slots=True)
class FieldBinding:
    """An argument that fills one property of the body; `path` is in wire names from its root."""

    argument: str
    path: tuple[str, ...]
    content_type: str = ""
    style: str = ""
    explode: bool | None = None
    allow_reserved: bool = False
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BodyBinding:
    """The request body: built from `fields`, or given whole by the argument `argument`."""

    media_type: str
    required: bool
    fields: tuple[FieldBinding, ...] = ()
    argument: str = ""
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Constant:
    """A parameter with one possible value: the server sends it, and no argument asks for it."""

    place: Place
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Call:
    """One HTTP request a tool can make, under the action name a model gives for it.

    `path` is written as in the document and identifies the operation; `request_path` is what is
    requested, without the fragment or query some documents put there. `required` are argument names. `security` lists alternatives of scheme ids that must all be
    met. `base_url` is empty where the API's own applies.
    """

    action: str
    method: str
    path: str
    summary: str
    effect: Effect
    annotations: Annotations
    request_path: str
    parameters: tuple[ParameterBinding, ...] = ()
    constants: tuple[Constant, ...] = ()
    body: BodyBinding | None = None
    required: tuple[str, ...] = ()
    security: tuple[tuple[str, ...], ...] = ()
    base_url: str = ""
    paging: Paging | None = None

    @property
    def identity(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments this call takes, in order, each once."""
        names = [parameter.argument for parameter in self.parameters]
        if self.body is not None:
            names += [part.argument for part in self.body.fields]
            names += [self.body.argument] if self.body.argument else []
        names += [CURSOR] if self.paging is not None else []
        return tuple(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Argument:
    """One input of a tool, as the calling model sees it: a name and a JSON Schema 2020-12."""

    name: str
    schema: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool and the calls behind it. With one call, there is no `action` argument.

    The tools of the catalogue have no calls: the server answers them itself.
    """

    name: str
    title: str
    description: str
    effect: Effect
    annotations: Annotations
    arguments: tuple[Argument, ...]
    calls: tuple[Call, ...]
    rare: tuple[Argument, ...] = ()
    """Arguments that are only named, in the description of `extra`, and given through it."""

    @property
    def required(self) -> tuple[str, ...]:
        """The arguments every call needs, in the order of `arguments`.

        A tool without calls needs those that have no default.
        """
        needed = {one.name for one in self.arguments if self.calls or "default" not in one.schema}
        for call in self.calls:
            needed &= set(call.required)
        if len(self.calls) > 1:
            needed.add(SELECTOR)
        return tuple(argument.name for argument in self.arguments if argument.name in needed)

    @property
    def input_schema(self) -> dict[str, Any]:
        """The tool's inputSchema: a closed, flat object."""
        properties = {argument.name: argument.schema for argument in self.arguments}
        schema: dict[str, Any] = {"type": "object", "properties": properties}
        if self.required:
            schema["required"] = list(self.required)
        schema["additionalProperties"] = False
        return schema


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """An operation of the long tail. Its id is the call's action; `text` is what a search reads."""

    call: Call
    arguments: tuple[Argument, ...]
    text: str

    @property
    def id(self) -> str:
        return self.call.action


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The long tail of a large API, sorted by id.

    `find` names the tool that searches it, `callers` the tools that call its operations, by the
    operations' effect. These tools are among the plan's own and have no calls of theirs.
    """

    find: str
    callers: tuple[tuple[Effect, str], ...]
    entries: tuple[CatalogueEntry, ...]

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(entry.call for entry in self.entries)

    def reached_by(self, tool: str) -> tuple[CatalogueEntry, ...]:
        """The operations a tool of the catalogue calls; none for the one that only finds them."""
        effects = {effect for effect, name in self.callers if name == tool}
        return tuple(entry for entry in self.entries if entry.call.effect in effects)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An operation no tool reaches, and why."""

    method: str
    path: str
    reason: str
    location: Location


@dataclass(frozen=True, slots=True)
class ToolPlan:
    """Everything a target needs to render a server.

    `name` is the API's short name (`acme`), `prefix` starts every tool name. `base_url` is
    absolute with its variables filled in, or empty where the document gives none. `catalogue` is
    None where every operation has a tool of its own or shares one.
    """

    name: str
    prefix: str
    title: str
    api_version: str
    docs_url: str
    base_url: str
    instructions: str
    tools: tuple[Tool, ...]
    left_out: tuple[LeftOut, ...]
    decisions: tuple[Decision, ...]
    security_schemes: tuple[SecurityScheme, ...]
    catalogue: Catalogue | None = None

    @property
    def project_name(self) -> str:
        """The name of the project, and of the command it installs: `acme-mcp`."""
        return f"{kebab(self.name)}-mcp"

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every operation that can be called, by a tool of its own or through the catalogue."""
        direct = tuple(call for tool in self.tools for call in tool.calls)
        return direct + (self.catalogue.calls if self.catalogue else ())
