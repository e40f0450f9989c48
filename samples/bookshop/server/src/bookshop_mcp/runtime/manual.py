"""The environment variables this server reads, in words."""

from __future__ import annotations

from .model import Api, ApiKey, Basic, Bearer, Credential, OAuth

_GENERAL = {
    "TIMEOUT": "seconds for one call, retries included (30)",
    "MAX_CHARS": "characters of JSON in one result (40000)",
    "MAX_RESPONSE_BYTES": "bytes read of one answer of the API (8388608)",
    "MAX_CONCURRENCY": "requests to the API at the same time (20)",
    "RETRIES": "further attempts where repeating is safe (2)",
    "ALLOW_HTTP": "1 sends credentials to an address without TLS",
    "TRUSTED_ORIGINS": "other origins of the API that get its credentials",
    "ALLOWED_HOSTS": "host names clients use over HTTP, besides this machine's own",
    "ALLOWED_ORIGINS": "origins of web pages that may call over HTTP",
    "ALLOW_UNAUTHENTICATED": "1 is the same as --allow-unauthenticated",
}


def environment_help(api: Api) -> str:
    """The part of `--help` about environment variables."""
    rows = [(api.variable("BASE_URL"), f"address of the API ({api.base_url or 'required'})")]
    for name, credential in api.credentials.items():
        rows += [(variable, f"{text} for `{name}`") for variable, text in _describe(credential)]
    rows += [(api.variable(suffix), text) for suffix, text in _GENERAL.items()]
    width = max(len(variable) for variable, _ in rows)
    lines = [f"  {variable:<{width}}  {plain(text)}" for variable, text in rows]
    lines.append("A credential can also be in a file that the same variable with _FILE names.")
    return "environment variables:\n" + "\n".join(lines)


def plain(text: str) -> str:
    """A text of the API document as `--help` can print it: argparse would read `%(`."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return printable.replace("%(", "% (")


def _describe(credential: Credential) -> list[tuple[str, str]]:
    if isinstance(credential, ApiKey):
        return [(credential.variable, f"API key in the {credential.place} {credential.name}")]
    if isinstance(credential, Bearer):
        return [(credential.variable, f"{credential.scheme} token")]
    if isinstance(credential, OAuth):
        texts = (
            "access token",
            "or the client id, to get tokens with",
            "the client's secret",
            "or a refresh token",
            "scopes to ask for",
            "address of the token endpoint",
        )
        return list(zip(credential.variables, texts, strict=True))
    if isinstance(credential, Basic):
        return [(credential.user_variable, "user name"), (credential.password_variable, "password")]
    return [
        (credential.certificate_variable, "path of the client certificate"),
        (credential.key_variable, "path of its key"),
    ]
