"""A generated project as clients meet it: on stdio and over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

REPOSITORY = Path(__file__).parents[2]
DOCUMENT = REPOSITORY / "samples" / "bookshop" / "openapi.yaml"
PACKAGE = "bookshop_mcp"

_LAUNCHER = """\
import os, sys
sys.path.insert(0, {source!r})
os.environ["BOOKSHOP_BASE_URL"] = {api_url!r}
os.environ["BOOKSHOP_API_KEY"] = "key-of-the-tests"
from {package}.__main__ import run
run()
"""

_DESCRIBE = """\
import json, samples
from {package}.server import SERVICE
tool = next(tool for tool in SERVICE.all_tools if tool.annotations.read_only)
names = [tool.name for tool in SERVICE.all_tools]
print(json.dumps([names, tool.name, samples.sample_call(tool)]))
"""


@dataclass(frozen=True, slots=True)
class Project:
    """A generated project, the command that starts it, and a call that works."""

    folder: Path
    command: tuple[str, ...]
    names: list[str]
    tool: str
    arguments: dict[str, Any]


def generate(folder: Path, api_url: str) -> Project:
    """Run `mcpgen new` on the sample document."""
    command = [sys.executable, "-m", "mcpgen", "new", str(DOCUMENT), str(folder), "--yes"]
    run(command, cwd=REPOSITORY)
    return describe(folder, api_url)


def describe(folder: Path, api_url: str) -> Project:
    """The project in a folder, with a launcher that needs neither installation nor settings."""
    source = str(folder / "src")
    launcher = folder / "launch.py"
    launcher.write_text(_LAUNCHER.format(source=source, api_url=api_url, package=PACKAGE))
    path = os.pathsep.join([source, str(folder / "tests")])
    code = _DESCRIBE.format(package=PACKAGE)
    out = run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path})
    names, tool, arguments = json.loads(out)
    return Project(folder, (sys.executable, str(launcher)), names, tool, arguments)


@contextmanager
def running(project: Project) -> Iterator[str]:
    """Serve the project over HTTP on a free port, and give the address of its endpoint."""
    command = [*project.command, "http", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        words = process.stderr.readline().replace(",", " ").split()
        url = next((word for word in words if word.endswith("/mcp")), "")
        assert url, " ".join(words) + process.stderr.read()
        _wait_for(url.removesuffix("/mcp") + "/readyz")
        yield url
    finally:
        process.terminate()
        process.communicate(timeout=30)


def run(command: list[str], *, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """The standard output of a command that has to succeed."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _wait_for(url: str) -> None:
    transport = httpx2.HTTPTransport(retries=5)
    with httpx2.Client(transport=transport, timeout=30) as client:
        assert client.get(url).status_code == 200
