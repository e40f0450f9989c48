"""Turns what the API refused into a short text that tells a model what happened and what to do."""

from __future__ import annotations

import html
import re
from http import HTTPStatus
from typing import Any

from .jsontext import dump, load
from .redact import Redactor
from .result import decode
from .upstream import Response, retry_after

MAX_CHARS = 2_000

_MESSAGE_CHARS = 1_200
_DEPTH = 4
_MESSAGE_KEYS = (
    *("message", "error_description", "detail", "details", "title", "description", "reason"),
    *("error", "errors", "msg", "error_message", "errorMessage", "fault", "code", "status"),
)
_ADVICE = {
    400: "Check the arguments against the tool's description and try again.",
    401: "The API does not accept this server's credential. Tell the user; trying again won't help.",
    402: "The API wants a payment or a higher plan. Tell the user.",
    403: "This server's credential may not do this. Tell the user; trying again won't help.",
    404: "Nothing is there. Check the ids and names, for example by listing or searching first.",
    405: "The API does not offer this here.",
    406: "The API cannot answer in a form this server reads.",
    408: "The API gave up waiting. Try again.",
    409: "This conflicts with the current state. Read it again, then change the request.",
    410: "It is gone for good.",
    412: "It has changed since it was read. Read it again, then repeat the change.",
    413: "The request is too large. Send less at once.",
    415: "The API does not take this kind of content.",
    422: "The API refuses these values. Change what it names and try again.",
    423: "It is locked. Try again later.",
    429: "Too many requests. Wait before the next call, and make fewer.",
}
_TITLE = re.compile(r"<title[^>]*>(.*?)</title\s*>", re.IGNORECASE | re.DOTALL)
_NOT_TEXT = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)


def describe_failure(
    response: Response, what: str, variables: tuple[str, ...], redactor: Redactor
) -> str:
    """The text for a 3xx, 4xx or 5xx answer to `what`, such as `GET /pets`.

    `variables` are those the credentials it carried are set by. Secrets are masked before anything
    is cut, or half of one could be left.
    """
    lines = [f"The API answered {_status(response.status)} to {_shorten(what, 200)}."]
    if 300 <= response.status < 400:
        lines.append(_redirect(response, redactor))
    else:
        if said := _message(redactor.clean(decode(response))):
            lines.append(f"It says: {_shorten(said, _MESSAGE_CHARS)}")
        lines.append(_advice(response, what))
        if response.status in (401, 403):
            sent = f"the credential in {', '.join(variables)}" if variables else "no credential"
            lines.append(f"The call carried {sent}.")
    return _shorten("\n".join(lines), MAX_CHARS)


def _status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _redirect(response: Response, redactor: Redactor) -> str:
    target = redactor.clean(response.headers.get("location", ""))
    if response.status == 304 or not target:
        return "It sent no content."
    return (
        f"It points to {_shorten(target, 300)}, and this server follows no redirects. If that is "
        "the right place, whoever runs this server should set the API's address to it."
    )


def _advice(response: Response, what: str) -> str:
    advice = _ADVICE.get(response.status, "")
    if not advice and response.status >= 500:
        advice = "The fault is on the API's side. Try again later."
        if not what.startswith(("GET", "HEAD", "OPTIONS", "QUERY")):
            advice += " It may or may not have taken effect: read the current state first."
    seconds = retry_after(response.headers.get("retry-after", ""))
    if seconds is not None:
        advice += f" The API asks to wait {seconds:.0f} seconds."
    return advice or "Check the arguments and try again."


def _message(text: str) -> str:
    """The API's own words, out of JSON, HTML or plain text."""
    text = text[: 64 * 1024].strip()
    if not text:
        return ""
    try:
        return "; ".join(dict.fromkeys(_words(load(text), 0)))
    except ValueError:
        pass
    if text.startswith("<"):
        title = _TITLE.search(text)
        text = html.unescape(title[1] if title else _NOT_TEXT.sub(" ", text))
    return " ".join(text.split())


def _words(value: Any, depth: int) -> list[str]:
    if isinstance(value, str):
        return [" ".join(value.split())] if value.strip() else []
    if value is None or isinstance(value, bool):
        return []
    if not isinstance(value, dict | list) or depth >= _DEPTH:
        return [dump(value)]
    if isinstance(value, list):
        return [word for item in value[:10] for word in _words(item, depth + 1)]
    named = [key for key in _MESSAGE_KEYS if key in value]
    # Errors by field (`{"email": ["is taken"]}`) have none of the usual names.
    keys = named or list(value)[:10]
    found = []
    for key in keys:
        words = _words(value[key], depth + 1)
        found += words if named else [f"{key}: {word}" for word in words]
    return found


def _shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
