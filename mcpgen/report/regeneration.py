"""What `mcpgen regenerate` and `mcpgen status` say of the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from typing import Any

from mcpgen.diagnostics import Diagnostic
from mcpgen.project.model import MOVED, Change, Changes, Fate
from mcpgen.project.texts import body_of
from mcpgen.report.plan_json import warning_list
from mcpgen.report.text import count, line

_SHOWN = 30
_WORDS = {
    Fate.EDITED: "yours",
    Fate.DELETED: "deleted by you",
    Fate.KEPT: "kept, behind",
}


def file_lines(changes: Changes) -> Iterator[str]:
    """Every file that is not just as mcpgen left it and leaves it."""
    told = [change for change in changes.changes if _is_told(change)]
    width = max((len(_word(change)) for change in told), default=0)
    for change in told[:_SHOWN]:
        yield f"  {_word(change):<{width}}  {change.path}{_note(change)}"
    if len(told) > _SHOWN:
        yield f"  … and {count(len(told) - _SHOWN, 'more file')}: `--json` names all"
    if changes.broken_imports:
        yield ""
        yield "Your code imports modules that are removed:"
        yield from (f"  {place}" for place in changes.broken_imports)


def outcome_line(changes: Changes, *, written: bool, refused: bool) -> str:
    """The run in one sentence."""
    conflicts = len(changes.conflicts)
    if refused:
        return f"{count(conflicts, 'conflict')}: nothing was written"
    if not changes.steps:
        return "Nothing to do"
    if not _touched(changes):
        return f"{'Changed' if written else 'A run would change'} only what mcpgen remembers"
    what = count(len(_touched(changes)), "file")
    if not written:
        return f"A run would change {what}"
    done = f"Changed {what}"
    return f"{done}, {count(conflicts, 'conflict')} among them" if conflicts else done


def diff_lines(changes: Changes) -> Iterator[str]:
    """The change of every file as a unified diff; the record is left out."""
    for change in _touched(changes):
        before = body_of(change.before or b"")
        after = body_of(change.after or b"")
        if before is None or after is None:
            yield f"Binary file {change.path} differs"
            continue
        old = f"a/{change.path}" if change.before is not None else "/dev/null"
        new = f"b/{change.path}" if change.after is not None else "/dev/null"
        yield from unified_diff(before.splitlines(), after.splitlines(), old, new, lineterm="")


def file_objects(changes: Changes) -> list[dict[str, Any]]:
    """The files for a program."""
    return [_object(change) for change in changes.changes]


def regeneration_object(
    changes: Changes, found: Iterable[Diagnostic], tools: dict[str, Any], *, written: bool
) -> dict[str, Any]:
    """A run for a program."""
    return {
        "schemaVersion": 1,
        "written": written,
        "wouldWrite": bool(changes.steps),
        "conflicts": [str(change.path) for change in changes.conflicts],
        "files": file_objects(changes),
        "brokenImports": list(changes.broken_imports),
        "tools": tools,
        "warnings": warning_list(found),
    }


def _touched(changes: Changes) -> list[Change]:
    return [change for change in changes.changes if change.before != change.after]


def _is_told(change: Change) -> bool:
    if change.note == MOVED:
        return False  # told where it is now
    if change.moved_from is not None:
        return True
    return change.fate not in (Fate.UNCHANGED, Fate.YOURS) or bool(change.note)


def _word(change: Change) -> str:
    if change.moved_from is not None and change.fate is not Fate.CONFLICT:
        return "moved"
    return _WORDS.get(change.fate, str(change.fate))


def _note(change: Change) -> str:
    notes = [f"from {change.moved_from}"] if change.moved_from else []
    notes += [change.note] if change.note else []
    return f"  ({line('; '.join(notes))})" if notes else ""


def _object(change: Change) -> dict[str, Any]:
    value = {"path": str(change.path), "state": str(change.fate)}
    if change.note:
        value["note"] = change.note
    if change.moved_from is not None:
        value["movedFrom"] = str(change.moved_from)
    return value
