"""A project that is there: made again, compared and looked at. The stages are those of `pipeline`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from mcpgen.config import PLAN_FILE, PlanFile, read_plan_file
from mcpgen.diagnostics import McpgenError, Report, failure
from mcpgen.pipeline import (
    Known,
    Planned,
    Progress,
    Wishes,
    offer_made,
    plan_document,
    render_files,
    tool_entries,
)
from mcpgen.project.disk import Disk
from mcpgen.project.exclusive import exclusive
from mcpgen.project.formatter import formatter
from mcpgen.project.lock import find_project, in_a_project, read_lock
from mcpgen.project.model import Changes, ConflictMode, Policy
from mcpgen.project.names import followed, renamed_tools
from mcpgen.project.places import hash_of, in_project, source_in
from mcpgen.project.reconcile import reconcile
from mcpgen.project.record import Lock, ToolEntry
from mcpgen.project.status import Status, file_states
from mcpgen.project.transaction import apply, is_cut_off, recover, undo
from mcpgen.report.compare import compare
from mcpgen.report.difference import Difference
from mcpgen.report.moves import move_lines
from mcpgen.report.offer import TOOLS_FILE, Offer, read_offer


@dataclass(frozen=True, slots=True)
class Choices:
    """What the caller asks of a regeneration; an empty `source` is the plan file's."""

    source: str = ""
    conflict: ConflictMode = ConflictMode.FAIL
    recreate: tuple[str, ...] = ()
    strict: bool = False
    allow_refs: tuple[str, ...] = ()
    rename: bool = False
    """Whether tools and actions are named afresh."""


@dataclass(frozen=True, slots=True)
class Regeneration:
    """What a regeneration does to a project, done or not."""

    folder: Path
    planned: Planned
    changes: Changes
    differences: tuple[Difference, ...]
    hints: tuple[str, ...]
    written: bool
    refused: bool
    """Whether nothing was written because of conflicts."""


def regenerate(
    start: Path, choices: Choices, report: Report, progress: Progress, *, write: bool
) -> Regeneration:
    """Make a project again from its document, and merge that with what the team made of it."""
    folder = find_project(start)
    if not write and not is_cut_off(folder):
        return _regenerate(folder, choices, report, progress, write=False)
    with exclusive(folder):
        if recover(folder):
            report.warn("the last run was cut off; it was carried through first")
        return _regenerate(folder, choices, report, progress, write=write)


def _regenerate(
    folder: Path, choices: Choices, report: Report, progress: Progress, *, write: bool
) -> Regeneration:
    file, lock = read_plan_file(folder / PLAN_FILE), read_lock(folder)
    source = choices.source or source_in(file.spec, folder)
    wishes = Wishes(source, strict=choices.strict, allow_refs=choices.allow_refs)
    names = followed(lock.operations, file.moved)
    planned = plan_document(wishes, file, {} if choices.rename else _known(names), report, progress)
    made = render_files(planned, folder, progress)
    progress("merging")
    policy = Policy(
        choices.conflict,
        keep=file.keep,
        recreate=frozenset(in_project(name, folder) for name in choices.recreate),
        formatter=formatter(file.format, folder),
        moves=renamed_tools(names, made.operations),
    )
    disk = Disk(folder)
    changes = reconcile(disk, lock, made, policy)
    old = _old_offer(disk, lock, report)
    now = offer_made(planned, planned.api.source)
    refused = choices.conflict is ConflictMode.FAIL and bool(changes.conflicts)
    write = write and not refused and bool(changes.steps)
    if write:
        progress(f"writing {len(changes.steps)} files")
        apply(folder, changes.steps)
    found = compare(old, now) if old else ()
    hints = tuple(move_lines(old, now)) if old else ()
    return Regeneration(folder, planned, changes, found, hints, write, refused)


def differences(
    start: Path, old: str, new: str, wishes: Wishes, report: Report, progress: Progress
) -> tuple[Difference, ...]:
    """What changed for agents: between two documents, or since a project was last made."""
    if old and new and not in_a_project(start):
        first = plan_document(
            replace(wishes, source=old), PlanFile(spec=old), {}, Report(), progress
        )
        known = _known(tool_entries(first.plan))
        second = replace(wishes, source=new)
        after = plan_document(second, PlanFile(spec=new), known, report, progress)
        return compare(offer_made(first, old), offer_made(after, new))
    folder = find_project(start)
    file, lock = read_plan_file(folder / PLAN_FILE), read_lock(folder)
    known = _known(followed(lock.operations, file.moved))
    source = new or source_in(file.spec, folder)
    if old:
        made = plan_document(replace(wishes, source=old), file, known, Report(), progress)
        before = offer_made(made, old)
    else:
        before = _last_offer(Disk(folder), lock)
    planned = plan_document(replace(wishes, source=source), file, known, report, progress)
    return compare(before, offer_made(planned, planned.api.source))


def _old_offer(disk: Disk, lock: Lock, report: Report) -> Offer | None:
    """What the last run offered; a run needs it for its report only."""
    try:
        return _last_offer(disk, lock)
    except McpgenError as error:
        report.warn(f"tool changes are not told: {error.diagnostic.title}")
        return None


def _last_offer(disk: Disk, lock: Lock) -> Offer:
    content = disk.read(TOOLS_FILE)
    if content is None:
        raise failure(
            f"`{TOOLS_FILE}` is missing, so there is nothing to compare with",
            hint="`mcpgen regenerate` writes it; `mcpgen diff OLD NEW` compares two documents",
        )
    return read_offer(content, source_in(lock.origin.source, disk.folder))


def status_of(start: Path) -> Status:
    """How a project stands, without reading more of its document than its bytes."""
    folder = find_project(start)
    file, lock = read_plan_file(folder / PLAN_FILE), read_lock(folder)
    source = source_in(file.spec, folder)
    sha = hash_of(source)
    changed = None if sha is None else sha != lock.origin.sha256
    return Status(lock, file_states(Disk(folder), lock), source, changed, is_cut_off(folder))


def undo_run(start: Path) -> tuple[PurePosixPath, ...]:
    """Take the last run in a project back; the files this changed."""
    folder = find_project(start)
    with exclusive(folder):
        recover(folder)
        return undo(folder)


def _known(names: Mapping[str, ToolEntry]) -> Known:
    return {identity: (entry.tool, entry.action) for identity, entry in names.items()}
