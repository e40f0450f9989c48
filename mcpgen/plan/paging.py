"""Recognises how a list is paged, from its parameters and from the schema of its answer.

Nothing is guessed: an answer must hold a list, and both a parameter and the answer must speak of
paging (or two parameters, a position and a size). A URL of the next page speaks for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mcpgen.naming import snake
from mcpgen.openapi.model import Operation, Place
from mcpgen.plan import paging_words as vocabulary
from mcpgen.plan.answers import Answer, Property, read_answer
from mcpgen.plan.combine import Combined, combined
from mcpgen.plan.inputs import Input, Inputs
from mcpgen.plan.model import Effect
from mcpgen.plan.pages import LIMIT, Paging, PagingKind, Path

_FROM_ZERO = re.compile(  # in a description of `page`
    r"zero[- ](based|indexed)|0[- ](based|indexed)|\b0\.\.|(start|begin|first)\w*\b.{0,20}\b0\b",
    re.IGNORECASE,
)
_OF_AN_ITEM = re.compile(r"\b(id|identifier|timestamp|time|date|byte)s?\b", re.IGNORECASE)
_NUMBERS = frozenset({"integer", "number"})


@dataclass(frozen=True, slots=True)
class Found:
    """How a list is paged, and the inputs that say so."""

    paging: Paging
    told: str
    position: Input | None = None
    size: Input | None = None


@dataclass(frozen=True, slots=True)
class _List:
    """An operation that answers a list, with its inputs by their snake_case names."""

    answer: Answer
    inputs: dict[str, Input]

    def first(self, names: Sequence[str]) -> Input | None:
        return next((self.inputs[name] for name in names if name in self.inputs), None)

    def path(self, names: frozenset[str], *kinds: str) -> Path:
        """Where the answer has a property of one of these names and types."""
        for one in self.answer.properties:
            if one.name in names and set(one.schema.types) & set(kinds):
                return one.path
        return ()


def find_paging(operation: Operation, inputs: Inputs, effect: Effect) -> Found | None:
    """How an operation's list is paged; None where it has none or nothing sure is known."""
    if operation.method != "GET" and (operation.method != "POST" or effect is not Effect.READ):
        return None
    answer = read_answer(operation)
    if answer is None:
        return None
    named = {snake(one.wire): one for one in reversed(inputs.inputs) if can_page(one)}
    return _recognise(_List(answer, named), operation)


def can_page(one: Input) -> bool:
    """Can an input say where a page starts: a query parameter, or a property of the body?"""
    if one.parameter is not None:
        return one.parameter.place is Place.QUERY and not one.parameter.media_type
    return one.body is not None and bool(one.body.path)


def _recognise(listed: _List, operation: Operation) -> Found | None:
    finders = (_by_cursor, _by_url, _by_link, _by_item, _by_page, _by_offset)
    for find in finders[: 1 if listed.answer.items is None else None]:
        if operation.method != "GET" and find in (_by_url, _by_link):
            continue
        found = find(listed)
        if found is not None:
            return _completed(found, listed)
    return None


def _by_cursor(listed: _List) -> Found | None:
    """A parameter that takes what the answer holds for it."""
    told = [one for one in listed.answer.properties if one.name not in vocabulary.NEXT_URLS]
    for parameter, source in _cursor_pairs(listed, told):
        kinds = set(combined(parameter.schema).types) if parameter.schema else set()
        if parameter.required or kinds & {"boolean", "object", "array"}:
            continue
        paging = Paging(PagingKind.CURSOR, next=source.path)
        reason = f"`{parameter.wire}` takes the answer's `{'.'.join(source.path)}`"
        return Found(paging, reason, position=parameter)
    return None


def _cursor_pairs(listed: _List, told: list[Property]) -> Iterator[tuple[Input, Property]]:
    texts = [one for one in told if one.holds("string", "integer")]
    plain = [one for one in texts if not one.is_url]
    for name in vocabulary.CURSOR_PARAMETERS:
        parameter = listed.inputs.get(name)
        if parameter is None:
            continue
        for wanted in vocabulary.NEXT_CURSORS:
            yield from ((parameter, one) for one in plain if one.name == wanted)
        if name in vocabulary.ITEM_PARAMETERS and listed.path(vocabulary.MORE, "boolean"):
            yield from ((parameter, one) for one in plain if one.name == "last_id")
    for name in (*vocabulary.OFFSET_PARAMETERS, *vocabulary.PAGE_PARAMETERS):
        parameter = listed.inputs.get(name)
        if parameter is not None:
            own = (f"next_{name}", f"next_page_{name}")
            yield from ((parameter, one) for one in plain if one.name in own)


def _by_url(listed: _List) -> Found | None:
    """The answer holds the URL of the next page."""
    names = _positions(listed)
    for one in listed.answer.properties:
        if not one.holds("string"):
            continue
        sure = one.name in vocabulary.NEXT_URLS
        if one.name in vocabulary.NEXT_URLS_MAYBE:
            sure = one.is_url or bool(names) or one.has_beside(vocabulary.PREVIOUS)
        if sure:
            paging = Paging(PagingKind.URL, next=one.path, names=names)
            return Found(paging, f"the answer's `{'.'.join(one.path)}` is the next page's URL")
    return None


