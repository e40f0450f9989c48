"""A new project is written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from mcpgen.diagnostics import ExitCode, McpgenError
from mcpgen.project.new import write_new
from mcpgen.project.record import Origin, ToolEntry, record_files
from mcpgen.render.model import Kind, ProjectFile


def file(path: str, text: str = "x\n", kind: Kind = Kind.MANAGED) -> ProjectFile:
    return ProjectFile(PurePosixPath(path), text.encode(), kind, path)


FILES = (file("README.md"), file("src/a/b.py", "B = 1\n"), file("mcpgen.lock", "{}\n"))


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


EXPECTED = {"README.md": "x\n", "src/a/b.py": "B = 1\n", "mcpgen.lock": "{}\n"}


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    write_new(tmp_path / "deep" / "er" / "project", FILES)
    assert tree(tmp_path / "deep" / "er" / "project") == EXPECTED
    assert [path.name for path in (tmp_path / "deep" / "er").iterdir()] == ["project"]


def test_an_empty_folder_stays_the_same_folder(tmp_path: Path) -> None:
    before = tmp_path.stat().st_ino
    write_new(tmp_path, FILES)
    assert tmp_path.stat().st_ino == before
    assert tree(tmp_path) == EXPECTED


def test_the_project_has_the_permissions_of_any_new_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    write_new(tmp_path / "project", FILES)
    assert (tmp_path / "project").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_folder_that_holds_anything_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine")
    with pytest.raises(McpgenError) as caught:
        write_new(tmp_path, FILES)
    assert caught.value.exit_code is ExitCode.USAGE
    assert tree(tmp_path) == {".hidden": "mine"}


def test_a_bad_path_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(McpgenError):
        write_new(tmp_path / "new" / "project", (*FILES, file("../x")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("existing", [False, True])
def test_a_full_disk_leaves_nothing(tmp_path: Path, existing: bool) -> None:
    target = tmp_path / "project"
    if existing:
        target.mkdir()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(McpgenError) as caught:
            write_new(target, (*FILES, file("z.txt", "z" * 10_000)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    assert caught.value.diagnostic.title == f"`{target}` cannot be written"
    assert caught.value.diagnostic.detail == "File too large"
    assert tree(tmp_path) == {}
    assert [path.name for path in tmp_path.iterdir()] == (["project"] if existing else [])


def test_a_parent_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(McpgenError) as caught:
        write_new(tmp_path / "file" / "new" / "project", FILES)
    assert caught.value.exit_code is ExitCode.USAGE
    assert caught.value.diagnostic.title == f"`{tmp_path / 'file'}` is not a folder"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_told(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(McpgenError) as caught:
        write_new(tmp_path / "locked" / "project", FILES)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    assert caught.value.diagnostic.detail == "Permission denied"


WRITER = """
import signal, sys
from pathlib import Path, PurePosixPath
from mcpgen.project.new import write_new
from mcpgen.render.model import Kind, ProjectFile

signal.setitimer(signal.ITIMER_REAL, float(sys.argv[2]))
signal.signal(signal.SIGALRM, signal.default_int_handler)
files = [ProjectFile(PurePosixPath(f"a/{i}"), b"x", Kind.MANAGED, "") for i in range(3000)]
write_new(Path(sys.argv[1]), files)
"""


@pytest.mark.parametrize("existing", [False, True])
def test_an_interrupt_leaves_all_or_nothing(tmp_path: Path, existing: bool) -> None:
    outcomes = set()
    for step in range(1, 13):
        target = tmp_path / f"{step}" / "project"
        target.parent.mkdir()
        if existing:
            target.mkdir()
        command = [sys.executable, "-c", WRITER, str(target), str(step * 0.02)]
        subprocess.run(command, capture_output=True, check=False)
        written = len(tree(target.parent))
        assert written in (0, 3000)
        assert {path.name for path in target.parent.iterdir()} <= {"project"}
        outcomes.add(written)
    assert 0 in outcomes


def test_the_lock_and_the_pristine_texts_prove_every_managed_file() -> None:
    files = (file("a.py", "A = 1\n"), file("hooks.py", "", Kind.ONCE), file("y", "", Kind.YOURS))
    origin = Origin("openapi.yaml", "ab" * 32, "mcpgen 1")
    record = record_files(files, origin, {"GET /b": ToolEntry("x_read", "get")})
    by_path = {str(made.path): made for made in record}
    sha256 = hashlib.sha256(b"A = 1\n").hexdigest()
    assert by_path[f".mcpgen/base/{sha256}"].content == b"A = 1\n"
    assert set(by_path) == {"mcpgen.lock", f".mcpgen/base/{sha256}"}
    lock = json.loads(by_path["mcpgen.lock"].text)
    assert lock == {
        "lockVersion": 1,
        "generator": "mcpgen 1",
        "spec": {"source": "openapi.yaml", "sha256": "ab" * 32},
        "tools": {"GET /b": {"tool": "x_read", "action": "get"}},
        "files": {
            "a.py": {"base": sha256, "kind": "managed", "id": "a.py"},
            "hooks.py": {"base": hashlib.sha256(b"").hexdigest(), "kind": "once", "id": "hooks.py"},
            "y": {"kind": "yours", "id": "y"},
        },
    }
    assert by_path["mcpgen.lock"].text.startswith('{\n "files"')
