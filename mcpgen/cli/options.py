"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias

import typer


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


Spec: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="SPEC", help="The OpenAPI document: a path, a URL, or - for standard input."
    ),
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
