"""The request body as inputs: the best media type, its fields flattened to single arguments."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.openapi.model import Body, MediaType, Operation, SchemaRef
from mcpgen.plan.combine import Combined, combined
from mcpgen.plan.model import Decision

_MAX_UNWRAP = 1


@dataclass(frozen=True, slots=True)
class BodyInput:
    """One argument that fills the body. An empty `path` means that it is the whole body.

    `upload` says that the value is a file's content.
    """

    name: str
    path: tuple[str, ...]
    required: bool
    schema: SchemaRef | None
    description: str
    upload: bool = False


@dataclass(frozen=True, slots=True)
class BodyChoice:
    """The representation chosen for a body, and what a caller gives to build it."""

    media_type: MediaType
    required: bool
    inputs: tuple[BodyInput, ...]

    @property
    def whole(self) -> bool:
        return len(self.inputs) == 1 and not self.inputs[0].path


def is_json(media_type: str) -> bool:
    """JSON or a `+json` suffix (RFC 6839)."""
    essence = media_type.partition(";")[0].strip().lower()
    return essence == "application/json" or essence.endswith("+json") or essence == "text/json"


def is_form(media_type: str) -> bool:
    return media_type.lower().startswith(("application/x-www-form-urlencoded", "multipart/"))


def is_text(media_type: str) -> bool:
    essence = media_type.partition(";")[0].strip().lower()
    return essence.startswith("text/") or essence.endswith(("/xml", "+xml", "yaml", "/graphql"))


def choose_body(operation: Operation, decisions: list[Decision]) -> BodyChoice | None:
    """Choose an operation's body and split it into inputs; None where it has none."""
    body = operation.body
    if body is None or not body.media_types:
        return None
    chosen = min(body.media_types, key=lambda one: _preference(one, body))
    others = [one.name for one in body.media_types if one is not chosen]
    if others:
        reason = f"the body is sent as `{chosen.name}`; it could also be {', '.join(others)}"
        decisions.append(Decision("body-media-type", operation.identity, reason, body.location))
    required = body.required or _has_required_field(chosen)
    if required and not body.required:
        reason = "the body has required fields, so it is taken as required itself"
        decisions.append(Decision("body-required", operation.identity, reason, body.location))
    inputs = tuple(_split(chosen, body, required))
    return BodyChoice(chosen, required, inputs)


def _has_required_field(chosen: MediaType) -> bool:
    """`requestBody.required` is false by default and often forgotten; required fields tell."""
    if chosen.schema is None:
        return False
    view = combined(chosen.schema)
    return any(name in view.required for name, _ in _fields(view))


def _preference(media_type: MediaType, body: Body) -> tuple[int, int]:
    """JSON before forms before text before bytes; among equals the document's first."""
    name = media_type.name.partition(";")[0].strip().lower()
    if name == "application/json":
        rank = 0
    elif name in ("*/*", "application/*", ""):
        rank = 1
    elif is_json(name):
        rank = 2
    elif is_form(name):
        rank = 3 if media_type.schema is not None else 6
    else:
        rank = 4 if is_text(name) else 5
    return rank, body.media_types.index(media_type)


def _split(chosen: MediaType, body: Body, required: bool) -> list[BodyInput]:
    schema = chosen.schema
    flat = is_json(chosen.name) or is_form(chosen.name) or chosen.name in ("*/*", "application/*")
    if schema is None or not flat:
        upload = not is_text(chosen.name) and not flat
        return [BodyInput("body", (), required, schema, body.description, upload)]
    view = combined(schema)
    fields = _fields(view)
    prefix: tuple[str, ...] = ()
    if len(fields) == 1 and is_json(chosen.name):
        name, inner = fields[0]
        nested = combined(inner)
        if nested.types == ("object",) and _fields(nested) and not nested.nullable:
            # A lone wrapper, `{"user": {…}}`: its fields are what a caller means.
            required = required and name in view.required
            prefix, view, fields = (name,), nested, _fields(nested)
    if view.types != ("object",) or not fields:
        return [BodyInput("body", (), required, schema, body.description)]
    return [
        BodyInput(
            name,
            (*prefix, name),
            required and name in view.required,
            ref,
            "",
            _is_file(ref) and is_form(chosen.name),
        )
        for name, ref in fields
    ]


def _fields(view: Combined) -> list[tuple[str, SchemaRef]]:
    """The properties a caller may send."""
    found = []
    for name, ref in view.properties:
        schema = ref.read()
        if not schema.never and not combined(ref).read_only:
            found.append((name, ref))
    return found


def _is_file(ref: SchemaRef) -> bool:
    schema = ref.read()
    items = schema.items.read() if schema.items is not None else None
    return any(one is not None and one.format == "binary" for one in (schema, items))
