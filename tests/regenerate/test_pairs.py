"""Two published versions of real documents: ten edits of a team survive, or are marked conflicts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mcpgen.cli.app import app
from mcpgen.project.merge import has_marks

PAIRS = Path(__file__).resolve().parents[3] / "shared" / "pairs"
OLD = sorted(PAIRS.glob("*.old.*"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not OLD, reason="the published pairs are not here"),
]


def mcpgen(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="mcpgen")


@dataclass
class Team:
    """What a team does to its project; `kept` are lines that must be there afterwards."""

    project: Path

    def __post_init__(self) -> None:
        self.kept: dict[Path, str] = {}
        self.deleted: list[Path] = []

    @property
    def package(self) -> Path:
        return next((self.project / "src").iterdir())

    def tools(self) -> list[Path]:
        found = sorted((self.package / "tools").glob("*.py"))
        return [path for path in found if path.name != "__init__.py"]

    def replace(self, path: Path, pattern: str, new: str, line: str) -> None:
        text = path.read_text(encoding="utf-8")
        changed, times = re.subn(pattern, lambda _: new, text, count=1, flags=re.MULTILINE)
        assert times == 1, (path, pattern)
        path.write_text(changed, encoding="utf-8", newline="")
        self.kept[path] = line

    def append(self, path: Path, line: str) -> None:
        with path.open("a", encoding="utf-8", newline="") as file:
            file.write(f"{line}\n")
        self.kept[path] = line

    def edit(self) -> None:
        """Ten edits, in as many files as there are for them."""
        tools = self.tools()
        title, note, hint, crlf, *_ = tools
        self.replace(title, r"^    title=.*$", '    title="Our title",', '    title="Our title",')
        self.append(note, "OUR_NOTE = 1")
        self.replace(
            hint, r"^    annotations=", "    # ours: checked by hand\n    annotations=",
            "    # ours: checked by hand",
        )  # fmt: skip
        crlf.write_bytes(crlf.read_bytes().replace(b"\n", b"\r\n") + b"OUR_LINES = 2\r\n")
        self.kept[crlf] = "OUR_LINES = 2"
        self.append(self.package / "hooks.py", "OUR_HOOK = 3")
        self.append(self.package / "runtime" / "call.py", "OUR_FIX = 4")
        self.replace(
            self.project / "pyproject.toml", r"^version = .*$", 'version = "7.1"', 'version = "7.1"'
        )
        self.append(self.project / "README.md", "Our own paragraph.")
        self.append(self.project / "Dockerfile", "LABEL team=ours")
        (self.project / "server.json").unlink()
        self.deleted.append(self.project / "server.json")

    def losses(self) -> list[str]:
        """What of it is not there any more."""
        lost = [str(path) for path in self.deleted if path.exists()]
        for path, line in self.kept.items():
            lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
            if line not in lines:
                lost.append(f"{path.name}: {line}")
        return lost


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.name.split(".")[0])
def test_every_edit_survives_the_next_version(old: Path, tmp_path: Path) -> None:
    document = tmp_path / f"openapi{old.suffix}"
    document.write_bytes(old.read_bytes())
    project = tmp_path / "project"
    assert mcpgen("new", str(document), str(project)).exit_code == 0
    team = Team(project)
    team.edit()
    assert mcpgen("regenerate", "-C", str(project), "--check").exit_code == 0
    document.write_bytes(old.with_name(old.name.replace(".old.", ".new.")).read_bytes())
    result = mcpgen("regenerate", "-C", str(project), "--conflict", "markers", "--json")
    assert result.exit_code in (0, 3), result.output
    told = json.loads(result.stdout)
    assert team.losses() == []
    in_conflict = [
        path for path in project.rglob("*.py") if has_marks(path.read_text(encoding="utf-8"))
    ]
    assert sorted(path.relative_to(project).as_posix() for path in in_conflict) == sorted(
        told["conflicts"]
    )
    resolve(in_conflict)
    assert mcpgen("regenerate", "-C", str(project), "--check").exit_code == 0
    run_its_tests(project)


def resolve(files: list[Path]) -> None:
    """The team takes its own side of every conflict."""
    pattern = (
        r"<<<<<<< your version\n(.*?)\|\|\|\|\|\|\| last generated\n.*?>>>>>>> new generated\n"
    )
    mine: Callable[[re.Match[str]], str] = lambda match: match[1]  # noqa: E731
    for path in files:
        text = path.read_bytes().decode()
        path.write_bytes(re.sub(pattern, mine, text, flags=re.DOTALL).encode())


def run_its_tests(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(project / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
