"""The command line of this server."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from .manual import environment_help, plain
from .service import Service
from .settings import Settings, SettingsError

Command: TypeAlias = Callable[[Service, Settings, argparse.Namespace], int]

USAGE_ERROR = 2
INTERRUPTED = 130


def main(service: Service, argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv` and return its exit code."""
    arguments = _parser(service).parse_args(argv)
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    run: Command = arguments.run
    try:
        settings = Settings.from_environment(
            service.api, os.environ, base_url=arguments.base_url or None
        )
        return run(service, settings, arguments)
    except SettingsError as error:
        print(f"{service.name}: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser(service: Service) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=service.name,
        description=f"{plain(service.title)}: an MCP server. Without a command it serves MCP on stdio, "
        "the way clients on the same machine start it.",
        epilog=environment_help(service.api),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{service.name} {service.version}")
    _add_base_url(parser, default="")
    parser.set_defaults(run=_stdio)
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_http(commands)
    _add_call(commands)
    _add_tools(commands)
    return parser


def _add_base_url(parser: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    parser.add_argument(
        "--base-url",
        metavar="URL",
        default=default,
        help="address of the API, before the environment variable and the API document's own",
    )


def _add_http(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "http",
        help="serve MCP over HTTP at /mcp",
        description="Serve MCP over HTTP at /mcp, with /healthz and /readyz for probes. "
        "A client can narrow its connection in the URL: /mcp?tools=NAME,PREFIX*&max_chars=N.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=_port, default=8000, help="port, 0 for any (%(default)s)")
    parser.add_argument(
        "--allow-unauthenticated",
        action="store_true",
        help="listen on an address other machines reach, though this server does not ask who calls",
    )
    _add_base_url(parser)
    parser.set_defaults(run=_http)


def _add_call(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "call",
        help="call one tool and print its result",
        description="Call one tool and print its result. A VALUE is read as JSON where the "
        'argument is not a string: limit=5 tags=\'["a","b"]\'.',
    )
    parser.add_argument("tool", metavar="TOOL", help="name of the tool, from `tools`")
    parser.add_argument("values", metavar="KEY=VALUE", nargs="*", help="arguments of the tool")
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="print the HTTP request instead of sending it, secrets masked",
    )
    _add_base_url(parser)
    parser.set_defaults(run=_call)


def _add_tools(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "tools",
        help="list the tools, or the arguments of one",
        description="List the tools, or the arguments of one.",
    )
    parser.add_argument("tool", metavar="TOOL", nargs="?", help="a tool to describe")
    parser.set_defaults(run=_tools, base_url="")


# Each command imports what it needs when it runs: a client waits for stdio to start.


def _stdio(service: Service, settings: Settings, arguments: argparse.Namespace) -> int:
    del arguments
    from .serve import serve_on_stdio

    return serve_on_stdio(service, settings)


def _http(service: Service, settings: Settings, arguments: argparse.Namespace) -> int:
    from .serve import serve_on_http

    return serve_on_http(
        service,
        settings,
        arguments.host,
        arguments.port,
        unauthenticated=arguments.allow_unauthenticated,
    )


def _call(service: Service, settings: Settings, arguments: argparse.Namespace) -> int:
    from .terminal import call_tool

    return call_tool(service, settings, arguments.tool, arguments.values, dry_run=arguments.dry_run)


def _tools(service: Service, settings: Settings, arguments: argparse.Namespace) -> int:
    del settings
    from .terminal import show_tools

    return show_tools(service, arguments.tool)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port number")
    return int(text)
