"""Imports generated packages and lists their tools, and sees whatever else they do.

Reads a JSON list of folders, each with one package, and prints a JSON list of faults.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2  # noqa: F401  what every project imports is imported unwatched
import mcp  # noqa: F401
import uvicorn  # noqa: F401
from jsonschema import Draft202012Validator

FORBIDDEN = re.compile(
    r"subprocess\.|os\.(system|exec|posix_spawn|spawn|fork|startfile|remove|rename|mkdir|rmdir"
    r"|link|symlink|truncate|chmod|chown|putenv)|socket\.(connect|bind|getaddrinfo|sendto)"
    r"|shutil\.|pty\.|urllib\.|ftplib\.|smtplib\.|webbrowser\."
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class WatchedError(BaseException):
    """Something a module may not do when it is imported."""


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    if FORBIDDEN.match(event):
        raise WatchedError(event)
    if event == "open":
        _, mode, flags = arguments
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (flags or 0) & WRITING:
            raise WatchedError(f"open for writing: {arguments[0]}")


def faults(folder: Path) -> Iterator[str]:
    (package,) = folder.iterdir()
    sys.path.insert(0, str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == package.name]:
        del sys.modules[name]
    try:
        tools = importlib.import_module(f"{package.name}.tools").TOOLS
        if (package / "server.py").exists():
            importlib.import_module(f"{package.name}.server")
        names = [tool.name for tool in tools]
        if len(set(names)) < len(names):
            yield f"{folder}: a name twice in {names}"
        for tool in tools:
            if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", tool.name):
                yield f"{folder}: {tool.name!r} is no name"
            Draft202012Validator.check_schema(tool.input_schema)
            json.dumps(tool.input_schema, allow_nan=False)
    except (Exception, WatchedError) as fault:
        yield f"{folder}: {type(fault).__name__}: {fault}"
    finally:
        sys.path.remove(str(folder))


if __name__ == "__main__":
    given = [Path(folder) for folder in json.load(sys.stdin)]
    sys.addaudithook(watch)
    json.dump([fault for folder in given for fault in faults(folder)], sys.stdout)
