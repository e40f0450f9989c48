"""A document can be named as git has it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mcpgen.diagnostics import ExitCode, McpgenError
from mcpgen.project.places import in_project, source_from, source_in
from mcpgen.project.revision import as_file, is_revision


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "api.yaml").write_text("old\n", encoding="utf-8")
    who = ("-c", "user.name=t", "-c", "user.email=t@example.com")
    for command in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "x")):
        subprocess.run(["git", *command], check=True)
    (tmp_path / "api.yaml").write_text("new\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("HEAD:api.yaml", True),
        ("HEAD~1:api/openapi.yaml", True),
        ("origin/main:api.yaml", True),
        ("v1.2:api.yaml", True),
        ("api.yaml", False),
        ("-", False),
        ("https://api.example/openapi.json", False),
        ("C:\\api.yaml", False),
        ("c:/api.yaml", False),
        ("--output=x:api.yaml", False),
        ("HEAD:", False),
    ],
)
def test_what_is_a_revision(source: str, expected: bool) -> None:
    assert is_revision(source) is expected


def test_a_file_that_is_there_is_no_revision(repository: Path) -> None:
    (repository / "HEAD:api.yaml").write_text("mine\n", encoding="utf-8")
    assert not is_revision("HEAD:api.yaml")


@pytest.mark.usefixtures("repository")
def test_git_gives_what_it_has() -> None:
    with as_file("HEAD:api.yaml") as file:
        assert Path(file).read_text(encoding="utf-8") == "old\n"
    with as_file("api.yaml") as file:
        assert file == "api.yaml"


@pytest.mark.usefixtures("repository")
def test_what_git_does_not_have_is_told() -> None:
    with (
        pytest.raises(McpgenError, match=r"git does not have `HEAD:nothing\.yaml`") as caught,
        as_file("HEAD:nothing.yaml"),
    ):
        pass
    assert caught.value.exit_code is ExitCode.DOCUMENT
    assert "nothing.yaml" in caught.value.diagnostic.detail


def test_paths_are_told_from_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p" / "src").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "p" / "src")
    folder = tmp_path / "p"
    assert source_in("../api.yaml", folder) == "../../api.yaml"
    assert source_from("../../api.yaml", folder) == "../api.yaml"
    assert source_from("HEAD:api.yaml", folder) == "HEAD:api.yaml"
    assert source_in("https://x.example", folder) == "https://x.example"
    assert str(in_project("a.py", folder)) == "src/a.py"
