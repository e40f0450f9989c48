"""A document as git has it: `REV:path`, in git's own words."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from mcpgen.diagnostics import Location, failure


def is_revision(source: str) -> bool:
    """Whether a source is `REV:path`: no URL, no drive of Windows, and no file that is there."""
    pattern = r"[^:/\\\s-][^:\s]+:[^:]+"
    return bool(re.fullmatch(pattern, source) and "://" not in source and not Path(source).exists())


@contextmanager
def as_file(source: str) -> Iterator[str]:
    """The source itself or, for `REV:path`, a file that holds what git has there.

    References to other files are not followed: they would lead to another revision.
    """
    if not is_revision(source):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="mcpgen-") as folder:
        file = Path(folder, PurePosixPath(source.partition(":")[2]).name)
        file.write_bytes(_show(source))
        yield str(file)


def _show(source: str) -> bytes:
    command = ["git", "show", "--end-of-options", source]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
        said = done.stderr.decode(errors="replace").strip()
    except OSError as error:
        raise failure(f"`{source}` needs git", detail=error.strerror or str(error)) from None
    if done.returncode:
        raise failure(f"git does not have `{source}`", location=Location(source), detail=said)
    return done.stdout
