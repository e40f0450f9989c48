"""Reading files within the size limit."""

from __future__ import annotations

from mcpgen.diagnostics import Location, failure

MAX_BYTES = 64 * 1024 * 1024


def read_file(path: str) -> bytes:
    """The bytes of a file; OSError where the system refuses, McpgenError where it is too large."""
    with open(path, "rb") as file:
        return capped(file.read(MAX_BYTES + 1), path)


def capped(data: bytes, name: str) -> bytes:
    """The data itself, unless more was read than the limit allows."""
    if len(data) > MAX_BYTES:
        raise failure(f"{name} is larger than {MAX_BYTES >> 20} MiB", location=Location(name))
    return data
