"""Operations of the document, each read on its own so that a fault costs no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mcpgen.diagnostics import Diagnostic, Level
from mcpgen.openapi.documents import Node, ReadingError
from mcpgen.openapi.model import (
    Operation,
    Parameter,
    Place,
    Requirement,
    Style,
    Unusable,
)
from mcpgen.openapi.paths import key_query, placeholder, request_path, template_names
from mcpgen.openapi.reader import TOKEN, Dialect, Reader, text_schema
from mcpgen.openapi.security import read_requirements

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
# OpenAPI 3.2 §4.12.1: such a header parameter is ignored; mcpgen sets these headers itself.
_IGNORED_HEADERS = frozenset(("accept", "content-type", "authorization"))


@dataclass(slots=True)
class Operations:
    """Collects what can be used and what cannot."""

    reader: Reader
    dialect: Dialect
    security: tuple[Requirement, ...]
    schemes: frozenset[str]
    usable: list[Operation] = field(default_factory=list)
    unusable: list[Unusable] = field(default_factory=list)
    hint: str = ""
    """What to do about the first that cannot."""
    _ids: dict[str, str] = field(default_factory=dict)

    def read_paths(self, paths: Node) -> None:
        for path, item in paths.items():
            if path.startswith("x-"):
                continue
            try:
                items = path_items(item, self.reader)
            except ReadingError as fault:
                self._leave_out("*", path, fault)
                continue
            for method, operation, owner in item_operations(items, self.reader.dialect):
                self._read(method, path, operation, owner, items)

    def _read(self, method: str, path: str, node: Node, owner: Node, items: list[Node]) -> None:
        try:
            operation = self._operation(method, path, node, owner, items)
        except ReadingError as fault:
            self._leave_out(method, path, fault)
            return
        self.usable.append(operation)
        if operation.operation_id:
            first = self._ids.setdefault(operation.operation_id, operation.identity)
            if first != operation.identity:
                self.reader.report.warn(
                    f"the operation id `{operation.operation_id}` is used twice",
                    node.location,
                    detail=f"`{first}` has it too. Both operations are kept.",
                    hint="give each operation an id of its own",
                )

    def _leave_out(self, method: str, path: str, fault: ReadingError) -> None:
        what = f"`{method} {path}` was" if method != "*" else f"the operations of `{path}` were"
        self.unusable.append(Unusable(method, path, fault.title, fault.location))
        self.hint = self.hint or fault.hint
        self.reader.report.warn(
            f"{what} left out",
            fault.location,
            f"{fault.title[0].upper()}{fault.title[1:]}. {fault.detail}".strip(),
            fault.hint,
        )

    def _operation(
        self, method: str, path: str, node: Node, owner: Node, items: list[Node]
    ) -> Operation:
        # The specification has no `$ref` here, but documents split into files use it.
        node = self.reader.library.resolve(node)
        if not isinstance(node.value, dict):
            raise ReadingError("an operation must be an object", node.location)
        if not TOKEN.fullmatch(method):
            raise ReadingError("a method is a word of letters", node.location)
        given = self._merged_parameters(node, items)
        parameters = [found for item in given if (found := self.dialect.parameter(item))]
        base_urls = self.dialect.base_urls(node) or self.dialect.base_urls(owner)
        return Operation(
            method=method,
            path=path,
            location=node.location,
            operation_id=node.text("operationId"),
            summary=node.text("summary"),
            description=node.text("description"),
            tags=node.texts("tags"),
            deprecated=node.flag("deprecated"),
            parameters=tuple(self._fitted(path, parameters, node)),
            body=self.dialect.body(node, given),
            responses=self.dialect.responses(node),
            security=read_requirements(node, self.security, self.schemes, self.reader),
            base_urls=base_urls,
        )

    def _merged_parameters(self, operation: Node, items: list[Node]) -> list[Node]:
        """The path item's parameters, each replaced by the operation's of equal name and place."""
        found: dict[tuple[str, str], Node] = {}
        for owner in (*items, operation):
            listed = owner.get("parameters")
            if listed is None:
                continue
            if not isinstance(listed.value, list):
                raise ReadingError("`parameters` must be a list", listed.location)
            for given in listed.each():
                node = self.reader.resolve_noted(given)
                if not isinstance(node.value, dict):
                    raise ReadingError("a parameter must be an object", node.location)
                found[node.text("name"), node.text("in")] = node
        return list(found.values())

    def _fitted(self, path: str, parameters: list[Parameter], node: Node) -> Iterator[Parameter]:
        """The parameters that go with the path key as it is written."""
        names = template_names(request_path(path))
        query = key_query(path)
        fixed = {name: value for name, value in query if not placeholder(value)}
        moved = {placeholder(value): name for name, value in query if placeholder(value)}
        for item in parameters:
            if item.place is Place.PATH and item.name in moved:
                query_name = moved[item.name]
                yield replace(item, name=query_name, place=Place.QUERY, style=Style.FORM)
            elif item.place is Place.PATH and item.name not in names:
                self._warn_unplaced(path, item)
            elif item.place is Place.HEADER and item.name.lower() in _IGNORED_HEADERS:
                self._note_ignored(
                    item, "OpenAPI says to ignore it; the server sets this header itself."
                )
            elif (
                item.place is Place.HEADER and not item.required and not TOKEN.fullmatch(item.name)
            ):
                self._note_ignored(item, "No request can hold a header of this name.")
            elif item.place is not Place.QUERY or item.name not in fixed:
                yield item
        declared = {item.name for item in parameters if item.place is Place.PATH}
        yield from self._undeclared(path, [name for name in names if name not in declared], node)
        for name, value in fixed.items():
            schema = text_schema(f"{node.key}/query/{name}", const=(value,))
            yield Parameter(name, Place.QUERY, True, schema, node.location, style=Style.FORM)

    def _undeclared(self, path: str, names: list[str], node: Node) -> Iterator[Parameter]:
        for name in names:
            self.reader.report.warn(
                f"the path parameter `{name}` is not declared",
                node.location,
                detail=f"`{path}` needs it, so it was added as a required string.",
                hint=f"declare it: `{{name: {name}, in: path, required: true, schema: …}}`",
            )
            schema = text_schema(f"{node.key}/path/{name}")
            yield Parameter(name, Place.PATH, True, schema, node.location)

    def _warn_unplaced(self, path: str, item: Parameter) -> None:
        self.reader.report.warn(
            f"the path parameter `{item.name}` has no place in `{path}`",
            item.location,
            detail="It was left out.",
            hint=f"write `{{{item.name}}}` in the path, or correct the parameter's `in` or `name`",
        )

    def _note_ignored(self, item: Parameter, detail: str) -> None:
        title = f"the header parameter `{item.name}` was left out"
        self.reader.report.add(Diagnostic(Level.NOTE, title, item.location, detail))


def path_items(item: Node, reader: Reader) -> list[Node]:
    """A path item after those it refers to: what comes later adds to or replaces the earlier."""
    found = [item]
    seen = {item.key}
    while isinstance(item.value, dict) and isinstance(reference := item.value.get("$ref"), str):
        item = reader.library.follow(item, reference)
        if item.key in seen:
            raise ReadingError(f"`$ref: {reference}` leads back to itself", item.location)
        seen.add(item.key)
        found.insert(0, item)
    if not isinstance(item.value, dict):
        raise ReadingError("a path item must be an object", item.location)
    return found


def item_operations(items: list[Node], dialect: str) -> Iterator[tuple[str, Node, Node]]:
    """Each method with its operation and the path item that holds it."""
    methods = _METHODS if dialect == "2.0" else (*_METHODS, "trace")
    if dialect == "3.2":
        methods = (*methods, "query")
    found: dict[str, tuple[Node, Node]] = {}
    for item in items:
        for key, node in item.items():
            if key in methods:
                found[key.upper()] = (node, item)
            elif key == "additionalOperations" and dialect == "3.2":
                found |= {method: (operation, item) for method, operation in node.items()}
    for method, (node, item) in found.items():
        yield method, node, item
