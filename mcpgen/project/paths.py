"""The one check every path passes before anything is written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from mcpgen.diagnostics import ExitCode, failure

_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"}
_DEVICES |= {f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"}
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_GIT = re.compile(r"\.git|git~[0-9]+", re.IGNORECASE)


def inside(folder: Path, path: PurePosixPath) -> Path:
    """The place of a project's file, or an error where it would not be inside `folder`."""
    reason = _fault(path)
    if reason:
        raise _refused(path, reason)
    place = folder
    for part in path.parts:
        place = place / part
        if place.is_symlink():
            raise _refused(path, f"`{place}` is a symbolic link")
    return place


def check_distinct(paths: Iterable[PurePosixPath]) -> None:
    """Refuse two paths that are one file where names ignore case or Unicode form."""
    seen: dict[str, PurePosixPath] = {}
    for path in paths:
        key = unicodedata.normalize("NFC", str(path)).casefold()
        other = seen.setdefault(key, path)
        if other is not path:
            raise _refused(path, f"on some systems it is the same file as `{other}`")


def _fault(path: PurePosixPath) -> str:
    if path.is_absolute() or not path.parts:
        return "it is not a path inside the project"
    for part in path.parts:
        if part == "..":
            return "it leads out of the project"
        if _GIT.fullmatch(part.rstrip(". ")):
            return "mcpgen never writes into `.git`"
        if _FORBIDDEN.search(part) or part != part.rstrip(". "):
            return "Windows does not allow such a name"
        if part.split(".")[0].rstrip().lower() in _DEVICES:
            return "the name means a device on Windows"
    return ""


def _refused(path: PurePosixPath, reason: str) -> Exception:
    return failure(f"`{path}` was not written: {reason}", exit_code=ExitCode.ENVIRONMENT)
