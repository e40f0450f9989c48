"""No path of a project leads anywhere but into the project."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from mcpgen.diagnostics import McpgenError
from mcpgen.project.paths import check_distinct, inside


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/etc/cron.d/x", "it is not a path inside the project"),
        (".", "it is not a path inside the project"),
        ("../x", "it leads out of the project"),
        ("a/../../x", "it leads out of the project"),
        (".git/hooks/pre-commit", "mcpgen never writes into `.git`"),
        ("src/.GIT/config", "mcpgen never writes into `.git`"),
        (".git./config", "mcpgen never writes into `.git`"),
        ("GIT~1/config", "mcpgen never writes into `.git`"),
        ("C:x", "Windows does not allow such a name"),
        ("a\\..\\b", "Windows does not allow such a name"),
        ("a\x00b", "Windows does not allow such a name"),
        ("x.", "Windows does not allow such a name"),
        ("x /y", "Windows does not allow such a name"),
        ("con", "the name means a device on Windows"),
        ("src/NUL.py", "the name means a device on Windows"),
        ("com1.tar.gz", "the name means a device on Windows"),
        ("lpt¹", "the name means a device on Windows"),
    ],
)
def test_a_path_that_is_not_safe_is_refused(tmp_path: Path, path: str, reason: str) -> None:
    with pytest.raises(McpgenError) as caught:
        inside(tmp_path, PurePosixPath(path))
    assert caught.value.diagnostic.title == f"`{PurePosixPath(path)}` was not written: {reason}"


@pytest.mark.parametrize("path", ["src/a.py", ".gitignore", ".mcpgen/base/ab", "a..b", "console"])
def test_an_ordinary_path_is_inside(tmp_path: Path, path: str) -> None:
    assert inside(tmp_path, PurePosixPath(path)) == tmp_path / path


def test_a_symbolic_link_on_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    project = tmp_path / "project"
    project.mkdir()
    (project / "src").symlink_to(tmp_path / "outside")
    with pytest.raises(McpgenError, match="symbolic link"):
        inside(project, PurePosixPath("src/a.py"))


@pytest.mark.parametrize(("one", "other"), [("a/B.py", "a/b.py"), ("caf\u00e9", "cafe\u0301")])
def test_two_names_of_one_file_are_refused(one: str, other: str) -> None:
    with pytest.raises(McpgenError, match="the same file"):
        check_distinct([PurePosixPath(one), PurePosixPath(other)])
