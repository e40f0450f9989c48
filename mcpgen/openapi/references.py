"""Following `$ref`: inside the document, into files beside it, and to URLs the user allowed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import unquote, urljoin, urlsplit

from mcpgen.diagnostics import McpgenError
from mcpgen.openapi.documents import Document, Node, ReadingError, unescape
from mcpgen.openapi.parse import parse_document

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(slots=True)
class Library:
    """The entry document and the files its references lead to, each read once."""

    entry: Document
    folder: str
    """The folder whose files a reference may name; "" for a document from the web."""
    allow_refs: tuple[str, ...]
    """URLs and folders the user lets references lead to or below."""
    read_file: Callable[[str], bytes]
    read_url: Callable[[str], bytes]
    inspect: Callable[[Document], None] = lambda _: None
    """Is shown every further document before anything is read from it."""
    _opened: dict[str, Document | McpgenError] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._opened[self.entry.address] = self.entry

    def resolve(self, node: Node) -> Node:
        """Follow `$ref` until there is none; raises ReadingError where that cannot be done."""
        seen = {node.key}
        while isinstance(reference := node.raw("$ref"), str):
            node = self.follow(node, reference)
            if node.key in seen:
                title = f"`$ref: {reference}` leads back to itself"
                raise ReadingError(
                    title, node.location, hint="let one of the references name the object"
                )
            seen.add(node.key)
        return node

    def follow(self, node: Node, reference: str) -> Node:
        """Take one step along a reference written at `node`."""
        where, _, fragment = reference.partition("#")
        document = self.open(node, where) if where else node.document
        found = _pointed(document, unquote(fragment))
        if found is None:
            beside = f" in `{document.name}`" if where else ""
            raise ReadingError(
                f"`$ref: {reference}` leads nowhere",
                node.location,
                detail=f"There is no `#{fragment}`{beside}.",
                hint="correct the reference, or add what it names",
            )
        return found

    def open(self, node: Node, where: str) -> Document:
        """The file a reference written at `node` names; raises ReadingError where it may not."""
        try:
            address, name = self._address(node, where)
        except (ValueError, OSError):
            title = f"`$ref: {where}` is not an address"
            raise ReadingError(title, node.location, hint="correct the reference") from None
        if address not in self._opened:
            self._opened[address] = self._read(node, where, address, name)
        opened = self._opened[address]
        if isinstance(opened, McpgenError):
            problem = opened.diagnostic
            raise ReadingError(
                f"`$ref: {where}` cannot be read: {problem.title}",
                problem.location if problem.location and problem.location.line else node.location,
                detail=problem.detail,
                hint=problem.hint,
            )
        return opened

    def _read(self, node: Node, where: str, address: str, name: str) -> Document | McpgenError:
        try:
            web = is_web(address)
            data = self.read_url(address) if web else self.read_file(address)
            document = parse_document(data, name, address)
            self.inspect(document)
            return document
        except McpgenError as problem:
            return problem
        except OSError as problem:
            raise ReadingError(
                f"`$ref: {where}` leads nowhere",
                node.location,
                detail=f"The file cannot be read: {(problem.strerror or str(problem)).lower()}.",
                hint="correct the reference, or add the file",
            ) from None

    def _address(self, node: Node, where: str) -> tuple[str, str]:
        """The absolute address a reference names, and what to call it in messages."""
        base = node.document.address
        if is_web(base) and not _SCHEME.match(where) and "\\" not in where:
            where = urljoin(base, where)
        if is_web(where):
            if where != self.entry.address:
                self._check_allowed(node, where)
            return where, where
        if _SCHEME.match(where) or where.startswith("//") or "\\" in where or "\0" in where:
            raise ReadingError(
                f"`$ref: {where}` is not followed",
                node.location,
                detail="A reference may name a file beside the document, or a URL you allow.",
                hint="put the file beside the document and refer to it by its relative path",
            )
        relative = unquote(where)
        address = os.path.realpath(os.path.join(os.path.dirname(base), relative))
        if not self._is_near(address):
            folder = os.path.dirname(self._name(address)) or os.curdir
            raise ReadingError(
                f"`$ref: {where}` leaves the folder of the document",
                node.location,
                detail="References may only name files in the document's own folder or below it.",
                hint=f"if you trust the document, allow it with `--allow-ref {folder}`",
            )
        return address, self._name(address)

    def _name(self, address: str) -> str:
        """A path as the user would write it: relative where the entry document's is."""
        beside = os.path.relpath(address, self.folder or os.curdir)
        return os.path.normpath(os.path.join(os.path.dirname(self.entry.name), beside))

    def _is_near(self, address: str) -> bool:
        allowed = (os.path.realpath(place) for place in self.allow_refs if not is_web(place))
        folders = [folder for folder in (self.folder, *allowed) if folder]
        return any(address.startswith(os.path.join(folder, "")) for folder in folders)

    def _check_allowed(self, node: Node, url: str) -> None:
        if any(url_within(url, prefix) for prefix in self.allow_refs):
            return
        parts = urlsplit(url)
        raise ReadingError(
            f"`$ref: {url}` is not fetched",
            node.location,
            detail="References to the web are followed only where you allow it.",
            hint=f"allow it with `--allow-ref {parts.scheme}://{parts.hostname}/`, or save the file "
            "beside the document",
        )


def is_web(address: str) -> bool:
    """Whether an address is a URL rather than a path."""
    return address.lower().startswith(("https://", "http://"))


def url_within(url: str, prefix: str) -> bool:
    """Whether `url` is `prefix` or below it; the host must be equal, not merely begin alike."""
    try:
        inner, outer = urlsplit(url), urlsplit(prefix)
        same_origin = (inner.scheme, inner.hostname, inner.port) == (
            outer.scheme,
            outer.hostname,
            outer.port,
        )
    except ValueError:
        return False
    # `%2e%2e` is a step up for many servers, so no such segment may follow the prefix.
    climbs = any(part in (".", "..") for part in unquote(unquote(inner.path)).split("/"))
    folder = outer.path if outer.path.endswith("/") else outer.path + "/"
    below = inner.path == outer.path or (inner.path or "/").startswith(folder)
    return same_origin and below and not climbs and "\\" not in url and not inner.username


def _pointed(document: Document, fragment: str) -> Node | None:
    """What a fragment names: a JSON pointer, or the `$anchor` of a schema."""
    if fragment and not fragment.startswith("/"):
        return _anchored(document.root, fragment)
    value = document.root.value
    for token in fragment.split("/")[1:]:
        if isinstance(value, dict):
            key = unescape(token)
            if key not in value:
                return None
            value = value[key]
        elif isinstance(value, list) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return Node(document, fragment, value)


def _anchored(root: Node, name: str) -> Node | None:
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if name in (node.text("$anchor"), node.text("$dynamicAnchor")):
            return node
        remaining += [child for _, child in node.items()]
        remaining += node.each()
    return None
