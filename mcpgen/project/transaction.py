"""Writes many files as if it were one: all of them, or none, whatever happens on the way.

New and old bytes are staged in `.mcpgen/txn`; the journal's rename into place is the commit point.
A run that was cut off before it is rolled back by the next command, after it, carried forward.
Afterwards the folder becomes `.mcpgen/undo`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from mcpgen.diagnostics import ExitCode, McpgenError, failure
from mcpgen.project.disk import read_bytes
from mcpgen.project.model import Step
from mcpgen.project.paths import check_distinct, inside
from mcpgen.project.record import BASE_FOLDER, LOCK_FILE, RECORD_FOLDER, sha256

_TXN, _UNDO = RECORD_FOLDER / "txn", RECORD_FOLDER / "undo"
_JOURNAL = "journal.json"


@dataclass(frozen=True, slots=True)
class _Line:
    """A step as the journal has it: hashes, None where there is no file."""

    number: int
    path: PurePosixPath
    before: str | None
    after: str | None


def apply(folder: Path, steps: Iterable[Step]) -> None:
    """Carry out every step: the lock late, and what only the old lock needs goes after it."""
    ordered = sorted(steps, key=_turn)
    check_distinct(step.path for step in ordered)
    if not ordered:
        return
    txn = inside(folder, _TXN)
    try:
        lines = _stage(folder, txn, ordered)
        _check_untouched(folder, lines)
        _commit(txn, lines)
    except BaseException as error:
        shutil.rmtree(txn, ignore_errors=True)
        if isinstance(error, OSError):
            raise _unwritable(folder, error) from None
        raise
    try:
        _carry_out(folder, txn, lines)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _turn(step: Step) -> tuple[int, PurePosixPath]:
    if step.path == LOCK_FILE:
        return 1, step.path
    return 2 * (step.after is None and BASE_FOLDER in step.path.parents), step.path


def is_cut_off(folder: Path) -> bool:
    """Whether a run was cut off and has to be ended first."""
    return inside(folder, _TXN).is_dir()


def recover(folder: Path) -> bool:
    """End a run that was cut off; whether there was one that had to be carried forward."""
    txn = inside(folder, _TXN)
    if not txn.is_dir():
        return False
    if not (txn / _JOURNAL).is_file():
        shutil.rmtree(txn, ignore_errors=True)
        return False
    lines = _read_journal(txn)
    foreign = _foreign(folder, lines)
    try:
        if foreign:
            # What is written and what is not is told apart by the lock, which is still the old one.
            _retire(folder, txn)
        else:
            _carry_out(folder, txn, lines)
    except OSError as error:
        raise _unwritable(folder, error) from None
    if foreign:
        raise failure(
            "the last run was cut off, and these files were changed since",
            exit_code=ExitCode.ENVIRONMENT,
            detail=_listed(foreign),
            hint="nothing of them was overwritten; look at them, then run this again",
        )
    return True


def undo(folder: Path) -> tuple[PurePosixPath, ...]:
    """Take the last run back; doing so twice brings it back again."""
    place = inside(folder, _UNDO)
    if not (place / _JOURNAL).is_file():
        raise failure("there is no run to undo", exit_code=ExitCode.USAGE)
    lines = _read_journal(place)
    foreign = [
        line.path for line in lines if _hash_at(folder, line.path) not in (line.after, line.before)
    ]
    if foreign:
        raise failure(
            "these files were changed after the run that would be undone",
            exit_code=ExitCode.CONFLICTS,
            detail=_listed(foreign),
            hint="put the changes elsewhere first, or take them back with version control",
        )
    steps = []
    for line in lines:
        old = None if line.before is None else (place / "old" / str(line.number)).read_bytes()
        found = read_bytes(folder, line.path)
        if found != old:
            steps.append(Step(line.path, found, old))
    apply(folder, steps)
    return tuple(step.path for step in steps)


def _stage(folder: Path, txn: Path, steps: list[Step]) -> list[_Line]:
    shutil.rmtree(txn, ignore_errors=True)
    (txn / "new").mkdir(parents=True)
    (txn / "old").mkdir()
    lines = []
    for number, step in enumerate(steps):
        target = inside(folder, step.path)
        if step.after is not None:
            staged = txn / "new" / str(number)
            staged.write_bytes(step.after)
            if target.exists():
                shutil.copymode(target, staged)
        if step.before is not None:
            (txn / "old" / str(number)).write_bytes(step.before)
        lines.append(_Line(number, step.path, _sha(step.before), _sha(step.after)))
    return lines


def _check_untouched(folder: Path, lines: list[_Line]) -> None:
    changed = [line.path for line in lines if _hash_at(folder, line.path) != line.before]
    if changed:
        raise failure(
            "files were changed while mcpgen was at work, so nothing was written",
            exit_code=ExitCode.ENVIRONMENT,
            detail=_listed(changed),
            hint="run this again",
        )


def _commit(txn: Path, lines: list[_Line]) -> None:
    steps = [{"path": str(one.path), "before": one.before, "after": one.after} for one in lines]
    draft = txn / f"{_JOURNAL}.new"
    draft.write_text(json.dumps({"version": 1, "steps": steps}, indent=1), encoding="utf-8")
    # One sync for all staged files: a power cut must not leave a journal of empty ones.
    if hasattr(os, "sync"):
        os.sync()
    draft.replace(txn / _JOURNAL)


def _read_journal(place: Path) -> list[_Line]:
    try:
        steps = json.loads((place / _JOURNAL).read_bytes())["steps"]
        return [
            _Line(number, PurePosixPath(step["path"]), step["before"], step["after"])
            for number, step in enumerate(steps)
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise failure(
            f"`{place / _JOURNAL}` cannot be read",
            exit_code=ExitCode.ENVIRONMENT,
            detail=str(error),
            hint=f"remove the folder `{place}`: mcpgen finds out which files are which",
        ) from None


def _foreign(folder: Path, lines: list[_Line]) -> list[PurePosixPath]:
    return [
        line.path for line in lines if _hash_at(folder, line.path) not in (line.before, line.after)
    ]


def _carry_out(folder: Path, txn: Path, lines: list[_Line]) -> None:
    for line in lines:
        target = inside(folder, line.path)
        staged = txn / "new" / str(line.number)
        if line.after is None:
            target.unlink(missing_ok=True)
            _prune(folder, target.parent)
        elif staged.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            staged.replace(target)
    _retire(folder, txn)


def _prune(folder: Path, place: Path) -> None:
    """Remove folders that a deleted file leaves empty."""
    while place != folder and place.is_dir() and not any(place.iterdir()):
        place.rmdir()
        place = place.parent


def _retire(folder: Path, txn: Path) -> None:
    place = inside(folder, _UNDO)
    if place.is_dir():
        shutil.rmtree(place)
    txn.rename(place)


def _hash_at(folder: Path, path: PurePosixPath) -> str | None:
    return _sha(read_bytes(folder, path))


def _sha(content: bytes | None) -> str | None:
    return None if content is None else sha256(content)


def _listed(paths: Iterable[PurePosixPath]) -> str:
    return "\n".join(f"  {path}" for path in paths)


def _unwritable(folder: Path, error: OSError) -> McpgenError:
    return failure(
        f"`{error.filename or folder}` cannot be written",
        exit_code=ExitCode.ENVIRONMENT,
        detail=error.strerror or str(error),
        hint="when it can, run this again: mcpgen ends the run that was cut off",
    )
