"""Reading one small document, without the structure check, which has its own tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from mcpgen.diagnostics import Report
from mcpgen.openapi.fetch import reference_reader
from mcpgen.openapi.files import read_file
from mcpgen.openapi.model import Api
from mcpgen.openapi.parse import parse_document
from mcpgen.openapi.read import Origin, read_api
from mcpgen.openapi.recognise import dialect_of
from mcpgen.openapi.references import Library

Read = Callable[..., Api]


@pytest.fixture
def report() -> Report:
    return Report()


@pytest.fixture
def read(tmp_path: Path, report: Report) -> Read:
    """Read the text of `openapi.yaml` in a folder that holds the other files given by path."""

    def read_text(text: str, url: str = "", allow_refs: tuple[str, ...] = (), **files: str) -> Api:
        for name, content in files.items():
            path = tmp_path / name.replace("__", "/").replace("_yaml", ".yaml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(content), encoding="utf-8")
        address = str(tmp_path / "openapi.yaml")
        document = parse_document(dedent(text).encode(), "openapi.yaml", address)
        folder = str(tmp_path.resolve())
        library = Library(document, folder, allow_refs, read_file, reference_reader(allow_refs))
        origin = Origin("openapi.yaml", url, "0" * 64)
        return read_api(library, dialect_of(document), origin, report)

    return read_text


@pytest.fixture
def titles(report: Report) -> Callable[[], list[str]]:
    return lambda: [found.title for found in report]
