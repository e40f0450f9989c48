"""The structure check: fast always, complete and contained where strict."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpgen.diagnostics import McpgenError, Report
from mcpgen.openapi.authority import check_in_full
from mcpgen.openapi.files import read_file
from mcpgen.openapi.load import load_api
from mcpgen.openapi.parse import parse_document
from mcpgen.openapi.references import Library

HEAD = """openapi: 3.0.3
info: {title: T, version: "1"}
servers: [{url: https://a.example}]
paths:
  /a:
    get:
      responses: {"200": {description: Done}}
"""
PARAMETER = "      parameters:\n        - name: p\n          in: query\n          schema: "


def _check(tmp_path: Path, text: str, seconds: float = 20) -> list[tuple[str, str]]:
    path = tmp_path / "openapi.yaml"
    path.write_text(text)
    document = parse_document(text.encode(), "openapi.yaml", str(path))
    library = Library(document, str(tmp_path), (), read_file, lambda url: url.encode())
    return check_in_full(library, "3.0", seconds)


def test_the_full_check_reads_references_by_our_rules(tmp_path: Path) -> None:
    (tmp_path / "part.yaml").write_text("type: integer\ndefault: none\n")
    found = _check(tmp_path, f"{HEAD}{PARAMETER}{{$ref: part.yaml}}\n")
    assert found == [("", "a default does not fit its schema: 'none' is not of type 'integer'")]
    for reference in ("file:///etc/hostname", "../x.yaml", "http://127.0.0.1:9/", "ftp://x/y"):
        ((_, said),) = _check(tmp_path, f"{HEAD}{PARAMETER}{{$ref: '{reference}'}}\n")
        assert said.startswith("the full check gave up")


def test_the_full_check_survives_what_recurs(tmp_path: Path) -> None:
    loop = "components: {schemas: {A: {$ref: '#/components/schemas/A'}}}\n"
    schema = "{allOf: [{$ref: '#/components/schemas/A'}], default: 1}\n"
    ((_, said),) = _check(tmp_path, f"{HEAD}{PARAMETER}{schema}{loop}")
    assert said.startswith("the full check gave up")


def test_the_full_check_is_stopped_where_it_does_not_end(tmp_path: Path) -> None:
    schema = f"{{type: string, pattern: '^(a+)+$', default: {'a' * 40}!}}\n"
    found = _check(tmp_path, f"{HEAD}{PARAMETER}{schema}", seconds=3)
    assert found == [("", "the full check took over 3 seconds and was stopped")]


def test_strict_agrees_to_a_valid_document(tmp_path: Path) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_text(HEAD)
    assert load_api(str(path), Report(), strict=True).operations
    path.write_text(HEAD.replace("description", "descripton"))
    assert load_api(str(path), Report()).operations
    with pytest.raises(McpgenError, match="is not valid OpenAPI: "):
        load_api(str(path), Report(), strict=True)


def test_warnings_about_structure_are_few_and_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "openapi.yaml"
    wrong = "".join(f"  /x{number}: {{get: {{sumary: a}}}}\n" for number in range(12))
    path.write_text(f"{HEAD}{wrong}  /text: {{get: text}}\n")
    report = Report()
    load_api(str(path), report)
    titles = [found.title for found in report]
    assert titles[0] == "`GET /text` was left out"
    assert len([title for title in titles if "`get`" in title]) == 0
    assert titles[-1] == "14 more places differ from the OpenAPI schema"
