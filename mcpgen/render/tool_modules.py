"""A planned tool as the literals of its module."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from mcpgen.naming import identifier
from mcpgen.openapi.model import Place
from mcpgen.plan.model import (
    Argument,
    BodyBinding,
    Call,
    Constant,
    FieldBinding,
    Paging,
    ParameterBinding,
    Tool,
)
from mcpgen.render.code import Construct, Open, Value
from mcpgen.render.paging import paging_fields
from mcpgen.render.views import ToolView

# Names with a meaning of their own to Windows, pytest, packaging or the registry itself.
_RESERVED = {"aux", "con", "nul", "prn", "conftest", "setup", "tool", "tools"}
_RESERVED |= {f"{device}{digit}" for device in ("com", "lpt") for digit in range(10)}

_DEFAULTS = {
    Place.PATH: ("simple", False),
    Place.HEADER: ("simple", False),
    Place.QUERY: ("form", True),
    Place.COOKIE: ("form", True),
    Place.QUERYSTRING: ("", None),
}


def tool_views(tools: Iterable[Tool], prefix: str) -> tuple[ToolView, ...]:
    """The modules of all tools, in the order of their imports."""
    modules: dict[str, Tool] = {}
    for tool in sorted(tools, key=lambda tool: tool.name):
        wanted = module_name(tool.name, prefix)
        name, number = wanted, 2
        while name in modules:
            name, number = f"{wanted}_{number}", number + 1
        modules[name] = tool
    return tuple(_tool_view(name, modules[name]) for name in sorted(modules, key=_import_order))


def _import_order(module: str) -> list[tuple[int, int, str]]:
    """The order import sorters want: numbers by their value, before letters."""
    return [
        (0, int(part), part) if part.isdigit() else (1, 0, part)
        for part in re.findall(r"[0-9]+|[^0-9]", module)
    ]


def module_name(tool_name: str, prefix: str) -> str:
    """`acme_read_books` gives `read_books`; never a name that something else gives a meaning."""
    name = identifier(tool_name.removeprefix(prefix))
    if name.strip("_") in _RESERVED or name.startswith("test_") or name.endswith("_test"):
        return f"tool_{name.strip('_')}_" if name.endswith("_test") else f"tool_{name.strip('_')}"
    return name


def _tool_view(module: str, tool: Tool) -> ToolView:
    calls = {call.action: _operation(call) for call in tool.calls}
    return ToolView(
        module=module,
        name=tool.name,
        title=tool.title,
        description=tool.description,
        annotations=_construct(
            "Annotations",
            read_only=tool.annotations.read_only,
            destructive=tool.annotations.destructive,
            idempotent=tool.annotations.idempotent,
            open_world=tool.annotations.open_world,
        ),
        arguments=_schemas(tool.arguments),
        operations=Open({action: Open(call) for action, call in calls.items()}) if calls else {},
        rare=_schemas(tool.rare) if tool.rare else {},
        imports=tuple(sorted({"Annotations", "Tool"}.union(*map(class_names, calls.values())))),
    )


def _schemas(arguments: Iterable[Argument]) -> Open:
    return Open({one.name: Open(one.schema) if one.schema else {} for one in arguments})


def _operation(call: Call) -> Construct:
    optional: dict[str, Value] = {
        "parameters": tuple(map(_parameter, call.parameters)),
        "constants": tuple(map(_constant, call.constants)),
        "body": _body(call.body) if call.body is not None else (),
        "required": call.required,
        "security": call.security,
        "base_url": call.base_url,
        "paging": _paging(call.paging) if call.paging is not None else (),
    }
    given = {name: value for name, value in optional.items() if value}
    return _construct("Operation", method=call.method, path=call.request_path, **given)


def _parameter(binding: ParameterBinding) -> Construct:
    optional: dict[str, Value] = {}
    style, explode = _DEFAULTS[binding.place]
    if binding.media_type:
        optional["media_type"] = binding.media_type
    elif (binding.style or style, binding.explode) != (style, explode):
        optional |= {"style": binding.style} if binding.style not in ("", style) else {}
        optional["explode"] = binding.explode
    optional |= _flags(binding)
    if binding.allow_empty:
        optional["allow_empty"] = True
    positional = (binding.argument, str(binding.place), binding.name)
    return Construct("Parameter", positional, tuple(optional.items()))


def _paging(paging: Paging) -> Construct:
    given = {name: value for name, value in paging_fields(paging).items() if name != "kind"}
    return Construct("Paging", (str(paging.kind),), tuple(given.items()))


def _constant(constant: Constant) -> Construct:
    return Construct("Constant", (str(constant.place), constant.name, constant.value))


def _body(body: BodyBinding) -> Construct:
    optional: dict[str, Value] = {
        "required": body.required,
        "fields": tuple(map(_field, body.fields)),
        "argument": body.argument,
        "names": dict(body.names),
    }
    given = {name: value for name, value in optional.items() if value}
    return _construct("Body", media_type=body.media_type, **given)


def _field(binding: FieldBinding) -> Construct:
    optional: dict[str, Value] = {}
    if binding.content_type:
        optional["content_type"] = binding.content_type
    if binding.style:
        optional["style"] = binding.style
    if binding.explode is not None:
        optional["explode"] = binding.explode
    optional |= _flags(binding)
    return Construct("Field", (binding.argument, binding.path), tuple(optional.items()))


def _flags(binding: ParameterBinding | FieldBinding) -> dict[str, Value]:
    flags: dict[str, Value] = {}
    if binding.allow_reserved:
        flags["allow_reserved"] = True
    if binding.names:
        flags["names"] = dict(binding.names)
    return flags


def _construct(class_name: str, **keywords: Value) -> Construct:
    return Construct(class_name, keywords=tuple(keywords.items()))


def class_names(value: Value) -> set[str]:
    """The runtime classes a value is made of."""
    match value:
        case Construct():
            entries = [*value.positional, *(entry for _, entry in value.keywords)]
            return {value.name}.union(*map(class_names, entries))
        case Open(value=inner):
            return class_names(inner)
        case tuple():
            return set().union(*map(class_names, value))
        case Mapping():
            return set().union(*map(class_names, value.values()))
        case _:
            return set()
