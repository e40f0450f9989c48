"""Located problems: what is wrong, where, why, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class ExitCode(IntEnum):
    """Exit codes of every command, the same everywhere."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    CONFLICTS = 3
    DOCUMENT = 4
    ENVIRONMENT = 5
    BUG = 70


class Level(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Location:
    """A spot in a source file. `line` and `column` count from 1; 0 means unknown.

    `pointer` is an RFC 6901 JSON pointer in its URI fragment form, `#/paths/~1pets/get`.
    """

    file: str
    pointer: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        spot = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{spot}  {self.pointer}" if self.pointer else spot


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem, complete enough to be acted on without reading mcpgen's source."""

    level: Level
    title: str
    location: Location | None = None
    detail: str = ""
    hint: str = ""

    def __str__(self) -> str:
        lines = [f"{self.level}: {self.title}"]
        if self.location is not None:
            lines.append(f"  {self.location}")
        if self.detail:
            lines += ["", self.detail]
        if self.hint:
            lines += ["", f"hint: {self.hint}"]
        return "\n".join(lines)


class McpgenError(Exception):
    """A problem the current stage cannot get past; carries the exit code of the command."""

    def __init__(self, diagnostic: Diagnostic, exit_code: ExitCode) -> None:
        super().__init__(diagnostic.title)
        self.diagnostic = diagnostic
        self.exit_code = exit_code


def failure(
    title: str,
    *,
    exit_code: ExitCode = ExitCode.DOCUMENT,
    location: Location | None = None,
    detail: str = "",
    hint: str = "",
) -> McpgenError:
    """Build the error for something the stage cannot do without."""
    return McpgenError(Diagnostic(Level.ERROR, title, location, detail, hint), exit_code)


@dataclass(slots=True)
class Report:
    """The problems of one run, in the order they were met; equal ones are kept once."""

    _found: dict[Diagnostic, None] = field(default_factory=dict)

    def add(self, diagnostic: Diagnostic) -> None:
        self._found.setdefault(diagnostic)

    def warn(
        self, title: str, location: Location | None = None, detail: str = "", hint: str = ""
    ) -> None:
        self.add(Diagnostic(Level.WARNING, title, location, detail, hint))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
