"""A document to the `Api`: every dialect normalised to one model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from mcpgen.diagnostics import McpgenError, Report, failure
from mcpgen.openapi.base_urls import api_urls
from mcpgen.openapi.documents import Node, ReadingError
from mcpgen.openapi.model import Api, Tag
from mcpgen.openapi.openapi3 import OpenApi3
from mcpgen.openapi.operations import Operations, item_operations, path_items
from mcpgen.openapi.reader import Reader
from mcpgen.openapi.references import Library
from mcpgen.openapi.schemas import Schemas
from mcpgen.openapi.security import read_requirements, read_schemes
from mcpgen.openapi.swagger2 import Swagger2

_WEB = re.compile(r"https?://[!-~]+")
_WITH_SIBLINGS = ("3.1", "3.2")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the document came from. `url` is empty unless it was fetched."""

    source: str
    url: str
    sha256: str


def read_api(library: Library, dialect: str, origin: Origin, report: Report) -> Api:
    """Read the entry document; raises McpgenError where it holds no usable operation."""
    root = library.entry.root
    schemas = Schemas(library, report, siblings=dialect in _WITH_SIBLINGS)
    reader = Reader(root, dialect, library, schemas, report, origin.url)
    schemes = read_schemes(reader)
    known = frozenset(scheme.id for scheme in schemes)
    security = read_requirements(root, (), known, reader)
    words = Swagger2(reader) if dialect == "2.0" else OpenApi3(reader)
    operations = Operations(reader, words, security, known)
    if (paths := root.get("paths")) is not None:
        if not isinstance(paths.value, dict):
            raise failure("`paths` must be an object", location=paths.location)
        operations.read_paths(paths)
    webhooks = _count_webhooks(reader)
    if not operations.usable:
        raise _nothing_usable(root, operations, webhooks)
    info = root.get("info") or root
    docs = root.get("externalDocs") or root
    return Api(
        title=_plain(info, "title"),
        version=_plain(info, "version"),
        dialect=dialect,
        source=origin.source,
        sha256=origin.sha256,
        operations=tuple(operations.usable),
        unusable=tuple(operations.unusable),
        description=info.text("description"),
        docs_url=docs.text("url") if _WEB.fullmatch(docs.text("url")) else "",
        base_urls=api_urls(reader),
        tags=tuple(
            Tag(tag.text("name"), tag.text("description"))
            for tag in root.elements("tags")
            if tag.text("name")
        ),
        security_schemes=schemes,
        webhooks=webhooks,
    )


def _plain(node: Node, key: str) -> str:
    """A text; `version: 1.0` is a number in YAML and still meant as one."""
    value = node.raw(key)
    return str(value) if isinstance(value, str | int | float) else ""


def _count_webhooks(reader: Reader) -> int:
    count = 0
    for _, item in chain(reader.root.members("webhooks"), reader.root.members("x-webhooks")):
        try:
            count += sum(1 for _ in item_operations(path_items(item, reader), reader.dialect))
        except ReadingError as fault:
            reader.report.warn(fault.title, fault.location, fault.detail, fault.hint)
    return count


def _nothing_usable(root: Node, operations: Operations, webhooks: int) -> McpgenError:
    name = root.document.name
    location = (root.get("paths") or root).location
    if unusable := operations.unusable:
        first = unusable[0]
        what = f"`{first.method} {first.path}`" if first.method != "*" else f"`{first.path}`"
        return failure(
            f"{name} has no usable operation",
            location=first.location,
            detail=(
                f"{what} was left out: {first.reason}."
                if len(unusable) == 1
                else f"All {len(unusable)} were left out. The first is {what}: {first.reason}."
            ),
            hint=operations.hint or "the warnings say what to correct",
        )
    if webhooks:
        return failure(
            f"{name} has only webhooks",
            location=location,
            detail="A webhook is a request the API sends to you: an agent has nothing to call.",
            hint="use a document that has operations under `paths`",
        )
    return failure(
        f"{name} has no operations",
        location=location,
        hint="add at least one operation under `paths`",
    )
