"""The variables every generated server reads, besides its credentials."""

from __future__ import annotations

from mcpgen.render.views import VariableView

_SETTINGS = (
    ("BASE_URL", "", "Address of the API, in place of the one in its document"),
    ("TIMEOUT", "30", "Seconds one call may take in all"),
    ("MAX_CHARS", "40000", "Characters of a result; longer ones are cut and say so"),
    ("MAX_RESPONSE_BYTES", "8388608", "Bytes read of one answer of the API"),
    ("MAX_CONCURRENCY", "20", "Calls to the API at the same time"),
    ("RETRIES", "2", "Repeats of a call that is safe to repeat"),
    ("ALLOW_HTTP", "", "`1` to send credentials to an address without TLS"),
    ("TRUSTED_ORIGINS", "", "Further addresses of the API that may be sent credentials"),
    ("ALLOWED_HOSTS", "", "Host names this server answers to over HTTP, with commas between"),
    ("ALLOWED_ORIGINS", "", "Web pages that may call it over HTTP, with commas between"),
    ("ALLOW_UNAUTHENTICATED", "", "`1` to listen for other machines without a check of its own"),
)


def settings_of(short: str) -> tuple[VariableView, ...]:
    """The settings of the API `short`."""
    return tuple(
        VariableView(f"{short}_{suffix}".upper(), text, default=default)
        for suffix, default, text in _SETTINGS
    )
