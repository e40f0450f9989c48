"""Stories of regeneration: a document, what the team did, the next document, and what comes out.

A story is a TOML file with steps. A step edits the document, then the project, then runs a command.
`expected/STORY.txt` holds all that was said and every change of a file of the project, as a diff.
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mcpgen.cli.app import app

HERE = Path(__file__).resolve().parent
STORIES = sorted((HERE / "stories").glob("*.toml"))
DOCUMENT = (HERE / "shop.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project beside its document."""
    folder = tmp_path_factory.mktemp("fresh")
    (folder / "openapi.yaml").write_bytes(DOCUMENT.encode())
    assert mcpgen("new", str(folder / "openapi.yaml"), str(folder / "shop"))[0] == 0
    return folder


@pytest.fixture
def project(fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it for each story; commands run inside it."""
    shutil.copytree(fresh, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path / "shop" / "src")
    return tmp_path / "shop"


def mcpgen(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments, prog_name="mcpgen")
    lines = (result.stderr + result.stdout).splitlines()
    # A busy machine may show a slow step.
    said = "".join(f"{line}\n" for line in lines if not line.endswith(" …"))
    # How many files a project has is no part of any story.
    return result.exit_code, re.sub(r"\d+ as mcpgen wrote them", "N as mcpgen wrote them", said)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.stem)
def test_story(
    project: Path, story: Path, monkeypatch: pytest.MonkeyPatch, update_golden: bool
) -> None:
    told = ""
    for step in tomllib.loads(story.read_text(encoding="utf-8"))["step"]:
        for edit in step.get("document", []):
            change(project.parent / "openapi.yaml", edit)
        for edit in step.get("edit", []):
            change(project / edit["file"], edit)
        told += run(project, step, monkeypatch)
    expected = HERE / "expected" / f"{story.stem}.txt"
    if update_golden:
        expected.parent.mkdir(exist_ok=True)
        expected.write_text(told, encoding="utf-8")
    assert told == expected.read_text(encoding="utf-8")


def change(file: Path, edit: dict[str, Any]) -> None:
    """One edit: `find` and `replace`, `text`, `append`, `delete`, `crlf` or `format`."""
    if "text" in edit:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(edit["text"].encode())
    elif edit.get("delete"):
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    elif "append" in edit:
        file.write_bytes(file.read_bytes() + edit["append"].encode())
    elif "format" in edit:
        command = [sys.executable, "-m", *edit["format"].split()]
        done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=True)
        file.write_bytes(done.stdout)
    elif edit.get("crlf"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    else:
        text = file.read_bytes().decode()
        replace = edit["replace"].replace("PYTHON", sys.executable)
        assert edit["find"] in text
        file.write_bytes(text.replace(edit["find"], replace).encode())


def run(project: Path, step: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    command = step.get("run", "regenerate --conflict markers")
    before = tree(project)
    with monkeypatch.context() as outside:
        if step.get("no_git"):
            outside.setenv("PATH", os.devnull)
        code, said = mcpgen(*command.split())
    block = f"$ mcpgen {command}\n{said}exit {code}\n"
    return block + differences(before, tree(project)) + "\n"


def tree(project: Path) -> dict[str, str]:
    """The files people read; the record is checked by what the next steps do."""
    return {
        path.relative_to(project).as_posix(): path.read_bytes().decode().replace("\r", "<CR>")
        for path in project.rglob("*")
        if path.is_file() and ".mcpgen" not in path.parts and path.name != "mcpgen.lock"
    }


def differences(before: dict[str, str], after: dict[str, str]) -> str:
    told = ""
    for name in sorted(before.keys() | after.keys()):
        if name == "README.md" and name in before and name in after:
            continue  # its table of costs would say the same in every story
        if name not in before or name not in after:
            told += f"{'new' if name in after else 'gone'}: {name}\n"
            continue
        old, new = (side[name].splitlines() for side in (before, after))
        diff = difflib.unified_diff(old, new, name, name, n=1, lineterm="")
        told += "".join(f"{line}\n" for line in diff if not line.startswith("@@"))
    return told


def test_every_row_of_the_rules_has_its_story() -> None:
    assert len(STORIES) >= 20
    assert {path.stem for path in STORIES} == {path.stem for path in (HERE / "expected").iterdir()}
