"""The committed sample is what mcpgen generates today, to the byte, and serves what it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from commands import ROOT, SAMPLE, files, mcpgen
from mcp import Client, StdioServerParameters

SERVER = SAMPLE / "server"
TOOLS = SAMPLE / "tools.json"


def test_generating_again_gives_the_committed_project(tmp_path: Path, update_golden: bool) -> None:
    shutil.copy(SAMPLE / "openapi.yaml", tmp_path)
    mcpgen("new", "openapi.yaml", "server", "--yes", cwd=tmp_path)
    fresh = tmp_path / "server"
    if update_golden:
        shutil.rmtree(SERVER, ignore_errors=True)
        shutil.copytree(fresh, SERVER)
    expected, found = files(SERVER), files(fresh)
    assert sorted(found) == sorted(expected)
    for name, content in found.items():
        assert content == expected[name], f"{name} differs: run pytest --update-golden"


def test_git_ignores_no_file_of_the_committed_project() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "check-ignore", "--no-index", "--stdin"]
    names = "\n".join(f"samples/bookshop/server/{name}" for name in files(SERVER))
    done = subprocess.run(
        command, cwd=ROOT, input=names, capture_output=True, text=True, check=False
    )
    assert done.stdout == ""


def test_the_server_lists_the_committed_tools(update_golden: bool) -> None:
    env = os.environ | {"PYTHONPATH": str(SERVER / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = StdioServerParameters(command=sys.executable, args=["-m", "bookshop_mcp"], env=env)

    async def list_tools(mode: str) -> list[object]:
        async with Client(command, mode=mode) as client:
            listed = await client.list_tools()
            assert listed.next_cursor is None
            return [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed.tools]

    modern, legacy = (anyio.run(list_tools, mode) for mode in ("2026-07-28", "legacy"))
    assert modern == legacy
    if update_golden:
        TOOLS.write_text(json.dumps(modern, indent=2) + "\n", encoding="utf-8")
    assert modern == json.loads(TOOLS.read_text(encoding="utf-8"))
