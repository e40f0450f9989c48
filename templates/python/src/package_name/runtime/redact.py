"""Keeps secrets out of every text that leaves this server."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, quote_plus

MASK = "***"

# Below this length a secret is no secret, and masking it would garble ordinary text.
_SHORTEST = 4
_MOST_ADDED = 50


class Redactor:
    """Masks secret values, also where they are written percent-encoded or as base64."""

    __slots__ = ("_added", "_fixed", "_forms")

    def __init__(self, secrets: Iterable[str]) -> None:
        self._fixed = {form for secret in secrets for form in _forms(secret)}
        self._added: list[str] = []
        self._forms = _sorted(self._fixed)

    def add(self, secret: str) -> None:
        """Mask a secret that came up while running; those long past are forgotten."""
        if secret not in self._added:
            self._added = [*self._added[1 - _MOST_ADDED :], secret]
            added = {form for one in self._added for form in _forms(one)}
            self._forms = _sorted(self._fixed | added)

    def __repr__(self) -> str:
        return f"Redactor({len(self._forms)} forms)"

    def clean(self, text: str) -> str:
        """The text with every secret in it masked."""
        for form in self._forms:
            text = text.replace(form, MASK)
        return text

    def clean_value(self, value: Any) -> Any:
        """A JSON value with every secret masked in its strings and property names."""
        if isinstance(value, str):
            return self.clean(value)
        if isinstance(value, list):
            return [self.clean_value(item) for item in value]
        if isinstance(value, dict):
            return {self.clean(key): self.clean_value(item) for key, item in value.items()}
        return value


def _sorted(forms: set[str]) -> list[str]:
    # The longest first, so that no rest of a longer secret is left standing.
    return sorted(forms, key=lambda form: (-len(form), form))


def _forms(secret: str) -> set[str]:
    if len(secret) < _SHORTEST:
        return set()
    encoded = base64.b64encode(secret.encode()).decode()
    return {secret, quote(secret, safe=""), quote_plus(secret), encoded, encoded.rstrip("=")}
