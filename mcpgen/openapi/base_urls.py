"""Where the API lives: `servers`, or Swagger 2.0's `host`, made absolute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from mcpgen.openapi.documents import Node
from mcpgen.openapi.model import BaseUrl, Variable
from mcpgen.openapi.reader import Reader

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_ABSOLUTE = re.compile(r"(?:https?|\{[^{}]+\})://", re.IGNORECASE)
_SCHEME_ORDER = ("https", "http")


def server_urls(node: Node, reader: Reader) -> tuple[BaseUrl, ...]:
    """The `servers` written at one place; those that cannot be made absolute are left out."""
    found = [_server(server, reader) for server in node.elements("servers")]
    return tuple(server for server in found if server is not None)


def api_urls(reader: Reader) -> tuple[BaseUrl, ...]:
    """The base URLs of the whole API; none is a warning, for they can be given later."""
    if reader.dialect == "2.0":
        found = _swagger_urls(reader)
    else:
        found = server_urls(reader.root, reader)
        if not found and not list(reader.root.elements("servers")) and reader.url:
            # OpenAPI 3: without `servers` the API is at `/` of the document's own origin.
            found = (BaseUrl(urljoin(reader.url, "/")),)
    if not found and not list(reader.root.elements("servers")):
        reader.report.warn(
            "the document does not say where the API is",
            reader.root.location,
            detail="It names no absolute base URL, and it was not fetched from the API itself.",
            hint="give it with `--base-url https://…`, or set it when the server starts",
        )
    return found


def _server(node: Node, reader: Reader) -> BaseUrl | None:
    url = node.text("url").strip()
    variables = tuple(_variables(node, url, reader))
    defaults = {variable.name: variable.default for variable in variables}
    filled = _VARIABLE.sub(lambda found: defaults[found.group(1)] or found.group(), url)
    if not _ABSOLUTE.match(filled):
        if not reader.url:
            reader.report.warn(
                f"the base URL `{url}` is relative",
                node.location,
                detail="The document was read from a file, so there is no address to complete it.",
                hint="give the full one with `--base-url https://…`",
            )
            return None
        try:
            url = urljoin(reader.url, url)
        except ValueError:
            reader.report.warn(f"the base URL `{url}` is not an address", node.location)
            return None
    return BaseUrl(url, variables, node.text("description"))


def _variables(node: Node, url: str, reader: Reader) -> Iterator[Variable]:
    declared = dict(node.members("variables"))
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        variable = declared.get(name)
        values = tuple(_plain(item) for item in variable.elements("enum")) if variable else ()
        default = variable.get("default") if variable else None
        if default is None and not values:
            reader.report.warn(
                f"the variable `{name}` of the base URL `{url}` has no default",
                node.location,
                hint="add it under `variables`, or give the full address with `--base-url`",
            )
        value = _plain(default) if default else ""
        if values and value not in values:
            value = values[0]
        yield Variable(name, value, values)


def _plain(node: Node) -> str:
    """A variable's value as text: `8443` is often written without quotes."""
    return str(node.value) if isinstance(node.value, str | int | float) else ""


def _swagger_urls(reader: Reader) -> tuple[BaseUrl, ...]:
    root = reader.root
    own = urlsplit(reader.url)
    host = root.text("host").strip() or own.netloc
    path = "/" + root.text("basePath").strip().strip("/")
    if not host:
        return ()
    given = [scheme.lower() for scheme in root.texts("schemes")]
    schemes = [scheme for scheme in _SCHEME_ORDER if scheme in given]
    return tuple(
        BaseUrl(f"{scheme}://{host}{path.rstrip('/')}")
        for scheme in schemes or [own.scheme or "https"]
    )
