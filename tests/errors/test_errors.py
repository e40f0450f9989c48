"""What mcpgen says about a document it cannot use, or not all of: reviewed as prose.

A case is a folder: the document, `expected.txt`, and `case.toml` where it needs options.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mcpgen.diagnostics import McpgenError, Report
from mcpgen.openapi.load import load_api
from mcpgen.openapi.model import Api, SchemaRef

HERE = Path(__file__).parent
CASES = sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name[0] not in "_.")


@pytest.mark.parametrize("name", CASES)
def test_error(name: str, monkeypatch: pytest.MonkeyPatch, update_golden: bool) -> None:
    monkeypatch.chdir(HERE / name)
    said = _said(_options(Path("case.toml")))
    expected = Path("expected.txt")
    if update_golden:
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


def _options(path: Path) -> dict[str, object]:
    given = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    source = next((str(found) for found in sorted(Path().glob("openapi.*"))), "")
    return {"source": source, "strict": False, "read_schemas": False} | given


def _said(options: dict[str, object]) -> str:
    report = Report()
    ending = []
    code = 0
    try:
        api = load_api(str(options["source"]), report, strict=bool(options["strict"]))
        if options["read_schemas"]:
            _read_schemas(api)
    except McpgenError as error:
        ending = [str(error.diagnostic)]
        code = int(error.exit_code)
    return "\n\n".join([*map(str, report), *ending, f"exit code {code}"]) + "\n"


def _read_schemas(api: Api) -> None:
    bodies = [operation.body for operation in api.operations if operation.body]
    waiting: list[SchemaRef] = [
        media.schema for body in bodies for media in body.media_types if media.schema
    ]
    while waiting:
        waiting += [child for _, child in waiting.pop().read().properties]