def _by_link(listed: _List) -> Found | None:
    if not any(name.lower() == "link" for name in listed.answer.headers):
        return None
    paging = Paging(PagingKind.LINK, names=_positions(listed))
    return Found(paging, "the answer's `Link` header has the next page's URL")


def _positions(listed: _List) -> tuple[str, ...]:
    """The query parameters that a URL of another page differs in."""
    words = (
        *vocabulary.CURSOR_PARAMETERS,
        *vocabulary.PAGE_PARAMETERS,
        *vocabulary.OFFSET_PARAMETERS,
        *("since", "before", "since_id", "max_id"),
    )
    found = [listed.inputs[name] for name in words if name in listed.inputs]
    return tuple(one.wire for one in found if one.parameter is not None)


def _by_item(listed: _List) -> Found | None:
    """The next page starts after the last item; a flag says whether there is one."""
    parameter = listed.first(("starting_after", "after_id", "after"))
    item = listed.answer.item
    if parameter is None or parameter.required or item is None:
        return None
    if not listed.path(vocabulary.MORE, "boolean") or "id" not in dict(item.properties):
        return None
    reason = f"`{parameter.wire}` takes the `id` of the page's last item"
    return Found(Paging(PagingKind.ITEM, key="id"), reason, position=parameter)


def _by_page(listed: _List) -> Found | None:
    parameter = listed.first(vocabulary.PAGE_PARAMETERS)
    if parameter is None or not is_number(parameter) or not _is_paged(listed):
        return None
    current = listed.path(vocabulary.CURRENT, "integer", "number")
    first = _first_page(parameter)
    if first is None:
        return None
    paging = Paging(PagingKind.PAGE, current=current, first=first, sends_first=parameter.required)
    reason = f"`{parameter.wire}` is the number of a page, from {first}"
    return Found(paging, reason, position=parameter)


def _first_page(parameter: Input) -> int | None:
    """What the document says of the first page's number. Where it says nothing, the first of pages
    is 1, but an index could be either.
    """
    schema = _schema(parameter)
    if schema.default[:1] in ((0,), (1,), ("0",), ("1",)):
        return int(str(schema.default[0]))
    if schema.minimum in (0, 1):
        return int(schema.minimum)
    if _FROM_ZERO.search(parameter.description or schema.description):
        return 0
    return None if snake(parameter.wire) in vocabulary.INDEX_PARAMETERS else 1


def _by_offset(listed: _List) -> Found | None:
    parameter = listed.first(vocabulary.OFFSET_PARAMETERS)
    if parameter is None or not is_number(parameter) or not _is_paged(listed):
        return None
    schema = _schema(parameter)
    if _OF_AN_ITEM.search(parameter.description or schema.description):
        return None
    first = 1 if schema.default == (1,) or schema.minimum == 1 else 0
    paging = Paging(PagingKind.OFFSET, first=first, sends_first=parameter.required)
    reason = f"`{parameter.wire}` is the number of items to pass over"
    return Found(paging, reason, position=parameter)


def _is_paged(listed: _List) -> bool:
    """Does a size, or the answer, say that a number is a position in a list?"""
    told = vocabulary.TOTAL | vocabulary.PAGES
    return (
        _size(listed) is not None
        or bool(listed.path(told, "integer", "number"))
        or bool(listed.path(vocabulary.MORE | vocabulary.LAST, "boolean"))
    )


def _size(listed: _List) -> Input | None:
    found = (listed.inputs.get(name) for name in vocabulary.SIZE_PARAMETERS)
    return next((one for one in found if one is not None and is_number(one)), None)


def _schema(one: Input) -> Combined:
    return combined(one.schema) if one.schema is not None else Combined()


def is_number(one: Input) -> bool:
    """A number, or a text that the document itself shows as one."""
    schema = _schema(one)
    if set(schema.types) == {"string"}:
        shown = schema.default[:1]
        return bool(shown) and isinstance(shown[0], str) and shown[0].isdigit()
    return bool(schema.types) and set(schema.types) <= _NUMBERS and not schema.enum


def _completed(found: Found, listed: _List) -> Found:
    """Add what the size of a page is called and what the answer tells of the end."""
    size = _size(listed)
    schema = _schema(size) if size is not None else Combined()
    default = schema.default[0] if schema.default else None
    paging = replace(
        found.paging,
        items=listed.answer.items or (),
        limit=LIMIT if size is not None else "",
        size=int(default) if type(default) is int and default > 0 else None,
        most=int(schema.maximum) if schema.maximum is not None else None,
        more=listed.path(vocabulary.MORE, "boolean"),
        last=listed.path(vocabulary.LAST, "boolean"),
    )
    if paging.kind in (PagingKind.PAGE, PagingKind.OFFSET):
        numbers = ("integer", "number")
        paging = replace(paging, total=listed.path(vocabulary.TOTAL, *numbers))
    if paging.kind is PagingKind.PAGE:
        paging = replace(paging, pages=listed.path(vocabulary.PAGES, *numbers))
    return replace(found, paging=paging, size=size)
