"""What a command says while and after it works: all of it on stderr, but for the data."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from mcpgen.diagnostics import Diagnostic, Level
from mcpgen.report.text import count, plain

_PATIENCE_SECONDS = 1.0
_WARNINGS_SHOWN = 10


class Steps:
    """Shows the step at work: at once on a terminal, elsewhere only after a second."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._clear()

    def __call__(self, step: str) -> None:
        self._clear()
        text = plain(f"{step} …")
        if self._live:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
            return
        self._timer = threading.Timer(_PATIENCE_SECONDS, print, [text], {"file": sys.stderr})
        self._timer.daemon = True
        self._timer.start()

    def _clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            self._timer = None
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def say(lines: Iterable[str] | str = "") -> None:
    """Talk: a line or several, on stderr."""
    for line in [lines] if isinstance(lines, str) else lines:
        print(plain(line), file=sys.stderr)


def give(lines: Iterable[str]) -> None:
    """Data: lines on stdout."""
    for line in lines:
        print(plain(line))


def give_object(value: dict[str, Any]) -> None:
    """Data: one JSON object on stdout."""
    print(json.dumps(value, indent=2, allow_nan=False))


def say_problem(diagnostic: Diagnostic) -> None:
    say(str(diagnostic))


def say_warnings(found: Iterable[Diagnostic], how_to_see_all: str) -> None:
    """The first warnings whole, the rest by their number."""
    found = list(found)
    for diagnostic in found[:_WARNINGS_SHOWN]:
        say_problem(diagnostic)
        say()
    rest = len(found) - _WARNINGS_SHOWN
    if rest > 0:
        what = count(rest, "more problem")
        say(f"{Level.NOTE}: {what} of the document: `{how_to_see_all}` shows all")
        say()
