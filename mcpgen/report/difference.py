"""A difference between what two servers offer, with a rule that never changes its name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from mcpgen.diagnostics import Location


class Severity(StrEnum):
    """What a difference does to those who use the server."""

    BREAKING = "breaking"
    RISKY = "risky"
    INFO = "info"


RULES = {
    "tool-removed": Severity.BREAKING,
    "tool-renamed": Severity.BREAKING,
    "tool-added": Severity.INFO,
    "tool-text-changed": Severity.RISKY,
    "operation-removed": Severity.BREAKING,
    "operation-moved": Severity.BREAKING,
    "operation-added": Severity.INFO,
    "action-renamed": Severity.BREAKING,
    "request-changed": Severity.INFO,
    "in-required-property-added": Severity.BREAKING,
    "in-optional-property-added": Severity.INFO,
    "in-property-removed": Severity.RISKY,
    "in-became-required": Severity.BREAKING,
    "in-became-optional": Severity.INFO,
    "in-type-changed": Severity.BREAKING,
    "in-type-widened": Severity.INFO,
    "in-became-enum": Severity.BREAKING,
    "in-enum-value-removed": Severity.BREAKING,
    "in-enum-value-added": Severity.INFO,
    "in-enum-dropped": Severity.INFO,
    "in-max-tightened": Severity.BREAKING,
    "in-min-tightened": Severity.BREAKING,
    "in-limit-relaxed": Severity.INFO,
    "in-default-changed": Severity.RISKY,
    "in-pattern-changed": Severity.RISKY,
    "in-format-changed": Severity.RISKY,
    "in-closed": Severity.RISKY,
    "in-opened": Severity.INFO,
    "in-alternatives-changed": Severity.RISKY,
    "read-only-hint-lost": Severity.BREAKING,
    "read-only-hint-gained": Severity.INFO,
    "destructive-hint-gained": Severity.BREAKING,
    "destructive-hint-lost": Severity.INFO,
    "idempotent-hint-changed": Severity.RISKY,
    "open-world-hint-changed": Severity.RISKY,
    "auth-changed": Severity.BREAKING,
    "auth-relaxed": Severity.INFO,
    "host-changed": Severity.BREAKING,
    "base-url-changed": Severity.INFO,
    "token-cost": Severity.RISKY,
}
"""Every rule and how grave it is."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`subject` is a tool, `tool.argument`, or an operation; `text` says what happened to it."""

    rule: str
    subject: str
    text: str
    old: Location | None = None
    new: Location | None = None

    @property
    def severity(self) -> Severity:
        return RULES[self.rule]

    @property
    def fingerprint(self) -> str:
        """The same for the same difference in every report, so that an approval lasts."""
        return hashlib.sha256(f"{self.rule}:{self.subject}:{self.text}".encode()).hexdigest()[:12]
