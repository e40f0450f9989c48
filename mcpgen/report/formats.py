"""How a change report is written, and when it is a finding."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """How a change report is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    GITHUB = "github"


class FailOn(StrEnum):
    """From which severity on a report is a finding."""

    BREAKING = "breaking"
    RISKY = "risky"
    ANY = "any"
