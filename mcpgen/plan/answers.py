"""What an operation answers: the list in it, and what is told beside the list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.naming import singular, snake
from mcpgen.openapi.model import Operation, SchemaRef
from mcpgen.plan import paging_words as vocabulary
from mcpgen.plan.bodies import is_json
from mcpgen.plan.combine import Combined, combined
from mcpgen.plan.pages import Path
from mcpgen.plan.paths import is_parameter, segments_of

_DEPTH = 3
_URL_FORMATS = frozenset({"uri", "url", "uri-reference", "uri-template", "iri"})


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an answer, by its snake_case name; `beside` are the names next to it."""

    name: str
    path: Path
    schema: Combined
    beside: frozenset[str]

    @property
    def is_url(self) -> bool:
        return self.schema.format in _URL_FORMATS

    def holds(self, *kinds: str) -> bool:
        """May it be of one of these types? One without a type may be anything."""
        return not self.schema.types or bool(set(self.schema.types) & set(kinds))

    def has_beside(self, names: frozenset[str]) -> bool:
        return bool(self.beside & names)


@dataclass(frozen=True, slots=True)
class Answer:
    """A successful answer. `items` leads to its list: empty where it is the list itself, None
    where there is no list or no telling which; `item` is the schema of one item.
    """

    items: Path | None
    item: Combined | None
    properties: tuple[Property, ...]
    headers: tuple[str, ...]


def read_answer(operation: Operation) -> Answer | None:
    """The first JSON answer of a 2xx status; None where the document describes none."""
    replies = [one for one in operation.responses if one.status.startswith("2")]
    replies += [one for one in operation.responses if one.status == "default" and not replies]
    for reply in replies:
        for media_type in reply.media_types:
            any_json = is_json(media_type.name) or media_type.name in ("*/*", "application/*")
            if media_type.schema is not None and any_json:
                view = combined(media_type.schema)
                items, item = _find_list(view, _resources(operation), 0)
                told = tuple(_properties(view, (), 0))
                return Answer(items, item, told, reply.headers)
    return None


def _resources(operation: Operation) -> tuple[str, ...]:
    """What a list there may be a list of, in the singular: `/threads/search` lists threads."""
    statics = [s for s in segments_of(operation.path) if not is_parameter(s)]
    return tuple(_singular(snake(segment)) for segment in statics[:-3:-1])


def _singular(name: str) -> str:
    *front, last = name.split("_")
    return "_".join([*front, singular(last)])


def _find_list(
    view: Combined, resources: tuple[str, ...], depth: int
) -> tuple[Path | None, Combined | None]:
    if view.types == ("array",):
        return (), _item(view)
    lists: dict[str, tuple[str, SchemaRef]] = {}
    wrappers: list[tuple[str, SchemaRef]] = []
    for wire, ref in view.properties:
        name, types = snake(wire), combined(ref).types
        if types == ("array",):
            lists.setdefault(name, (wire, ref))
        elif "object" in types and name in vocabulary.WRAPPERS:
            wrappers.append((wire, ref))
    named = [name for one in resources for name in lists if _singular(name) == one]
    known = [name for name in vocabulary.LISTS if name in lists]
    chosen = (named or known or (list(lists) if len(lists) == 1 else []))[:1]
    if chosen:
        wire, ref = lists[chosen[0]]
        return (wire,), _item(combined(ref))
    if depth < _DEPTH and not lists:
        for wire, ref in wrappers:
            path, item = _find_list(combined(ref), resources, depth + 1)
            if path is not None:
                return (wire, *path), item
    return None, None


def _item(view: Combined) -> Combined | None:
    return combined(view.items) if view.items is not None else None


def _properties(view: Combined, above: Path, depth: int) -> Iterator[Property]:
    """The answer's properties, and those of objects that wrap a list or tell of its paging."""
    beside = frozenset(snake(wire) for wire, _ in view.properties)
    inner = []
    for wire, ref in view.properties:
        name, schema = snake(wire), combined(ref)
        yield Property(name, (*above, wire), schema, beside)
        if "object" in schema.types and depth < _DEPTH:
            if name in vocabulary.WRAPPERS:
                inner.append(((*above, wire), schema))
            elif name == "next" and (href := dict(schema.properties).get("href")) is not None:
                # A hypermedia link (HAL, JSON:API): an object with the URL in it.
                yield Property("next_href", (*above, wire, "href"), combined(href), beside)
    for path, schema in inner:
        yield from _properties(schema, path, depth + 1)
