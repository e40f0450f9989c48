"""Writes a new project whole, or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

from mcpgen.diagnostics import ExitCode, McpgenError, failure
from mcpgen.project.paths import check_distinct, inside
from mcpgen.project.record import LOCK_FILE
from mcpgen.render.model import ProjectFile


def check_target(folder: Path) -> None:
    """Refuse a folder that holds anything, and a path where no folder can be made."""
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise failure(
                f"`{folder}` is not empty",
                exit_code=ExitCode.USAGE,
                detail="`mcpgen new` writes only into a new or an empty folder.",
                hint="name another folder, as in `mcpgen new SPEC DIR`",
            )
        _check_way_to(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _check_way_to(folder: Path) -> None:
    """Look at the nearest thing that is there: a folder, and one that can be written."""
    there = next(path for path in (folder, *folder.parents) if path.exists() or path.is_symlink())
    if not there.is_dir():
        raise failure(f"`{there}` is not a folder", exit_code=ExitCode.USAGE)
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def write_new(folder: Path, files: Iterable[ProjectFile]) -> None:
    """Write a project into a folder that is new or empty; on any failure nothing is left."""
    files = tuple(files)
    check_target(folder)
    check_distinct(file.path for file in files)
    made = _missing(folder.parent)
    # A folder that is there may be a mount, or where a shell stands: it has to stay itself.
    where = folder if folder.is_dir() else folder.parent
    # Named before it exists: an interrupt may come between its making and the next line.
    staging = where / f".mcpgen-new-{secrets.token_hex(6)}"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        staging.mkdir()
        for file in files:
            place = inside(staging, file.path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.content)
        _publish(staging, folder)
    except BaseException as error:
        _discard(staging, made)
        if isinstance(error, OSError):
            raise _unwritable(folder, error) from None
        raise


def _discard(staging: Path, made: Iterable[Path]) -> None:
    """Remove what a run began: its staging folder, and the folders it made on the way."""
    shutil.rmtree(staging, ignore_errors=True)
    for parent in made:
        if parent.is_dir() and not any(parent.iterdir()):
            parent.rmdir()


def _publish(staging: Path, folder: Path) -> None:
    if not folder.is_dir():
        staging.rename(folder)
        return
    moved: list[Path] = []
    try:
        # The lock comes last: a project without one is none.
        for entry in sorted(staging.iterdir(), key=lambda entry: entry.name == str(LOCK_FILE)):
            target = folder / entry.name
            if target.exists() or target.is_symlink():
                raise FileExistsError(
                    errno.EEXIST, "somebody else wrote there meanwhile", str(target)
                )
            moved.append(target)
            entry.rename(target)
        staging.rmdir()
    except BaseException:
        for target in moved:
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
        raise


def _missing(folder: Path) -> list[Path]:
    """The folders that have to be made for `folder` to exist, innermost first."""
    missing = []
    while not folder.exists() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    return missing


def _unwritable(folder: Path, error: OSError) -> McpgenError:
    return failure(
        f"`{folder}` cannot be written",
        exit_code=ExitCode.ENVIRONMENT,
        detail=error.strerror or str(error),
        hint="name another folder, or change its permissions",
    )
