"""The team's own formatter, so that its style is no difference to merge."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

from mcpgen.project.texts import body_of

_PATIENCE_SECONDS = 60


def formatter(command: str, folder: Path) -> Callable[[str], str | None] | None:
    """Runs `command` on standard input, without a shell; None where there is no command."""
    words = shlex.split(command)
    if not words:
        return None

    @cache
    def run(text: str) -> str | None:
        try:
            done = subprocess.run(
                words,
                cwd=folder,
                input=text.encode(),
                capture_output=True,
                timeout=_PATIENCE_SECONDS,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return body_of(done.stdout)

    return run
