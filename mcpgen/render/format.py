"""Rendered Python, formatted by black.

The literals are written in black's own shape already; a team's template need not be.
"""

from __future__ import annotations

from functools import lru_cache

LINE_LENGTH = 100


@lru_cache(maxsize=64)  # most files of a project are the same whatever its document says
def format_python(text: str) -> str:
    """The same module as black writes it; it has to be Python already."""
    # A tenth of a second, which a command that renders nothing does not pay.
    from black import Mode, format_str
    from black.mode import TargetVersion

    mode = Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY311})
    return format_str(text, mode=mode)
