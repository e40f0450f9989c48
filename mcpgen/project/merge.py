"""The three-way merge of one text, by the `git` program; no repository is needed."""

from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mcpgen.project.texts import body_of

LABELS = ("your version", "last generated", "new generated")
_BEGIN, _END = f"<<<<<<< {LABELS[0]}", f">>>>>>> {LABELS[2]}"
_TOO_MANY = 127
"""Above this, the exit code of `git merge-file` is no number of conflicts."""


class Favour(StrEnum):
    """Whose lines win where both sides changed the same ones."""

    NOBODY = ""
    MINE = "--ours"
    THEIRS = "--theirs"


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged text; the places both sides changed are in it between marks."""

    text: str
    conflicts: int


def merge(mine: str, base: str, new: str, favour: Favour = Favour.NOBODY) -> Merged | None:
    """Merge two descendants of `base`; None where there is no git, or git cannot."""
    if mine in (new, base):
        return Merged(new, 0)
    if new == base:
        return Merged(mine, 0)
    with tempfile.TemporaryDirectory(prefix="mcpgen-merge-") as folder:
        for name, text in zip(LABELS, (mine, base, new), strict=True):
            Path(folder, name).write_bytes(text.encode())
        return _run(folder, favour, "--zdiff3") or _run(folder, favour, "--diff3")


def _run(folder: str, favour: Favour, style: str) -> Merged | None:
    labels = [word for label in LABELS for word in ("-L", label)]
    options = [style, *([str(favour)] if favour else [])]
    # Variables of a surrounding git command (a hook, a rebase) are about another folder.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", "merge-file", "-p", *options, *labels, "--", *LABELS],
            cwd=folder,
            env=env,
            capture_output=True,
            check=False,
        )
    except OSError:
        return None
    text = body_of(done.stdout)
    if not 0 <= done.returncode <= _TOO_MANY or text is None:
        return None
    return Merged(text, done.returncode)


def one_conflict(mine: str, base: str, new: str) -> str:
    """All that differs as one conflict: for merges that are clean as text and still wrong."""
    sides = [text.splitlines(keepends=True) for text in (mine, base, new)]
    head = 0
    while all(head < len(side) for side in sides) and len({side[head] for side in sides}) == 1:
        head += 1
    rest = [side[head:] for side in sides]
    tail = 0
    while all(tail < len(side) for side in rest) and len({side[-1 - tail] for side in rest}) == 1:
        tail += 1
    middle = ["".join(side[: len(side) - tail]) for side in rest]
    ours, theirs, generated = (f"{text}\n" if text[-1:] not in ("", "\n") else text
                               for text in middle)  # fmt: skip
    marked = f"{_BEGIN}\n{ours}||||||| {LABELS[1]}\n{theirs}=======\n{generated}{_END}\n"
    return "".join(sides[0][:head]) + marked + "".join(rest[0][len(rest[0]) - tail :])


def has_marks(body: str) -> bool:
    """Whether a conflict mcpgen wrote is still in the text."""
    lines = body.splitlines()
    return _BEGIN in lines or _END in lines
