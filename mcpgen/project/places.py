"""Paths as people give them, told from the project."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from mcpgen.project.record import sha256
from mcpgen.project.revision import is_revision


def source_from(source: str, folder: Path) -> str:
    """The document as the plan file names it: a local path is written from the project."""
    if source == "-" or "://" in source or is_revision(source):
        return source
    try:
        return Path(os.path.relpath(Path(source).resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive, on Windows
        return Path(source).resolve().as_posix()


def in_project(name: str, folder: Path) -> PurePosixPath:
    """A file named from the folder a command runs in, or from the project."""
    place = Path(os.path.abspath(name))
    if place.is_relative_to(folder):
        return PurePosixPath(place.relative_to(folder).as_posix())
    return PurePosixPath(name)


def source_in(spec: str, folder: Path) -> str:
    """The document of a plan file, named from the folder the command runs in."""
    if spec == "-" or "://" in spec:
        return spec
    place = folder / spec
    try:
        return os.path.relpath(place)
    except ValueError:  # another drive, on Windows
        return str(place)


def hash_of(source: str) -> str | None:
    """The hash of a document; None where it is no file here."""
    try:
        return sha256(Path(source).read_bytes())
    except (OSError, ValueError):
        return None
