"""Bytes to a document: what encoding, JSON or YAML, and is it a document at all."""

from __future__ import annotations

import json
import re

from mcpgen.diagnostics import Location, McpgenError, failure
from mcpgen.openapi.documents import Document, Index
from mcpgen.openapi.json_values import read_json, syntax_failure
from mcpgen.openapi.model import Json
from mcpgen.openapi.positions import json_index, yaml_index
from mcpgen.openapi.yaml_values import read_yaml

_GRAPHQL = re.compile(
    r"\s*(?:(?:#[^\n]*|\"\"\".*?\"\"\")\s*)*"
    r"(?:schema\s*(?:@\w+[^{]*)?\{|(?:type|interface|enum|input|union|scalar|directive|extend)\s+[@\w])",
    re.DOTALL,
)


def parse_document(data: bytes, name: str, address: str) -> Document:
    """Parse a file; raises McpgenError where it is not JSON or YAML."""
    text = _decode(data, name)
    if text.lstrip()[:1] in ("{", "["):
        try:
            return _document(read_json(text, name), text, name, address, is_json=True)
        except json.JSONDecodeError as problem:
            mistake = syntax_failure(problem, name)
        if name.endswith(".json"):
            raise mistake
        try:
            return _document(read_yaml(text, name), text, name, address, is_json=False)
        except McpgenError:
            raise mistake from None
    _refuse_other_texts(text, name)
    return _document(read_yaml(text, name), text, name, address, is_json=False)


def _document(root: Json, text: str, name: str, address: str, *, is_json: bool) -> Document:
    def make_index() -> Index:
        return json_index(text) if is_json else yaml_index(text, name)

    return Document(name, address, root, make_index)


def _decode(data: bytes, name: str) -> str:
    if data[:2] == b"\x1f\x8b":
        raise failure(
            f"{name} is compressed with gzip",
            location=Location(name),
            hint="decompress it first: `gunzip -c FILE | mcpgen new -`",
        )
    # By the byte order mark, or by where the zero bytes of the first characters are.
    encoding = json.detect_encoding(data) if data else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        raise _encoding_failure(data, name, encoding, problem.start) from None


def _encoding_failure(data: bytes, name: str, encoding: str, offset: int) -> McpgenError:
    before = data[:offset]
    line_start = before.rfind(b"\n") + 1
    column = len(before[line_start:].decode("utf-8", "replace")) + 1
    location = Location(name, "", before.count(b"\n") + 1, column)
    if not encoding.startswith("utf-8"):
        location = Location(name)
    return failure(
        f"{name} is not {encoding.removesuffix('-sig').upper()} text",
        location=location,
        hint="save it as UTF-8; if it is an archive or an image, name the OpenAPI document instead",
    )


def _refuse_other_texts(text: str, name: str) -> None:
    """Name the texts people point mcpgen at by mistake, before YAML takes them for a string."""
    start = text.lstrip("\ufeff \t\r\n")[:2000]
    lower = start[:200].lower()
    location = Location(name)
    if not start.strip("\0"):
        raise failure(f"{name} is empty", location=location)
    if lower.startswith(("<!doctype html", "<html")) or "<html" in lower:
        raise failure(
            f"{name} is an HTML page, not an OpenAPI document",
            location=location,
            hint="is the URL behind a login, or that of the documentation page? Give the URL of "
            "the document itself, often `/openapi.json`",
        )
    if start.startswith("<"):
        raise failure(
            f"{name} is XML, not an OpenAPI document",
            location=location,
            hint="mcpgen reads OpenAPI in YAML or JSON; WSDL and WADL need converting first",
        )
    if start.startswith("#%RAML"):
        raise failure(
            f"{name} is RAML, not an OpenAPI document",
            location=location,
            hint="convert it to OpenAPI 3 first",
        )
    if _GRAPHQL.match(start):
        raise failure(
            f"{name} is a GraphQL schema, not an OpenAPI document",
            location=location,
            hint="mcpgen reads OpenAPI 2.0 to 3.2; a GraphQL API has one endpoint and needs "
            "another generator",
        )
