"""How a project stands against its lock, without making anything."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from mcpgen.project.disk import Disk
from mcpgen.project.merge import has_marks
from mcpgen.project.record import Entry, Lock
from mcpgen.project.texts import body_hash, body_of
from mcpgen.render.model import Kind


class State(StrEnum):
    """How a file stands."""

    CLEAN = "clean"
    EDITED = "edited"
    CONFLICT = "conflict"
    ORPHAN = "orphan"
    DELETED = "deleted"
    BEHIND = "behind"
    """Its text is one that mcpgen wrote in an earlier run."""
    YOURS = "yours"


@dataclass(frozen=True, slots=True)
class Status:
    """`changed` is whether the document differs from the one last used; None is not known."""

    lock: Lock
    files: tuple[tuple[PurePosixPath, State], ...]
    source: str
    changed: bool | None
    cut_off: bool

    def of(self, state: State) -> tuple[PurePosixPath, ...]:
        return tuple(path for path, found in self.files if found is state)


def file_states(disk: Disk, lock: Lock) -> tuple[tuple[PurePosixPath, State], ...]:
    """The state of every file in the lock."""
    return tuple((path, _state(disk, path, entry)) for path, entry in sorted(lock.files.items()))


def _state(disk: Disk, path: PurePosixPath, entry: Entry) -> State:
    raw = disk.read(path)
    if raw is None:
        return State.DELETED
    if entry.kind is not Kind.MANAGED:
        return State.YOURS
    if has_marks(body_of(raw) or "") or entry.beside:
        return State.CONFLICT
    if entry.orphan:
        return State.ORPHAN
    found = body_hash(raw)
    if found == entry.base:
        return State.CLEAN
    return State.BEHIND if found in entry.known else State.EDITED
