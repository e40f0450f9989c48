"""The arguments of a tool: the inputs of its operations, shared where they mean the same."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mcpgen.naming import shorten
from mcpgen.openapi.model import Json, Operation
from mcpgen.plan.bodies import BodyChoice, is_form
from mcpgen.plan.inputs import PLACES, Input, Inputs, default_style, placed_name
from mcpgen.plan.model import (
    EXTRA,
    SELECTOR,
    Argument,
    BodyBinding,
    Decision,
    FieldBinding,
    Paging,
    ParameterBinding,
)
from mcpgen.plan.pages import CURSOR, LIMIT
from mcpgen.plan.schemas import Detail, Emission, JsonSchema, anything, with_words
from mcpgen.plan.sharing import widened, without_text
from mcpgen.plan.showing import extra_argument, inputs_to_show
from mcpgen.plan.text import brief
from mcpgen.plan.wording import keywords_in_words

_UPLOAD: JsonSchema = {
    "type": "object",
    "properties": {
        "filename": {"type": "string", "description": "The file's name"},
        "media_type": {"type": "string", "description": "The file's media type"},
        "data_base64": {"type": "string", "description": "The file's content in base64"},
    },
    "required": ["data_base64"],
}
_CONTENT: JsonSchema = {"type": "string", "description": "The content in base64"}


@dataclass(frozen=True, slots=True)
class Taking:
    """An operation under its action name, with what it takes."""

    action: str
    operation: Operation
    inputs: Inputs


@dataclass(frozen=True, slots=True)
class Bound:
    """How one operation's request is filled from the tool's arguments."""

    parameters: tuple[ParameterBinding, ...]
    body: BodyBinding | None
    required: tuple[str, ...]
    paging: Paging | None = None


@dataclass(slots=True)
class _Slot:
    """One argument being put together, with the actions that take it."""

    name: str
    schema: JsonSchema
    actions: list[str]
    only_text: bool


@dataclass(slots=True)
class ArgumentSet:
    """The arguments of one tool and the bindings of its operations."""

    detail: Detail
    operations: int
    shown: set[str] = field(default_factory=set)
    apart: dict[str, str] = field(default_factory=dict)
    """Names that are told apart by place, and the place that keeps each as it is."""
    slots: dict[str, _Slot] = field(default_factory=dict)
    bound: dict[str, Bound] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """What the tool shows; the last stands for those it only names."""
        shown = tuple(self._argument(slot) for slot in self.slots.values() if self._shows(slot))
        return (*shown, extra_argument(self.rare)) if self.rare else shown

    @property
    def rare(self) -> tuple[Argument, ...]:
        """What the tool only names."""
        return tuple(self._argument(slot) for slot in self.slots.values() if not self._shows(slot))

    def _shows(self, slot: _Slot) -> bool:
        return slot.name in self.shown

    def _argument(self, slot: _Slot) -> Argument:
        return Argument(slot.name, _worded(slot.schema, self._scope(slot)))

    def _scope(self, slot: _Slot) -> str:
        """Which actions take an argument, where not all do: `[list, search]`."""
        if len(slot.actions) == self.operations:
            return ""
        others = [action for action in self.bound if action not in slot.actions]
        if len(others) < len(slot.actions):
            return f"[not {', '.join(others)}]"
        return f"[{', '.join(slot.actions)}]"


def share_arguments(takings: list[Taking], detail: Detail) -> ArgumentSet:
    """Give every input of every operation an argument, sharing those that mean the same.

    Inputs of one name whose schemas differ too much become `<action>_<name>`. The subjects of the
    decisions are `.argument`, for the tool has no name yet.
    """
    whole = ArgumentSet(detail, len(takings))
    inputs = [one for taking in takings for one in taking.inputs.inputs]
    # A name that one operation had to tell apart by place is told apart in all of them.
    whole.apart = {
        one.plain: _first_place(one.plain, inputs) for one in inputs if one.name != one.plain
    }
    whole.apart |= {SELECTOR: "", EXTRA: ""} if len(takings) > 1 else {EXTRA: ""}
    whole.apart |= {CURSOR: ""} if any(taking.inputs.paging for taking in takings) else {}
    for taking in takings:
        finals: dict[str, str] = {}
        names: dict[str, tuple[tuple[str, str], ...]] = {}
        for one in taking.inputs.inputs:
            emission = Emission(detail)
            schema = _emit(one, emission)
            finals[one.name] = _place(whole, taking, one, schema)
            names[one.name] = tuple(sorted(emission.names.items()))
            _report(whole, taking, finals[one.name], emission)
        whole.bound[taking.action] = _bind(taking, finals, names)
        wanted = inputs_to_show(taking.inputs.inputs, detail.optional)
        whole.shown |= {finals[name] for name in wanted}
    return whole


def _first_place(name: str, inputs: list[Input]) -> str:
    places = [one.place for one in inputs if one.plain == name]
    return min(places, key=PLACES.index)


def _worded(schema: JsonSchema, scope: str) -> JsonSchema:
    """Put an argument's actions and bounds into its description, last in its keys."""
    text = str(schema.get("description", ""))
    told = f"{scope} {with_words(text, [keywords_in_words(schema)])}".strip()
    rest: JsonSchema = {key: value for key, value in schema.items() if key != "description"}
    return rest | {"description": told} if told else rest


