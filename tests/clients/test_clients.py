"""Real clients list every tool of a generated server, call one well and one badly."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from generated import Project, run

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


def talk(project: Project, command: list[str]) -> dict[str, Any]:
    """Run a client script, which says as JSON what it saw."""
    call = json.dumps([project.tool, project.arguments])
    report: dict[str, Any] = json.loads(run(command, env={**os.environ, "CALL": call}))
    return report


def expected(project: Project, version: str) -> dict[str, Any]:
    return {
        "version": version,
        "names": project.names,
        "good": True,
        "bad": True,
        "unknown": INVALID_PARAMS,
        "progress": [0, 1],
    }


@eras
def test_python(project: Project, target: list[str], era: str, version: str) -> None:
    command = [sys.executable, str(HERE / "python_client.py"), era, *target]
    assert talk(project, command) == expected(project, version)


def test_python_first_generation(project: Project, target: list[str], first_sdk: Path) -> None:
    command = [str(first_sdk), str(HERE / "python_first_client.py"), *target]
    assert talk(project, command) == expected(project, LEGACY)


@eras
def test_javascript(
    project: Project, target: list[str], node: Path, node_modules: Path, era: str, version: str
) -> None:
    script = str(HERE / "javascript_client.mjs")
    command = [str(node), script, str(node_modules), era, *target]
    assert talk(project, command) == expected(project, version)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_inspector(
    project: Project, target: list[str], node: Path, node_modules: Path, era: str
) -> None:
    inspector = [str(node), str(node_modules / ".bin" / "mcp-inspector"), "--cli", *target]
    inspector += ["--protocol-era", era, "--format", "json", "--method"]
    listed = json.loads(run([*inspector, "tools/list", "--strict"]))
    assert [tool["name"] for tool in listed["tools"]] == project.names
    given = [f"{key}={value}" for key, value in project.arguments.items()]
    call = [*inspector, "tools/call", "--tool-name", project.tool]
    good = json.loads(run([*call, *_tool_arguments(given)]))
    assert not good.get("isError")
    assert json.loads(good["content"][0]["text"]) == good["structuredContent"]


def _tool_arguments(given: list[str]) -> list[str]:
    return [word for pair in given for word in ("--tool-arg", pair)]
