"""`mcpgen diff` between any two documents, inside a project and outside."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mcpgen.cli.app import app

DOCUMENT = """\
openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: https://shop.example/v1}]
paths:
  /books:
    get: {summary: List books, responses: {"200": {description: ok}}}
"""
REQUIRED = "get: {parameters: [{name: q, in: query, required: true, schema: {type: string}}],"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two versions of a document, the old one also in git."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    who = ("-c", "user.name=t", "-c", "user.email=t@example.com")
    for command in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "x")):
        subprocess.run(["git", *command], check=True)
    (tmp_path / "new.yaml").write_text(DOCUMENT.replace("get: {", REQUIRED), encoding="utf-8")
    return tmp_path


def mcpgen(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="mcpgen")


@pytest.mark.usefixtures("folder")
def test_two_documents_need_no_project() -> None:
    for old in ("openapi.yaml", "HEAD:openapi.yaml"):
        result = mcpgen("diff", old, "new.yaml", "--fail-on", "breaking", "--format", "json")
        assert result.exit_code == 1, result.output
        changes = json.loads(result.stdout)["changes"]
        rules = {change["rule"]: change for change in changes}
        assert "in-required-property-added" in rules
        assert rules["in-required-property-added"]["new"]["line"] == 6
        assert rules["in-required-property-added"]["old"]["pointer"] == "#/paths/~1books/get"
    assert mcpgen("diff", "openapi.yaml", "openapi.yaml", "--fail-on", "any").exit_code == 0


@pytest.mark.usefixtures("folder")
def test_outside_a_project_one_document_is_not_enough() -> None:
    for command in (("diff",), ("diff", "new.yaml"), ("status",), ("regenerate",)):
        result = mcpgen(*command)
        assert result.exit_code == 2
        assert "is not inside a project of mcpgen" in result.stderr


def test_in_a_project_the_last_run_is_the_old_side(folder: Path) -> None:
    assert mcpgen("new", "openapi.yaml", "shop").exit_code == 0
    assert mcpgen("diff", "-C", "shop").stdout == "No tool changes\n"
    (folder / "openapi.yaml").write_bytes((folder / "new.yaml").read_bytes())
    assert "in-required-property-added" in mcpgen("diff", "-C", "shop").stdout
    assert "in-required-property-added" in mcpgen("diff", "HEAD:openapi.yaml", "-C", "shop").stdout
    (folder / "shop/.mcpgen/tools.json").unlink()
    result = mcpgen("diff", "-C", "shop")
    assert (result.exit_code, "nothing to compare with" in result.stderr) == (4, True)
    done = mcpgen("regenerate", "-C", "shop")
    assert done.exit_code == 0
    assert "warning: tool changes are not told" in done.stderr
    assert (folder / "shop/.mcpgen/tools.json").is_file()


def test_a_run_for_a_program_is_one_object(folder: Path) -> None:
    assert mcpgen("new", "openapi.yaml", "shop").exit_code == 0
    result = mcpgen("regenerate", "new.yaml", "-C", "shop", "--json")
    value = json.loads(result.stdout)
    assert (value["schemaVersion"], value["written"], value["conflicts"]) == (1, True, [])
    assert value["tools"]["counts"]["breaking"] >= 1
    states = {file["path"]: file["state"] for file in value["files"]}
    assert states["src/shop_mcp/server.py"] in ("unchanged", "updated")
    status = json.loads(mcpgen("status", "-C", "shop", "--json").stdout)
    assert status["document"] == {"source": "openapi.yaml", "changed": True}
    assert folder.is_dir()
