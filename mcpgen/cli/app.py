"""The command `mcpgen`: its subcommands, and what every one of them does with a failure."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.exceptions import Abort, Exit, TyperException

from mcpgen.cli import diff, inspect, new, regenerate, status
from mcpgen.cli.screen import say, say_problem
from mcpgen.diagnostics import ExitCode, McpgenError

_EPILOG = (
    "Exit codes: 0 done, 1 findings, 2 usage, 3 conflicts, 4 the document or plan file cannot be "
    "used, 5 environment (network, disk, permissions), 70 a fault of mcpgen."
)


class Commands(TyperGroup):
    """Turns every failure into one message and the exit code it stands for."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except McpgenError as error:
            say_problem(error.diagnostic)
            raise Exit(error.exit_code) from None
        except (Abort, Exit, TyperException, BrokenPipeError):
            raise
        except Exception as error:
            say_bug(error)
            raise Exit(ExitCode.BUG) from None


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="From an OpenAPI document to an MCP server project that agents use well.",
    epilog=_EPILOG,
)
app.command("new")(new.new)
app.command("inspect")(inspect.inspect)
app.command("regenerate")(regenerate.regenerate)
app.command("status")(status.status)
app.command("diff")(diff.diff)


def _show_version(wanted: bool) -> None:
    if wanted:
        import platform

        from mcpgen.assets import generator

        print(f"{generator()} (Python {platform.python_version()}, {platform.system()})")
        raise Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    del version


def say_bug(error: Exception) -> None:
    """One message without the values of anything: they may be secret."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    spot = ""
    if trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "?")
        spot = f" in {module}:{trace.tb_lineno}"
    say(
        f"error: mcpgen failed in a way it should not\n"
        f"  {type(error).__name__}{spot}\n\n"
        f"This is a fault of mcpgen, not of your document. Nothing was left half-written.\n\n"
        f"hint: report it to the makers of mcpgen, with `mcpgen --version` and, if you can, the document"
    )


def main() -> None:
    """Run the command line."""
    signal.signal(signal.SIGTERM, _terminate)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that cannot show a character shows an escape of it instead of failing.
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="mcpgen")


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    raise SystemExit(128 + number)
