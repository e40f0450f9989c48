"""The workflow of a generated project opens a pull request, run step by step as GitHub runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import ROOT, mcpgen, run

HERE = Path(__file__).resolve().parent

pytestmark = pytest.mark.slow

GH = """#!/bin/sh
echo "$@" >> "$GH_LOG"
if [ "$2" = list ]; then cat "$GH_OPEN"; else
  while [ $# -gt 0 ]; do [ "$1" = --body-file ] && cat "$2" >> "$GH_LOG"; shift; done
fi
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project under version control, with a place to push to and the programs a runner has."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "openapi.yaml").write_bytes((HERE / "shop.yaml").read_bytes())
    mcpgen("new", "project/openapi.yaml", "made", cwd=tmp_path)
    for path in (tmp_path / "made").iterdir():
        path.rename(tmp_path / "project" / path.name)
    project = tmp_path / "project"
    plan = (project / "mcpgen.yaml").read_text(encoding="utf-8")
    (project / "mcpgen.yaml").write_text(
        plan.replace("../project/openapi.yaml", "openapi.yaml"), encoding="utf-8"
    )
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in {
        "gh": GH,
        "mcpgen": f'#!/bin/sh\nexec "{sys.executable}" -m mcpgen "$@"\n',
    }.items():
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    (tmp_path / "open").write_text("", encoding="utf-8")
    run("git", "init", "-q", "--bare", "origin", cwd=tmp_path)
    run("git", "init", "-q", "-b", "main", cwd=project)
    run("git", "remote", "add", "origin", tmp_path / "origin", cwd=project)
    mcpgen("regenerate", cwd=project)
    commit(project)
    return project


def commit(project: Path) -> None:
    run("git", "add", "-A", cwd=project)
    who = ("-c", "user.name=t", "-c", "user.email=t@example.com")
    run("git", *who, "commit", "-qm", "x", cwd=project)


def workflow(project: Path) -> Any:
    return yaml.safe_load((project / ".github/workflows/regenerate.yml").read_bytes())


def run_workflow(project: Path) -> str:
    """Run its steps but the installation; what `gh` was asked."""
    root = project.parent
    log = root / "gh.log"
    log.write_text("", encoding="utf-8")
    job = workflow(project)["jobs"]["regenerate"]
    env = (
        os.environ
        | job["env"]
        | {
            "PATH": f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "RUNNER_TEMP": str(root),
            "GH_LOG": str(log),
            "GH_OPEN": str(root / "open"),
        }
    )
    for step in job["steps"]:
        if "run" in step and not step["name"].startswith("Install"):
            command = ["bash", "-e", "-o", "pipefail", "-c", step["run"]]
            done = subprocess.run(command, cwd=project, env=env, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
    return log.read_text(encoding="utf-8")


def test_nothing_new_opens_nothing(project: Path) -> None:
    assert run_workflow(project) == ""


def test_a_new_document_opens_a_pull_request_and_then_updates_it(project: Path) -> None:
    document = project / "openapi.yaml"
    text = document.read_text(encoding="utf-8").replace(
        "required: [title]", "required: [title, pages]"
    )
    document.write_text(text, encoding="utf-8")
    commit(project)
    asked = run_workflow(project)
    assert "pr create --head mcpgen/regenerate --title Take in the next version of the API" in asked
    assert "## Tool changes: 1 breaking" in asked
    assert "Conflicts" not in asked
    pushed = run("git", "show", "mcpgen/regenerate", "--stat", cwd=project.parent / "origin")
    assert "src/shop_mcp/tools/add_book.py" in pushed
    assert ".mcpgen/undo" not in pushed
    run("git", "checkout", "-q", "main", cwd=project)
    (project.parent / "open").write_text("7\n", encoding="utf-8")
    assert "pr edit mcpgen/regenerate --body-file" in run_workflow(project)


def test_conflicts_are_told_in_the_pull_request(project: Path) -> None:
    tool = project / "src/shop_mcp/tools/add_book.py"
    tool.write_text(tool.read_text("utf-8").replace("The title", "Our title"), encoding="utf-8")
    document = project / "openapi.yaml"
    text = document.read_text(encoding="utf-8").replace("The title", "Its title")
    document.write_text(text, encoding="utf-8")
    commit(project)
    assert "**Conflicts:**" in run_workflow(project)


def test_the_workflow_trusts_only_what_is_pinned(project: Path) -> None:
    steps = workflow(project)["jobs"]["regenerate"]["steps"]
    used = [step["uses"] for step in steps if "uses" in step]
    assert [name.partition("@")[0] for name in used] == ["actions/checkout", "actions/setup-python"]
    assert all(len(name.partition("@")[2]) == 40 for name in used)
    install = next(step["run"] for step in steps if step.get("name", "").startswith("Install"))
    asked = run("bash", "-c", install.replace("pip install", "echo"), cwd=project)
    assert asked.startswith("mcpgen==")
