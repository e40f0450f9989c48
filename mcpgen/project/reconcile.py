"""Compares new files, the lock and the folder: everything a run would do, nothing done yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from mcpgen.diagnostics import ExitCode, failure
from mcpgen.project.decide import Situation, beside, decide
from mcpgen.project.disk import Disk
from mcpgen.project.imports import importers
from mcpgen.project.merge import has_marks
from mcpgen.project.model import MOVED, Change, Changes, Fate, Policy, Step
from mcpgen.project.paths import check_distinct
from mcpgen.project.record import (
    BASE_FOLDER,
    LOCK_FILE,
    Entry,
    Lock,
    Origin,
    ToolEntry,
    lock_text,
    sha256,
)
from mcpgen.project.texts import body_hash, body_of
from mcpgen.render.model import Kind, ProjectFile


@dataclass(frozen=True, slots=True)
class Made:
    """What a run made of the document: files, records (other than the lock), and their origin."""

    files: tuple[ProjectFile, ...]
    records: tuple[ProjectFile, ...]
    origin: Origin
    operations: Mapping[str, ToolEntry]


def reconcile(disk: Disk, lock: Lock, made: Made, policy: Policy) -> Changes:
    """Everything a run does to the project."""
    check_distinct(file.path for file in made.files)
    _check_marks(disk, lock)
    _check_recreate(lock, policy)
    changes, steps = _generated(disk, lock, made.files, policy)
    changes += _no_longer_generated(disk, lock, made.files, changes)
    changes.sort(key=lambda change: change.path)
    entries = {change.path: change.entry for change in changes if change.entry is not None}
    steps += [
        Step(change.path, change.before, change.after)
        for change in changes
        if change.before != change.after
    ]
    steps += _records(disk, Lock(made.origin, made.operations, entries), made)
    removed = [change.path for change in changes if change.fate is Fate.REMOVED]
    steps.sort(key=lambda step: step.path)
    clean = {change.path for change in changes if _is_clean(change)}
    return Changes(tuple(changes), tuple(steps), importers(disk.folder, removed, clean))


def _is_clean(change: Change) -> bool:
    """Whether a file holds only what mcpgen wrote, and so imports what there is."""
    return change.fate in (Fate.UNCHANGED, Fate.UPDATED, Fate.ADDED, Fate.REMOVED)


def _check_marks(disk: Disk, lock: Lock) -> None:
    unfinished = []
    for path, entry in sorted(lock.files.items()):
        raw = disk.read(path) if entry.kind is Kind.MANAGED else None
        if raw is not None and has_marks(body_of(raw) or ""):
            unfinished.append(f"  {path}")
    if unfinished:
        raise failure(
            "conflicts of an earlier run are not resolved yet",
            exit_code=ExitCode.CONFLICTS,
            detail="\n".join(unfinished),
            hint="decide between the lines marked <<<<<<< and >>>>>>>, remove the marks, and run "
            "this again; `mcpgen regenerate --undo` takes the whole run back",
        )


def _check_recreate(lock: Lock, policy: Policy) -> None:
    for path in sorted(policy.recreate):
        if path not in lock.files:
            gone = [str(name) for name in lock.files if name.name == path.name]
            raise failure(
                f"`{path}` is no file of mcpgen in this project",
                exit_code=ExitCode.USAGE,
                hint=f"did you mean `{gone[0]}`?" if gone else "",
            )


def _generated(
    disk: Disk, lock: Lock, files: Iterable[ProjectFile], policy: Policy
) -> tuple[list[Change], list[Step]]:
    changes: list[Change] = []
    steps: list[Step] = []
    places = _Places(disk, lock, files, policy)
    for file in files:
        place, entry = places.of(file)
        aside = beside(file.path)
        lying = disk.read(aside) if entry is not None and entry.beside else None
        situation = Situation(file, entry, disk.read(place), disk.base, place, lying)
        decided = decide(situation, policy)
        moved = place if place != file.path else None
        before = disk.read(file.path)
        changes.append(
            Change(
                file.path, decided.fate, before, decided.after, decided.entry, decided.note, moved
            )
        )
        steps += _aside(disk, aside, entry, lying, decided.beside)
    return changes, steps


class _Places:
    """Where each file stands now: found by its id, which stays when its path changes."""

    def __init__(
        self, disk: Disk, lock: Lock, files: Iterable[ProjectFile], policy: Policy
    ) -> None:
        self._disk, self._lock, self._moves = disk, lock, policy.moves
        self._generated = {file.id for file in files}
        self._by_id = {entry.id: path for path, entry in lock.files.items()}

    def of(self, file: ProjectFile) -> tuple[PurePosixPath, Entry | None]:
        here = self._lock.files.get(file.path)
        place = self._by_id.get(file.id) or self._by_id.get(self._moves.get(file.id, ""))
        if place is None or place == file.path:
            return file.path, here
        if self._is_free(file.path, here):
            return place, self._lock.files[place]
        if here is None and self._disk.read(place) is None:
            # A run that was cut off had moved it already.
            return file.path, self._lock.files[place]
        return file.path, here

    def _is_free(self, path: PurePosixPath, here: Entry | None) -> bool:
        """Whether nothing is at `path` but, perhaps, a file that moves away itself."""
        if here is not None and here.id in self._generated:
            return True
        return self._disk.read(path) is None


def _aside(
    disk: Disk,
    path: PurePosixPath,
    entry: Entry | None,
    lying: bytes | None,
    wanted: bytes | None,
) -> Iterator[Step]:
    """Put a text beside a file, or take away the one mcpgen put there earlier."""
    ours = lying is not None and entry is not None and sha256(lying) == entry.beside
    if wanted is not None and wanted != lying:
        there = disk.read(path)
        if there is None or ours:
            yield Step(path, there, wanted)
    elif wanted is None and ours:
        yield Step(path, lying, None)


def _no_longer_generated(
    disk: Disk, lock: Lock, files: Iterable[ProjectFile], changes: Iterable[Change]
) -> list[Change]:
    wanted = {file.path for file in files}
    moved = {change.moved_from for change in changes if change.moved_from is not None}
    left = []
    for path, entry in lock.files.items():
        if path in wanted:
            continue
        found = disk.read(path)
        if entry.kind is Kind.YOURS or (entry.kind is Kind.ONCE and path not in moved):
            left.append(Change(path, Fate.YOURS, found, found, entry))
        elif found is None:
            continue
        elif path in moved:
            left.append(Change(path, Fate.REMOVED, found, None, None, MOVED))
        elif body_hash(found) in (entry.base, *entry.known):
            left.append(Change(path, Fate.REMOVED, found, None, None))
        else:
            note = "you edited it, and nothing in the document gives it any more"
            left.append(
                Change(path, Fate.ORPHAN, found, found, replace(entry, orphan=True), note)
            )  # fmt: skip
    return left


def _records(disk: Disk, lock: Lock, made: Made) -> Iterator[Step]:
    """The lock, the pristine texts it needs and no others, and whatever else is remembered."""
    texts = {sha256(file.content): file.content for file in made.files}
    needed = {entry.base for entry in lock.files.values() if entry.kind is Kind.MANAGED}
    needed |= {one.unresolved.base for one in lock.files.values() if one.unresolved is not None}
    contents = {record.path: record.content for record in made.records}
    contents[LOCK_FILE] = lock_text(lock)
    for sha in needed - {""}:
        text = disk.base(sha)
        if sha in texts and text is None:
            contents[BASE_FOLDER / sha] = texts[sha]
    for path, content in contents.items():
        before = disk.read(path)
        if before != content:
            yield Step(path, before, content)
    # What went before stays for one run more: where two branches both deleted it, git would take
    # their new texts for two renames of one file, which is a conflict.
    needed |= {entry.known[0] for entry in lock.files.values() if entry.known}
    for path in disk.bases():
        if path.name not in needed and disk.base(path.name) is not None:
            yield Step(path, disk.read(path), None)
