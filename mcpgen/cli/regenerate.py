"""`mcpgen regenerate`: the project again, from the document as it is now."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from mcpgen.cli import options
from mcpgen.cli.screen import Steps, give, give_object, say, say_warnings
from mcpgen.diagnostics import ExitCode, Report
from mcpgen.project.model import ConflictMode
from mcpgen.report.text import count

if TYPE_CHECKING:
    from mcpgen.regeneration import Regeneration


Check: TypeAlias = Annotated[
    bool, typer.Option("--check", help="Write nothing; exit 1 if a run would write.")
]
DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", "-n", help="Say what would change, write nothing.")
]
Diff: TypeAlias = Annotated[
    bool, typer.Option("--diff", help="Print what would change as a diff, write nothing.")
]
Rename: TypeAlias = Annotated[
    bool, typer.Option("--rename", help="Name tools and actions afresh, whatever they were called.")
]
Undo: TypeAlias = Annotated[
    bool, typer.Option("--undo", help="Take the last run back; again brings it back.")
]


def regenerate(
    spec: options.OptionalSpec = "",
    check: Check = False,
    dry_run: DryRun = False,
    diff: Diff = False,
    conflict: options.Conflict = None,
    recreate: options.Recreate = None,
    rename: Rename = False,
    undo: Undo = False,
    allow_ref: options.AllowRef = None,
    strict: options.Strict = False,
    json: options.Json = False,
    directory: options.Directory = Path(),
) -> None:
    """Take in the document's next version, and merge it with your edits."""
    from mcpgen import regeneration as project

    if undo:
        files = project.undo_run(directory)
        say(f"Took back the last run: {count(len(files), 'file')}")
        return
    choices = project.Choices(
        spec, conflict or _usual(), tuple(recreate or ()), strict, tuple(allow_ref or ()), rename
    )
    report = Report()
    with Steps() as steps:
        done = project.regenerate(
            directory, choices, report, steps, write=not (check or dry_run or diff)
        )
    if json:
        _give(done, report)
    else:
        _tell(done, report, diff=diff)
    if done.changes.conflicts:
        raise typer.Exit(ExitCode.CONFLICTS)
    if check and done.changes.steps:
        raise typer.Exit(ExitCode.FINDINGS)


def _usual() -> ConflictMode:
    """Marks are for people; a program is told that there is something to decide."""
    on_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    return ConflictMode.MARKERS if on_terminal else ConflictMode.FAIL


def _give(done: Regeneration, report: Report) -> None:
    from mcpgen.report import changes, regeneration

    give_object(
        regeneration.regeneration_object(
            done.changes, report, changes.changes_object(done.differences), written=done.written
        )
    )


def _tell(done: Regeneration, report: Report, *, diff: bool) -> None:
    from mcpgen.report import changes, regeneration

    say_warnings(report, "mcpgen inspect SPEC")
    say(regeneration.file_lines(done.changes))
    if done.differences:
        say()
        say(changes.change_lines(done.differences))
        say()
    if done.hints:
        say(done.hints)
        say()
    if diff:
        give(regeneration.diff_lines(done.changes))
    elif done.refused:
        say(regeneration.diff_lines(done.changes))
    say(regeneration.outcome_line(done.changes, written=done.written, refused=done.refused))
    if done.refused:
        say()
        say(
            "hint: `--conflict markers` writes both versions into the file, `mine` or `theirs` decides"
        )
