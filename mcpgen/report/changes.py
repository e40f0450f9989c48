"""The change report: differences as text, JSON, Markdown for a pull request, and annotations."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from mcpgen.diagnostics import Location
from mcpgen.report.difference import Difference, Severity
from mcpgen.report.formats import FailOn, Format
from mcpgen.report.plan_json import location_object
from mcpgen.report.text import line

Differences = Iterable[Difference]
_SHOWN = 100
"""So many lines of one kind a pull request shows; its text may not grow without end."""

_MEANING = {
    Severity.BREAKING: "breaks clients, skills or approvals that rely on the tool as it was",
    Severity.RISKY: "may change what agents do, or makes clients ask again",
    Severity.INFO: "needs nothing",
}
_COMMANDS = {Severity.BREAKING: "error", Severity.RISKY: "warning", Severity.INFO: "notice"}


def is_finding(differences: Differences, fail_on: FailOn | None) -> bool:
    """Whether a report holds anything as grave as the caller wants to hear of."""
    if fail_on is None:
        return False
    grave = list(Severity)[: 1 + list(FailOn).index(fail_on)]
    return any(one.severity in grave for one in differences)


def report_lines(differences: Differences, written_as: Format) -> Iterator[str]:
    """The whole report in one of its formats."""
    match written_as:
        case Format.TEXT:
            yield from change_lines(differences)
        case Format.JSON:
            yield json.dumps(changes_object(differences), indent=2, allow_nan=False)
        case Format.MARKDOWN:
            yield from markdown_lines(differences)
        case Format.GITHUB:
            yield from github_lines(differences)


def change_lines(differences: Differences) -> Iterator[str]:
    """For a terminal."""
    differences = tuple(differences)
    if not differences:
        yield "No tool changes"
        return
    for one in differences:
        yield f"{one.severity} [{one.rule}] {line(one.subject)}: {line(one.text)}"
        spot = one.new or one.old
        if spot is not None:
            yield f"  {line(str(spot))}"
    yield ""
    yield summary(differences)


def summary(differences: Differences) -> str:
    """How many there are of each severity."""
    counts = Counter(one.severity for one in differences)
    said = [f"{counts[severity]} {severity}" for severity in Severity if counts[severity]]
    return f"Tool changes: {', '.join(said)}" if said else "No tool changes"


def changes_object(differences: Differences) -> dict[str, Any]:
    """For a program."""
    differences = tuple(differences)
    counts = Counter(one.severity for one in differences)
    return {
        "schemaVersion": 1,
        "counts": {str(severity): counts[severity] for severity in Severity},
        "changes": [_object(one) for one in differences],
    }


def _object(one: Difference) -> dict[str, Any]:
    return {
        "rule": one.rule,
        "level": str(one.severity),
        "subject": one.subject,
        "text": one.text,
        "fingerprint": one.fingerprint,
        "old": None if one.old is None else location_object(one.old),
        "new": None if one.new is None else location_object(one.new),
    }


def markdown_lines(differences: Differences) -> Iterator[str]:
    """For the text of a pull request."""
    differences = tuple(differences)
    yield f"## {summary(differences)}"
    for severity, group in groupby(differences, lambda one: one.severity):
        found = tuple(group)
        yield ""
        yield f"### {str(severity).capitalize()}: {_MEANING[severity]}"
        yield ""
        for one in found[:_SHOWN]:
            spot = one.new or one.old
            place = f", {_code(_place(spot))}" if spot is not None else ""
            yield f"- {_code(one.subject)}: {_escaped(one.text)} (`{one.rule}`){place}"
        if len(found) > _SHOWN:
            yield f"- … and {len(found) - _SHOWN} more"


def github_lines(differences: Differences) -> Iterator[str]:
    """Workflow commands, which GitHub shows at the lines of the document."""
    for one in differences:
        spot = one.new or one.old
        where = ""
        if spot is not None:
            where = f" file={_property(spot.file)}"
            where += f",line={spot.line},col={spot.column}" if spot.line else ""
        title = f"{',' if where else ' '}title={_property(one.rule)}"
        yield f"::{_COMMANDS[one.severity]}{where}{title}::{_data(f'{one.subject}: {one.text}')}"


def _place(spot: Location) -> str:
    return f"{spot.file}:{spot.line}" if spot.line else f"{spot.file} {spot.pointer}"


def _code(text: str) -> str:
    return f"`{line(text).replace('`', ' ')}`"


def _escaped(text: str) -> str:
    """Document text that Markdown and GitHub take as nothing but text."""
    text = re.sub(r"([\\`*_\[\]<>#|~&])", r"\\\1", line(text))
    # A mention would call somebody.
    return text.replace("@", "@\u2060")


def _data(text: str) -> str:
    return line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
