"""Small documents in, plans out: the planner is tested from the outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mcpgen.config import PlanFile
from mcpgen.diagnostics import Report
from mcpgen.openapi.files import read_file
from mcpgen.openapi.model import Api
from mcpgen.openapi.parse import parse_document
from mcpgen.openapi.read import Origin, read_api
from mcpgen.openapi.recognise import dialect_of
from mcpgen.openapi.references import Library
from mcpgen.plan.model import ToolPlan
from mcpgen.plan.plan import plan_tools
from mcpgen.plan.sticky import Known

HEAD = """\
openapi: 3.1.0
info: {title: Shop API, version: "1"}
servers: [{url: https://shop.example/v1}]
"""


def _read(text: str) -> Api:
    """Read a document without the structure check, which is not the planner's business."""
    document = parse_document(text.encode(), "openapi.yaml", "/nowhere/openapi.yaml")
    library = Library(document, "/nowhere", (), read_file, _no_reader)
    return read_api(library, dialect_of(document), Origin("openapi.yaml", "", ""), Report())


def _no_reader(url: str) -> Any:
    raise AssertionError(f"a plan test fetched {url}")


@pytest.fixture
def plan_of() -> Callable[..., ToolPlan]:
    """Plan a document given as YAML; one without a head gets HEAD."""

    def plan(
        text: str, known: Known | None = None, report: Report | None = None, **settings: Any
    ) -> ToolPlan:
        whole = text if text.startswith(("openapi:", "swagger:")) else HEAD + text
        return plan_tools(_read(whole), PlanFile(spec="openapi.yaml", **settings), known, report)

    return plan
