"""What a regeneration does to a project, before any of it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from mcpgen.project.record import Entry


class Fate(StrEnum):
    """What becomes of a file."""

    UNCHANGED = "unchanged"
    ADDED = "added"
    UPDATED = "updated"
    MERGED = "merged"
    CONFLICT = "conflict"
    EDITED = "edited"
    """Edited by the team, and mcpgen has nothing new for it."""
    DELETED = "deleted"
    """Deleted by the team; it stays so."""
    REMOVED = "removed"
    ORPHAN = "orphan"
    """Edited by the team and not generated any more: kept."""
    KEPT = "kept"
    """Named under `keep:` and therefore left alone, though mcpgen has something new."""
    YOURS = "yours"


MOVED = "it has moved"
"""The note of a file that is at another path now."""


class ConflictMode(StrEnum):
    """What to do where the team and the new text changed the same lines."""

    MARKERS = "markers"
    MINE = "mine"
    THEIRS = "theirs"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Policy:
    """How the team wants its files treated. `formatter` gives None where it fails."""

    conflict: ConflictMode = ConflictMode.FAIL
    keep: tuple[str, ...] = ()
    recreate: frozenset[PurePosixPath] = frozenset()
    formatter: Callable[[str], str | None] | None = None
    moves: Mapping[str, str] = field(default_factory=dict)
    """New file id to the old one, for tools that go by a new name."""

    def keeps(self, path: PurePosixPath) -> bool:
        return any(fnmatchcase(str(path), pattern) for pattern in self.keep)


@dataclass(frozen=True, slots=True)
class Change:
    """One file: what was found and what it shall hold; None is no file.

    `entry` is its line in the lock afterwards, None where it leaves the lock.
    """

    path: PurePosixPath
    fate: Fate
    before: bytes | None
    after: bytes | None
    entry: Entry | None
    note: str = ""
    moved_from: PurePosixPath | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One file to write or to delete."""

    path: PurePosixPath
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything a run does: `changes` for people, `steps` for the disk.

    `broken_imports` are places in the team's code that import a module that is removed.
    """

    changes: tuple[Change, ...]
    steps: tuple[Step, ...]
    broken_imports: tuple[str, ...] = ()

    @property
    def conflicts(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.fate is Fate.CONFLICT)
