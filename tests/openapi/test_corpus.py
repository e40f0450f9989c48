"""Real documents: each loads, with the number of operations its manifest counts."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from mcpgen.diagnostics import McpgenError, Report
from mcpgen.openapi.load import load_api
from mcpgen.openapi.model import SchemaRef

SPECS = Path(__file__).resolve().parents[3] / "shared" / "specs"
KINDS = ("real", "oai-example", "edge")
# The folders that documents refer to besides their own.
ALLOWED = ("camara-qod/code", "oai-examples/examples/v2.0/yaml/petstore-separate")
SLOW_BYTES = 1_500_000


def _rows() -> list[dict[str, str]]:
    manifest = SPECS / "MANIFEST.tsv"
    if not manifest.exists():
        return []
    with manifest.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] in KINDS]


def _mark(row: dict[str, str]) -> object:
    marks = [pytest.mark.slow] if int(row["bytes"]) > SLOW_BYTES else []
    return pytest.param(row, id=row["name"], marks=marks)


@pytest.mark.skipif(not SPECS.exists(), reason="the shared documents are not here")
@pytest.mark.parametrize("row", [_mark(row) for row in _rows()])
def test_a_real_document_loads(row: dict[str, str]) -> None:
    report = Report()
    allowed = tuple(str(SPECS / folder) for folder in ALLOWED)
    source = str(SPECS / row["file"])
    if row["operations"] == "0":
        with pytest.raises(McpgenError, match="has only webhooks"):
            load_api(source, report, allow_refs=allowed)
        return
    api = load_api(source, report, allow_refs=allowed)
    assert not api.unusable
    assert len(api.operations) == int(row["operations"])
    assert api.dialect == row["oas_version"][:3]
    schemas = [
        schema
        for operation in api.operations
        for schema in (
            *(parameter.schema for parameter in operation.parameters),
            *(media.schema for media in (operation.body.media_types if operation.body else ())),
            *(media.schema for response in operation.responses for media in response.media_types),
        )
        if schema is not None
    ]
    _read_all(schemas)
    assert not [found for found in report if "leads nowhere" in found.title]


def _read_all(waiting: list[SchemaRef]) -> None:
    seen: set[str] = set()
    while waiting:
        reference = waiting.pop()
        if reference.key in seen:
            continue
        seen.add(reference.key)
        schema = reference.read()
        waiting += (child for _, child in schema.properties)
        waiting += (*schema.all_of, *schema.any_of, *schema.one_of, *schema.prefix_items)
        waiting += [schema.items] if schema.items else []
        waiting += [schema.additional] if not isinstance(schema.additional, bool) else []
