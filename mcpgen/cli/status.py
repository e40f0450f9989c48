"""`mcpgen status`: how a project stands against its last run and its document."""

from __future__ import annotations

from pathlib import Path

import typer

from mcpgen.cli import options
from mcpgen.cli.screen import give, give_object
from mcpgen.diagnostics import ExitCode


def status(json: options.Json = False, directory: options.Directory = Path()) -> None:
    """Show which files you edited, and whether the document is newer (exit 1)."""
    from mcpgen import regeneration
    from mcpgen.project.status import State
    from mcpgen.report.status import status_lines, status_object

    found = regeneration.status_of(directory)
    if json:
        give_object(status_object(found))
    else:
        give(status_lines(found))
    if found.of(State.CONFLICT):
        raise typer.Exit(ExitCode.CONFLICTS)
    if found.changed or found.cut_off or found.of(State.BEHIND):
        raise typer.Exit(ExitCode.FINDINGS)
