"""A generated project stands on its own: it installs, is clean, and passes its own tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from commands import SAMPLE, mcpgen, run

PROGRAMS = "Scripts" if os.name == "nt" else "bin"
CHECKS = (
    ("mypy",),
    ("mypy", "--strict", "src", "tests"),
    ("black", "--check", "."),
    ("ruff", "check", "."),
    ("pytest",),
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh project and, in `.venv`, nothing but it and its development tools."""
    folder = tmp_path_factory.mktemp("generated") / "bookshop-mcp"
    mcpgen("new", SAMPLE / "openapi.yaml", folder, "--yes")
    run(sys.executable, "-m", "venv", ".venv", cwd=folder)
    pip = (folder / ".venv" / PROGRAMS / "python", "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "install", ".[dev]", cwd=folder)
    return folder


def test_it_does_not_need_mcpgen(project: Path) -> None:
    listed = run(project / ".venv" / PROGRAMS / "pip", "list", cwd=project)
    assert "bookshop-mcp" in listed
    assert "mcpgen" not in listed


@pytest.mark.parametrize("check", CHECKS, ids=" ".join)
def test_it_is_clean(project: Path, check: tuple[str, ...]) -> None:
    run(project / ".venv" / PROGRAMS / "python", "-m", *check, cwd=project)


def test_its_command_says_what_it_is(project: Path) -> None:
    program = project / ".venv" / PROGRAMS / "bookshop-mcp"
    assert "http" in run(program, "--help", cwd=project)
