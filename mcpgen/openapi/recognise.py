"""Which format a document is in, and what to do when it is not one mcpgen reads."""

from __future__ import annotations

import re

from mcpgen.diagnostics import Location, McpgenError, failure
from mcpgen.openapi.documents import Document, Node

_SUPPORTED = "mcpgen reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2"
_VERSION = re.compile(r"(\d+)(?:\.(\d+))?")
_OTHERS = {
    "asyncapi": ("an AsyncAPI document", "it describes messages, not HTTP operations to call"),
    "arazzo": ("an Arazzo document", "name the OpenAPI document its workflows use"),
    "overlay": ("an OpenAPI Overlay", "name the OpenAPI document it changes"),
    "swaggerVersion": (
        "a Swagger 1 document",
        "convert it to OpenAPI 3 first, for example with `swagger2openapi` or Swagger Editor",
    ),
    "openrpc": ("an OpenRPC document", "it describes JSON-RPC methods, not HTTP operations"),
    "_postman_id": ("a Postman collection", "export the API as OpenAPI from Postman"),
    "$schema": ("a JSON Schema", "name the OpenAPI document that uses it"),
}


def dialect_of(document: Document) -> str:
    """The document's dialect, "2.0" to "3.2"; raises McpgenError for anything else."""
    root = document.root
    if not isinstance(root.value, dict):
        raise _not_an_object(root)
    for key, versions in (("openapi", ("3.0", "3.1", "3.2")), ("swagger", ("2.0",))):
        version = root.get(key)
        if version is not None:
            return _dialect(version, key, versions)
    raise _not_openapi(root)


def _dialect(version: Node, key: str, versions: tuple[str, ...]) -> str:
    # Without quotes, YAML reads `openapi: 3.1` as a number.
    text = str(version.value).strip() if not isinstance(version.value, dict | list) else ""
    matched = _VERSION.match(text)
    found = f"{matched.group(1)}.{matched.group(2) or '0'}" if matched else ""
    if found in versions:
        return found
    older = key == "swagger" and found.startswith("1.")
    raise failure(
        f"`{key}: {text or '…'}` is not a version mcpgen knows",
        location=version.location,
        detail=f"{_SUPPORTED}.",
        hint=(
            "convert the document to OpenAPI 3 first"
            if older
            else "correct the version, or convert the document to one of these"
        ),
    )


def _not_an_object(root: Node) -> McpgenError:
    name = root.document.name
    if root.value is None:
        return failure(f"{name} is empty", location=Location(name))
    kind = "a list" if isinstance(root.value, list) else "a single value"
    return failure(
        f"{name} is not an OpenAPI document: it holds {kind}",
        location=Location(name),
        hint="an OpenAPI document is an object that begins with `openapi:` or `swagger:`",
    )


def _not_openapi(root: Node) -> McpgenError:
    name = root.document.name
    info = root.get("info")
    schema = info.text("schema") if info else ""
    if (info and info.get("_postman_id")) or "getpostman.com" in schema:
        key = "_postman_id"
    elif root.text("kind").startswith("discovery#"):
        what, hint = "a Google API discovery document", "convert it to OpenAPI 3 first"
        return _other(name, what, hint, root)
    else:
        key = next((key for key in _OTHERS if root.get(key) is not None), "")
    if key:
        return _other(name, *_OTHERS[key], root)
    return failure(
        f"{name} is not an OpenAPI document",
        location=root.location,
        detail="It has neither `openapi` nor `swagger` at the top.",
        hint=f"{_SUPPORTED}; begin the document with its version, such as `openapi: 3.1.0`",
    )


def _other(name: str, what: str, hint: str, root: Node) -> McpgenError:
    return failure(
        f"{name} is {what}, not an OpenAPI document",
        location=root.location,
        detail=f"{_SUPPORTED}.",
        hint=hint,
    )
