"""`mcpgen new`: a server project from a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mcpgen.cli import options
from mcpgen.cli.screen import Steps, give, give_object, say, say_warnings
from mcpgen.diagnostics import Report

if TYPE_CHECKING:
    from mcpgen.pipeline import NewProject


def new(
    spec: options.Spec,
    folder: Annotated[
        str,
        typer.Argument(
            metavar="DIR",
            help="A new or empty folder (default: by the name of the API).",
            show_default=False,
        ),
    ] = "",
    name: options.Name = "",
    prefix: options.Prefix = "",
    base_url: options.BaseUrl = "",
    include: options.Include = None,
    hide: options.Hide = None,
    max_tools: options.MaxTools = None,
    max_tokens: options.MaxTokens = 8000,
    allow_ref: options.AllowRef = None,
    strict: options.Strict = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Never ask, take the defaults.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Make an MCP server project from an OpenAPI document."""
    del yes  # nothing is asked yet; scripts may say it already
    from mcpgen import pipeline

    report = Report()
    wishes = pipeline.Wishes(
        *(spec, name, prefix, base_url, max_tools, max_tokens, strict, tuple(allow_ref or ())),
        include=tuple(include or ()),
        hide=tuple(hide or ()),
    )
    with Steps() as steps:
        project = pipeline.make_project(wishes, folder, report, steps)
        if not dry_run:
            pipeline.write_project(project, steps)
    _tell(project, report, spec, written=not dry_run, as_json=json)


def _tell(project: NewProject, report: Report, spec: str, *, written: bool, as_json: bool) -> None:
    from mcpgen.report.new_project import (
        dry_run_lines,
        file_lines,
        new_project_lines,
        new_project_object,
    )

    planned = project.planned
    say_warnings(report, f"mcpgen inspect {spec}")
    if as_json:
        give_object(
            new_project_object(
                project.name,
                project.folder,
                project.files,
                planned.plan,
                planned.tokens,
                report,
                written=written,
            )
        )
    elif written:
        say(
            new_project_lines(
                project.name,
                project.folder,
                planned.plan,
                planned.tokens,
                planned.separate_tokens,
            )
        )
    else:
        say(dry_run_lines(project.folder, project.files))
        give(file_lines(project.files))
