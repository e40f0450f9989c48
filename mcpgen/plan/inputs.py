"""What one operation takes: its parameters and body fields as inputs, each with its binding."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcpgen.naming import shorten, singular, snake, words
from mcpgen.openapi.model import Operation, Parameter, Place, SchemaRef, Style
from mcpgen.plan.bodies import BodyChoice, BodyInput, choose_body
from mcpgen.plan.combine import combined
from mcpgen.plan.model import Constant, Decision, Paging
from mcpgen.plan.paths import is_parameter, segments_of

_LEGAL = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PINNABLE = (Place.QUERY, Place.HEADER, Place.COOKIE)
PLACES = ("path", "query", "querystring", "header", "cookie", "body")
"""The places of inputs; of two with one name, the earlier keeps it."""

_FEW_OPERATIONS = 10
_COMMON_SHARE = 0.8
WANTED = frozenset("""
    after before cursor count expand fields filter from include limit max_results next offset order
    order_by page page_number page_size page_token per_page q query search select since skip sort
    sort_by start top until
    """.split())
"""Parameters that narrow or page: what a caller of a list most often wants."""

_GENERIC_IDS = frozenset({"id", "uuid", "guid", "pk"})

# The SDK, the HTTP client or the server's own configuration sets these; a model must not.
_RESERVED_HEADERS = re.compile(
    r"authorization|cookie|host|content-(length|type|encoding)|accept|transfer-encoding"
    r"|connection|upgrade|te|trailer|expect|proxy-.*|x-forwarded-.*|forwarded",
    re.IGNORECASE,
)
_DEFAULT_STYLE = {
    Place.PATH: (Style.SIMPLE, False),
    Place.HEADER: (Style.SIMPLE, False),
    Place.QUERY: (Style.FORM, True),
    Place.COOKIE: (Style.FORM, True),
}


@dataclass(frozen=True, slots=True)
class Input:
    """One thing the caller gives an operation.

    `name` is the argument name proposed, unique in the operation, and `plain` the one it had before
    it was told apart from others; at most one of `parameter` and `body` says where it goes. `schema` is
    None for an upload without a schema. `paging` marks the two that page a list: they keep their names.
    """

    name: str
    wire: str
    place: str
    required: bool
    schema: SchemaRef | None
    description: str
    parameter: Parameter | None = None
    body: BodyInput | None = None
    plain: str = ""
    paging: bool = False


@dataclass(frozen=True, slots=True)
class Inputs:
    """All inputs of an operation, required ones first, and the body they build."""

    inputs: tuple[Input, ...]
    constants: tuple[Constant, ...]
    body: BodyChoice | None
    decisions: tuple[Decision, ...]
    paging: Paging | None = None


def common_parameters(operations: Sequence[Operation]) -> frozenset[str]:
    """Optional query parameters that nearly every operation repeats: the API's own plumbing.

    `alt`, `prettyPrint`, `key`: they say how to answer, not what is wanted. Paging and filters are
    what is wanted, so they stay.
    """
    if len(operations) < _FEW_OPERATIONS:
        return frozenset()
    counts = Counter(
        parameter.name
        for operation in operations
        for parameter in operation.parameters
        if parameter.place is Place.QUERY and not parameter.required
    )
    return frozenset(
        name
        for name, count in counts.items()
        if count >= _COMMON_SHARE * len(operations) and snake(name) not in WANTED
    )


def read_inputs(operation: Operation, common: frozenset[str] = frozenset()) -> Inputs:
    """Collect an operation's inputs and give each a legal name of its own.

    `common` are the query parameters that are left out as the API's plumbing.
    """
    decisions: list[Decision] = []
    usable = [p for p in operation.parameters if _usable(p, operation, common, decisions)]
    constants = [(p, value) for p in usable if (value := _only_value(p)) is not None]
    for parameter, value in constants:
        reason = f"{parameter.place} `{parameter.name}` can only be `{value}`: it is always sent"
        decisions.append(Decision("constant", operation.identity, reason, parameter.location))
    fixed = {parameter.location for parameter, _ in constants}
    found = [_parameter_input(p) for p in usable if p.location not in fixed]
    body = choose_body(operation, decisions)
    if body is not None:
        found += [_body_input(one) for one in body.inputs]
    named = _name_generic_ids(found, operation)
    unique = _resolve_collisions(named)
    _report_renames(unique, operation, decisions)
    unique.sort(key=lambda one: not one.required)
    sent = tuple(Constant(parameter.place, parameter.name, value) for parameter, value in constants)
    return Inputs(tuple(unique), sent, body, tuple(decisions))


def _only_value(parameter: Parameter) -> str | None:
    """The one value a required parameter can have, as text; None where there is a choice."""
    if not parameter.required or parameter.place not in _PINNABLE or parameter.media_type:
        return None
    values = combined(parameter.schema).enum
    if len(values) != 1 or isinstance(values[0], list | dict):
        return None
    return values[0] if isinstance(values[0], str) else json.dumps(values[0])


def legal_name(wire: str) -> str:
    """The wire name where every client accepts it as a property key, else its snake_case."""
    if _LEGAL.fullmatch(wire):
        return wire
    name = shorten(snake(wire), 60) or "value"
    return f"n{name}" if name[0].isdigit() else name


def default_style(place: Place) -> tuple[Style, bool]:
    """The style and explode a parameter has when it names none (OpenAPI 3.2 §4.12.2.1)."""
    return _DEFAULT_STYLE.get(place, (Style.FORM, True))


def _usable(
    parameter: Parameter,
    operation: Operation,
    common: frozenset[str],
    decisions: list[Decision],
) -> bool:
    if parameter.place is Place.QUERY and parameter.name in common and not parameter.required:
        reason = f"nearly every operation takes `{parameter.name}`, which says how to answer only"
        subject = operation.identity
        decisions.append(Decision("left-out-common", subject, reason, parameter.location))
        return False
    if parameter.place is not Place.HEADER or not _RESERVED_HEADERS.fullmatch(parameter.name):
        return True
    reason = f"the header `{parameter.name}` is set by the server or its configuration"
    decisions.append(Decision("left-out-header", operation.identity, reason, parameter.location))
    return False


def _parameter_input(parameter: Parameter) -> Input:
    return Input(
        name=legal_name(parameter.name),
        wire=parameter.name,
        place=parameter.place.value,
        required=parameter.required,
        schema=parameter.schema,
        description=parameter.description,
        parameter=parameter,
    )


def _body_input(part: BodyInput) -> Input:
    wire = part.path[-1] if part.path else part.name
    return Input(
        name=legal_name(wire),
        wire=wire,
        place="body",
        required=part.required,
        schema=part.schema,
        description=part.description,
        body=part,
    )


def _name_generic_ids(inputs: list[Input], operation: Operation) -> list[Input]:
    """Rename a path's `id` after the segment in front of it: `/pets/{id}` takes `pet_id`."""
    owners: dict[str, str] = {}
    previous = ""
    for segment in segments_of(operation.path):
        if is_parameter(segment):
            owners[segment.strip("{}")] = previous
        else:
            previous = segment
    taken = {one.name for one in inputs}
    named = []
    for one in inputs:
        owner = words(owners.get(one.wire, ""))
        if one.place == "path" and one.wire.lower() in _GENERIC_IDS and owner:
            name = "_".join([*owner[:-1], singular(owner[-1]), one.wire.lower()])
            if name not in taken:
                one = replace(one, name=shorten(name, 60))
        named.append(one)
    return named


def _resolve_collisions(inputs: list[Input]) -> list[Input]:
    """Tell equal names apart: the first place keeps the name, the others are suffixed by theirs.

    The path comes first, since its value says which thing is meant: `id` and `id_body`.
    """
    ordered = sorted(inputs, key=lambda one: PLACES.index(one.place))
    used: set[str] = set()
    names: dict[int, str] = {}
    for one in ordered:
        name = base = one.name if one.name not in used else placed_name(one.name, one.place)
        number = 2
        while name in used:
            name = f"{base}_{number}"
            number += 1
        used.add(name)
        names[id(one)] = name
    return [replace(one, name=names[id(one)], plain=one.name) for one in inputs]


def placed_name(name: str, place: str) -> str:
    """A name with its place behind it: `id_body`."""
    return f"{shorten(name, 54)}_{place}"


def _report_renames(inputs: list[Input], operation: Operation, decisions: list[Decision]) -> None:
    for one in inputs:
        if one.name != one.wire and (one.body is None or one.body.path):
            location = one.parameter.location if one.parameter else None
            reason = f"{one.place} `{one.wire}` is the argument `{one.name}`"
            decisions.append(Decision("renamed-argument", operation.identity, reason, location))
