"""Base URLs and origins: where requests, and credentials with them, may go."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import quote, unquote, urlsplit

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\.?")
_PORTS = {"http": 80, "https": 443}


class BaseUrlError(ValueError):
    """What is wrong with an address, in words that follow the name of its setting."""


def normalise_base_url(url: str) -> str:
    """An absolute http(s) URL in the one form that requests are built on, without a last slash."""
    if not url.isascii() or re.search(r"[\x00-\x20\x7f\\]", url):
        raise BaseUrlError("the URL may hold only visible ASCII characters and no backslash")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BaseUrlError("not a URL") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise BaseUrlError("must be an absolute URL such as https://api.example.com/v1")
    if "@" in parts.netloc:
        raise BaseUrlError("the URL may not hold a user name or password")
    if parts.query or parts.fragment:
        raise BaseUrlError("the URL may not hold a query or a fragment")
    if any(unquote(segment) in (".", "..") for segment in parts.path.split("/")):
        raise BaseUrlError("the URL's path may not hold . or .. segments")
    shown_port = "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~").rstrip("/")
    return f"{parts.scheme}://{_host(parts.hostname)}{shown_port}{path}"


def origin_of(url: str) -> str:
    """Scheme, host and port of a normalised base URL."""
    return "/".join(url.split("/", 3)[:3])


def is_loopback(url: str) -> bool:
    """Whether a normalised URL stays on this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host(host: str) -> str:
    if ":" in host:
        try:
            return f"[{ipaddress.IPv6Address(host)}]"
        except ValueError:
            raise BaseUrlError("not a valid IPv6 address") from None
    if not _HOST.fullmatch(host):
        raise BaseUrlError(f"{host[:60]!r} is not a host name")
    return host.lower()
