"""What a tool is. Data only: what a tool does is in the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

JsonSchema: TypeAlias = Mapping[str, Any]
"""A JSON Schema 2020-12 object."""

Place: TypeAlias = Literal["path", "query", "header", "cookie", "querystring"]

EXTRA = "extra"
"""The argument of a tool that takes, by their names, the arguments it does not show."""

CURSOR = "cursor"
"""The argument that takes the `next_cursor` of the answer before."""

SELECTOR = "action"
"""The argument of a tool with several operations that names the one to call."""


@dataclass(frozen=True, slots=True)
class Annotations:
    """MCP's four hints about a tool's effect, always explicit."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument that fills one parameter of the request (OpenAPI 3.2 §4.12).

    `name` is the name on the wire. An empty `style` and an `explode` of None mean the default of
    the place. `media_type` is set for a parameter written by its content instead of a style.
    `names` gives the wire names of properties inside the value, where they differ.
    """

    argument: str
    place: Place
    name: str
    style: str = ""
    explode: bool | None = None
    allow_reserved: bool = False
    allow_empty: bool = False
    media_type: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Constant:
    """A parameter with one possible value, which is always sent; no argument asks for it."""

    place: Place
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Field:
    """An argument that fills one property of the request body.

    `path` leads to the property from the body's root, in wire names. `content_type`, `style`,
    `explode` and `allow_reserved` are the property's encoding in a form or multipart body.
    """

    argument: str
    path: tuple[str, ...]
    content_type: str = ""
    style: str = ""
    explode: bool | None = None
    allow_reserved: bool = False
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Body:
    """The request body: built from `fields`, or given whole by the argument `argument`."""

    media_type: str
    required: bool = False
    fields: tuple[Field, ...] = ()
    argument: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Paging:
    """How the pages of a list follow each other. Paths lead to properties of the answer.

    `kind` says what tells where the next page starts: a `cursor` in the answer, the key of the
    last `item`, the number of the `page`, the `offset` of its first item, or a URL, in the header
    `Link` or at `next` in the answer. `limit` is the argument with the size of a page, `size` the
    API's default and `most` its maximum. `more` is a flag that there is a next page, `last` one
    that there is none, `total` the number of items, `pages` that of pages and `current` this
    one's. `first` is the number of the first page or item. `names` are the query parameters a URL
    may set; with none, those that are named like a position.
    """

    kind: Literal["cursor", "item", "page", "offset", "link", "url"]
    items: tuple[str, ...] = ()
    limit: str = ""
    size: int | None = None
    most: int | None = None
    next: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    current: tuple[str, ...] = ()
    key: str = ""
    first: int = 0
    sends_first: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """One HTTP request a tool can make.

    `security` lists alternatives, each a set of scheme names that must all be met; empty means
    that no credential is sent. `base_url` replaces the API's own for this operation.
    """

    method: str
    path: str
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    required: tuple[str, ...] = ()
    security: tuple[tuple[str, ...], ...] = ()
    base_url: str = ""
    constants: tuple[Constant, ...] = ()
    paging: Paging | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments this operation takes, in order, each once."""
        names = [parameter.argument for parameter in self.parameters]
        if self.body is not None:
            names += [part.argument for part in self.body.fields]
            names += [self.body.argument] if self.body.argument else []
        names += [CURSOR] if self.paging is not None else []
        return tuple(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as a model sees it, and the operations behind it by action name.

    The arguments in `rare` are not shown: a model finds their names in the description of `extra`
    and gives them through it.
    """

    name: str
    title: str
    description: str
    annotations: Annotations
    arguments: Mapping[str, JsonSchema]
    operations: Mapping[str, Operation]
    rare: Mapping[str, JsonSchema] = field(default_factory=dict)

    @property
    def required(self) -> tuple[str, ...]:
        """The arguments every call needs, in the order of `arguments`.

        A tool without operations, which a hook answers, needs those that have no default.
        """
        needed = set(self.arguments)
        if not self.operations:
            needed = {name for name, schema in self.arguments.items() if "default" not in schema}
        for operation in self.operations.values():
            needed &= set(operation.required)
        if len(self.operations) > 1:
            needed.add(SELECTOR)
        return tuple(name for name in self.arguments if name in needed)

    @property
    def input_schema(self) -> dict[str, Any]:
        """The tool's inputSchema: a closed, flat object."""
        schema: dict[str, Any] = {"type": "object", "properties": dict(self.arguments)}
        if self.required:
            schema["required"] = list(self.required)
        schema["additionalProperties"] = False
        return schema


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key in a header, a query parameter or a cookie; `variable` names where its value is set."""

    variable: str
    place: Literal["header", "query", "cookie"]
    name: str


@dataclass(frozen=True, slots=True)
class Basic:
    """HTTP Basic (RFC 7617)."""

    user_variable: str
    password_variable: str


@dataclass(frozen=True, slots=True)
class Bearer:
    """A bearer token (RFC 6750), also the one an OAuth 2 or OpenID Connect flow gave out.

    `scheme` is the word in front of it, for the rarer HTTP authentication schemes.
    """

    variable: str
    scheme: str = "Bearer"


@dataclass(frozen=True, slots=True)
class OAuth:
    """OAuth 2 or OpenID Connect: a token as it is, or what this server gets tokens with.

    The token endpoint is `token_url`, or is found at `discovery_url`. `variable` starts the names
    of all its variables.
    """

    variable: str
    token_url: str = ""
    discovery_url: str = ""

    @property
    def token_variable(self) -> str:
        """An access token that was got elsewhere."""
        return f"{self.variable}_TOKEN"

    @property
    def client_id_variable(self) -> str:
        return f"{self.variable}_CLIENT_ID"

    @property
    def client_secret_variable(self) -> str:
        return f"{self.variable}_CLIENT_SECRET"

    @property
    def refresh_token_variable(self) -> str:
        return f"{self.variable}_REFRESH_TOKEN"

    @property
    def scope_variable(self) -> str:
        return f"{self.variable}_SCOPE"

    @property
    def token_url_variable(self) -> str:
        return f"{self.variable}_TOKEN_URL"

    @property
    def variables(self) -> tuple[str, ...]:
        """All its variables, the first of them enough by itself."""
        return (
            self.token_variable,
            self.client_id_variable,
            self.client_secret_variable,
            self.refresh_token_variable,
            self.scope_variable,
            self.token_url_variable,
        )


@dataclass(frozen=True, slots=True)
class ClientCertificate:
    """Mutual TLS: paths of the certificate and of its key, in PEM."""

    certificate_variable: str
    key_variable: str


Credential: TypeAlias = ApiKey | Basic | Bearer | OAuth | ClientCertificate


@dataclass(frozen=True, slots=True)
class Api:
    """The HTTP API behind the tools.

    `name` is its short name; in capitals it starts every environment variable of this server.
    An empty `base_url` has to be set by configuration before a tool can be called.
    """

    name: str
    title: str
    base_url: str
    credentials: Mapping[str, Credential] = field(default_factory=dict)

    def variable(self, suffix: str) -> str:
        """The environment variable `ACME_<suffix>` of the API `acme`."""
        return f"{self.name.upper()}_{suffix}"
