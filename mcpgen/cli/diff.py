"""`mcpgen diff`: what a new version of the document changes for agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mcpgen.cli import options
from mcpgen.cli.screen import Steps, give
from mcpgen.diagnostics import ExitCode, Report
from mcpgen.report.formats import Format


def diff(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="A document (default: what the last run made).", show_default=False
        ),
    ] = "",
    new: Annotated[
        str,
        typer.Argument(
            metavar="NEW",
            help="A document (default: the one in mcpgen.yaml). Both may be a path, a URL, -, or "
            "REV:path for a file in git.",
            show_default=False,
        ),
    ] = "",
    fail_on: options.FailOnOption = None,
    written_as: options.FormatOption = Format.TEXT,
    allow_ref: options.AllowRef = None,
    strict: options.Strict = False,
    directory: options.Directory = Path(),
) -> None:
    """Show what changes for agents: broken, risky and harmless."""
    from mcpgen import pipeline, regeneration
    from mcpgen.report import changes

    report = Report()
    wishes = pipeline.Wishes("", strict=strict, allow_refs=tuple(allow_ref or ()))
    with Steps() as steps:
        found = regeneration.differences(directory, old, new, wishes, report, steps)
    give(changes.report_lines(found, written_as))
    if changes.is_finding(found, fail_on):
        raise typer.Exit(ExitCode.FINDINGS)
