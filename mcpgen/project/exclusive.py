"""One run at a time in a project."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mcpgen.diagnostics import ExitCode, failure
from mcpgen.project.paths import inside
from mcpgen.project.record import RECORD_FOLDER


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold a project; the system lets go of it even where the run is killed."""
    handle = _open(folder)
    try:
        if not _take(handle):
            raise failure("another run holds the project", exit_code=ExitCode.ENVIRONMENT)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
        place = Path(tempfile.gettempdir(), f"mcpgen-{name}.lock")
        return os.open(place, os.O_RDWR | os.O_CREAT)

    def _take(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _open(folder: Path) -> int:
        """The record's own folder is what is locked, so that no file is left behind."""
        place = inside(folder, RECORD_FOLDER)
        try:
            place.mkdir(exist_ok=True)
            return os.open(place, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise failure(
                f"`{place}` cannot be used",
                exit_code=ExitCode.ENVIRONMENT,
                detail=error.strerror or str(error),
            ) from None

    def _take(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
