"""The lock is found from anywhere in a project, and refused in one sentence where it is not sound."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

import pytest
from small_project import ORIGIN, make, managed, once

from mcpgen.diagnostics import ExitCode, McpgenError
from mcpgen.project.lock import find_project, read_lock
from mcpgen.project.record import Entry, Lock, ToolEntry, Unresolved, lock_text
from mcpgen.render.model import Kind


def test_a_lock_reads_back(tmp_path: Path) -> None:
    a, b = "a" * 64, "b" * 64
    files = {
        PurePosixPath("a.py"): Entry(
            Kind.MANAGED, "tool:a", a, (b,), True, Unresolved(b, a), beside=b
        ),
        PurePosixPath("mcpgen.yaml"): Entry(Kind.YOURS, "mcpgen.yaml"),
    }
    lock = Lock(ORIGIN, {"GET /a": ToolEntry("x_read", "get")}, files)
    (tmp_path / "mcpgen.lock").write_bytes(lock_text(lock))
    assert read_lock(tmp_path) == lock


def test_the_project_is_found_from_any_folder_inside(tmp_path: Path) -> None:
    project = make(tmp_path / "p", managed("src/deep/a.txt", ""), once("b", ""))
    assert find_project(project.folder / "src/deep") == project.folder.resolve()
    with pytest.raises(McpgenError, match="is not inside a project") as caught:
        find_project(tmp_path)
    assert caught.value.exit_code is ExitCode.USAGE
    with pytest.raises(McpgenError, match="does not exist"):
        find_project(tmp_path / "nowhere")


GOOD = {
    "lockVersion": 1,
    "generator": "mcpgen 1",
    "spec": {"source": "x", "sha256": ""},
    "tools": {},
    "files": {},
}
BAD = {
    "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n": "holds the marks of an unfinished merge",
    "{": "is damaged",
    "[]": "is damaged",
    "\xff": "is damaged",
    json.dumps(GOOD | {"lockVersion": 2, "generator": "mcpgen 9"}): (
        "was written by a newer mcpgen (mcpgen 9)"
    ),
    json.dumps(GOOD | {"extra": 1}): "is damaged",
    json.dumps({key: GOOD[key] for key in ("lockVersion", "files")}): "is damaged",
    json.dumps(GOOD | {"files": {"a": {"kind": "record", "id": "a"}}}): "is damaged",
    json.dumps(GOOD | {"files": {"a": {"kind": "managed", "id": "a", "base": "../x"}}}): (
        "is damaged"
    ),
    "[" * 100_000: "is damaged",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_lock_that_is_not_sound_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "mcpgen.lock").write_bytes(text.encode("latin-1"))
    with pytest.raises(McpgenError) as caught:
        read_lock(tmp_path)
    assert caught.value.exit_code is ExitCode.DOCUMENT
    assert caught.value.diagnostic.title == f"`mcpgen.lock` {BAD[text]}"
