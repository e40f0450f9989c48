"""Where requests go: the document's base URLs with their variables filled in."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from mcpgen.openapi.model import Api, BaseUrl

# What the server's own check of an address refuses, too.
_NO_ADDRESS = re.compile(r"[^!-~]|[\\?#]")
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")


def fill_base_url(base: BaseUrl) -> str:
    """A base URL with its variables at their defaults, without a slash at its end."""
    url = base.url
    for variable in base.variables:
        url = url.replace("{" + variable.name + "}", variable.default)
    return url.rstrip("/")


def is_address(url: str) -> bool:
    """Can a request be sent there? Placeholders like `https://{your-host}` are no address."""
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition(":")[0] or parts.netloc
        usable = parts.scheme in ("http", "https") and _HOST.fullmatch(host)
        return bool(usable) and not _NO_ADDRESS.search(url)
    except ValueError:
        return False


def base_url_of(api: Api) -> str:
    """The API's first address, empty where the document gives none."""
    addresses = (fill_base_url(base) for base in api.base_urls)
    return next((url for url in addresses if is_address(url)), "")
