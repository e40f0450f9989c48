"""Reads a project's files: never through a symbolic link, and each only once."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from mcpgen.diagnostics import ExitCode, failure
from mcpgen.project.paths import inside
from mcpgen.project.record import BASE_FOLDER, sha256
from mcpgen.project.texts import body_of


class Disk:
    """A project's folder as it was when a run first looked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: dict[PurePosixPath, bytes | None] = {}

    def read(self, path: PurePosixPath) -> bytes | None:
        """What a file holds; None where there is none."""
        if path not in self._seen:
            self._seen[path] = read_bytes(self.folder, path)
        return self._seen[path]

    def base(self, sha: str) -> str | None:
        """A pristine text; None where it is missing or not what its name says."""
        raw = self.read(BASE_FOLDER / sha) if sha else None
        body = None if raw is None else body_of(raw)
        return body if body is not None and sha256(body.encode()) == sha else None

    def bases(self) -> tuple[PurePosixPath, ...]:
        """The files in the folder of pristine texts that are named as mcpgen names them."""
        folder = inside(self.folder, BASE_FOLDER)
        names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        return tuple(BASE_FOLDER / name for name in names if re.fullmatch("[0-9a-f]{64}", name))


def read_bytes(folder: Path, path: PurePosixPath) -> bytes | None:
    """What a file of a project holds now; None where there is none."""
    place = inside(folder, path)
    try:
        return place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        detail = "It is a folder." if place.is_dir() else error.strerror or str(error)
        raise failure(
            f"`{path}` cannot be read", exit_code=ExitCode.ENVIRONMENT, detail=detail
        ) from None
