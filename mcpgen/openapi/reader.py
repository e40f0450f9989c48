"""What reading an operation needs in every dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from mcpgen.diagnostics import Report
from mcpgen.openapi.documents import Node, ReadingError
from mcpgen.openapi.model import BaseUrl, Body, Parameter, Place, Response, Schema, SchemaRef
from mcpgen.openapi.references import Library
from mcpgen.openapi.schemas import FixedSchema, Schemas

TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""A method or the name of a header, as RFC 9110 has it."""

_UNSENDABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reader:
    """The document being read, and where its problems go."""

    root: Node
    dialect: str
    library: Library
    schemas: Schemas
    report: Report
    url: str = ""
    """Where the document was fetched from, without credentials; "" for a file."""

    def schema(self, node: Node) -> SchemaRef:
        """A schema an operation cannot do without: raises ReadingError where its `$ref` leads nowhere."""
        self.schemas.find(node)
        return self.schemas.at(node)

    def resolve_noted(self, given: Node) -> Node:
        """Follow a `$ref`; since OpenAPI 3.1 a description beside it replaces the other's."""
        node = self.library.resolve(given)
        note = given.text("description")
        if (
            node is given
            or not note
            or not self.schemas.siblings
            or not isinstance(node.value, dict)
        ):
            return node
        return Node(node.document, node.pointer, {**node.value, "description": note})

    def place(self, node: Node) -> Place:
        word = node.text("in")
        try:
            return Place(word)
        except ValueError:
            places = ", ".join(f"`{place}`" for place in Place)
            raise ReadingError(
                f"`in: {word}` is not a place of a parameter" if word else "a parameter lacks `in`",
                node.location,
                hint=f"write one of {places}",
            ) from None

    def responses(self, operation: Node) -> Iterator[tuple[str, Node]]:
        """Each status and its response; one that cannot be found costs only itself."""
        for status, given in operation.members("responses"):
            if status.startswith("x-"):
                continue
            try:
                yield status.upper() if status != "default" else status, self.library.resolve(given)
            except ReadingError as fault:
                self.report.warn(fault.title, fault.location, fault.detail, fault.hint)


class Dialect(Protocol):
    """How one format writes what an operation takes and gives."""

    def parameter(self, node: Node) -> Parameter | None:
        """Read a resolved parameter object; None where it is part of the body."""

    def body(self, operation: Node, parameters: list[Node]) -> Body | None: ...

    def responses(self, operation: Node) -> tuple[Response, ...]: ...

    def base_urls(self, node: Node) -> tuple[BaseUrl, ...]:
        """The base URLs written at a path item or operation; empty where the API's apply."""


def text_schema(key: str, **changes: object) -> FixedSchema:
    """A plain string, for what the document leaves untyped."""
    return FixedSchema(key, Schema(types=("string",), **changes))  # type: ignore[arg-type]


def name_of(node: Node) -> str:
    name = node.text("name")
    if not name:
        raise ReadingError(
            "a parameter lacks `name`", node.location, hint="give it its name on the wire"
        )
    if _UNSENDABLE.search(name):
        raise ReadingError("a name holds control characters or half a character", node.location)
    return name
