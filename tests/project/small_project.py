"""A project of a few files on disk, regenerated without a document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from mcpgen.project.disk import Disk
from mcpgen.project.lock import read_lock
from mcpgen.project.model import Changes, ConflictMode, Policy
from mcpgen.project.new import write_new
from mcpgen.project.reconcile import Made, reconcile
from mcpgen.project.record import Origin, ToolEntry, record_files
from mcpgen.project.transaction import apply
from mcpgen.render.model import Kind, ProjectFile

ORIGIN = Origin("openapi.yaml", "ab" * 32, "mcpgen 1")
MARKERS = Policy(ConflictMode.MARKERS)


def managed(path: str, text: str, file_id: str = "") -> ProjectFile:
    return ProjectFile(PurePosixPath(path), text.encode(), Kind.MANAGED, file_id or path)


def once(path: str, text: str) -> ProjectFile:
    return ProjectFile(PurePosixPath(path), text.encode(), Kind.ONCE, path)


@dataclass(frozen=True)
class SmallProject:
    folder: Path

    def regenerate(self, *files: ProjectFile, policy: Policy = MARKERS) -> Changes:
        """One whole run."""
        changes = self.plan(*files, policy=policy)
        apply(self.folder, changes.steps)
        return changes

    def plan(self, *files: ProjectFile, policy: Policy = MARKERS) -> Changes:
        made = Made(files, (), ORIGIN, {"GET /a": ToolEntry("x_read", "get")})
        return reconcile(Disk(self.folder), read_lock(self.folder), made, policy)

    def write(self, path: str, content: str | bytes) -> None:
        raw = content.encode() if isinstance(content, str) else content
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_bytes(raw)

    def read(self, path: str) -> str:
        return (self.folder / path).read_bytes().decode()

    def has(self, path: str) -> bool:
        return (self.folder / path).exists()

    def lock(self) -> Any:
        return json.loads(self.read("mcpgen.lock"))

    def tree(self) -> dict[str, bytes]:
        """Every file but those of the last and the current run."""
        found = {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file()
        }
        passing = (".mcpgen/txn/", ".mcpgen/undo/")
        return {name: text for name, text in found.items() if not name.startswith(passing)}


def make(folder: Path, *files: ProjectFile) -> SmallProject:
    """A new project in `folder`."""
    record = record_files(files, ORIGIN, {"GET /a": ToolEntry("x_read", "get")})
    write_new(folder, (*files, *record))
    return SmallProject(folder)


def fates(changes: Changes) -> Mapping[str, str]:
    return {str(change.path): str(change.fate) for change in changes.changes}


def with_mode(mode: ConflictMode) -> Policy:
    return replace(MARKERS, conflict=mode)