def _emit(one: Input, emission: Emission) -> JsonSchema:
    if one.body is not None and one.body.upload:
        return _upload_schema(one, emission)
    if one.schema is None:
        return {"type": "string", "description": brief(one.description, emission.detail.text)}
    schema = emission.emit(one.schema, nullable=one.parameter is None, text=one.description)
    if one.parameter is not None and without_text(schema) == anything():
        # A parameter is text on the wire; without a type, text is what it takes.
        schema = {key: value for key, value in schema.items() if key == "description"}
        schema["type"] = "string"
    return schema


def _upload_schema(one: Input, emission: Emission) -> JsonSchema:
    assert one.body is not None
    text = one.description
    if one.schema is not None:
        text = text or one.schema.read().description
    told = brief(text, emission.detail.text)
    if not one.body.path:
        return {**_CONTENT, "description": f"{told or 'The content'} (base64)"}
    several = one.schema is not None and "array" in one.schema.read().types
    schema: JsonSchema = {"type": "array", "items": _UPLOAD} if several else dict(_UPLOAD)
    return {**schema, "description": told} if told else schema


def _place(whole: ArgumentSet, taking: Taking, one: Input, schema: JsonSchema) -> str:
    """Find or make the slot of an input; the result is its argument name."""
    text_only = one.parameter is not None
    name = one.name
    apart = one.plain in whole.apart and whole.apart[one.plain] != one.place
    if apart and name == one.plain and not one.paging:
        name = placed_name(name, one.place)
    slot = whole.slots.get(name)
    if slot is None:
        whole.slots[name] = _Slot(name, schema, [taking.action], text_only)
        return name
    if taking.action not in slot.actions:
        both = widened(slot.schema, schema, text_only=text_only and slot.only_text)
        if both is not None:
            slot.schema = both
            slot.actions.append(taking.action)
            slot.only_text = slot.only_text and text_only
            return name
    return _own_slot(whole, taking, one, schema, text_only)


def _own_slot(
    whole: ArgumentSet, taking: Taking, one: Input, schema: JsonSchema, text_only: bool
) -> str:
    base = shorten(f"{taking.action}_{one.name}", 60)
    name, number = base, 2
    while name in whole.slots:
        name = f"{base}_{number}"
        number += 1
    whole.slots[name] = _Slot(name, schema, [taking.action], text_only)
    reason = f"`{one.name}` means something else in `{taking.operation.identity}`"
    whole.decisions.append(Decision("renamed-argument", f".{name}", reason))
    return name


def _report(whole: ArgumentSet, taking: Taking, name: str, emission: Emission) -> None:
    for what in emission.trimmed:
        subject = f".{name}"
        whole.decisions.append(Decision("trimmed", subject, what, taking.operation.location))
    for key, wire in sorted(emission.names.items()):
        reason = f"the property `{wire}` is `{key}`: clients refuse other characters"
        whole.decisions.append(Decision("renamed-property", f".{name}", reason))


def _bind(
    taking: Taking, finals: dict[str, str], names: dict[str, tuple[tuple[str, str], ...]]
) -> Bound:
    inputs = taking.inputs.inputs
    parameters = tuple(
        _parameter_binding(one, finals[one.name], names[one.name])
        for one in inputs
        if one.parameter is not None
    )
    body, paging = taking.inputs.body, taking.inputs.paging
    if paging is not None and paging.limit:
        paging = replace(paging, limit=finals[LIMIT])
    return Bound(
        parameters=parameters,
        body=_body_binding(body, inputs, finals, names) if body is not None else None,
        required=tuple(finals[one.name] for one in inputs if one.required),
        paging=paging,
    )


def _parameter_binding(
    one: Input, argument: str, names: tuple[tuple[str, str], ...]
) -> ParameterBinding:
    parameter = one.parameter
    assert parameter is not None
    style, explode = default_style(parameter.place)
    return ParameterBinding(
        argument=argument,
        place=parameter.place,
        name=parameter.name,
        style="" if parameter.style is style or parameter.media_type else parameter.style.value,
        explode=explode if parameter.media_type else parameter.explode,
        allow_reserved=parameter.allow_reserved,
        allow_empty=parameter.allow_empty,
        media_type=parameter.media_type,
        names=names,
    )


def _body_binding(
    choice: BodyChoice,
    inputs: tuple[Input, ...],
    finals: dict[str, str],
    names: dict[str, tuple[tuple[str, str], ...]],
) -> BodyBinding:
    media_type = choice.media_type.name
    if media_type in ("*/*", "application/*", ""):
        media_type = "application/json"
    empty = BodyBinding(media_type, choice.required)
    parts = [one for one in inputs if one.body is not None]
    if choice.whole and parts:
        only = parts[0]
        return replace(empty, argument=finals[only.name], names=names[only.name])
    encodings = (
        {one.name: one for one in choice.media_type.encodings} if is_form(media_type) else {}
    )
    fields = []
    for one in parts:
        assert one.body is not None
        binding = FieldBinding(finals[one.name], one.body.path, names=names[one.name])
        encoding = encodings.get(one.wire)
        if encoding is not None:
            binding = replace(
                binding,
                content_type=encoding.content_type,
                style=encoding.style.value if encoding.style else "",
                explode=encoding.explode,
                allow_reserved=encoding.allow_reserved,
            )
        fields.append(binding)
    return replace(empty, fields=tuple(fields))


def selector(actions: dict[str, str]) -> Argument:
    """The `action` argument: its values, and a line on each."""
    lines = "\n".join(f"- {action}: {line}" for action, line in actions.items())
    names: list[Json] = list(actions)
    schema: dict[str, Json] = {"type": "string", "enum": names, "description": lines}
    return Argument(SELECTOR, schema)
