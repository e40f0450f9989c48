"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from mcpgen.project.model import ConflictMode
from mcpgen.report.formats import FailOn, Format


def _checked(check: str) -> Callable[[str], str]:
    """A callback that checks a value by a function of `mcpgen.config`, loaded only then."""

    def callback(value: str) -> str:
        if value:
            from mcpgen import config

            try:
                getattr(config, check)(value)
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None
        return value

    return callback


def _checked_list(check: str) -> Callable[[list[str] | None], list[str] | None]:
    """The same for an option that can be repeated, by a function of `mcpgen.curation`."""

    def callback(values: list[str] | None) -> list[str] | None:
        if values:
            from mcpgen import curation

            try:
                for value in values:
                    getattr(curation, check)(value)
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None
        return values

    return callback


Spec: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="SPEC", help="The OpenAPI document: a path, a URL, or - for standard input."
    ),
]
OptionalSpec: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="SPEC",
        help="The OpenAPI document: a path, a URL, - for standard input, or REV:path for a file "
        "in git (default: the one in mcpgen.yaml).",
        show_default=False,
    ),
]
Directory: TypeAlias = Annotated[
    Path,
    typer.Option(
        "-C",
        metavar="DIR",
        help="Work in this folder, or the project it is in.",
        show_default=False,
    ),
]
Conflict: TypeAlias = Annotated[
    ConflictMode | None,
    typer.Option(
        help="Where you and the document changed the same lines: put marks there, take one side, "
        "or write nothing (default: markers on a terminal, else fail).",
        show_default=False,
    ),
]
Recreate: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Bring back a file you deleted; can be given repeatedly."),
]
FailOnOption: TypeAlias = Annotated[
    FailOn | None,
    typer.Option("--fail-on", help="Exit 1 where anything so grave is found.", show_default=False),
]
FormatOption: TypeAlias = Annotated[
    Format, typer.Option("--format", help="How to write the report.")
]
Name: TypeAlias = Annotated[
    str,
    typer.Option(
        help="Short name of the API, as in acme for acme-mcp and ACME_… (default: by its title).",
        callback=_checked("check_name"),
    ),
]
Prefix: TypeAlias = Annotated[
    str,
    typer.Option(
        help="What every tool name begins with (default: the name).",
        callback=_checked("check_name"),
    ),
]
BaseUrl: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="Address of the API (default: the document's own).",
        callback=_checked("check_base_url"),
    ),
]
MaxTools: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=5,
        max=1000,
        metavar="N",
        help="At most so many tools (default: about 15, up to 25 where that keeps each operation"
        " in one). What does not fit is found and called through a catalogue.",
        show_default=False,
    ),
]
MaxTokens: TypeAlias = Annotated[
    int,
    typer.Option(
        min=1000, max=1_000_000, metavar="N", help="What all tool definitions may cost a model."
    ),
]
Include: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATTERN",
        help='Only operations like this: "GET /pets/**", tag:orders, id:list*; can be repeated.',
        callback=_checked_list("check_pattern"),
    ),
]
Hide: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATTERN",
        help="No operation like this; wins over --include; can be repeated.",
        callback=_checked_list("check_pattern"),
    ),
]
Strict: TypeAlias = Annotated[
    bool, typer.Option("--strict", help="Check the whole document against the OpenAPI standard.")
]
AllowRef: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PREFIX", help="Follow $ref to addresses that begin so; can be given repeatedly."
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
