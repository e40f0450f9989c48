"""How this server is set up, read from the environment once at start."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from .model import Api, ApiKey, Basic, Bearer, Credential, OAuth
from .origins import BaseUrlError, is_loopback, normalise_base_url, origin_of

Number = TypeVar("Number", int, float)

_MIB = 1024 * 1024


class SettingsError(ValueError):
    """A variable that cannot be used: its name and what is allowed, never a secret's value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that may differ between two deployments of this server.

    `moved` says that `base_url` replaces the address the API's document gives. `secrets` holds
    credentials by the name of their variable.
    """

    base_url: str
    moved: bool = False
    timeout_seconds: float = 30.0
    max_chars: int = 40_000
    max_response_bytes: int = 8 * _MIB
    max_concurrency: int = 20
    retries: int = 2
    allow_http: bool = False
    trusted_origins: tuple[str, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def from_environment(
        cls, api: Api, environ: Mapping[str, str], *, base_url: str | None = None
    ) -> Settings:
        """Read the variables of `api`; `base_url` wins over the variable and the document."""
        reader = _Reader(api, environ)
        address, moved = reader.base_url(base_url)
        settings = cls(
            base_url=address,
            moved=moved,
            timeout_seconds=reader.number("TIMEOUT", float, 30.0, 0.1, 3_600.0),
            max_chars=reader.number("MAX_CHARS", int, 40_000, 1_000, 10_000_000),
            max_response_bytes=reader.number(
                "MAX_RESPONSE_BYTES", int, 8 * _MIB, 1024, 1024 * _MIB
            ),
            max_concurrency=reader.number("MAX_CONCURRENCY", int, 20, 1, 10_000),
            retries=reader.number("RETRIES", int, 2, 0, 10),
            allow_http=reader.flag("ALLOW_HTTP"),
            trusted_origins=reader.origins("TRUSTED_ORIGINS"),
            secrets=reader.secrets(),
        )
        settings._require_https(api)
        return settings

    def _require_https(self, api: Api) -> None:
        plain = self.base_url.startswith("http://") and not is_loopback(self.base_url)
        if plain and self.secrets and not self.allow_http:
            raise SettingsError(
                f"{self.base_url} would send {', '.join(sorted(self.secrets))} unencrypted: "
                f"use an https address, or set {api.variable('ALLOW_HTTP')}=1 to allow it"
            )


def credential_variables(credential: Credential) -> tuple[str, ...]:
    """The environment variables that are enough for a credential."""
    if isinstance(credential, OAuth):
        return (credential.token_variable,)
    if isinstance(credential, ApiKey | Bearer):
        return (credential.variable,)
    if isinstance(credential, Basic):
        return (credential.user_variable, credential.password_variable)
    return (credential.certificate_variable, credential.key_variable)


@dataclass(frozen=True, slots=True)
class _Reader:
    api: Api
    environ: Mapping[str, str] = field(repr=False)

    def text(self, suffix: str) -> tuple[str, str]:
        name = self.api.variable(suffix)
        return name, self.environ.get(name, "").strip()

    def base_url(self, override: str | None) -> tuple[str, bool]:
        name, value = self.text("BASE_URL")
        if override:
            name, value = "--base-url", override
        try:
            if value:
                return normalise_base_url(value), True
            return (normalise_base_url(self.api.base_url) if self.api.base_url else ""), False
        except BaseUrlError as error:
            raise SettingsError(f"{name}: {error}") from None

    def number(
        self, suffix: str, kind: Callable[[str], Number], default: Number, low: Number, high: Number
    ) -> Number:
        name, text = self.text(suffix)
        if not text:
            return default
        try:
            value = kind(text)
        except ValueError:
            value = low - 1
        # Written so that NaN, which compares false with everything, is refused as well.
        if not low <= value <= high:
            raise SettingsError(f"{name} must be a number from {low} to {high}, got {text[:40]!r}")
        return value

    def flag(self, suffix: str) -> bool:
        name, text = self.text(suffix)
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("", "0", "false", "no", "off"):
            return False
        raise SettingsError(f"{name} must be 1 or 0, got {text[:40]!r}")

    def origins(self, suffix: str) -> tuple[str, ...]:
        name, text = self.text(suffix)
        try:
            addresses = [part.strip() for part in text.split(",")]
            return tuple(origin_of(normalise_base_url(url)) for url in addresses if url)
        except BaseUrlError as error:
            raise SettingsError(f"{name}: {error}") from None

    def secrets(self) -> dict[str, str]:
        found = {}
        for credential in self.api.credentials.values():
            names = credential_variables(credential)
            if isinstance(credential, OAuth):
                names = credential.variables
            for name in names:
                if value := self._secret(name):
                    found[name] = value
        return found

    def _secret(self, name: str) -> str:
        """The secret in a variable, or in the file that `<variable>_FILE` names."""
        value, source = self.environ.get(name, ""), name
        if re.fullmatch(r"\$\{[\w.]+\}", value):
            value = ""  # a placeholder that a client did not fill in, for want of a value
        if not value and (path := self.environ.get(f"{name}_FILE", "")):
            source = f"{name}_FILE"
            try:
                value = Path(path).read_text(encoding="utf-8").rstrip("\r\n")
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or "not UTF-8 text"
                raise SettingsError(f"{source} cannot be read: {reason}") from None
        if value and (not value.strip() or re.search(r"[\x00-\x1f\x7f]", value)):
            raise SettingsError(
                f"{source} holds only blanks, or a line break or control character: "
                "set it to the credential alone"
            )
        return value
