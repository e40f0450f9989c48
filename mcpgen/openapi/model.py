"""The API as its document describes it: one model for Swagger 2.0 and OpenAPI 3.0 to 3.2."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from mcpgen.diagnostics import Location
from mcpgen.openapi.paths import request_path

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Place(StrEnum):
    """Where in a request a parameter travels (OpenAPI 3.2 §4.12)."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    QUERYSTRING = "querystring"


class Style(StrEnum):
    """How a value is written (OpenAPI 3.2 §4.12.2.2); `tabDelimited` is Swagger 2.0's `tsv`."""

    MATRIX = "matrix"
    LABEL = "label"
    SIMPLE = "simple"
    FORM = "form"
    SPACE_DELIMITED = "spaceDelimited"
    PIPE_DELIMITED = "pipeDelimited"
    TAB_DELIMITED = "tabDelimited"
    DEEP_OBJECT = "deepObject"
    COOKIE = "cookie"


@dataclass(frozen=True, slots=True)
class Schema:
    """One JSON Schema, its dialect normalised to 2020-12 (Swagger 2.0 and 3.0 words translated).

    `types` holds JSON types without `null`, which is `nullable`; empty means any type.
    `const`, `default` and `enum` are empty tuples where the keyword is absent. `never` is the
    `false` schema. `additional` is True where any further property is allowed.
    """

    types: tuple[str, ...] = ()
    nullable: bool = False
    never: bool = False
    title: str = ""
    description: str = ""
    format: str = ""
    enum: tuple[Json, ...] = ()
    const: tuple[Json, ...] = ()
    default: tuple[Json, ...] = ()
    examples: tuple[Json, ...] = ()
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    properties: tuple[tuple[str, SchemaRef], ...] = ()
    required: tuple[str, ...] = ()
    additional: SchemaRef | bool = True
    items: SchemaRef | None = None
    prefix_items: tuple[SchemaRef, ...] = ()
    all_of: tuple[SchemaRef, ...] = ()
    any_of: tuple[SchemaRef, ...] = ()
    one_of: tuple[SchemaRef, ...] = ()
    discriminator: str = ""
    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: int | float | None = None
    exclusive_maximum: int | float | None = None
    multiple_of: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str = ""
    min_items: int | None = None
    max_items: int | None = None
    unique_items: bool = False
    min_properties: int | None = None
    max_properties: int | None = None
    content_encoding: str = ""
    content_media_type: str = ""


class SchemaRef(Protocol):
    """A schema in its place, read on first use: references are followed lazily.

    `key` is where the schema really stands after following `$ref` (`file#/pointer`): equal keys
    are one schema, which is how a reader notices recursion. `name` is its component's name, or "".
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    def read(self) -> Schema: ...


@dataclass(frozen=True, slots=True)
class Parameter:
    """One input of an operation outside its body."""

    name: str
    place: Place
    required: bool
    schema: SchemaRef
    location: Location
    description: str = ""
    style: Style = Style.SIMPLE
    explode: bool = False
    allow_reserved: bool = False
    allow_empty: bool = False
    media_type: str = ""
    """The media type of a `content:` parameter; empty for one written by `style`."""
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Encoding:
    """How one property of a form or multipart body is written (OpenAPI 3.2 §4.15)."""

    name: str
    content_type: str = ""
    style: Style | None = None
    explode: bool | None = None
    allow_reserved: bool = False


@dataclass(frozen=True, slots=True)
class MediaType:
    """One representation of a body."""

    name: str
    schema: SchemaRef | None
    encodings: tuple[Encoding, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """A request body, its media types in document order."""

    required: bool
    media_types: tuple[MediaType, ...]
    location: Location
    description: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What the API answers with one status: "200", "4XX" or "default"."""

    status: str
    description: str = ""
    media_types: tuple[MediaType, ...] = ()
    headers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ApiKeyScheme:
    id: str
    name: str
    place: Place
    description: str = ""


@dataclass(frozen=True, slots=True)
class HttpScheme:
    """`scheme` is the lower-case authentication scheme of RFC 9110: `basic`, `bearer`, …"""

    id: str
    scheme: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class OAuthFlow:
    kind: str
    token_url: str = ""
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OAuthScheme:
    id: str
    flows: tuple[OAuthFlow, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class OpenIdScheme:
    id: str
    url: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class MutualTlsScheme:
    id: str
    description: str = ""


SecurityScheme: TypeAlias = ApiKeyScheme | HttpScheme | OAuthScheme | OpenIdScheme | MutualTlsScheme


@dataclass(frozen=True, slots=True)
class Requirement:
    """Schemes that must all be met, with the scopes asked of each. Empty: no credential."""

    schemes: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a base URL, with its default and its allowed values (empty: any)."""

    name: str
    default: str
    enum: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """A `servers` entry. `url` is absolute where the document or its own address made it so."""

    url: str
    variables: tuple[Variable, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path. Its identity is `METHOD /path`, as the document writes it.

    `base_urls` is empty where the API's own apply. `security` is a list of alternatives, already
    falling back to the API's; no alternative, or an empty one, means no credential is needed.
    """

    method: str
    path: str
    location: Location
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    responses: tuple[Response, ...] = ()
    security: tuple[Requirement, ...] = ()
    base_urls: tuple[BaseUrl, ...] = ()

    @property
    def identity(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def request_path(self) -> str:
        """The path template to request: what `path` holds beyond it travels as parameters."""
        return request_path(self.path)


@dataclass(frozen=True, slots=True)
class Unusable:
    """An operation the document holds but a fault in it made unreadable."""

    method: str
    path: str
    reason: str
    location: Location


@dataclass(frozen=True, slots=True)
class Tag:
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Api:
    """Everything later stages know of the API. `dialect` is its format: "2.0", "3.0", "3.1", "3.2"."""

    title: str
    version: str
    dialect: str
    source: str
    """Where the document came from, without credentials: a path, a URL or `-`."""
    sha256: str
    operations: tuple[Operation, ...]
    unusable: tuple[Unusable, ...] = ()
    description: str = ""
    docs_url: str = ""
    base_urls: tuple[BaseUrl, ...] = ()
    tags: tuple[Tag, ...] = ()
    security_schemes: tuple[SecurityScheme, ...] = ()
    webhooks: int = 0
