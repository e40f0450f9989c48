"""What one HTTP connection asked for in its URL: `?tools=` and `?max_chars=`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import parse_qs

MIN_CHARS = 1_000
MAX_CHARS = 1_000_000

_PATTERN = re.compile(r"[A-Za-z0-9_.*-]{1,128}")


class ViewError(ValueError):
    """A query parameter of the endpoint's URL that cannot be honoured."""


@dataclass(frozen=True, slots=True)
class View:
    """The tools a connection sees (None: all) and its own cap on results."""

    names: frozenset[str] | None = None
    max_chars: int | None = None

    def shows(self, name: str) -> bool:
        return self.names is None or name in self.names


WHOLE = View()
"""Every tool, and the server's own cap."""


def read_view(query: bytes, tools: Sequence[str]) -> View:
    """Read the query of the endpoint's URL; parameters of other parties are left alone."""
    if not query:
        return WHOLE
    try:
        parameters = parse_qs(query.decode("ascii"), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise ViewError("The URL's query cannot be read") from None
    names = _read_tools(parameters["tools"], tools) if "tools" in parameters else None
    limit = _read_max_chars(parameters["max_chars"]) if "max_chars" in parameters else None
    return View(names, limit)


def _read_tools(values: list[str], tools: Sequence[str]) -> frozenset[str] | None:
    names: set[str] = set()
    for pattern in dict.fromkeys(part.strip() for value in values for part in value.split(",")):
        if not _PATTERN.fullmatch(pattern):
            raise ViewError("tools takes tool names separated by commas, with * for any characters")
        found = [name for name in tools if fnmatchcase(name, pattern)]
        if not found:
            raise ViewError(f"tools: no tool is named {pattern}")
        names.update(found)
    return None if len(names) == len(tools) else frozenset(names)


def _read_max_chars(values: list[str]) -> int:
    value = values[-1]
    # Seven digits hold the highest limit, so a longer number is never converted.
    limit = int(value) if re.fullmatch(r"[0-9]{1,7}", value) else 0
    if not MIN_CHARS <= limit <= MAX_CHARS:
        raise ViewError(f"max_chars takes a whole number from {MIN_CHARS} to {MAX_CHARS}")
    return limit
