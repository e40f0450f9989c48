"""What `mcpgen status` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mcpgen.project.status import State, Status
from mcpgen.report.text import count, line

_TOLD = (State.CONFLICT, State.BEHIND, State.ORPHAN, State.DELETED, State.EDITED)
_WORDS = {
    State.CONFLICT: "in conflict",
    State.BEHIND: "behind",
    State.ORPHAN: "not generated any more",
    State.DELETED: "deleted by you",
    State.EDITED: "edited by you",
}
_NEXT = {
    State.CONFLICT: "decide between the marked lines, or merge the `.new` file beside",
    State.BEHIND: "`mcpgen regenerate` brings it up to date",
    State.ORPHAN: "you edited it, so it was kept",
    State.DELETED: "stays deleted; `mcpgen regenerate --recreate FILE` brings it back",
    State.EDITED: "your edits are merged with every new version",
}
_DOCUMENT = {
    True: "changed since the last run: `mcpgen regenerate` takes it in",
    False: "as in the last run",
    None: "not looked at: it is no file here",
}


def status_lines(status: Status) -> Iterator[str]:
    """For a terminal."""
    yield f"document  {line(status.source)}, {_DOCUMENT[status.changed]}"
    yield f"last run  {line(status.lock.origin.generator)}"
    clean = len(status.of(State.CLEAN))
    yield f"files     {clean} as mcpgen wrote them, {len(status.of(State.YOURS))} yours"
    if status.cut_off:
        yield "A run was cut off: the next `mcpgen regenerate` ends it"
    for state in _TOLD:
        paths = status.of(state)
        if paths:
            yield ""
            yield f"{count(len(paths), 'file')} {_WORDS[state]}: {_NEXT[state]}"
            yield from (f"  {path}" for path in paths)


def status_object(status: Status) -> dict[str, Any]:
    """For a program."""
    return {
        "schemaVersion": 1,
        "generator": status.lock.origin.generator,
        "document": {"source": status.source, "changed": status.changed},
        "cutOff": status.cut_off,
        "files": [{"path": str(path), "state": str(state)} for path, state in status.files],
    }
