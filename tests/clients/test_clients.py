"""Real clients list every tool of a generated server, call one well and one badly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from client_projects import Project, run

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
LEGACY, MODERN = "2025-11-25", "2026-07-28"
INVALID_PARAMS = -32602

eras = pytest.mark.parametrize(
    ("era", "version"), [("legacy", LEGACY), ("auto", MODERN), (MODERN, MODERN)]
)


@pytest.fixture(params=["http", "stdio"])
def target(request: pytest.FixtureRequest, project: Project, url: str) -> list[str]:
    """How a client reaches the server."""
    return [url] if request.param == "http" else list(project.command)


def check(project: Project, command: list[str], version: str) -> None:
    """Run a client script, which says as JSON what it saw."""
    call = json.dumps([project.tool, project.arguments])
    report: dict[str, Any] = json.loads(run(command, env={**os.environ, "CALL": call}))
    # Some clients drop a note that arrives together with the answer, on stdio even both.
    notes = report.pop("progress")
    assert notes == [0, 1][: len(notes)]
    assert notes or not command[-1].startswith("http")
    assert report == {
        "version": version,
        "names": project.names,
        "good": True,
        "bad": True,
        "unknown": INVALID_PARAMS,
    }


@eras
def test_python(project: Project, target: list[str], era: str, version: str) -> None:
    command = [sys.executable, str(HERE / "python_client.py"), era, *target]
    check(project, command, version)


def test_python_first_generation(project: Project, target: list[str], first_sdk: Path) -> None:
    command = [str(first_sdk), str(HERE / "python_first_client.py"), *target]
    check(project, command, LEGACY)


@eras
def test_javascript(
    project: Project, target: list[str], node: Path, node_modules: Path, era: str, version: str
) -> None:
    script = str(HERE / "javascript_client.mjs")
    command = [str(node), script, str(node_modules), era, *target]
    check(project, command, version)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_inspector(
    project: Project, target: list[str], node: Path, node_modules: Path, era: str
) -> None:
    """`--strict` also finds schemas that some client would not take or understand."""
    inspector = [str(node), str(node_modules / ".bin" / "mcp-inspector"), "--cli", *target]
    inspector += ["--protocol-era", era, "--format", "json", "--method"]
    listed = json.loads(run([*inspector, "tools/list", "--strict"]))
    assert [tool["name"] for tool in listed["result"]["tools"]] == project.names
    assert listed.get("schemaFindings", []) == []
    call = [*inspector, "tools/call", "--tool-name", project.tool]
    for name, value in project.arguments.items():
        call += ["--tool-arg", f"{name}={value}"]
    result = json.loads(run(call))["result"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    done = subprocess.run(
        [*call, "--tool-arg", "no_such_argument=1"], capture_output=True, check=False
    )
    assert done.returncode != 0
    assert b'"tool_is_error"' in done.stdout + done.stderr
